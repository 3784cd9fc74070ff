"""A table that another server of the house has: followed here by reading its journal, to be looked at.

Lobby, pit, alerts and limits look at it as at any other. It is a little behind: what is written there
is read here a few times a second. It knows no order of a pack, so that nothing of what lies face down
can leave by this server. Whatever is to be done at it is done by the server that has it.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from tablewright.house.books.options import Options
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.refusals import NotWritten
from tablewright.house.tables.relief import Relief
from tablewright.house.tables.restore import Kept, applied, from_elsewhere
from tablewright.house.tables.room import HouseServices
from tablewright.house.tables.work import Work
from tablewright.rules.errors import Refused
from tablewright.table.journal import CutOff, hash_of, read

MOVING = "This table is moving to another server of the house. Nothing has changed; try again."


class Presence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a server tells the others of a table beside its journal: who is there, who is missed."""

    present: tuple[int, ...] = ()
    dealer_gone_seconds: float | None = None
    is_paused: bool = False


def presence_of(live: LiveTable) -> Presence:
    """How a table is, for the other servers."""
    room = live.room
    gone = room.pace.dealer_gone
    away = None if gone is None else round(max(0.0, room.ticker.now() - gone), 1)
    return Presence(tuple(room.pace.present), away, room.conduct.is_paused)


class Owner(Protocol):
    """Does at a table what the server does that has it."""

    async def close_when_clear(self, table: str) -> None:
        """Have the house close a table after its round."""

    async def relieve(self, table: str, relief: Relief) -> None:
        """Have a post at a table pass to another person."""


class FollowedTable(LiveTable):
    """A table of another server. Use `follow`."""

    def __init__(
        self, id: str, options: Options, kept: Kept, house: HouseServices, owner: Owner
    ) -> None:
        # Its players' time and its listeners are counted where it is dealt.
        super().__init__(id, options, kept, house._replace(limits=LimitKeeper(), crowd=set()))
        self._owner = owner
        self._last_hash = kept.last_hash
        self.is_elsewhere = True

    @classmethod
    async def follow(
        cls, id: str, options: Options, house: HouseServices, owner: Owner
    ) -> "FollowedTable":
        """A table as its journal leaves it now."""
        return cls(id, options, await from_elsewhere(house.ledger, id), house, owner)

    def take_in(self, lines: Sequence[bytes], holders: Mapping[int, str]) -> None:
        """Lines that were written since, and who sits there now."""
        sums = self.room.screen.sums
        written = [
            line
            for line in read(lines, self.table.lines, self._last_hash)
            if not isinstance(line, CutOff)
        ]
        self.table.take_in(applied(written, sums))
        self._last_hash = hash_of(lines[-1])
        self.room.seating.take_up(holders)

    def take_conduct(self, kept: str) -> None:
        """How it is run beside its journal."""
        self.room.conduct.take_up(kept)

    def take_presence(self, seen: Presence) -> None:
        """Who is there, as the server says that has the table."""
        room = self.room
        pace, now = room.pace, room.ticker.now()
        pace.look(now)
        pace.people = set(room.seating.people)
        missing = pace.people.difference(seen.present)
        pace.gone = {place: pace.gone.get(place, now) for place in missing}
        away = seen.dealer_gone_seconds
        pace.dealer_gone = None if away is None else now - away
        room.conduct.is_paused = seen.is_paused

    # What is done by the server that has it --------------------------------------------------------

    def start(self) -> None:
        """Nothing is done here by itself."""

    async def stop(self, code: int = 1001, why: str = "") -> None:
        """Follow it no longer."""

    def send(self, work: Work) -> None:
        work.answer(NotWritten(MOVING))

    async def run_errand(self, errand: object) -> None:
        raise Refused(MOVING)

    async def close_when_clear(self) -> None:
        await self._owner.close_when_clear(self.id)

    async def relieve(self, relief: Relief) -> None:
        await self._owner.relieve(self.id, relief)
