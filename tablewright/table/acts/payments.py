"""What a place is paid: what comes of each wager, in which chips, and how the dealer moves them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import msgspec

from tablewright.rules.errors import Forbidden
from tablewright.rules.language import is_english, say, worded
from tablewright.rules.paying_manner import MOST_ON_THE_WAGER
from tablewright.rules.procedure import Payment, UsesHand
from tablewright.rules.wagers import Odds
from tablewright.table.acts.wagers import is_further, limits
from tablewright.table.chips import (
    FLOAT,
    TIPS,
    Chips,
    Move,
    Sums,
    holds,
    made_of,
    money,
    put,
    rail,
    spot,
    take,
    times,
    worth,
)
from tablewright.table.record import Event, event
from tablewright.table.scene import beside, bet_on
from tablewright.table.words import ABOUT, ENGLISH, PAYMENT, Telling

if TYPE_CHECKING:
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

APPROVE_FIRST: str = "house.approval"
FILL_FIRST: str = "house.fill"
SHOW_FIRST: str = "house.hand-turned"
WAITS = (APPROVE_FIRST, FILL_FIRST, SHOW_FIRST)
"""The rules that a payment is refused under until someone has acted."""
UNDER_MINIMUM = "wagers.under-minimum"
RIGHT_HAND, EITHER_HAND = UsesHand.RIGHT.value, UsesHand.EITHER.value


@event(
    {
        "": "{whose} {wager} {stake}{for_dealer} {outcome}.{says}",
        "listed": "{wager} {stake}{for_dealer} {outcome}",
        "listed-over": "{wager} {lies}{for_dealer} {outcome} (over the maximum: {stake} plays, {back}"
        " goes back)",
        "listed-over-full": "{wager} {lies}{for_dealer}, over the maximum: {stake} plays and {outcome};"
        " {back} goes back",
        "wins": "wins {won} at {odds}",
        "loses": "loses",
        "pushes": "pushes and is returned",
        "stays": "pushes and stays on the felt",
        "given-back": "is given back",
    },
    about={
        "wins": "Pay",
        "loses": "Take",
        "pushes": "Return",
        "stays": "Leave",
        "given-back": "Return",
    },
)
class Settled(Event, frozen=True):
    """One wager is settled: by which line, what comes back, and how the dealer does it."""

    names_rule: ClassVar[str] = "rule"

    place: int
    wager: str
    rule: str
    stake: int
    returned: int
    moves: tuple[Move, ...] = ()
    net: str = ""
    """The odds, where it won: `3/2`."""
    hand: str = ""
    where: str = ""
    how: str = ""
    says: str = ""
    """What a house setting or a limit did to the payment."""
    for_dealer: bool = False
    source: str = ""
    """Who says that it is paid so: a passage of the manual, or the house."""
    excess: int = 0
    """What lay over the maximum, and goes back."""
    is_unplayed: bool = False
    """Whether it was never played for and so came back: in a void round, or too small."""
    ruled: str = ""
    """What was ruled on its chips before it was settled."""

    def moved(self) -> Sequence[Move]:
        return self.moves

    def apply(self, state: "State", course: "Course") -> None:
        if course.takes_back and not self.is_unplayed:
            state.settled = (*state.settled, self)
        if not self.for_dealer:
            course.note_settled(state, self)

    @property
    def won(self) -> int:
        """What its owner won or lost by it, in cents."""
        return self.returned - self.stake

    @property
    def sums(self) -> Sums:
        """What it adds to the wagers played."""
        return Sums(0, 0, self.stake) if self.is_unplayed else Sums(self.stake, self.returned, 0)

    @property
    def explained(self) -> str:
        """What a limit, a setting of the house or a ruling did to it."""
        return f"{self.said} {worded(self.ruled)}".strip()

    @property
    def said(self) -> str:
        """What a limit or a setting of the house did to it, in the language that is spoken."""
        if is_english() or not self.says:
            return self.says
        over = over_maximum(self.stake, self.excess) if self.excess else ""
        cut = worded(CUT) if self.says.endswith(CUT) else ""
        return " ".join(filter(None, (over, cut))) or worded(self.says)

    @property
    def stays(self) -> bool:
        """Whether it stays on the felt for the next card; what lay over the maximum does not."""
        if not self.returned:
            return False
        own = spot(self.place, self.wager, self.for_dealer)
        left = sum(worth(m.chips) for m in self.moves if m.source == own)
        back = sum(worth(m.chips) for m in self.moves if m.target == own)
        return left - back < self.stake + self.excess

    @property
    def outcome(self) -> str:
        """What became of it."""
        if not self.returned:
            return "loses"
        if self.won > 0:
            return "wins"
        if self.is_unplayed:
            return "given-back"
        return "stays" if self.stays else "pushes"

    @property
    def does(self) -> str:
        """What the dealer does with it, in a word."""
        return ENGLISH.say(self.name, ABOUT, self.outcome)

    def slots(self, s: "Scene") -> dict[str, str]:
        """What stands in its sentences."""
        won = {"won": money(self.won), "odds": as_posted(self.net or "0")}
        return {
            "whose": s.whose(self.place),
            "wager": s.name(self.wager),
            "stake": money(self.stake),
            "lies": money(self.stake + self.excess),
            "back": money(self.excess),
            "for_dealer": beside(self.for_dealer),
            "outcome": s.phrase(self, self.outcome, won),
            "says": f" {self.explained}" if self.explained else "",
        }

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(PAYMENT, self.slots(s), place=self.place)


@lru_cache(maxsize=1024)
def as_posted(net: str) -> str:
    """The odds that a payment names, as they are posted.

    >>> as_posted("3/2"), as_posted("5")
    ('3-2', '5-1')
    """
    odds = Fraction(net)
    return str(Odds(odds.numerator, odds.denominator))


# What comes of each wager --------------------------------------------------------------------------


class Due(msgspec.Struct, frozen=True, gc=False):
    """One wager that is to be settled: what lies there, and what comes of it."""

    wager: str
    for_dealer: bool
    lies_in: str
    """The account of its chips."""
    chips: Chips
    stake: int
    """What is settled: up to the maximum."""
    excess: int
    returned: int
    rule: str
    says: str
    net: Fraction | None = None
    """The odds, where it won."""
    needs_approval: bool = False
    goes_back: bool = False
    """Whether it was no wager after all."""

    @property
    def winnings(self) -> int:
        """What is paid on it, in cents."""
        return 0 if self.net is None else self.returned - self.stake


def settled(t: "Table") -> list[Settled]:
    """What comes of each wager of the next place, and how the dealer does it.

    Refused while its hand lies face down, a large payment is not approved, or the rack cannot pay.
    """
    stage, place = t.state.pending[0]
    wagers = settlement(t)
    if t.book.stages[stage].takes_first:
        wagers.sort(key=lambda each: each.returned > 0)
    _refuse_unapproved(t, place, wagers)
    rack = dict(t.state.bank.chips(FLOAT))
    return [_settled(t, place, each, rack) for each in wagers]


def settlement(t: "Table") -> list[Due]:
    """What comes of each wager of the next place; refused while its hand lies face down."""
    stage, place = t.state.pending[0]
    facts: int | None = None
    if t.course.must_show(t.state, place):
        facts = _contest_facts(t, place, _turned(t, place))
    to_settle = _to_settle(t, place, stage)
    return [_due(t, place, wager, dealers, facts) for wager, dealers in to_settle]


def payment_due(t: "Table") -> int:
    """What the next place is to be paid out of the rack, in cents."""
    if not t.state.pending:
        return 0
    try:
        return sum(each.winnings + each.stake + each.excess for each in settlement(t))
    except Forbidden:
        return 0  # A hand that is still to be turned: nobody knows yet.


def facts_of(t: "Table", place: int, wager: str) -> int:
    """The facts that settle a wager now."""
    state, book = t.state, t.book
    if not book.is_draw:
        return _contest_facts(t, place, state.seats[place].cards)
    if wager in book.on_card:
        came = t.course.hand(state.drawn[-1])[0] if state.drawn and not state.is_void else None
        return book.draw.card_facts(came)
    return t.course.round_facts(state)


def _contest_facts(t: "Table", place: int, cards: str) -> int:
    seat, contest = t.state.seats[place], t.book.contest
    decision = seat.decision or None
    if t.state.is_void:
        return contest.void_facts(decision)
    hand = t.judged(cards)
    played = [hand.cards[n] for n in seat.plays] if seat.plays else None
    return contest.facts(t.judged(t.state.dealer_cards), hand, decision, played)


def _turned(t: "Table", place: int) -> str:
    """A player's hand; refused while it lies face down: nobody learns before what it comes to."""
    cards = t.state.seats[place].cards
    if not cards:
        raise Forbidden(
            say("The hand at {place} lies face down. Turn it first.", place=t.place(place)),
            SHOW_FIRST,
        )
    return cards


