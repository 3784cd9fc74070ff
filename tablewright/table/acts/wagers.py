"""Wagers: placed, taken back, closed; limits as each game has them; late wagers given back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules.errors import listed, quoted
from tablewright.rules.phases import Cause
from tablewright.rules.procedure import DEALER, PLAYER, OffLimits
from tablewright.rules.wagers import SameAs
from tablewright.table.acts.devices import not_ready
from tablewright.table.acts.money import CHIPS, no_chips
from tablewright.table.allowed import Allowed, No, Way, wrong_chips
from tablewright.table.chips import Chips, Move, money, rail, spot, worth
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.scene import beside, bet_on
from tablewright.table.status import IN_PLAY
from tablewright.table.words import BET, CALL, TROUBLE, Telling, You, capital

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
    kind = t.book.wagers[wager].kind
    low, high = t.state.seats[place].limits.get(kind) or t.book.setup.limits[kind]
    return low, high - t.state.bank.cents(spot(place, wager, True))


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


def _needs(t: "Table", place: int, wager: str, missing: str) -> str:
    """That a wager needs another beside it, and how much of it, where too little lies there."""
    need = bet_on(t.book, missing)
    if spot(place, missing) in t.state.bank.accounts:
        need = f"{money(limits(t, place, missing)[0])} or more on {need}"
    return f"{t.book.wagers[wager].name} needs {need}."


def most_for_dealer(t: "Table", place: int, wager: str) -> int:
    """What may still be put beside a wager for the dealer: up to the player's own, within the limit."""
    bank = t.state.bank
    own, beside = bank.cents(spot(place, wager)), bank.cents(spot(place, wager, True))
    return max(0, min(own - beside, limits(t, place, wager)[1] - own))


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

    place: int
    wager: str
    chips: Chips
    cash: int = 0
    """Money laid down in place of chips; it never plays."""
    for_dealer: bool = False

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterator[Way]:
        if by.place not in t.state.seats:
            return
        for id in t.book.offer.placed:
            yield Way(by.place, id)
            yield Way(by.place, id, True)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        place, id, for_dealer = way.place, way.wager, way.for_dealer
        if no := t.vacant(place) or _not_placed(t, id) or no_chips(t, place):
            return no
        own = rail(place)
        if not is_open(t, place, id):
            return cls.allowed(way, chips_of=own, least=1, is_late=True)
        if missing := unmet(t, place, id):
            return No(f"{_needs(t, place, id, missing)} Bet that first.", t.wager_rule(id))
        if for_dealer:
            return _beside_for_dealer(t, way, cls.allowed(way, chips_of=own, least=1))
        if t.book.procedure.off_limits is not OffLimits.REFUSED:
            return cls.allowed(way, chips_of=own, least=1)
        lies = t.state.bank.cents(spot(place, id))
        low, high = limits(t, place, id)
        least, most = max(low - lies, 1), high - lies
        if least > min(most, t.state.bank.cents(own)):
            return No(_off_limits(t, id, lies, low, high), "GAME.wagers.limits")
        return cls.allowed(way, chips_of=own, least=least, most=most)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if self.cash:
            rule = "GAME.wagers.chips" if t.book.procedure.chips_only else CHIPS
            return No(f"{money(self.cash)} in cash does not play. Buy in, and bet chips.", rule)
        return wrong_chips(t, self.chips, allowed) or self._off_bounds(t, allowed)

    def _off_bounds(self, t: "Table", allowed: Allowed) -> No | None:
        """That a wager would be too low or too high, if so."""
        cents, on = worth(self.chips), bet_on(t.book, self.wager)
        if cents >= allowed.least and (cents <= allowed.most or not allowed.most):
            return None
        if self.for_dealer:
            most = money(allowed.most)
            return No(f"You can bet up to {most} on {on} for the dealer.", FOR_THE_DEALER)
        low, high = limits(t, self.place, self.wager)
        lies = t.state.bank.cents(spot(self.place, self.wager))
        in_all = " in all" if lies else ""
        return No(
            f"{money(lies + cents)}{in_all} on {on} is outside its limits. Bet"
            f" {money(low)} to {money(high)}{in_all}.",
            "GAME.wagers.limits",
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        place, id = self.place, self.wager
        if not is_open(t, place, id):
            return [LateWager(place, id, self.chips, self.for_dealer)]
        if self.for_dealer:
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
        name = t.book.wagers[id].name
        return No(f"{name} is not bet by itself: it follows from the decision.", t.wager_rule(id))
    return No(f"There is no wager {quoted(id)}. Bet on {listed(offer.placed)}.", "house.wagers")


def _beside_for_dealer(t: "Table", way: Way, allowed: Allowed) -> Allowed | No:
    """What may be put beside a wager for the dealer."""
    if not t.book.setup.dealer_wagers:
        return No("This house takes no wagers for the dealer. Tip instead.", FOR_THE_DEALER)
    most = most_for_dealer(t, way.place, way.wager)
    if most <= 0:
        return No(
            "A wager for the dealer is no higher than your own, and within the limit with it. No more"
            " can be bet here for the dealer.",
            FOR_THE_DEALER,
        )
    return Wager.allowed(way, chips_of=allowed.chips_of, least=1, most=most)


def _off_limits(t: "Table", id: str, lies: int, low: int, high: int) -> str:
    """Why no chips of the player make a wager within its limits."""
    on = capital(bet_on(t.book, id))
    if lies >= high:
        return f"{on} is at its maximum, {money(high)}."
    return f"{on} takes {money(low)} to {money(high)}. You do not have the chips: buy in first."


@event(
    {
        "": "The dealer tells {player} that the {limit} on {wager} is {cents}.",
        "minimum": "The wager is paid or taken as it lies.",
        "maximum": "The wager is paid or taken up to {cents}.",
    }
)
class Advised(Event, frozen=True):
    """A player learns of a limit."""

    place: int
    wager: str
    limit: str
    """`minimum` or `maximum`."""
    cents: int

    def apply(self, state: "State", course: "Course") -> None:
        if self.limit != "minimum":
            return
        seat = state.seats[self.place]
        if self.wager in seat.advised:
            seat.small |= {self.wager}
        seat.advised |= {self.wager}

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "player": s.whom(self.place),
            "limit": self.limit,
            "wager": s.on(self.wager),
            "cents": money(self.cents),
        }
        yield Telling(BET, slots, place=self.place)
        if isinstance(s.who(self.place), You):
            yield Telling(BET, slots, self.limit, place=self.place)


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


