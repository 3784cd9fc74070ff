"""When the server looks for objects that nobody needs and that do not go by themselves.

Python looks through objects for rings that keep each other alive, and everything else waits for as
long: a second, with ten thousand connections. So here young objects are looked at often and few at a
time; what has lasted is put aside as soon as it was looked at, and nobody looks at it again but now and
then, when no command waits. A ring among what was put aside is found then.
"""

import asyncio
import gc
from collections.abc import Callable
from time import monotonic

YOUNG, OFTEN = 5_000, 10
"""So many more objects before the youngest are looked at, and so often before those that lasted are."""
BY_ITSELF = 1_000_000
"""Python itself never comes to look at all of them."""
LOOK_SECONDS = 1.0
WHOLE_SECONDS, LATEST_SECONDS = 900.0, 3600.0
"""All are looked at after so long, once the house is quiet; and after so long in any case."""


class Collector:
    """Looks for objects that nobody needs, in a server that is running."""

    def __init__(self, is_quiet: Callable[[], bool], now: Callable[[], float] = monotonic) -> None:
        self._is_quiet, self._now = is_quiet, now
        self._whole_at = now()

    def begin(self) -> None:
        """What is there now stays: nobody need look at it again."""
        self.look_at_all()
        gc.set_threshold(YOUNG, OFTEN, BY_ITSELF)

    async def run(self) -> None:
        """Look again and again, until this is cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """Look at what has lasted since the last time, or at all if it is time for that."""
        since = self._now() - self._whole_at
        if since >= LATEST_SECONDS or (since >= WHOLE_SECONDS and self._is_quiet()):
            self.look_at_all()
        elif gc.get_count()[2]:
            gc.collect()
            gc.freeze()

    def look_at_all(self) -> None:
        """Everything is looked at, also what was put aside."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._whole_at = self._now()
