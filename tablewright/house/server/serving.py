"""Serving a house from this machine: where its data lie, what the first start says, when it stops."""

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from fastapi import FastAPI
from platformdirs import user_data_path

from tablewright.games import at_tables
from tablewright.house.house import House
from tablewright.house.people.accounts import FIRST_NAME
from tablewright.house.people.caps import Caps
from tablewright.house.server.app import ANY_ADDRESS, PAGE, create
from tablewright.house.server.collecting import Collector
from tablewright.house.server.connections import protocol
from tablewright.house.server.hosts import Doors, is_loopback
from tablewright.house.watching import traces
from tablewright.house.watching.logs import USUAL_LOG, Logging
from tablewright.rules.english import capital
from tablewright.rules.errors import Refused, quoted

FILE = "house.db"
BACKLOG = 2048
SWITCH_SECONDS = 0.0001
"""How long the tables may keep the thread that writes from going on, once it is back from the disk."""


def data_folder(named: str | None) -> Path:
    """The folder that a house keeps its data in, made if need be."""
    folder = Path(named) if named else user_data_path("tablewright", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Refused(
            f"--data is {quoted(str(folder))} ({why}): expected a folder that can be written"
        ) from None
    return folder


def database_address(named: str | None, data: str | None) -> str:
    """The database that is named, or the embedded one in the folder of the data."""
    if named:
        return named
    return f"sqlite:///{data_folder(data).resolve() / FILE}"


def listening(host: str, port: int) -> socket.socket:
    """A socket at the address asked for, or a refusal in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By name, or some loops do not know that answers must not wait to be sent together.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
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
    log: Logging = USUAL_LOG,
    traced_to: str = "",
) -> Stop:
    """Open the doors and serve until it is stopped; what stopped it.

    While the house is opened an interrupt ends the process, as a power failure might; once it is open,
    `stoppable` takes note of it and the house is closed in order.
    """
    exporter = traces.exporter_to(traced_to) if traced_to else None
    taken = listening(host, port)
    bound = taken.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{bound}/"
    log.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
    opening = partial(
        House.open,
        database,
        caps=caps,
        is_new=is_new,
        keys=keys,
        is_new_key=is_new_key,
        secret=secret,
        is_new_secret=is_new_secret,
        archive=archive,
    )
    with asyncio.Runner(loop_factory=_loop) as runner, traces.traced(exporter):
        return runner.run(_serve(taken, address, opening, doors, caps, say, stoppable))


async def _serve(
    taken: socket.socket,
    address: str,
    opening: Callable[[], Awaitable[House]],
    doors: Doors,
    caps: Caps,
    say: Callable[[str], None],
    stoppable: Callable[[], AbstractContextManager[Stop]],
) -> Stop:
    house = await opening()
    with stoppable() as stop:
        preparing = asyncio.create_task(house.school.courses.prepare(), name="school")
        collecting: asyncio.Task[None] | None = None
        try:
            await _welcome(house, address, say)
            for line in warnings(taken.getsockname()[0]):
                say(line)
            collector = Collector(house.floor.is_quiet)
            collector.begin()
            collecting = asyncio.create_task(collector.run(), name="collector")
            wanted = configuration(create(house, doors), doors, most=caps.connections)
            await StoppableServer(wanted, stop).serve(sockets=[taken])
        finally:
            preparing.cancel()
            if collecting is not None:
                collecting.cancel()
            await house.close()
        return stop


class StoppableServer(uvicorn.Server):
    """Serves until something becomes true. Signals are not its business, and it raises none again."""

    def __init__(self, config: uvicorn.Config, stop: object) -> None:
        super().__init__(config)
        self._stop = stop

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or bool(self._stop)


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
    try:
        password, wrong = await house.accounts.first_start(), ""
    except Refused as refused:  # Everybody else can sign in all the same.
        password, wrong = None, f"{refused}"
    tables = ", ".join(
        f"{live.table.book.setup.table} {live.table.book.game.name}" for live in house.floor.rows()
    )
    say(f"The house is open at {address}")
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


def _loop() -> asyncio.AbstractEventLoop:
    """The faster loop, where there is one."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()
