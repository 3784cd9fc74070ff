"""A table that is watched: a round in frames, with ordinary happenings and one that is not proper.

Everything ordinary is done at a real table by its players and dealer. What is improper is done where
the machine confirms that it is: bets are closed there, a wager may not be moved, a limit is not kept.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Concerns, Irregularity
from tablewright.rules.phases import PhaseId
from tablewright.rules.procedure import OffLimits
from tablewright.rules.protection import Incident, Seen
from tablewright.school.going_wrong import bet_on_card, decide_one, moments, open_round, step_on
from tablewright.school.speaking import OVER, UNDER, limit_rule, off_limits
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_INSPECTOR, player
from tablewright.table.acts.irregular import can_happen
from tablewright.table.acts.wagers import is_open, limits, may_be_moved, unmet
from tablewright.table.chips import Chips, fewest_chips, money, rail, spot, worth
from tablewright.table.machine import Table
from tablewright.table.scene import bet_on
from tablewright.table.views import View
from tablewright.table.words import named

TRIES = 6
FEW = 0.15
"""How often each of many wagers is made, so that a frame can be read in its time."""
FEWEST_FRAMES, MOST_FRAMES = 4, 9


class Sort(StrEnum):
    """What sort of thing is improper."""

    CHIPS = "chips"
    LIMIT = "limit"
    CASH = "cash"
    CARDS = "cards"
    PAYMENT = "payment"


class Paid(StrEnum):
    """How a payment can be wrong."""

    TOO_MUCH = "too-much"
    TOO_LITTLE = "too-little"
    WRONG_WAGER = "wrong-wager"
    PUSH_PAID = "push-paid"


PAID_WRONGLY = {
    Paid.TOO_MUCH: "A winning wager is paid too much",
    Paid.TOO_LITTLE: "A winning wager is paid too little",
    Paid.WRONG_WAGER: "The payment goes to the wrong wager",
    Paid.PUSH_PAID: "A wager that pushes is paid",
}


class Fault(NamedTuple):
    """Something improper: the rule that it is against, and its name."""

    sort: Sort
    rule: str
    title: str
    case: str = ""
    incident: Incident | None = None
    irregularity: Irregularity | None = None


def faults(syllabus: Syllabus) -> list[Fault]:
    """Everything improper that one can see at a table of a game."""
    procedure = syllabus.procedure
    found = [Fault(Sort.CHIPS, each.id, each.title, incident=each) for each in procedure.incidents]
    under, over = limit_rule(syllabus, UNDER), limit_rule(syllabus, OVER)
    found.append(Fault(Sort.LIMIT, under, "A wager is under the minimum", UNDER))
    found.append(Fault(Sort.LIMIT, over, "A wager is over the maximum", OVER))
    found.append(Fault(Sort.CASH, cash_rule(syllabus), "Cash is bet, not chips", "cash"))
    for each in procedure.irregularities:
        if each.concerns is not Concerns.NOTHING and each.looks and seen_with(syllabus, each):
            found.append(Fault(Sort.CARDS, each.id, each.title, irregularity=each))
    for kind, title in PAID_WRONGLY.items():
        found.append(Fault(Sort.PAYMENT, "house.correction", title, kind))
    return found


def cash_rule(syllabus: Syllabus) -> str:
    """The rule that wagers are made with chips: the game's, or the house's."""
    return f"{syllabus.game.id}.wagers.chips" if syllabus.procedure.chips_only else "house.chips"


def seen_with(syllabus: Syllabus, irregularity: Irregularity) -> list[Device]:
    """The devices with which something can be seen to go wrong."""
    return [
        device for device in syllabus.devices if irregularity.id in moments(syllabus, device.id)
    ]


# Frames --------------------------------------------------------------------------------------------


class Frame(NamedTuple):
    """What is seen for a while."""

    told: list[str]
    view: View


class Sight(NamedTuple):
    """Something improper that happens: what is told of it, and what it does to what one sees."""

    told: str
    shows: Callable[[View], None]
    answer: str = ""
    """What the machine says to it, where it says something."""


def unchanged(view: View) -> None:
    """Nothing looks different for it."""


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
    for _ in _frames(table):
        told = table.told
        table.forget_told()
        if sight is None and not is_clean:
            sight = _happens(table, fault)
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


def _frames(table: DrillTable) -> Iterator[None]:
    """A round, frame by frame: bets, second thoughts, then what the dealer does, step by step."""
    t = table.table
    number = t.state.round
    open_round(table, 0.3 if t.book.is_draw else 0.6)
    if t.book.is_draw:
        bet_on_card(table, FEW)
    yield
    _second_thoughts(table)
    yield
    while t.state.round == number:
        _go_on(table)
        yield


def _go_on(table: DrillTable) -> None:
    """What the dealer does until something else begins: a phase, or the next place."""
    t = table.table
    phase, pending = t.state.phase, len(t.state.pending)
    if phase == PhaseId.DECIDE:
        while t.state.phase == PhaseId.DECIDE:
            decide_one(table)
        return
    if t.state.drawn and t.course.takes_wagers(t.state):
        bet_on_card(table, FEW)
    place = t.state.pending[0][1] if t.state.pending else 0
    while t.state.phase == phase and len(t.state.pending) == pending:
        step_on(table)
    while t.state.phase == PhaseId.DRAW and t.state.burn_due:
        step_on(table)
    if phase == PhaseId.SETTLE and t.state.phase == phase and t.book.is_draw:
        _bets_again(table, place)


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
    ways = [_adds, _takes_back, _changes_colour]
    for way in rng.sample(ways, rng.choice((1, 2, 3))):
        way(table, rng.choice(list(t.state.seats)))
    if not table.told:
        _changes_colour(table, next(iter(t.state.seats)))


def _free(t: Table, place: int) -> list[str]:
    """The wagers at a place that no other follows or needs, and that equal no other."""
    needed = {need.wager for each in t.book.ruleset.wagers.values() for need in each.needs}
    main = "" if t.book.is_draw else t.book.contest.decided_by
    return [
        id
        for id in t.stakes(place)
        if id not in needed and id != main and t.book.wagers[id].stake is None
    ]


def _adds(table: DrillTable, place: int) -> None:
    t = table.table
    for wager in _free(t, place)[:1]:
        lies = t.stakes(place)[wager]
        low, high = limits(t, place, wager)
        if is_open(t, place, wager) and lies + low <= high:
            table.lay(place, {wager: lies + low})


def _takes_back(table: DrillTable, place: int) -> None:
    t = table.table
    for wager in _free(t, place)[-1:]:
        if may_be_moved(t, place, wager):
            table.do(acts.TakeBack(place, wager), player(place))


def _changes_colour(table: DrillTable, place: int) -> None:
    held = table.table.state.bank.chips(rail(place))
    large, small = 500, 100
    if held.get(large):
        table.do(acts.ChangeColour(place, {large: 1}, {small: large // small}), player(place))


# What is improper ----------------------------------------------------------------------------------


def _happens(table: DrillTable, fault: Fault) -> Sight | None:
    """The fault, if it can happen now."""
    match fault.sort:
        case Sort.CHIPS:
            assert fault.incident is not None
            return _with_chips(table, fault.incident)
        case Sort.LIMIT:
            return _off_limits(table, fault.case)
        case Sort.CASH:
            return _in_cash(table)
        case Sort.CARDS:
            assert fault.irregularity is not None
            return _with_cards(table, fault.irregularity)
    return None


def _with_chips(table: DrillTable, incident: Incident) -> Sight | None:
    """Chips are laid, added, taken off or moved when they may not be; the machine would take it so."""
    t, rng = table.table, table.source
    for _ in range(TRIES):
        place = rng.choice(list(t.state.seats))
        wagers = list(t.stakes(place))
        if incident.seen is Seen.LATE:
            wagers = [id for id in t.book.offer.placed if id not in wagers]
        is_settled = any(name.startswith(f"spot:{place}:") for name in t.state.paid)
        if is_settled or not wagers or not t.state.bank.chips(rail(place)):
            continue  # Chips of a place that is settled may be meant for what comes next.
        wager = rng.choice(wagers)
        if not _is_improper(t, incident.seen, place, wager):
            continue
        others = [id for id in t.book.offer.placed if id != wager]
        to = rng.choice(others) if incident.seen is Seen.MOVED else ""
        box = rng.choice([n for n in table.places if n != place])
        chips = _chips_moved(t, incident.seen, place, wager)
        is_astray = incident.seen is Seen.WRONG_BOX
        report = acts.ReportChips(incident.id, place, wager, chips, "", to, box if is_astray else 0)
        if not chips or table.refusal(report, THE_INSPECTOR):
            continue
        slots = {
            "player": t.state.seats[place].player,
            "chips": money(worth(chips)),
            "lies": money(t.stakes(place).get(wager, 0) + worth(chips)),
            "wager": bet_on(t.book, wager),
            "to": bet_on(t.book, to) if to else "",
            "box": t.place(box),
        }
        return Sight(incident.looks.format_map(slots), _shown_by(report))
    return None


def _is_improper(t: Table, seen: Seen, place: int, wager: str) -> bool:
    """Whether chips of a wager may not be touched so now."""
    if seen is Seen.WRONG_BOX:
        return wager in t.book.offer.placed
    if not t.state.is_begun:
        return False
    if seen in (Seen.LATE, Seen.CAPPED):
        return not is_open(t, place, wager)
    return not may_be_moved(t, place, wager)


def _chips_moved(t: Table, seen: Seen, place: int, wager: str) -> Chips:
    """One chip or a few: of the wager where they lie there already, of the player's own else."""
    if seen in (Seen.PINCHED, Seen.MOVED):
        lies = t.state.bank.chips(spot(place, wager))
        return {min(lies): 1} if lies else {}
    held = t.state.bank.chips(rail(place))
    kind = t.book.wagers[wager].kind
    low = t.book.setup.limits[kind][0] if kind in t.book.setup.limits else min(held)
    made = fewest_chips(low, t.book.setup.denominations)
    return made if all(held.get(value, 0) >= count for value, count in made.items()) else {}


