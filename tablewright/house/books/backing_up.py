"""A house's database as a backup: one state of it, read row by row while the house may be open.

With PostgreSQL it is one transaction that only reads and sees what was there at its beginning. With
SQLite it is one too, on a connection that cannot write; the house goes on writing to its log, which is
taken into the file when the backup is done.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Boolean, Table, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright import __version__
from tablewright.house.books import schema as s
from tablewright.house.books.at_rest import SETTING as SECRET
from tablewright.house.books.audit import Audit
from tablewright.house.books.audit_entries import COMMAND_LINE, Doer, Said
from tablewright.house.books.auditing import doing
from tablewright.house.books.backup_contents import JOURNAL, Counting, Journals, counted_file
from tablewright.house.books.backup_files import (
    Advance,
    BackupEnds,
    BackupWriter,
    FileContent,
    Manifest,
    Row,
    TableBegins,
    rows_as_lines,
)
from tablewright.house.books.database import Database, parsed
from tablewright.house.books.entries import as_text
from tablewright.house.books.formats import HOUSE
from tablewright.house.books.outage import first_line
from tablewright.house.books.settings import setting
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import Signed

LINES = (JOURNAL, "transfers")
"""The tables with the most rows, and short ones."""
MANY, FEW = 2000, 50
"""How many rows are read at a time: of those tables, and of others, whose rows may be long."""

_ESTIMATED = """
    SELECT sum(greatest(reltuples, 0)) FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"""
_STILL_OPEN = select(func.count()).where(s.tables.c.status != "closed")

_LOST = (sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""What a database does that is away or damaged."""

Sign = Callable[[Manifest], Signed | None]


async def noted(address: str, name: str, said: Said) -> str:
    """Have the audit tell of a backup before it is begun, as of every file that is taken out.

    Why it could not be, else nothing: a house whose disk is full needs its backup all the same.
    """
    database = Database(parsed(address), None)
    try:
        with doing(Doer(COMMAND_LINE)):
            await Audit(database).note("backed-up", name, said)
    except (SQLAlchemyError, OSError, TimeoutError) as failed:
        return first_line(failed)
    finally:
        await database.close()
    return ""


async def about_rows(connection: AsyncConnection, *, is_sqlite: bool) -> int:
    """About how many rows there are, to say how far one has come: counting would take long."""
    if not is_sqlite:
        return max(1, int(await connection.scalar(text(_ESTIMATED)) or 0))
    lines = await connection.scalar(text(f"SELECT max(rowid) FROM {JOURNAL}")) or 0
    return max(1, 2 * int(lines))  # A line has a transfer or so.


async def back_up(
    database: Database,
    connection: AsyncConnection,
    writer: BackupWriter,
    taken: datetime,
    files: list[FileContent],
    sign: Sign,
    advance: Advance,
) -> tuple[Manifest, Journals]:
    """Write one state of a database, to its end; what it holds, and its journals as they were read."""
    house = await setting(connection, HOUSE)
    if not house:
        raise Refused("the database does not say which house it is of: expected that of a house")
    counting, journals = Counting(), Journals()
    for table in s.metadata.sorted_tables:
        begins = TableBegins(str(table.name), [str(each.name) for each in table.columns])
        counting.begin(begins)
        writer.say(begins)
        async for rows in _rows(connection, table, is_sqlite=database.is_sqlite):
            if table.name == JOURNAL:
                journals.hear(begins.columns, rows)
            lines = rows_as_lines(rows)
            counting.hear(lines, len(rows))
            writer.write(lines)
            advance(len(rows))
    for file in files:
        writer.say(file)
    manifest = Manifest(
        version=__version__,
        step=s.HEAD,
        database="sqlite" if database.is_sqlite else "postgresql",
        house=house,
        taken=as_text(taken),
        secret=await setting(connection, SECRET) or "",
        statements=await connection.scalar(select(func.max(s.signatures.c.n))) or 0,
        open_tables=await connection.scalar(_STILL_OPEN) or 0,
        tables=counting.tables,
        journals=journals.heads,
        files=[counted_file(each) for each in files],
    )
    writer.say(BackupEnds(manifest, sign(manifest)))
    return manifest, journals


def utc_now() -> datetime:
    return datetime.now(UTC)


async def _rows(
    connection: AsyncConnection, table: Table, *, is_sqlite: bool
) -> AsyncIterator[list[Row]]:
    """The rows of a table as the driver has them, in the order of its key, some at a time."""
    named = ", ".join(f'"{each.name}"' for each in table.columns)
    key = ", ".join(f'"{each.name}"' for each in table.primary_key)
    asked = f'SELECT {named} FROM "{table.name}" ORDER BY {key}'
    many = MANY if table.name in LINES else FEW
    truths = [n for n, each in enumerate(table.columns) if isinstance(each.type, Boolean)]
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:
        if is_sqlite:
            cursor = await driver.execute(asked)
            while rows := await cursor.fetchmany(many):
                yield [_truthful(row, truths) for row in rows] if truths else rows
            await cursor.close()
        else:
            found = await driver.cursor(asked)
            while rows := await found.fetch(many):
                yield [tuple(row) for row in rows]
    except _LOST as error:
        why = first_line(error)
        raise Refused(
            f"the table {table.name} cannot be read ({quoted(why, 200)}): expected a database that"
            " answers; no backup was written"
        ) from None


def _truthful(row: Row, truths: list[int]) -> Row:
    """A row of SQLite, which knows 0 and 1 for false and true."""
    values = list(row)
    for n in truths:
        if values[n] in (0, 1):
            values[n] = bool(values[n])
    return values
