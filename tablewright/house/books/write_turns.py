"""Whose turn it is to write into a file of SQLite, which takes one writer at a time.

SQLite has those who wait try again now and then, and lets in the one that comes at the right moment:
where many come, one may wait for ever. Here they stand in line, and the ledger waits for one at most.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class WriteTurns:
    """Who writes now, and who is next."""

    def __init__(self) -> None:
        self._line = asyncio.Lock()
        self.ledger = asyncio.Lock()
        """Held by who writes; of all others, only the first in line waits for it."""

    @asynccontextmanager
    async def other(self) -> AsyncIterator[None]:
        """The turn of anyone but the ledger."""
        async with self._line, self.ledger:
            yield
