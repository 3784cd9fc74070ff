"""A bad row shuts one table: the house opens, and every other table is as it was."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tablewright.house.house import House
from tablewright.house.server.serving import _welcome
from tablewright.house.tables.live import LiveTable
from tablewright.rules.errors import Refused
from tests.house.clients import Visitor, why
from tests.house.company import (
    ON_SQLITE,
    STAKES,
    Tab,
    employee,
    guest,
    nothing_is_written,
    open_table,
    opened,
    run_sql,
    unguarded,
)
from tests.house.serving import employ, served

BAD, GOOD = "A", "B"
WHOLE_HOUSE = {("settings", "format"), ("settings", "house"), ("alembic_version", "0")}
"""Rows that say which database this is: without them the house is refused, in one line."""


class Fault(NamedTuple):
    """One row of the database, and what becomes of it."""

    table: str
    row: str
    sql: str
    column: str = ""
    """Which one is broken; none if the row is gone."""


async def _play(live: LiveTable, place: int, person: int) -> None:
    tab = Tab(live, guest(person))
    await tab.sit_down(place)
    await tab.play_on(STAKES[live.table.book.game.id])
    tab.drop()


@pytest.fixture(scope="module")
def played(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two tables in play, one that is closed, people, tokens and a stranger's row."""
    path = tmp_path_factory.mktemp("played") / "house.db"
    shutil.copy(sqlite_template, path)

    async def run() -> None:
        async with opened(f"sqlite:///{path}") as house:
            await employ(house)
            account = await house.accounts.by_name("Dan")
            assert account
            await house.tokens.create(account.id, account.epoch, "a program")
            over = await open_table(house, "duki4", table="C")
            await over.close_when_clear()
            bad = await open_table(house, "duki4", table=BAD)
            good = await open_table(house, "pick2", table=GOOD)
            await _play(bad, 1, 1)
            await _play(good, 2, 2)
            waiting = Tab(bad, guest(1))
            await waiting.do("bets", place=1, stakes=STAKES["duki4"])
            eve = Tab(bad, employee(1, "Eve", "surveillance"), "surveillance")
            await eve.do("call", says="Look at place 2.")
            await house.alerts.look()

    asyncio.run(run())
    return path


def _faults(path: Path) -> Iterator[Fault]:
    """For each column that has rows, one of them broken in several ways.

    What the school keeps is broken in test_school_rows.py.
    """
    with closing(sqlite3.connect(path)) as db:
        names = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith("sqlite_")
        ]
        for name in names:
            info = db.execute(f"PRAGMA table_info({name})").fetchall()
            columns = [column[1] for column in info]
            for row, where in _rows(db, name, columns):
                yield Fault(name, row, f"DELETE FROM {name} WHERE {where}")
                for _, column, kind, not_null, _, _ in info:
                    for value in _values(kind, is_null=not not_null):
                        sql = f'UPDATE {name} SET "{column}" = {value} WHERE {where}'
                        yield Fault(name, row, sql, column)


def _one_for_each_column(faults: Iterable[Fault]) -> list[Fault]:
    """Of the faults of each column one, of another kind each time; the proof tries them all."""
    ways: dict[tuple[str, str, str], list[Fault]] = {}
    for fault in faults:
        row = fault.row if fault.table == "settings" else "first or last"
        ways.setdefault((fault.table, row, fault.column), []).append(fault)
    return [each[number % len(each)] for number, each in enumerate(ways.values())]


def _fewer_of_people(faults: list[Fault]) -> list[Fault]:
    """One in three of those that have nothing to do with a table: these shut none."""
    away = [each for each in faults if each.table in ("accounts", "tokens", "audit")]
    return [each for each in faults if each not in away or away.index(each) % 3 == 0]


