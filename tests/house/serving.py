"""A real server for the tests, in a thread beside them; one to be killed is in `crashing.py`."""

import asyncio
import logging
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from argon2 import PasswordHasher

from tablewright.house.house import House
from tablewright.house.people.caps import USUAL_CAPS, Caps
from tablewright.house.people.passwords import Passwords
from tablewright.house.server.app import create
from tablewright.house.server.hosts import Doors
from tablewright.house.server.serving import configuration, listening

T = TypeVar("T")

ADMINISTRATOR = "Ada"
PASSWORD = "seven brown horses"
"""Of every account that a test makes."""
DOORS = Doors(names=frozenset(["house"]))
"""How the house is reached in tests."""
DUTIES = {
    "Pia": ["player"],
    "Dan": ["dealer"],
    "Ina": ["inspector"],
    "Pit": ["pit-boss"],
    "Sue": ["surveillance"],
    "Ivo": ["instructor"],
    ADMINISTRATOR: ["administrator"],
}
"""An account for each duty."""


def quick_passwords() -> Passwords:
    """Passwords that are hashed as ever, and in no time."""
    return Passwords(PasswordHasher(1, 8, 1))


async def employ(house: House, duties: dict[str, list[str]] = DUTIES) -> None:
    """Accounts for the tests, whose passwords need not be changed and are quickly checked."""
    house.accounts.passwords = quick_passwords()
    for name, roles in duties.items():
        await house.accounts.create(name, roles, PASSWORD, must_change=False)
    await house.refresh_roster()


class Complaints(logging.Handler):
    """Everything that was logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


class Serving:
    """A house that is served in a thread of this process."""

    def __init__(
        self,
        database: str,
        pace: float = 0.0,
        *,
        keeps_standing: bool = True,
        is_new: bool = True,
        doors: Doors = DOORS,
        caps: Caps = USUAL_CAPS,
        keys: Path | None = None,
        port: int = 0,
        **limits: Any,
    ) -> None:
        self.complaints = Complaints()
        self._keys = keys
        self._is_new, self._doors, self._caps, self._limits = is_new, doors, caps, limits
        self._database, self._pace, self._keeps_standing = database, pace, keeps_standing
        self._socket = listening("127.0.0.1", port)
        # Little is kept for a reader who is slow, so that it soon shows.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)
        self.port: int = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._is_up = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="serving", daemon=True)
        self.house: House
        self.loop: asyncio.AbstractEventLoop

    def start(self) -> None:
        logging.getLogger().addHandler(self.complaints)
        self._thread.start()
        self._is_up.wait()
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Close the doors, and wait until they are closed."""
        self.loop.call_soon_threadsafe(self._end)
        self._thread.join(60)
        logging.getLogger().removeHandler(self.complaints)
        if self._failure is not None:
            raise self._failure

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done where the house lives."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(120)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._failure = error
        finally:
            self._is_up.set()

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.house = await House.open(
            self._database,
            pace=self._pace,
            keeps_standing=self._keeps_standing,
            caps=self._caps,
            keys=self._keys,
            reached_at=self.address,
        )
        try:
            if self._is_new:
                await employ(self.house)
            app = create(self.house, self._doors)
            server = uvicorn.Server(configuration(app, self._doors, **self._limits))
            self._server = server
            self.loop.call_soon(self._is_up.set)
            await server.serve(sockets=[self._socket])
        finally:
            await self.house.close()

    def _end(self) -> None:
        self._server.should_exit = True


@contextmanager
def served(database: str, pace: float = 0.0, **options: Any) -> Iterator[Serving]:
    """A house with an account for every duty, served until the test is over."""
    serving = Serving(database, pace, **options)
    serving.start()
    try:
        yield serving
    finally:
        serving.stop()
