"""Wagers: placed within the limits as each game has them; late wagers given back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from tablewright.rules.english import capital
from tablewright.rules.errors import listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import PLAYER
from tablewright.table.acts.money import CHIPS, no_chips
from tablewright.table.allowed import Allowed, No, Way, wrong_chips
from tablewright.table.chips import Chips, Move, money, rail, spot, worth
from tablewright.table.record import Act, Event, Group, Record, act, event
from tablewright.table.scene import beside, bet_on
from tablewright.table.state import Advice
from tablewright.table.status import IN_PLAY
from tablewright.table.words import ABOUT, BET, ENGLISH, TROUBLE, Telling, You

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

WAGERING = "GAME.phase.wagers"
FOR_THE_DEALER = "house.for-the-dealer"


# What is open --------------------------------------------------------------------------------------


def limits(t: "Table", place: int, wager: str) -> tuple[int, int]:
    """The limits of a wager at a place: those agreed with the player, or those posted.

    What lies beside it for the dealer counts in the maximum.
    """
    kind, state = t.book.kinds[wager], t.state
    low, high = state.seats[place].limits.get(kind) or t.book.setup.limits[kind]
    beside = state.bank.accounts.get(spot(place, wager, True))
    return low, high if beside is None else high - beside.cents


def is_round_over_for(t: "Table", place: int) -> bool:
    """Whether a box has been settled on the card that lies in sight."""
    return not any(waiting == place for _, waiting in t.state.pending)


def is_open(t: "Table", place: int, wager: str) -> bool:
    """Whether a wager may be placed or changed at a place now."""
    state, book = t.state, t.book
    if state.status != IN_PLAY:
        return False
    if not book.is_draw:
        return t.course.takes_wagers(state)
    if t.course.is_settling(state):
        unfinished = len(state.drawn) < book.draw.cards and not state.is_void
        between = unfinished and is_round_over_for(t, place)
    else:
        between = t.course.takes_wagers(state)
    if not between:
        return False
    if wager in book.on_card:
        return True
    # Wagers on the whole round close with its first card, unless a reading leaves them open.
    return not state.is_begun or (book.draw.takes_late_wagers and len(state.drawn) == 1)


def may_be_moved(t: "Table", place: int, wager: str) -> bool:
    """Whether a wager that lies on the felt may be taken back now."""
    if is_open(t, place, wager) and (wager in t.book.on_card or not t.state.is_begun):
        return True
    if not t.book.is_draw or not t.book.draw.may_take_back:
        return False
    between = t.course.takes_wagers(t.state) or (
        t.course.is_settling(t.state) and is_round_over_for(t, place) and not t.state.is_void
    )
    return between and 0 < len(t.state.drawn) < t.book.draw.cards


def unmet(t: "Table", place: int, wager: str, stakes: Mapping[str, int] | None = None) -> str:
    """The wager that must be on the felt before this one, if it is not.

    `stakes` is what will lie there, where that is not what lies there now.
    """
    for need in t.book.needed_before[wager]:
        stake = t.state.bank.cents(spot(place, need)) if stakes is None else stakes.get(need, 0)
        if not stake or (t.book.needs_minimum and stake < limits(t, place, need)[0]):
            return need
    return ""


def needs(t: "Table", place: int, wager: str, missing: str) -> str:
    """That a wager needs another beside it, and how much of it, where too little lies there."""
    need = bet_on(t.book, missing)
    if spot(place, missing) in t.state.bank.accounts:
        need = say(
            "{limits} or more on {need}", limits=money(limits(t, place, missing)[0]), need=need
        )
    return say("{name} needs {need}.", name=worded(t.book.wagers[wager].name, "wager"), need=need)


def most_for_dealer(t: "Table", place: int, wager: str) -> int:
    """What may still be put beside a wager for the dealer: up to the player's own, within the limit."""
    bank = t.state.bank
    own, beside = bank.cents(spot(place, wager)), bank.cents(spot(place, wager, True))
    return max(0, min(own - beside, limits(t, place, wager)[1] - own))


def is_further(t: "Table", place: int, wager: str, minimum: int) -> bool:
    """Whether the owner had been advised of this minimum in an earlier betting than the wager's own.

    A wager on a card belongs to the betting before that card, also one that has won and was left for
    the next; a wager on the round belongs to the round. Chips that are added to it make no other of it.
    """
    state = t.state
    told = state.seats[place].advised.get(wager)
    if told is None or told.cents != minimum:
        return False
    if wager not in t.book.on_card:
        return told.round < state.round
    # The card that is being settled has come after its betting.
    betting = len(state.drawn) - t.course.is_settling(state)
    return (told.round, told.drawn) < (state.round, betting)


# Placed --------------------------------------------------------------------------------------------


