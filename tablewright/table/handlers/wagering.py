"""Wagers: placed, taken back, closed; limits as each game has them; late wagers given back."""

from collections.abc import Iterable, Mapping

from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.procedure import DEALER, OffLimits
from tablewright.rules.stakes import refuse_unmatched
from tablewright.rules.wagers import SameAs
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import money, rail, spot
from tablewright.table.handlers.devices import not_ready
from tablewright.table.handlers.patronage import chips
from tablewright.table.legal import Allowed
from tablewright.table.machine import Actor, Table, handles, offers

WAGERING = "GAME.phase.wagers"


def limits(t: Table, place: int, wager: str) -> tuple[int, int]:
    """The limits of a wager at a place: those agreed with the player, or those posted.

    What lies beside it for the dealer counts in the maximum.
    """
    kind = t.book.wagers[wager].kind
    low, high = t.state.seats[place].limits.get(kind) or t.book.setup.limits[kind]
    return low, high - t.state.bank.cents(spot(place, wager, True))


def is_round_over_for(t: Table, place: int) -> bool:
    """Whether a box has been settled on the card that lies in sight."""
    return not any(waiting == place for _, waiting in t.state.pending)


def is_open(t: Table, place: int, wager: str) -> bool:
    """Whether a wager may be placed or changed at a place now."""
    state, book = t.state, t.book
    if state.status != "open":
        return False
    if not book.is_draw:
        return state.phase == "wagers"
    if state.phase == "settle":
        unfinished = len(state.drawn) < book.draw.cards and not state.is_void
        between = unfinished and is_round_over_for(t, place)
    else:
        between = state.phase == "wagers"
    if not between:
        return False
    if wager in book.on_card:
        return True
    # Wagers on the whole round close with its first card, unless a reading leaves them open.
    return not state.is_begun or (book.draw.takes_late_wagers and len(state.drawn) == 1)


def may_be_moved(t: Table, place: int, wager: str) -> bool:
    """Whether a wager that lies on the felt may be taken back now."""
    if is_open(t, place, wager) and (wager in t.book.on_card or not t.state.is_begun):
        return True
    if not t.book.is_draw or not t.book.draw.may_take_back:
        return False
    between = t.state.phase == "wagers" or (
        t.state.phase == "settle" and is_round_over_for(t, place) and not t.state.is_void
    )
    return between and 0 < len(t.state.drawn) < t.book.draw.cards


def unmet(t: Table, place: int, wager: str, stakes: Mapping[str, int] | None = None) -> str:
    """The wager that must be on the felt before this one, if it is not.

    `stakes` is what will lie there, where that is not what lies there now.
    """
    wagers = t.book.ruleset.wagers
    for need in wagers[wager].needs:
        is_mutual = any(back.wager == wager for back in wagers[need.wager].needs)
        if is_mutual:
            continue
        if stakes is None:
            stake = t.state.bank.cents(spot(place, need.wager))
        else:
            stake = stakes.get(need.wager, 0)
        strict = t.book.procedure.needed_at_minimum
        is_strict = strict and t.book.rulings.hold(strict)
        if not stake or (is_strict and stake < limits(t, place, need.wager)[0]):
            return need.wager
    return ""


def most_for_dealer(t: Table, place: int, wager: str) -> int:
    """What may still be put beside a wager for the dealer: up to the player's own, within the limit."""
    bank = t.state.bank
    own, beside = bank.cents(spot(place, wager)), bank.cents(spot(place, wager, True))
    return max(0, min(own - beside, limits(t, place, wager)[1] - own))


@handles(c.Wager, WAGERING)
def wager(t: Table, command: c.Wager, by: Actor) -> list[e.Record]:
    book, place, id = t.book, command.place, command.wager
    t.seat(place)
    if id not in book.offer.placed:
        if id in book.offer.following:
            raise Forbidden(
                f"the stake of {id} follows from the decision: expected it to be left out",
                f"{book.game.id}.{id}",
            )
        raise Forbidden(
            f"there is no wager {quoted(id)}: expected {listed(book.offer.placed)}", "house.wagers"
        )
    if command.cash:
        source = book.procedure.chips_only
        rule = f"{book.game.id}.wagers.chips" if source else "house.chips"
        raise Forbidden(f"{money(command.cash)} in cash is wagered: expected chips only", rule)
    added = chips(t, command.chips, rail(place))
    if not is_open(t, place, id):
        return [c.LateWager(place, id, command.chips, command.for_dealer)]
    missing = unmet(t, place, id)
    if missing:
        raise Forbidden(
            f"{id} is wagered without {missing}: expected a permissible {missing} wager first",
            f"{book.game.id}.{id}",
        )
    if command.for_dealer:
        _refuse_for_dealer(t, place, id, added)
        return [command]
    total = t.state.bank.cents(spot(place, id)) + added
    low, high = limits(t, place, id)
    if low <= total <= high:
        return [command]
    if book.procedure.off_limits is OffLimits.REFUSED:
        raise Forbidden(
            f"{money(total)} is wagered on {id}: expected {money(low)} to {money(high)}",
            f"{book.game.id}.wagers.limits",
        )
    if total < low:
        return [command, e.Advised(place, id, "minimum", low)]
    return [command, e.Advised(place, id, "maximum", high)]


