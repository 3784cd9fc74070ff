"""A crowd of patrons on sockets, in a process of its own: they sit, bet, decide, and time each answer.

    python -m benchmarks.crowd FILE ADDRESS,... SECONDS THINK PID,... TABLE[=ADDRESS]...

Each thinks for about THINK seconds before acting; with 0, nobody does. Where several servers form the
house, each patron comes by any of them, or by the one that is named with the table. What was seen
(`Seen`) is put into the file whole, or not at all: how many commands were acknowledged, how long each
took, the id of every one, what the house (the processes PID) and the crowd itself spent meanwhile, and
how late the crowd was at its own appointments: a slow crowd must not be taken for a slow house.
"""

import asyncio
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import psutil
import uvloop
import websockets

T = TypeVar("T")
SEATS = 7
THINKS = (0.6, 1.4)
"""How far a person's time to think is from the usual, from the least to the most."""
AS_PEOPLE_DO = 0.48
"""Seconds."""
SITTING_SECONDS = 10.0
"""So long everybody has to sit down and to buy chips, before anything is counted."""
LOOKS_SECONDS = 0.02
"""How often the crowd looks whether it is late itself."""
LOW = 10_000
STAKES = {
    "duki4": {"ante": 500, "bonus": 500},
    "king-high": {"pokerpot": 100, "high": 500, "club": 500},
    "pick2": {"ante": 500, "bonus-5": 500},
}
"""What each bets before the first card."""
ON_A_CARD = {"high": 500, "club": 500}
"""What each has on every further card that is drawn for everybody."""


class Legal(msgspec.Struct):
    choices: list[str] = []


class Place(msgspec.Struct):
    wagers: dict[str, dict[str, int | None] | None] = {}
    chips: dict[str, int | None] = {}


class Cards(msgspec.Struct, frozen=True):
    holding_boxes: list[str] | msgspec.UnsetType = msgspec.UNSET


class View(msgspec.Struct, frozen=True):
    """What lies open, or what has changed of it."""

    game: str = ""
    phase: str = ""
    round: int = 0
    places: dict[str, Place | None] = {}
    cards: Cards = Cards()


class State(msgspec.Struct, frozen=True):
    """What a patron reads of a state, or of what has changed of it."""

    view: View = View()
    legal: dict[str, list[Legal] | None] = {}
    ready: list[int] | msgspec.UnsetType = msgspec.UNSET


class Message(State, frozen=True):
    """What a patron reads of what they are sent: the whole state, or a patch of it."""

    type: str = ""
    id: str = ""
    seq: int = 0
    why: str = ""
    is_stale: bool = False
    patch: State = State()


class Known:
    """What a patron knows of the table, from the first state and what has changed since."""

    def __init__(self) -> None:
        self.game = self.phase = ""
        self.round = self.drawn = 0
        self.places: dict[str, Place] = {}
        self.legal: dict[str, list[Legal]] = {}
        self.ready: list[int] = []

    def hear(self, state: State) -> None:
        view = state.view
        self.game, self.phase = view.game or self.game, view.phase or self.phase
        self.round = view.round or self.round
        if view.cards.holding_boxes is not msgspec.UNSET:
            self.drawn = len(view.cards.holding_boxes)
        for place, seen in view.places.items():
            if seen is None:
                self.places.pop(place, None)
            elif place in self.places:
                lay(self.places[place].wagers, seen.wagers)
                lay(self.places[place].chips, seen.chips)
            else:
                self.places[place] = seen
        lay(self.legal, state.legal)
        if state.ready is not msgspec.UNSET:
            self.ready = state.ready


def lay(over: dict[str, Any], patch: Mapping[str, Any]) -> None:
    """Lay what has changed over what was there; None is there no longer."""
    for name, value in patch.items():
        if value is None:
            over.pop(name, None)
        elif isinstance(value, dict):
            lay(over.setdefault(name, {}), value)
        else:
            over[name] = value


