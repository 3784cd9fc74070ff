"""The desk of the house, which one server has for all: opened there, and left to another.

It is everything in the house that is not done at a table.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from tablewright.house.tables.whereabouts import Whereabouts

RETRY_SECONDS = 1.0


class Desk(Protocol):
    """Everything in the house that is not done at a table, and that one server does for all."""

    async def open_desk(self) -> None:
        """Begin with it."""

    async def look_over_floor(self) -> None:
        """Go on with what needs every table of the house to be known."""

    async def close_desk(self) -> None:
        """Leave it to another server."""


class HouseDesk:
    """The desk, once this server has it. `note_failure` is told what could not be done, and why."""

    def __init__(
        self,
        desk: Desk,
        whereabouts: Whereabouts,
        note_failure: Callable[[str, Exception], None],
    ) -> None:
        self._desk, self._whereabouts, self._note_failure = desk, whereabouts, note_failure
        self._opening: asyncio.Task[None] | None = None

    @property
    def tasks(self) -> Collection[asyncio.Task[None]]:
        """What it takes to open it."""
        return () if self._opening is None else (self._opening,)

    @property
    def has_begun(self) -> bool:
        """Whether this server has begun to open it."""
        return self._opening is not None

    def begin(self) -> None:
        """Open it, once: that takes a while, and no table waits for it."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open(), name="desk")

    async def opened(self) -> None:
        """Wait until it is open, if that has begun."""
        if self._opening is not None:
            await self._opening

    async def close(self) -> None:
        """Leave it, open as it is."""
        await self.opened()
        await self._desk.close_desk()
        self._whereabouts.has_desk = False

    async def _open(self) -> None:
        await self._until_done(self._desk.open_desk)
        self._whereabouts.has_desk = True
        self._whereabouts.note_change()
        await self._until_done(self._desk.look_over_floor)

    async def _until_done(self, begin: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await begin()
                return
            except Exception as failed:  # Such as a database that is away for a while.
                self._note_failure("the desk cannot be opened yet: %s", failed)
                await asyncio.sleep(RETRY_SECONDS)
