"""Looks at every table of the floor again and again, and tells the register of alerts what is found."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from tablewright.house.books.database import Database
from tablewright.house.people.approvals import Approvals
from tablewright.house.tables.alert_register import AlertRegister, Table
from tablewright.house.tables.alert_thresholds import Thresholds
from tablewright.house.tables.alerts import causes
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.slow_alerts import SlowAlerts

log = logging.getLogger(__name__)

LOOKS_SECONDS = 1.0
"""How often every table is looked at."""
AT_ONCE = 25
"""So many tables are looked at before others have their turn."""


class AlertWatch:
    """Keeps the alerts of a house as its tables are."""

    def __init__(self, database: Database, floor: Floor, approvals: Approvals) -> None:
        self.register, self.thresholds = AlertRegister(database), Thresholds(database)
        self._floor, self._slow = floor, SlowAlerts(approvals)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Know what is written, and look from now on."""
        await self.register.read()
        self._tasks = [
            asyncio.create_task(self._keep_looking(self.look), name="alerts"),
            asyncio.create_task(self._keep_looking(self.look_closely), name="slow alerts"),
        ]

    async def close(self) -> None:
        """Look no more."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _keep_looking(self, look: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await look()
            except Exception as failed:  # Such as a database that is away for a while.
                log.error("the alerts could not be looked after: %s", failed)
            await asyncio.sleep(LOOKS_SECONDS)

    async def look(self) -> None:
        """Look at every table now."""
        limits, now = await self.thresholds.now(), self.register.now()
        found, unknown, kinds = {}, set(), self.register.kinds
        for number, live in enumerate(list(self._floor.tables.values())):
            if number % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            if not live.is_settled:  # What is being done there may come to nothing.
                unknown.add(live.id)
                continue
            setup, raised = live.table.book.setup, kinds.get(live.id, ())
            found[live.id] = Table(
                setup.table,
                setup.is_practice,
                [*causes(live, limits, now, raised), *self._slow.causes(live, limits)],
            )
        await self.register.hear(found, unknown)

    async def look_closely(self) -> None:
        """Look at what takes long to find out."""
        await self._slow.look(list(self._floor.tables.values()), self.register.now().date())
