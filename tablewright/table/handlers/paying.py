"""Settling: each wager by the line its facts select, and how the dealer moves the chips."""

from collections.abc import Iterable
from typing import NamedTuple

from tablewright.rules.errors import Forbidden
from tablewright.rules.paying_manner import MOST_ON_THE_WAGER
from tablewright.rules.procedure import SUPERVISORS, Manner, Payment, UsesHand
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import (
    FLOAT,
    TIPS,
    Chips,
    Move,
    holds,
    made_of,
    money,
    put,
    rail,
    spot,
    take,
    times,
)
from tablewright.table.handlers.wagering import limits
from tablewright.table.legal import Allowed
from tablewright.table.machine import Actor, Table, handles, offers

APPROVE_FIRST, FILL_FIRST, SHOW_FIRST = "house.approval", "house.fill", "house.hand-turned"
WAITS = (APPROVE_FIRST, FILL_FIRST, SHOW_FIRST)
"""The rules that a payment is refused under until somebody has acted."""


class Due(NamedTuple):
    """One wager that is to be settled: what lies there, and what comes of it."""

    wager: str
    for_dealer: bool
    chips: Chips
    stake: int
    """What is settled: up to the maximum."""
    excess: int
    returned: int
    rule: str
    net: str
    winnings: int
    says: str
    payment: Payment | None
    goes_back: bool = False
    """Whether it was no wager after all."""


def facts_of(t: Table, place: int, wager: str) -> int:
    """The facts that settle a wager now."""
    state, book = t.state, t.book
    if not book.is_draw:
        return contest_facts(t, place, state.seats[place].cards)
    if wager in book.on_card:
        came = t.fold.hand(state.drawn[-1])[0] if state.drawn and not state.is_void else None
        return book.draw.card_facts(came)
    return t.fold.round_facts(state)


def contest_facts(t: Table, place: int, cards: str) -> int:
    seat, contest = t.state.seats[place], t.book.contest
    decision = seat.decision or None
    if t.state.is_void:
        return contest.void_facts(decision)
    hand = t.judged(cards)
    played = [hand.cards[n] for n in seat.plays] if seat.plays else None
    return contest.facts(t.judged(t.state.dealer_cards), hand, decision, played)


def turned(t: Table, place: int) -> str:
    """A player's hand; refused while it lies face down: nobody is told before what it comes to."""
    cards = t.state.seats[place].cards
    if not cards:
        raise Forbidden(
            f"the hand at {t.place(place)} lies face down: expected it to be turned first",
            SHOW_FIRST,
        )
    return cards


@handles(c.Settle, "GAME.phase.settle")
def settle(t: Table, command: c.Settle, by: Actor) -> list[e.Record]:
    state, place = t.state, command.place
    stage, expected = state.pending[0]
    if place != expected:
        source = t.book.stages[stage].source
        raise Forbidden(
            f"{t.place(place)} is settled: expected {t.place(expected)} first ({source})",
            t.phase_rule,
        )
    settled = settlement(t)
    events: list[e.Record] = [command]
    if t.book.stages[stage].takes_first:
        settled.sort(key=lambda each: each.returned > 0)
    _refuse_unapproved(t, place, settled)
    rack = dict(state.bank.chips(FLOAT))
    for each in settled:
        events.append(_settled(t, place, each, rack))
    return events


def settlement(t: Table) -> list[Due]:
    """What comes of each wager of the next place; refused while its hand lies face down."""
    stage, place = t.state.pending[0]
    facts = None
    if t.fold.must_show(t.state, place):
        facts = contest_facts(t, place, turned(t, place))
    return [due(t, place, *each, facts) for each in to_settle(t, place, stage)]


def payment_due(t: Table) -> int:
    """What the next place is to be paid out of the rack, in cents."""
    if not t.state.pending:
        return 0
    try:
        return sum(each.winnings + each.stake + each.excess for each in settlement(t))
    except Forbidden:
        return 0  # A hand that is still to be turned: nobody knows yet.


