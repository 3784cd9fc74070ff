"""Players' money: bought in, changed, given as a tip; and chips that move beside a settlement."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tablewright.rules.language import say
from tablewright.rules.roles import DEALER, PLAYER
from tablewright.table.allowed import Allowed, No, Way, wrong_chips
from tablewright.table.chips import (
    CAGE,
    DROP,
    FLOAT,
    PATRONS,
    TIPS,
    Chips,
    Move,
    chips_text,
    money,
    rail,
    worth,
)
from tablewright.table.record import Act, Event, Group, act, event
from tablewright.table.status import WITH_PLAYERS
from tablewright.table.words import JOURNAL, MONEY, STAFF, Telling, amount

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene

CHIPS = "house.chips"
CLEARED, ON_A_SLIP, AS_COUNTED = "cleared", "slip", "count"
"""Why chips move beside a settlement: the felt is cleared, a slip is signed, a count is booked."""


def ways_at_places(t: "Table", by: "Actor") -> list[Way]:
    """A way for each place that an actor acts for: a player's own, or every one."""
    if by.role is PLAYER:
        return [Way(by.place)] if by.place in t.state.seats else []
    return [Way(place) for place in t.state.seats]


def empty_rack(t: "Table") -> No | None:
    """That the rack has no chips to give, if so."""
    return (
        None if t.state.bank.chips(FLOAT) else No("The rack is empty. Order a fill first.", CHIPS)
    )


def no_chips(t: "Table", place: int) -> No | None:
    """That a player has no chips to give, if so."""
    if t.state.bank.chips(rail(place)):
        return None
    return No(say("There are no chips at {place}. Buy in first.", place=t.place(place)), CHIPS)


@act(
    "house.buy-in",
    by=(PLAYER, DEALER),
    group=Group.CHIPS,
    button={"": "Buy chips", STAFF: "Buy-in"},
    about={
        "": "Lay your cash on the felt: the dealer changes it for chips.",
        STAFF: "Cash into the drop box, chips to the player.",
    },
    submit="Buy-in",
    fields={"cash": "Cash", "chips": "Chips to the player"},
    blank={"chips": "Leave blank and the house picks the chips."},
    happened={
        "": "{who} [buy|buys] in for {cash}{chips}.",
        "again": "{who} [buy|buys] in again for {cash}{chips}.",
        "and": "and [buy|buys] in for {cash}{chips}.",
    },
)
class BuyIn(Act, frozen=True):
    """Cash goes into the drop box, chips to the player."""

    place: int
    cash: int
    chips: Chips

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place) or empty_rack(t):
            return no
        return cls.allowed(way, chips_of=FLOAT, least=1)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if no := wrong_chips(t, self.chips, allowed):
            return no
        if worth(self.chips) != self.cash:
            gets = money(worth(self.chips))
            return No(
                say(
                    "{cash} in cash does not buy {gets} in chips.", cash=money(self.cash), gets=gets
                ),
                CHIPS,
            )
        return None

    def moved(self) -> Sequence[Move]:
        return (Move(PATRONS, DROP, cash=self.cash), Move(FLOAT, rail(self.place), self.chips))

    def tell(self, s: "Scene") -> Iterable[Telling]:
        chips = f": {chips_text(self.chips)}" if s.is_full or s.tells_chips else ""
        slots = {"who": s.who(self.place), "cash": money(self.cash), "chips": chips}
        yield Telling(MONEY, slots, place=self.place)


