"""What is improper at a table: everything that can be seen, and how it happens where it is improper.

Bets are closed there, a wager may not be moved, a limit is not kept, cards are seen: the machine is
asked each time, and would take it as reported or declared.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Concerns, Irregularity
from tablewright.rules.protection import Incident, Seen
from tablewright.school.going_wrong import moments
from tablewright.school.speaking import OVER, UNDER, limit_rule, off_limits
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_INSPECTOR, player
from tablewright.table.acts.irregular import BURN, can_happen
from tablewright.table.acts.wagers import is_open, limits, may_be_moved, unmet
from tablewright.table.chips import Chips, fewest_chips, money, rail, spot, worth
from tablewright.table.machine import Table
from tablewright.table.record import Act
from tablewright.table.scene import bet_on
from tablewright.table.views import View
from tablewright.table.words import named

TRIES = 6


class Sort(StrEnum):
    """What sort of thing is improper."""

    CHIPS = "chips"
    LIMIT = "limit"
    CASH = "cash"
    CARDS = "cards"
    LEFT_OUT = "left-out"
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
        elif each.looks and is_step_left_out(syllabus, each):
            found.append(Fault(Sort.LEFT_OUT, each.id, each.title, irregularity=each))
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


def is_step_left_out(syllabus: Syllabus, irregularity: Irregularity) -> bool:
    """Whether something goes wrong by a burn that is left out: one sees that it did not come."""
    return any(
        moment.left_out == BURN
        for device in syllabus.devices
        for moment in moments(syllabus, device.id).get(irregularity.id, ())
    )


class Sight(NamedTuple):
    """Something improper that happens: what is told of it, and what it does to what one sees."""

    told: str
    shows: Callable[[View], None]
    answer: str = ""
    """What the machine says to it, where it says something."""
    report: Act | None = None
    """What puts it on record, where the machine records it."""


def unchanged(view: View) -> None:
    """Nothing looks different for it."""


# What is improper ----------------------------------------------------------------------------------


def happens(table: DrillTable, fault: Fault) -> Sight | None:
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
        return Sight(incident.looks.format_map(slots), _shown_by(report), report=report)
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
        told = list(table.told)
        table.do(bet, player(place))
        table.told = told  # It is told as it is seen, and nothing before it is forgotten.
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
    if irregularity.concerns is Concerns.DEALER_CARD and t.state.dealer_cards:
        return None  # It may still be declared, but it can no longer be seen to happen.
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
    report = acts.Declare(irregularity.id, ruling.id, about, wager)
    events = trial.do(report, THE_INSPECTOR)
    card = next(each.card for each in events if isinstance(each, acts.Declare))
    slots = {
        "player": t.state.seats[place].player,
        "place": t.place(place),
        "wager": t.book.wagers[wager].name if wager else "",
        "card": named(card) if card else "",
    }
    return Sight(irregularity.looks.format_map(slots), unchanged, report=report)