def _shown_by(report: acts.ReportChips) -> Callable[[View], None]:
    """What one sees once chips were laid or taken, though the record does not know it."""
    sign = -1 if report.to or report.incident.endswith(Seen.PINCHED.value) else 1
    place = report.box or report.place

    def shows(view: View) -> None:
        _put(view, place, report.wager, report.chips, sign)
        if report.to:
            _put(view, place, report.to, report.chips, 1)
        elif report.place in view.places:
            _hold(view, report.place, report.chips, -sign)

    return shows


def _put(view: View, place: int, wager: str, chips: Chips, sign: int) -> None:
    """Chips on a wager, or off it, as far as it still lies there."""
    seen = view.places.get(place)
    if seen is None:
        return
    lies = dict(seen.wagers.get(wager, {}))
    for value, count in chips.items():
        lies[value] = max(0, lies.get(value, 0) + sign * count)
    kept = {value: count for value, count in lies.items() if count}
    seen.wagers = {**{id: each for id, each in seen.wagers.items() if id != wager}}
    if kept:
        seen.wagers[wager] = kept


def _hold(view: View, place: int, chips: Chips, sign: int) -> None:
    """Chips in front of a player, or gone from there."""
    seen = view.places[place]
    held = dict(seen.chips)
    for value, count in chips.items():
        held[value] = max(0, held.get(value, 0) + sign * count)
    seen.chips = {value: count for value, count in held.items() if count}


