"""Which database this is: its format and its house are known before anything is touched."""

import asyncio
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from tablewright.house.books.database import DATABASE_FORMAT, STEPS, Database, _engine, parsed
from tablewright.house.books.entries import STATEMENTS, LedgerEntry, as_text, rows_of
from tablewright.house.books.schema import ADDED, TRIGGERS, metadata
from tablewright.house.house import House
from tablewright.house.people.accounts import Accounts
from tablewright.rules.errors import Refused
from tablewright.signing.sealing import UNSEALED
from tablewright.table.journal import FIRST, FORMAT, HASH_AT, TAIL_BYTES
from tests.house import recorded
from tests.house.clients import Visitor, why
from tests.house.company import (
    ON_POSTGRES,
    ON_SQLITE,
    STAKES,
    Tab,
    guest,
    nothing_is_written,
    open_table,
    opened,
    run_sql,
)
from tests.house.schooling import sums_are_taught
from tests.house.serving import employ, served

EVERY_TURN = True  # What one kind of database does, the other must be seen to do.

OLD = "Old-1"


# A database as an older version left it ------------------------------------------------------------

OLDER = [
    pytest.param("0.1", marks=pytest.mark.proof),
    pytest.param("0.2", marks=pytest.mark.proof),
    "0.3",
]
LAST_STEP = {"0.1": "0001", "0.2": "0002", "0.3": "0002"}
FORMATS = {"0.2": 2, "0.3": 3}
HOUSE_ID = "5" * 32


def _steps_of(connection: Connection, version: str) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, LAST_STEP[version])


async def _write_old(address: str, statuses: dict[str, str], version: str) -> None:
    """Make a database of an older version: tables of a status each, one of which has been played."""
    engine = _engine(parsed(address))
    writing = engine.execution_options(is_writing=True)
    async with writing.begin() as connection:
        await connection.run_sync(_steps_of, version)
        if version != "0.1":
            said = {"format": str(FORMATS[version]), "version": f"{version}.0", "house": HOUSE_ID}
            for key, value in said.items():
                await connection.exec_driver_sql(
                    f"INSERT INTO settings (key, value) VALUES ('{key}', '{value}')"
                )
        at = as_text(recorded.NOW)
        for number, (id, status) in enumerate(statuses.items(), start=1):
            closed = f"'{at}'" if status == "closed" else "NULL"
            await connection.exec_driver_sql(
                "INSERT INTO tables (id, number, table_name, game, is_practice, options, status,"
                f" created, closed) VALUES ('{id}', {number}, '{id}', 'king-high', true, '{{}}',"
                f" '{status}', '{at}', {closed})"
            )
        rows = rows_of(_entries_of(version), {}, UNSEALED)
        for name in ("journal", "transfers"):
            statement = STATEMENTS[name]
            is_sqlite = engine.dialect.name == "sqlite"
            marks = ("?" if is_sqlite else f"${each + 1}" for each in range(len(statement.columns)))
            sql = f"{statement.change} VALUES ({', '.join(marks)})"
            for row in rows[name]:
                await connection.exec_driver_sql(sql, row)
    await engine.dispose()


def _entries_of(version: str) -> list[LedgerEntry]:
    """Lines as an older version wrote them, each linked to the last; 0.1 did not say its format."""
    says = b',"format":%d' % FORMATS[version] if version in FORMATS else b""
    last, found = FIRST, []
    for entry in recorded.entries(OLD):
        lines = []
        for line in entry.lines:
            body = line.line.rstrip(b"\n")[:-TAIL_BYTES].replace(b',"format":%d' % FORMAT, says)
            body = body.replace(body[-65:-1], last.encode())
            last = hashlib.sha256(body).hexdigest()
            whole = b'%b%b%b"}\n' % (body, HASH_AT, last.encode())
            lines.append(line._replace(line=whole))
        found.append(msgspec.structs.replace(entry, lines=lines))
    return found


