"""What this server has passed on to other servers, and is waiting for: ended when they are gone.

A machine that hangs, or a cut wire, never says so itself.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator

from tablewright.house.servers.registry import Seen, Server


class PassedOn:
    """Everything that is passed on just now."""

    def __init__(self) -> None:
        self.underway: set[tuple[str | None, str, Callable[[], None]]] = set()
        """The room that each must stay in, if it must, the server, and what ends it."""

    @contextlib.contextmanager
    def passing(self, room: str | None, server: Server, end: Callable[[], None]) -> Iterator[None]:
        """While something is passed on to another server; `end` is called when that is not there any
        more, or has the room no more."""
        passed = room, server.id, end
        self.underway.add(passed)
        try:
            yield
        finally:
            self.underway.discard(passed)

    @contextlib.asynccontextmanager
    async def waiting_for(self, server: Server) -> AsyncIterator[None]:
        """While a server is asked for something; a TimeoutError once it is held to be dead."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as waiting:
            with self.passing(None, server, lambda: waiting.reschedule(loop.time())):
                yield

    def end_what_is_gone(self, seen: Seen) -> None:
        """End what was passed on to a server that is not there any more, or for a room that moved."""
        for passed in list(self.underway):
            room, server, end = passed
            lease = seen.leases.get(room) if room is not None else None
            has_moved = lease is not None and lease.server != server
            if has_moved or server not in seen.servers:
                self.underway.discard(passed)
                end()