@act(
    "house.colour-change",
    by=(PLAYER, DEALER),
    during=WITH_PLAYERS,
    group=Group.CHIPS,
    by_house=True,
    button="Colour change",
    about="Chips for chips of the same worth.",
    fields={"give": "Handed in", "take": "In return"},
    happened="{who} [change|changes] {give} for {take}.",
)
class ChangeColour(Act, frozen=True):
    """Chips for chips of other denominations."""

    place: int
    give: Chips
    take: Chips

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place) or empty_rack(t) or no_chips(t, way.place):
            return no
        return cls.allowed(way, chips_of=rail(way.place), for_chips_of=FLOAT, least=1)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        from_rack = Allowed(allowed.command, chips_of=allowed.for_chips_of)
        if no := wrong_chips(t, self.give, allowed) or wrong_chips(t, self.take, from_rack):
            return no
        gives, takes = money(worth(self.give)), money(worth(self.take))
        if gives != takes:
            return No(
                say(
                    "{gives} is not changed for {takes}. Change chips of the same worth.",
                    gives=gives,
                    takes=takes,
                ),
                CHIPS,
            )
        return None

    def moved(self) -> Sequence[Move]:
        own = rail(self.place)
        return (Move(own, FLOAT, self.give), Move(FLOAT, own, self.take))

    def tell(self, s: "Scene") -> Iterable[Telling]:
        give, take = chips_text(self.give), chips_text(self.take)
        slots = {"who": s.who(self.place), "give": give, "take": take}
        yield Telling(MONEY, slots, place=self.place)


@act(
    "house.tips",
    by=(PLAYER,),
    during=WITH_PLAYERS,
    group=Group.CHIPS,
    button="Tip",
    about="Chips from your rail go into the dealer's tip box.",
    fields={"chips": "Chips for the dealer"},
    done="The dealer thanks you.",
    happened="{who} [tip|tips] the dealer {chips}.",
)
class Tip(Act, frozen=True):
    """A player gives the dealer chips."""

    place: int
    chips: Chips

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.book.setup.takes_tips:
            return No("You cannot tip here: this house takes no tips. Keep your chips.")
        if no := t.vacant(way.place) or no_chips(t, way.place):
            return no
        return cls.allowed(way, chips_of=rail(way.place), least=1)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_chips(t, self.chips, allowed)

    def moved(self) -> Sequence[Move]:
        return (Move(rail(self.place), TIPS, self.chips),)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.who(self.place), "chips": s.amount(self.chips)}
        yield Telling(MONEY, slots, place=self.place)


@event(
    {
        "cleared": "Wagers still on the felt go back: {wagers}.",
        "more": "The float is booked with {chips} more.",
        "less": "The float is booked with {chips} less.",
        "in": "{chips} goes from the cage to the rack.",
        "out": "{chips} goes from the rack to the cage.",
        "to": "The payment is put right: {chips} goes to {player}.",
        "from": "The payment is put right: {chips} comes back from {player}.",
    }
)
class Moved(Event, frozen=True):
    """Chips or cash changed places beside a wager's settlement."""

    moves: tuple[Move, ...]
    why: str
    """`cleared`, `slip` or `count`."""

    def moved(self) -> Sequence[Move]:
        return self.moves

    def tell(self, s: "Scene") -> Iterable[Telling]:
        if self.why == CLEARED:
            wagers = ", ".join([_taken_up(s, move) for move in self.moves])
            yield Telling(MONEY, {"wagers": wagers}, CLEARED, continues=True)
        elif self.why == ON_A_SLIP:
            yield from [_by_slip(s, move) for move in self.moves]
        else:
            for move in self.moves:
                case = "more" if move.target == FLOAT else "less"
                yield Telling(MONEY, {"chips": amount(move.chips)}, case, to=STAFF, continues=True)


def _by_slip(s: "Scene", move: Move) -> Telling:
    """What a slip moves. Of a fill or a credit its count has been told, where the slip was signed."""
    is_in, slots = move.target == FLOAT, {"chips": s.amount(move.chips)}
    if CAGE in (move.source, move.target):
        case = "in" if is_in else "out"
        return Telling(MONEY, slots, case, to=JOURNAL, continues=True, is_detail=True)
    place = int((move.source if is_in else move.target).partition(":")[2])
    slots["player"] = s.whom(place)
    return Telling(MONEY, slots, "from" if is_in else "to", place, continues=True)


def _taken_up(s: "Scene", move: Move) -> str:
    _, place, wager, *_ = move.source.split(":")
    return f"{s.who(int(place))} {s.name(wager)} {money(worth(move.chips))}"
