"""Journals and the clock: what is marked where a line is dated ahead of the clock, and who hears of it.

A table's lines never go back in time. If its last line is dated ahead of the clock, as the clock was
ahead and was put right, the next lines bear that later time. The audit marks the first of them with
what the clock said, then one a minute, and the line from which on they agree again; so each line lies
between two marks that say when it was.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from tablewright.house.books.audit import Audit
from tablewright.house.books.audit_entries import Said
from tablewright.house.books.entries import KeptLine, as_text
from tablewright.house.books.house_clock import AGREED, NOTHING, ClockFound, HouseClock
from tablewright.house.books.outage import first_line

log = logging.getLogger(__name__)

LOOKS_SECONDS = 1.0
MARKED_SECONDS = 60.0
"""How often a line is marked while a journal is ahead of the clock."""
IN_WORDS = {
    "set": "the clock was set by %s: the house keeps its own time for now",
    "followed": "the clock was set by %s: the house follows it",
    "set-back": "the clock is right again after it was off by %s",
}


class ClockMarks:
    """The marks of one table's journal."""

    def __init__(self, clock: HouseClock) -> None:
        self._clock = clock
        self._marked: float | None = None
        """When a line was marked last, while the journal is ahead of the clock."""

    def of(self, lines: list[KeptLine]) -> Said | None:
        """What the audit says of these lines, which are about to be written; nothing, as a rule."""
        first, clock = lines[0], self._clock.wall()
        if lines[-1].at - clock <= AGREED:
            if self._marked is None:
                return None
            self._marked = None
            return {"how": "agrees", "line": first.n, "clock": as_text(clock)}
        now = self._clock.seconds()
        if self._marked is not None and now - self._marked < MARKED_SECONDS:
            return None
        self._marked = now
        dated = as_text(lines[-1].at)
        return {"how": "behind", "line": first.n, "dated": dated, "clock": as_text(clock)}


def behind(last: datetime | None, clock: HouseClock) -> timedelta:
    """How far the clock is behind the last line of a journal; nothing, if it is not."""
    found = last - clock.wall() if last is not None else NOTHING
    return found if found > AGREED else NOTHING


def most_behind(lasts: Iterable[datetime | None], clock: HouseClock) -> timedelta:
    """How far the clock is behind the journal that is furthest ahead of it."""
    return max((behind(each, clock) for each in lasts), default=NOTHING)


class ClockWatch:
    """Looks at the clock again and again: what is found is logged, and the audit tells of it."""

    def __init__(self, clock: HouseClock, audit: Audit) -> None:
        self._clock, self._audit = clock, audit
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="clock")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            try:
                await self.look()
            except Exception as failed:  # Such as a database that is away for a while.
                log.error("what became of the clock could not be written: %s", first_line(failed))

    async def look(self) -> None:
        """Tell what was found of the clock."""
        found = self._clock.take()
        while found:
            try:
                await self._audit.note("clock", said=_said(found[0]))
            except BaseException:
                self._clock.put_back(found)
                raise
            log.warning(IN_WORDS[found[0].how], found[0].by)
            del found[0]


def _said(found: ClockFound) -> Said:
    return {
        "how": found.how,
        "seconds": round(found.by.total_seconds()),
        "house": as_text(found.house),
        "clock": as_text(found.clock),
    }
