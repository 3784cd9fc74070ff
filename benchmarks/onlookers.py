"""People who only look, in a process of its own: at tables over sockets, at the lobby now and again.

    python -m benchmarks.onlookers ADDRESS TABLES LOBBY TABLE...

So many sockets are spread over the tables, and so many connections look at the lobby as often as its
page does. A line says when all are there, and another, once the input has ended, what they have seen
(`Looked`). They come from many addresses of the loopback: each may bring only a few.
"""

import asyncio
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import cast
from urllib.parse import urlsplit

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.uri import parse_uri

EACH = 20
"""Sockets from one address."""
AT_ONCE = 100
"""So many are on their way in together."""
LOBBY_SECONDS = 4.0
"""How often the lobby's page looks again."""
SPARE_FILES = 100
TABLE = b'{"type":"table"'
"""How the first state of a table begins."""
MARK = re.compile(rb'"mark":"([^"]+)"')
LONGEST_SECONDS = 4 * 3600.0
"""They go home by then, whatever happens to the process that started them."""


class Looked(msgspec.Struct):
    """What all onlookers have seen together."""

    open: int
    lost: int
    told: dict[str, int]
    """Why connections were ended, and how often."""
    messages: int
    bytes: int
    lobby_answers: int
    cpu_seconds: float


class Onlookers:
    """All of them, and what they have seen."""

    def __init__(self) -> None:
        self.open = self.lost = self.messages = self.bytes = self.lobby_answers = 0
        self.told: Counter[str] = Counter()
        self.is_over = False

    @property
    def looked(self) -> Looked:
        return Looked(
            self.open,
            self.lost,
            dict(self.told),
            self.messages,
            self.bytes,
            self.lobby_answers,
            time.process_time(),
        )


class Onlooker(asyncio.Protocol):
    """A socket that follows a table and reads what it is sent; pings are answered."""

    def __init__(self, all_: Onlookers, url: str) -> None:
        self._all, self._client = all_, ClientProtocol(parse_uri(url))
        self.has_state: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_in = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(
            asyncio.Transport, transport
        )  # The loop's own, which is none by name.
        self._client.send_request(self._client.connect())
        self._send()

    def data_received(self, data: bytes) -> None:
        self._all.bytes += len(data)
        self._client.receive_data(data)
        for event in self._client.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._all.messages += 1
                if bytes(event.data[: len(TABLE)]) == TABLE:
                    self._enter()
            elif isinstance(event, Frame) and event.opcode is Opcode.CLOSE:
                self._all.told[str(Close.parse(event.data))] += 1
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.open -= self.is_in
        self._all.lost += not self._all.is_over
        if not self.has_state.done():
            self.has_state.set_result(None)

    def _enter(self) -> None:
        if not self.has_state.done():
            self.has_state.set_result(None)
            self.is_in = True
            self._all.open += 1

    def _send(self) -> None:
        said = b"".join(self._client.data_to_send())
        if said:
            self.transport.write(said)


class InLobby(asyncio.Protocol):
    """A connection that looks at the lobby again and again, and names what it saw last."""

    def __init__(self, all_: Onlookers, host: str) -> None:
        self._all, self._host, self._mark = all_, host, ""
        self.has_state: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(
            asyncio.Transport, transport
        )  # The loop's own, which is none by name.
        self._look()

    def data_received(self, data: bytes) -> None:
        self._all.bytes += len(data)
        self._all.lobby_answers += data.startswith(b"HTTP/1.1 200")
        if known := MARK.search(data):
            self._mark = known[1].decode()
        if not self.has_state.done():
            self.has_state.set_result(None)
            self._all.open += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.open -= self.has_state.done()
        self._all.lost += not self._all.is_over
        if not self.has_state.done():
            self.has_state.set_result(None)

    def _look(self) -> None:
        if not self.transport.is_closing():
            asks = f"GET /api/lobby?since={self._mark} HTTP/1.1\r\nHost: {self._host}\r\n\r\n"
            self.transport.write(asks.encode())
            asyncio.get_running_loop().call_later(LOBBY_SECONDS, self._look)


def source(number: int) -> str:
    """Where the onlooker of that number comes from.

    >>> source(0), source(19), source(20), source(10_000)
    ('127.1.0.1', '127.1.0.1', '127.1.0.2', '127.1.2.1')
    """
    address = number // EACH
    return f"127.1.{address // 250}.{1 + address % 250}"


async def look(address: str, at_tables: int, in_lobby: int, tables: list[str]) -> None:
    """Open everything, say so, and look until the input ends."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = at_tables + in_lobby + SPARE_FILES
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"{wanted} files: expected that the system allows them, not {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    all_, loop, room = Onlookers(), asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
    host = urlsplit(address).netloc
    name, _, port = host.partition(":")

    async def come(number: int, table: str | None) -> None:
        url = f"ws://{host}/api/tables/{table}/socket?as=watch"
        async with room:
            _, one = await loop.create_connection(
                lambda: Onlooker(all_, url) if table else InLobby(all_, host),
                name,
                int(port),
                local_addr=(source(number), 0),
            )
            await one.has_state

    where = [table for _, table in zip(range(at_tables), cycle(tables), strict=False)]
    goals = [*where, *[None] * in_lobby]
    await asyncio.gather(*(come(number, table) for number, table in enumerate(goals)))
    print(msgspec.json.encode(all_.looked).decode(), flush=True)
    ended = loop.run_in_executor(None, sys.stdin.read)
    await asyncio.wait([ended], timeout=LONGEST_SECONDS)
    seen, all_.is_over = all_.looked, True
    print(msgspec.json.encode(seen).decode(), flush=True)


class Looking:
    """Onlookers who have come in; what they saw, once they have gone."""

    def __init__(self, came: Looked) -> None:
        self.came, self.saw = came, came


@contextmanager
def looking(address: str, at_tables: int, in_lobby: int, tables: list[str]) -> Iterator[Looking]:
    """Have so many look, until the block ends."""
    given = [address, str(at_tables), str(in_lobby), *tables]
    command = [sys.executable, "-m", "benchmarks.onlookers", *given]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            line = process.stdout.readline()
            if not line:
                raise SystemExit("the onlookers did not come in")
            found = Looking(msgspec.json.decode(line, type=Looked))
            yield found
            process.stdin.close()
            found.saw = msgspec.json.decode(process.stdout.readline(), type=Looked)
        finally:
            process.terminate()


if __name__ == "__main__":
    _, at, sockets, lobby, *named = sys.argv
    uvloop.run(look(at, int(sockets), int(lobby), named))
