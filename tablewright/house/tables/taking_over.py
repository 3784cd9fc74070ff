"""Taking rooms over: those that are free, and those that other servers gave to this one.

What another server has taken from this one is let go of.
"""

from tablewright.house.books.entries import BrokenTable, KeptTable
from tablewright.house.books.ledger import DESK, Ledger
from tablewright.house.servers.registry import Registry
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.live import HAS_MOVED, MOVED
from tablewright.house.tables.whereabouts import Whereabouts
from tablewright.table.status import CLOSED


class TakingOver:
    """Has tables go on here, and no longer, as the leases say."""

    def __init__(
        self, registry: Registry, whereabouts: Whereabouts, floor: Floor, ledger: Ledger
    ) -> None:
        self._registry, self._whereabouts = registry, whereabouts
        self._floor, self._ledger = floor, ledger

    async def take_free(self) -> None:
        """The tables first: people wait at them in the middle of a round."""
        seen = self._whereabouts.seen
        desk = seen.leases.get(DESK)
        is_free = desk is None or desk.server not in seen.servers
        free = [each for each in seen.free if each.room != DESK]
        for lease in free:
            if await self._registry.take(lease):
                await self.take_up(lease.room)
        has_taken = is_free and await self._registry.take_desk(desk)
        if free or has_taken:
            await self._whereabouts.look()

    async def take_given(self) -> None:
        """Rooms that others gave to this server, or took from it."""
        held, mine = self._registry.held, self._registry.id
        whereabouts = self._whereabouts
        for room in list(whereabouts.seen.leases):
            # As it is by now: a table may have moved meanwhile.
            lease = whereabouts.seen.leases.get(room)
            if lease is None or room in whereabouts.moving:
                continue
            if lease.server == mine and room not in held:
                self._registry.take_given(lease)
                if room != DESK:
                    await self.take_up(room)
            elif lease.server != mine and room in held and lease.fence > held[room]:
                self._registry.lost(room)
                await self._let_go(room)

    async def take_up(self, room: str) -> None:
        """Have a table go on here, from what is written of it; if it cannot be read, later."""
        try:
            kept = await self._ledger.table(room)
            if kept is not None and not _is_closed(kept):
                await self._floor.take_up(kept)
        except BaseException:
            self._registry.lost(room)  # The next look finds that it is this server's to take up.
            raise

    async def _let_go(self, room: str) -> None:
        """Those who are at a table that another server has taken are sent there."""
        live = self._floor.tables.get(room)
        if live is not None and not live.is_elsewhere:
            await live.stop(MOVED, HAS_MOVED)
            self._floor.let_go(room)


def _is_closed(kept: KeptTable | BrokenTable) -> bool:
    """Whether a table is over. Its lease may outlast it for a beat, and for longer where its server
    ended before the next; the one that takes it then gives it up."""
    return isinstance(kept, KeptTable) and kept.status == CLOSED
