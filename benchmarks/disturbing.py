"""Those who disturb, in a process of its own: who does not read, sends too much, or comes too often.

    python -m benchmarks.disturbing HOW ADDRESS AFTER SECONDS TABLE...

HOW is one of `HOWS`; they begin after so many seconds, when those whom they disturb have sat down. A
line says in the end how often they were told what (`Told`).
"""

import asyncio
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec
import uvloop
import websockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.onlookers import source

SLEEPERS = 50
SMALL_BUFFER = 4096
AT_ONCE = 20
"""So many ask at the same time, where many ask."""
GUESTS = 10_000
GUESTS_EACH = 60
"""Guests from one address, as many as the house usually takes in an hour."""
MESSAGE = b'{"id":"x","seq":1,"do":{"event":"ready"}}'

Told = dict[str, int]


class Scene(NamedTuple):
    """The house that is disturbed, until when, and at which tables."""

    address: str
    until: float
    tables: list[str]
    cookie: str
    """Of a guest who came in before."""


async def slow(at: Scene, told: Counter[str]) -> None:
    """Sockets at tables where people play, whose readers sleep; they look up once, in the end."""

    async def sleep_on(number: int) -> None:
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        narrow.bind((source(number), 0))
        where = urlsplit(at.address)
        narrow.connect((where.hostname, where.port))
        narrow.setblocking(False)
        url = f"ws://{where.netloc}/api/tables/{at.tables[number % len(at.tables)]}/socket?as=watch"
        try:
            async with websockets.connect(url, sock=narrow, max_queue=1, ping_interval=None) as one:
                one.transport.pause_reading()
                await asyncio.sleep(at.until - time.monotonic())
                one.transport.resume_reading()
                await one.recv()
            told["still connected"] += 1
        except (ConnectionClosed, OSError) as ended:
            told[f"ended: {ended}"[:80]] += 1

    await asyncio.gather(*(sleep_on(number) for number in range(SLEEPERS)))


async def flood(at: Scene, told: Counter[str]) -> None:
    """One guest who sends as fast as they can, and comes again as soon as they are shown out."""
    url = f"{at.address.replace('http', 'ws', 1)}/api/tables/{at.tables[0]}/socket?as=player"
    while time.monotonic() < at.until:
        with suppress(OSError, InvalidHandshake):
            async with websockets.connect(url, additional_headers={"Cookie": at.cookie}) as one:
                reading = asyncio.create_task(_drain(one))
                with suppress(ConnectionClosed):
                    while time.monotonic() < at.until:
                        await one.send(MESSAGE)
                        told["messages sent"] += 1
                        await asyncio.sleep(0)  # What is said meanwhile is heard.
                reading.cancel()
                if one.close_code:
                    told[f"{one.close_code} {one.close_reason}"] += 1


async def _drain(one: websockets.ClientConnection) -> None:
    with suppress(ConnectionClosed):
        async for _ in one:
            pass


async def requests(at: Scene, told: Counter[str]) -> None:
    """Many requests to one address of the house, each as soon as the last is answered."""
    path = f"/api/tables/{at.tables[0]}"

    async def ask() -> None:
        while time.monotonic() < at.until:
            told[await _asked(at.address, "GET", path, source(0))] += 1

    await asyncio.gather(*(ask() for _ in range(AT_ONCE)))


async def guests(at: Scene, told: Counter[str]) -> None:
    """Ten thousand guests come in, from as many addresses as they need."""
    numbers = iter(range(GUESTS))

    async def come() -> None:
        for number in numbers:
            if time.monotonic() >= at.until:
                told["nothing: no time was left"] += 1
                continue
            from_address = f"127.2.{number // GUESTS_EACH}.1"
            told[await _asked(at.address, "POST", "/api/guest", from_address)] += 1

    await asyncio.gather(*(come() for _ in range(AT_ONCE)))


async def _asked(address: str, method: str, path: str, from_address: str) -> str:
    """What the house says to one request: how it is answered and, if it is refused, why."""
    where = urlsplit(address)
    head = f"{method} {path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\n"
    if method == "POST":
        head += "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    else:
        head += "\r\n"
    try:
        reader, writer = await asyncio.open_connection(
            where.hostname, where.port, local_addr=(from_address, 0)
        )
        writer.write(head.encode())
        answer = await reader.read(-1)
        writer.close()
    except OSError as error:
        return f"{type(error).__name__}"
    status = answer[9:12].decode()
    if status == "200":
        return status
    _, _, body = answer.partition(b"\r\n\r\n")
    with suppress(msgspec.DecodeError):
        return f"{status} {msgspec.json.decode(body)['why'].split(':')[0]}"
    return status


HOWS: dict[str, Callable[[Scene, Counter[str]], Awaitable[None]]] = {
    "slow": slow,
    "flood": flood,
    "requests": requests,
    "guests": guests,
}


class Disturbing:
    """Those who disturb; what they were told, once they have ended."""

    def __init__(self) -> None:
        self.told: Told = {}


@contextmanager
def disturbing(
    how: str, address: str, after: float, seconds: float, tables: list[str]
) -> Iterator[Disturbing]:
    """Have the house disturbed for so many seconds; the block waits for the end."""
    given = [how, address, str(after), str(seconds), *tables]
    command = [sys.executable, "-m", "benchmarks.disturbing", *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            found = Disturbing()
            yield found
            found.told = msgspec.json.decode(process.communicate()[0], type=Told)
        finally:
            process.terminate()


async def _disturb(how: str, address: str, after: float, seconds: float, tables: list[str]) -> Told:
    told: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        (await http.post("/api/guest", json={})).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    await asyncio.sleep(after)
    await HOWS[how](Scene(address, time.monotonic() + seconds, tables, cookie), told)
    return dict(told)


if __name__ == "__main__":
    _, named, at, begins, lasting, *where = sys.argv
    ended = uvloop.run(_disturb(named, at, float(begins), float(lasting), where))
    print(msgspec.json.encode(ended).decode())