# Taken back ----------------------------------------------------------------------------------------


def taken_back(t: "Table", place: int) -> Iterator[tuple[str, bool]]:
    """The wagers at a place that may be taken back, and whether each is for the dealer."""
    for id in t.book.offer.placed:
        for for_dealer in (False, True):
            if spot(place, id, for_dealer) not in t.state.bank.accounts:
                continue
            alone = for_dealer or spot(place, id, True) not in t.state.bank.accounts
            if alone and may_be_moved(t, place, id):
                yield id, for_dealer


def unmatched(t: "Table", place: int) -> set[str]:
    """The wagers at a place that lack what must lie beside them, or do not equal it."""
    stakes, wagers, found = t.stakes(place), t.book.ruleset.wagers, set()
    for id, stake in stakes.items():
        same = wagers[id].wager.stake
        if unmet(t, place, id) or any(need.wager not in stakes for need in wagers[id].needs):
            found.add(id)
        elif isinstance(same, SameAs) and stakes[same.wager] != stake:
            found |= {id, same.wager}
    return found


def returnable(t: "Table", place: int, by: "Actor") -> list[tuple[str, bool]]:
    """What somebody may take off the felt at a place: a dealer only what cannot stand."""
    found = list(taken_back(t, place))
    if by.role is DEALER:
        wrong = unmatched(t, place)
        return [(id, for_dealer) for id, for_dealer in found if id in wrong]
    return found


