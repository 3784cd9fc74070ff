"""When the server looks for objects that nobody needs and that do not go by themselves.

Python looks through objects for rings that keep each other alive, and everything else waits for as
long: a second, with ten thousand connections or thirty tables that were played for an hour. So here
young objects are looked at often and few at a time; what has lasted is put aside as soon as it was
looked at, and nobody looks at it again but now and then, when nobody plays. A ring among what was put
aside is found then. A house that is played in day and night does so only if it has grown.
"""

import asyncio
import gc
from collections.abc import Callable
from time import monotonic

from tablewright.house.screens.asked_process import megabytes

YOUNG, OFTEN = 5_000, 10
"""So many more objects before the youngest are looked at, and so often before those that lasted are."""
BY_ITSELF = 1_000_000
"""Python itself never comes to look at all of them."""
LOOK_SECONDS = 1.0
WHOLE_SECONDS = 900.0
"""All are looked at no more often than this."""
QUIET_SECONDS = 5.0
"""How long no command must have been carried out before that."""
GROWN_MB = 512.0
"""While people play, that is done only once the house has taken so much more memory."""


class Collector:
    """Looks for objects that nobody needs, in a server that is running."""

    def __init__(
        self,
        commands: Callable[[], int],
        now: Callable[[], float] = monotonic,
        memory: Callable[[], float] = megabytes,
    ) -> None:
        """`commands` says how many have been carried out so far, `memory` the most there was of it."""
        self._commands, self._now, self._memory = commands, now, memory
        self._whole_at = self._heard_at = now()
        self._heard, self._had = commands(), memory()

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
        now, heard = self._now(), self._commands()
        if heard != self._heard:
            self._heard, self._heard_at = heard, now
        is_due = now - self._whole_at >= WHOLE_SECONDS
        if is_due and (now - self._heard_at >= QUIET_SECONDS or self._has_grown()):
            self.look_at_all()
        elif gc.get_count()[2]:
            gc.collect()
            gc.freeze()

    def _has_grown(self) -> bool:
        return self._memory() > self._had + GROWN_MB

    def look_at_all(self) -> None:
        """Everything is looked at, also what was put aside."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._whole_at, self._had = self._now(), self._memory()
