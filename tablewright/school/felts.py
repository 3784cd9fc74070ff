"""A felt that is to be settled: hands dealt and the dealer's turned, or a card drawn for everyone.

Made so that a skill can be shown there: a pass of settlement has something to settle, a hand is turned,
a place has two wagers that are settled together.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK
from tablewright.rules.draw import Draw
from tablewright.rules.irregularities import Effect
from tablewright.rules.phases import PhaseId
from tablewright.rules.sources import Leading
from tablewright.school.rounds import RoundNotes
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_INSPECTOR
from tablewright.table.acts.payments import APPROVE_FIRST, SHOW_FIRST
from tablewright.table.automation import countersignature
from tablewright.table.machine import Table

ORDER, HAND, MANNER, READ, VOID = "order", "hand", "manner", "hands-read", "void"
"""The cases: which wager first, with which hand, how chips are moved, what hands are, a void round."""
TRIES, MOST_DRAWS = 40, 400
ON_CARD, ON_ROUND = 0.3, 0.6
"""How likely a wager on a card is made, and one on a round or a hand."""
ALIVE, FEW_ON_CARD = 0.7, 0.15
"""How likely a run is alive in a round that is void, and a wager on its next card made."""
HIGH_STAKES, APPROVAL_FROM = (5, 10, 20), 5000


class Felt(NamedTuple):
    """A table that is to be settled, and what has been noted of its round."""

    table: DrillTable
    notes: RoundNotes


def _table(syllabus: Syllabus, skill: Skill, rng: Random) -> DrillTable:
    """A table with any device; where approvals are asked for, about as many are needed as not."""
    approval_from = APPROVAL_FROM if skill.rule == APPROVE_FIRST else None
    device = rng.choice(syllabus.devices).id
    return DrillTable(syllabus, device, rng, approval_from=approval_from)


def _hands(syllabus: Syllabus, skill: Skill, rng: Random) -> Felt:
    """Hands dealt and decided on, the dealer's turned."""
    table = _table(syllabus, skill, rng)
    table.seat_some(*_seats(skill))
    _bet(table, skill)
    table.stack_hands({})
    notes = RoundNotes(table)
    table.run_to(PhaseId.REVEAL)
    notes.note_hands()
    table.run_to(PhaseId.SETTLE)
    return Felt(table, notes)


def _draw_felt(syllabus: Syllabus, skill: Skill, rng: Random) -> Felt | None:
    """A card drawn that decides something: any card of the round, or one that the skill needs."""
    table = _table(syllabus, skill, rng)
    table.seat_some(*_seats(skill))
    for _ in range(MOST_DRAWS):
        draws = [rng.choice(DECK).text for _ in range(table.table.book.draw.cards)]
        if deciding := _deciding_cards(table.table, skill, draws):
            break
    asked_at = rng.choice(deciding)
    table.stack_draws(draws)
    notes = RoundNotes(table)
    table.bet(
        1.0 if skill.case == ORDER else ON_ROUND,
        of=[id for id in table.table.book.wagers if id not in table.table.book.on_card],
    )
    for number in range(1, asked_at + 1):
        if number == asked_at:
            _bet(table, skill)
        table.run_to(PhaseId.DRAW)
        notes.note_card()
        table.run_until(_after_draw)
        if number < asked_at:
            table.run_until(_takes_wagers)
    return Felt(table, notes) if table.table.state.phase == PhaseId.SETTLE else None


def _void_felt(syllabus: Syllabus, skill: Skill, rng: Random) -> Felt | None:
    """A round of draws that a supervisor declares void before its next card comes."""
    table = _table(syllabus, skill, rng)
    t = table.table
    draws = _alive(t.book.draw, rng)
    table.seat_some(2, 3)
    table.stack_draws(draws)
    notes = RoundNotes(table)
    table.bet(1.0, of=[id for id in t.book.wagers if id not in t.book.on_card])
    for number in range(len(draws) + 1):
        if number:
            table.run_until(_takes_wagers)
        if number == len(draws):
            table.bet(FEW_ON_CARD)
        table.forget_told()
        table.run_until(lambda t: t.state.phase == PhaseId.DRAW and not t.state.burn_due)
        notes.note_card()
        if number < len(draws):
            table.run_until(_after_draw)
    ends = _void_now(table)
    if ends:
        table.do(rng.choice(ends), THE_INSPECTOR)
        while step := countersignature(t):
            table.do(*step)
    return Felt(table, notes) if t.state.phase == PhaseId.SETTLE else None


