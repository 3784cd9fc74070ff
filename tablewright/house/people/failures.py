"""What was tried and refused, in the audit: wrong passwords, PINs and tokens, changes not for them.

The first of a series is written at once, then each time that there have been twice as many, and what
is left when the series is over, so that nobody can fill the disk. A series is what one household tries
on one account, or one person on one address, until it has tried nothing for an hour. Where very many
come at once, the rest are counted together.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tablewright.house.books.audit_entries import NOBODY, REFUSED, Doer
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database
from tablewright.house.people.throttle import FORGOTTEN_SECONDS, network

MOST_SERIES = 500
"""How many series are counted apart at once."""
OTHERS = "others"
"""The subject under which all further ones are counted."""


@dataclass(slots=True)
class _Series:
    by: Doer
    what: str
    subject: str
    last: float
    tries: int = 0
    written: int = 0
    """How many of them the audit knows of."""
    due: int = 1
    """With how many the next entry is written."""


class Failures:
    """The failures of a house. `clock` gives seconds."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._clock = database, clock
        self._series: dict[tuple[str, str, str], _Series] = {}

    async def failed(self, what: str, address: str, subject: str = "", who: str = NOBODY) -> None:
        """Something was tried that was wrong, or that had to wait."""
        key = (what, f"{who} {subject}", network(address))
        if key not in self._series and len(self._series) >= MOST_SERIES:
            key, address, subject, who = (what, OTHERS, ""), "", OTHERS, NOBODY
        series = self._series.setdefault(
            key, _Series(Doer(who, address), what, subject, self._clock())
        )
        series.tries += 1
        series.last = self._clock()
        if series.tries >= series.due:
            await self._write(series)

    async def _write(self, series: _Series) -> None:
        before = series.written, series.due
        series.written, series.due = series.tries, 2 * series.tries
        try:
            async with self._database.writing() as connection:
                said: dict[str, str | int | list[str]] = {"tries": series.written}
                note(connection, series.what, series.subject, said, by=series.by, outcome=REFUSED)
        except BaseException:
            series.written, series.due = before  # The next try has it written again.
            raise

    async def look(self) -> None:
        """End the series that are over."""
        over = self._clock() - FORGOTTEN_SECONDS
        for key, each in list(self._series.items()):
            if each.last < over:
                await self._end(key)

    async def close(self) -> None:
        """Write what is not written."""
        for key in list(self._series):
            await self._end(key)

    async def _end(self, key: tuple[str, str, str]) -> None:
        series = self._series[key]
        if series.tries > series.written:
            await self._write(series)
        del self._series[key]
