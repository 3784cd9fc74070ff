"""A table that is watched: a round in frames, with ordinary happenings and one that is not proper.

Everything ordinary is done at a real table by its players and dealer.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tablewright.rules.phases import PhaseId
from tablewright.rules.procedure import OffLimits
from tablewright.school.going_wrong import bet_on_card, decide_one, open_round, step_on
from tablewright.school.improper import Fault, Sight, Sort, happens, unchanged
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, player
from tablewright.table.acts.irregular import BURN, overlookable
from tablewright.table.acts.wagers import is_open, limits, may_be_moved
from tablewright.table.chips import rail
from tablewright.table.machine import Table
from tablewright.table.views import View
from tablewright.table.words import ENGLISH, HAPPENED, spelled

TRIES = 6
FEW = 0.15
"""How often each of many wagers is made, so that a frame can be read in its time."""
FEWEST_FRAMES, MOST_FRAMES = 4, 9


# Frames --------------------------------------------------------------------------------------------


class Frame(NamedTuple):
    """What is seen for a while."""

    told: list[str]
    view: View


class Run(NamedTuple):
    """Frames, and in which of them something improper happens; in none, if it is None."""

    table: DrillTable
    frames: list[Frame]
    at: int | None
    sight: Sight | None


def watched(syllabus: Syllabus, device: str, fault: Fault, rng: Random, *, is_clean: bool) -> Run:
    """A round in which a fault happens in its own time, or which nothing is wrong with."""
    eager = 0.5
    for _ in range(TRIES):
        run = _watched(DrillTable(syllabus, device, rng), fault, eager, is_clean=is_clean)
        if is_clean or run.at is not None:
            return run
        eager = 1.0
    raise AssertionError(f"{fault.title} never came")


def _watched(table: DrillTable, fault: Fault, eager: float, *, is_clean: bool) -> Run:
    rng = table.source
    table.seat_some(3, 4)
    table.stack([])
    table.forget_told()
    frames: list[Frame] = []
    sight: Sight | None = None
    at: int | None = None
    for is_left_out in _frames(table, fault, eager, is_clean=is_clean):
        told = table.told
        table.forget_told()
        if is_left_out:
            assert fault.irregularity is not None
            sight, at = Sight(fault.irregularity.looks, unchanged), len(frames)
        elif sight is None and not is_clean:
            sight = happens(table, fault)
            if sight is not None and rng.random() > eager and _is_undone(fault, table):
                sight = None
            if sight is not None:
                at = len(frames)
                told = [*told, sight.told]
        view = table.view()
        if sight is not None:
            sight.shows(view)
        frames.append(Frame(told, view))
        is_over = at is not None and len(frames) > at + 1
        if is_over or (is_clean and len(frames) == FEWEST_FRAMES + len(frames[0].told) % 3):
            break
        if len(frames) == MOST_FRAMES:
            break
    return Run(table, frames, at, sight)


def _is_undone(fault: Fault, table: DrillTable) -> bool:
    """Whether a sight leaves no trace at the table, so that it may come later."""
    stands = table.table.book.procedure.off_limits is OffLimits.STANDS
    return not (fault.sort is Sort.LIMIT and stands)


def _frames(table: DrillTable, fault: Fault, eager: float, *, is_clean: bool) -> Iterator[bool]:
    """A round, frame by frame: bets, second thoughts, then what the dealer does, step by step.

    Each says whether a step was left out in it, where that is the fault; it is so once.
    """
    t = table.table
    number = t.state.round
    leaves_out = fault.sort is Sort.LEFT_OUT and not is_clean
    open_round(table, 0.3 if t.book.is_draw else 0.6)
    if t.book.is_draw:
        bet_on_card(table, FEW)
    yield False
    _second_thoughts(table)
    yield False
    while t.state.round == number:
        is_left_out = _go_on(table, eager if leaves_out else 0.0)
        leaves_out = leaves_out and not is_left_out
        yield is_left_out


def _go_on(table: DrillTable, leaves_out: float) -> bool:
    """What the dealer does until something else begins: a phase, or the next place.

    So likely a burn that is due is left out, or some of its cards; whether it was.
    """
    t = table.table
    phase, pending = t.state.phase, len(t.state.pending)
    if phase == PhaseId.DECIDE:
        while t.state.phase == PhaseId.DECIDE:
            decide_one(table)
        return False
    if t.state.drawn and t.course.takes_wagers(t.state):
        bet_on_card(table, FEW)
    place = t.state.pending[0][1] if t.state.pending else 0
    while t.state.phase == phase and len(t.state.pending) == pending:
        step_on(table)
    is_left_out = BURN in overlookable(t) and table.source.random() < leaves_out
    if is_left_out:
        _leave_out_burn(table)
    while t.state.phase == PhaseId.DRAW and t.state.burn_due:
        step_on(table)
    if phase == PhaseId.SETTLE and t.state.phase == phase and t.book.is_draw:
        _bets_again(table, place)
    return is_left_out


def _leave_out_burn(table: DrillTable) -> None:
    """The next card is drawn with too few burnt before it; only what is burnt is told."""
    burnt = table.source.randrange(table.table.state.burn_due)
    told = list(table.told)
    table.do(acts.Overlook(BURN, burnt), THE_DEALER)
    burns = ENGLISH.say(acts.Burn().name, HAPPENED, "", {"cards": spelled(burnt, "card")})
    table.told = [*told, burns] if burnt else told
    step_on(table)


def _bets_again(table: DrillTable, place: int) -> None:
    """A box that has been settled may bet on the next card while others wait."""
    t = table.table
    if table.source.random() < 0.6:
        stakes = table.drawn_stakes(place, 0.2)
        more = {id: cents for id, cents in stakes.items() if is_open(t, place, id)}
        if more:
            table.lay(place, more)


def _second_thoughts(table: DrillTable) -> None:
    """Before the call a player adds chips, takes a wager back, or changes colour: all of it proper."""
    t, rng = table.table, table.source
    for way in rng.sample(SECOND_THOUGHTS, rng.choice((1, 2, 3))):
        way(table, rng.choice(list(t.state.seats)))
    if not table.told:
        changes_colour(table, next(iter(t.state.seats)))


def _free(t: Table, place: int) -> list[str]:
    """The wagers at a place that no other follows or needs, and that equal no other."""
    needed = {need.wager for each in t.book.ruleset.wagers.values() for need in each.needs}
    main = "" if t.book.is_draw else t.book.contest.decided_by
    return [
        id
        for id in t.stakes(place)
        if id not in needed and id != main and t.book.wagers[id].stake is None
    ]


def adds(table: DrillTable, place: int) -> None:
    """Chips are added to a wager."""
    t = table.table
    for wager in _free(t, place)[:1]:
        lies = t.stakes(place)[wager]
        low, high = limits(t, place, wager)
        if is_open(t, place, wager) and lies + low <= high:
            table.lay(place, {wager: lies + low})


def takes_back(table: DrillTable, place: int) -> None:
    """A wager is taken back."""
    t = table.table
    for wager in _free(t, place)[-1:]:
        if may_be_moved(t, place, wager):
            table.do(acts.TakeBack(place, wager), player(place))


def changes_colour(table: DrillTable, place: int) -> None:
    """A chip is changed into smaller ones."""
    held = table.table.state.bank.chips(rail(place))
    large, small = 500, 100
    if held.get(large):
        table.do(acts.ChangeColour(place, {large: 1}, {small: large // small}), player(place))


SECOND_THOUGHTS = (adds, takes_back, changes_colour)
"""What players do before the call that is proper."""
