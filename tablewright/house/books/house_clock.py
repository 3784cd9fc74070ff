"""What time it is in the house, when the clock of its machine is set back or forward.

The house goes on by the server's own clock, which nobody sets. What the machine's clock says is taken
over at once while the two agree within seconds. If it jumps, the house keeps its own reckoning until
the clock has said the same for as long as it jumped, an hour at most: a clock that is set a day ahead
and back again changes nothing. Then the house follows it. Whatever is found is told (`take`).

    clock.now()          the time in the house
    clock.off            how far the machine's clock is from it; nothing, if they agree
    clock.on_moved       called with how far the house's time was moved when it followed the clock
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from tablewright.signing.keys import utc_now

AGREED = timedelta(seconds=2)
"""So far apart two readings may lie: a clock that is slowly put right, or a busy machine."""
LONGEST_DOUBT = timedelta(hours=1)
"""A clock that has said the same for so long is believed, however far it jumped."""
NOTHING = timedelta()

How: TypeAlias = Literal["set", "followed", "set-back"]


class ClockFound(NamedTuple):
    """The clock was set, the house has followed it, or it was set back to what the house reckoned."""

    how: How
    by: timedelta
    """How far the clock is ahead of the house's time; less than nothing, if it is behind."""
    house: datetime
    clock: datetime


def own_seconds() -> float:
    """A clock that nobody sets; where there is one, it goes on while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class HouseClock:
    """The time in the house. `wall` is the machine's clock, `seconds` the server's own."""

    def __init__(
        self,
        wall: Callable[[], datetime] = utc_now,
        seconds: Callable[[], float] = own_seconds,
    ) -> None:
        self.wall, self.seconds = wall, seconds
        self.on_moved: list[Callable[[timedelta], None]] = []
        self.off = NOTHING
        self._at, self._since = wall(), seconds()
        self._doubted = NOTHING
        """By how much the clock was off when that was noticed."""
        self._doubted_since = 0.0
        self._found: list[ClockFound] = []

    def now(self) -> datetime:
        """The time in the house."""
        seconds, clock = self.seconds(), self.wall()
        reckoned = self._at + timedelta(seconds=seconds - self._since)
        off = clock - reckoned
        if abs(off) <= AGREED:
            if self.off:
                self._found.append(ClockFound("set-back", self.off, reckoned, clock))
            self.off, self._doubted = NOTHING, NOTHING
            self._at, self._since = clock, seconds
            return clock
        if not self._doubted or abs(off - self._doubted) > AGREED:
            self._doubted, self._doubted_since = off, seconds
            self._found.append(ClockFound("set", off, reckoned, clock))
        self.off = off
        if timedelta(seconds=seconds - self._doubted_since) < min(abs(off), LONGEST_DOUBT):
            return reckoned
        self._found.append(ClockFound("followed", off, reckoned, clock))
        self.off, self._doubted = NOTHING, NOTHING
        self._at, self._since = clock, seconds
        for each in self.on_moved:
            each(off)
        return clock

    def take(self) -> list[ClockFound]:
        """What was found since this was asked last."""
        self.now()
        found, self._found = self._found, []
        return found

    def put_back(self, found: list[ClockFound]) -> None:
        """What could not be told is to be told again."""
        self._found = [*found, *self._found]
