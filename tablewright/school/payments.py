"""A place as it is settled, as a question: what becomes of each wager, how much, with which hand.

Parts stand in the order in which wagers lie, never in the order of settlement: which wager comes first
is asked. Whatever comes of a wager, the same is asked about it, so that nothing tells the answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK, cards, faces
from tablewright.rules.english import capital
from tablewright.rules.procedure import Manner, Payment, Procedure, UsesHand, Where
from tablewright.rules.procedure import Stage as Pass
from tablewright.school.dealing import SeatDealt
from tablewright.school.drawing import RoundDealt
from tablewright.school.keys import key
from tablewright.school.lines import skill_of
from tablewright.school.questions import Amount, AnyPart, Choose, Key, Option
from tablewright.school.situations import Situation
from tablewright.school.situations import why as decided_by
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.acts.dealing import said_of
from tablewright.table.acts.payments import facts_of, settled
from tablewright.table.chips import money
from tablewright.table.machine import Table
from tablewright.table.why import why
from tablewright.table.words import ABOUT, ENGLISH

NONE = "none"
NOT_TOUCHED = Option(NONE, "None: nothing is paid or taken")
OUTCOMES = ("loses", "wins", "pushes", "stays")
DONE = {
    "loses": "is taken",
    "wins": "is paid",
    "pushes": "goes back",
    "given-back": "goes back",
    "stays": "stays",
}
ANSWERS = 4
"""How many readings of a hand are offered."""


class Asked(NamedTuple):
    """Parts with their keys."""

    parts: list[AnyPart]
    keys: dict[str, Key]

    def add(self, part: AnyPart, key: Key) -> None:
        self.parts.append(part)
        self.keys[part.id] = key


class Manners(NamedTuple):
    """What is asked of how chips are moved."""

    hand: Skill | None = None
    where: Skill | None = None


UNASKED = Manners()


def payments(
    syllabus: Syllabus,
    table: Table,
    skill: Skill,
    *,
    order: Skill | None = None,
    manners: Manners = UNASKED,
) -> tuple[Asked, list[acts.Settled]]:
    """What is asked of the next place, and what the table makes of it; nothing is done yet.

    `skill` is shown by a wager whose own skill is not taught here, `order` by which comes first.
    """
    came = settled(table)
    asked = Asked([], {})
    if order and len(came) > 1:
        asked.add(*_first(table, came, order))
    inwards = {id: n for n, id in enumerate(table.book.wagers)}
    for each in sorted(came, key=lambda one: inwards[one.wager]):
        shows = paid_skill(syllabus, table, each) or skill
        decides = why_settled(syllabus, table, each)
        asked.add(*_outcome(table, each, shows, decides))
        asked.add(*_amount(table, each, shows, decides))
        if manners.hand:
            asked.add(*_hand(table, each, manners.hand))
        if manners.where:
            asked.add(*_where(table, each, manners.where))
            asked.add(*_how(table, each, manners.where))
    return asked, came


def paid_skill(syllabus: Syllabus, table: Table, settled: acts.Settled) -> Skill | None:
    """The skill of the line that a wager is paid by, where payments are taught."""
    facts = facts_of(table, settled.place, settled.wager)
    skill = skill_of(syllabus, settled.wager, facts)
    is_its_line = skill.rule == settled.rule and skill.id in syllabus.skills
    return skill if is_its_line else None


def why_settled(syllabus: Syllabus, table: Table, settled: acts.Settled) -> str:
    """The facts that decide a wager at a table, in words."""
    state, hand = table.state, table.course.hand
    if table.book.is_draw:
        facts = table.course.round_facts(state)
        so_far = RoundDealt(hand(state.drawn), state.is_void, facts)
        return decided_by(syllabus, Situation(so_far=so_far), settled.wager)
    seat = state.seats[settled.place]
    held = hand(seat.cards)
    dealt = SeatDealt(
        hand(state.dealer_cards),
        held,
        seat.decision or None,
        tuple(held[n] for n in seat.plays) if seat.plays and held else None,
        state.is_void,
        facts_of(table, settled.place, settled.wager),
    )
    return decided_by(syllabus, Situation(seat=dealt), settled.wager)


# One wager -----------------------------------------------------------------------------------------


def _named(table: Table, settled: acts.Settled) -> str:
    return f"{table.book.wagers[settled.wager].name} {money(settled.stake + settled.excess)}"


def _key(
    table: Table,
    settled: acts.Settled,
    skill: Skill,
    right: object,
    missed: str,
    in_part: Mapping[str, str] | None = None,
) -> Key:
    """What is right of a wager, by the line that settled it."""
    because = why(table.book, settled)
    return key(
        skill,
        right,
        in_part=in_part,
        rule=settled.rule,
        says=" ".join(filter(None, (because.sentence, because.odds))),
        source=because.source,
        missed=missed,
    )


def _first(table: Table, came: Sequence[acts.Settled], skill: Skill) -> tuple[Choose, Key]:
    names = {each.wager: table.book.wagers[each.wager].name for each in came}
    inwards = [id for id in table.book.wagers if id in names]
    order = ", ".join(names[each.wager] for each in came)
    stage, first = table.book.stages[table.state.pending[0][0]], came[0]
    also = [each.wager for each in came[1:] if _may_be_first(table, stage, first, each)]
    right = key(skill, first.wager, also=also, missed=f"The order here: {order}.")
    options = [Option(id, names[id]) for id in inwards]
    return Choose(id="first", asks="Which wager do you settle first?", options=options), right


def _may_be_first(table: Table, stage: Pass, first: acts.Settled, other: acts.Settled) -> bool:
    """Whether a wager may as well be settled before the one that comes first in the list."""
    if stage.takes_first and bool(first.returned) != bool(other.returned):
        return False
    kinds = {table.book.wagers[each.wager].kind for each in (first, other)}
    return len(kinds) == 1 or any(kinds <= set(group) for group in stage.alike)


def _outcome(table: Table, each: acts.Settled, skill: Skill, decides: str) -> tuple[Choose, Key]:
    cases = OUTCOMES if table.book.is_draw else OUTCOMES[:3]
    options = [Option(case, ENGLISH.say(each.name, ABOUT, case)) for case in cases]
    right = "pushes" if each.outcome == "given-back" else each.outcome
    part = Choose(
        id=f"{each.wager}-does",
        asks=f"{_named(table, each)}: what do you do with it?",
        options=options,
    )
    return part, _key(table, each, skill, right, decides)


def _amount(table: Table, each: acts.Settled, skill: Skill, decides: str) -> tuple[Amount, Key]:
    won = max(0, each.won)
    in_part = {}
    if won:
        in_part[str(each.returned)] = f"That is with the stake. The winnings are {money(won)}."
    part = Amount(
        id=f"{each.wager}-pays",
        asks=f"{_named(table, each)}: how much do you pay? ($0 if nothing)",
    )
    return part, _key(table, each, skill, won, decides, in_part)


# How chips are moved -------------------------------------------------------------------------------


def _manner_key(table: Table, each: acts.Settled, skill: Skill, right: str, says: str) -> Key:
    name = table.book.wagers[each.wager].name
    missed = f"{name} {DONE[each.outcome]} at {table.place(each.place)}."
    return key(skill, right, says=says, source=each.source, missed=missed)


def _hand(table: Table, each: acts.Settled, skill: Skill) -> tuple[Choose, Key]:
    options = [Option(hand.name.lower(), capital(hand.value)) for hand in UsesHand]
    right = next((hand.name.lower() for hand in UsesHand if hand.value == each.hand), NONE)
    part = Choose(
        id=f"{each.wager}-hand",
        asks=f"{_named(table, each)}: with which hand?",
        options=[*options, NOT_TOUCHED],
    )
    return part, _manner_key(table, each, skill, right, "")


def _where(table: Table, each: acts.Settled, skill: Skill) -> tuple[Choose, Key]:
    taken = Option("taken", "To the float")
    wheres = _manners(table.book.procedure, each.wager, table.book.wagers[each.wager].kind).wheres
    options = [Option(where.name.lower(), capital(where.value)) for where in wheres]
    right = next((where.name.lower() for where in Where if where.value == each.where), NONE)
    if each.outcome == "loses":
        right = taken.id
    part = Choose(
        id=f"{each.wager}-where",
        asks=f"{_named(table, each)}: where do the chips go?",
        options=[*options, taken, NOT_TOUCHED],
    )
    return part, _manner_key(table, each, skill, right, each.how)


def _how(table: Table, each: acts.Settled, skill: Skill) -> tuple[Choose, Key]:
    kind = table.book.wagers[each.wager].kind
    hows = {*_manners(table.book.procedure, each.wager, kind).hows}
    if each.how:
        hows.add(each.how)
    ids = {how: f"how-{n}" for n, how in enumerate(sorted(hows))}
    part = Choose(
        id=f"{each.wager}-how",
        asks=f"{_named(table, each)}: how is it paid?",
        options=[*(Option(id, how) for how, id in ids.items()), Option(NONE, "It is not paid")],
    )
    return part, _manner_key(table, each, skill, ids.get(each.how, NONE), each.how)


class _Ways(NamedTuple):
    wheres: tuple[Where, ...]
    hows: tuple[str, ...]


ODDS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(11))
STAKES = ({500: 1}, {500: 7}, {100: 1, 500: 1}, {100: 1, 500: 1, 2500: 1})


@lru_cache(maxsize=256)
def _manners(procedure: Procedure, wager: str, kind: str) -> _Ways:
    """Every way in which a wager may come to be paid, as the procedure has it."""
    found: list[Manner] = []
    for net, stake, approval, total in product(ODDS, STAKES, (False, True), (False, True)):
        payment = Payment(2, wager, kind, net, stake, approval, total)
        found.append(procedure.manner(payment))
    wheres = {each.where for each in found}
    return _Ways(
        tuple(where for where in Where if where in wheres),
        tuple(sorted({each.how for each in found})),
    )


def approval_said(t: Table) -> list[str]:
    """From what on a payment waits for a supervisor, where any does."""
    threshold = t.book.setup.approval_from
    if threshold is None:
        return []
    return [f"Payments of {money(threshold)} or more wait for a supervisor."]


# Reading -------------------------------------------------------------------------------------------


def reading(table: Table, place: int, skill: Skill, rng: Random) -> tuple[Choose, Key]:
    """What a hand is that was turned just now, among hands that one or two other cards would make.

    Those are of ranks that lie there, so that no name is out of the question at first sight.
    """
    seat, contest = table.state.seats[place], table.book.contest
    held = list(cards(seat.cards))

    def said(hand: Iterable[object]) -> str:
        return said_of(
            contest, table.judged(" ".join(str(c) for c in hand)), seat.decision, seat.plays
        )

    right = said(card.text for card in held)
    found = {right}
    near = [card for card in DECK if any(card.rank == each.rank for each in held)]
    for number in range(40):
        if len(found) == ANSWERS:
            break
        other, among = list(held), near if number < 30 else DECK
        for n in rng.sample(range(len(held)), rng.choice((1, 1, 2))):
            other[n] = rng.choice([card for card in among if card not in other] or DECK)
        found.add(said(card.text for card in other))
    ids = {says: f"hand-{n}" for n, says in enumerate(sorted(found))}
    part = Choose(
        id="reads",
        asks=f"What is the hand of {table.place(place)}?",
        options=[Option(id, capital(says)) for says, id in ids.items()],
    )
    return part, key(skill, ids[right], missed=f"{faces(held)}.")
