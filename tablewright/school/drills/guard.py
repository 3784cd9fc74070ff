"""Guard it: a table is watched frame by frame, and something improper may happen in its own time.

In each frame the trainee goes on, or stops the game and names what is wrong. Right is the frame in
which it happens; in the next one, where it is still in sight, it may still be named. Then it is asked
what is done about it. Now and then nothing is wrong at all.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

from tablewright.rules.devices import Device
from tablewright.rules.english import capital, going_on
from tablewright.rules.procedure import OffLimits
from tablewright.rules.protection import Incident
from tablewright.school.improper import Fault, Paid, Sight, Sort, faults, seen_with
from tablewright.school.keys import key, question
from tablewright.school.marking import as_answer
from tablewright.school.mispaying import mispaid
from tablewright.school.questions import (
    Amount,
    AnyPart,
    Choose,
    Key,
    Option,
    Question,
    Shown,
    Stage,
)
from tablewright.school.rulings import (
    can_happen_with,
    choices,
    effects_known,
    effects_said,
)
from tablewright.school.skills import Skill, Topic
from tablewright.school.speaking import posted
from tablewright.school.spoken import offered
from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.school.tables import DrillTable
from tablewright.school.watching import Frame, watched
from tablewright.table.chips import money
from tablewright.table.scene import bet_on

GUARD = "guard"
GO_ON = "go-on"
NOTHING_IMPROPER = "Nothing improper happened here."
CLEAN = 0.15
"""How often nothing is wrong."""
SECONDS, SECONDS_A_LINE = 5.0, 2.0


# Skills --------------------------------------------------------------------------------------------


def _cases(syllabus: Syllabus) -> dict[str, tuple[Skill, Fault]]:
    return _cases_of(syllabus_of(syllabus.setup))


@lru_cache(maxsize=16)
def _cases_of(syllabus: Syllabus) -> dict[str, tuple[Skill, Fault]]:
    """Every skill with the fault that it is about: to see it, and each ruling on it."""
    found = {}
    for fault in faults(syllabus):
        for skill in _skills_of(syllabus, fault):
            found[skill.id] = skill, fault
    return found


def _skills_of(syllabus: Syllabus, fault: Fault) -> Iterator[Skill]:
    group = _GROUPS[fault.sort]
    says = "" if fault.incident or fault.irregularity else f"{fault.title}."
    yield syllabus.skill(GUARD, fault.rule, Topic.GUARDING, group, says=says, case=fault.case)
    if fault.incident:
        for ruling in fault.incident.rulings:
            yield syllabus.skill(GUARD, fault.incident.rule(ruling), Topic.GUARDING, group)


_GROUPS = {
    Sort.CHIPS: "Chips",
    Sort.LIMIT: "Limits",
    Sort.CASH: "Chips",
    Sort.CARDS: "Cards and hands",
    Sort.LEFT_OUT: "Cards and hands",
    Sort.PAYMENT: "Payments",
}


def _named(syllabus: Syllabus, fault: Fault) -> Skill:
    """The skill of seeing a fault."""
    case = f"/{fault.case}" if fault.case else ""
    return _cases(syllabus)[f"{GUARD} {fault.rule}{case}"][0]


# Questions -----------------------------------------------------------------------------------------


class GuardIt:
    """What is improper, seen when it happens."""

    id = GUARD
    title = "Guard it"
    about = "Watch the table as it plays: stop it when something improper happens, and name it."
    seconds = 45.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        return [skill for skill, _ in _cases(syllabus).values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        """A table with nothing wrong asks for the seeing only: there is nothing to rule on."""
        is_seeing = skill == _named(syllabus, _cases(syllabus)[skill.id][1])
        return _asked(syllabus, skill, rng, is_clean=rng.random() < CLEAN and is_seeing)

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """The same table, with nothing wrong where something was, and the other way round."""
        return _asked(syllabus, skill, rng, is_clean=rng.random() >= CLEAN)


def _asked(syllabus: Syllabus, skill: Skill, rng: Random, *, is_clean: bool) -> Question:
    _, fault = _cases(syllabus)[skill.id]
    devices = list(syllabus.devices)
    if fault.irregularity:
        devices = seen_with(syllabus, fault.irregularity)
    device = rng.choice(devices)
    last: Last | None = None
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
        last = _what_is_done(syllabus, device, fault, run.sight, rng) if run.sight else None
    options = _options(syllabus, device)
    stages, keys = [], []
    seen = frames[at].told[-1] if at is not None else ""
    if fault.sort is Sort.LEFT_OUT and fault.irregularity:
        seen = fault.irregularity.looks
    for number, frame in enumerate(frames):
        stages.append(_stage(table, device, frame, options, asks))
        keys.append({"watch": _key(syllabus, fault, options, number, at, seen)})
    if at is not None and last is not None:
        part_keys, parts = last
        shown = stages[at].shown
        said = f"{fault.title}. What is done about it?"
        stages.append(Stage(asks=said, shown=shown, parts=parts))
        keys.append(part_keys)
    return question(skill, stages, keys, hides_length=True)


def _options(syllabus: Syllabus, device: Device) -> list[Option]:
    """Nothing is wrong, or any of the faults that can be seen with a device."""
    here = {each.id for each in can_happen_with(syllabus, device)}
    found = [Option(GO_ON, "Nothing wrong: go on.")]
    for number, fault in enumerate(faults(syllabus)):
        if fault.irregularity is None or fault.irregularity.id in here:
            found.append(Option(str(number), fault.title))
    return found


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
    skill = _named(syllabus, fault)
    if at is not None and number in (at, at + 1):
        right = next(option.id for option in options if option.says == fault.title)
        also = [GO_ON] if number > at else []
        return key(skill, right, also=also, missed=seen, said=fault.title)
    return key(skill, GO_ON, says=NOTHING_IMPROPER, missed=NOTHING_IMPROPER)


# What is done about it -----------------------------------------------------------------------------

Last = tuple[dict[str, Key], list[AnyPart]]


def _what_is_done(
    syllabus: Syllabus, device: Device, fault: Fault, sight: Sight, rng: Random
) -> Last:
    if fault.incident:
        return _ruled(syllabus, fault.incident)
    if fault.irregularity:
        return _ruled_by_effect(syllabus, device, fault)
    skill = _named(syllabus, fault)
    if fault.sort is Sort.LIMIT:
        right = capital(f"{syllabus.procedure.off_limits.value}.")
        wrong = [capital(f"{each.value}.") for each in OffLimits]
        wrong += ["It goes back after the round.", "It voids the round."]
    else:
        right, wrong = sight.answer, ["It plays as it lies.", "It plays if a supervisor counts it."]
        wrong.append("It is changed into chips after the round.")
    options, id = offered(right, wrong, rng)
    part = Choose(id="done", asks="What is done?", options=options)
    says = syllabus.rules[fault.rule].sentence
    return {"done": key(skill, id, says=says, missed=sight.told)}, [part]


def _ruled(syllabus: Syllabus, incident: Incident) -> Last:
    """The usual ruling, and what holds if a supervisor finds that nothing improper happened."""
    incidents = syllabus.procedure.incidents
    on = {ruling.says: each.title for each in incidents for ruling in each.rulings}
    says = list(on)
    options = [Option(str(n), each) for n, each in enumerate(says)]
    asks = (("usual", "What is the ruling?"), ("otherwise", "What else may a supervisor find?"))
    keys: dict[str, Key] = {}
    parts: list[AnyPart] = []
    for ruling, (id, asked) in zip(incident.rulings, asks, strict=False):
        skill = _cases(syllabus)[f"{GUARD} {incident.rule(ruling)}"][0]
        part = Choose(id=id, asks=asked, options=options, is_long=True)
        parts.append(part)
        refusals = {
            as_answer(part, each.id): f"That is ruled where {going_on(on[each.says])}."
            for each in options
            if on[each.says] != incident.title
        }
        missed = f"{incident.title}."
        right = str(says.index(ruling.says))
        keys[id] = key(skill, right, refusals=refusals, missed=missed)
    return keys, parts


def _ruled_by_effect(syllabus: Syllabus, device: Device, fault: Fault) -> Last:
    """What becomes of the round, as the procedure rules with this device."""
    assert fault.irregularity is not None
    rulings = fault.irregularity.rulings_with(device, syllabus.ruleset.rulings)
    known = effects_known(syllabus, device)
    options = [Option(str(n), effects_said(each)) for n, each in enumerate(known)]
    says = " ".join(each.says for each in rulings)
    right = key(_named(syllabus, fault), str(known.index(choices(rulings))), says=says, missed=says)
    return {"done": right}, [Choose(id="done", asks="What becomes of the round?", options=options)]


def _put_right(syllabus: Syllabus, fault: Fault, wager: str, rule: str, cents: int) -> Last:
    """What should have been paid."""
    line, on = syllabus.rules[rule], bet_on(syllabus.book, wager)
    asks = f"What is rightly paid on {on}, beside the wager itself?"
    right = key(
        _named(syllabus, fault),
        cents,
        rule=rule,
        says=line.sentence,
        source=str(line.source),
        missed=f"{line.sentence} {money(cents)}.",
    )
    return {"paid": right}, [Amount(id="paid", asks=asks)]


GUARD_IT = GuardIt()