def _refuse_for_dealer(t: Table, place: int, id: str, added: int) -> None:
    if not t.book.setup.dealer_wagers:
        raise Forbidden(
            "a wager for the dealer: expected none, by the house's setting", "house.for-the-dealer"
        )
    most = most_for_dealer(t, place, id)
    if added > most:
        raise Forbidden(
            f"{money(added)} is wagered on {id} for the dealer: expected at most {money(most)},"
            " no more than the player's own and within the limit with it",
            "house.for-the-dealer",
        )


@offers(c.Wager)
def may_wager(t: Table, by: Actor) -> Iterable[Allowed]:
    place = by.place
    held = t.state.bank.cents(rail(place))
    if place not in t.state.seats or not held:
        return
    account, strict = rail(place), t.book.procedure.off_limits is OffLimits.REFUSED
    for id in t.book.offer.placed:
        if not is_open(t, place, id):
            for for_dealer in (False, True):
                yield Allowed(
                    "wager", place, id, for_dealer, chips_of=account, least=1, is_late=True
                )
            continue
        if unmet(t, place, id):
            continue
        if t.book.setup.dealer_wagers and most_for_dealer(t, place, id) > 0:
            most = most_for_dealer(t, place, id)
            yield Allowed("wager", place, id, True, chips_of=account, least=1, most=most)
        lies = t.state.bank.cents(spot(place, id))
        low, high = limits(t, place, id)
        if not strict:
            yield Allowed("wager", place, id, chips_of=account, least=1)
        elif max(low - lies, 1) <= min(high - lies, held):
            yield Allowed(
                "wager", place, id, chips_of=account, least=max(low - lies, 1), most=high - lies
            )


def taken_back(t: Table, place: int) -> Iterable[tuple[str, bool]]:
    """The wagers at a place that may be taken back, and whether each is for the dealer."""
    for id in t.book.offer.placed:
        for for_dealer in (False, True):
            if spot(place, id, for_dealer) not in t.state.bank.accounts:
                continue
            alone = for_dealer or spot(place, id, True) not in t.state.bank.accounts
            if alone and may_be_moved(t, place, id):
                yield id, for_dealer


def unmatched(t: Table, place: int) -> set[str]:
    """The wagers at a place that lack what must lie beside them, or do not equal it."""
    stakes, wagers, found = t.stakes(place), t.book.ruleset.wagers, set()
    for id, stake in stakes.items():
        same = wagers[id].wager.stake
        if unmet(t, place, id) or any(need.wager not in stakes for need in wagers[id].needs):
            found.add(id)
        elif isinstance(same, SameAs) and stakes[same.wager] != stake:
            found |= {id, same.wager}
    return found


def returnable(t: Table, place: int, by: Actor) -> list[tuple[str, bool]]:
    """What somebody may take off the felt at a place: a dealer only what cannot stand."""
    found = list(taken_back(t, place))
    if by.role is DEALER:
        wrong = unmatched(t, place)
        return [(id, for_dealer) for id, for_dealer in found if id in wrong]
    return found


@handles(c.TakeBack, WAGERING)
def take_back(t: Table, command: c.TakeBack, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    if (command.wager, command.for_dealer) not in returnable(t, command.place, by):
        raise Forbidden(
            f"{command.wager} is taken back at {t.place(command.place)}:"
            " expected a wager on the felt that is not live (for a dealer, one that cannot stand),"
            " and what lies beside it for the dealer first",
            t.phase_rule,
        )
    return [command]


@offers(c.TakeBack)
def may_take_back(t: Table, by: Actor) -> Iterable[Allowed]:
    places = list(t.state.seats) if by.role is DEALER else [by.place]
    for place in places:
        if place in t.state.seats:
            for id, for_dealer in returnable(t, place, by):
                yield Allowed("take-back", place, id, for_dealer)


def is_unmatched(t: Table, place: int) -> str:
    """Why the wagers at a place cannot stand as they lie; nothing, if they can."""
    for id in t.stakes(place):
        missing = unmet(t, place, id)
        if missing:
            return f"{id} lies without {missing}: expected a permissible {missing} wager"
    try:
        refuse_unmatched(t.stakes(place), t.book.ruleset.wagers)
    except Refused as refused:
        return str(refused)
    return ""


# No more bets --------------------------------------------------------------------------------------


def not_closing(t: Table) -> tuple[str, str]:
    """Why bets cannot be closed now, and the rule; nothing, if they can."""
    state, rule = t.state, t.phase_rule
    if t.is_felt_bare() and not state.is_begun:
        return "no wager lies on the felt: expected one at least", rule
    for place in state.seats:
        unmatched = is_unmatched(t, place)
        if unmatched:
            return f"{t.place(place)}: {unmatched}", rule
    missing = not_ready(t)
    if missing:
        return f"the cards are not ready: expected {missing}", f"{t.book.game.id}.cards"
    return "", ""


@handles(c.NoMoreBets, WAGERING)
def no_more_bets(t: Table, command: c.NoMoreBets, by: Actor) -> list[e.Record]:
    why, rule = not_closing(t)
    if why:
        raise Forbidden(why, rule)
    return [command]


@offers(c.NoMoreBets)
def may_close_bets(t: Table, by: Actor) -> Iterable[Allowed]:
    if not not_closing(t)[0]:
        yield Allowed("no-more-bets")
