"""Pay it: what becomes of a wager now, and how much is paid, in money or in chips from the rack."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.manners import nets
from tablewright.rules.money import CAPS_ALL, CAPS_WINNINGS, Cap, HouseSettings, returned_cents
from tablewright.rules.wagers import STANDS
from tablewright.school.drills.pay_manners import ask_manner, manner_cases
from tablewright.school.keys import key
from tablewright.school.lines import LineCase, line_cases, skill_of
from tablewright.school.marking import as_answer
from tablewright.school.places import (
    Paid,
    Place,
    Wanted,
    asked_about,
    fits_there,
    paid,
    placed_there,
    right_chips,
    set_out,
    shown,
)
from tablewright.school.questions import (
    Amount,
    AnyPart,
    Choose,
    GiveChips,
    Key,
    Option,
    Question,
    Stage,
)
from tablewright.school.situations import facts_of, situation, twin_situation, why
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus
from tablewright.table.chips import chips_text, money

TAKE, PUSH, PAY, STANDING = "take", "push", "pay", "stands"
ENDS = {
    TAKE: "It loses: take it",
    PUSH: "It pushes: return it",
    PAY: "It wins: pay it",
    STANDING: "It stands: nothing is done yet",
}
POSTED = (50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000)
"""Maximum payouts as signs post them, in cents."""
MAXIMUM, SMALLEST_CHIP = "maximum", "smallest-chip"


class Form(StrEnum):
    """How a question is put; never chosen by what is right."""

    AMOUNT = "amount"
    CHIPS = "chips"
    SEAT = "seat"


FORMS = (Form.AMOUNT, Form.AMOUNT, Form.CHIPS, Form.SEAT)


class HouseCase(NamedTuple):
    """A skill about what the house's settings make of a payment."""

    skill: Skill
    numbers: dict[str, list[int]]
    is_maximum: bool


class Plan(NamedTuple):
    """A question as it was drawn: how it is put, about which wager, at which place."""

    form: Form
    wager: str
    place: Place


