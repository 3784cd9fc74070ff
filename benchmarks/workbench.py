"""The workbench over HTTP: what other odds cost to price, and whether tables wait for who designs.

`python -m benchmarks.workbench` prints it alone. The house is the real one with its processes that
count. A version is asked for as the page asks while one types, each once, so that none is kept; the
processor time is that of the processes that count. Then a crowd plays at tables, first alone, then
beside fifty people who change a pay table whenever they have read what the last one came to: the ratio
is what the tables lose by it. Crowd and designers are on the same cores: what the house itself needed
for its answers, and how late the crowd was at its own appointments, stands beside it.
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
from typing import Any, NamedTuple

import httpx
import psutil

from benchmarks.crowd import Seen
from benchmarks.house import Serving, answer_times, crowded, opened, p99_ms_of, served
from tablewright.design.versions import pay_keys, version_of
from tablewright.house.screens.asked_process import POLITENESS

GAMES = ("duki4", "king-high", "pick2")
PEOPLE, TABLES = 50, 6
SECONDS = int(os.environ.get("BENCH_SECONDS", "60")) / 3
READS_SECONDS, AGAIN_SECONDS = 2.0, 0.25
"""How long one reads before the next change; and how soon the page asks again."""


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


def counting(serving: Serving) -> list[psutil.Process]:
    """The processes that count for the workbench."""
    every = serving.process.children(recursive=True)
    return [each for each in every if any("workbench" in word for word in each.cmdline())]


def spent(serving: Serving) -> float:
    """The processor time of the processes that count so far, in seconds."""
    return sum(sum(each.cpu_times()[:2]) for each in counting(serving))


def repriced(serving: Serving, id: str) -> Iterator[tuple[str, str, str]]:
    with httpx.Client(base_url=serving.address, timeout=60) as http:
        before = spent(serving)
        priced(http, id)
        counted = spent(serving) - before
        for text in versions(id, 1)[:3]:
            priced(http, text)
        taken: list[float] = []
        asked, before = versions(id, 2), spent(serving)
        for text in asked:
            at = time.perf_counter()
            priced(http, text)
            taken.append(time.perf_counter() - at)
        cost = (spent(serving) - before) / len(asked)
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
        self.posted = [
            (id, key, odds.win)
            for id in GAMES
            for key, odds in pay_keys(version_of(id).ruleset()).items()
        ]

    def come(self) -> None:
        """All of them, in this thread: it gives way, since their browsers would run elsewhere."""
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITENESS)
        asyncio.run(self.all())

    async def all(self) -> None:
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as http:
            await asyncio.gather(*(self.one(http, number) for number in range(PEOPLE)))

    async def one(self, http: httpx.AsyncClient, number: int) -> None:
        await asyncio.sleep(READS_SECONDS * number / PEOPLE)
        for turn, (id, key, win) in enumerate(cycle(self.posted[number:] + self.posted[:number])):
            text = f"{id}~{key}_{win + 3 + number + turn // len(self.posted)}"
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
    thread = threading.Thread(target=people.come)
    thread.start()
    try:
        yield people
    finally:
        people.is_over = True
        thread.join()


class Played(NamedTuple):
    """What a crowd measured, and what the house did meanwhile."""

    seen: Seen
    within_ms: float
    """The 99th percentile as the house itself has it: at most so many milliseconds."""

    @property
    def cost_ms(self) -> float:
        """The processor time of the house for each command."""
        return 1000 * self.seen.server_cpu_seconds / max(1, self.seen.commands)


def played(serving: Serving, tables: list[str]) -> Played:
    before = answer_times(serving)
    seen, _ = crowded(serving, tables, SECONDS)
    return Played(seen, p99_ms_of(before, answer_times(serving)))


def beside_tables(serving: Serving) -> Iterator[tuple[str, str, str]]:
    tables = opened(serving, 2 * TABLES)
    alone = played(serving, tables[:TABLES])
    with designing(serving.address) as people:
        beside = played(serving, tables[TABLES:])
    what = f"workbench, {TABLES} tables beside {PEOPLE} designers"
    for name, one, other in (
        ("median", alone.seen.median_ms, beside.seen.median_ms),
        ("99th percentile", alone.seen.p99_ms, beside.seen.p99_ms),
        ("processor time a command", alone.cost_ms, beside.cost_ms),
    ):
        yield f"{what}, {name}, in times of alone", f"{other / one:.1f} x", ""
    for name, each in (("alone", alone), ("beside", beside)):
        p99 = f"{each.seen.p99_ms:.0f} ms"
        yield f"{what}, {name}: 99th percentile until the answer", p99, "100 ms"
        yield f"{what}, {name}: the same inside the house, at most", f"{each.within_ms:.0f} ms", ""
        late = f"{each.seen.late_p99_ms:.0f} ms"
        yield f"{what}, {name}: the crowd late itself (p99)", late, ""
    yield f"{what}, pay tables priced meanwhile", f"{len(people.taken):,}", ""
    yield f"{what}, of those, ms (median)", f"{1000 * median(people.taken):.0f} ms", ""
    yield f"{what}, processes that count", f"{len(counting(serving))}", "at most 2"


def measure() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as serving:
        for id in GAMES:
            yield from repriced(serving, id)
        yield from beside_tables(serving)


if __name__ == "__main__":
    for what, measured, asked in measure():
        print(f"{what:<84}{measured:>12}  {asked}", flush=True)