def _rows(db: sqlite3.Connection, name: str, columns: list[str]) -> list[tuple[str, str]]:
    """The rows that are broken, as they are called and found."""
    bad = f"(SELECT id FROM tables WHERE table_name = '{BAD}')"
    if name == "settings":
        return [(key, f"key = '{key}'") for (key,) in db.execute("SELECT key FROM settings")]
    if name == "tables":
        return [("bad", f"table_name = '{BAD}'")]
    if name == "audit":  # The last entry, which the next one is chained to.
        return [("last", "n = (SELECT max(n) FROM audit)")]
    if "table_id" not in columns:
        row = db.execute(f"SELECT min(rowid) FROM {name}").fetchone()[0]
        return [] if row is None else [("0", f"rowid = {row}")]
    n = {
        "journal": "n",
        "transfers": "n",
        "commands": "seq",
        "vault": "pack",
        "seats": "place",
        "conduct": "table_id",
        "snapshots": "n",
        "tails": "n",
        "archives": "lines",
        "alerts": "id",
    }[name]
    return [
        (
            which,
            f"table_id = {bad} AND {n} = (SELECT {which}({n}) FROM {name} WHERE table_id = {bad})",
        )
        for which in (("min", "max") if name in ("journal", "transfers") else ("min",))
    ]


def _values(kind: str, *, is_null: bool) -> Iterator[str]:
    yield from ("''", "x'ff00fe'", "CAST(x'c3280a' AS TEXT)")
    yield "-7" if kind in ("INTEGER", "BIGINT") else "'}garbage{'"
    if is_null:
        yield "NULL"