def _write_ahead(address: str) -> None:
    """As an older house had it when it was killed: in part in the log."""
    path = Path(address.removeprefix("sqlite:///"))
    code = (
        "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        " db.execute('PRAGMA journal_mode = WAL');"
        " db.execute(\"INSERT INTO settings VALUES ('cookie-secret', 'x')\"); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True)
    assert Path(f"{path}-wal").stat().st_size


async def _content(address: str) -> Any:
    """All that a database holds: the bytes of a file and its log, or every row and table."""
    if address.startswith("sqlite"):
        path = Path(address.removeprefix("sqlite:///"))
        names = (path, Path(f"{path}-wal"))
        assert not path.with_name("house.db.house").exists()
        return {each.name: each.read_bytes() for each in names if each.exists()}
    connection = await asyncpg.connect(address)
    tables = await connection.fetch(
        "SELECT table_name, string_agg(column_name, ',') FROM information_schema.columns"
        " WHERE table_schema = 'public' GROUP BY table_name ORDER BY table_name"
    )
    rows = [await connection.fetch(f'SELECT *, xmin FROM "{name}"') for name, _ in tables]
    await connection.close()
    return tables, rows


async def _refusal(address: str, **more: Any) -> str:
    with pytest.raises(Refused) as refused:
        await House.open(address, **more)
    assert str(refused.value).isprintable()
    return str(refused.value)


@pytest.mark.parametrize("version", OLDER)
def test_an_older_database_with_open_tables_is_refused_and_not_touched(
    address: str, version: str
) -> None:
    """Whether its house was closed or, on SQLite, killed."""
    tables = {OLD: "open", "B-2": "closed", "C-3": "opening"}
    asyncio.run(_write_old(address, tables, version))

    async def run() -> None:
        before = await _content(address)
        for more in ({}, {"is_new": True}):
            said = await _refusal(address, **more)
            assert f"was written by Tablewright {version} and has 2 tables open" in said
            assert f"close them with version {version} first; nothing was changed" in said
        assert await _content(address) == before

    asyncio.run(run())
    if address.startswith("sqlite"):
        _write_ahead(address)
        asyncio.run(run())


def test_a_database_of_a_later_format_is_refused_and_not_touched(ready_address: str) -> None:
    async def run() -> None:
        await run_sql(
            ready_address,
            f"UPDATE settings SET value = '{DATABASE_FORMAT + 1}' WHERE key = 'format'",
            "UPDATE settings SET value = '7.5' WHERE key = 'version'",
        )
        before = await _content(ready_address)
        said = await _refusal(ready_address)
        assert "written by Tablewright 7.5" in said
        assert await _content(ready_address) == before

    asyncio.run(run())


@pytest.mark.parametrize("version", OLDER)
def test_closed_days_of_an_older_version_stay_in_the_pit(address: str, version: str) -> None:
    """Their journals are kept and exported; they are refused with the version that reads them."""
    asyncio.run(_write_old(address, {OLD: "closed"}, version))

    async def look(served_at: str) -> None:
        async with Visitor(served_at) as pit:
            await pit.sign_in("Pit")
            seen = await pit.ask("/pit")
            (kept,) = seen["closed"]
            assert (kept["id"], kept["result"], kept["rounds"]) == (OLD, None, None)
            assert seen["quarantined"] == []
            exported = await pit.get(f"/tables/{OLD}/journal.jsonl")
            assert exported.content == b"".join(recorded.lines(_entries_of(version)))
            for page in ("journal", "money", "standing"):
                answer = await pit.get(f"/tables/{OLD}/{page}")
                assert answer.status_code == 400
                said = f"was written by Tablewright {version}: read it with version {version}"
                assert said in why(answer)

    with served(address) as serving:
        asyncio.run(look(serving.address))

    async def again() -> None:
        database = await Database.open(address)
        found = await recorded.values(database, "SELECT value FROM settings WHERE key = 'format'")
        assert found == [(str(DATABASE_FORMAT),)]
        ((house,),) = await recorded.values(
            database, "SELECT value FROM settings WHERE key = 'house'"
        )
        assert (house == HOUSE_ID) == (version != "0.1")
        await database.close()

    asyncio.run(again())


LATER_ON_POSTGRES = [
    "DROP TRIGGER journal_delete ON journal",
    "DROP TRIGGER transfers_delete ON transfers",
    "DROP FUNCTION refuse_unarchived",
    "DROP FUNCTION refuse_other_archive",
    "DROP FUNCTION tell_servers CASCADE",
]
"""What later steps have added to tables of the first."""


@pytest.mark.parametrize("step", ["0003", "0004", "0005"])
def test_a_database_from_before_the_school_is_taken_over_with_its_open_tables(
    address: str, step: str
) -> None:
    """Nothing about journals has changed, so that its format is the same."""

    async def before() -> list[bytes]:
        async with opened(address) as house:
            live = await open_table(house, "duki4", table="A")
            tab = Tab(live, guest(1))
            await tab.sit_down(1)
            await tab.do("bets", place=1, stakes=STAKES["duki4"])
            tab.drop()
            lines = await house.ledger.lines(live.id)
        is_sqlite = address.startswith("sqlite")
        await run_sql(
            address,
            *(f"DROP TABLE {table}" for table in reversed(ADDED) if ADDED[table] > step),
            "DROP INDEX ix_journal_rare",
            *([] if is_sqlite else LATER_ON_POSTGRES),
            f"UPDATE alembic_version SET version_num = '{step}'",
        )
        return lines

    async def taken_over() -> list[bytes]:
        async with opened(address) as house:
            (live,) = house.floor.tables.values()
            assert live.table.state.status == "open"
            assert (await house.school.home(guest(1))).games
            return await house.ledger.lines(live.id)

    with sums_are_taught():
        lines = asyncio.run(before())
        assert len(lines) > 5
        assert asyncio.run(taken_over()) == lines


def test_an_older_database_of_another_house_is_refused(tmp_path: Path) -> None:
    """Since 0.2 a database says whose it is, and that is looked at before it is migrated."""
    address, marker = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "house.db.house"
    asyncio.run(_write_old(address, {OLD: "closed"}, "0.2"))
    marker.write_text(f'{{"house":"{"6" * 32}"}}')
    assert "another house's" in asyncio.run(_refusal(address))


def test_a_table_whose_journal_is_older_is_shut_with_the_version_that_reads_it(
    ready_address: str,
) -> None:
    """However its rows came there: no line of it is half read, and every other table is open."""

    async def run() -> None:
        async with recorded.opened(ready_address) as ledger:
            id = await recorded.new_table(ledger)
            for entry in _entries_of("0.2"):
                await ledger.append(msgspec.structs.replace(entry, table=id, commands=[]))
        house = await House.open(ready_address)
        shut = house.floor.quarantined
        assert {each: shut[each].why for each in shut} == {
            id: f"the journal has format 2: expected {FORMAT}; Tablewright 0.2 reads it"
        }
        assert house.floor.tables
        await house.close()

    asyncio.run(run())


# Whose house it is ---------------------------------------------------------------------------------


async def _open_and_close(address: str, **more: Any) -> str:
    """Open a house with a person in it; which house it is."""
    house = await House.open(address, keeps_standing=False, **more)
    if await house.accounts.by_name("Ada") is None:
        await employ(house, {"Ada": ["administrator"]})
    ((id,),) = await recorded.values(
        house.database, "SELECT value FROM settings WHERE key = 'house'"
    )
    await house.close()
    return str(id)


def _remove(path: Path) -> None:
    path.unlink()


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _replace(path: Path) -> None:
    other = path.parent / "elsewhere" / "house.db"
    other.parent.mkdir()
    asyncio.run(_open_and_close(f"sqlite:///{other}"))
    shutil.copy(other, path)


@pytest.mark.parametrize("lose", [_remove, _empty, _replace])
def test_a_database_that_was_lost_is_not_taken_for_a_new_house(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    path = tmp_path / "house.db"
    address = f"sqlite:///{path}"
    first = asyncio.run(_open_and_close(address))
    backup = path.read_bytes()
    lose(path)
    files = sorted(os.listdir(tmp_path))

    async def run() -> None:
        said = await _refusal(address)
        assert "restore the file" in said
        assert "start with --new" in said
        assert sorted(os.listdir(tmp_path)) == files, "nothing was made"

    asyncio.run(run())
    second = asyncio.run(_open_and_close(address, is_new=True))
    assert second != first
    assert asyncio.run(_open_and_close(address)) == second
    path.write_bytes(backup)
    assert asyncio.run(_open_and_close(address, is_new=True)) == first


def test_a_file_that_lost_all_but_its_log_is_left_to_be_mended(tmp_path: Path) -> None:
    path, log = tmp_path / "house.db", tmp_path / "house.db-wal"
    asyncio.run(_open_and_close(f"sqlite:///{path}"))
    (tmp_path / "house.db.house").unlink()
    path.write_bytes(b"")
    log.write_bytes(b"what was acknowledged last")
    for more in ({}, {"is_new": True}):
        assert "move house.db-wal away" in asyncio.run(_refusal(f"sqlite:///{path}", **more))
    assert log.read_bytes() == b"what was acknowledged last"


def test_a_house_that_was_moved_with_or_without_its_marker_is_the_same(tmp_path: Path) -> None:
    path, moved = tmp_path / "house.db", tmp_path / "moved.db"
    first = asyncio.run(_open_and_close(f"sqlite:///{path}"))
    path.rename(moved)
    assert asyncio.run(_open_and_close(f"sqlite:///{moved}")) == first
    assert (tmp_path / "moved.db.house").exists()
    (tmp_path / "moved.db.house").write_bytes(b"garbage")
    assert asyncio.run(_open_and_close(f"sqlite:///{moved}")) == first


@ON_POSTGRES
@pytest.mark.parametrize("lost", ["settings", "tables", "alembic_version"])
def test_a_server_s_database_that_lost_a_table_is_no_new_house(
    ready_address: str, lost: str
) -> None:
    async def run() -> None:
        await run_sql(ready_address, f"DROP TABLE {lost} CASCADE")
        before = await _content(ready_address)
        for more in ({}, {"is_new": True}):
            said = await _refusal(ready_address, **more)
            assert "cannot be opened" in said
            assert f"none {lost!r}" in said
        assert await _content(ready_address) == before

    asyncio.run(run())


def _triggers(address: str) -> list[str]:
    kind = "sqlite" if address.startswith("sqlite") else "postgresql"
    on = "" if kind == "sqlite" else " ON {}"
    return [f"{name}{on.format(table)}" for table, name in sorted(TRIGGERS[kind])]


@asynccontextmanager
async def _without(address: str, table: str) -> AsyncIterator[None]:
    """A database that lacks a table for a while."""
    if address.startswith("sqlite"):
        path = Path(address.removeprefix("sqlite:///"))
        whole = path.read_bytes()
        await run_sql(address, f"DROP TABLE {table}")
        yield
        path.write_bytes(whole)
    else:
        away = (
            f"ALTER TABLE {table} SET SCHEMA away",
            f"ALTER TABLE away.{table} SET SCHEMA public",
        )
        await run_sql(address, "CREATE SCHEMA IF NOT EXISTS away", away[0])
        yield
        await run_sql(address, away[1])


def test_a_database_that_lost_any_table_is_refused_in_one_line(ready_address: str) -> None:
    async def run() -> None:
        for lost in sorted(metadata.tables):
            async with _without(ready_address, lost):
                before = await _content(ready_address)
                said = await _refusal(ready_address)
                assert repr(lost) in said
                assert "restore it from a backup (nothing was changed)" in said
                assert await _content(ready_address) == before
        await _open_and_close(ready_address)

    asyncio.run(run())


def test_a_database_that_lost_a_column_is_refused_in_one_line(ready_address: str) -> None:
    async def run() -> None:
        await run_sql(ready_address, "ALTER TABLE seats DROP COLUMN holder")
        assert "'seats' has lost the column 'holder'" in await _refusal(ready_address)

    asyncio.run(run())


def test_a_database_that_lost_any_trigger_is_refused_in_one_line(ready_address: str) -> None:
    async def run() -> None:
        triggers = _triggers(ready_address)
        assert len(triggers) >= 3
        for dropped in reversed(triggers):  # The first that is missing is named.
            await run_sql(ready_address, f"DROP TRIGGER {dropped}")
            said = await _refusal(ready_address)
            assert f"the trigger {dropped.split()[0]!r}" in said
            assert "restore it from a backup (nothing was changed)" in said

    asyncio.run(run())


@ON_POSTGRES
@pytest.mark.parametrize("off", ["DISABLE TRIGGER journal_grows", "DISABLE TRIGGER USER"])
def test_a_trigger_that_is_switched_off_counts_as_lost(ready_address: str, off: str) -> None:
    async def run() -> None:
        await run_sql(ready_address, f"ALTER TABLE journal {off}")
        assert "the trigger 'journal_" in await _refusal(ready_address)

    asyncio.run(run())


def test_a_trigger_that_is_another_s_is_refused_in_one_line(ready_address: str) -> None:
    async def run() -> None:
        async with nothing_is_written(ready_address):
            said = await _refusal(ready_address)
            assert "the trigger 'full_disk' of its table 'journal' is not Tablewright's" in said
        if not ready_address.startswith("sqlite"):
            await run_sql(
                ready_address, "CREATE RULE thief AS ON INSERT TO seats DO INSTEAD NOTHING"
            )
            assert "'thief'" in await _refusal(ready_address)
            await run_sql(ready_address, "DROP RULE thief ON seats")
        await _open_and_close(ready_address)

    asyncio.run(run())


def test_a_database_that_does_not_say_whose_it_is_is_refused(ready_address: str) -> None:
    async def run() -> None:
        await run_sql(ready_address, "DELETE FROM settings WHERE key = 'house'")
        assert "restore it from a backup" in await _refusal(ready_address)
        assert len(await _open_and_close(ready_address, is_new=True)) == 32
        await _open_and_close(ready_address)

    asyncio.run(run())


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    asyncio.run(_open_and_close(f"sqlite:///{path}"))
    path.unlink()
    ran = subprocess.run(
        [sys.executable, "-m", "tablewright", "serve", "--port", "0", "--data", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert "start with --new" in ran.stderr
    assert not path.exists()


@ON_SQLITE
def test_a_secret_that_is_no_text_is_made_anew(ready_address: str) -> None:
    path = Path(ready_address.removeprefix("sqlite:///"))

    async def run() -> None:
        for broken in ("''", "x'ff'", "CAST(x'c328' AS TEXT)"):
            with closing(sqlite3.connect(path)) as db, db:
                db.execute(f"INSERT OR REPLACE INTO settings VALUES ('secret', {broken})")
            database = await Database.open(ready_address)
            assert await database.setting("secret", lambda: "a new one") == "a new one"
            assert await database.setting("secret", lambda: "another") == "a new one"
            assert await Accounts(database).all() == []
            await database.close()

    asyncio.run(run())
