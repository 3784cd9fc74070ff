"""A house at half of its most for an hour: memory, answers and processor, every ten seconds.

    python -m benchmarks soak     # an hour; BENCH_SECONDS=120 for a look
    python -m benchmarks.soak FILE SAMPLES ADDRESS SECONDS THINK PID TABLE...     # its crowd

The most is measured first, with nobody thinking; then people think so long that half of it is asked
for. What rises is looked for after the first quarter, when every table remembers as much as it ever
does. `soak.csv` and `soak.svg` are put into BENCH_FOLDER, or `build`.
"""

import asyncio
import csv
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
import uvloop

from benchmarks.crowd import SEATS, Count, Seen, crowd, heard, spent
from benchmarks.house import (
    SLOWEST,
    TABLES,
    Serving,
    crowded,
    kept_once,
    opened,
    served,
    verified,
)
from benchmarks.sockets import settle
from tablewright.house.tables.idempotency import REMEMBERED

SECONDS = float(os.environ.get("BENCH_SECONDS", "3600"))
FOLDER = Path(os.environ.get("BENCH_FOLDER", "build"))
SHARE = 0.5
SAMPLE_SECONDS = 10.0
FIRST_SECONDS = 20.0
"""How long the most is measured."""
LAST = TABLES * REMEMBERED // 3
"""How many commands are looked for at the end: tables forget their oldest, some sooner than others."""
MB = 1e6
HOUR = 3600.0


class Sample(NamedTuple):
    """Ten seconds of it."""

    seconds: float
    """Since the crowd sat down."""
    memory_mb: float
    commands: float
    """A second, of those who are ready too."""
    median_ms: float
    p99_ms: float
    crowd_late_p99_ms: float
    cores: float
    """Of the processor, the house's."""


class Watch:
    """Looks at the house and its crowd every ten seconds, and writes down what it sees."""

    def __init__(self, count: Count, server: psutil.Process, into: Path) -> None:
        self._count, self._server, self._into = count, server, into
        self._taken = self._late = 0
        self._busy = 0.0

    async def run(self) -> None:
        while not self._count.is_counting:
            await asyncio.sleep(0.05)
        began = last = time.perf_counter()
        self._taken, self._late = len(self._count.taken), len(self._count.late)
        self._busy = spent(self._server)
        with self._into.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(Sample._fields)
            while self._count.is_counting:
                await asyncio.sleep(SAMPLE_SECONDS)
                now = time.perf_counter()
                rows.writerow(f"{each:.3f}" for each in self._sample(now - began, now - last))
                file.flush()
                last = now

    def _sample(self, since: float, took: float) -> Sample:
        taken = sorted(self._count.taken[self._taken :])
        late = sorted(self._count.late[self._late :])
        self._taken, self._late = len(self._count.taken), len(self._count.late)
        busy, self._busy = self._busy, spent(self._server)
        return Sample(
            since,
            self._server.memory_info().rss / MB,
            len(taken) / took,
            1000 * _at(taken, 0.5),
            1000 * _at(taken, 0.99),
            1000 * _at(late, 0.99),
            (self._busy - busy) / took,
        )


def _at(ascending: list[float], share: float) -> float:
    return ascending[int(len(ascending) * share)] if ascending else 0.0


def samples(file: Path) -> list[Sample]:
    """What was written down, in the order in which it was seen."""
    with file.open(newline="") as written:
        return [Sample(*map(float, row)) for row in list(csv.reader(written))[1:]]


def slope(seen: list[Sample], what: str) -> float:
    """How much a figure rises in an hour, by least squares.

    >>> steady = Sample(0, 100, 0, 0, 0, 0, 0)
    >>> risen = steady._replace(seconds=36, memory_mb=101)
    >>> slope([steady, risen], "memory_mb")
    100.0
    """
    import numpy as np

    times = [each.seconds / HOUR for each in seen]
    rises, _ = np.polyfit(times, [getattr(each, what) for each in seen], 1)
    return round(float(rises), 9)