def _off_limits(table: DrillTable, case: str) -> Sight | None:
    """A wager under the minimum or over the maximum: it is refused, or stands and is spoken of."""
    t, rng = table.table, table.source
    if not t.course.takes_wagers(t.state):
        return None
    open_at = [
        (place, id)
        for place in t.state.seats
        for id in t.book.offer.placed
        if id not in t.stakes(place)
        and is_open(t, place, id)
        and not unmet(t, place, id)
        and t.book.wagers[id].stake is None
    ]
    if not open_at:
        return None
    place, wager = rng.choice(open_at)
    low, high = limits(t, place, wager)
    cents = off_limits(low, high, case, rng)
    chips = fewest_chips(cents, sorted(t.state.bank.chips(rail(place))))
    bet = acts.Wager(place, wager, chips)
    who = t.state.seats[place].player
    says = f"{who} bets {money(cents)} on {bet_on(t.book, wager)}."
    refused = table.refusal(bet, player(place))
    if refused is None:
        table.do(bet, player(place))
        table.forget_told()
        return Sight(says, unchanged)

    def shows(view: View) -> None:
        _put(view, place, wager, chips, 1)
        _hold(view, place, chips, -1)

    return Sight(says, shows, str(refused))


def _in_cash(table: DrillTable) -> Sight | None:
    """Notes are laid where chips belong."""
    t, rng = table.table, table.source
    if not t.course.takes_wagers(t.state):
        return None
    place = rng.choice(list(t.state.seats))
    wager = rng.choice([id for id in t.book.offer.placed if not unmet(t, place, id)])
    cents = rng.choice((2000, 5000, 10_000))
    refused = table.refusal(acts.Wager(place, wager, {}, cents), player(place))
    if refused is None:
        return None
    who = t.state.seats[place].player
    says = f"{who} lays {money(cents)} in notes on {bet_on(t.book, wager)}."
    return Sight(says, unchanged, str(refused))


def _with_cards(table: DrillTable, irregularity: Irregularity) -> Sight | None:
    """Something goes wrong with cards or hands, if the machine would take it as declared now."""
    t, rng = table.table, table.source
    if not can_happen(t, irregularity):
        return None
    place = rng.choice(list(t.state.seats))
    stakes = list(t.stakes(place))
    about, wager = place, ""
    match irregularity.concerns:
        case Concerns.A_WAGER:
            if not stakes:
                return None
            wager = rng.choice(stakes)
        case Concerns.NEXT_CARD | Concerns.DEALER_CARD:
            about = 0
    ruling = irregularity.rulings_with(t.device, t.book.rulings)[0]
    trial = table.copy()
    events = trial.do(acts.Declare(irregularity.id, ruling.id, about, wager), THE_INSPECTOR)
    card = next(each.card for each in events if isinstance(each, acts.Declare))
    slots = {
        "player": t.state.seats[place].player,
        "place": t.place(place),
        "wager": t.book.wagers[wager].name if wager else "",
        "card": named(card) if card else "",
    }
    return Sight(irregularity.looks.format_map(slots), unchanged)