@act(
    WAGERING,
    group=Group.ROUND,
    button="Bet",
    about="Put chips on a wager.",
    happened={
        "": "{who} [bet|bets] {chips} on {wager}{for_dealer}.",
        "more": "{who} [add|adds] {chips} to {wager}{for_dealer}: {lies} in all.",
        "listed": "{wager} {chips}{for_dealer}",
        "list": "{who} [bet|bets] {bets}.",
    },
)
class Wager(Act, frozen=True):
    """Chips are put on a wager."""

    is_worked_out: ClassVar[bool] = True

    place: int
    wager: str
    chips: Chips
    cash: int = 0
    """Money laid down in place of chips; it never plays."""
    for_dealer: bool = False

    @property
    def way(self) -> Way:
        return Way(self.place, self.wager, self.for_dealer)

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterator[Way]:
        place = by.place
        if place not in t.state.seats:
            return
        for id in t.book.offer.placed:
            yield Way(place, id)
            # A late wager is given back, even one for the dealer where the house takes none.
            if t.book.setup.dealer_wagers or not is_open(t, place, id):
                yield Way(place, id, True)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        place, id, for_dealer = way.place, way.wager, way.for_dealer
        own, bank = rail(place), t.state.bank
        is_placed = place in t.state.seats and id in t.book.offer.placed
        if not is_placed or own not in bank.accounts:
            no = t.vacant(place) or _not_placed(t, id) or no_chips(t, place)
            assert no is not None
            return no
        if not is_open(t, place, id):
            return cls.allowed(way, chips_of=own, least=1, is_late=True)
        if missing := unmet(t, place, id):
            return No(
                say("{needs} Bet that first.", needs=needs(t, place, id, missing)), t.wager_rule(id)
            )
        if for_dealer:
            return _beside_for_dealer(t, way)
        if not t.book.refuses_off_limits:
            return cls.allowed(way, chips_of=own, least=1)
        lies = bank.cents(spot(place, id))
        low, high = limits(t, place, id)
        least, most = low - lies if lies < low else 1, high - lies
        if least > most:
            at_most = say(
                "{wager} is at its maximum, {high}.",
                wager=capital(bet_on(t.book, id)),
                high=money(high),
            )
            return No(at_most, "GAME.wagers.limits")
        return cls.allowed(way, chips_of=own, least=least, most=most)

    @classmethod
    def comes_out(cls, t: "Table", allowed: Allowed) -> bool:
        return allowed.least <= t.state.bank.cents(allowed.chips_of)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if self.cash:
            rule = "GAME.wagers.chips" if t.book.procedure.chips_only else CHIPS
            return No(
                say("{cash} in cash does not play. Buy in, and bet chips.", cash=money(self.cash)),
                rule,
            )
        if no := wrong_chips(t, self.chips, allowed):
            return no
        cents = worth(self.chips)
        if cents >= allowed.least and (cents <= allowed.most or not allowed.most):
            return None
        return self._off_bounds(t, allowed, cents)

    def _off_bounds(self, t: "Table", allowed: Allowed, cents: int) -> No:
        """That a wager would be too low or too high."""
        on = bet_on(t.book, self.wager)
        if self.for_dealer:
            most = money(allowed.most)
            return No(
                say("You can bet up to {most} on {on} for the dealer.", most=most, on=on),
                FOR_THE_DEALER,
            )
        low, high = limits(t, self.place, self.wager)
        lies = t.state.bank.cents(spot(self.place, self.wager))
        in_all = say(" in all") if lies else ""
        return No(
            say(
                "{lies}{in_all} on {on} is outside its limits. Bet {low} to {high}{in_all}.",
                lies=money(lies + cents),
                in_all=in_all,
                on=on,
                low=money(low),
                high=money(high),
            ),
            "GAME.wagers.limits",
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        place, id = self.place, self.wager
        if not is_open(t, place, id):
            return [LateWager(place, id, self.chips, self.for_dealer)]
        if self.for_dealer or t.book.refuses_off_limits:
            return [self]
        total = t.state.bank.cents(spot(place, id)) + worth(self.chips)
        low, high = limits(t, place, id)
        if total < low:
            return [self, Advised(place, id, "minimum", low)]
        return [self, Advised(place, id, "maximum", high)] if total > high else [self]

    def moved(self) -> Sequence[Move]:
        target = spot(self.place, self.wager, self.for_dealer)
        return (Move(rail(self.place), target, self.chips),)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        lies = s.lies(self.place, self.wager, for_dealer=self.for_dealer)
        slots = {
            "who": s.who(self.place),
            "chips": s.amount(self.chips),
            "wager": s.on(self.wager),
            "for_dealer": beside(self.for_dealer),
            "lies": money(lies),
        }
        case = "more" if lies > worth(self.chips) else ""
        yield Telling(BET, slots, case, place=self.place)


def _not_placed(t: "Table", id: str) -> No | None:
    """That nobody puts chips on this wager, if so."""
    offer = t.book.offer
    if id in offer.placed:
        return None
    if id in offer.following:
        name = worded(t.book.wagers[id].name, "wager")
        return No(
            say("{name} is not bet by itself: it follows from the decision.", name=name),
            t.wager_rule(id),
        )
    return No(
        say("There is no wager {id}. Bet on {placed}.", id=quoted(id), placed=listed(offer.placed)),
        "house.wagers",
    )


def _beside_for_dealer(t: "Table", way: Way) -> Allowed | No:
    """What may be put beside a wager for the dealer."""
    if not t.book.setup.dealer_wagers:
        instead = say("Tip instead") if t.book.setup.takes_tips else say("Bet for yourself only")
        return No(
            say("This house takes no wagers for the dealer. {instead}.", instead=instead),
            FOR_THE_DEALER,
        )
    most = most_for_dealer(t, way.place, way.wager)
    if most <= 0:
        return No(
            "A wager for the dealer is no higher than your own, and within the limit with it. No more"
            " can be bet here for the dealer.",
            FOR_THE_DEALER,
        )
    return Wager.allowed(way, chips_of=rail(way.place), least=1, most=most)


@event(
    {
        "": "The dealer tells {player} that the {limit} on {wager} is {cents}.",
        "minimum": "The wager is paid or taken as it lies.",
        "maximum": "The wager is paid or taken up to {cents}.",
    },
    about={
        "minimum": "{place}: the minimum on {wager} is {cents}. Your {lies} is paid or taken as it"
        " lies.",
        "maximum": "{place}: the maximum on {wager} is {cents}. Of your {lies}, {cents} plays.",
        "returned": "{place}: the minimum on {wager} is {cents}. Your {lies} is returned either way.",
    },
)
class Advised(Event, frozen=True):
    """A player learns of a limit."""

    place: int
    wager: str
    limit: str
    """`minimum` or `maximum`."""
    cents: int

    def apply(self, state: "State", course: "Course") -> None:
        seat = state.seats[self.place]
        seat.to_advise |= {self.wager}
        if self.limit != "minimum":
            return
        known = seat.advised.get(self.wager)
        if known is None or known.cents != self.cents:
            told = Advice(self.cents, state.round, len(state.drawn))
            seat.advised = {**seat.advised, self.wager: told}

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "player": s.whom(self.place),
            "limit": worded(self.limit),
            "wager": s.on(self.wager),
            "cents": money(self.cents),
        }
        yield Telling(BET, slots, place=self.place)
        if isinstance(s.who(self.place), You):
            yield Telling(BET, slots, self.limit, place=self.place)