class Seen(msgspec.Struct):
    """What a crowd has seen, from when everybody sat until the end."""

    seconds: float
    commands: int
    stale: int
    refused: dict[str, int]
    lost_connections: int
    messages: int
    bytes: int
    median_ms: float
    p99_ms: float
    longest_ms: float
    cpu_seconds: float
    """The crowd's own."""
    late_p99_ms: float
    """How late the crowd itself was."""
    server_cpu_seconds: float
    ids: list[str]

    @property
    def per_second(self) -> float:
        """Commands that were written to a journal."""
        return len(self.ids) / self.seconds

    def put(self, file: Path) -> None:
        """Write it whole, or not at all."""
        part = file.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(self))
        os.replace(part, file)


_decode = msgspec.json.Decoder(Message).decode
_decode_all = msgspec.json.Decoder(list[Message]).decode


class Count:
    """What the whole crowd has seen."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.late: list[float] = []
        self.taken: list[float] = []
        self.ids: list[str] = []
        self.stale = 0
        self.refused: dict[str, int] = {}
        self.messages = 0
        self.bytes = 0
        self.is_counting = False


class Patron:
    """A person at a place."""

    def __init__(self, count: Count, url: str, cookie: str, place: int) -> None:
        self.count, self.url, self.cookie, self.place = count, url, cookie, place
        self.known = Known()
        self.flying: tuple[str, float, bool] | None = None
        self.seq = 0
        self.number = 0
        self.has_bet = 0, 0
        """The round, and the card of it, that he last bet on."""
        self.waits = False
        self.has_looked = False
        """Whether he has seen what came of what he did last."""
        self.key = f"{random.getrandbits(48):x}"

    async def run(self) -> None:
        async with websockets.connect(
            self.url, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None
        ) as self.socket:
            async for text in self.socket:
                self.count.messages += self.count.is_counting
                self.count.bytes += len(text) * self.count.is_counting
                for message in _decode_all(text) if text[0] == "[" else [_decode(text)]:
                    self.hear(message)

    def hear(self, message: Message) -> None:
        count = self.count
        if message.type in ("table", "changes"):
            self.known.hear(message if message.type == "table" else message.patch)
            self.seq = max(self.seq, message.seq)
            self.has_looked = True
        elif self.flying and message.id == self.flying[0]:
            id, sent, is_written = self.flying
            self.flying, self.has_looked = None, False
            if message.type == "done":
                self.seq = max(self.seq, message.seq)
                if count.is_counting:
                    count.taken.append(time.perf_counter() - sent)
                    if is_written:
                        count.ids.append(id)
            elif message.is_stale:
                count.stale += 1
            else:
                count.refused[message.why] = count.refused.get(message.why, 0) + 1
        if self.has_looked and not self.flying and not self.waits:
            self.waits = True
            loop = asyncio.get_running_loop()
            loop.call_later(count.think * random.uniform(*THINKS), self.act)

    def act(self) -> None:
        self.waits = False
        order = self.order() if self.known.game and not self.flying else None
        if order is not None:
            self.number += 1
            id = f"{self.key}-{self.number}"
            self.flying = id, time.perf_counter(), order["event"] != "ready"
            sent = msgspec.json.encode({"id": id, "seq": self.seq, "do": order}).decode()
            asyncio.get_running_loop().create_task(self.socket.send(sent))

    def order(self) -> dict[str, Any] | None:
        """What he does next, if it is for him to do something."""
        view = self.known
        place = view.places.get(str(self.place))
        if place is None:
            return {"event": "sit", "place": self.place}
        if sum(int(value) * (count or 0) for value, count in place.chips.items()) < LOW:
            return {"event": "buy-in", "place": self.place, "cash": 100_000}
        if view.phase == "wagers" and self.place not in view.ready:
            stakes = self.stakes(place)
            if self.has_bet != (view.round, view.drawn) and stakes:
                self.has_bet = view.round, view.drawn
                return {"event": "bets", "place": self.place, "stakes": stakes}
            return {"event": "ready"}
        for legal in view.legal.get("decide", ()):
            if legal.choices[0] in ("play", "five"):
                return {"event": "decide", "place": self.place, "decision": legal.choices[0]}
        return None

    def stakes(self, place: Place) -> dict[str, int]:
        """What he bets now: what won on the last card still lies there."""
        wanted = ON_A_CARD if self.known.drawn else STAKES[self.known.game]
        return {id: cents for id, cents in wanted.items() if id not in place.wagers}


async def look(count: Count) -> None:
    """See how late the crowd is at its own appointments."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(LOOKS_SECONDS)
        if count.is_counting:
            count.late.append(time.perf_counter() - before - LOOKS_SECONDS)