class Pay:
    """A wager, or all of a place's, is taken, pushed or paid."""

    id = "pay"
    title = "Pay the wagers"
    about = "Say what becomes of a wager and what is paid, in money or in chips from the rack."
    seconds = 15.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        every = line_cases(syllabus), _house_cases(syllabus), manner_cases(syllabus)
        return [case.skill for cases in every for case in cases.values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        if skill.id in manner_cases(syllabus):
            return ask_manner(syllabus, manner_cases(syllabus)[skill.id], rng)
        if skill.id in _house_cases(syllabus):
            return _ask_house(syllabus, _house_cases(syllabus)[skill.id], rng)
        plan = _planned(syllabus, line_cases(syllabus)[skill.id], rng)
        return _question(syllabus, skill, plan)

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """One card is another, or the decision is: another line settles the wager."""
        if skill.id not in line_cases(syllabus):
            return None
        plan = _planned(syllabus, line_cases(syllabus)[skill.id], rng)
        wager, place = plan.wager, plan.place
        first = skill_of(syllabus, wager, facts_of(syllabus, place.case, wager))

        def is_other(facts: int) -> bool:
            outcomes = syllabus.ruleset.wagers[wager].outcomes
            return facts in outcomes and skill_of(syllabus, wager, facts) != first

        case = twin_situation(syllabus, wager, place.case, is_other, rng)
        if case is None or not fits_there(syllabus, case, place):
            return None
        other = placed_there(syllabus, case, place.number, place.placed)
        return _question(syllabus, skill, plan._replace(place=other))


PAY_DRILL = Pay()


def _planned(syllabus: Syllabus, case: LineCase, rng: Random) -> Plan:
    """A place at which the skill decides, and how it is asked about."""
    form = rng.choice(FORMS)
    wager = rng.choice([*case.numbers])
    found = situation(syllabus, wager, case.numbers[wager], rng)
    wanted = Wanted(wager, is_whole=form is Form.SEAT, is_from_rack=form is Form.CHIPS)
    return Plan(form, wager, set_out(syllabus, found, wanted, rng))


# Questions -----------------------------------------------------------------------------------------


def _question(syllabus: Syllabus, skill: Skill, plan: Plan) -> Question:
    asked, place = asked_about(syllabus, plan.place), plan.place
    wagers = asked if plan.form is Form.SEAT else [plan.wager]
    parts: list[AnyPart] = []
    keys: dict[str, Key] = {}
    for wager in wagers:
        prefix = f"{wager}." if plan.form is Form.SEAT else ""
        with_chips = plan.form is Form.CHIPS
        for part, right in _asked(syllabus, place, wager, prefix, with_chips=with_chips):
            parts.append(part)
            keys[part.id] = right
    name = syllabus.ruleset.wagers[plan.wager].wager.name
    asks = f"Settle this wager: {name}." if plan.form is not Form.SEAT else "Settle every wager."
    return _put(syllabus, skill, asks, place, parts, keys)


def _put(
    syllabus: Syllabus,
    skill: Skill,
    asks: str,
    place: Place,
    parts: list[AnyPart],
    keys: dict[str, Key],
) -> Question:
    return Question(
        drill=PAY_DRILL.id,
        skill=skill.id,
        rule=skill.rule,
        source=skill.source,
        stages=[Stage(asks=asks, shown=shown(syllabus, place), parts=parts)],
        keys=[keys],
        round=place.round,
        result=place.result,
    )


def _asked(
    syllabus: Syllabus, place: Place, wager: str, prefix: str, *, with_chips: bool = False
) -> list[tuple[AnyPart, Key]]:
    """What is asked of one wager: the same, whatever becomes of it."""
    name = syllabus.ruleset.wagers[wager].wager.name
    done = paid(syllabus, place, wager)
    what = Choose(id=f"{prefix}what", asks=f"{name}: what becomes of it?", options=_ends(syllabus))
    found: list[tuple[AnyPart, Key]] = [(what, _key(syllabus, place, wager, done.ends))]
    if with_chips:
        chips, also = right_chips(syllabus, place, wager, done)
        rack = GiveChips(
            id=f"{prefix}chips",
            asks=f"{name}: which chips do you pay? (none if it is not paid)",
            rack=dict(syllabus.setup.float_chips),
        )
        other = ""
        if chips:
            sized_in = f"; or size in {chips_text(chips)}" if also else ""
            fewest = chips_text(also[0] if also else chips)
            other = f"The money is right. The fewest chips are {fewest}{sized_in}."
        found.append((rack, _key(syllabus, place, wager, chips, also=also, other_chips=other)))
    else:
        amount = Amount(
            id=f"{prefix}amount",
            asks=f"{name}: what do you pay on top of the stake? ($0 if nothing)",
        )
        said = _amount_said(done)
        in_part = {}
        if done.winnings:
            both, won = done.stake + done.winnings, money(done.winnings)
            in_part = {as_answer(amount, both): f"That is with the stake. The winnings are {won}."}
        right = _key(syllabus, place, wager, done.winnings, said=said, in_part=in_part)
        found.append((amount, right))
    return found


@lru_cache(maxsize=16)
def _ends(syllabus: Syllabus) -> list[Option]:
    """What can become of a wager in this game, in one order for all questions."""
    lines = [line for each in syllabus.ruleset.wagers.values() for line in each.lines]
    can_stand = any(line.pays is STANDS for line in lines)
    return [Option(id, says) for id, says in ENDS.items() if can_stand or id != STANDING]


def _amount_said(done: Paid) -> str:
    if not done.winnings or done.net is None:
        return "Nothing"
    return f"{money(done.winnings)}: {done.net.numerator}-{done.net.denominator} on {money(done.stake)}"


def _key(
    syllabus: Syllabus,
    place: Place,
    wager: str,
    right: object,
    *,
    also: Sequence[object] = (),
    in_part: Mapping[str, str] | None = None,
    said: str = "",
    other_chips: str = "",
) -> Key:
    skill = skill_of(syllabus, wager, facts_of(syllabus, place.case, wager))
    return key(
        skill,
        right,
        also=also,
        in_part=in_part,
        missed=why(syllabus, place.case, wager),
        said=said,
        other_chips=other_chips,
    )


# What the house's settings make of it --------------------------------------------------------------


@lru_cache(maxsize=16)
def _house_cases(syllabus: Syllabus) -> dict[str, HouseCase]:
    """Maximum payouts that may be posted, and payments that do not come out in chips."""
    found: dict[str, HouseCase] = {}
    for id, decided in syllabus.ruleset.wagers.items():
        wager, rule = decided.wager, f"{syllabus.game.id}.{id}"
        odds = nets(decided)
        if wager.maximum and wager.kind not in syllabus.setup.maximum_payouts:
            high = odds[len(odds) // 2 :]
            numbers = [n for n, each in decided.outcomes.items() if each.net in high]
            limits = "winnings" if decided.cap is CAPS_WINNINGS else "winnings and stake together"
            says = (
                f"The house may post the most that it pays on the {wager.name}: it limits {limits}."
            )
            skill = syllabus.skill(
                "pay", rule, Topic.PAYMENTS, wager.title, says=says, case=MAXIMUM
            )
            found[skill.id] = HouseCase(skill, {id: numbers}, is_maximum=True)
        for number, each in decided.outcomes.items():
            if each.net is None or each.net <= 0 or each.net.denominator == 1:
                continue
            line = decided.lines[each.line]
            says = "What does not come out in chips is rounded down to the smallest chip in use."
            skill = syllabus.skill(
                "pay", line.rule, Topic.PAYMENTS, wager.title, says=says, case=SMALLEST_CHIP
            )
            case = found.setdefault(skill.id, HouseCase(skill, {}, is_maximum=False))
            case.numbers.setdefault(id, []).append(number)
    return found


def _ask_house(syllabus: Syllabus, case: HouseCase, rng: Random) -> Question:
    wager = rng.choice([*case.numbers])
    found = situation(syllabus, wager, case.numbers[wager], rng)
    place = set_out(syllabus, found, Wanted(wager), rng)
    decided, done = syllabus.ruleset.wagers[wager], paid(syllabus, place, wager)
    name, kind = decided.wager.name, decided.wager.kind
    if case.is_maximum:
        most = rng.choice(POSTED)
        house = HouseSettings(syllabus.book.smallest_chip, {kind: most})
        limits = "winnings and stake together" if decided.cap is CAPS_ALL else "winnings"
        asks = f"If the sign posts a maximum payout of {money(most)} ({limits}), what is paid?"
    else:
        chips = [each for each in syllabus.setup.denominations if each <= done.stake]
        uneven = [each for each in chips if done.winnings % each]
        house = HouseSettings(rng.choice(uneven if uneven and rng.random() < 0.8 else chips))
        asks = f"If {money(house.smallest_chip_cents)} is the smallest chip in use, what is paid?"
    assert done.net is not None
    back = returned_cents(
        done.stake, done.net, house, decided.cap if case.is_maximum else Cap.NONE, kind
    )
    asked = _asked(syllabus, place, wager, "")
    parts = [part for part, _ in asked]
    keys = {part.id: right for part, right in asked}
    parts.append(Amount(id="house", asks=f"{name}: {asks}"))
    odds_alone = f"The odds alone come to {money(done.winnings)}."
    keys["house"] = key(case.skill, back - done.stake, missed=odds_alone)
    return _put(syllabus, case.skill, f"Settle this wager: {name}.", place, parts, keys)
