"""The ledger: the one place where anything that happens at a table is written down, and read again.

What waits to be written, from all tables, is written in one transaction, and everybody who waits is
woken when it is kept for good. An entry is kept whole or not at all.
"""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    TextClause,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.books.entries import BrokenTable as BrokenTable
from tablewright.house.books.entries import Done as Done
from tablewright.house.books.entries import Entry as Entry
from tablewright.house.books.entries import Found as Found
from tablewright.house.books.entries import KeptLine as KeptLine
from tablewright.house.books.entries import KeptTable as KeptTable
from tablewright.house.books.entries import KeptTransfer as KeptTransfer
from tablewright.house.books.entries import Transfer as Transfer
from tablewright.house.books.entries import as_text, rows_of
from tablewright.house.books.writers import Lost, Writer, own
from tablewright.rules.errors import TablewrightError, quoted

log = logging.getLogger(__name__)

GATHER_SECONDS = 0.003
"""How far apart batches begin in a crowd. An entry that comes alone is written at once."""
MOST_ENTRIES = 1000
"""How many entries a batch takes."""
CHUNK_LINES = 500
"""How many lines an export reads at a time."""
STATUSES = ("opening", "open", "closing", "closed")
LARGEST_NUMBER = 2**31 - 1
PROBE_SECONDS = 5.0
"""How long somebody who asks after the database waits for it."""
PROBED_SECONDS = 1.0
"""How long the answer holds: nobody makes the house write by asking."""
DOUBT_SECONDS = 60.0
"""How long an entry that could not be written is held against the database, if no other is."""
COMMANDS_KEPT = 10_000
"""How many commands of a table are remembered at a restart, to be answered and not done twice."""

_chips = msgspec.json.Decoder(dict[int, int]).decode


class LedgerFailed(TablewrightError):
    """An entry could not be written: what is kept must be read again before the table goes on."""


def is_away(error: BaseException) -> bool:
    """Whether the database did not answer, so that nothing is known of what is written in it."""
    if isinstance(error, DBAPIError) and type(error.orig) is sqlite3.DatabaseError:
        return False  # It did: a page of the file cannot be read.
    away = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError)
    return isinstance(error, (*away, OSError, TimeoutError, LedgerFailed))


class _Waiting(NamedTuple):
    entry: Entry
    done: asyncio.Future[None]


