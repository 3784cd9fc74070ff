"""The least that a command can cost: it is read, written down, answered and sent on, and nothing else.

The house's own parts do so: its sockets, its journal and its ledger, with the triggers and the disk.
But nothing is decided or described. The records are those of a rehearsal, done over and over; what
those who follow are sent is always the same, and as long as what the house sends. A command writes as
many lines and makes as many messages as in a full house (`benchmarks house`). So this is what is left
of a command when its rules and its screens cost nothing.

    python -m benchmarks.least FOLDER TABLES                   # serves, until it is ended
    python -m benchmarks.least FILE ADDRESS SECONDS PID TABLES # the crowd
"""

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
import psutil
import uvicorn
import uvloop
import websockets

from benchmarks.crowd import SEATS, heard, spent
from benchmarks.house import GAMES
from tablewright.house.books.database import Database
from tablewright.house.books.entries import Done, LedgerEntry
from tablewright.house.books.ledger import Ledger
from tablewright.house.people.person import NOBODY
from tablewright.house.screens import orders
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.messages import DoneMessage, encoded
from tablewright.house.server.serving import SWITCH_SECONDS, configuration, listening
from tablewright.house.tables.idempotency import digest_of
from tablewright.house.tables.pending import Pages
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup, rehearse

TABLES = int(os.environ.get("BENCH_TABLES", "100"))
SECONDS = int(os.environ.get("BENCH_SECONDS", "60")) / 2
LINES, MESSAGES, MESSAGE_BYTES = 5.4, 3.3, 2_800
"""Of a journalled command in a full house in which nobody thinks (docs/house.md, *A command*).

Its answer is one of the messages, and comes apart from the others.
"""
ROUNDS = 40
WARM_SECONDS = 3.0
UP = "serves at "

Kept = tuple[Record, str, str, int, datetime]


class Recorded(list[Kept]):
    """What a journal is told, in order."""

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.append((event, rule, by, round, at))


class Share:
    """So many for each, on the average, in whole numbers.

    >>> share = Share(2.5)
    >>> [share.next() for _ in range(4)]
    [2, 3, 2, 3]
    """

    def __init__(self, each: float) -> None:
        self._each, self._owed = each, 0.0

    def next(self) -> int:
        self._owed += self._each
        whole = int(self._owed)
        self._owed -= whole
        return whole


class Table:
    """A table at which nothing is decided."""

    def __init__(self, id: str, records: list[Kept], ledger: Ledger) -> None:
        self.id, self._ledger = id, ledger
        self.pages = Pages()
        self._records = cycle(records)
        self._lines, self._shows = Share(LINES), Share(MESSAGES - 1)
        self.listeners: list[Listener] = []
        self._turns = cycle(range(SEATS))
        self._inbox: list[tuple[Listener, orders.Sent]] = []
        self._comes = asyncio.Event()
        padding = b"x" * round(MESSAGE_BYTES * MESSAGES / (MESSAGES - 1))
        self._shown = b'{"type":"changes","told":["%b"]}' % padding

    def send(self, listener: Listener, sent: orders.Sent) -> None:
        self._inbox.append((listener, sent))
        self._comes.set()

    async def run(self) -> None:
        """Take what waits, write it in one entry, answer, and send as many messages as are due."""
        while True:
            await self._comes.wait()
            self._comes.clear()
            works, self._inbox = self._inbox, []
            done = [self._written(sent) for _, sent in works]
            pages = self.pages
            entry = LedgerEntry(self.id, pages.lines, pages.transfers, commands=done)
            pages.lines, pages.transfers = [], []
            await self._ledger.append(entry)
            for (listener, _), each in zip(works, done, strict=True):
                listener.answer(encoded(DoneMessage(each.id, each.seq)))
            for number in range(sum(self._shows.next() for _ in works)):
                if number % SEATS == 0:
                    await asyncio.sleep(0)  # Until what they were sent before has gone.
                self.listeners[next(self._turns) % len(self.listeners)].answer(self._shown)

    def _written(self, sent: orders.Sent) -> Done:
        for record in islice(self._records, self._lines.next()):
            self.pages.add(*record)
        seq = self.pages.journal.count
        return Done(sent.id, "player 1", seq, datetime.now(UTC), digest_of(sent))


