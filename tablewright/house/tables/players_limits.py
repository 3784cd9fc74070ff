"""The limits that players have set for themselves, at one table: what they keep from being wagered.

Only new wagers are refused. A round that is under way is played to its end: decisions, and what is
staked by them, are never asked about here.
"""

from collections.abc import Callable, Iterable, Mapping

from tablewright.house.books.entries import Result
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.own_limits import RULE, AtRisk, Stop
from tablewright.house.people.person import Person
from tablewright.house.screens import orders as o
from tablewright.house.screens.changes import Changes
from tablewright.house.screens.history import won
from tablewright.house.tables.seating import Seating
from tablewright.rules.errors import Forbidden
from tablewright.table import acts
from tablewright.table.chips import worth
from tablewright.table.machine import Table
from tablewright.table.purse import partners
from tablewright.table.record import Record

OnFelts = Callable[[str, bool], int]
"""What a player has on all felts, of practice tables or of the others, in cents."""


class PlayersLimits:
    """The own limits of those who sit at one table."""

    def __init__(
        self,
        id: str,
        table: Table,
        keeper: LimitKeeper,
        on_felts: OnFelts,
        seating: Seating,
        changes: Changes,
    ) -> None:
        self._id, self._table, self._keeper, self._on_felts = id, table, keeper, on_felts
        self._seating, self._changes = seating, changes
        self._is_practice = table.book.setup.is_practice
        self._stops: dict[int, Stop | None] = {}
        """What each player was last shown."""
        self._won: dict[str, int] = {}

    # What is refused ------------------------------------------------------------------------------

    def refuse(self, person: Person, order: Record) -> None:
        """Refuse a player's order if a limit of their own is against it."""
        if isinstance(order, o.Sit):
            found = self._keeper.stop(person.key, AtRisk(), is_practice=self._is_practice)
            if found is not None and found.kind == "break":
                raise Forbidden(found.why, RULE)
            return
        adds, is_new = _added(self._table, order)
        if is_new and (found := self._stop(person.key, adds)):
            raise Forbidden(found.why, RULE)

    def stop(self, place: int) -> Stop | None:
        """What keeps the player at a place from any wager now."""
        key = self._seating.people.get(place)
        return self._stop(key) if key else None

    def _stop(self, key: str, adds: int = 0) -> Stop | None:
        if not self._keeper.has_any(key):
            return None
        lies = self._on_felts(key, self._is_practice)
        least = min(low for low, _ in self._table.book.setup.limits.values())
        return self._keeper.stop(key, AtRisk(lies, adds, least), is_practice=self._is_practice)

    # What happens ---------------------------------------------------------------------------------

    def note(self, events: Iterable[Record]) -> None:
        """Add up what the players here have won or lost by what happened."""
        people = self._seating.people
        for event in events:
            for place, cents in won(event).items():
                if cents and place in people:
                    key = people[place]
                    self._won[key] = self._won.get(key, 0) + cents

    def take(self) -> list[Result]:
        """What is to be written of it."""
        day, won, self._won = self._keeper.day, self._won, {}
        return [
            Result(key, day, 0 if self._is_practice else cents, cents if self._is_practice else 0)
            for key, cents in won.items()
        ]

    def look(self) -> None:
        """Notice who sits here, and show everybody what has come to be in their way."""
        people = self._seating.people
        self._keeper.sit(self._id, people.values())
        stops = {place: self.stop(place) for place in people}
        for place, found in stops.items():
            if _same(found) != _same(self._stops.get(place)):
                self._changes.change_at(place)
        self._stops = stops

    def due_in(self) -> float | None:
        """In how many seconds to look again."""
        waits = [self._keeper.due_in(key) for key in self._seating.people.values()]
        return min((each for each in waits if each is not None), default=None)


def _same(stop: Stop | None) -> tuple[object, ...]:
    """What counts as the same reason, however long it goes on."""
    return (stop.kind, stop.until, stop.net) if stop else ()


def _added(table: Table, order: Record) -> tuple[int, bool]:
    """What an order puts on the felt beyond what lies there, and whether it bets anything new."""
    if isinstance(order, acts.Wager):
        return worth(order.chips), True
    if not isinstance(order, o.Bets):
        return 0, False
    lies, wanted = table.stakes(order.place), _with_partners(table, order.stakes)
    more = [cents - lies.get(id, 0) for id, cents in wanted.items()]
    return sum(more), any(each > 0 for each in more)


def _with_partners(table: Table, stakes: Mapping[str, int]) -> dict[str, int]:
    """Stakes with those that go down with them."""
    wanted = dict(stakes)
    for id, cents in stakes.items():
        if id in table.book.offer.placed:
            for same in partners(table, id):
                wanted.setdefault(same, cents)
    return wanted
