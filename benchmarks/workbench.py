"""The workbench over HTTP: what other odds cost to price, and whether tables wait for who designs.

`python -m benchmarks.workbench` prints it alone. The house is the real one with its processes that
count. A version is asked for as the page asks while one types, each once, so that none is kept; the
processor time is that of the house and of its processes, without what the house does by itself. Then a
crowd plays at tables, first alone, then beside fifty people who change a pay table whenever they have
read what the last one came to: the ratio is what the tables lose by it.
"""

import asyncio
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import psutil

from benchmarks.house import Serving, crowded, opened, served
from tablewright.design.versions import pay_keys, version_of

GAMES = ("duki4", "king-high", "pick2")
PEOPLE, TABLES = 50, 6
SECONDS = int(os.environ.get("BENCH_SECONDS", "60")) / 3
READS_SECONDS, AGAIN_SECONDS = 2.0, 0.25
"""How long one reads before the next change; and how soon the page asks again."""
IDLE_SECONDS = 3.0
"""So long the house is watched alone: its patrons play on while versions are priced."""


def versions(id: str, more: int) -> list[str]:
    """Every payment of a game raised by so much, one at a time: as a link holds it."""
    posted = pay_keys(version_of(id).ruleset())
    raised = [{key: str(odds.win + more)} for key, odds in posted.items()]
    return [version_of(id, None, each).text for each in raised]


def priced(http: httpx.Client, text: str) -> dict[str, Any]:
    """What the workbench answers: it is asked until it does."""
    while True:
        answer = http.get("/api/workbench/price", params={"version": text})
        answer.raise_for_status()
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found


def spent(serving: Serving) -> float:
    """The processor time of the house and of its processes so far, in seconds."""
    every = [serving.process, *serving.process.children(recursive=True)]
    return sum(sum(each.cpu_times()[:2]) for each in every)


def repriced(serving: Serving, id: str) -> Iterator[tuple[str, str, str]]:
    with httpx.Client(base_url=serving.address, timeout=60) as http:
        before = spent(serving)
        priced(http, id)
        counted = spent(serving) - before
        for text in versions(id, 1)[:3]:
            priced(http, text)
        before = spent(serving)
        time.sleep(IDLE_SECONDS)
        idle = (spent(serving) - before) / IDLE_SECONDS
        taken: list[float] = []
        asked, before = versions(id, 2), spent(serving)
        for text in asked:
            at = time.perf_counter()
            priced(http, text)
            taken.append(time.perf_counter() - at)
        cost = (spent(serving) - before - idle * sum(taken)) / len(asked)
    what = f"workbench {id}, other odds over HTTP"
    yield f"{what}, ms (median)", f"{1000 * median(taken):.0f} ms", "under 100"
    yield f"{what}, ms (slowest)", f"{1000 * max(taken):.0f} ms", ""
    yield f"{what}, processor time", f"{1000 * cost:.0f} ms", "under 100"
    yield f"{what}, the first answer in re-pricings", f"{counted / cost:.0f} x", "over 5"


# Fifty people beside the tables --------------------------------------------------------------------


class Designers:
    """People who change pay tables, in a thread of their own."""

    def __init__(self, address: str) -> None:
        self.address, self.is_over = address, False
        self.taken: list[float] = []
        """How long each answer took, in seconds."""

    async def all(self) -> None:
        await asyncio.gather(*(self.one(number) for number in range(PEOPLE)))

    async def one(self, number: int) -> None:
        texts = [text for id in GAMES for text in versions(id, 3 + number)]
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as http:
            for text in cycle(texts[number:] + texts[:number]):
                began, status = time.perf_counter(), 202
                while status == 202:
                    if self.is_over:
                        return
                    asked = {"version": text, "slot": f"p{number}.figures"}
                    answer = await http.get("/api/workbench/price", params=asked)
                    status = answer.raise_for_status().status_code
                    await asyncio.sleep(AGAIN_SECONDS if status == 202 else 0)
                self.taken.append(time.perf_counter() - began)
                await asyncio.sleep(READS_SECONDS)


@contextmanager
def designing(address: str) -> Iterator[Designers]:
    people = Designers(address)
    thread = threading.Thread(target=lambda: asyncio.run(people.all()))
    thread.start()
    try:
        yield people
    finally:
        people.is_over = True
        thread.join()


def beside_tables(serving: Serving) -> Iterator[tuple[str, str, str]]:
    tables = opened(serving, 2 * TABLES)
    alone, _ = crowded(serving, tables[:TABLES], SECONDS)
    with designing(serving.address) as people:
        beside, _ = crowded(serving, tables[TABLES:], SECONDS)
    what = f"workbench, {TABLES} tables beside {PEOPLE} designers"
    for name, one, other in (
        ("median", alone.median_ms, beside.median_ms),
        ("99th percentile", alone.p99_ms, beside.p99_ms),
    ):
        ratio = f"{other / one:.1f} x"
        yield f"{what}, {name} in times of alone ({one:.0f} ms)", ratio, ""
    yield f"{what}, 99th percentile until the answer", f"{beside.p99_ms:.0f} ms", "100 ms"
    yield f"{what}, pay tables priced meanwhile", f"{len(people.taken):,}", ""
    yield f"{what}, of those, ms (median)", f"{1000 * median(people.taken):.0f} ms", ""
    yield f"{what}, processes that count", f"{_counting(serving.process)}", "at most 2"


def _counting(process: psutil.Process) -> int:
    """How many processes count for the workbench."""
    called = [" ".join(each.cmdline()) for each in process.children(recursive=True)]
    return sum("workbench" in each for each in called)


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as serving:
        for id in GAMES:
            yield from repriced(serving, id)
        yield from beside_tables(serving)


if __name__ == "__main__":
    for what, measured, asked in measure():
        print(f"{what:<84}{measured:>12}  {asked}", flush=True)
