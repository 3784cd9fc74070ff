"""Moving a table to another server: it is stopped here, its lease passes on, and it is followed here.

The other server takes it up from its journal. Connections end with `live.MOVED` and are made again at
once, wherever it is now.
"""

import asyncio
import logging
from collections.abc import Callable, Collection

from tablewright.house.books.outage import first_line
from tablewright.house.servers.registry import Registry, Server
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.following import Following
from tablewright.house.tables.live import HAS_MOVED, MOVED, LiveTable
from tablewright.house.tables.taking_over import TakingOver
from tablewright.house.tables.whereabouts import Whereabouts

log = logging.getLogger(__name__)


class Moving:
    """The tables that are just passing to other servers. `wake` has this server look again now."""

    def __init__(
        self,
        registry: Registry,
        whereabouts: Whereabouts,
        floor: Floor,
        following: Following,
        taking: TakingOver,
        wake: Callable[[], None],
    ) -> None:
        self._registry, self._whereabouts, self._floor = registry, whereabouts, floor
        self._following, self._taking, self._wake = following, taking, wake
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> Collection[asyncio.Task[None]]:
        """One for each table that is moving."""
        return self._tasks

    def begin(self, live: LiveTable, server: Server) -> None:
        """Have a table pass to another server now, unless it does already or is over."""
        if live.id in self._whereabouts.moving or live.is_ended:
            return
        live.on_clear = None
        self._whereabouts.moving.add(live.id)
        task = asyncio.create_task(self._pass(live, server), name=f"moving {live.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for what has begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass(self, live: LiveTable, server: Server) -> None:
        try:
            await live.stop(MOVED, HAS_MOVED)
            if live.is_closed:
                return
            if await self._registry.give(live.id, server.id):
                await self._whereabouts.look()
                followed = await self._following.followed(live.id)
                self._floor.let_go(live.id)
                if followed is not None:  # It is in the lobby all the while.
                    self._floor.tables[live.id] = followed
            else:
                self._floor.let_go(live.id)
                await self._taking.take_up(live.id)
        except Exception as failed:
            log.error("table %s could not be moved: %s", live.id, first_line(failed))
            self._floor.let_go(live.id)
            self._registry.lost(live.id)  # Which server has it is seen at the next look.
        finally:
            self._whereabouts.moving.discard(live.id)
            self._whereabouts.note_change()
            self._wake()