def plot(seen: list[Sample], file: Path) -> None:
    """Memory, answers and processor over time."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    minutes = [each.seconds / 60 for each in seen]
    figure, axes = pyplot.subplots(3, 1, sharex=True, figsize=(9, 8), layout="constrained")
    memory, answers, busy = axes
    memory.plot(minutes, [each.memory_mb for each in seen])
    memory.set_ylabel("memory, MB")
    answers.plot(minutes, [each.p99_ms for each in seen], label="99th percentile")
    answers.plot(minutes, [each.median_ms for each in seen], label="median")
    answers.plot(minutes, [each.crowd_late_p99_ms for each in seen], label="the crowd late itself")
    answers.set_ylabel("answer, ms")
    answers.legend()
    busy.plot(minutes, [100 * each.cores for each in seen])
    busy.set_ylabel("processor, % of a core")
    busy.set_xlabel("minutes")
    rate = sum(each.commands for each in seen) / len(seen)
    figure.suptitle(f"{TABLES} tables x 7 at half of the most: {rate:.0f} commands a second")
    for each in axes:
        each.set_ylim(bottom=0)
    pyplot.savefig(file)
    pyplot.close(figure)


def measure() -> Iterator[tuple[str, str, str]]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    written = FOLDER / "soak.csv"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder) as serving:
            tables = opened(serving, 2 * TABLES)
            settle(serving)
            most, _ = crowded(serving, tables[:TABLES], FIRST_SECONDS, 0)
            think = TABLES * SEATS / (SLOWEST * SHARE * most.commands / most.seconds)
            soaked = _soaked(serving, tables[TABLES:], think, written)
        lost, doubled = kept_once(folder / "house.db", soaked.ids[-LAST:])
        journals = verified(folder / "house.db")
    seen = samples(written)
    plot(seen, FOLDER / "soak.svg")
    asked = soaked.commands / soaked.seconds
    yield "soak, commands a second at most", f"{most.commands / most.seconds:.0f}", ""
    yield "soak, held", f"{asked:.0f}", f"{SHARE:.0%}"
    yield "soak, minutes", f"{soaked.seconds / 60:.1f}", "60"
    yield "soak, a player's answer (median, p99)", _two(soaked.median_ms, soaked.p99_ms, "ms"), ""
    settled = seen[len(seen) // 4 :]
    first, last = settled[0], settled[-1]
    yield "soak, memory after a quarter, and last", _two(first.memory_mb, last.memory_mb, "MB"), ""
    yield "soak, memory rises in an hour by", f"{slope(settled, 'memory_mb'):.1f} MB", "0"
    yield "soak, p99 after a quarter, and last", _two(first.p99_ms, last.p99_ms, "ms"), ""
    yield "soak, p99 rises in an hour by", f"{slope(settled, 'p99_ms'):.1f} ms", "0"
    yield "soak, cores used rise in an hour by", f"{slope(settled, 'cores'):.3f}", "0"
    yield "soak, connections lost", f"{soaked.lost_connections}", "0"
    looked_for = f"{min(LAST, len(soaked.ids)):,}"
    yield f"soak, of the last {looked_for} commands lost, done twice", f"{lost}, {doubled}", "0, 0"
    yield "soak, journals that verify", f"{journals}", "all"
    yield "soak, plotted in", f"{FOLDER / 'soak.svg'}", ""


def _two(one: float, other: float, unit: str) -> str:
    return f"{one:.0f}, {other:.0f} {unit}"


def _soaked(serving: Serving, tables: list[str], think: float, written: Path) -> Seen:
    """What the crowd saw; what was sampled meanwhile is written beside it."""
    with tempfile.TemporaryDirectory() as name:
        into = Path(name) / "seen.json"
        given = [str(into), str(written), serving.address, str(SECONDS), str(think)]
        given += [str(serving.process.pid), *tables]
        return heard([sys.executable, "-m", "benchmarks.soak", *given], into, Seen, lambda: None)


async def _watched(
    written: str,
    address: str,
    seconds: float,
    think: float,
    server: psutil.Process,
    tables: list[str],
) -> Seen:
    count = Count(think)
    watching = asyncio.create_task(Watch(count, server, Path(written)).run())
    seen = await crowd(address, seconds, think, server, tables, count)
    watching.cancel()
    return seen


if __name__ == "__main__":
    _, into, samples_into, at, lasting, thinks, pid, *named = sys.argv
    process = psutil.Process(int(pid))
    seen = _watched(samples_into, at, float(lasting), float(thinks), process, named)
    uvloop.run(seen).put(Path(into))
