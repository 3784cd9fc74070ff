"""The house's database: a file of SQLite, or a PostgreSQL server by its address.

Opening it looks first whether this version may open it (`formats`), and then brings it to its present
shape, once, however many open it together.
"""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Row, delete, event, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tablewright.house.books import auditing, formats
from tablewright.house.books.formats import BUSY_SECONDS
from tablewright.house.books.formats import DATABASE_FORMAT as DATABASE_FORMAT
from tablewright.house.books.house_clock import HouseClock
from tablewright.house.books.outage import Outage, first_line
from tablewright.house.books.ownership import (
    OWNERSHIP,
    STEPPING,
    DatabaseFile,
    keep_trying,
    release,
    resolved,
    try_take,
)
from tablewright.house.books.schema import BESIDE_OTHERS, HEAD, settings
from tablewright.house.books.write_turns import WriteTurns
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.sealing import UNSEALED

T = TypeVar("T")
log = logging.getLogger(__name__)

SQLITE, POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
DRIVERS = {
    "sqlite": SQLITE, SQLITE: SQLITE,
    "postgresql": POSTGRES, "postgres": POSTGRES, POSTGRES: POSTGRES,
}  # fmt: skip
CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 60.0
"""How long a server may take to answer before it counts as lost."""
LOCK_SECONDS = BUSY_SECONDS
"""How long anything waits for what another session has locked."""
IDLE_SECONDS = 5.0
"""How long nothing may be asked in the middle of a transaction. What it has locked is free again after
that, though the server that began it hangs, or is cut off and nobody has told the database."""
PATIENT_SECONDS = 3600.0
"""Both for those who read or write a whole database at one go."""
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

    def __init__(
        self,
        url: URL,
        file: DatabaseFile | None,
        *,
        is_new: bool = False,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.url = url
        self.engine = _engine(url, answer_seconds)
        self.file = file
        """The file of an SQLite database."""
        self.secret = UNSEALED
        """What is sealed in it, is sealed with this (`at_rest.open_secret`)."""
        self.server = ""
        """Which server of the house this is: one that was taken for dead writes nothing more."""
        self.clock = HouseClock()
        """What time it is in the house."""
        self.outage = Outage()
        """Whether it is away."""
        self._is_new = is_new
        self.turns = WriteTurns()
        self._writing = self.engine.execution_options(is_writing=True)
        self._reading = self.engine
        if not self.is_sqlite:  # There each statement would see what others have written meanwhile.
            self._reading = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        self._users = 0
        self._is_unused = asyncio.Event()
        self._is_closed = False

    @property
    def is_sqlite(self) -> bool:
        return self.url.drivername == SQLITE

    @classmethod
    async def open(cls, address: str, *, is_new: bool = False) -> "Database":
        """Open a database, made or brought to its present shape where needed.

        `is_new` lets a house begin where the database of another one is missing.
        """
        url = parsed(address)
        file = None
        if url.drivername == SQLITE:
            path = resolved(Path(str(url.database)))
            formats.refuse_lost_file(path, is_new=is_new)
            file = DatabaseFile(path)
            url = url.set(database=str(path))
        database = cls(url, file, is_new=is_new)
        try:
            if file is not None:
                found = await asyncio.to_thread(formats.look_into_file, file.path)
                formats.refuse_other_house(found, file.path, is_new=is_new)
            await keep_trying(database._is_in_shape, STEPS_SECONDS)
        except BaseException as error:
            await database.close()
            if isinstance(error, (SQLAlchemyError, OSError, TimeoutError, TypeError)):
                raise cannot_be_opened(url, error) from None
            raise
        return database

    async def close(self) -> None:
        """End all connections; then, and not before, let go of the file and its lock."""
        self._is_closed = True
        while self._users:
            self._is_unused.clear()
            await self._is_unused.wait()
        await self.engine.dispose()
        if self.file is not None:
            self.file.close()
            self.file = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the database throughout."""
        with self._used():
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose changes are kept together at the end, or none of them on an error."""
        with self._used():
            turn = self.turns.other() if self.is_sqlite else nullcontext()
            async with turn, self._writing.begin() as connection:
                if self.server:
                    await self._refuse_the_dead(connection)
                auditing.begin(connection)
                yield connection
                await auditing.finish(connection, self.clock)
            self.check()

    async def _refuse_the_dead(self, connection: AsyncConnection) -> None:
        """Nobody takes this server for dead until what is written here is kept."""
        alive = text("SELECT 1 FROM servers WHERE id = :id FOR KEY SHARE")
        if await connection.scalar(alive, {"id": self.server}) is None:
            raise OSError("the other servers of the house have taken this one for dead")

    @contextmanager
    def _used(self) -> Iterator[None]:
        """The database is not closed meanwhile."""
        if self._is_closed:
            raise OSError("the database is closed")
        self.check()
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                self._is_unused.set()

    def check(self) -> None:
        """Refuse to go on with a file that is not there any more, or is not what it was."""
        if self.file is not None:
            self.file.check()

    async def setting(self, key: str, make: Callable[[], str]) -> str:
        """A value kept for the house; made when it is first asked for."""
        found = select(settings.c.value).where(settings.c.key == key)
        async with self.reading() as connection:
            value = await connection.scalar(found)
        if not _is_usable(value):
            async with self.writing() as connection:
                there = await connection.scalar(found)
                if there is not None and not _is_usable(there):
                    broken = delete(settings).where(settings.c.key == key)
                    if not self.is_sqlite:  # There another may write at the same time.
                        broken = broken.where(settings.c.value == "")
                    await connection.execute(broken)
                kept = text(
                    "INSERT INTO settings (key, value) VALUES (:key, :value)"
                    " ON CONFLICT (key) DO NOTHING"
                )
                await connection.execute(kept, {"key": key, "value": make()})
                value = await connection.scalar(found)
        return str(value)

    # Its shape ------------------------------------------------------------------------------------

    async def _is_in_shape(self) -> bool:
        """Whether the database has its present shape, now if not before; else another works on it.

        However long its steps take here, it is looked at once more after them.
        """
        return await self._has_its_shape() or (await self._shape() and await self._has_its_shape())

    async def _has_its_shape(self) -> bool:
        async with self.engine.connect() as connection:
            found = await connection.run_sync(formats.look)
            formats.refuse_other_house(
                found, self.file.path if self.file else None, is_new=self._is_new
            )
            is_stamped = found.format == DATABASE_FORMAT and bool(found.house)
            has_shape = is_stamped and await connection.run_sync(_has_shape)
        if has_shape and self.file is not None:
            await asyncio.to_thread(formats.mark, self.file.path, found.house)
        return has_shape

    async def _shape(self) -> bool:
        """Do the steps that are left to do; whether nobody else had the lock."""
        return await (self._shape_file(self.file) if self.file else self._shape_server())

    async def _shape_file(self, file: DatabaseFile) -> bool:
        if not file.try_own():
            return False
        try:
            await asyncio.to_thread(_write_ahead, file.path)
            await self._run_steps()
        finally:
            file.disown()
        return True

    async def _shape_server(self) -> bool:
        """Alone, unless every step that is to be done lets servers of the version before go on."""
        async with self.engine.connect() as connection:
            found = await connection.run_sync(_step)
            await connection.commit()
            is_beside = found and all(each in BESIDE_OTHERS for each in _steps_after(found))
            lock = STEPPING if is_beside else OWNERSHIP
            if not await try_take(connection, lock):
                return False
            try:
                await self._run_steps()
            finally:
                await release(connection, lock)
        return True

    async def _run_steps(self) -> None:
        async with self.writing() as connection:
            found = await connection.run_sync(formats.look)
            if not await connection.run_sync(_has_shape):
                await connection.run_sync(upgrade)
            house = found.house or secrets.token_hex(16)
            await connection.run_sync(formats.stamp, house)


def readable(rows: Iterable[Row[Any]], read: Callable[[Row[Any]], T]) -> list[T]:
    """What some rows say; one that cannot be read is nobody's, and keeps no other out."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except (Refused, TypeError, ValueError) as wrong:
            log.error(
                "a row of the database is left out, as it cannot be read: %s", ascii(str(wrong))
            )
    return found


def _is_usable(value: object) -> bool:
    """Whether a setting is a text; what is none may stand in a file of SQLite all the same."""
    return isinstance(value, str) and bool(value) and value.isprintable()


def _step(connection: Connection) -> str | None:
    """The last step that was done, if any was."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def _steps_after(step: str) -> list[str]:
    """The steps that come after one, by the names of their files."""
    names = (file.name[:4] for file in STEPS.glob("versions/[0-9]*.py"))
    return sorted(name for name in names if name > step)


def _has_shape(connection: Connection) -> bool:
    """Whether all steps have been done; one that we do not know is refused."""
    found = _step(connection)
    if found is not None and found > HEAD:
        raise Refused(
            f"the database is of a later Tablewright (step {found}): expected step {HEAD} at most"
        )
    return bool(found == HEAD)


def upgrade(connection: Connection, to: str = "head") -> None:
    """Take the steps that have not been taken yet, up to one of them."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, to)


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


class _Closing(sqlite3.Connection):
    """A connection that ends everything it was in the middle of once it is closed.

    A task that is cancelled while its rows are being read leaves a cursor behind, as long as anything
    knows where it was cancelled. SQLite keeps a closed connection as long as it has such a cursor, and
    with it the transaction: nobody could write into the file.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def cursor(self, *given: Any, **named: Any) -> Any:
        cursor = super().cursor(*given, **named)
        self._cursors.add(cursor)
        return cursor

    def close(self) -> None:
        for cursor in list(self._cursors):
            cursor.close()
        if self.in_transaction:
            self.rollback()
        super().close()


def _engine(url: URL, answer_seconds: float = ANSWER_SECONDS) -> AsyncEngine:
    if url.drivername == POSTGRES:
        idle_seconds = IDLE_SECONDS if answer_seconds <= ANSWER_SECONDS else answer_seconds
        return create_async_engine(
            url,
            pool_pre_ping=True,
            hide_parameters=True,  # Orders of packs, salts and passwords do not go into a log.
            connect_args={
                "timeout": CONNECT_SECONDS,
                "command_timeout": answer_seconds,
                "server_settings": {
                    "lock_timeout": str(round(1000 * LOCK_SECONDS)),
                    "idle_in_transaction_session_timeout": str(round(1000 * idle_seconds)),
                },
            },
        )
    given = {"timeout": BUSY_SECONDS, "factory": _Closing}
    engine = create_async_engine(url, hide_parameters=True, connect_args=given)
    event.listen(engine.sync_engine, "connect", _prepare_pooled)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare_pooled(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # The driver would begin too late, and not at all for a step.
    connection.driver_connection.text_factory = formats.as_kept
    cursor = connection.cursor()
    _prepare_sqlite(cursor)
    cursor.close()


def _prepare_sqlite(connection: Any) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def cannot_be_opened(url: URL, error: Exception) -> Refused:
    """Why a database could not be opened, in one line without a password."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    why = first_line(cause).rpartition(">: ")[2]
    expected = "a database file" if url.drivername == SQLITE else "a server that answers"
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    return Refused(f"the database {shown} cannot be opened ({why}): expected {expected}")