def _to_settle(t: "Table", place: int, stage: int) -> list[tuple[str, bool]]:
    """The wagers of a stage at a place, in order, the dealer's after the player's."""
    state, is_due, found = t.state, t.course.is_due, []
    accounts = state.bank.accounts
    for wager in t.book.stage_wagers[stage]:
        if is_due(state, place, wager):
            found.append((wager, False))
            if spot(place, wager, True) in accounts:
                found.append((wager, True))
    return found


def _due(t: "Table", place: int, wager: str, for_dealer: bool, facts: int | None) -> Due:
    """What comes of one wager."""
    book, bank, says = t.book, t.state.bank, ""
    lies_in = spot(place, wager, for_dealer)
    held = bank.accounts[lies_in]
    lies = stake = held.cents
    if wager in book.offer.placed:
        low, high = limits(t, place, wager)
        if not for_dealer and high < lies:
            stake = high
            says = over_maximum(stake, lies - stake)
        if book.setup.returns_small_wagers:
            own = bank.cents(spot(place, wager))
            if own < low and is_further(t, place, wager, low):
                rule = f"{book.game.id}.{UNDER_MINIMUM}"
                says = say("Under the minimum again after its owner was advised: given back.")
                return Due(
                    wager,
                    for_dealer,
                    lies_in,
                    held.chips,
                    lies,
                    0,
                    lies,
                    rule,
                    says,
                    goes_back=True,
                )
    paid = book.cashier.settle(wager, stake, facts_of(t, place, wager) if facts is None else facts)
    returned, net, needs_approval = paid.returned, None, False
    if returned > stake:
        threshold = book.setup.approval_from
        net, needs_approval = paid.net, threshold is not None and returned - stake >= threshold
    if paid.is_cut:
        cut = say("The house's settings cut the payment.")
        says = f"{says} {cut}".strip()
    return Due(
        wager,
        for_dealer,
        lies_in,
        held.chips,
        stake,
        lies - stake,
        returned,
        paid.rule,
        says,
        net,
        needs_approval,
    )


