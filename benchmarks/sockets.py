"""Ten thousand sockets at idle tables, and people in the lobby: what each costs, what players notice.

A small crowd plays at tables of its own, first alone and then with all those sockets open. Memory is
the server's own (resident); what the system keeps for a connection is not in it.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.crowd import SEATS, Seen, spent
from benchmarks.house import Serving, crowded, opened, served
from benchmarks.onlookers import looking

SOCKETS = int(os.environ.get("BENCH_SOCKETS", "10000"))
LOBBY = SOCKETS // 50
SECONDS = int(os.environ.get("BENCH_SECONDS", "60")) / 3
IDLE_TABLES, BUSY_TABLES = 50, 5
RESTS_BELOW, LOOK_SECONDS, MOST_LOOKS = 0.3, 2.0, 30
"""A server that prepares nothing more uses less than this of a core."""


def measure() -> Iterator[tuple[str, str, str]]:
    wanted = str((SOCKETS + BUSY_TABLES * SEATS) * 5 // 4 + LOBBY)  # Four in five lead to tables.
    with (
        tempfile.TemporaryDirectory() as name,
        served(Path(name), "--connections", wanted) as serving,
    ):
        made = opened(serving, IDLE_TABLES + 2 * BUSY_TABLES)
        idle, first, second = (
            made[:IDLE_TABLES],
            made[IDLE_TABLES:-BUSY_TABLES],
            made[-BUSY_TABLES:],
        )
        settle(serving)
        alone, _ = crowded(serving, first, SECONDS)
        settle(serving)
        before = serving.process.memory_info().rss
        began, busy = time.perf_counter(), spent(serving.process)
        with looking(serving.address, SOCKETS, LOBBY, idle) as onlookers:
            took, cost = time.perf_counter() - began, spent(serving.process) - busy
            settle(serving)
            memory = serving.process.memory_info().rss - before
            began, busy = time.perf_counter(), spent(serving.process)
            time.sleep(SECONDS)
            idle_share = (spent(serving.process) - busy) / (time.perf_counter() - began)
            beside, _ = crowded(serving, second, SECONDS)
    saw = onlookers.saw
    yield f"sockets, open at once of {SOCKETS} and {LOBBY} in the lobby", f"{saw.open}", "all"
    yield "sockets, lost", f"{saw.lost}", "0"
    yield "sockets, kB of the server's memory each", f"{memory / saw.open / 1000:.1f}", ""
    yield "sockets, ms of the server's processor to open one", f"{1000 * cost / saw.open:.2f}", ""
    yield "sockets, opened a second", f"{saw.open / took:.0f}", ""
    yield "sockets, all idle: of one core", f"{idle_share:.1%}", ""
    yield "sockets, a player's answer (median, p99), alone", _times(alone), ""
    yield "sockets, a player's answer (median, p99), beside them", _times(beside), ""
    ratio = beside.p99_ms / alone.p99_ms
    yield "sockets, a player's p99 beside them, in times of alone", f"{ratio:.2f} x", ""
    yield "sockets, the crowd late itself (p99), alone and beside", _late(alone, beside), ""
    lost = alone.lost_connections + beside.lost_connections
    yield "sockets, players who lost their connection", f"{lost}", "0"


def settle(serving: Serving) -> None:
    """Wait until the server has done what it does by itself, as preparing its school."""
    for _ in range(MOST_LOOKS):
        before = spent(serving.process)
        time.sleep(LOOK_SECONDS)
        if spent(serving.process) - before < RESTS_BELOW * LOOK_SECONDS:
            return


def _times(seen: Seen) -> str:
    return f"{seen.median_ms:.1f}, {seen.p99_ms:.1f} ms"


def _late(*crowds: Seen) -> str:
    return ", ".join(f"{seen.late_p99_ms:.1f}" for seen in crowds) + " ms"
