"""Serving a house from this machine: what the first start says, and when it stops."""

import asyncio
import logging
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from tablewright.games import at_tables
from tablewright.house.books.outage import first_line
from tablewright.house.house import House
from tablewright.house.people.accounts import FIRST_NAME
from tablewright.house.people.caps import Caps
from tablewright.house.server.app import ANY_ADDRESS, PAGE, create
from tablewright.house.server.collecting import Collector
from tablewright.house.server.connections import protocol
from tablewright.house.server.hosts import Doors, is_address, is_loopback
from tablewright.house.server.passed_sockets import PassableSocket
from tablewright.house.watching import traces
from tablewright.house.watching.logs import USUAL_LOG, Logging
from tablewright.rules.english import capital
from tablewright.rules.errors import Refused

log = logging.getLogger(__name__)

AGAIN_SECONDS = 1.0
"""How long a server waits before it tries once more to begin anew."""
OPEN_AT = "The house is open at"
BACKLOG = 2048
SWITCH_SECONDS = 0.0001
"""How long the tables may keep the thread that writes from going on, once it is back from the disk."""


class Reached(NamedTuple):
    """How the other servers of a house reach this one, where several form it."""

    address: str = ""
    """As it was told; nothing, where it follows from where the server listens."""
    has_own_port: bool = False
    """Whether others listen at the same port, so that this server needs one of its own beside it."""
    drain_seconds: float = 30.0
    """How long tables may take to come to the end of their rounds before they move on."""

    def opened(self, taken: socket.socket) -> tuple[list[socket.socket], str]:
        """Where this server listens, and the address for the others."""
        bound, port = taken.getsockname()[:2]
        told = urlsplit(self.address)
        if not self.has_own_port:
            return [taken], self.address or f"http://{_named(bound)}:{port}"
        own = listening(told.hostname or "127.0.0.1", 0)
        return [taken, own], f"http://{_named(told.hostname or '127.0.0.1')}:{own.getsockname()[1]}"


def _named(host: str) -> str:
    """A host as other machines name it: of a server that listens everywhere, this machine's name."""
    if is_address(host) and ip_address(host).is_unspecified:
        host = socket.gethostname()
    return f"[{host}]" if ":" in host else host


def listening(
    host: str, port: int, *, is_shared: bool = False, is_listening: bool = True
) -> socket.socket:
    """A socket at the address asked for, or a refusal in one line.

    Several processes may share a port; one that only keeps it for them does not listen.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By name, or some loops do not know that answers must not wait to be sent together.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if is_shared:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind((host, port))
        if is_listening:
            made.listen(BACKLOG)  # The address may be used as soon as it is printed.
    except (OSError, UnicodeError) as error:
        made.close()
        why = getattr(error, "strerror", None) or error
        raise Refused(
            f"nobody can be served at {host}, port {port} ({why}): expected a free port"
            " of this machine, as in --port 8001"
        ) from None
    return made


Stop = TypeVar("Stop")
"""What becomes true when an end is asked for."""


def serve(
    host: str,
    port: int,
    database: str,
    doors: Doors,
    caps: Caps,
    say: Callable[[str], None],
    stoppable: Callable[[], AbstractContextManager[Stop]],
    *,
    keys: Path,
    archive: Path | None = None,
    is_new: bool = False,
    is_new_key: bool = False,
    secret: str | None = None,
    is_new_secret: bool = False,
    heads_to: str | None = None,
    accepts_gap: bool = False,
    logs: Logging = USUAL_LOG,
    traced_to: str = "",
    reached: Reached = Reached(),  # noqa: B008 - a constant
) -> Stop:
    """Open the doors and serve until it is stopped; what stopped it.

    While the house is opened an interrupt ends the process, as a power failure might; once it is open,
    `stoppable` takes note of it and the house is closed in order.
    """
    exporter = traces.exporter_to(traced_to) if traced_to else None
    taken = listening(host, port, is_shared=reached.has_own_port)
    sockets, reached_at = reached.opened(taken)
    bound = taken.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{bound}/"
    logs.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
    opening = partial(
        House.open,
        database,
        caps=caps,
        keys=keys,
        secret=secret,
        archive=archive,
        reached_at=reached_at,
        heads_to=heads_to,
    )
    first = partial(
        opening,
        is_new=is_new,
        is_new_key=is_new_key,
        is_new_secret=is_new_secret,
        accepts_gap=accepts_gap,
    )
    serving = partial(_serve_until, sockets, doors, caps, reached.drain_seconds)
    with asyncio.Runner(loop_factory=_loop) as runner, traces.traced(exporter):
        return runner.run(_serve(first, opening, serving, address, say, stoppable))


async def _serve(
    first: Callable[[], Awaitable[House]],
    again: Callable[[], Awaitable[House]],
    serving: Callable[[House, object], Awaitable[bool]],
    address: str,
    say: Callable[[str], None],
    stoppable: Callable[[], AbstractContextManager[Stop]],
) -> Stop:
    """Serve until it is stopped; only `first` does what is done once, as making a new key is."""
    house = await first()
    with stoppable() as stop:
        await _welcome(house, address, say)
        await serve_on(house, again, serving, stop)
        return stop


async def serve_on(
    house: House,
    opening: Callable[[], Awaitable[House]],
    serving: Callable[[House, object], Awaitable[bool]],
    stop: object,
) -> None:
    """Serve until it is stopped; when the other servers have taken this one for dead, begin anew."""
    while await serving(house, stop):
        log.error("this server begins anew: the others had taken it for dead")
        house = await _opened_again(opening, stop)


async def _opened_again(opening: Callable[[], Awaitable[House]], stop: object) -> House:
    """The house once more, as soon as its database can be reached."""
    while True:
        try:
            return await opening()
        except (Refused, OSError, SQLAlchemyError) as failed:
            if stop:
                raise
            log.error("this server cannot begin anew yet: %s", first_line(failed))
            await asyncio.sleep(AGAIN_SECONDS)


async def _serve_until(
    sockets: list[socket.socket],
    doors: Doors,
    caps: Caps,
    drain_seconds: float,
    house: House,
    stop: object,
) -> bool:
    """Serve until it is stopped; True if the house's other servers have taken this one for dead."""
    preparing = asyncio.create_task(house.school.courses.prepare(), name="school")
    collector = Collector(lambda: house.floor.commands)
    collector.begin()
    collecting = asyncio.create_task(collector.run(), name="collector")
    try:
        wanted = configuration(create(house, doors), doors, most=caps.connections)
        # Copies, as these are closed with the server, which may have to begin anew.
        await StoppableServer(wanted, house, stop, drain_seconds).serve(
            sockets=[each.dup() for each in sockets]
        )
    finally:
        preparing.cancel()
        collecting.cancel()
        await house.close()
    return not stop