CUT = "The house's settings cut the payment."


def over_maximum(stake: int, excess: int) -> str:
    """That more lies there than plays."""
    return say(
        "Over the maximum: {stake} plays, {excess} goes back.",
        stake=money(stake),
        excess=money(excess),
    )


def _refuse_unapproved(t: "Table", place: int, wagers: list[Due]) -> None:
    for each in wagers:
        if each.needs_approval and not t.state.seats[place].is_approved:
            raise Forbidden(
                say(
                    "{winnings} on {wager} at {place} is a large payment. A supervisor approves"
                    " it first.",
                    winnings=money(each.winnings),
                    wager=bet_on(t.book, each.wager),
                    place=t.place(place),
                ),
                APPROVE_FIRST,
            )


# How the chips move --------------------------------------------------------------------------------


def _settled(t: "Table", place: int, each: Due, rack: Chips) -> Settled:
    """The event of one wager; `rack` is the float as this place's payments leave it."""
    book, state = t.book, t.state
    source, for_dealer, returned = each.lies_in, each.for_dealer, each.returned
    own = TIPS if for_dealer and each.winnings else rail(place)
    moves: list[Move] = []
    playing: Chips | None = each.chips
    stays = book.is_draw and each.wager in book.on_card and not state.is_void
    if returned == 0:
        moves.append(Move(source, FLOAT, dict(each.chips)))
        put(rack, each.chips)
        if each.excess:
            moves.append(Move(FLOAT, rail(place), from_rack(each.excess, rack)))
    elif not stays or for_dealer or each.goes_back:
        moves.append(Move(source, own, dict(each.chips)))
        playing = made_of(each.stake, each.chips) if each.excess else each.chips
    elif each.excess:
        playing, moves = _split(place, source, each, rack)
    net = hand = where = how = by = ""
    if each.net is not None:
        chips = _in_kind(each, playing, rack) if playing else None
        total = None if chips or not _is_sized_in(each) else _in_total(each, rack)
        if total:
            moves = [Move(source, FLOAT, dict(each.chips)), Move(FLOAT, own, total)]
            sized, chips = each.chips, None
        else:
            chips = chips or from_rack(each.winnings, rack)
            paid = Move(FLOAT, own, chips)
            # A wager that is changed in the rack comes in before anything goes out.
            moves = [*moves, paid] if each.excess else [paid, *moves]
            sized = playing or each.chips
        manner = book.procedure.manner(
            Payment(
                place,
                each.wager,
                book.kinds[each.wager],
                each.net,
                sized,
                each.needs_approval,
                bool(total),
                chips,
            )
        )
        net, by = str(each.net), book.citation(manner.source)
        hand, where, how = manner.hand._value_, manner.where._value_, manner.how
    elif not returned:
        # A wager that is taken needs no more than a hand.
        hand = RIGHT_HAND if place in book.procedure.right_hand_only else EITHER_HAND
        where = say("taken to the float")
    return Settled(
        place,
        each.wager,
        each.rule,
        each.stake,
        returned,
        tuple(moves),
        net,
        hand,
        where,
        how,
        each.says,
        for_dealer,
        by,
        each.excess,
        returned == each.stake and (state.is_void or each.goes_back),
        "" if for_dealer else state.ruled.get(source, ""),
    )


