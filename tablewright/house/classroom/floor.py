"""Faults from the floor, by the month: for the pit, and for instructors those of their own people.

The journals of a month are read beside everything else, each once; who asks waits two seconds at most
and is then told how far it is.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from tablewright.house.books.entries import KeptTable
from tablewright.house.books.records import TableRecords
from tablewright.house.classroom import floor_files, floor_report
from tablewright.house.classroom.classes import NO_PERSON, Classes, NotTaught
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.journals import Journals
from tablewright.house.people.person import Person
from tablewright.house.screens.floor_pages import FloorPage, FloorProgress
from tablewright.house.screens.time_zones import zone_named
from tablewright.rules.errors import Refused, quoted
from tablewright.school.faults import Fault, Reading
from tablewright.school.floor import Month, MonthTable, month_table

WAITS_SECONDS = 2.0
"""How long a page waits for journals to be read before it says how far that is."""
HOLDS_SECONDS = 15.0
"""How long the journals of a month count as read; then what is new is read on."""
MOST_TABLES = 2000
"""How many tables of a month are looked at: the newest."""
LOOKED_THROUGH = 10_000
"""So many tables are looked through for those of a month."""
MOST_MONTHS = 36
MOST_JOBS = 12
MOST_OF_A_PERSON = 400
"""How many tables are looked at for one person's record: the newest."""


class Asked(NamedTuple):
    """Which table of faults is asked for."""

    month: str = ""
    """This month, if empty."""
    zone: str = ""
    who: str = ""


class _Where(NamedTuple):
    """A month in a time zone."""

    month: Month
    zone: tzinfo


@dataclass
class _Job:
    """The journals of a month and of the one before it, as far as they are read."""

    tables: list[KeptTable]
    left_out: int
    first: datetime
    """When the first table for money was opened."""
    read: list[Reading] = field(default_factory=list)
    ids: dict[Fault, str] = field(default_factory=dict)
    """The table of each fault."""
    unreadable: list[str] = field(default_factory=list)
    done_at: float | None = None

    @property
    def progress(self) -> FloorProgress:
        return FloorProgress(len(self.read) + len(self.unreadable), len(self.tables))


