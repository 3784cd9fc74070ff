"""Taking back: a wager goes back to its owner before it is live, or because it cannot stand."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules.english import capital
from tablewright.rules.errors import quoted
from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER, PLAYER
from tablewright.rules.wagers import SameAs
from tablewright.table.allowed import Allowed, No, Way
from tablewright.table.chips import Chips, Move, money, rail, spot
from tablewright.table.record import Act, Group, Prompt, Record, act
from tablewright.table.scene import beside, bet_on
from tablewright.table.words import BET, STAFF, Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
from tablewright.table.acts.wagers import WAGERING, may_be_moved, needs, unmet


def is_taken_back(t: "Table", place: int, wager: str, *, for_dealer: bool) -> bool:
    """Whether a wager may be taken back; what lies beside it for the dealer goes first."""
    accounts = t.state.bank.accounts
    if spot(place, wager, for_dealer) not in accounts or wager not in t.book.offer.placed:
        return False
    alone = for_dealer or spot(place, wager, True) not in accounts
    return alone and may_be_moved(t, place, wager)


def unmatched(t: "Table", place: int) -> dict[str, str]:
    """The wagers at a place that cannot stand as they lie, each with the reason."""
    found: dict[str, str] = {}
    if not t.book.conditional:
        return found
    stakes, wagers = t.stakes(place), t.book.ruleset.wagers
    for id, stake in stakes.items():
        same = wagers[id].wager.stake
        missing = unmet(t, place, id, stakes)
        if not missing and not t.book.needs[id] <= stakes.keys():
            missing = next(n.wager for n in wagers[id].needs if n.wager not in stakes)
        if missing:
            found[id] = needs(t, place, id, missing)
        elif isinstance(same, SameAs) and stakes[same.wager] != stake:
            own, other = (
                worded(t.book.wagers[id].name, "wager"),
                worded(t.book.wagers[same.wager].name, "wager"),
            )
            stands = say(
                "{own} is {stake} and {other} {stakes}",
                own=own,
                stake=money(stake),
                other=other,
                stakes=money(stakes[same.wager]),
            )
            found[id] = found[same.wager] = say("{stands}. They must be equal.", stands=stands)
    return found


def returnable(t: "Table", place: int, by: "Actor") -> list[tuple[str, bool]]:
    """What an actor may take off the felt at a place: a dealer only what cannot stand."""
    wagers = unmatched(t, place) if by.role is DEALER else t.book.offer.placed
    return [
        (id, for_dealer)
        for id in t.book.offer.placed
        for for_dealer in (False, True)
        if id in wagers and is_taken_back(t, place, id, for_dealer=for_dealer)
    ]


@act(
    WAGERING,
    group=Group.ROUND,
    filled=("chips",),
    by_house=True,
    button={"": "Take back", STAFF: "Return a wager"},
    about="Before it is live, a wager may go back to its owner.",
    submit="Return it",
    do="{wager} at {place} cannot stand as it lies: give it back.",
    happened={
        "": "{who} [take|takes] back {wager}{for_dealer}{chips}.",
        "by-dealer": "The dealer gives back {wager}{for_dealer} to {whom}{chips}: it cannot stand"
        " as it lies.",
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
        may_go = is_taken_back(t, way.place, way.wager, for_dealer=way.for_dealer)
        if may_go and (by.role is not DEALER or way.wager in unmatched(t, way.place)):
            return cls.allowed(way)
        return No(_not_returnable(t, way, by), t.phase_rule)

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        lies = dict(t.state.bank.chips(spot(self.place, self.wager, self.for_dealer)))
        return [TakeBack(self.place, self.wager, self.for_dealer, lies)]

    def moved(self) -> Sequence[Move]:
        source = spot(self.place, self.wager, self.for_dealer)
        return (Move(source, rail(self.place), self.chips),)

    def prompt(self, t: "Table") -> Prompt:
        slots = {"wager": capital(bet_on(t.book, self.wager)), "place": t.place(self.place)}
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
        return say("No {name} wager lies at {place}.", name=name, place=t.place(place))
    if not way.for_dealer and spot(place, way.wager, True) in bank.accounts:
        return say(
            "A wager for the dealer lies beside {wager}. Take that back first.",
            wager=bet_on(t.book, way.wager),
        )
    if may_be_moved(t, place, way.wager) and by.role is DEALER:
        it = capital(bet_on(t.book, way.wager))
        return say(
            "{it} at {place} can stand. Only its owner may take it back.",
            it=it,
            place=t.place(place),
        )
    return say(
        "{wager} is live. It stays until it is settled.", wager=capital(bet_on(t.book, way.wager))
    )