def _is_sized_in(each: Due) -> bool:
    """Whether a wager would be paid in chips like its own, if the rack had them."""
    return not each.excess and each.stake <= each.winnings <= MOST_ON_THE_WAGER * each.stake


def _in_total(each: Due, rack: Chips) -> Chips | None:
    """Stake and winnings made up together in other chips, the wager being taken in."""
    with_stake = dict(rack)
    put(with_stake, each.chips)
    total = made_of(each.stake + each.winnings, with_stake)
    if total is not None:
        put(rack, each.chips)
        take(rack, total)
    return total


def _split(place: int, source: str, each: Due, rack: Chips) -> tuple[Chips, list[Move]]:
    """What lies over the maximum goes back, changed in the float if the chips do not divide.

    The answer is what lies there after that, and the moves.
    """
    over = made_of(each.excess, each.chips)
    if over is not None:
        lies = dict(each.chips)
        take(lies, over)
        stays = {value: count for value, count in lies.items() if count}
        return stays, [Move(source, rail(place), over)]
    put(rack, each.chips)
    stays = from_rack(each.stake, rack)
    moves = [
        Move(source, FLOAT, dict(each.chips)),
        Move(FLOAT, source, stays),
        Move(FLOAT, rail(place), from_rack(each.excess, rack)),
    ]
    return stays, moves


def _in_kind(each: Due, playing: Chips, rack: Chips) -> Chips | None:
    """The winnings in chips like those that play, as often as they won; what is left over, in any.

    Nothing, where they won less than once or too often, or the rack has not got them.
    """
    whole, rest = divmod(each.winnings, each.stake)
    chips = times(playing, whole)
    is_paid_so = whole and each.winnings <= MOST_ON_THE_WAGER * each.stake
    if not is_paid_so or not holds(rack, chips):
        return None
    if rest:
        left = dict(rack)
        take(left, chips)
        over = made_of(rest, left)
        if over is None:
            return None
        put(chips, over)
    take(rack, chips)
    return chips


def from_rack(cents: int, rack: Chips) -> Chips:
    """An amount in chips of the rack, taken from it; refused where they do not make it up."""
    made = made_of(cents, rack)
    if made is None:
        raise Forbidden(
            say(
                "The chips in the rack do not make up {cents}. Order a fill first.",
                cents=money(cents),
            ),
            FILL_FIRST,
        )
    take(rack, made)
    return made
