"""Looks at the house and its tables again and again, and tells the register of alerts what is found."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime

from tablewright.house.books.database import Database
from tablewright.house.books.handing_out import HandingOut
from tablewright.house.books.outage import first_line
from tablewright.house.people.approvals import Approvals
from tablewright.house.screens.alert_pages import THE_HOUSE, AlertThresholds
from tablewright.house.screens.gaming_day import GamingDays
from tablewright.house.tables.alert_register import AlertRegister, Table
from tablewright.house.tables.alert_thresholds import Thresholds
from tablewright.house.tables.alerts import causes
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.house_alerts import house_causes
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.slow_alerts import SlowAlerts

log = logging.getLogger(__name__)

LOOKS_SECONDS = 1.0
"""How often every table is looked at."""
RETRY_SECONDS = 10.0
"""How long nobody looks after that has failed."""
AT_ONCE = 25
"""So many tables are looked at before others have their turn."""


class AlertWatch:
    """Keeps the alerts of a house as its tables are."""

    def __init__(
        self,
        database: Database,
        floor: Floor,
        approvals: Approvals,
        days: GamingDays,
        handing_out: Callable[[], HandingOut | None],
    ) -> None:
        self.register = AlertRegister(database, floor.services.clock.now)
        self.thresholds = Thresholds(database)
        self._floor, self._slow, self._days = floor, SlowAlerts(approvals), days
        self._handing_out = handing_out
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
            wait = LOOKS_SECONDS
            try:
                await look()
            except Exception as failed:  # Such as a database that is away for a while.
                log.error("the alerts could not be looked after: %s", first_line(failed))
                wait = RETRY_SECONDS
            await asyncio.sleep(wait)

    async def look(self) -> None:
        """Look at every table and at the house now."""
        limits, now = await self.thresholds.now(), self.register.now()
        zone = (await self._days.now()).tz
        found: dict[str, Table] = {}
        unknown, kinds = set[str](), self.register.kinds
        for number, live in enumerate(list(self._floor.tables.values())):
            if number % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            looked = self._looked(live, limits, now.astimezone(zone), kinds.get(live.id, ()))
            if looked is None:
                unknown.add(live.id)
            else:
                found[live.id] = looked
        of_house = house_causes(self._handing_out(), self.register.waiting)
        if of_house is None:
            unknown.add(THE_HOUSE)
        else:
            found[THE_HOUSE] = Table("", False, of_house)
        await self.register.hear(found, unknown)

    def _looked(
        self, live: LiveTable, limits: AlertThresholds, now: datetime, raised: Collection[str]
    ) -> Table | None:
        """What is found at a table; nothing is known while something is being done there."""
        if not live.is_settled:  # It may come to nothing.
            return None
        try:
            found = [*causes(live, limits, now, raised), *self._slow.causes(live, limits)]
        except Exception:  # One table keeps no other from being looked at.
            log.exception("table %s could not be looked at for alerts", live.id)
            return None
        setup = live.table.book.setup
        return Table(setup.table, setup.is_practice, found)

    async def look_closely(self) -> None:
        """Look at what takes long to find out."""
        await self._slow.look(list(self._floor.tables.values()), self.register.now().date())
