"""What a candidate is asked in an audition, and what is right: the next step, a call, a payment."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec

from tablewright.rules.procedure import UsesHand
from tablewright.school.auditions.terms import CALLS, MANNER, MONEY, ORDER
from tablewright.school.called import CALL, CALLED_IN, call_part
from tablewright.school.felts import HAND
from tablewright.school.felts import MANNER as MANNER_CASE
from tablewright.school.felts import ORDER as ORDER_CASE
from tablewright.school.payments import Asked, Manners, payments
from tablewright.school.questions import AnyPart, Choose, Key, Option
from tablewright.school.skills import Skill
from tablewright.school.steps import WAIT_SAYS, choices, dealers_kinds, next_part, step_id, steps_of
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table.acts.settling import Settle
from tablewright.table.automation import Step
from tablewright.table.machine import Table
from tablewright.table.record import Act, Record

NEXT = "next"
ASKS_NEXT = "What do you do next?"
FIRST = "first"
OF_MONEY = ("-does", "-pays")
OF_HAND = "-hand"
EITHER = UsesHand.EITHER.name.lower()
OF_MANNER = (OF_HAND, "-where", "-how")


class Sheet(NamedTuple):
    """What is asked at once, and which area each part belongs to."""

    parts: list[AnyPart]
    keys: dict[str, Key]
    areas: dict[str, str]


# The next step -------------------------------------------------------------------------------------


def next_asked(t: Table) -> Choose:
    """Every step of a dealer in this game, whether it is the next one or not."""
    offered = choices(t, _steps(t), None)
    options = [Option(each.id, each.says) for each in offered]
    return Choose(id=NEXT, asks=ASKS_NEXT, options=options, is_long=len(options) > 12)


def next_key(table: DrillTable, right: Step | None, asked: Choose) -> Sheet:
    """What is right of it now: the step that is due, or to wait for the players."""
    t = table.table
    rule = t.rule_of(type(right[0])) if right else t.phase_rule
    skill = step_skill(table.syllabus, t, rule)
    _, key = next_part(table, right, _steps(t), skill, asks=ASKS_NEXT)
    if right is None:
        key = msgspec.structs.replace(key, said=WAIT_SAYS)
    return Sheet([asked], {NEXT: key}, {NEXT: ORDER})


def is_asked(t: Table, step: Step) -> bool:
    """Whether a step is one that a candidate can name; the house does any other."""
    return step_id(step[0]) in {step_id(act) for act, _ in _steps(t)}


def _steps(t: Table) -> list[Step]:
    return steps_of(t, dealers_kinds(t))


def step_skill(syllabus: Syllabus, t: Table, rule: str) -> Skill:
    """The skill of a step in a round with this device; that of its phase, where it has none."""
    for name in (rule, t.phase_rule):
        for id in (f"deal {name}@{t.device.id}", f"deal {name}"):
            if id in syllabus.skills:
                return syllabus.skills[id]
    raise AssertionError(f"no skill is {rule} with {t.device.id}")


# Calls ---------------------------------------------------------------------------------------------


def call_asked(
    syllabus: Syllabus, t: Table, act: Act, records: Sequence[Record], rule: str, rng: Random
) -> Sheet | None:
    """What is called with a step; now and then it is asked where nothing is."""
    found = call_part(
        t, act, records, lambda: _call_skill(syllabus, t, rule), rng, may_be_nothing=True
    )
    if found is None:
        return None
    part, key = found
    return Sheet([part], {part.id: key}, {part.id: CALLS})


def _call_skill(syllabus: Syllabus, t: Table, rule: str) -> Skill:
    rules = [rule, *(f"{t.book.game.id}.phase.{phase}" for phase in CALLED_IN)]
    return next(
        syllabus.skills[id] for each in rules if (id := f"deal {each}/{CALL}") in syllabus.skills
    )


# Payments ------------------------------------------------------------------------------------------


def payment_asked(syllabus: Syllabus, t: Table, rng: Random) -> Sheet:
    """What becomes of each wager of the next place, which comes first, and how one of them is paid."""
    stage = t.book.stages[t.state.pending[0][0]].id
    rule = f"{t.book.game.id}.stage.{stage}"
    skills = syllabus.skills
    manners = Manners(
        skills.get(f"settle {rule}/{HAND}"), skills.get(f"settle {rule}/{MANNER_CASE}")
    )
    asked, came = payments(
        syllabus,
        t,
        skills.get(f"settle {rule}") or step_skill(syllabus, t, t.rule_of(Settle)),
        order=skills.get(f"settle {rule}/{ORDER_CASE}"),
        manners=manners,
    )
    shown = rng.choice(came).wager if came else ""
    kept = [
        part
        for part in asked.parts
        if _is_kept(part.id, shown) and _can_be_wrong(part, asked.keys[part.id])
    ]
    keys = {part.id: _with_any_hand(part, asked.keys[part.id]) for part in kept}
    return Sheet(kept, keys, {part.id: _area(part.id) for part in kept})


def _with_any_hand(part: AnyPart, key: Key) -> Key:
    """Where either hand will do, the one that is used is right."""
    if not part.id.endswith(OF_HAND) or key.right != EITHER:
        return key
    return msgspec.structs.replace(key, also=tuple(each.name.lower() for each in UsesHand))


def _is_kept(id: str, wager: str) -> bool:
    """How chips are moved is asked of one wager only, so that a place is settled at a dealer's pace."""
    return not id.endswith(OF_MANNER) or id.removeprefix(wager) in OF_MANNER


def _can_be_wrong(part: AnyPart, key: Key) -> bool:
    """Whether there is anything to get wrong: where any wager may come first, nothing is asked."""
    return not isinstance(part, Choose) or len(key.also) + 1 < len(part.options)


def _area(id: str) -> str:
    if id == FIRST:
        return ORDER
    return MONEY if id.endswith(OF_MONEY) else MANNER


def wager_of(id: str) -> str:
    """The wager that a part of a payment is about; none, for which comes first."""
    for end in (*OF_MONEY, *OF_MANNER):
        if id.endswith(end):
            return id.removesuffix(end)
    return ""


def ruling_asked(asked: Asked, area: str) -> Sheet:
    """What is done about something improper, as it is asked in the drills."""
    return Sheet(asked.parts, asked.keys, dict.fromkeys(asked.keys, area))
