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
    """A clock in seconds that can wake somebody."""

    def now(self) -> float: ...

    def call_at(self, when: float, call: Callable[[], object]) -> Waking: ...


class LoopTicker:
    """The clock of the running server."""

    def now(self) -> float:
        return time.monotonic()

    def call_at(self, when: float, call: Callable[[], object]) -> Waking:
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), call)
