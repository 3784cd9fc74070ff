"""A full house: a hundred tables, seven patrons on sockets at each, server and crowd on one machine.

The server is the real one, with its embedded database and full sync; the crowd is a process of its own.
Afterwards every acknowledged command must be in the ledger once, and every journal must verify. The
peer is what a server would do without group commit: one transaction for each command.
"""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import httpx
import psutil

from benchmarks.crowd import Seen, heard
from tablewright.house.books.database import Database
from tablewright.house.books.entries import Done, LedgerEntry
from tablewright.house.books.ledger import Ledger
from tablewright.table.verify import verify

TABLES = int(os.environ.get("BENCH_TABLES", "100"))
SECONDS = int(os.environ.get("BENCH_SECONDS", "60"))
GAMES = ("duki4", "king-high", "pick2")


class Serving(NamedTuple):
    """A server that is running."""

    address: str
    password: str
    process: psutil.Process


@contextmanager
def served(folder: Path) -> Iterator[Serving]:
    """The real server, as anybody starts it."""
    command = [sys.executable, "-m", "tablewright", "serve", "--port", "0", "--data", str(folder)]
    command += ["--guests", "2000"]  # The crowd comes from one address.
    command += ["--keys", str(folder / "keys")]  # It signs meanwhile, as every house does.
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True) as started,
    ):
        try:
            said = ""
            assert started.stdout is not None
            while "Ctrl-C" not in said:
                line = started.stdout.readline()
                if not line:
                    complaints.seek(0)
                    why = complaints.read().decode(errors="replace").strip()
                    raise SystemExit(f"the server did not start: {why}")
                said += line
            address = re.search(r"open at (\S+)/\n", said)
            password = re.search(r"password (\S+)", said)
            assert address
            assert password
            yield Serving(address[1], password[1], psutil.Process(started.pid))
        finally:
            started.terminate()


def opened(serving: Serving, count: int) -> list[str]:
    """So many practice tables that deal without a pause."""
    with httpx.Client(base_url=serving.address, timeout=60) as http:
        new = "a longer password"
        old = serving.password
        http.post(
            "/api/sign-in", json={"name": "Administrator", "password": old}
        ).raise_for_status()
        http.post("/api/password", json={"old": old, "new": new}).raise_for_status()
        made = []
        for number in range(count):
            asked = {"table": f"L{number}", "game": GAMES[number % 3], "pace": 0.0}
            answer = http.post("/api/tables", json=asked)
            answer.raise_for_status()
            made.append(answer.json()["id"])
        return made


def crowded(serving: Serving, tables: list[str], seconds: float) -> tuple[Seen, float]:
    """What the crowd measured, and the most memory that the server used, in bytes."""
    most = 0.0

    def look() -> None:
        nonlocal most
        most = max(most, serving.process.memory_info().rss)

    with tempfile.TemporaryDirectory() as name:
        written = Path(name) / "seen.json"
        given = [str(written), serving.address, str(seconds), *tables]
        seen = heard([sys.executable, "-m", "benchmarks.crowd", *given], written, look)
    return seen, most


def kept_once(database: Path, ids: list[str]) -> tuple[int, int]:
    """How many acknowledged commands are not in the ledger, and how many are there twice."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT id FROM commands")
        kept = [id.rsplit(":", 1)[-1] for (id,) in rows]
    return len(set(ids) - set(kept)), len(kept) - len(set(kept))


def verified(database: Path) -> int:
    """How many journals verify; the first that does not ends the benchmark."""
    with sqlite3.connect(database) as connection:
        tables = [id for (id,) in connection.execute("SELECT id FROM tables")]
        for table in tables:
            asked = "SELECT line FROM journal WHERE table_id = ? ORDER BY n"
            lines = [line.encode() for (line,) in connection.execute(asked, (table,))]
            verify(lambda lines=lines: lines)  # type: ignore[misc]
    return len(tables)


# One transaction for each command ------------------------------------------------------------------


def singly(folder: Path, count: int) -> float:
    """The seconds that so many commands take, each committed by itself."""
    with sqlite3.connect(folder / "peer.db", isolation_level=None) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE commands (id TEXT PRIMARY KEY, seq INTEGER)")
        before = time.perf_counter()
        for number in range(count):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO commands VALUES (?, ?)", (str(number), number))
            connection.execute("COMMIT")
        return time.perf_counter() - before


async def together(folder: Path, count: int) -> float:
    """The seconds that the ledger takes for as many, from a hundred tables at once."""
    database = await Database.open(f"sqlite:///{folder}/ledger.db")
    ledger = Ledger(database)
    await ledger.start()
    at = datetime.now(UTC)
    tables = [
        await ledger.create_table("L", "duki4", is_practice=True, options="{}", at=at)
        for _ in range(100)
    ]

    async def one(table: str, share: int) -> None:
        for number in range(share):
            await ledger.append(
                LedgerEntry(table, commands=[Done(str(number), "player 1", number, at)])
            )

    before = time.perf_counter()
    await asyncio.gather(*(one(table.id, count // len(tables)) for table in tables))
    taken = time.perf_counter() - before
    await ledger.stop()
    await database.close()
    return taken


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ratio = singly(folder, 2_000) / asyncio.run(together(folder, 2_000))
        yield "house, commands written together, in times of one by one", f"{ratio:.1f} x", ""
        with served(folder) as serving:
            tables = opened(serving, TABLES)
            seen, memory = crowded(serving, tables, SECONDS)
            cpu = sum(serving.process.cpu_times()[:2])
        lost, doubled = kept_once(folder / "house.db", seen.ids)
        what = f"house, {TABLES} tables x 7 on sockets"
        speed = seen.commands / seen.seconds
        yield f"{what}, acknowledged commands a second", f"{speed:,.0f}", "1,000"
        yield (
            f"{what}, of those written to a journal",
            f"{len(seen.ids) / seen.seconds:,.0f}",
            "",
        )
        yield f"{what}, median until the answer", f"{seen.median_ms:.0f} ms", ""
        yield f"{what}, 99th percentile", f"{seen.p99_ms:.0f} ms", "100 ms"
        yield f"{what}, memory of the server", f"{memory / 2**20:,.0f} MB", "1,024 MB"
        yield f"{what}, commands lost or doubled", f"{lost + doubled}", "0"
        yield (
            f"{what}, refused as stale or lost connections",
            f"{seen.stale + len(seen.refused) + seen.lost_connections}",
            "",
        )
        yield f"{what}, processor time a command", f"{1000 * cpu / seen.commands:.2f} ms", ""
        yield f"{what}, journals that verify", f"{verified(folder / 'house.db')}", f"{TABLES + 3}"
