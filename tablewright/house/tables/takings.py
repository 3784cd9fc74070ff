"""What the tables of the floor took in and won in a gaming day or one of its shifts.

A table that is closed is remembered as long as its gaming day lasts; those that were closed before the
doors opened are read from their journals, beside the event loop. What was to be expected is worked out
there too. Where a ruleset is met for the first time that takes seconds: nobody waits for it, and until
then it is not known.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import NamedTuple

from tablewright.advice.expected import expectations_of, is_worked_out
from tablewright.advice.figures import Figures, Span
from tablewright.advice.foreseen import Foreseen, foresee
from tablewright.house.books.entries import KeptTable
from tablewright.house.books.ledger import is_away
from tablewright.house.books.outage import first_line
from tablewright.house.screens.gaming_day import (
    WHOLE_DAY,
    GamingDay,
    GamingDays,
    Period,
    day_of,
    periods,
)
from tablewright.house.tables.board import Board
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.restore import as_it_stands
from tablewright.rules.errors import Refused, quoted
from tablewright.table.setup import Book

log = logging.getLogger(__name__)

MOST_CLOSED = 2000
"""How many closed tables are looked through for those of the day."""


class Counted(NamedTuple):
    """What one table took in and won in a period, and what was to be expected if that is known."""

    id: str
    book: Book
    is_open: bool
    span: Span
    key: object
    """Different, whenever a figure is."""
    foreseen: Foreseen | None = None


class Asked(NamedTuple):
    """A period that is looked at: with the day that it is part of, and what time it is."""

    house: GamingDay
    now: datetime
    every: Sequence[Period]
    """The day and its shifts that have begun."""
    period: Period

    @property
    def until(self) -> datetime | None:
        """When it ended; None while it lasts."""
        return self.period.ends if self.period.ends <= self.now else None


class Takings:
    """The figures of one house."""

    def __init__(self, floor: Floor, days: GamingDays, now: Callable[[], datetime]) -> None:
        self._floor, self._days, self.now = floor, days, now
        self._boards: dict[Period, Board] = {}
        self._kept: dict[Period, dict[str, Counted]] = {}
        """What was counted last, by period and table."""
        self._read_day: date | None = None
        self._reading: asyncio.Task[None] | None = None
        self._working_out: asyncio.Task[None] | None = None
        self.unread = 0
        """Closed tables of the day whose journals are still being read."""

    async def close(self) -> None:
        """Wait for what is being worked out."""
        for task in (self._reading, self._working_out):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])

    # Periods --------------------------------------------------------------------------------------

    async def asked(self, id: str = WHOLE_DAY) -> Asked:
        """The period of the present gaming day that is asked for."""
        house, now = await self._days.now(), self.now()
        every = [each for each in periods(house, day_of(house, now)) if each.begins <= now]
        found = next((each for each in every if each.id == (id or WHOLE_DAY)), None)
        if found is None:
            begun = ", ".join(each.id for each in every)
            raise Refused(f"period: expected {begun}, not {quoted(id)}")
        return Asked(house, now, every, found)

    def board(self, period: Period) -> Board:
        """Which tables look different since a person last looked at a period."""
        if period not in self._boards:
            day = period.day
            self._boards = {each: found for each, found in self._boards.items() if each.day == day}
            self._kept = {each: found for each, found in self._kept.items() if each.day == day}
            self._boards[period] = Board()
        return self._boards[period]

    # Counting -------------------------------------------------------------------------------------

    async def counted(self, asked: Asked) -> dict[str, Counted]:
        """What every table took in and won in a period, by its id, each as it is written."""
        self._read_closed(asked)
        kept = self._kept.setdefault(asked.period, {})
        on_floor = list(self._floor.rows())
        count = partial(self._count, asked, kept)
        await asyncio.gather(
            *(live.when_written(partial(count, live.id, _figures(live))) for live in on_floor)
        )
        closed = self._floor.closed
        for id, figures in closed.items():
            if figures.last is not None and figures.last >= asked.period.begins:
                count(id, figures)
        for id in kept.keys() - closed.keys() - {live.id for live in on_floor}:
            del kept[id]
        await self._foresee(kept)
        return dict(kept)

    def _count(
        self,
        asked: Asked,
        kept: dict[str, Counted],
        id: str,
        figures: Figures,
    ) -> None:
        """Count a table anew where something has changed since."""
        is_open = id in self._floor.tables
        key = figures.brief, is_open, asked.until
        if id not in kept or kept[id].key != key:
            span = figures.since(asked.period.begins, asked.until)
            kept[id] = Counted(id, figures.standing.book, is_open, span, key)

    async def _foresee(self, kept: dict[str, Counted]) -> None:
        """Set what was to be expected beside what was counted; of new rulesets later."""
        lacking = [each for each in kept.values() if each.foreseen is None]
        ready = [each for each in lacking if is_worked_out(each.book)]
        if len(ready) < len(lacking):
            self._work_out({each.book.ruleset.fingerprint: each.book for each in lacking})
        if not ready:
            return
        found = await asyncio.to_thread(lambda: [foresee(each.span) for each in ready])
        for each, foreseen in zip(ready, found, strict=True):
            if kept.get(each.id) is each:
                kept[each.id] = each._replace(foreseen=foreseen)

    def _work_out(self, books: dict[str, Book]) -> None:
        if self._working_out is None or self._working_out.done():
            self._working_out = asyncio.create_task(
                _worked_out([each for each in books.values() if not is_worked_out(each)]),
                name="expectations",
            )

    # Tables that were closed before the doors opened ----------------------------------------------

    def _read_closed(self, asked: Asked) -> None:
        """Have the journals read, once a day, of tables that closed in it and are not remembered."""
        begins = asked.every[0].begins
        if self._read_day != asked.period.day:
            self._read_day = asked.period.day
            self._floor.forget_closed(begins)
            self._reading = asyncio.create_task(self._read(begins), name="closed tables")

    async def _read(self, begins: datetime) -> None:
        ledger, remembered = self._floor.ledger, self._floor.closed
        try:
            rows = await ledger.every_table(is_closed=True, limit=MOST_CLOSED)
            wanted = [
                row.id
                for row in rows
                if isinstance(row, KeptTable)
                and row.closed is not None
                and row.closed >= begins
                and row.id not in remembered
            ]
            self.unread = len(wanted)
            for id in wanted:
                try:
                    remembered[id] = (await as_it_stands(ledger, id)).sums.figures
                except Exception as wrong:
                    if is_away(wrong):
                        raise
                    log.error("the figures of table %s cannot be read: %s", id, first_line(wrong))
                self.unread -= 1
        except Exception as failed:
            self.unread = 0
            self._read_day = None  # Such as a database that is away: it is tried again.
            if not is_away(failed):
                log.exception("the figures of closed tables could not be read")

    def figures(self, id: str) -> Figures | None:
        """The figures of a table that is open, or was closed in the day."""
        live = self._floor.tables.get(id)
        return _figures(live) if live is not None else self._floor.closed.get(id)


async def _worked_out(books: Sequence[Book]) -> None:
    for book in books:
        try:
            await asyncio.to_thread(expectations_of, book)
        except Exception:
            log.exception("the expectations of %s could not be worked out", book.game.name)


def _figures(live: LiveTable) -> Figures:
    return live.room.screen.sums.figures
