"""What went wrong at a dealer's own tables, found in their journals.

Only as much is read as is needed, and seldom: of the last tables those lines from which a fault can be
seen, and a closed table once. Who waits for a page waits for this only the first time.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeVar

import msgspec

from tablewright.house.books.entries import KeptTable
from tablewright.house.books.records import TableRecords
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.pages import Fault
from tablewright.house.people.person import TEACHERS, Person
from tablewright.rules.errors import Refused
from tablewright.school import faults as school
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.journal import decoded
from tablewright.table.record import Record

K = TypeVar("K")
V = TypeVar("V")
log = logging.getLogger(__name__)

DEALERS = TEACHERS | {"dealer"}
"""The duties of those who deal."""
MOST_TABLES = 40
"""How many tables are looked at: the newest."""
LATELY = timedelta(days=30)
"""What lies further back has been trained or forgotten."""
HOLDS_SECONDS = 300.0
"""How long what was found holds before it is looked for again."""
MOST_KEPT = 1000


def _names(*kinds: type[Record]) -> tuple[str, ...]:
    return tuple(str(kind.__struct_config__.tag) for kind in kinds)


AT_POST = _names(acts.SetUp, acts.Relieve)
"""The lines that say who deals."""
TELLING = _names(
    acts.SetUp,
    acts.Relieve,
    acts.Substitute,
    acts.Clear,
    acts.Settled,
    acts.SlipPrepared,
    acts.Overlook,
    acts.ReportChips,
    acts.CancelSlip,
    acts.Countersign,
)
"""The lines that faults are read from."""


class _Found(NamedTuple):
    at: float
    faults: Mapping[str, Fault]


class OwnTables:
    """Finds what went wrong where a person dealt."""

    def __init__(
        self,
        records: TableRecords,
        courses: Courses,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._records, self._courses, self._clock = records, courses, clock
        self._found: OrderedDict[str, _Found] = OrderedDict()
        self._closed: OrderedDict[tuple[str, str], list[school.Fault]] = OrderedDict()
        """By table and dealer; a closed journal does not change."""
        self._looking: dict[str, asyncio.Task[None]] = {}

    async def faults(self, person: Person) -> Mapping[str, Fault]:
        """What a person got wrong at tables of late, by skill; the latest of each."""
        if not person.duties & DEALERS:
            return {}
        found = self._found.get(person.key)
        if found is None or self._clock() - found.at > HOLDS_SECONDS:
            looking = self._looking.get(person.key)
            if looking is None:
                looking = asyncio.create_task(self._look(person), name="faults")
                self._looking[person.key] = looking
            if found is None:
                await asyncio.shield(looking)
                found = self._found[person.key]
        return found.faults

    async def close(self) -> None:
        """Look for nothing more."""
        for task in list(self._looking.values()):
            task.cancel()
        await asyncio.gather(*self._looking.values(), return_exceptions=True)

    async def _look(self, person: Person) -> None:
        faults: Mapping[str, Fault] = {}
        try:
            faults = await self._at_tables(person.name)
        except Exception as failed:  # A journal that cannot be read keeps nobody from learning.
            log.error("the tables of a dealer could not be looked through: %s", failed)
        finally:
            self._looking.pop(person.key, None)
            _keep(self._found, person.key, _Found(self._clock(), faults))

    async def _at_tables(self, name: str) -> dict[str, Fault]:
        since = datetime.now(UTC) - LATELY
        closed = await self._records.tables(is_closed=True, limit=MOST_TABLES)
        tables = [each for each in closed if each.closed and each.closed >= since]
        tables += (await self._records.tables(limit=MOST_TABLES))[-MOST_TABLES:]
        found: dict[str, Fault] = {}
        for table in tables:
            for each in await self._at_table(table, name):
                kept = found.get(each.skill)
                if each.at >= since and (kept is None or kept.at < each.at):
                    found[each.skill] = Fault(each.at, f"{each.table}: {each.says}")
        return found

    async def _at_table(self, table: KeptTable, name: str) -> list[school.Fault]:
        key = (table.id, name)
        if key in self._closed:
            return self._closed[key]
        course = self._courses.by_game.get(table.game)
        posts = await self._records.lines_of(table.id, *AT_POST)
        found: list[school.Fault] = []
        if course is not None and _is_named(posts, name):
            lines = await self._records.lines_of(table.id, *TELLING)
            found = await self._courses.aside(_faults, lines, name, course)
        if table.status == "closed":
            _keep(self._closed, key, found)
        return found


def _is_named(lines: Iterable[bytes], name: str) -> bool:
    said = msgspec.json.encode(name)
    return any(said in line for line in lines)


def _faults(lines: list[bytes], name: str, course: Syllabus) -> list[school.Fault]:
    """The faults in some lines; none, where another version wrote them."""
    try:
        return school.faults(map(decoded, lines), name, course)
    except (Refused, msgspec.MsgspecError, LookupError, ValueError):
        return []


def _keep(into: OrderedDict[K, V], key: K, value: V) -> None:
    into[key] = value
    into.move_to_end(key)
    if len(into) > MOST_KEPT:
        into.popitem(last=False)
