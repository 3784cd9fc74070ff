"""A house that has grown old: what a start, a command and a page of history cost, and a round on disk.

BENCH_LINES is how many journal lines its database has (100,000; the full measurement has 10,000,000),
all of them at tables that are open. A table of each game is played by the project's own rehearsal, with
seven patrons and irregularities; the others are the same journals under other ids. They are written
past the house, as it would take hours, with the rows that it writes: lines, transfers, vault, seats and
the snapshot, which stands some hundred lines before the end. Every start is one of a fresh process on a
database that nobody closed. The last columns set a house beside it whose tables are young.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psutil

from tablewright.house.books.database import Database
from tablewright.house.books.entries import STATEMENTS, KeptSnapshot, LedgerEntry, rows_of
from tablewright.house.books.options import Options
from tablewright.house.books.writers import insert_of
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.screens.orders import decode
from tablewright.house.screens.sums import Sums
from tablewright.house.tables.archiving import Archiving
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.own_rounds import history_of, own_rounds
from tablewright.house.tables.pending import Pages
from tablewright.house.tables.snapshots import taken
from tablewright.signing.sealing import UNSEALED
from tablewright.table.actors import actor
from tablewright.table.machine import Table
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron
from tablewright.table.randomness import seeded
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup, start_of
from tablewright.table.session import SeededClock, Session

LINES = int(os.environ.get("BENCH_LINES", "100000"))
TABLE_LINES = min(LINES // 3, 100_000)
"""How many lines an old table has."""
YOUNG_LINES = 2_000
TAIL = 500
"""How many lines were added since the snapshot: half of what there may be."""
COMMANDS = 200
GAMES = ("duki4", "king-high", "pick2")


class Played(NamedTuple):
    """A table that was played until it had so many lines, and all that is written of it."""

    entry: LedgerEntry
    game: str
    rounds: int
    last: datetime


class _Keeper(Pages):
    """Keeps what is written of a table, and adds it up as a live one does."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.table: Table | None = None
        self.sums: Sums | None = None
        self.snapshot: KeptSnapshot | None = None
        self._behind = lines - TAIL

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        super().add(event, rule, by, round, at)
        table, sums, count = self.table, self.sums, self.journal.count
        assert table is not None
        assert sums is not None
        sums.hear([event], at)
        sums.decisions.hear([event], actor(by), table.state)
        if self.snapshot is None and count == table.lines and count >= self._behind:
            self.snapshot = taken(table, sums, self.journal.last)


def played(game: str, lines: int, *, is_closed: bool = False) -> Played:
    """A table of a game with about so many lines, in the middle of its evening or closed."""
    keeper, setup, source = _Keeper(lines), rehearsal_setup(game), seeded(7)
    session = Session(setup, source, SeededClock(seeded("clock"), start_of(setup)), keeper)
    keeper.table, keeper.sums = session.table, Sums(session.table.book)
    session.irregularities = 0.05
    session.open()
    for place, name in enumerate(source.sample(NAMES, 7), start=1):
        session.seat(place, Patron(name, source.choice(EVERY_HABIT)))
    while keeper.journal.count < lines:
        session.play_round()
    if is_closed:
        session.close()
    table = session.table
    entry = LedgerEntry(
        "",
        keeper.lines,
        keeper.transfers,
        dict(table.vault),
        seats={place: f"g:{place}" for place in table.state.seats},
        status=table.state.status,
        snapshot=keeper.snapshot,
    )
    at = table.state.at
    assert at is not None
    return Played(entry, game, table.state.round - 1, at)


# The database --------------------------------------------------------------------------------------


def built(path: Path, every: list[tuple[str, Played]]) -> int:
    """A database with these tables, each under its id; how many lines it has."""
    asyncio.run(_shaped(path))
    lines = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        first: dict[tuple[str, str], str] = {}
        for number, (id, of) in enumerate(every, start=1):
            db.execute("BEGIN")
            _write_table(db, number, id, of)
            like = (of.game, of.entry.status)
            if like in first:
                _copy(db, first[like], id)
            else:
                first[like] = id
                _write_rows(db, msgspec.structs.replace(of.entry, table=id))
            db.execute("COMMIT")
            lines += len(of.entry.lines)
        for _, sql in guards:
            db.execute(sql)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return lines


