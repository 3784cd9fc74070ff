"""A full house: a hundred tables, seven patrons on sockets at each, beside boardgame.io's server.

The server is the real one, with its embedded database and full sync; the crowd is a process of its own.
First nobody thinks before acting, at the peer's tables and then at ours; then both crowds think so long
that the peer has seven tenths of that to do. Afterwards every acknowledged command must be in the
ledger once, and every journal must verify. What people say who are ready writes nothing down, and is
counted apart. `--json` prints one object.
"""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import NamedTuple

import httpx
import psutil
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.crowd import AS_PEOPLE_DO, SEATS, Seen, heard
from benchmarks.peer import PeerSeen, install, peer_crowded, peer_served
from tablewright.house.books.database import Database
from tablewright.house.books.entries import Done, LedgerEntry
from tablewright.house.books.ledger import Ledger
from tablewright.table.verify import verify

TABLES = int(os.environ.get("BENCH_TABLES", "100"))
SECONDS = int(os.environ.get("BENCH_SECONDS", "60")) / 2
SHARE = 0.7
"""How much of the peer's most both are given to do."""
SLOWEST = 1.3
"""How long the slowest of seven thinks, in times of the usual: a round waits for them."""
GAMES = ("duki4", "king-high", "pick2")


class Serving(NamedTuple):
    """A server that is running."""

    address: str
    password: str
    process: psutil.Process


@contextmanager
def served(folder: Path, *options: str, database: str = "") -> Iterator[Serving]:
    """The real server, as anybody starts it; with its embedded database, if none is named."""
    command = [sys.executable, "-m", "tablewright", "serve", "--port", "0"]
    command += ["--database", database] if database else ["--data", str(folder)]
    command += ["--guests", "2000"]  # The crowd comes from one address.
    command += ["--keys", str(folder / "keys")]  # It signs meanwhile, as every house does.
    command += options
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
            said_password = password[1] if password else ""  # Only the first server says one.
            yield Serving(address[1], said_password, psutil.Process(started.pid))
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


def crowded(
    serving: Serving, tables: list[str], seconds: float, think: float = AS_PEOPLE_DO
) -> tuple[Seen, float]:
    """What the crowd measured, and the most memory that the server used, in bytes."""
    most = 0.0

    def look() -> None:
        nonlocal most
        most = max(most, serving.process.memory_info().rss)

    with tempfile.TemporaryDirectory() as name:
        written = Path(name) / "seen.json"
        given = [str(written), serving.address, str(seconds), str(think)]
        given += [str(serving.process.pid), *tables]
        seen = heard([sys.executable, "-m", "benchmarks.crowd", *given], written, Seen, look)
    return seen, most


# As the house has it -------------------------------------------------------------------------------


def answer_times(serving: Serving) -> dict[float, float]:
    """How many commands the house has answered within so many seconds of reading them."""
    said = httpx.get(f"{serving.address}/api/metrics", timeout=60).raise_for_status().text
    counts: dict[float, float] = defaultdict(float)
    for family in text_string_to_metric_families(said):
        for each in family.samples:
            if each.name == "tablewright_command_seconds_bucket":
                counts[float(each.labels["le"])] += each.value
    return dict(sorted(counts.items()))


def p99_ms_of(before: dict[float, float], after: dict[float, float]) -> float:
    """Within how many milliseconds the house answered 99 in 100 meanwhile: at most so many.

    >>> p99_ms_of({0.1: 0, 0.2: 0, inf: 0}, {0.1: 98, 0.2: 100, inf: 100})
    200.0
    """
    counts = {bound: after[bound] - before[bound] for bound in after}
    return next(1000 * bound for bound in counts if counts[bound] >= 0.99 * counts[inf])


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


# Beside the peer -----------------------------------------------------------------------------------


class Compared(NamedTuple):
    """What both have done in one run, at their most and with the same to do."""

    most: Seen
    ours: Seen
    within_ms: float
    """Of those, the 99th percentile as the house itself has it: at most so many milliseconds."""
    peers_most: PeerSeen
    peers: PeerSeen
    lost: int
    doubled: int
    journals: int
    memory: float

    @property
    def document(self) -> dict[str, float]:
        """As `--json` prints it."""
        ours, peers = self.ours, self.peers
        return {
            "journalled_per_second": round(self.most.per_second, 1),
            "peer_moves_per_second": round(self.peers_most.moves_per_second, 1),
            "p99_ms": round(ours.p99_ms, 1),
            "peer_p99_ms": round(peers.p99_ms, 1),
            "p99_in_house_at_most_ms": self.within_ms,
            "cpu_ms_per_journalled": round(1000 * ours.server_cpu_seconds / len(ours.ids), 3),
            "peer_cpu_ms_per_move": round(1000 * peers.server_cpu_seconds / peers.moves, 3),
            "lost": self.lost,
            "doubled": self.doubled,
            "journalled_per_second_at_70": round(ours.per_second, 1),
            "peer_moves_per_second_at_70": round(peers.moves_per_second, 1),
            "ready_per_second": round(
                (self.most.commands - len(self.most.ids)) / self.most.seconds, 1
            ),
            "bytes_per_message": round(ours.bytes / ours.messages),
            "bytes_a_listener_per_command": round(ours.bytes / (ours.commands * SEATS)),
            "crowd_cpu_share": round(self.most.cpu_seconds / self.most.seconds, 3),
            "peer_crowd_cpu_share": round(self.peers_most.cpu_seconds / self.peers_most.seconds, 3),
            "crowd_late_p99_ms": round(ours.late_p99_ms, 1),
            "peer_crowd_late_p99_ms": round(peers.late_p99_ms, 1),
        }


