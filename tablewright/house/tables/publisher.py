"""When tables are shown: one after another, whenever the house has nothing more pressing to do.

Answers come first. Between two tables that are shown, everything that has arrived is heard, so that a
full house shows its tables a little later and still answers at once. A table that is asked for often is
shown as it stands when its turn comes.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablewright.house.tables.live import LiveTable

log = logging.getLogger(__name__)


class Publisher:
    """Shows the tables of a house."""

    def __init__(self) -> None:
        self._waiting: dict[LiveTable, None] = {}
        """In the order in which they asked."""
        self._task: asyncio.Task[None] | None = None

    def ask(self, live: "LiveTable") -> None:
        """Have a table shown soon."""
        self._waiting.setdefault(live)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run(), name="publisher")

    async def _run(self) -> None:
        while self._waiting:
            live = next(iter(self._waiting))
            del self._waiting[live]
            try:
                live.show()
            except Exception:
                # It is written: only some who should have been shown it were not.
                log.exception("table %s could not be shown", live.id)
            await asyncio.sleep(0)
