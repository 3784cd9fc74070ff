"""A bell: what it rings for has a number, and pages wait for what comes after the one they have."""

import asyncio
from contextlib import suppress


class Bell:
    """Rings for those who wait for something new."""

    def __init__(self) -> None:
        self.number = 1
        self._rung = asyncio.Event()

    def ring(self) -> None:
        self.number += 1
        self._rung.set()
        self._rung = asyncio.Event()

    async def wait(self, after: int, seconds: float) -> None:
        """Wait until there is something that came after a number, and no longer than so long."""
        if self.number == after:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._rung.wait()