async def _shaped(path: Path) -> None:
    await (await Database.open(f"sqlite:///{path}", is_new=True)).close()


def _write_table(db: sqlite3.Connection, number: int, id: str, of: Played) -> None:
    options, at = msgspec.json.encode(Options(pace=0)).decode(), of.last.isoformat()
    closed = at if of.entry.status == "closed" else None
    db.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)",
        (id, number, "R1", of.game, options, of.entry.status, at, closed),
    )


def _write_rows(db: sqlite3.Connection, entry: LedgerEntry) -> None:
    for name, rows in rows_of([entry], {entry.table: entry.status}, UNSEALED).items():
        statement = STATEMENTS[name]
        if rows and not statement.where:
            db.executemany(insert_of(statement, 1), rows)


COPIED = {
    "journal": 'n, round, at, "by", event, line',
    "transfers": "n, number, source, target, cash, cents, chips",
    "vault": "pack, cards_order, salt",
    "seats": "place, holder",
    "snapshots": "n, hash, seal, code, kept",
}


def _copy(db: sqlite3.Connection, id: str, new: str) -> None:
    for table, columns in COPIED.items():
        db.execute(
            f"INSERT INTO {table} (table_id, {columns}) SELECT ?, {columns} FROM {table}"
            " WHERE table_id = ?",
            (new, id),
        )


# A house on it, in a process of its own ------------------------------------------------------------


class Measured(msgspec.Struct):
    """What a fresh process measured."""

    seconds: float
    cpu: float
    """Of the start, in seconds."""
    memory: int
    """What the start added, in bytes."""
    command_ms: float = 0.0
    page_ms: float = 0.0
    early_page_ms: float = 0.0
    journal_ms: float = 0.0