def test_whatever_row_is_broken_the_house_opens_with_every_other_table(
    played: Path, quick_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults = _fewer_of_people(_one_for_each_column(_faults(played)))
    outcomes = _opened_on(faults, played, quick_path, caplog)
    assert outcomes["shut"] > 20
    assert set(outcomes) == {"shut", "as it was", "refused"}


@pytest.mark.proof
def test_however_a_row_is_broken_the_house_opens_with_every_other_table(
    played: Path, quick_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults = list(_faults(played))
    assert len(faults) > 200
    outcomes = _opened_on(faults, played, quick_path, caplog)
    assert outcomes["shut"] > 80
    assert set(outcomes) == {"shut", "as it was", "refused"}


def _opened_on(
    faults: list[Fault], played: Path, quick_path: Path, caplog: pytest.LogCaptureFixture
) -> dict[str, int]:
    """How often the house opened in which way, on a database with each of the faults."""
    outcomes: dict[str, int] = {}
    for number, fault in enumerate(faults):
        path = quick_path / f"{number}.db"
        shutil.copy(played, path)
        with unguarded(path) as db:
            try:
                db.execute(fault.sql)
            except sqlite3.IntegrityError:
                continue  # The database itself does not let this happen.
        caplog.clear()
        outcome = asyncio.run(_open(path, fault, caplog))
        assert all(each.isprintable() for each in caplog.messages), caplog.messages
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        for each in quick_path.glob(f"{number}.db*"):
            each.unlink()
    return outcomes


async def _open(path: Path, fault: Fault, caplog: pytest.LogCaptureFixture) -> str:
    """How the house opens on a broken row; everything else must be as ever."""
    address, rows = f"sqlite:///{path}", _all_rows(path)
    try:
        house = await House.open(address, keeps_standing=False, pace=0)
    except Refused as refused:
        said = str(refused)
        house = None
    if house is None:
        assert (fault.table, fault.row) in WHOLE_HOUSE, (fault, said)
        assert said.isprintable()
        return "refused"
    try:
        tables = {live.table.book.setup.table: live for live in house.floor.rows()}
        assert GOOD in tables, fault
        await Tab(tables[GOOD], guest(3)).sit_down(3)
        shut = list(house.floor.quarantined.values())
        assert msgspec.json.encode(shut), "what the pit is told can be sent"
        if BAD in tables:
            assert not shut, fault
            await Tab(tables[BAD], guest(1)).do("buy-in", place=1, cash=10_000)
            return "as it was"
        assert len(shut) in (1, 2), (fault, shut)
        for each in shut:
            assert each.why, fault
            assert each.why.isprintable(), fault
            assert each.why in caplog.text
        assert _all_rows(path) == rows, fault
        return "shut"
    finally:
        await house.close()


def _all_rows(path: Path) -> dict[tuple[str, Any], int]:
    """Every row of the broken table, as it is."""
    found: dict[tuple[str, Any], int] = {}
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        for name in ("tables", "journal", "transfers", "vault", "seats", "commands"):
            for row in db.execute(f"SELECT * FROM {name}"):
                if bytes(row[0] if isinstance(row[0], bytes) else b"")[:2] == b"A-":
                    found[name, row] = 1
    return found


# What people see of it -----------------------------------------------------------------------------


async def _spoil(address: str, table: str) -> None:
    """Take the orders of a table's packs away, as a lost row of the vault would."""
    await run_sql(address, f"DELETE FROM vault WHERE table_id LIKE '{table}-%'")


def test_a_shut_table_is_named_in_the_pit_and_its_journal_can_be_had(ready_address: str) -> None:
    async def prepare() -> tuple[str, bytes]:
        async with opened(ready_address, keeps_standing=True) as house:
            live = await open_table(house, "duki4", table=BAD)
            await _play(live, 1, 1)
            lines = await house.ledger.lines(live.id)
        await _spoil(ready_address, BAD)
        await _spoil(ready_address, "D1")
        return live.id, b"".join(lines)

    bad, journal = asyncio.run(prepare())

    async def look(address: str) -> None:
        async with Visitor(address) as pit:
            await pit.sign_in("Pit")
            shut = {each["table"]: each for each in (await pit.ask("/pit"))["quarantined"]}
            assert set(shut) == {BAD, "D1"}
            assert shut[BAD]["id"] == bad
            assert "is missing" in shut[BAD]["why"]
            health = await pit.ask("/health")
            assert (health["status"], health["quarantined"]) == ("open", 2)
            # The house has set up another table for practice of the same name; other names are kept.
            lobby = [each["table"] for each in await pit.ask("/tables")]
            assert sorted(lobby) == ["D1", "K1", "P1"]
            new = {"table": BAD, "game": "pick2"}
            assert "is shut" in why(await pit.post("/tables", new))
            exported = await pit.get(f"/tables/{bad}/journal.jsonl")
            assert exported.content == journal
            assert (await pit.ask(f"/tables/{bad}/journal"))["total"] == journal.count(b"\n")
            assert "is missing" in why(await pit.get(f"/tables/{bad}/money"))
            sitting = {"event": "sit", "place": 2}
            assert (await pit.command(bad, sitting, seq=1)).status_code == 404

    with served(ready_address) as serving:
        asyncio.run(look(serving.address))
    said = "\n".join(serving.complaints.said)
    assert f"table {BAD} ({bad}) is shut: the order of pack" in said


def test_a_table_whose_rows_go_bad_is_shut_and_not_read_for_ever(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            bad = await open_table(house, "duki4", table=BAD)
            good = await open_table(house, "pick2", table=GOOD)
            ann = Tab(bad, guest(1))
            await ann.sit_down(1)
            await _spoil(ready_address, BAD)
            async with nothing_is_written(ready_address):
                with pytest.raises(Refused, match="This table is shut"):
                    await ann.do("buy-in", place=1, cash=10_000)
            code, said = await ann.ended()
            assert (code, "is shut" in said) == (4409, True)
            assert list(house.floor.tables) == [good.id]
            (shut,) = house.floor.quarantined.values()
            assert (shut.id, "is missing" in shut.why) == (bad.id, True)
            with pytest.raises(Refused):
                await ann.do("buy-in", place=1, cash=10_000)
            await _play(good, 1, 1)
        async with opened(ready_address) as house:
            assert list(house.floor.tables) == [good.id]
            assert list(house.floor.quarantined) == [bad.id]

    asyncio.run(run())


def test_a_table_whose_row_says_closed_in_mid_round_is_shut(ready_address: str) -> None:
    async def prepare() -> str:
        async with opened(ready_address, keeps_standing=True) as house:
            over = await open_table(house, "duki4", table="C")
            await over.close_when_clear()
            live = await open_table(house, "duki4", table=BAD)
            await _play(live, 1, 1)
            await Tab(live, guest(1)).do("bets", place=1, stakes=STAKES["duki4"])
        closed = "SET status = 'closed', closed = created WHERE table_name"
        await run_sql(
            ready_address,
            f"UPDATE tables {closed} IN ('{BAD}', 'D1')",
            # Of this one nothing was ever written: that is how such a table ends.
            "INSERT INTO tables SELECT 'E-9', 99, 'E', game, is_practice, options, status, created,"
            f" closed FROM tables WHERE id = '{live.id}'",
        )
        return live.id

    bad = asyncio.run(prepare())

    async def look(address: str) -> None:
        async with Visitor(address) as pit:
            await pit.sign_in("Pit")
            seen = await pit.ask("/pit")
            shut = {each["table"]: each["why"] for each in seen["quarantined"]}
            assert shut == dict.fromkeys((BAD, "D1"), "its row says closed, its journal does not")
            assert [each["table"] for each in seen["closed"]] == ["E", "C"]
            assert sorted(each["table"] for each in seen["tables"]) == ["D1", "K1", "P1"]
            assert (await pit.get(f"/tables/{bad}/journal.jsonl")).status_code == 200

    with served(ready_address) as serving:
        asyncio.run(look(serving.address))

    async def mended() -> None:
        await run_sql(
            ready_address,
            f"UPDATE tables SET status = 'open', closed = NULL WHERE id = '{bad}'",
        )
        async with opened(ready_address) as house:
            assert bad in house.floor.tables, "nothing that belongs to it was lost meanwhile"
            assert await house.ledger.commands(bad)

    asyncio.run(mended())


@ON_SQLITE
@pytest.mark.parametrize("table", ["journal", "seats", "commands", "transfers"])
def test_rows_that_are_gone_are_missed_when_a_table_is_taken_up_again(
    ready_address: str, table: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            with unguarded(Path(ready_address.removeprefix("sqlite:///"))) as db:
                db.execute(f"DELETE FROM {table}")
            async with nothing_is_written(ready_address):
                with pytest.raises(Refused):
                    await ann.do("buy-in", place=1, cash=10_000)
            assert bool(house.floor.quarantined) == (table != "commands")

    asyncio.run(run())


def test_who_starts_the_house_is_told_in_one_line(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await open_table(house, "king-high", table=BAD)
        await _spoil(ready_address, BAD)
        async with opened(ready_address) as house:
            said: list[str] = []
            await _welcome(house, "http://here/", said.append)
            (line,) = [each for each in said if "is shut" in each]
            assert f"Table {BAD}" in line

    asyncio.run(run())


@pytest.mark.parametrize(
    "change",
    ["roles = 'junk'", "roles = '[\"god\"]'", "folded = 'x'", "created = ''", "roles = '[]'"],
)
def test_a_bad_row_of_the_first_administrator_is_told_and_shuts_nothing(
    ready_address: str, change: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await _welcome(house, "http://here/", print)
        await run_sql(ready_address, f"UPDATE accounts SET {change} WHERE name = 'Administrator'")
        async with opened(ready_address) as house:
            said: list[str] = []
            await _welcome(house, "http://here/", said.append)
            (line,) = [each for each in said if "Administrator" in each]
            assert "Nobody can sign in as Administrator" in line
            assert "restore the database from a backup" in line
            assert any("is open at" in each for each in said)

    asyncio.run(run())


@ON_SQLITE
def test_whatever_an_account_s_row_holds_the_house_says_that_it_is_open(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = Path(ready_address.removeprefix("sqlite:///"))

    async def run() -> None:
        async with opened(ready_address) as house:
            await _welcome(house, "http://here/", print)
        whole = path.read_bytes()
        faults = [each for each in _faults(path) if each.table == "accounts"]
        for fault in _one_for_each_column(faults):
            with closing(sqlite3.connect(path)) as db, suppress(sqlite3.IntegrityError), db:
                db.execute(fault.sql)
            async with opened(ready_address) as house:
                said: list[str] = []
                await _welcome(house, "http://here/", said.append)
                assert any("is open at" in each for each in said), fault
                assert all(each.isprintable() for each in (*said, *caplog.messages)), fault
            path.write_bytes(whole)

    asyncio.run(run())
