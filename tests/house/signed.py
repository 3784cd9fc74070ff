"""Houses that sign, for the tests: their keys, tables with something in their journals, and forgers."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from tablewright.house.house import House
from tablewright.house.tables.live import LiveTable
from tablewright.table.journal import Journal, Line, read
from tests.house.company import STAKES, Tab, guest, open_table, run_sql
from tests.house.serving import quick_passwords


@asynccontextmanager
async def signing_house(address: str, keys: Path | None, **told: Any) -> AsyncIterator[House]:
    """A house whose doors are open, and which signs with the keys in a folder."""
    house = await House.open(address, keeps_standing=False, pace=0, keys=keys, **told)
    house.accounts.passwords = quick_passwords()
    try:
        yield house
    finally:
        await house.close()


async def played(house: House, name: str = "A") -> LiveTable:
    """A table at which a guest has sat down and bet."""
    live = await open_table(house, "duki4", table=name)
    await bet(live)
    return live


async def bet(live: LiveTable, place: int = 1) -> None:
    """A person sits down and bets: some lines are added."""
    tab = Tab(live, guest(place))
    await tab.sit_down(place)
    await tab.do("bets", place=place, stakes=STAKES["duki4"])
    tab.drop()


async def closed(house: House, name: str = "C") -> str:
    """The id of a table that was opened and closed again."""
    live = await open_table(house, "duki4", table=name)
    await live.close_when_clear()
    return live.id


def forged(lines: Sequence[bytes], first: int) -> list[bytes]:
    """A journal written anew from a line on, a second later, with hashes that all fit."""
    anew = Journal()
    for line in read(lines):
        assert isinstance(line, Line)
        at = line.at + timedelta(seconds=1 if line.n >= first else 0)
        anew.add(line.did, line.rule, line.by, line.round, at)
    return anew.lines


async def change(address: str, *statements: str) -> None:
    """Change rows that no house changes, past its triggers, which are put back."""
    if address.startswith("sqlite"):
        from tests.house.company import unguarded

        with unguarded(Path(address.removeprefix("sqlite:///"))) as db:
            for each in statements:
                db.execute(each)
        return
    tables = ("journal", "signatures", "transfers", "audit")
    await run_sql(
        address,
        *(f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in tables),
        *statements,
        *(f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in tables),
    )


async def forge(address: str, table: str, lines: Sequence[bytes], first: int) -> None:
    """Write the journal of a table anew in the database."""
    changes = []
    for number, line in enumerate(forged(lines, first), start=1):
        if number >= first:
            text = line.decode().replace("'", "''")
            changes.append(
                f"UPDATE journal SET line = '{text}' WHERE table_id = '{table}' AND n = {number}"
            )
    await change(address, *changes)


def copied(path: Path) -> bytes:
    """A file of SQLite as a backup takes it, with what is still in its log."""
    beside = path.with_name("copy.db")
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(beside)) as copy:
        db.backup(copy)
    content = beside.read_bytes()
    beside.unlink()
    return content


def put_back(path: Path, content: bytes) -> None:
    """A file of SQLite is restored from a copy."""
    for ending in ("-wal", "-shm"):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
    path.write_bytes(content)
