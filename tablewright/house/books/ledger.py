"""The ledger: the one place where anything that happens at a table is written down.

What waits to be written, from all tables, is written in one transaction, and everybody who waits is
woken when it is kept for good. An entry is kept whole or not at all.
"""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    Integer,
    cast,
    delete,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import Said
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database
from tablewright.house.books.entries import KeptTable, LedgerEntry, Result, as_text, rows_of
from tablewright.house.books.outage import FAILURES
from tablewright.house.books.records import LARGEST_NUMBER, NOT_CLOSED, TableRecords
from tablewright.house.books.writers import Fenced, Lost, Writer, own
from tablewright.house.watching.times import ENTRIES, histogram
from tablewright.rules.errors import TablewrightError

log = logging.getLogger(__name__)

GATHER_SECONDS = 0.003
"""How far apart batches begin in a crowd. An entry that comes alone is written at once."""
MOST_ENTRIES = 1000
"""How many entries a batch takes."""
PROBE_SECONDS = 5.0
"""How long a question after the database waits for its answer."""
PROBED_SECONDS = 1.0
"""How long the answer holds: nobody makes the house write by asking."""
DOUBT_SECONDS = 60.0
"""How long an entry that could not be written is held against the database, if no other is."""


DESK = "desk"
"""The room of everything that is not done at a table. No table's id is without a number."""

Trouble: TypeAlias = Literal["", "read-only", "unavailable"]


class LeaseLost(TablewrightError):
    """Another server of the house has the table: this one writes nothing for it any more."""


class LedgerFailed(TablewrightError):
    """An entry could not be written: what is kept must be read again before the table goes on."""


def is_away(error: BaseException) -> bool:
    """Whether the database did not answer, so that nothing is known of what is written in it."""
    if isinstance(error, DBAPIError) and type(error.orig) is sqlite3.DatabaseError:
        return False  # It did: a page of the file cannot be read.
    return isinstance(error, (*FAILURES, OSError, TimeoutError, LedgerFailed))


class _Waiting(NamedTuple):
    entry: LedgerEntry
    done: asyncio.Future[None]


