"""A house that is served by a process of its own and can be killed at any moment."""

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tablewright.house.house import House
from tablewright.house.server.app import create
from tablewright.house.server.serving import (
    StoppableServer,
    configuration,
    listening,
    serve_on,
)
from tablewright.house.tables import idempotency, snapshots
from tests.cli.running import run
from tests.house.forking import Fork, Say
from tests.house.serving import ADMINISTRATOR, employ

EXPECTED = (
    "is dead: others take over",
    "is not reached for a socket",
    "did not answer",
    "was taken by another server",
)
"""What a server on PostgreSQL may say when another, or it before, was killed."""
REMEMBERED = 500
"""How many commands a table remembers here: so few that a long proof sees some forgotten."""


class Crashing:
    """A house on one database that is started and killed again and again."""

    def __init__(
        self,
        database: str,
        folder: Path,
        pace: float = 0.0,
        program: Callable[[Say, str, float, Path], None] | None = None,
        name: str = "complaints",
    ) -> None:
        self.complaints = folder / f"{name}.log"
        self.complaints.touch()
        self.keys = folder / "keys"
        self._database, self._pace, self._program = database, pace, program or serve
        self._fork: Fork | None = None
        self.address = ""

    def start(self) -> str:
        """Open the doors; where they are."""
        self._fork = Fork(self._program, self._database, self._pace, self.complaints)
        port = self._fork.hear()
        assert port, self.complaints.read_text()
        self.address = f"http://127.0.0.1:{port}"
        return self.address

    def kill(self) -> None:
        """End the server at once, as a power failure would."""
        if self._fork is not None:
            self._fork.close()
            self._fork = None

    def faults(self) -> list[str]:
        """What was said that has nothing to do with a kill."""
        said = self.complaints.read_text().splitlines()
        return [line for line in said if not any(expected in line for expected in EXPECTED)]


def serve(
    say: Say, database: str, pace: float, complaints: Path, *, accepts_gap: bool = False
) -> None:
    """Serve the house on a free port, which is said."""
    snapshots.EVERY_LINES = 40  # So that some are being written whenever it is killed.
    idempotency.REMEMBERED = REMEMBERED
    logging.basicConfig(filename=complaints, level=logging.WARNING)
    try:
        keys = complaints.with_name("keys")
        asyncio.run(_serve(say, database, pace, keys, accepts_gap=accepts_gap))
    except BaseException:
        logging.exception("the server ended")


async def _serve(say: Say, database: str, pace: float, keys: Path, *, accepts_gap: bool) -> None:
    taken = listening("127.0.0.1", 0)
    port = taken.getsockname()[1]
    opening = partial(
        House.open, database, pace=pace, keys=keys, reached_at=f"http://127.0.0.1:{port}"
    )
    house = await opening(accepts_gap=accepts_gap)
    if await house.accounts.by_name(ADMINISTRATOR) is None:
        await employ(house, {ADMINISTRATOR: ["administrator"]})
    serving = partial(_until_taken_for_dead, taken, partial(say, str(port)))
    await serve_on(house, opening, serving, stop=False)


class _Server(StoppableServer):
    """Says when it answers."""

    say: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.say()


async def _until_taken_for_dead(
    taken: socket.socket, say: Callable[[], None], house: House, stop: object
) -> bool:
    """Serve as ever, without what a server prepares for the school."""
    try:
        server = _Server(configuration(create(house)), house, stop, drain_seconds=0)
        server.say = say
        await server.serve(sockets=[taken.dup()])
    finally:
        await house.close()
    return True


def back_up_apart(say: Say, out: str, address: str, keys: str) -> None:
    """Take a backup of a house that another process serves; what the command printed."""
    ran = run("backup", "--out", out, "--json", "--database", address, "--keys", keys)
    assert (ran.status, ran.err) == (0, ""), ran.err
    say(ran.out)