@act(
    WAGERING,
    group=Group.ROUND,
    filled=("chips",),
    by_house=True,
    button="Take back",
    about="Before it is live, a wager may go back to its owner.",
    do="The {wager} at {place} cannot stand as it lies: give it back.",
    happened={
        "": "{who} [take|takes] back {wager}{for_dealer}{chips}.",
        "by-dealer": "The dealer gives back {wager}{for_dealer} to {whom}{chips}: it cannot stand as"
        " it lies.",
    },
)
class TakeBack(Act, frozen=True):
    """A wager is taken off the felt before it is live."""

    place: int
    wager: str
    for_dealer: bool = False
    chips: Chips = msgspec.field(default_factory=dict)
    """Filled in: what lay there."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterator[Way]:
        places = list(t.state.seats) if by.role is DEALER else [by.place]
        for place in places:
            if place in t.state.seats:
                for id, for_dealer in returnable(t, place, by):
                    yield Way(place, id, for_dealer)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place):
            return no
        if (way.wager, way.for_dealer) in returnable(t, way.place, by):
            return cls.allowed(way)
        return No(_not_returnable(t, way, by), t.phase_rule)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        lies = dict(t.state.bank.chips(spot(self.place, self.wager, self.for_dealer)))
        return [TakeBack(self.place, self.wager, self.for_dealer, lies)]

    def moved(self) -> Sequence[Move]:
        source = spot(self.place, self.wager, self.for_dealer)
        return (Move(source, rail(self.place), self.chips),)

    def prompt(self, t: "Table") -> Prompt:
        slots = {"wager": t.book.wagers[self.wager].name, "place": t.place(self.place)}
        return Prompt(t.phase.source, slots)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        is_own = s.by.role is PLAYER
        slots = {
            "who": s.who(self.place),
            "whom": s.whom(self.place),
            "wager": s.on(self.wager),
            "for_dealer": beside(self.for_dealer),
            "chips": s.read_back(f", {s.amount(self.chips)}"),
        }
        yield Telling(BET, slots, "" if is_own else "by-dealer", place=self.place)


def _not_returnable(t: "Table", way: Way, by: "Actor") -> str:
    """Why a wager cannot be taken back."""
    bank, place = t.state.bank, way.place
    known = t.book.wagers.get(way.wager)
    name = known.name if known else quoted(way.wager)
    if spot(place, way.wager, way.for_dealer) not in bank.accounts:
        return f"No {name} wager lies at {t.place(place)}."
    if not way.for_dealer and spot(place, way.wager, True) in bank.accounts:
        return f"A wager for the dealer lies beside the {name}. Take that back first."
    if may_be_moved(t, place, way.wager) and by.role is DEALER:
        return f"The {name} at {t.place(place)} can stand. Only its owner may take it back."
    return f"The {name} is live. It stays until it is settled."


def why_unmatched(t: "Table", place: int) -> str:
    """Why the wagers at a place cannot stand as they lie; nothing, if they can."""
    stakes, wagers = t.stakes(place), t.book.ruleset.wagers
    for id, stake in stakes.items():
        if missing := unmet(t, place, id):
            return _needs(t, place, id, missing)
        for need in wagers[id].needs:
            if need.wager not in stakes:
                return _needs(t, place, id, need.wager)
        same = wagers[id].wager.stake
        if isinstance(same, SameAs) and stakes[same.wager] != stake:
            own, other = t.book.wagers[id].name, t.book.wagers[same.wager].name
            stands = f"{own} is {money(stake)} and {other} {money(stakes[same.wager])}"
            return f"{stands}. They must be equal."
    return ""


# No more bets --------------------------------------------------------------------------------------


@act(
    WAGERING,
    group=Group.ROUND,
    button="No more bets",
    about="Close the betting.",
    do="When everybody has bet, call no more bets.",
    happened="No more bets",
)
class NoMoreBets(Act, frozen=True):
    """The dealer closes the betting."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        return not_closing(t) or cls.allowed()

    def apply(self, state: "State", course: "Course") -> None:
        first = not state.is_begun
        state.is_begun = True
        if course.book.is_draw:
            before_round, before_card = course.device(state).burns_under(course.book.rulings)
            state.burn_due = before_card + (before_round if first else 0)
            state.burns = (*state.burns, 0)
        course.lead_on(state, Cause.NO_MORE_BETS)

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.phase.source)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(CALL)


def not_closing(t: "Table") -> No | None:
    """Why bets cannot be closed now; nothing, if they can."""
    state = t.state
    if t.is_felt_bare() and not state.is_begun:
        return No("No wager lies on the felt. Wait for one.", t.phase_rule)
    for place in state.seats:
        if why := why_unmatched(t, place):
            said = f"{capital(t.place(place))}: {why} Have it put right, or give the wager back."
            return No(said, t.phase_rule)
    return not_ready(t)