def compared() -> Compared:
    """Both in one run: nobody thinks, then everybody does for as long at ours as at the peer's."""
    install()
    with peer_served() as (port, process):
        peers_most = peer_crowded(port, process, TABLES, SECONDS, 0)
    think = TABLES * SEATS / (SLOWEST * SHARE * peers_most.moves_per_second)
    with peer_served() as (port, process):
        peers = peer_crowded(port, process, TABLES, SECONDS, think)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder) as serving:
            tables = opened(serving, 2 * TABLES)
            most, memory = crowded(serving, tables[:TABLES], SECONDS, 0)
            before = answer_times(serving)
            ours, _ = crowded(serving, tables[TABLES:], SECONDS, think)
            within_ms = p99_ms_of(before, answer_times(serving))
        lost, doubled = kept_once(folder / "house.db", most.ids + ours.ids)
        journals = verified(folder / "house.db")
    return Compared(most, ours, within_ms, peers_most, peers, lost, doubled, journals, memory)


def document() -> dict[str, float]:
    return compared().document


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as name:
        ratio = singly(Path(name), 2_000) / asyncio.run(together(Path(name), 2_000))
    yield "house, commands written together, in times of one by one", f"{ratio:.1f} x", ""
    found = compared()
    shown, most, ours = found.document, found.most, found.ours
    what = f"house, {TABLES} tables x 7 on sockets"
    peer = "boardgame.io, as many"
    peers_most = shown["peer_moves_per_second"]
    yield (
        f"{what}, nobody thinks: journalled a second",
        f"{shown['journalled_per_second']:,.0f}",
        f"{peers_most:,.0f}",
    )
    yield f"{peer}: moves a second", f"{peers_most:,.0f}", ""
    yield f"{what}, beside those: ready a second", f"{shown['ready_per_second']:,.0f}", ""
    wanted = f"{shown['peer_p99_ms'] / 3:.0f} ms"
    yield f"{what}, at 70 % of the peer's: 99th percentile", f"{shown['p99_ms']:.0f} ms", wanted
    inside = f"{found.within_ms:.0f} ms"
    yield f"{what}, there: the same inside the house, at most", inside, ""
    yield f"{peer}: 99th percentile", f"{shown['peer_p99_ms']:.0f} ms", ""
    yield (
        f"{what}, there: journalled a second",
        f"{shown['journalled_per_second_at_70']:,.0f}",
        f"{shown['peer_moves_per_second_at_70']:,.0f}",
    )
    yield f"{what}, there: median until the answer", f"{ours.median_ms:.0f} ms", ""
    cost = f"{shown['cpu_ms_per_journalled']:.2f} ms"
    yield f"{what}, there: processor time, journalled", cost, "0.50 ms"
    yield f"{peer}: processor time a move", f"{shown['peer_cpu_ms_per_move']:.2f} ms", ""
    size = f"{shown['bytes_a_listener_per_command']:,} B"
    yield f"{what}, there: to a listener, a command", size, "800 B"
    yield f"{what}, memory of the server", f"{found.memory / 2**20:,.0f} MB", "1,024 MB"
    yield f"{what}, commands lost or doubled", f"{found.lost + found.doubled}", "0"
    stale = sum(each.stale + len(each.refused) + each.lost_connections for each in (most, ours))
    yield f"{what}, refused as stale or lost connections", f"{stale}", ""
    yield f"{what}, journals that verify", f"{found.journals}", f"{2 * TABLES + 3}"
    for name, share, late in (
        ("ours", shown["crowd_cpu_share"], shown["crowd_late_p99_ms"]),
        ("the peer's", shown["peer_crowd_cpu_share"], shown["peer_crowd_late_p99_ms"]),
    ):
        yield f"house, crowds: {name}, of one core with nobody thinking", f"{share:.0%}", ""
        yield f"house, crowds: {name}, late itself at 70 % (p99)", f"{late:.0f} ms", ""
