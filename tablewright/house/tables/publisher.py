"""When tables are shown: one after another, whenever the house has nothing more pressing to do.

Answers come first. Between two tables that are shown, everything that has arrived is heard, so that a
full house shows its tables a little later and still answers at once. A table that is asked for often is
shown as it stands when its turn comes.
"""

import asyncio
import logging
from contextvars import Context
from typing import Protocol

from tablewright.house.watching.times import histogram

log = logging.getLogger(__name__)


class Shows(Protocol):
    """A table that can be shown."""

    @property
    def id(self) -> str: ...

    def show(self) -> None: ...


class Publisher:
    """Shows the tables of a house."""

    def __init__(self) -> None:
        self._waiting: dict[Shows, None] = {}
        """In the order in which they asked."""
        self._task: asyncio.Task[None] | None = None
        self.times = histogram(
            "show_seconds", "One table described and written for all who look at it"
        )

    def ask(self, table: Shows) -> None:
        """Have a table shown soon."""
        self._waiting.setdefault(table)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(
                self._run(), name="publisher", context=Context()
            )

    async def _run(self) -> None:
        while self._waiting:
            table = next(iter(self._waiting))
            del self._waiting[table]
            try:
                with self.times.time():
                    table.show()
            except Exception:
                # It is written: only some connections were not shown it.
                log.exception("table %s could not be shown", table.id)
            await asyncio.sleep(0)