class StoppableServer(uvicorn.Server):
    """Serves until something becomes true. Signals are not its business, and it raises none again.

    One of several servers gives its tables to others first, and goes on serving meanwhile.
    """

    def __init__(
        self, config: uvicorn.Config, house: House, stop: object, drain_seconds: float
    ) -> None:
        super().__init__(config)
        self._house, self._stop, self._drain_seconds = house, stop, drain_seconds
        self._draining: asyncio.Task[None] | None = None

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()

    async def on_tick(self, counter: int) -> bool:
        sharing = self._house.sharing
        if await super().on_tick(counter):
            return True
        if sharing is None or sharing.is_dead.is_set():
            return bool(self._stop) or sharing is not None
        if self._stop and self._draining is None:
            drain = sharing.giving.drain(self._drain_seconds)
            self._draining = asyncio.create_task(drain, name="draining")
        return self._draining is not None and self._draining.done()


def warnings(host: str) -> list[str]:
    """What is said where not only this machine can reach the house."""
    if is_loopback(host):
        return []
    return [
        "  WARNING: this is plain HTTP: on their way, passwords and cookies can be read by others.",
        "  Put a TLS proxy in front, name it with --proxy ADDRESS, and let only that proxy come in.",
    ]


def configuration(
    app: FastAPI,
    doors: Doors = ANY_ADDRESS,
    **limits: Any,
) -> uvicorn.Config:
    """How the house is served, with other limits of patience where they are named."""
    return uvicorn.Config(
        app,
        http=protocol(**limits),
        ws=PassableSocket,
        log_config=None,  # It logs as the house does.
        access_log=False,
        lifespan="off",
        proxy_headers=bool(doors.proxies),
        forwarded_allow_ips=list(doors.proxies),
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # A state is a few kB; packing each costs more than it saves.
        ws_ping_interval=20,
        ws_ping_timeout=40,
        timeout_graceful_shutdown=3,
    )


async def _welcome(house: House, address: str, say: Callable[[str], None]) -> None:
    """What the person who starts the house must know."""
    if house.sharing is not None and not house.sharing.whereabouts.has_desk:
        say(f"{OPEN_AT} {address}")
        servers = len(house.sharing.whereabouts.seen.servers)
        say(f"  This server is one of {servers} that form the house.")
        say("  Ctrl-C ends it: its tables go on at the others.")
        return
    try:
        password, wrong = await house.accounts.first_start(), ""
    except Refused as refused:  # Everybody else can sign in all the same.
        password, wrong = None, f"{refused}"
    tables = ", ".join(
        f"{live.table.book.setup.table} {live.table.book.game.name}" for live in house.floor.rows()
    )
    say(f"{OPEN_AT} {address}")
    if not PAGE.is_dir():
        say("  The page is not built (make page builds it); programs are served all the same.")
    say(f"  Tables: {tables or 'none yet'}. A guest may sit down at once.")
    for line in at_tables().left_out:
        say(f"  {line}.")
    for shut in house.floor.quarantined.values():
        say(f"  Table {shut.table} ({shut.id}) is shut: {shut.why}.")
    for line in house.signing.notes:
        say(f"  {capital(line)}.")
    if wrong:
        say(f"  {capital(wrong)}.")
    if password:
        say(f"  Sign in as {FIRST_NAME} with the one-time password {password}")
    say("  Ctrl-C closes the doors; every table goes on where it was when they open again.")
    for line in warnings(urlsplit(address).hostname or ""):
        say(line)


def _loop() -> asyncio.AbstractEventLoop:
    """The faster loop, where there is one."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()