async def _measure(path: Path, *, is_start_only: bool) -> Measured:
    process = psutil.Process()
    await _warmed()
    before, start, cpu = process.memory_info().rss, time.perf_counter(), time.process_time()
    house = await House.open(f"sqlite:///{path}", keeps_standing=False, pace=0)
    found = Measured(
        time.perf_counter() - start,
        time.process_time() - cpu,
        process.memory_info().rss - before,
    )
    assert house.floor.tables
    assert not house.floor.quarantined
    if not is_start_only:
        live = next(iter(house.floor.tables.values()))
        found.command_ms = await _commands(live)
        found.page_ms = await _timed(
            lambda: history_of(house.ledger, own_rounds(live.room, 1, None))
        )
        rounds = max(3, live.table.state.round // 2)
        found.early_page_ms = await _timed(
            lambda: history_of(house.ledger, own_rounds(live.room, 1, rounds))
        )
        found.journal_ms = await _timed(lambda: house.ledger.search(live.id, "", None, 100))
    print(msgspec.json.encode(found).decode(), flush=True)
    os._exit(0)  # As a crash would: nothing is closed.


async def _warmed() -> None:
    """What is loaded and worked out once is not part of a start."""
    with tempfile.TemporaryDirectory() as folder:
        house = await House.open(f"sqlite:///{folder}/house.db", pace=0)
        await house.close()


async def _commands(live: LiveTable) -> float:
    """The processor time of a command, in milliseconds."""
    person, spent = Person("g:1", "Guest 1"), 0.0
    for number in range(COMMANDS):
        message = {
            "id": f"c{number}",
            "seq": live.seq,
            "as": "player",
            "do": {"event": "buy-in", "place": 1, "cash": 500},
        }
        sent = decode(json.dumps(message).encode())
        before = time.process_time()
        await live.ask(person, sent)
        spent += time.process_time() - before
    return 1000 * spent / COMMANDS


async def _timed(ask: Any) -> float:
    """The processor time of a question, in milliseconds: the least of ten."""
    found = []
    for _ in range(10):
        before = time.process_time()
        await ask()
        found.append(time.process_time() - before)
    return 1000 * min(found)


def started(path: Path, *, is_start_only: bool = False) -> Measured:
    """What a fresh process measures on a database."""
    command = [sys.executable, "-m", "benchmarks.growth", str(path)]
    if is_start_only:
        command.append("start")
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return msgspec.json.decode(said.splitlines()[-1], type=Measured)


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as name:
        folder = Path(name)
        yield from _measured(folder)


def _measured(folder: Path) -> Iterator[tuple[str, str, str]]:
    old = [played(game, TABLE_LINES) for game in GAMES]
    young = [played(game, YOUNG_LINES) for game in GAMES]
    count = max(3, round(LINES / TABLE_LINES))
    aged, fresh = folder / "old" / "house.db", folder / "young" / "house.db"
    for each in (aged, fresh):
        each.parent.mkdir()
    lines = built(aged, [(f"R1-{n}", old[n % 3]) for n in range(count)])
    built(fresh, [(f"R1-{n}", young[n % 3]) for n in range(count)])
    rounds = sum(old[n % 3].rounds for n in range(count))
    what = f"growth, {lines:,} lines at {count} tables"
    yield f"{what}: disk, bytes a line, a round", _per(aged, lines, rounds), ""
    one, other = started(aged), started(fresh)
    yield f"{what}: start after a crash, seconds, of processor", _pair(one.seconds, one.cpu), ""
    yield "the same of as many young tables", _pair(other.seconds, other.cpu), ""
    yield f"{what}: memory that a start adds, MB", f"{one.memory / 1e6:.0f}", ""
    yield "the same of as many young tables", f"{other.memory / 1e6:.0f}", ""
    for name, unit in (
        ("command_ms", "a command at one of them"),
        ("page_ms", "the newest page of a player's history"),
        ("early_page_ms", "a page from the middle of their rounds"),
        ("journal_ms", "a page of the journal"),
    ):
        first, second = getattr(one, name), getattr(other, name)
        yield f"{what}: {unit}, ms of processor; young", f"{first:.2f} {second:.2f}", ""
    yield from _without(folder, old)
    yield from _archived(folder)


def _without(folder: Path, old: list[Played]) -> Iterator[tuple[str, str, str]]:
    """The start of three tables of which nothing but their lines is kept, as it was before."""
    path = folder / "whole" / "house.db"
    path.parent.mkdir()
    bare = [each._replace(entry=msgspec.structs.replace(each.entry, snapshot=None)) for each in old]
    lines = built(path, [(f"R1-{n}", each) for n, each in enumerate(bare)])
    whole = started(path, is_start_only=True)
    what = f"growth, start of 3 tables without snapshots, {lines:,} lines"
    yield what, _pair(whole.seconds, whole.cpu), ""


def _per(path: Path, lines: int, rounds: int) -> str:
    size = path.stat().st_size
    return f"{size / lines:.0f} B {size / rounds:,.0f} B"


def _pair(seconds: float, cpu: float) -> str:
    return f"{seconds:.2f} s {cpu:.2f} s"


def _archived(folder: Path) -> Iterator[tuple[str, str, str]]:
    """What an archive takes."""
    path = folder / "closed" / "house.db"
    path.parent.mkdir()
    of = [played(game, min(TABLE_LINES, 20_000), is_closed=True) for game in GAMES]
    lines = built(path, [(f"R1-{n}", each) for n, each in enumerate(of)])
    rounds = sum(each.rounds for each in of)

    async def run() -> tuple[int, int, float]:
        house = await House.open(
            f"sqlite:///{path}", keeps_standing=False, pace=0, keys=folder / "keys"
        )
        archiving = Archiving(
            house.ledger,
            house.signing,
            house.gaming_days,
            folder / "archive",
            lambda: datetime.now(UTC) + timedelta(days=1),
        )
        start = time.perf_counter()
        done = await archiving.archive(await archiving.today(), "benchmark")
        taken_s = time.perf_counter() - start
        assert done.done == len(of), done.left
        await house.close()
        return done.lines, done.bytes, taken_s

    dropped, size, seconds = asyncio.run(run())
    assert dropped == lines
    yield (
        f"growth, {lines:,} lines archived: bytes a line, a round",
        f"{size / lines:.0f} B {size / rounds:,.0f} B",
        "",
    )
    yield "growth, lines archived a second, verified and dropped", f"{dropped / seconds:,.0f}", ""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(_measure(Path(sys.argv[1]), is_start_only="start" in sys.argv[2:]))
    else:
        for what, measured, _ in measure():
            print(f"{what:<90}{measured:>22}", flush=True)
