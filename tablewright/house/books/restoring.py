"""A backup put into an empty house: all of it, or nothing.

    async with filled(address, file, checked, key, ...) as database:
        ...                         # the rows are there, and can be read before they are kept

With PostgreSQL it is one transaction. With SQLite it is a new file, `.restore-...` beside the place of
the database, which is put there whole. Whenever it is killed, there is no house or the whole one; what
is left of the file is removed by the next restore.

The database's own triggers would refuse the rows of journals that were archived, and take long. They
rest while the rows are written, and the rows are held against the backup's hashes instead.
"""

import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import auditing, formats
from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import COMMAND_LINE, Doer, Said
from tablewright.house.books.backup_contents import Checked, TableRows, contents
from tablewright.house.books.backup_files import (
    Advance,
    BackupEnds,
    BackupFile,
    TableBegins,
)
from tablewright.house.books.database import PATIENT_SECONDS, SQLITE, Database, parsed, upgrade
from tablewright.house.books.entries import as_text
from tablewright.house.books.house_clock import HouseClock
from tablewright.house.books.outage import first_line
from tablewright.house.books.ownership import NOT_ALONE, name_held, release, resolved, try_take
from tablewright.house.books.settings import put_setting
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.sealed_streams import OpeningKey
from tablewright.signing.statements import DoesNotHold
from tablewright.signing.whole_files import settle

RESTORED = "restored"
"""The setting that says from which backup the house was restored last, and when."""
OVER = ("leases", "servers")
"""The tables whose rows say which servers ran when the backup was taken: none of them does here."""
PART = ".restore-"


class Restored(msgspec.Struct, frozen=True):
    """From which backup a house was restored, and when."""

    backup: str
    """The SHA-256 of its file."""
    taken: str
    at: str


class Filling(NamedTuple):
    """What is put into an empty house."""

    file: BackupFile
    key: OpeningKey | None
    checked: Checked
    keeps_sessions: bool
    advance: Advance


class HouseBeingFilled(Database):
    """A database as the one transaction sees it that fills it."""

    def __init__(self, url: URL) -> None:
        super().__init__(url, None, answer_seconds=PATIENT_SECONDS)
        self.connection: AsyncConnection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        yield self.connection


@asynccontextmanager
async def filled(address: str, filling: Filling) -> AsyncIterator[HouseBeingFilled]:
    """An empty house with a backup in it, to be looked at; kept when all went well, else nothing is."""
    _refuse_later(filling)
    url = parsed(address)
    way = _filled_file if url.drivername == SQLITE else _filled_server
    try:
        async with way(url, filling) as database:
            yield database
    except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        why = first_line(getattr(error, "orig", None) or error).rpartition(">: ")[2]
        raise Refused(
            f"the backup cannot be restored there ({quoted(why, 200)}): nothing was restored"
        ) from None
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(
            f"the backup cannot be restored there ({why}): nothing was restored"
        ) from None


def _refuse_later(filling: Filling) -> None:
    step = filling.checked.manifest.step
    if not re.fullmatch("[0-9]{4}", step) or step > s.HEAD:
        raise Refused(
            f"the backup is of a later Tablewright ({quoted(filling.checked.manifest.version)}, step"
            f" {quoted(step)}): expected step {s.HEAD} at most; restore it with that version"
        )


# A file --------------------------------------------------------------------------------------------


def refuse_full_file(path: Path, house: str) -> None:
    """Refuse a place where a database lies, or where another house was kept."""
    if path.exists() and path.stat().st_size:
        raise Refused(
            f"there is a database at {quoted(str(path), 200)}: expected an empty house; move it away"
            " first"
        )
    formats.refuse_lost_file(path, is_new=True)
    kept = formats.house_kept_at(path)
    if kept and kept != house:
        raise Refused(
            f"another house was kept at {quoted(str(path), 200)}: expected an empty house, or the one"
            f" that the backup is of; move {formats.marker_of(path).name} away first"
        )