class Ledger(TableRecords):
    """Writes down what happens at the tables, and reads it again."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._waiting: list[_Waiting] = []
        self._is_wanted = asyncio.Event()
        self._is_stopping = False
        self._creating = asyncio.Lock()
        self._statuses: dict[str, str] = {}
        """What each table is, as last written."""
        self._writer: Writer | None = None
        self._task: asyncio.Task[None] | None = None
        self.batches = 0
        self.entries = 0
        self.failures = 0
        self.commit_times = histogram(
            "commit_seconds", "Transactions, from their beginning until they are kept for good"
        )
        self.batch_sizes = histogram(
            "commit_entries", "How many entries a transaction wrote", buckets=ENTRIES
        )
        self._failed_at: float | None = None
        """When an entry of a table could not be written, if none has been since."""
        self._probing = asyncio.Lock()
        self.fences: Mapping[str, int] | None = None
        """The fence of each room that this server has; None where a house has one server only."""
        self.lease: Callable[[AsyncConnection, str], Awaitable[None]] | None = None
        """Has this server own a table that is made, in the same transaction."""
        self.on_results: Callable[[list[Result]], None] = _nobody
        """Hears what players have won or lost as soon as it is written."""
        self.writing = asyncio.Lock()
        """Held from the beginning of a transaction until everybody has heard of its results."""
        self._probed: tuple[float, Trouble] | None = None

    async def start(self, *, is_shared: bool = False) -> None:
        """Own the database and take entries; refused while another server owns it.

        The servers of one house own it together; a program that is none of them does so alone.
        """
        self._writer = await own(self.database, is_shared=is_shared)
        self._is_stopping = False
        try:
            await self._forget_commands()
        except BaseException:
            await self.stop()
            raise
        self._task = asyncio.create_task(self._run(self._writer), name="ledger")

    async def stop(self) -> None:
        """Write what waits, and let go of the database."""
        self._is_stopping = True
        self._is_wanted.set()
        if self._task is not None:
            await self._task
            self._task = None
        if self._writer is not None:
            await self._writer.close()
            self._writer = None

    # Writing --------------------------------------------------------------------------------------

    async def append(self, entry: LedgerEntry) -> None:
        """Write an entry down; returns once it is kept for good."""
        if self._task is None or self._is_stopping:
            raise LedgerFailed("the house is closing: nothing more is written down")
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(entry, done))
        self._is_wanted.set()
        await done

    async def _run(self, writer: Writer) -> None:
        try:
            await self._write_batches(writer)
        finally:
            self._fail(self._waiting, "the house is closing")
            self._waiting = []

    async def _write_batches(self, writer: Writer) -> None:
        loop = asyncio.get_running_loop()
        earliest = 0.0
        while not self._is_stopping or self._waiting:
            await self._is_wanted.wait()
            if (rest := earliest - loop.time()) > 0:
                await asyncio.sleep(rest)
            batch, self._waiting = self._waiting[:MOST_ENTRIES], self._waiting[MOST_ENTRIES:]
            if not self._waiting and not self._is_stopping:
                self._is_wanted.clear()
            if batch:
                start = loop.time()
                earliest = start + GATHER_SECONDS if len(batch) > 1 else start
                async with self.writing:
                    await self._write(writer, batch)
                self.commit_times.observe(loop.time() - start)

    @property
    def waiting(self) -> int:
        """How many entries wait to be written."""
        return len(self._waiting)

    # How it is ------------------------------------------------------------------------------------

    async def trouble(self) -> Trouble:
        """ "" if entries can be written; else "read-only", or "unavailable" if none can be read."""
        loop = asyncio.get_running_loop()
        async with self._probing:
            if self._probed is None or loop.time() - self._probed[0] > PROBED_SECONDS:
                found = await self._probe()
                self._probed = loop.time(), found
            found = self._probed[1]
        return found or ("read-only" if self._is_in_doubt else "")

    @property
    def _is_in_doubt(self) -> bool:
        """Whether an entry of a table could not be written a while ago, and none has been since."""
        now = asyncio.get_running_loop().time()
        return self._failed_at is not None and now - self._failed_at < DOUBT_SECONDS

    async def _probe(self) -> Trouble:
        """Write something, as an entry is written; if that fails, read something."""
        now = as_text(datetime.now(UTC))
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self.append(LedgerEntry("", probed=now))
                return ""
        except (LedgerFailed, TimeoutError) as failed:
            cause = failed.__cause__ or failed
            self.database.outage.note(str(cause) or "it takes nothing")
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._rows(select(func.count()).select_from(s.settings))
                return "read-only"
        except Exception as failed:  # Whatever it is, the database cannot be read.
            self.database.outage.note(failed)
            return "unavailable"

    # Batches --------------------------------------------------------------------------------------

    async def _write(self, writer: Writer, batch: list[_Waiting]) -> None:
        entries = [each.entry for each in batch]
        try:
            rows = rows_of(entries, self._statuses, self.database.secret)
            noted = [each for entry in entries for each in entry.audit]
            await writer.write(rows, noted, self._fenced(entries))
        except asyncio.CancelledError:
            self._fail(batch, "the house is closing")
            raise
        except Exception as error:
            if isinstance(error, Lost):
                self.database.outage.note(error)
            if len(batch) == 1 or isinstance(error, Lost):
                self._fail(batch, error)
            else:
                await self._write_singly(writer, batch)
            return
        self.batches += 1
        self.entries += len(batch)
        self.batch_sizes.observe(len(batch))
        if any(each.entry.table for each in batch):
            self._failed_at = None
        if not self._is_in_doubt:
            self.database.outage.end()
        for entry, done in batch:
            if entry.status:
                self._statuses[entry.table] = entry.status
            if entry.results:
                self.on_results(entry.results)
            if not done.done():
                done.set_result(None)

    def _fenced(self, entries: list[LedgerEntry]) -> Mapping[str, int]:
        """The fence of each room that is written for; what is signed is the desk's."""
        fences = self.fences
        if fences is None:
            return {}
        rooms = {each.table for each in entries if each.table}
        if any(each.signatures for each in entries):
            rooms.add(DESK)
        if missing := rooms - fences.keys():
            raise Fenced(missing)
        return {room: fences[room] for room in rooms}

    async def _write_singly(self, writer: Writer, batch: list[_Waiting]) -> None:
        """Find the entries that cannot be written; what came after one at its table cannot either."""
        failed: set[str] = set()
        for each in batch:
            if each.entry.table in failed:
                self._fail([each], "an entry before it was not written")
                continue
            before = self.failures
            await self._write(writer, [each])
            if self.failures > before:
                failed.add(each.entry.table)

    def _fail(self, batch: list[_Waiting], why: object) -> None:
        self.failures += len(batch)
        if any(each.entry.table for each in batch):
            self._failed_at = asyncio.get_running_loop().time()
        for each in batch:
            if not each.done.done():
                each.done.set_exception(_failure(each.entry, why))

    # Tables ---------------------------------------------------------------------------------------

    async def create_table(
        self, table: str, game: str, *, is_practice: bool, options: str, at: datetime
    ) -> KeptTable:
        """A new table of the house, in the state "opening"; `options` is JSON."""
        async with self._creating, self.database.writing() as connection:
            number, id = await _next(connection, table)
            made = KeptTable(id, number, table, game, is_practice, options, "opening", at, None)
            values = made._replace(created=as_text(at))._asdict()  # type: ignore[arg-type]
            values["table_name"] = values.pop("table")
            await connection.execute(insert(s.tables).values(values))
            if self.lease is not None:
                await self.lease(connection, id)
            said: Said = {"game": game, "for": "practice" if is_practice else "money"}
            note(connection, "table-opened", id, said)
        return made

    async def _forget_commands(self) -> None:
        """Nobody asks for a command again at a table that was closed before the house started."""
        closed = select(s.tables.c.id).where(
            s.tables.c.status == "closed", text(f"NOT {NOT_CLOSED}")
        )
        async with self.database.writing() as connection:
            await connection.execute(delete(s.commands).where(s.commands.c.table_id.in_(closed)))


def _nobody(results: list[Result]) -> None:
    """Hears of results where nobody keeps limits."""


def _failure(entry: LedgerEntry, why: object) -> TablewrightError:
    """What those are told who wait for an entry that was not written."""
    if isinstance(why, Fenced) and entry.table in why.rooms:
        return LeaseLost(f"table {entry.table}: another server of the house has it")
    failed = LedgerFailed(f"table {entry.table}: this was not written down ({why})")
    failed.__cause__ = why if isinstance(why, Exception) else None
    return failed


async def _next(connection: AsyncConnection, table: str) -> tuple[int, str]:
    """The next table's number and id, whatever the rows of others say."""
    t = s.tables.c
    counted = cast(t.number, Integer)
    last = await connection.scalar(select(func.max(counted)).where(counted < LARGEST_NUMBER))
    number = (last or 0) + 1
    name = re.sub(r"[^A-Za-z0-9]+", "-", table).strip("-") or "table"
    while await connection.scalar(select(t.id).where(t.id == f"{name}-{number}")):
        number += 1
    return number, f"{name}-{number}"