def _alive(draw: Draw, rng: Random) -> list[str]:
    """Some cards of a round, not all: mostly of a run that goes on."""
    kinds = [each.test for each in draw.round_sources.values() if isinstance(each, Leading)]
    count = rng.randint(2, draw.cards - 1)
    fits = rng.choice(kinds) if kinds and rng.random() < ALIVE else None
    return [rng.choice([c for c in DECK if not fits or fits(c)]).text for _ in range(count)]


def _void_now(table: DrillTable) -> list[acts.Declare]:
    """What could be declared now by which the round is void."""
    t = table.table
    return [
        declare
        for each in t.book.procedure.irregularities
        if not each.devices or t.device.id in each.devices
        for ruling in each.rulings_with(t.device, t.book.rulings)
        if ruling.effect is Effect.VOID
        for declare in (acts.Declare(each.id, ruling.id),)
        if table.refusal(declare, THE_INSPECTOR) is None
    ]


def _deciding_cards(t: Table, skill: Skill, draws: Sequence[str]) -> list[int]:
    """The cards, counted from 1, that decide a wager of the skill; any, if it needs none."""
    numbers = list(range(1, len(draws) + 1))
    passes = {f"{t.book.game.id}.stage.{each.id}": n for n, each in enumerate(t.book.stages)}
    if skill.rule == t.phase_rule.replace(t.state.phase, PhaseId.SETTLE):
        return numbers[-1:]
    if skill.rule not in passes:
        return numbers
    wagers = t.book.stage_wagers[passes[skill.rule]]
    if any(wager in t.book.on_card for wager in wagers):
        return numbers
    facts = [
        t.book.draw.round_facts(t.course.hand(tuple(draws[:n])), is_void=False)
        for n in range(len(draws) + 1)
    ]
    stands, needed = t.book.cashier.stands, 2 if skill.case == ORDER else 1
    return [
        n
        for n in numbers
        if sum(stands(each, facts[n - 1]) and not stands(each, facts[n]) for each in wagers)
        >= needed
    ]


def _after_draw(t: Table) -> bool:
    return t.state.phase != PhaseId.DRAW


def _takes_wagers(t: Table) -> bool:
    return t.state.phase == PhaseId.WAGERS


def _bet(table: DrillTable, skill: Skill) -> None:
    extras = ON_CARD if table.table.book.is_draw else ON_ROUND
    if skill.rule == APPROVE_FIRST:
        table.bet(extras, HIGH_STAKES)
    else:
        table.bet(extras)


def _seats(skill: Skill) -> tuple[int, int]:
    """Fewer places where more is asked of each."""
    return (3, 4) if skill.case == MANNER else (3, 7)


def _reaches(felt: Felt, skill: Skill) -> bool:
    """Whether the felt has what the skill is about."""
    table = felt.table.table
    passes = {
        f"{table.book.game.id}.stage.{table.book.stages[n].id}" for n, _ in table.state.pending
    }
    if ".stage." in skill.rule and skill.rule not in passes:
        return False
    if skill.rule == SHOW_FIRST or skill.case == READ:
        return any(table.course.must_show(table.state, place) for _, place in table.state.pending)
    if skill.case == ORDER:
        return any(
            sum(table.course.is_due(table.state, place, id) for id in table.book.stage_wagers[n])
            > 1
            for n, place in table.state.pending
            if skill.rule.endswith(f".{table.book.stages[n].id}")
        )
    return True


def felt_for(syllabus: Syllabus, skill: Skill, rng: Random) -> Felt:
    """A felt on which a skill is shown."""
    made = _void_felt if skill.case == VOID else _draw_felt if syllabus.book.is_draw else _hands
    for _ in range(TRIES):
        felt = made(syllabus, skill, rng)
        if felt and _reaches(felt, skill):
            return felt
    raise AssertionError(f"no felt shows {skill.id}")