@asynccontextmanager
async def _filled_file(url: URL, filling: Filling) -> AsyncIterator[HouseBeingFilled]:
    path, house = resolved(Path(str(url.database))), filling.checked.manifest.house
    refuse_full_file(path, house)
    with name_held(path), _part_of(path) as part:
        async with _transaction(HouseBeingFilled(url.set(database=str(part)))) as database:
            await _fill(database, filling)
            yield database
        part.chmod(0o600)
        _sync(part)
        refuse_full_file(path, house)  # Nobody who uses the name's lock has written there since.
        os.replace(part, path)
        settle(path.parent)
        formats.mark(path, house)


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """A file that is being made, gone in the end unless it was moved; what a kill left is removed."""
    _sweep(path, "")
    try:
        yield path.with_name(f"{PART}{path.name}-{os.getpid()}-")
    finally:
        _sweep(path, f"{os.getpid()}-")


def _sweep(path: Path, whose: str) -> None:
    for left in path.parent.glob(f"{PART}{path.name}-{whose}*"):
        left.unlink(missing_ok=True)


def clear_parts(address: str) -> None:
    """Remove what this process has half made."""
    url = parsed(address)
    if url.drivername == SQLITE:
        _sweep(resolved(Path(str(url.database))), f"{os.getpid()}-")


