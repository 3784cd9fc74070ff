"""Those who write the ledger's rows into the database, all rows of a batch in one transaction.

A writer also owns the database: its lock lies on the connection, or on the file, that it writes to. The
servers of one house share that lock; which of them writes for a table is said by its lease.
"""

import asyncio
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import auditing, formats
from tablewright.house.books.audit_entries import Noted
from tablewright.house.books.database import Database, sqlite_connection
from tablewright.house.books.entries import STATEMENTS, Row, Rows, Statement
from tablewright.house.books.one_statement import one_statement
from tablewright.house.books.outage import (
    FAILURES,
    first_line,
    is_connection_lost,
    is_of_the_server,
)
from tablewright.house.books.ownership import DatabaseFile, keep_trying, try_share, try_take
from tablewright.rules.errors import Refused

OWN_SECONDS = 0.5
"""How long a server that starts waits for one that is just ending."""
MOST_ROWS = 64
"""How many rows one call of SQLite takes at most; a call for each number of rows stays prepared."""


class Lost(Exception):
    """The database cannot be reached, or is full: nothing can be written now, whatever it is."""


UNFENCED: Mapping[str, int] = MappingProxyType({})
"""Where a house has one server only, or nothing is written for a room."""


class Fenced(Exception):
    """Rooms that another server of the house has: nothing was written."""

    def __init__(self, rooms: Collection[str]) -> None:
        super().__init__(f"another server has {', '.join(sorted(rooms))}")
        self.rooms = frozenset(rooms)


class Writer(Protocol):
    """Writes batches of rows, one at a time."""

    async def write(
        self, rows: Rows, audit: Sequence[Noted] = (), fences: Mapping[str, int] = UNFENCED
    ) -> None:
        """Write all rows and return once they are kept for good; on an error none is.

        `fences` are those of the rooms that the rows are for: nothing is written unless this server
        has all of them at that moment.
        """

    async def close(self) -> None:
        """Let go of the database."""


async def own(database: Database, *, is_shared: bool = False) -> Writer:
    """Become one who writes; the only one, unless servers of one house share the database."""
    if not database.is_sqlite:
        writer = _PostgresWriter(database, is_shared=is_shared)
        await writer.connect(OWN_SECONDS)
        return writer
    file = database.file
    assert file is not None

    async def take() -> bool:
        try:
            return file.try_own()
        except OSError as error:  # Such as a file system of another machine that knows no locks.
            raise Refused(
                f"{file.path} cannot be locked ({error.strerror}): expected a file on a disk of this"
                " machine"
            ) from None

    await keep_trying(take, OWN_SECONDS)
    return _SqliteWriter(file, database)


class _SqliteWriter:
    """Writes in a thread of its own, a whole batch at one go.

    The driver lets go of Python's lock once for each call and must wait for it afterwards, so that a
    call for each row would have a batch wait for the tables' work hundreds of times.
    """

    def __init__(self, file: DatabaseFile, database: Database) -> None:
        self._file, self._turns, self._clock = file, database.turns, database.clock
        self._connection = sqlite_connection(file.path)
        self._connection.text_factory = formats.as_kept
        self._connection.execute("PRAGMA journal_mode = WAL")  # A restored copy may have none.
        self._connection.execute("SELECT count(*) FROM alembic_version").fetchall()
        file.watch_beside()
        self._thread = ThreadPoolExecutor(1, "ledger")

    async def write(
        self, rows: Rows, audit: Sequence[Noted] = (), fences: Mapping[str, int] = UNFENCED
    ) -> None:
        try:
            async with self._turns.ledger:
                await asyncio.get_running_loop().run_in_executor(
                    self._thread, self._write, rows, audit
                )
        except sqlite3.IntegrityError:
            raise  # It lies in the rows.
        except (sqlite3.Error, OSError) as error:
            raise Lost(str(error)) from error

    def _write(self, rows: Rows, audit: Sequence[Noted]) -> None:
        self._file.check()
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for name, statement in STATEMENTS.items():
                for sql, values in _calls(statement, rows[name]):
                    execute(sql, values)
            if audit:
                auditing.append_to_file(self._connection, audit, self._clock)
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise
        self._file.check()  # Into a file that is gone, nothing was written for good.

    async def close(self) -> None:
        """End the connection. The lock stays until the database has ended all of its own."""
        self._thread.shutdown()
        self._connection.close()


def _calls(statement: Statement, rows: list[Row]) -> Iterator[tuple[str, Row]]:
    """The calls that carry out a statement for all rows."""
    if statement.where:
        sql = f"{statement.change} WHERE {statement.where}".format(*"?" * len(statement.columns))
        yield from ((sql, row) for row in rows)
        return
    for start in range(0, len(rows), MOST_ROWS):
        some = rows[start : start + MOST_ROWS]
        yield insert_of(statement, len(some)), tuple(chain.from_iterable(some))


@cache
def insert_of(statement: Statement, rows: int) -> str:
    """The SQL that adds so many rows to a file."""
    marks = f"({', '.join('?' * len(statement.columns))})"
    return f"{statement.change} VALUES {', '.join([marks] * rows)} {statement.rest}"


class _PostgresWriter:
    """Writes on the one connection that holds the lock; when it is lost, so is the lock."""

    def __init__(self, database: Database, *, is_shared: bool) -> None:
        self._database, self._is_shared = database, is_shared
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        """The driver's own connection: a statement that is a transaction by itself is asked there."""

    async def connect(self, seconds: float) -> AsyncConnection:
        connection = await self._database.engine.connect()
        try:
            take = try_share if self._is_shared else try_take
            await keep_trying(lambda: take(connection), seconds)
            self._driver = (await connection.get_raw_connection()).driver_connection
        except BaseException:
            await connection.close()
            raise
        self._connection = connection
        return connection

    async def write(
        self, rows: Rows, audit: Sequence[Noted] = (), fences: Mapping[str, int] = UNFENCED
    ) -> None:
        sql, values = one_statement(rows, fences, self._database.server)
        try:
            connection = self._connection or await self.connect(0)
            if audit:
                async with connection.begin():
                    _refuse_unheld(fences, await connection.exec_driver_sql(sql, tuple(values)))
                    await auditing.append(connection, audit, self._database.clock)
            else:
                _refuse_unheld(fences, await self._driver.fetch(sql, *values))
        except (OSError, TimeoutError, Refused) as error:
            await self._let_go()
            raise Lost(str(error)) from error
        except FAILURES as error:
            if is_connection_lost(error) or self._driver.is_closed():
                await self._let_go()
            if is_of_the_server(error):
                raise Lost(first_line(getattr(error, "orig", error))) from error
            raise

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        await self._let_go()


def _refuse_unheld(fences: Mapping[str, int], held: Iterable[Any]) -> None:
    """Nothing was written, if another server has a room by now."""
    if lost := fences.keys() - {room for (room,) in held}:
        raise Fenced(lost)
