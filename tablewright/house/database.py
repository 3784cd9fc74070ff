"""The house's database: a file of SQLite, or a PostgreSQL server by its address.

Opening it brings it to its present shape first, once, however many open it together.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tablewright.house.ownership import FileLock, keep_trying, release, try_take
from tablewright.house.schema import HEAD, settings
from tablewright.rules.errors import Refused, quoted

SQLITE, POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
DRIVERS = {
    "sqlite": SQLITE, SQLITE: SQLITE,
    "postgresql": POSTGRES, "postgres": POSTGRES, POSTGRES: POSTGRES,
}  # fmt: skip
BUSY_SECONDS = 10.0
"""How long one waits for another who writes."""
CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 60.0
"""How long a server may take to answer before it counts as lost."""
STEPS_SECONDS = 10.0
"""How long one waits for another who brings the database to its shape."""
PREPARED = 512
"""How many different calls a connection to SQLite keeps prepared."""
STEPS = Path(__file__).parent / "migrations"


def parsed(address: str) -> URL:
    """A database's address, with the driver we speak through.

    >>> parsed("sqlite:///house.db").drivername
    'sqlite+aiosqlite'
    >>> parsed("postgres://ann:secret@db/house")
    postgresql+asyncpg://ann:***@db/house
    """
    try:
        url = make_url(address)
        driver = DRIVERS[url.drivername]
    except (ArgumentError, KeyError, ValueError):
        raise Refused(
            f"no database is known by {_shown(address)}:"
            " expected sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    url = url.set(drivername=driver)
    if driver == SQLITE and url.database in (None, "", ":memory:"):
        raise Refused(
            f"{_shown(address)} names no file: expected sqlite:///FILE, such as sqlite:///house.db"
        )
    if "sslmode" in url.query:
        query = dict(url.query)
        query["ssl"] = query.pop("sslmode")
        url = url.set(query=query)
    return url


def _shown(address: str) -> str:
    """An address as far as it may be shown: nothing that could be a password."""
    return quoted(address if "@" not in address else f"...@{address.rpartition('@')[2]}")


class Database:
    """An open database. Use `open`."""

    def __init__(self, url: URL, engine: AsyncEngine) -> None:
        self.url = url
        self.engine = engine
        self._writing = engine.execution_options(is_writing=True)

    @property
    def is_sqlite(self) -> bool:
        return self.url.drivername == SQLITE

    @property
    def path(self) -> Path:
        """The file of an SQLite database."""
        return Path(str(self.url.database))

    @classmethod
    async def open(cls, address: str) -> "Database":
        """Open a database, made or brought to its present shape where needed."""
        url = parsed(address)
        if url.drivername == SQLITE:
            make_file(Path(str(url.database)))
        database = cls(url, _engine(url))
        try:
            await keep_trying(database._is_in_shape, STEPS_SECONDS)
        except BaseException as error:
            await database.close()
            if isinstance(error, (SQLAlchemyError, OSError, TimeoutError, TypeError)):
                raise _cannot_be_opened(url, error) from None
            raise
        return database

    async def close(self) -> None:
        """End all connections."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the database throughout."""
        async with self.engine.connect() as connection:
            yield connection

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection whose changes are kept together at the end, or none of them on an error."""
        return self._writing.begin()

    async def setting(self, key: str, make: Callable[[], str]) -> str:
        """A value kept for the house; made when it is first asked for."""
        found = select(settings.c.value).where(settings.c.key == key)
        async with self.reading() as connection:
            value = await connection.scalar(found)
        if value is None:
            async with self.writing() as connection:
                kept = text(
                    "INSERT INTO settings (key, value) VALUES (:key, :value)"
                    " ON CONFLICT (key) DO NOTHING"
                )
                await connection.execute(kept, {"key": key, "value": make()})
                value = await connection.scalar(found)
        return str(value)

    # Its shape ------------------------------------------------------------------------------------

    async def _is_in_shape(self) -> bool:
        """Whether the database has its present shape, now if not before; else somebody works on it."""
        async with self.engine.connect() as connection:
            if await connection.run_sync(_has_shape):
                return True
        return await (self._shape_file() if self.is_sqlite else self._shape_server())

    async def _shape_file(self) -> bool:
        lock = FileLock(self.path)
        if not lock.try_take():
            return False
        try:
            await asyncio.to_thread(_write_ahead, self.path)
            await self._run_steps()
        finally:
            lock.release()
        return True

    async def _shape_server(self) -> bool:
        async with self.engine.connect() as connection:
            if not await try_take(connection):
                return False
            try:
                await self._run_steps()
            finally:
                await release(connection)
        return True

    async def _run_steps(self) -> None:
        async with self.writing() as connection:
            if not await connection.run_sync(_has_shape):
                await connection.run_sync(_upgrade)


def _has_shape(connection: Connection) -> bool:
    """Whether all steps have been done; one that we do not know is refused."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if found is not None and str(found) > HEAD:
        raise Refused(
            f"the database is of a later Tablewright (step {found}): expected step {HEAD} at most"
        )
    return bool(found == HEAD)


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "head")


def make_file(path: Path) -> None:
    """Make a database's file, for its owner only, unless it is there."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise Refused(
            f"{quoted(str(path), 200)} cannot be opened ({error.strerror}): expected a file that can"
            " be written, in a folder that is there"
        ) from None


def sqlite_connection(path: Path) -> sqlite3.Connection:
    """A plain connection to an SQLite database, for one thread at a time."""
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=PREPARED,
    )
    _prepare_sqlite(connection)
    return connection


def _write_ahead(path: Path) -> None:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error as error:
        raise OSError(str(error)) from None
    finally:
        connection.close()


def _engine(url: URL) -> AsyncEngine:
    if url.drivername == POSTGRES:
        return create_async_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,  # Orders of packs, salts and passwords do not go into a log.
            connect_args={"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS},
        )
    engine = create_async_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", _prepare_pooled)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare_pooled(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # The driver would begin too late, and not at all for a step.
    cursor = connection.cursor()
    _prepare_sqlite(cursor)
    cursor.close()


def _prepare_sqlite(connection: Any) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _cannot_be_opened(url: URL, error: Exception) -> Refused:
    cause = error.orig if isinstance(error, DBAPIError) else error
    why = (str(cause) or type(cause).__name__).strip().splitlines()[0]
    why = why.rpartition(">: ")[2]
    expected = "a database file" if url.drivername == SQLITE else "a server that answers"
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    return Refused(f"the database {shown} cannot be opened ({why}): expected {expected}")