def application(tables: list[Table]) -> Callable[..., Any]:
    """Sockets at /NUMBER of a table, without a stack of middlewares between."""

    async def app(scope: Any, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        table, listener = tables[int(scope["path"][1:])], Listener(NOBODY, "player")
        table.listeners.append(listener)

        async def text(message: str) -> None:
            await send({"type": "websocket.send", "text": message})

        sending = asyncio.create_task(listener.send(text, lambda: None))
        while (message := await receive())["type"] != "websocket.disconnect":
            table.send(listener, orders.decode(message["text"]))
        sending.cancel()

    return app


async def serve(folder: Path, count: int) -> None:
    database = await Database.open(f"sqlite:///{folder}/house.db")
    ledger = Ledger(database)
    await ledger.start()
    recorded = {game: Recorded() for game in GAMES}
    for game, records in recorded.items():
        rehearse(rehearsal_setup(game), ROUNDS, seed=1, seats=SEATS, keeper=records)
    made = []
    for number in range(count):
        game, at = GAMES[number % len(GAMES)], datetime.now(UTC)
        kept = await ledger.create_table("L", game, is_practice=True, options="{}", at=at)
        made.append(Table(kept.id, recorded[game], ledger))
    running = [asyncio.create_task(each.run()) for each in made]
    taken = listening("127.0.0.1", 0)
    gc.disable()
    print(f"{UP}ws://127.0.0.1:{taken.getsockname()[1]}", flush=True)
    await uvicorn.Server(configuration(application(made))).serve(sockets=[taken])  # type: ignore[arg-type]
    del running


class Counted(msgspec.Struct):
    """What a crowd was answered, and what the server took for it."""

    seconds: float
    commands: int
    messages: int
    bytes: int
    cpu_seconds: float
    crowd_cpu_seconds: float


async def crowd(address: str, seconds: float, server: psutil.Process, count: int) -> Counted:
    """Everybody sends the next command as soon as the last is answered."""
    commands = messages = received = 0

    async def play(table: int, place: int) -> None:
        nonlocal commands, messages, received
        async with websockets.connect(f"{address}/{table}", compression=None) as socket:
            sent = 0
            while True:
                sent += 1
                do = {"event": "bets", "place": place, "stakes": {"ante": 500, "bonus": 500}}
                id = f"{table}-{place}-{sent}"
                await socket.send(msgspec.json.encode({"id": id, "seq": sent, "do": do}).decode())
                is_answered = False
                while not is_answered:
                    said = await socket.recv(decode=True)
                    messages, received = messages + 1, received + len(said)
                    is_answered = f'"{id}"' in said
                commands += 1

    playing = [
        asyncio.create_task(play(table, place))
        for table in range(count)
        for place in range(1, SEATS + 1)
    ]
    await asyncio.sleep(WARM_SECONDS)
    loop, own = asyncio.get_running_loop(), psutil.Process()
    began, before, took, ours = (
        loop.time(),
        (commands, messages, received),
        spent(server),
        spent(own),
    )
    await asyncio.sleep(seconds)
    seen = Counted(
        loop.time() - began,
        commands - before[0],
        messages - before[1],
        received - before[2],
        spent(server) - took,
        spent(own) - ours,
    )
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return seen


def measured() -> Counted:
    """What a crowd has counted, in a process of its own, at a server in another."""
    module = [sys.executable, "-m", "benchmarks.least"]
    with (
        tempfile.TemporaryDirectory() as name,
        subprocess.Popen([*module, name, str(TABLES)], stdout=subprocess.PIPE, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            said = next((line for line in server.stdout if line.startswith(UP)), "")
            if not said:
                raise SystemExit("the server ended early: what it says stands above")
            file, address = Path(name) / "seen.json", said.removeprefix(UP).strip()
            asked = [str(file), address, str(SECONDS), str(server.pid), str(TABLES)]
            return heard([*module, *asked], file, Counted, lambda: None)
        finally:
            server.terminate()


def measure() -> Iterator[tuple[str, str, str]]:
    seen = measured()
    what = f"least, {TABLES} tables x 7, nothing decided or described"
    yield f"{what}: journalled a second", f"{seen.commands / seen.seconds:,.0f}", ""
    cost = 1000 * seen.cpu_seconds / seen.commands
    yield f"{what}: processor time of each", f"{cost:.2f} ms", ""
    yield f"{what}: messages of each", f"{seen.messages / seen.commands:.1f}", f"{MESSAGES}"
    length = f"{seen.bytes / seen.messages:,.0f} B"
    yield f"{what}: bytes of a message", length, f"{MESSAGE_BYTES:,}"
    share = seen.crowd_cpu_seconds / seen.seconds
    yield "least, the crowd's own share of one core", f"{share:.0%}", ""


if __name__ == "__main__":
    if len(sys.argv) == 3:
        sys.setswitchinterval(SWITCH_SECONDS)
        uvloop.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
    else:
        _, into, at, for_seconds, pid, many = sys.argv
        counted = uvloop.run(crowd(at, float(for_seconds), psutil.Process(int(pid)), int(many)))
        Path(into).write_bytes(msgspec.json.encode(counted))
