"""Real journals, cut into the entries that a live table would hand to the ledger."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.entries import Done, KeptLine, LedgerEntry, Transfer
from tablewright.house.books.ledger import Ledger
from tablewright.house.tables.pending import transfers_of
from tablewright.table.journal import Journal
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup, rehearse

NOW = datetime(2026, 1, 5, 18, tzinfo=UTC)


class _Recorder(Journal):
    """A journal that also remembers what its lines are about."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[LedgerEntry] = []

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        super().add(event, rule, by, round, at)
        if event.is_act:
            self.entries.append(
                LedgerEntry("", [], [], {}, [Done(f"c{self.count}", by, self.count, at)])
            )
        entry = self.entries[-1]
        entry.lines.append(KeptLine(self.count, at, round, by, event.name, self.lines[-1]))
        entry.transfers.extend(transfers_of(self.count, event))


@cache
def _recorded(game: str, rounds: int) -> tuple[LedgerEntry, ...]:
    recorder = _Recorder()
    rehearse(rehearsal_setup(game), rounds, seed=5, seats=4, irregularities=0.3, keeper=recorder)
    return tuple(recorder.entries)


def entries(table: str, game: str = "king-high", rounds: int = 4) -> list[LedgerEntry]:
    """Everything that happens at a table from its opening to its closing."""
    return [msgspec.structs.replace(each, table=table) for each in _recorded(game, rounds)]


def lines(kept: list[LedgerEntry]) -> list[bytes]:
    """The journal's lines in some entries."""
    return [line.line for entry in kept for line in entry.lines]


def transfers(kept: list[LedgerEntry]) -> Iterator[Transfer]:
    """The transfers in some entries."""
    for entry in kept:
        yield from entry.transfers


def linked(n: int, says: str, before: str = "0" * 64) -> KeptLine:
    """A line that is linked as lines are; its own hash is made up."""
    own = f"{n:064x}"
    said = msgspec.json.encode(says).decode()
    text = f'{{"n":{n},"did":{said},"prev":"{before}","hash":"{own}"}}\n'
    return KeptLine(n, NOW + timedelta(seconds=n), 1, "dealer", "said", text.encode())


async def new_table(ledger: Ledger, name: str = "R1") -> str:
    """A table to write to."""
    made = await ledger.create_table(name, "king-high", is_practice=True, options="{}", at=NOW)
    return made.id


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Ledger]:
    """A ledger that has been started."""
    database = await Database.open(address)
    try:
        ledger = Ledger(database)
        await ledger.start()
        try:
            yield ledger
        finally:
            await ledger.stop()
    finally:
        await database.close()


async def values(database: Database, sql: str) -> list[Any]:
    """What a query gives, past the house."""
    async with database.reading() as connection:
        return [tuple(row) for row in await connection.exec_driver_sql(sql)]