def _sync(file: Path) -> None:
    opened = os.open(file, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@asynccontextmanager
async def _transaction(database: HouseBeingFilled) -> AsyncIterator[HouseBeingFilled]:
    """A database in the one transaction that fills it; nothing of it is kept on an error."""
    writing = database.engine.execution_options(is_writing=True)
    try:
        async with writing.connect() as connection:
            if database.is_sqlite:
                # A damaged house is restored as it was; there this cannot be set later on.
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.execute("PRAGMA foreign_keys = OFF")
                await driver.execute("PRAGMA synchronous = OFF")  # It is synced as a whole.
            database.connection = connection
            async with connection.begin():
                yield database
    finally:
        await database.close()


# A server ------------------------------------------------------------------------------------------


@asynccontextmanager
async def _filled_server(url: URL, filling: Filling) -> AsyncIterator[HouseBeingFilled]:
    owner = Database(url, None)
    try:
        async with owner.engine.connect() as owning:
            if not await try_take(owning):
                raise Refused(NOT_ALONE)
            try:
                async with _transaction(HouseBeingFilled(url)) as database:
                    await database.connection.run_sync(_refuse_full_server)
                    await _fill(database, filling)
                    yield database
            finally:
                await release(owning)
    finally:
        await owner.close()


def _refuse_full_server(connection: Connection) -> None:
    ours = {*s.metadata.tables, "alembic_version"}
    found = sorted(ours & set(inspect(connection).get_table_names()))
    if found:
        raise Refused(
            f"the database has a table {found[0]!r}: expected an empty house, in a database that was"
            " just made"
        )


# Its rows ------------------------------------------------------------------------------------------


async def _fill(database: HouseBeingFilled, filling: Filling) -> None:
    """The shape that the backup has, its rows, and then the shape that this version has."""
    connection, checked = database.connection, filling.checked
    step = checked.manifest.step
    await connection.run_sync(upgrade, step)
    guards = await _lift_guards(connection, is_sqlite=database.is_sqlite)
    await connection.execute(text("DELETE FROM settings"))
    await _write_rows(database, filling)
    for sql in guards:
        await connection.exec_driver_sql(sql)
    await _refuse_other_counts(connection, checked)
    if step != s.HEAD:
        await connection.run_sync(upgrade)
    if not database.is_sqlite:
        await _number_on(connection)
    for name in OVER:
        await connection.execute(s.metadata.tables[name].delete())
    if not filling.keeps_sessions:
        await _end_sessions(connection)
    await connection.run_sync(formats.stamp, checked.manifest.house)
    now = as_text(datetime.now(UTC))
    told = Restored(checked.sha256, checked.manifest.taken, now)
    auditing.begin(connection)
    await put_setting(connection, RESTORED, msgspec.json.encode(told).decode(), is_own=True)
    said: Said = {"taken": checked.manifest.taken, "sha256": checked.sha256}
    auditing.note(connection, "restored", said=said, by=Doer(COMMAND_LINE))
    await auditing.finish(connection, HouseClock())
    found = await connection.run_sync(formats.look)
    assert found.house == checked.manifest.house, "what was stamped is found"


async def _lift_guards(connection: AsyncConnection, *, is_sqlite: bool) -> list[str]:
    """Have the triggers rest; how they are set to work again."""
    if not is_sqlite:
        guarded = sorted({table for table, _ in s.TRIGGERS["postgresql"]})
        there = await connection.run_sync(lambda found: set(inspect(found).get_table_names()))
        names = [each for each in guarded if each in there]
        for name in names:
            await connection.execute(text(f'ALTER TABLE "{name}" DISABLE TRIGGER USER'))
        return [f'ALTER TABLE "{name}" ENABLE TRIGGER USER' for name in names]
    asked = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found = list(await connection.execute(asked))
    for name, _ in found:
        await connection.execute(text(f'DROP TRIGGER "{name}"'))
    return [str(sql) for _, sql in found]


async def _write_rows(database: HouseBeingFilled, filling: Filling) -> None:
    connection = database.connection
    driver: Any = (await connection.get_raw_connection()).driver_connection
    shape = await connection.run_sync(_columns)
    for each in contents(filling.file, filling.key, filling.advance):
        if isinstance(each, TableBegins):
            _refuse_other_table(each, shape)
        elif isinstance(each, TableRows):
            name, columns = each.table.name, each.table.columns
            if database.is_sqlite:
                await _insert(driver, name, columns, each.rows)
            else:
                await _copy(driver, name, columns, each.rows)
        elif isinstance(each, BackupEnds) and each.manifest != filling.checked.manifest:
            raise DoesNotHold(f"{filling.file.name} was changed while it was being restored")


def _columns(connection: Connection) -> dict[str, set[str]]:
    found = inspect(connection)
    return {
        name: {each["name"] for each in found.get_columns(name)} for name in found.get_table_names()
    }


def _refuse_other_table(table: TableBegins, shape: dict[str, set[str]]) -> None:
    is_ours = table.name in s.metadata.tables and table.name in shape
    if not is_ours or not set(table.columns) <= shape[table.name]:
        raise DoesNotHold(
            f"the backup has a table {quoted(table.name)} that a house of its step does not have"
        )


async def _insert(driver: Any, name: str, columns: list[str], rows: list[list[Any]]) -> None:
    named = ", ".join(f'"{column}"' for column in columns)
    into = f'INSERT INTO "{name}" ({named}) VALUES'
    damaged = [row for row in rows if any(_is_no_text(value) for value in row)]
    whole = rows if not damaged else [row for row in rows if row not in damaged]
    await driver.executemany(f"{into} ({', '.join('?' * len(columns))})", whole)
    for row in damaged:  # Text that is none goes in as it came out.
        marks = ["CAST(? AS TEXT)" if _is_no_text(value) else "?" for value in row]
        values = [
            value.encode(errors="surrogateescape") if _is_no_text(value) else value for value in row
        ]
        await driver.execute(f"{into} ({', '.join(marks)})", values)


def _is_no_text(value: object) -> bool:
    """Whether it stands for text of a damaged file, which no database takes as text."""
    if not isinstance(value, str) or value.isascii():
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return True
    return False


async def _copy(driver: Any, name: str, columns: list[str], rows: list[list[Any]]) -> None:
    try:
        await driver.copy_records_to_table(name, records=rows, columns=columns)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, TypeError, ValueError) as error:
        why = first_line(error)
        raise Refused(
            f"the backup's table {name!r} has a row that PostgreSQL does not take"
            f" ({quoted(why, 150)}): restore it into SQLite, with --data FOLDER"
        ) from None


async def _refuse_other_counts(connection: AsyncConnection, checked: Checked) -> None:
    for each in checked.manifest.tables:
        counted = await connection.scalar(text(f'SELECT count(*) FROM "{each.name}"'))
        if counted != each.rows:
            raise DoesNotHold(
                f"its table {each.name} has {counted:,} rows after it was written: expected"
                f" {each.rows:,}"
            )


async def _end_sessions(connection: AsyncConnection) -> None:
    """Nobody is signed in any more: a session or a token may have been ended since the backup."""
    await connection.execute(s.sessions.delete())
    ended = s.tokens.update().where(s.tokens.c.revoked.is_(None))
    await connection.execute(ended.values(revoked=as_text(datetime.now(UTC))))


async def _number_on(connection: AsyncConnection) -> None:
    """PostgreSQL numbers new rows after those that were restored, and knows how many there are."""
    for table in s.metadata.sorted_tables:
        numbered = table.autoincrement_column
        if numbered is not None:
            last = await connection.scalar(select(func.max(numbered)))
            if last is not None:
                sequence = func.pg_get_serial_sequence(table.name, numbered.name)
                await connection.execute(select(func.setval(sequence, last)))
        await connection.execute(text(f'ANALYZE "{table.name}"'))