async def crowd(
    address: str,
    seconds: float,
    think: float,
    server: psutil.Process | list[psutil.Process],
    tables: list[str],
    count: Count | None = None,
) -> Seen:
    """What the crowd has seen after so many seconds; in `count`, what it sees meanwhile."""
    count, patrons = count or Count(think), []
    addresses = address.split(",")
    servers = server if isinstance(server, list) else [server]
    async with httpx.AsyncClient(timeout=60) as http:
        for table, _, at in (each.partition("=") for each in tables):
            for place in range(1, SEATS + 1):
                http.cookies.clear()
                await http.post(f"{at or addresses[0]}/api/guest", json={})
                cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
                by = (at or random.choice(addresses)).replace("http", "ws", 1)
                url = f"{by}/api/tables/{table}/socket?as=player"
                patrons.append(Patron(count, url, cookie, place))
    running = [asyncio.create_task(patron.run()) for patron in patrons]
    looking = asyncio.create_task(look(count))
    await asyncio.sleep(SITTING_SECONDS)
    count.is_counting = True
    before, own, house = time.perf_counter(), time.process_time(), spent(*servers)
    await asyncio.sleep(seconds)
    took, own, house = (
        time.perf_counter() - before,
        time.process_time() - own,
        spent(*servers) - house,
    )
    count.is_counting = False
    looking.cancel()
    for patron in patrons:
        patron.waits = True  # Nobody begins anything more.
    await asyncio.sleep(1)
    ended = [task for task in running if task.done()]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    taken, late = sorted(count.taken), sorted(count.late)
    return Seen(
        seconds=took,
        commands=len(taken),
        stale=count.stale,
        refused=count.refused,
        lost_connections=len(ended),
        messages=count.messages,
        bytes=count.bytes,
        median_ms=1000 * taken[len(taken) // 2] if taken else 0,
        p99_ms=1000 * taken[len(taken) * 99 // 100] if taken else 0,
        longest_ms=1000 * taken[-1] if taken else 0,
        cpu_seconds=own,
        late_p99_ms=1000 * late[len(late) * 99 // 100] if late else 0,
        server_cpu_seconds=house,
        ids=count.ids,
    )


def spent(*servers: psutil.Process) -> float:
    """The processor time of processes so far, in seconds."""
    times = [each.cpu_times() for each in servers]
    return float(sum(each.user + each.system for each in times))


def heard(command: list[str], written: Path, kind: type[T], meanwhile: Callable[[], None]) -> T:
    """What a crowd wrote once it had ended; why not, in one line, if it did not get so far."""
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=complaints) as crowd,
    ):
        while True:
            meanwhile()
            with suppress(subprocess.TimeoutExpired):
                status = crowd.wait(1)
                break
        complaints.seek(0)
        said = complaints.read().decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(said) if line.strip()), "it said nothing")
    if status:
        ended = f"signal {-status}" if status < 0 else f"status {status}"
        raise SystemExit(f"the crowd ended early, with {ended}: {last}")
    try:
        return msgspec.json.decode(written.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise SystemExit(f"the crowd left no result ({error}): {last}") from None


if __name__ == "__main__":
    gc.disable()  # A pause of the crowd's own is nobody's answer.
    _, into, at, for_seconds, thinks, pids, *named = sys.argv
    processes = [psutil.Process(int(pid)) for pid in pids.split(",")]
    seen = crowd(at, float(for_seconds), float(thinks), processes, named)
    uvloop.run(seen).put(Path(into))
