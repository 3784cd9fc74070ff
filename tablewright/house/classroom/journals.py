"""The journals of tables for money, read for faults: each line once, a piece at a time.

What a closed journal says does not change and is kept; of an open one the reader is kept, and goes on
with the lines that are new. A journal that this version cannot read is known as such.
"""

import asyncio
import logging
from collections import OrderedDict
from typing import TypeVar

import msgspec

from tablewright.house.books.entries import KeptTable
from tablewright.house.books.outage import first_line
from tablewright.house.books.records import TableRecords
from tablewright.house.classroom.courses import Courses
from tablewright.school.faults import FaultReader, Reading
from tablewright.table import acts
from tablewright.table.journal import decoded

log = logging.getLogger(__name__)
K = TypeVar("K")
V = TypeVar("V")

CLOSED = "closed"
AT_POST = tuple(str(kind.__struct_config__.tag) for kind in (acts.SetUp, acts.Relieve))
"""The lines that say who is at which post."""
PIECE_LINES = 1000
"""So many lines are read at once; a piece takes some hundredths of a second."""
MOST_KEPT = 3000
"""Of so many closed tables it is kept what they say."""
MOST_READERS = 300
"""So many open tables are read on; others are read from the beginning."""


class Journals:
    """Reads journals beside the event loop."""

    def __init__(self, records: TableRecords, courses: Courses) -> None:
        self._records, self._courses = records, courses
        self._closed: OrderedDict[str, Reading | None] = OrderedDict()
        self._readers: OrderedDict[str, FaultReader] = OrderedDict()
        self._posts: OrderedDict[str, bytes] = OrderedDict()
        """The lines of closed tables that say who was at which post."""
        self._reading: dict[str, asyncio.Lock] = {}

    async def is_named(self, table: KeptTable, name: str) -> bool:
        """Whether a journal may speak of a person: it is known, or names them for a post."""
        if table.id in self._closed or table.id in self._readers:
            return True
        posts = self._posts.get(table.id)
        if posts is None:
            posts = b"".join(await self._records.lines_of(table.id, *AT_POST))
            if table.status == CLOSED:
                _keep(self._posts, table.id, posts, MOST_KEPT)
        return msgspec.json.encode(name) in posts

    async def read(self, table: KeptTable) -> Reading | None:
        """What the journal of a table says, up to now; nothing, if it cannot be read."""
        await self._courses.ready()
        async with self._reading.setdefault(table.id, asyncio.Lock()):
            if table.id in self._closed:
                found = self._closed[table.id]
            else:
                found = await self._read_on(table)
                if table.status == CLOSED or found is None:
                    self._readers.pop(table.id, None)
                    _keep(self._closed, table.id, found, MOST_KEPT)
        if table.id in self._closed:
            self._reading.pop(table.id, None)
        return found

    async def _read_on(self, table: KeptTable) -> Reading | None:
        """Read what is new."""
        course = self._courses.by_game.get(table.game)
        if course is None:
            return None
        reader = self._readers.get(table.id) or FaultReader(course)
        while True:
            lines = await self._records.lines(table.id, reader.lines, PIECE_LINES)
            try:
                await self._courses.aside(_read, reader, lines)
            except Exception as why:  # Whatever another version wrote, other journals are read.
                log.info(
                    "the journal of table %s cannot be read for faults: %s",
                    table.id,
                    first_line(why),
                )
                return None
            if len(lines) < PIECE_LINES:
                break
        _keep(self._readers, table.id, reader, MOST_READERS)
        return reader.reading


def _read(reader: FaultReader, lines: list[bytes]) -> None:
    for line in lines:
        reader.read(decoded(line))


def _keep(into: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    into[key] = value
    into.move_to_end(key)
    if len(into) > most:
        into.popitem(last=False)