class FloorMonths:
    """Makes the monthly tables of faults."""

    def __init__(
        self,
        records: TableRecords,
        journals: Journals,
        courses: Courses,
        classes: Classes,
        now: Callable[[], datetime] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._records, self._journals, self._courses = records, journals, courses
        self._classes, self._clock = classes, clock
        self.now = now or (lambda: datetime.now(UTC))
        self._jobs: OrderedDict[_Where, _Job] = OrderedDict()
        self._reading: dict[_Where, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Read nothing more."""
        tasks = list(self._reading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # The monthly table ----------------------------------------------------------------------------

    async def page(self, person: Person, asked: Asked) -> FloorPage:
        """The monthly table as a person may see it, or how far it is."""
        where, people = self._where(asked), await self._visible(person)
        only = _only(people, asked.who)
        job = await self._job(where, WAITS_SECONDS)
        report, names = None, sorted(people or ())
        if job.done_at is not None:
            table = await self._table(job, where, only)
            before = await self._table(job, where._replace(month=where.month.before), only)
            ids = job.ids if people is None else {}
            report = floor_report.report(table, before, self._courses.by_game, ids)
            if people is None:
                names = await self._courses.aside(_everyone, job.read)
        return FloorPage(
            month=str(where.month),
            months=self._months(job, where),
            zone=asked.zone or "UTC",
            sees_all=people is None,
            people=names,
            who=asked.who,
            progress=job.progress,
            unreadable=job.unreadable if people is None else [],
            unreadable_count=len(job.unreadable),
            left_out=job.left_out,
            report=report,
        )

    async def file(self, person: Person, asked: Asked, *, is_list: bool) -> bytes:
        """The monthly table as a file; or the list of its faults."""
        where = self._where(asked)
        only = _only(await self._visible(person), asked.who)
        job = await self._job(where, None)
        table = await self._table(job, where, only)
        made = floor_files.faults if is_list else floor_files.sums
        return await self._courses.aside(made, table, self._courses.by_game, where.zone)

    async def _table(self, job: _Job, where: _Where, only: Collection[str] | None) -> MonthTable:
        return await self._courses.aside(month_table, job.read, where.month, where.zone, only)

    # Who sees whom --------------------------------------------------------------------------------

    async def _visible(self, person: Person) -> frozenset[str] | None:
        """The names of those whose faults a person sees; everyone's, if nothing."""
        if person.is_in_the_pit:
            return None
        classes = [each.id for each in await self._classes.of(person)]
        of_classes = (await self._classes.people(*classes)).values() if classes else ()
        return frozenset(account.name for people in of_classes for account in people)

    # Reading --------------------------------------------------------------------------------------

    def _where(self, asked: Asked) -> _Where:
        zone = zone_named(asked.zone) if asked.zone else UTC
        if zone is None:
            raise Refused(
                f"zone: expected a time zone such as Europe/Riga, not {quoted(asked.zone)}"
            )
        here = Month.of(self.now().astimezone(zone))
        return _Where(Month.parse(asked.month) if asked.month else here, zone)

    def _months(self, job: _Job, where: _Where) -> list[str]:
        """From the first table to now, the newest first; the one that is asked for in any case."""
        month, first = Month.of(self.now().astimezone(where.zone)), Month.of(job.first)
        found = [month]
        while found[-1] > first and len(found) < MOST_MONTHS:
            found.append(found[-1].before)
        return [str(each) for each in sorted({*found, where.month}, reverse=True)]

    async def _job(self, where: _Where, waits: float | None) -> _Job:
        """The journals of a month, read; or as far as they are, when one has waited for so long."""
        job = self._jobs.get(where)
        is_stale = job and job.done_at and self._clock() - job.done_at > HOLDS_SECONDS
        if job is None or is_stale:
            job = await self._begun(where)
            self._jobs[where] = job
            if len(self._jobs) > MOST_JOBS:
                self._jobs.popitem(last=False)
        if job.done_at is None:
            task = self._reading.get(where)
            if task is None:
                task = asyncio.create_task(self._read(job), name="floor")
                self._reading[where] = task
                task.add_done_callback(lambda _: self._reading.pop(where, None))
            await asyncio.wait({task}, timeout=waits)
            if task.done():
                task.result()
        return job

    async def _begun(self, where: _Where) -> _Job:
        begins = where.month.before.begins(where.zone)
        ends = where.month.after.begins(where.zone)
        every = await self._every_table(LOOKED_THROUGH)
        then = [
            each
            for each in every
            if each.created < ends and (each.closed is None or each.closed >= begins)
        ]
        first = min((each.created for each in every), default=self.now())
        return _Job(then[:MOST_TABLES], len(then[MOST_TABLES:]), first.astimezone(where.zone))

    async def _every_table(self, limit: int) -> list[KeptTable]:
        """The tables for money, the newest first."""
        found = [
            *await self._records.tables(limit=limit),
            *await self._records.tables(is_closed=True, limit=limit),
        ]
        found.sort(key=lambda each: each.number, reverse=True)
        return [each for each in found if not each.is_practice]

    async def _read(self, job: _Job) -> None:
        for table in job.tables[len(job.read) + len(job.unreadable) :]:
            found = await self._journals.read(table)
            if found is None:
                job.unreadable.append(table.table)
            else:
                job.read.append(found)
                job.ids |= dict.fromkeys(found.faults, table.id)
        job.done_at = self._clock()

    # One person -----------------------------------------------------------------------------------

    async def floor_faults_of(self, person: Person) -> list[Fault]:
        """What is laid to a person at their newest tables, the oldest first."""
        found: list[Fault] = []
        looked_at = 0
        for table in await self._every_table(LOOKED_THROUGH):
            if looked_at == MOST_OF_A_PERSON:
                break
            if await self._journals.is_named(table, person.name):
                looked_at += 1
                read = await self._journals.read(table)
                found += [each for each in read.faults if each.who == person.name] if read else []
        return sorted(found, key=lambda each: each.erred)


def _only(people: frozenset[str] | None, who: str) -> Collection[str] | None:
    """Those whose faults are shown: one who is chosen, or all whom one sees."""
    if not who:
        return people
    if people is not None and who not in people:
        raise NotTaught(NO_PERSON)
    return {who}


def _everyone(read: list[Reading]) -> list[str]:
    """The names of those who dealt or to whom something is laid."""
    dealt = {each.who for reading in read for each in reading.dealt}
    laid_to = {each.who for reading in read for each in reading.faults}
    return sorted((dealt | laid_to) - {""})
