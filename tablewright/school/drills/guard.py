"""Guard it: a table is watched frame by frame, and something improper may happen in its own time.

In each frame the trainee goes on, or stops the game and names what is wrong. Right is the frame in
which it happens; in the next one, where it is still in sight, it may still be named. Then it is asked
what is done about it. Now and then nothing is wrong at all.
"""

from collections.abc import Iterable
from random import Random

from tablewright.rules.devices import Device
from tablewright.school.guarding import GUARD, cases, nameable, seeing, what_is_done
from tablewright.school.improper import Fault, Paid, Sort, seen_with
from tablewright.school.keys import key, question
from tablewright.school.mispaying import mispaid
from tablewright.school.payments import Asked
from tablewright.school.questions import (
    Amount,
    Choose,
    Key,
    Option,
    Question,
    Shown,
    Stage,
)
from tablewright.school.skills import Skill
from tablewright.school.speaking import posted
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.school.watching import Frame, watched
from tablewright.table.chips import money
from tablewright.table.scene import bet_on

GO_ON = "go-on"
NOTHING_IMPROPER = "Nothing improper happened here."
CLEAN = 0.15
"""How often nothing is wrong."""
SECONDS, SECONDS_A_LINE = 5.0, 2.0


# Questions -----------------------------------------------------------------------------------------


class GuardIt:
    """What is improper, seen when it happens."""

    id = GUARD
    title = "Guard it"
    about = "Watch the table as it plays: stop it when something improper happens, and name it."
    seconds = 45.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        return [skill for skill, _ in cases(syllabus).values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        """A table with nothing wrong asks for the seeing only: there is nothing to rule on."""
        is_seeing = skill == seeing(syllabus, cases(syllabus)[skill.id][1])
        return _asked(syllabus, skill, rng, is_clean=rng.random() < CLEAN and is_seeing)

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """The same table, with nothing wrong where something was, and the other way round."""
        return _asked(syllabus, skill, rng, is_clean=rng.random() >= CLEAN)


def _asked(syllabus: Syllabus, skill: Skill, rng: Random, *, is_clean: bool) -> Question:
    _, fault = cases(syllabus)[skill.id]
    devices = list(syllabus.devices)
    if fault.irregularity:
        devices = seen_with(syllabus, fault.irregularity)
    device = rng.choice(devices)
    last: Asked | None = None
    if fault.sort is Sort.PAYMENT:
        paid = mispaid(syllabus, device.id, Paid(fault.case), rng, is_clean=is_clean)
        last = _put_right(syllabus, fault, paid.wager, paid.rule, paid.right)
        at, frames, table, asks = (
            paid.at,
            paid.frames,
            paid.table,
            "Another dealer settles, and does this.",
        )
    else:
        run = watched(syllabus, device.id, fault, rng, is_clean=is_clean)
        at, frames, table, asks = run.at, run.frames, run.table, "Watch the table."
        last = what_is_done(syllabus, device, fault, run.sight, rng) if run.sight else None
    options = [Option(GO_ON, "Nothing wrong: go on.")]
    options += [Option(id, each.title) for id, each in nameable(syllabus, device).items()]
    stages, keys = [], []
    seen = frames[at].told[-1] if at is not None else ""
    if fault.sort is Sort.LEFT_OUT and fault.irregularity:
        seen = fault.irregularity.looks
    for number, frame in enumerate(frames):
        stages.append(_stage(table, device, frame, options, asks))
        keys.append({"watch": _key(syllabus, fault, options, number, at, seen)})
    if at is not None and last is not None:
        shown = stages[at].shown
        said = f"{fault.title}. What is done about it?"
        stages.append(Stage(asks=said, shown=shown, parts=last.parts))
        keys.append(last.keys)
    return question(skill, stages, keys, hides_length=True)


def _stage(
    table: DrillTable, device: Device, frame: Frame, options: list[Option], asks: str
) -> Stage:
    shown = Shown(
        device=device.name, told=list(frame.told), facts=posted(table.table), view=frame.view
    )
    watch = Choose(id="watch", asks="Is anything wrong?", options=options, is_long=True)
    seconds = SECONDS + SECONDS_A_LINE * len(frame.told)
    return Stage(asks=asks, shown=shown, parts=[watch], seconds=seconds)


def _key(
    syllabus: Syllabus, fault: Fault, options: list[Option], number: int, at: int | None, seen: str
) -> Key:
    """What is right in a frame: the fault in its own and, still, in the next; else to go on.

    What was missed is what was seen to happen.
    """
    skill = seeing(syllabus, fault)
    if at is not None and number in (at, at + 1):
        right = next(option.id for option in options if option.says == fault.title)
        also = [GO_ON] if number > at else []
        return key(skill, right, also=also, missed=seen, said=fault.title)
    return key(skill, GO_ON, says=NOTHING_IMPROPER, missed=NOTHING_IMPROPER)


def _put_right(syllabus: Syllabus, fault: Fault, wager: str, rule: str, cents: int) -> Asked:
    """What should have been paid."""
    line, on = syllabus.rules[rule], bet_on(syllabus.book, wager)
    asks = f"What is rightly paid on {on}, beside the wager itself?"
    right = key(
        seeing(syllabus, fault),
        cents,
        rule=rule,
        says=line.sentence,
        source=str(line.source),
        missed=f"{line.sentence} {money(cents)}.",
    )
    return Asked([Amount(id="paid", asks=asks)], {"paid": right})


GUARD_IT = GuardIt()
