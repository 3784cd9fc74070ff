"""What went wrong at a dealer's own tables, found in their journals.

Only the newest tables are looked at, and only where the dealer stood. Who waits for a page waits for
this a moment at most: what is not found by then comes with the next page.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tablewright.house.books.entries import KeptTable
from tablewright.house.books.outage import first_line
from tablewright.house.books.records import TableRecords
from tablewright.house.classroom.journals import Journals
from tablewright.house.classroom.pages import Fault
from tablewright.house.people.person import TEACHERS, Person
from tablewright.school.faults import DEALER
from tablewright.school.faults import Fault as FloorFault

log = logging.getLogger(__name__)

DEALERS = TEACHERS | {DEALER}
"""The duties of those who deal."""
MOST_TABLES = 40
"""How many tables are looked at: the newest."""
LATELY = timedelta(days=30)
"""What lies further back has been trained or forgotten."""
HOLDS_SECONDS = 2.0
"""How long what was found holds before what is new is looked for."""
WAITS_SECONDS = 2.0
"""How long a page waits for it."""
MOST_KEPT = 1000


class _Found(NamedTuple):
    at: float
    faults: Mapping[str, Fault]


class OwnTables:
    """Finds what went wrong where a person dealt."""

    def __init__(
        self,
        records: TableRecords,
        journals: Journals,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._records, self._journals, self._clock = records, journals, clock
        self._found: OrderedDict[str, _Found] = OrderedDict()
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
            await asyncio.wait({looking}, timeout=WAITS_SECONDS)
            found = self._found.get(person.key)
        return found.faults if found else {}

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
            log.error("the tables of a dealer could not be looked through: %s", first_line(failed))
        finally:
            self._looking.pop(person.key, None)
            self._found[person.key] = _Found(self._clock(), faults)
            self._found.move_to_end(person.key)
            if len(self._found) > MOST_KEPT:
                self._found.popitem(last=False)

    async def _at_tables(self, name: str) -> dict[str, Fault]:
        since = datetime.now(UTC) - LATELY
        closed = await self._records.tables(is_closed=True, limit=MOST_TABLES)
        tables = [each for each in closed if each.closed and each.closed >= since]
        tables += (await self._records.tables(limit=MOST_TABLES))[-MOST_TABLES:]
        found: dict[str, Fault] = {}
        for table in tables:
            for each in await self._at_table(table, name):
                for skill in each.skills if each.at >= since else ():
                    kept = found.get(skill)
                    if kept is None or kept.at < each.at:
                        found[skill] = Fault(each.at, each.says, each.table, each.line)
        return found

    async def _at_table(self, table: KeptTable, name: str) -> list[FloorFault]:
        if table.is_practice or not await self._journals.is_named(table, name):
            return []
        read = await self._journals.read(table)
        return [each for each in read.faults if each.who == name] if read else []