def to_settle(t: Table, place: int, stage: int) -> list[tuple[str, bool]]:
    """The wagers of a stage at a place, in order, the dealer's after the player's."""
    accounts, found = t.state.bank.accounts, []
    for wager in t.book.stage_wagers[stage]:
        if t.fold.is_due(t.state, place, wager):
            found.append((wager, False))
            if spot(place, wager, True) in accounts:
                found.append((wager, True))
    return found


def due(t: Table, place: int, wager: str, for_dealer: bool, facts: int | None = None) -> Due:
    """What comes of one wager."""
    book = t.book
    chips = t.state.bank.chips(spot(place, wager, for_dealer))
    lies = t.state.bank.cents(spot(place, wager, for_dealer))
    stake = lies
    says = ""
    seat = t.state.seats[place]
    if wager in book.offer.placed:
        low, high = limits(t, place, wager)
        if not for_dealer:
            stake = min(lies, high)
        if stake < lies:
            says = f"Over the maximum: {money(stake)} plays, {money(lies - stake)} goes back."
        is_small = wager in seat.small and t.state.bank.cents(spot(place, wager)) < low
        if is_small and book.setup.returns_small_wagers:
            rule = f"{book.game.id}.wagers.under-minimum"
            says = "Under the minimum again after its owner was told: given back."
            return Due(wager, for_dealer, chips, lies, 0, lies, rule, "0", 0, says, None, True)
    paid = book.cashier.settle(wager, stake, facts_of(t, place, wager) if facts is None else facts)
    winnings = max(0, paid.returned - stake)
    payment = None
    if winnings:
        threshold = book.setup.approval_from
        payment = Payment(
            place,
            wager,
            book.wagers[wager].kind,
            paid.net,
            chips,
            needs_approval=threshold is not None and winnings >= threshold,
        )
    if paid.net > 0 and paid.returned - stake < stake * paid.net:
        says = f"{says} The house's settings cut the payment.".strip()
    return Due(
        wager,
        for_dealer,
        chips,
        stake,
        lies - stake,
        paid.returned,
        paid.rule,
        str(paid.net),
        winnings,
        says,
        payment,
    )


def _refuse_unapproved(t: Table, place: int, settled: list[Due]) -> None:
    for each in settled:
        if each.payment and each.payment.needs_approval and not t.state.seats[place].is_approved:
            raise Forbidden(
                f"{money(each.winnings)} is to be paid on {each.wager} at {t.place(place)}:"
                " expected a supervisor's approval first",
                APPROVE_FIRST,
            )


def _settled(t: Table, place: int, each: Due, rack: Chips) -> e.Settled:
    """The event of one wager; `rack` is the float as this place's payments leave it."""
    source = spot(place, each.wager, each.for_dealer)
    own = TIPS if each.for_dealer and each.winnings else rail(place)
    moves: list[Move] = []
    stays = t.book.is_draw and each.wager in t.book.on_card and not t.state.is_void
    if each.returned == 0:
        moves.append(Move(source, FLOAT, dict(each.chips)))
        put(rack, each.chips)
        if each.excess:
            moves.append(Move(FLOAT, rail(place), _from_rack(t, each.excess, rack)))
    elif not stays or each.for_dealer or each.goes_back:
        moves.append(Move(source, own, dict(each.chips)))
    elif each.excess:
        moves += _split(t, place, source, each, rack)
    manner = None
    if each.payment:
        chips = _in_kind(each, rack)
        total = None if chips or not _is_sized_in(each) else _in_total(each, rack)
        if total:
            moves = [Move(source, FLOAT, dict(each.chips)), Move(FLOAT, own, total)]
        else:
            paid = Move(FLOAT, own, chips or _from_rack(t, each.winnings, rack))
            # A wager that is changed in the rack comes in before anything goes out.
            moves = [*moves, paid] if each.excess else [paid, *moves]
        payment = each.payment._replace(is_paid_in_total=total is not None)
        manner = t.book.procedure.manner(payment)
    return e.Settled(
        place,
        each.wager,
        each.rule,
        each.stake,
        each.returned,
        tuple(moves),
        each.net if each.winnings else "",
        *_manner(t, place, each, manner),
        each.says,
        each.for_dealer,
        str(manner.source) if manner else "",
    )


