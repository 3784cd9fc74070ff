"""The database: opened by its address, brought to its shape once, refused with one clear line."""

import asyncio
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import database as databases
from tablewright.house.books.database import STEPS, Database, parsed
from tablewright.house.books.schema import HEAD, metadata
from tablewright.rules.errors import Refused
from tests.house import recorded

EVERY_TURN = True  # What one kind of database does, the other must be seen to do.
CANCELLED = 20


async def _open_and_close(address: str) -> None:
    await (await Database.open(address)).close()


def _refusal(address: str) -> str:
    with pytest.raises(Refused) as refused:
        asyncio.run(_open_and_close(address))
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///house.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///house.db", "sqlite+aiosqlite"),
        ("postgres://db/house", "postgresql+asyncpg"),
        ("postgresql://db/house", "postgresql+asyncpg"),
        ("postgresql+asyncpg://db/house", "postgresql+asyncpg"),
    ],
)
def test_an_address_may_leave_the_driver_out(given: str, driver: str) -> None:
    assert parsed(given).drivername == driver


def test_an_address_may_ask_for_encryption_as_others_do() -> None:
    assert parsed("postgres://db/house?sslmode=require").query == {"ssl": "require"}


@pytest.mark.parametrize(
    "address",
    ["", "house.db", "mysql://ann:secret@db/x", "sqlite://", "sqlite:///:memory:", "a:b@c"],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    said = _refusal(address)
    assert "expected sqlite:///FILE" in said
    assert "secret" not in said


def test_a_server_that_does_not_answer_is_refused_without_its_password() -> None:
    said = _refusal("postgresql://ann:secret@127.0.0.1:1/house")
    assert "cannot be opened" in said
    assert "secret" not in said


def test_a_database_that_the_server_does_not_have_is_refused(address: str) -> None:
    if address.startswith("sqlite"):
        address = address.replace("house.db", "no-folder/house.db")
    else:
        address = address.replace("/test", "/other")
    assert "expected" in _refusal(address)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 1000)
    assert "expected a database file" in _refusal(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear Ann, ")


def test_a_database_of_a_later_version_is_refused(ready_address: str) -> None:
    async def make_later() -> None:
        database = await Database.open(ready_address)
        async with database.writing() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        await database.close()

    asyncio.run(make_later())
    assert "of a later Tablewright (step 9999)" in _refusal(ready_address)


def test_who_reads_sees_one_state_though_another_writes_meanwhile(ready_address: str) -> None:
    """A count and the newest row that do not fit each other would look like something lost."""

    async def scene() -> None:
        database = await Database.open(ready_address)
        try:
            async with database.reading() as connection:
                before = await connection.scalar(text("SELECT count(*) FROM settings"))
                async with database.writing() as other:
                    await other.execute(text("INSERT INTO settings (key, value) VALUES ('a', 'b')"))
                assert await connection.scalar(text("SELECT count(*) FROM settings")) == before
            async with database.reading() as connection:
                assert await connection.scalar(text("SELECT count(*) FROM settings")) == before + 1
        finally:
            await database.close()

    asyncio.run(scene())


def test_who_reads_a_server_cannot_write_there_and_whoever_writes_next_can(shared: str) -> None:
    """A backup is read as everything else is, and promises to change nothing."""
    add = text("INSERT INTO settings (key, value) VALUES ('a', 'b')")

    async def scene() -> None:
        database = await Database.open(shared)
        try:
            async with database.reading() as connection:
                with pytest.raises(DBAPIError, match="read-only transaction"):
                    await connection.execute(add)
            async with database.writing() as connection:
                await connection.execute(add)
        finally:
            await database.close()

    asyncio.run(scene())


def test_who_is_cancelled_in_the_middle_of_writing_leaves_nothing_locked(
    ready_address: str,
) -> None:
    """The cancelled tasks are kept, and with them all that they were just reading."""
    kept: list[asyncio.Task[None]] = []
    asked = text("SELECT key FROM settings")

    async def write(database: Database, key: str) -> None:
        add = text("INSERT INTO settings (key, value) VALUES (:key, 'b')")
        async with database.writing() as connection:
            await connection.execute(add, {"key": key})
            while key != "last":
                await connection.execute(asked)

    async def scene() -> None:
        database = await Database.open(ready_address)
        try:
            async with database.reading() as connection:
                before = list(await connection.execute(asked))
            for number in range(CANCELLED):
                kept.append(asyncio.create_task(write(database, f"key {number}")))
                await asyncio.sleep(0.004 + number % 10 / 2000)
                kept[-1].cancel()
            assert {type(each) for each in await asyncio.gather(*kept, return_exceptions=True)} == {
                asyncio.CancelledError
            }
            await write(database, "last")
            async with database.reading() as connection:
                assert len(list(await connection.execute(asked))) == len(before) + 1
        finally:
            await database.close()

    asyncio.run(scene())
    if ready_address.startswith("sqlite"):
        path = Path(ready_address.removeprefix("sqlite:///"))
        assert not path.with_name(f"{path.name}-wal").exists(), "no connection is left"


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        asyncio.run(_check_modes(tmp_path))
    finally:
        os.umask(before)


async def _check_modes(folder: Path) -> None:
    database = await Database.open(f"sqlite:///{folder / 'house.db'}")
    async with database.writing() as connection:
        await connection.exec_driver_sql("INSERT INTO settings VALUES ('a', 'b')")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert {"house.db", "house.db-wal", "house.db.lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    await database.close()


def test_sqlite_waits_for_the_disk_and_minds_references(tmp_path: Path) -> None:
    async def run() -> None:
        database = await Database.open(f"sqlite:///{tmp_path / 'house.db'}")
        found = {
            name: await recorded.values(database, f"PRAGMA {name}")
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        assert found == {
            "journal_mode": [("wal",)],
            "synchronous": [(2,)],
            "foreign_keys": [(1,)],
            "busy_timeout": [(10000,)],
        }
        await database.close()

    asyncio.run(run())


def test_the_steps_make_what_the_schema_says(address: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async def run() -> None:
        database = await Database.open(address)
        async with database.reading() as connection:
            assert await connection.run_sync(differences) == []
        await database.close()

    asyncio.run(run())


def test_the_last_step_is_the_one_that_is_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_many_may_open_a_new_database_at_once(address: str) -> None:
    async def run() -> None:
        databases = await asyncio.gather(*(Database.open(address) for _ in range(5)))
        sql = "SELECT version_num FROM alembic_version"
        for database in databases:
            assert await recorded.values(database, sql) == [(HEAD,)]
            await database.close()

    asyncio.run(run())


def test_a_new_database_is_opened_however_long_its_steps_take(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Patience is for others who have the lock: none is needed with what is done here."""
    monkeypatch.setattr(databases, "STEPS_SECONDS", 0.0)
    asyncio.run(_open_and_close(address))


def test_steps_that_fail_leave_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE transfers (mine TEXT)")
    connection.close()
    assert "cannot be opened" in _refusal(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    connection.close()
    assert found == [("transfers",)]


def test_a_setting_is_made_once(ready_address: str) -> None:
    async def run() -> None:
        one, other = await Database.open(ready_address), await Database.open(ready_address)
        made = await asyncio.gather(
            *(
                database.setting("secret", lambda n=number: str(n))  # type: ignore[misc]
                for number, database in enumerate([one, other] * 3)
            )
        )
        assert len(set(made)) == 1
        assert await other.setting("secret", lambda: "late") == made[0]
        await one.close()
        await other.close()

    asyncio.run(run())
