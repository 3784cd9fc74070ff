"""Serving a house from this machine: where its data lie, what the first start says, when it stops."""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from tablewright.house.accounts import FIRST_NAME
from tablewright.house.app import PAGE, create
from tablewright.house.house import House
from tablewright.rules.errors import Refused, quoted

FILE = "house.db"


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
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, UnicodeError) as error:
        made.close()
        why = getattr(error, "strerror", None) or error
        raise Refused(
            f"nobody can be served at {host}, port {port} ({why}): expected a free port"
            " of this machine, as in --port 8001"
        ) from None
    return made


def serve(host: str, port: int, database: str, say: Callable[[str], None]) -> int:
    """Open the doors and serve until somebody stops it; the exit status."""
    taken = listening(host, port)
    bound = taken.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{bound}/"
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with asyncio.Runner(loop_factory=_loop) as runner:
        runner.run(_serve(taken, address, database, say))
    return 0


async def _serve(
    taken: socket.socket, address: str, database: str, say: Callable[[str], None]
) -> None:
    house = await House.open(database)
    try:
        await _welcome(house, address, say)
        config = uvicorn.Config(
            create(house),
            log_level="warning",
            access_log=False,
            lifespan="off",
            ws_max_size=16 * 1024,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=3,
        )
        await uvicorn.Server(config).serve(sockets=[taken])
    finally:
        await house.close()


async def _welcome(house: House, address: str, say: Callable[[str], None]) -> None:
    """What whoever starts the house must know."""
    password = await house.accounts.first_start()
    tables = ", ".join(
        f"{live.table.book.setup.table} {live.table.book.game.name}" for live in house.floor.rows()
    )
    say(f"The house is open at {address}")
    if not PAGE.is_dir():
        say("  The page is not built (make page builds it); programs are served all the same.")
    say(f"  Tables: {tables or 'none yet'}. A guest may sit down at once.")
    if password:
        say(f"  Sign in as {FIRST_NAME} with the one-time password {password}")
    say("  Ctrl-C closes the doors; every table goes on where it was when they open again.")


def _loop() -> asyncio.AbstractEventLoop:
    """The faster loop, where there is one."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()
