"""Where each room of the house is, as this server knows it: here, at another server, or moving.

A room is a table or the desk. Whoever asks for one that is just moving waits until it has arrived.
"""

import asyncio
import contextlib
from collections.abc import Callable

from tablewright.house.books.ledger import DESK
from tablewright.house.servers.peers import NOBODY, Elsewhere
from tablewright.house.servers.registry import Registry, Seen, Server
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.live import LiveTable

PATIENCE_SECONDS = 10.0
"""How long a request waits for a table that is moving."""


class Whereabouts:
    """How the house is divided, as it was last seen. `wake` has this server look again now."""

    def __init__(self, registry: Registry, floor: Floor, wake: Callable[[], None]) -> None:
        self._registry, self._floor, self._wake = registry, floor, wake
        self.seen = Seen({}, {})
        self.has_desk = False
        """Whether everything that is not done at a table is done here."""
        self.moving: set[str] = set()
        """The tables that this server is just giving to another."""
        self._has_changed = asyncio.Event()

    async def look(self) -> None:
        """See how the house is divided now."""
        self.seen = await self._registry.look()

    def note_change(self) -> None:
        """A room may be elsewhere than before: who waits for one looks again."""
        self._has_changed.set()

    def own_tables(self) -> list[LiveTable]:
        """The tables that are dealt here."""
        return [live for live in self._floor.tables.values() if not live.is_elsewhere]

    def is_table(self, id: str) -> bool:
        """Whether a table of that id is open, here or at another server."""
        is_known = id in self.seen.leases or id in self._registry.held
        return is_known and id not in self._floor.closed

    def is_held(self, room: str) -> bool:
        """Whether this server has a room, or is just giving it to another."""
        return room in self._registry.held or room in self.moving

    async def server_of(self, room: str) -> Server | None:
        """The server that has a room; None if it is this one, or there is no such room any more.

        Refused while nobody has it for long.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while True:
                    if self._is_here(room) or (room != DESK and not self.is_table(room)):
                        return None
                    if (found := self.elsewhere(room)) is not None:
                        return found
                    self._has_changed.clear()
                    self._wake()
                    await self._has_changed.wait()
        raise Elsewhere(NOBODY)

    def elsewhere(self, room: str) -> Server | None:
        """The other server that has a room, as far as this one knows; None if there is none."""
        lease = self.seen.leases.get(room)
        if lease is None or lease.server == self._registry.id or room in self._registry.held:
            return None
        return self.seen.servers.get(lease.server)

    def _is_here(self, room: str) -> bool:
        if room == DESK:
            return self.has_desk
        live = self._floor.tables.get(room)
        if live is None:
            return room in self._registry.held and room in self._floor.quarantined
        return not live.is_elsewhere and room not in self.moving