def limits_to_say(t: "Table") -> list[str]:
    """What the dealer says aloud of wagers that lie over or under a limit, each once."""
    found = []
    for place, seat in t.state.seats.items():
        for wager in t.book.offer.placed:
            lies = t.state.bank.cents(spot(place, wager))
            if wager not in seat.to_advise or not lies:
                continue
            low, high = limits(t, place, wager)
            if low <= lies <= high:
                continue
            slots = {
                "place": t.place(place),
                "wager": bet_on(t.book, wager),
                "cents": money(low if lies < low else high),
                "lies": money(lies),
            }
            found.append(ENGLISH.say("advised", ABOUT, _limit_said(t, place, wager), slots))
    return found


def _limit_said(t: "Table", place: int, wager: str) -> str:
    """Which limit a wager does not keep to, or that it goes back for that."""
    minimum = limits(t, place, wager)[0]
    if t.state.bank.cents(spot(place, wager)) >= minimum:
        return "maximum"
    goes_back = t.book.setup.returns_small_wagers and is_further(t, place, wager, minimum)
    return "returned" if goes_back else "minimum"


@act(
    WAGERING,
    by=(PLAYER,),
    happened="{who} [bet|bets] {chips} on {wager}{for_dealer} after no more bets: it is given back and"
    " recorded.",
)
class LateWager(Act, frozen=True):
    """A wager after no more bets: it is pushed back and recorded. It was never in play."""

    place: int
    wager: str
    chips: Chips
    for_dealer: bool = False

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ()

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        return No("A late wager is sent as a wager: the table says whether it is late.")

    def asked(self, t: "Table") -> Act:
        return Wager(self.place, self.wager, self.chips, 0, self.for_dealer)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "who": s.who(self.place),
            "chips": s.amount(self.chips),
            "wager": s.on(self.wager),
            "for_dealer": beside(self.for_dealer),
        }
        yield Telling(TROUBLE, slots, place=self.place)
