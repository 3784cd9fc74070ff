"""The server's own clock: what it says, and how to be woken by it.

A waking is a hint and no promise. An event loop wakes a millisecond early or, on a busy machine, late
by seconds, so what is due is decided by a reading of the clock and never by having been woken.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

SHORTEST_SECONDS = 0.005
"""The least that anything waits for: more than a timer is ever early, so that each waking gets on."""


class Waking(Protocol):
    """Something that happens later, unless it is called off."""

    def cancel(self) -> object: ...


class Ticker(Protocol):
    """A clock in seconds that can wake a task."""

    def now(self) -> float: ...

    def call_at(self, when: float, call: Callable[[], object]) -> Waking: ...


class LoopTicker:
    """The clock of the running server."""

    def now(self) -> float:
        return time.monotonic()

    def call_at(self, when: float, call: Callable[[], object]) -> Waking:
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), call)


class Alarm:
    """Wakes the task of a table: now, or at a time of the server's own clock."""

    def __init__(self, ticker: Ticker) -> None:
        self._ticker = ticker
        self._rung = asyncio.Event()
        self._set: Waking | None = None

    def ring(self) -> None:
        """Have the table looked at now."""
        self._rung.set()

    def ring_at(self, when: float) -> None:
        """Have the table looked at then, and at no other time that was asked for before."""
        self.ring_for_nothing()
        earliest = self._ticker.now() + SHORTEST_SECONDS
        self._set = self._ticker.call_at(max(when, earliest), self.ring)

    def ring_for_nothing(self) -> None:
        """Nothing is waited for but people."""
        if self._set is not None:
            self._set.cancel()
            self._set = None

    async def wait(self) -> None:
        """Wait until it rings."""
        await self._rung.wait()
        self.stop()

    def stop(self) -> None:
        """It has been heard."""
        self._rung.clear()
