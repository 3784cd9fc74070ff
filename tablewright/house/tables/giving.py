"""Giving tables to other servers: what is too much, or everything if this server leaves, the desk too.

A table moves between two rounds, to the server that has least. None moves to a server that does not
answer yet, or is leaving itself.
"""

import asyncio
import contextlib
from collections.abc import Callable
from math import ceil

from tablewright.house.books.ledger import DESK
from tablewright.house.servers.answering import Answering
from tablewright.house.servers.registry import Registry, Server
from tablewright.house.tables.house_desk import HouseDesk
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.moving import Moving
from tablewright.house.tables.whereabouts import Whereabouts
from tablewright.rules.errors import Refused

DRAIN_LOOK_SECONDS = 0.1


class Giving:
    """Which tables this server gives, and to whom. `wake` has this server look again now."""

    def __init__(
        self,
        registry: Registry,
        whereabouts: Whereabouts,
        answering: Answering,
        moving: Moving,
        desk: HouseDesk,
        wake: Callable[[], None],
    ) -> None:
        self._registry, self._whereabouts, self._answering = registry, whereabouts, answering
        self._moving, self._desk, self._wake = moving, desk, wake
        self.is_leaving = False
        """Whether this server gives everything, and takes nothing more that is free."""

    def give_surplus(self) -> None:
        """Have tables move between rounds: all of them if this server leaves, or what is too much."""
        moving = self._whereabouts.moving
        own = [live for live in self._whereabouts.own_tables() if live.id not in moving]
        others = self._others()
        surplus = len(own) if self.is_leaving else self._surplus(len(own))
        for live in own:
            is_to_go = surplus > 0 and bool(others)
            live.on_clear = self._move if is_to_go else None
            surplus -= is_to_go
            if is_to_go and live.is_clear:
                self._move(live)

    async def drain(self, seconds: float) -> None:
        """Have every table and the desk pass to other servers, each table between two rounds.

        After so many seconds what is left is passed on as it stands. Without another server nothing is.
        """
        self.is_leaving = True
        with contextlib.suppress(Exception):
            await self._registry.is_leaving()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._whereabouts.own_tables() and self._others():
                    self._wake()
                    await asyncio.sleep(DRAIN_LOOK_SECONDS)
        for live in self._whereabouts.own_tables():
            self._move(live)
        await self._moving.finish()
        await self._pass_desk()

    def _move(self, live: LiveTable) -> None:
        """Have a table pass to another server now, if there is one."""
        server = self._least_loaded()
        if server is not None:
            self._moving.begin(live, server)

    async def _pass_desk(self) -> None:
        server = self._least_loaded()
        if server is None or not self._desk.has_begun:
            return
        await self._desk.close()
        with contextlib.suppress(Refused, OSError):
            await self._registry.give(DESK, server.id)

    # To whom --------------------------------------------------------------------------------------

    def _others(self) -> list[Server]:
        return self._answering.others(self._whereabouts.seen)

    def _surplus(self, own: int) -> int:
        """One table at a time, while this server has more than its share."""
        staying = len(self._others()) + 1
        tables = sum(room != DESK for room in self._whereabouts.seen.leases)
        return min(1, max(0, own - ceil(tables / staying)))

    def _least_loaded(self) -> Server | None:
        others = self._others()
        if not others:
            return None
        loads = {each.id: 0 for each in others}
        for lease in self._whereabouts.seen.leases.values():
            if lease.server in loads:
                loads[lease.server] += 1
        return min(others, key=lambda each: (loads[each.id], each.id))