def _is_sized_in(each: Due) -> bool:
    """Whether a wager would be paid in chips like its own, if the rack had them."""
    is_whole = not each.excess and each.winnings % each.stake == 0
    return is_whole and each.winnings <= MOST_ON_THE_WAGER * each.stake


def _in_total(each: Due, rack: Chips) -> Chips | None:
    """Stake and winnings made up together in other chips, the wager being taken in."""
    with_stake = dict(rack)
    put(with_stake, each.chips)
    total = made_of(each.stake + each.winnings, with_stake)
    if total is not None:
        put(rack, each.chips)
        take(rack, total)
    return total


def _split(t: Table, place: int, source: str, each: Due, rack: Chips) -> list[Move]:
    """What lies over the maximum goes back, changed in the float if the chips do not divide."""
    over = made_of(each.excess, each.chips)
    if over is not None:
        return [Move(source, rail(place), over)]
    put(rack, each.chips)
    return [
        Move(source, FLOAT, dict(each.chips)),
        Move(FLOAT, source, _from_rack(t, each.stake, rack)),
        Move(FLOAT, rail(place), _from_rack(t, each.excess, rack)),
    ]


def _in_kind(each: Due, rack: Chips) -> Chips | None:
    """The winnings in chips like the wager's own, as many times as it won, if the rack has them."""
    if not _is_sized_in(each):
        return None
    chips = times(each.chips, each.winnings // each.stake)
    if not holds(rack, chips):
        return None
    take(rack, chips)
    return chips


def _from_rack(t: Table, cents: int, rack: Chips) -> Chips:
    made = made_of(cents, rack)
    if made is None:
        raise Forbidden(
            f"{money(cents)} cannot be made up of the chips in the rack: expected a fill first",
            FILL_FIRST,
        )
    take(rack, made)
    return made


def _manner(t: Table, place: int, each: Due, manner: Manner | None) -> tuple[str, str, str]:
    """Which hand, where and how; a wager that is taken needs no more than a hand."""
    if manner:
        return manner.hand.value, manner.where.value, manner.how
    if each.returned:
        return "", "", ""
    hand = UsesHand.RIGHT if place in t.book.procedure.right_hand_only else UsesHand.EITHER
    return hand.value, "taken to the float", ""


@offers(c.Settle)
def may_settle(t: Table, by: Actor) -> Iterable[Allowed]:
    _, place = t.state.pending[0]
    try:
        settle(t, c.Settle(place), by)
    except Forbidden:
        return
    yield Allowed("settle", place)


@handles(c.Approve, APPROVE_FIRST, SUPERVISORS)
def approve(t: Table, command: c.Approve, by: Actor) -> list[e.Record]:
    t.seat(command.place)
    if command.place not in to_approve(t):
        raise Forbidden(
            f"a payment at {t.place(command.place)} is approved: expected one that waits for it",
            APPROVE_FIRST,
        )
    return [command]


def to_approve(t: Table) -> list[int]:
    """The places whose next payment waits for a supervisor; the hand is turned before."""
    state = t.state
    if state.phase != "settle" or t.book.setup.approval_from is None or not state.pending:
        return []
    place = state.pending[0][1]
    if state.seats[place].is_approved:
        return []
    try:
        settled = settlement(t)
    except Forbidden:
        return []
    return [place] if any(each.payment and each.payment.needs_approval for each in settled) else []


@offers(c.Approve)
def may_approve(t: Table, by: Actor) -> Iterable[Allowed]:
    for place in to_approve(t):
        yield Allowed("approve", place)
