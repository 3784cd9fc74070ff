"""Players: who sits down and who leaves, and the limits that are agreed with one of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules.errors import listed, quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER, PIT_BOSS, PLAYER
from tablewright.table.acts.forms import CLOSING_THE_TABLE
from tablewright.table.acts.money import ways_at_places
from tablewright.table.allowed import Allowed, No, Way, wrong_words
from tablewright.table.chips import PATRONS, Chips, Move, money, rail, wagered_at
from tablewright.table.limits import marker, wrong_limit
from tablewright.table.record import Act, Group, Prompt, Record, act
from tablewright.table.state import Seat
from tablewright.table.status import WITH_PLAYERS
from tablewright.table.words import HOUSE, STAFF, Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State

PLACES = "house.places"
LIMITS = "house.limits"
BY_THE_HOUSE = "house.personal-limits"


def has_wagers(t: "Table", place: int) -> bool:
    """Whether any wager lies at a place."""
    return place in map(wagered_at, t.state.bank.accounts)


@act(
    "GAME.places",
    by=(PLAYER,),
    button="Sit down",
    about="Take a free place.",
    happened="{who} [take|takes] {seat}.",
)
class Sit(Act, frozen=True):
    """A player takes a place."""

    place: int
    player: str

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [] if by.place in t.state.seats else [Way(by.place)]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        last = t.book.ruleset.places
        if not 1 <= way.place <= last:
            word = t.place_word
            return No(
                say(
                    "There is no {word} {place}. Choose {word} 1 to {last}.",
                    word=word,
                    place=way.place,
                    last=last,
                ),
                PLACES,
            )
        if way.place in t.state.seats:
            return No(
                say("{place} is taken. Choose another.", place=t.place(way.place).capitalize()),
                PLACES,
            )
        return cls.allowed(way, text="player")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.player, say("The name"))

    def apply(self, state: "State", course: "Course") -> None:
        state.seats[self.place] = Seat(self.player)
        state.seats = dict(sorted(state.seats.items()))
        if self.player not in state.met:
            state.met |= {self.player}
            state.new_at = (*state.new_at, self.place)
        if state.was_vacant:
            state.was_vacant = False
            device = course.device(state)
            is_shoe = device.has_cut_card_within and bool(state.packs.seals)
            if course.book.procedure.shuffle_after_vacancy and is_shoe:
                state.packs.due = say("the table was vacant")

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.comes(self.place, self.player), "seat": s.seat(self.place)}
        yield Telling(HOUSE, slots, place=self.place)


@act(
    PLACES,
    by=(PLAYER, DEALER),
    during=WITH_PLAYERS,
    group=Group.PEOPLE,
    filled=("chips",),
    by_house=True,
    button={"": "Leave the table", STAFF: "Colour up a player"},
    about={
        "": "You have wagers or cards on the felt: finish this round first, or take the wagers back.",
        STAFF: "The player leaves with all their chips.",
    },
    submit="Colour up",
    do="The table is closing: colour up {place}.",
    happened="{who} [leave|leaves] with {chips}.",
)
class Leave(Act, frozen=True):
    """A player leaves with their chips."""

    place: int
    chips: Chips = msgspec.field(default_factory=dict)
    """Filled in: what they take away."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        """Nobody leaves chips on the felt, or cards that are not cleared."""
        if no := t.vacant(way.place):
            return no
        if t.state.seats[way.place].slots or has_wagers(t, way.place):
            seat = t.place(way.place)
            return No(
                say("Wagers or cards lie at {seat}. Settle and clear them first.", seat=seat),
                PLACES,
            )
        return cls.allowed(way)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [Leave(self.place, dict(t.state.bank.chips(rail(self.place))))]

    def moved(self) -> Sequence[Move]:
        return (Move(rail(self.place), PATRONS, self.chips),) if self.chips else ()

    def apply(self, state: "State", course: "Course") -> None:
        if self.place in state.new_at:
            # Not welcomed yet: at another place they are as new as here.
            state.met -= {state.seats[self.place].player}
            state.new_at = tuple(place for place in state.new_at if place != self.place)
        del state.seats[self.place]
        state.was_vacant = not state.seats

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(CLOSING_THE_TABLE, {"place": t.place(self.place)})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {"who": s.who(self.place), "chips": s.amount(self.chips)}
        yield Telling(HOUSE, slots, place=self.place)


@act(
    "GAME.wagers.personal-limits",
    house_rule=BY_THE_HOUSE,
    by=(PIT_BOSS,),
    group=Group.PEOPLE,
    button="Personal limits",
    about="Agreed with one player, whose place gets a marker.",
    submit="Agree the limits",
    fields={"limits": "Limits"},
    blank={"limits": "Remove the marker: posted limits apply again"},
    happened={
        "": "{who} [agree|agrees] limits with {player} and [set|sets] the marker “{marker}”{limits}.",
        "none": "{who} [take|takes] away the marker of {player}: the posted limits apply again.",
    },
)
class AgreeLimits(Act, frozen=True):
    """A pit boss agrees limits with one player, whose place gets a marker; none takes it away."""

    place: int
    limits: dict[str, tuple[int, int]]

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.book.may_agree_limits:
            return No(
                say(
                    "You cannot agree limits here: the manual of {name} speaks of posted limits only."
                    " Open a table with personal limits as the house's own rule.",
                    name=t.book.game.name,
                ),
                BY_THE_HOUSE,
            )
        if no := t.vacant(way.place):
            return no
        if has_wagers(t, way.place):
            return No(
                say(
                    "Wagers lie at {place}. Agree limits between rounds.", place=t.place(way.place)
                ),
                LIMITS,
            )
        return cls.allowed(way)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        for kind, (low, high) in self.limits.items():
            if kind not in t.book.setup.limits:
                known = listed(t.book.setup.limits)
                return No(
                    say(
                        "{kind} has no limits here. Choose {known}.", kind=quoted(kind), known=known
                    ),
                    LIMITS,
                )
            if wrong := wrong_limit(t.book, kind, low, high, t.state.on_record):
                return No(wrong.says, LIMITS)
        return None

    def apply(self, state: "State", course: "Course") -> None:
        state.seats[self.place].limits = dict(self.limits)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        titles = {wager.kind: worded(wager.title, "wager") for wager in s.book.game.wagers}
        limits = [
            say("{titles} {low} to {high}", titles=titles[kind], low=money(low), high=money(high))
            for kind, (low, high) in self.limits.items()
        ]
        slots = {
            "who": s.actor,
            "player": s.who(self.place),
            "marker": marker(self.limits, s.book.setup.limits),
            "limits": s.in_full(f": {', '.join(limits)}"),
        }
        yield Telling(HOUSE, slots, "" if self.limits else "none", place=self.place)