class Ledger:
    """The house's tables, as they are kept."""

    def __init__(self, database: Database) -> None:
        self.database = database
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
        self.committing_seconds = 0.0
        self._failed_at: float | None = None
        """When an entry of a table could not be written, if none has been since."""
        self._probing = asyncio.Lock()
        self._probed: tuple[float, str] | None = None

    async def start(self) -> None:
        """Own the database and take entries; refused while another server owns it."""
        self._writer = await own(self.database)
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

    async def append(self, entry: Entry) -> None:
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
                await self._write(writer, batch)
                self.committing_seconds += loop.time() - start

    # How it is ------------------------------------------------------------------------------------

    async def trouble(self) -> str:
        """ "" if entries can be written; else "read-only", or "unavailable" if none can be read."""
        loop = asyncio.get_running_loop()
        async with self._probing:
            if self._probed is None or loop.time() - self._probed[0] > PROBED_SECONDS:
                found = await self._probe()
                self._probed = loop.time(), found
            found = self._probed[1]
        is_in_doubt = self._failed_at and loop.time() - self._failed_at < DOUBT_SECONDS
        return found or ("read-only" if is_in_doubt else "")

    async def _probe(self) -> str:
        """Write something, as an entry is written; if that fails, read something."""
        now = as_text(datetime.now(UTC))
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self.append(Entry("", probed=now))
                return ""
        except (LedgerFailed, TimeoutError) as failed:
            log.error("nothing can be written: %s", failed)
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._rows(select(func.count()).select_from(s.settings))
                return "read-only"
        except Exception as failed:  # Whatever it is, the database cannot be read.
            log.error("nothing can be read: %s", failed)
            return "unavailable"

    # ----------------------------------------------------------------------------------------------

    async def _write(self, writer: Writer, batch: list[_Waiting]) -> None:
        try:
            await writer.write(rows_of([each.entry for each in batch], self._statuses))
        except asyncio.CancelledError:
            self._fail(batch, "the house is closing")
            raise
        except Exception as error:
            if len(batch) == 1 or isinstance(error, Lost):
                self._fail(batch, error)
            else:
                await self._write_singly(writer, batch)
            return
        self.batches += 1
        self.entries += len(batch)
        if any(each.entry.table for each in batch):
            self._failed_at = None
        for entry, done in batch:
            if entry.status:
                self._statuses[entry.table] = entry.status
            if not done.done():
                done.set_result(None)

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
                failed = LedgerFailed(
                    f"table {each.entry.table}: this was not written down ({why})"
                )
                failed.__cause__ = why if isinstance(why, Exception) else None
                each.done.set_exception(failed)

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
        return made

    async def tables(self, *, is_closed: bool = False, limit: int = 10_000) -> list[KeptTable]:
        """The tables that are not closed, oldest first; or those that are, newest first."""
        rows = await self.every_table(is_closed=is_closed, limit=limit)
        return [row for row in rows if isinstance(row, KeptTable)]

    async def every_table(
        self, *, is_closed: bool = False, limit: int = 10_000
    ) -> list[KeptTable | BrokenTable]:
        """The same, with those whose rows cannot be read."""
        which = "= 'closed' ORDER BY number DESC" if is_closed else "<> 'closed' ORDER BY number"
        asked = text(f"SELECT {_COLUMNS} FROM tables WHERE status {which} LIMIT :limit")
        return [_table(row) for row in await self._rows(asked.bindparams(limit=limit))]

    async def table(self, id: str) -> KeptTable | BrokenTable | None:
        """One table, closed or not."""
        asked = text(f"SELECT {_COLUMNS} FROM tables WHERE id = :id")
        rows = await self._rows(asked.bindparams(id=id))
        return _table(rows[0]) if rows else None

    async def without_row(self) -> list[BrokenTable]:
        """The tables that have a journal, but no row."""
        rows = await self._rows(text(_JOURNALS_WITHOUT_ROW))
        return [BrokenTable(str(id), str(id), "its row is missing") for (id,) in rows]

    async def not_closed(self) -> list[BrokenTable]:
        """The tables whose rows say closed while their journals go on."""
        rows = await self._rows(text(f"SELECT {_COLUMNS} FROM tables WHERE {_NOT_CLOSED}"))
        why = "its row says closed, its journal does not"
        return [
            BrokenTable(str(row.id), str(_table(row).table), why, row.is_practice == 1)
            for row in rows
        ]

    # What is kept of a table ----------------------------------------------------------------------

    async def lines(self, table: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        """The journal's lines after a number, as they were written."""
        j = s.journal.c
        numbered = j.n.between(after + 1, LARGEST_NUMBER)  # In SQLite a text is after every number.
        asked = select(j.line).where(j.table_id == table, numbered).order_by(j.n).limit(limit)
        return [_bytes(row[0]) for row in await self._rows(asked)]

    async def lines_of(self, table: str, *events: str) -> list[bytes]:
        """The journal's lines of these kinds, oldest first."""
        j = s.journal.c
        asked = select(j.line).where(j.table_id == table, j.event.in_(events)).order_by(j.n)
        return [row[0].encode() for row in await self._rows(asked)]

    async def export(self, table: str) -> AsyncIterator[bytes]:
        """The journal as a file, in pieces."""
        after = 0
        j = s.journal.c
        while True:
            asked = select(j.n, j.line).where(j.table_id == table, j.n > after)
            rows = await self._rows(asked.order_by(j.n).limit(CHUNK_LINES))
            if not rows:
                return
            after = rows[-1].n
            yield b"".join(_bytes(row.line) for row in rows)

    async def vault(self, table: str) -> dict[int, tuple[str, str]]:
        """The order and the salt of each shuffled pack."""
        v = s.vault.c
        asked = select(v.pack, v.cards_order, v.salt).where(v.table_id == table)
        return {pack: (order, salt) for pack, order, salt in await self._rows(asked)}

    async def seats(self, table: str) -> dict[int, str]:
        """Who holds each place."""
        asked = select(s.seats.c.place, s.seats.c.holder).where(s.seats.c.table_id == table)
        return dict(map(tuple, await self._rows(asked)))

    async def commands(self, table: str, limit: int = COMMANDS_KEPT) -> list[Done]:
        """The last commands that were done, oldest first."""
        c = s.commands.c
        asked = select(c.id, c.actor, c.seq, c.did_at, c.digest).where(c.table_id == table)
        rows = await self._rows(asked.order_by(c.seq.desc()).limit(limit))
        return [
            Done(id, actor, seq, _time(at), digest) for id, actor, seq, at, digest in reversed(rows)
        ]

    async def transfers(self, table: str, *events: str) -> list[KeptTransfer]:
        """The transfers in lines of these kinds, oldest first; without kinds, all of them."""
        t, j = s.transfers.c, s.journal.c
        asked = (
            select(t.n, t.number, t.source, t.target, t.cash, t.cents, t.chips)
            .add_columns(j.at, j.by, j.round, j.event, j.line)
            .join_from(s.transfers, s.journal)
            .where(t.table_id == table)
            .order_by(t.n, t.number)
        )
        if events:
            asked = asked.where(j.event.in_(events))
        return [_transfer(row) for row in await self._rows(asked)]

    async def moved(self, table: str) -> list[tuple[str, str, int]]:
        """What all transfers from one account to another came to, in cents."""
        t = s.transfers.c
        asked = select(t.source, t.target, func.sum(t.cents)).where(t.table_id == table)
        rows = await self._rows(asked.group_by(t.source, t.target))
        return [(source, target, int(cents)) for source, target, cents in rows]

    async def count_lines(self, table: str) -> int:
        """How many rows the journal has, whatever their numbers are."""
        j = s.journal.c
        rows = await self._rows(select(func.count()).where(j.table_id == table))
        return int(rows[0][0])

    async def last_line_known(self, table: str) -> int:
        """The last line of the journal that any other row of the table speaks of."""
        c, t = s.commands.c, s.transfers.c
        found = [
            *await self._rows(select(func.max(c.seq)).where(c.table_id == table)),
            *await self._rows(select(func.max(t.n)).where(t.table_id == table)),
        ]
        return max(last or 0 for (last,) in found)

    async def search(
        self, table: str, text: str = "", before: int | None = None, limit: int = 100
    ) -> Found:
        """The newest lines before a number that hold a text, in whatever case."""
        j = s.journal.c
        asked = select(j.n, j.at, j.round, j.by, j.event, j.line).where(j.table_id == table)
        spellings = _spellings(text)
        if text:
            asked = asked.where(or_(*(_like(j.line, spelling) for spelling in spellings)))
        found: list[KeptLine] = []
        while len(found) <= limit:
            page = asked if before is None else asked.where(j.n < before)
            rows = await self._rows(page.order_by(j.n.desc()).limit(limit + 1))
            for row in rows:
                folded = row.line.casefold()
                if not text or any(spelling in folded for spelling in spellings):
                    found.append(_line(row))
            if len(rows) <= limit:
                break
            before = rows[-1].n
        total = await self._rows(select(func.max(j.n)).where(j.table_id == table))
        return Found(found[:limit], len(found) > limit, total[0][0] or 0)

    # ----------------------------------------------------------------------------------------------

    async def _forget_commands(self) -> None:
        """Nobody asks for a command again at a table that was closed before the house started."""
        closed = select(s.tables.c.id).where(
            s.tables.c.status == "closed", text(f"NOT {_NOT_CLOSED}")
        )
        async with self.database.writing() as connection:
            await connection.execute(delete(s.commands).where(s.commands.c.table_id.in_(closed)))

    async def _rows(self, asked: Select[Any] | TextClause) -> list[Any]:
        async with self.database.reading() as connection:
            return list(await connection.execute(asked))


_COLUMNS = "id, number, table_name, game, is_practice, options, status, created, closed"

# The last line is found along the key. A table that was closed before anything was written has none.
_NOT_CLOSED = """(
    tables.status = 'closed' AND coalesce((
        SELECT event FROM journal WHERE journal.table_id = tables.id ORDER BY n DESC LIMIT 1
    ), 'closed') <> 'closed')"""

# From one table to the next along the key: a journal may have millions of lines.
_JOURNALS_WITHOUT_ROW = """
    WITH RECURSIVE every (id) AS (
        SELECT min(table_id) FROM journal
        UNION ALL
        SELECT (SELECT min(table_id) FROM journal WHERE table_id > every.id)
        FROM every WHERE every.id IS NOT NULL
    )
    SELECT id FROM every WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM tables)"""


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


def _table(row: Any) -> KeptTable | BrokenTable:
    id, number, table, game, is_practice, options, status, created, closed = row
    called = table if isinstance(table, str) and table.isprintable() else str(id)
    try:
        ended = _time(closed) if closed is not None else None
        if is_practice not in (0, 1):
            raise ValueError(f"its practice is {quoted(is_practice)}")
        if status not in STATUSES:
            raise ValueError(f"its status is {quoted(status)}")
        made = KeptTable(
            id, number, table, game, bool(is_practice), options, status, _time(created), ended
        )
        return msgspec.convert(made, KeptTable)
    except (TypeError, ValueError) as wrong:
        why = f"its row cannot be read ({quoted(str(wrong), 120)[1:-1]})"
        return BrokenTable(str(id), called, why, is_practice == 1)


def _transfer(row: Any) -> KeptTransfer:
    n, number, source, target, cash, cents, chips, at, by, round, event, line = row
    return KeptTransfer(
        n, number, source, target, cash, cents, _chips(chips),
        _time(at), by, round, event, _bytes(line),
    )  # fmt: skip


def _line(row: Any) -> KeptLine:
    n, at, round, by, event, line = row
    return KeptLine(n, _time(at), round, by, event, _bytes(line))


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _bytes(line: str) -> bytes:
    """A line as it was written; what is no text comes out as it went in."""
    return line.encode(errors="surrogateescape")


def _spellings(text: str) -> set[str]:
    """A text in small letters, as a person types it and as a line spells it."""
    folded = text.casefold()
    return {folded, msgspec.json.encode(folded).decode()[1:-1]}


def _like(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether a column may hold a text in whatever case.

    SQLite knows the case of a to z only, so any letter will do for others; who asks looks again.
    """
    return column.ilike(f"%{''.join(_escaped(text))}%", escape="!")


def _escaped(text: str) -> Iterator[str]:
    for each in text:
        if not each.isascii():
            yield "%"
        else:
            yield f"!{each}" if each in "!%_" else each
