"""The database of a house of two servers is killed, full or locked while people play at both.

The house says so, keeps everything that it has answered, does nothing twice, and goes on by itself.
"""

import asyncio
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg  # type: ignore[import-untyped]
import pytest

from tablewright.house.books import database as books
from tests.house.clients import Visitor, eventually, why
from tests.house.conftest import roomy_memory
from tests.house.crashing import Crashing, serve
from tests.house.databases import Server
from tests.house.forking import Say
from tests.house.gambling import (
    GONE,
    STAKES,
    Gambler,
    do_open_journals_verify,
    look_into_the_books,
)

LOCK_SECONDS = 0.5
"""How long these servers wait for what another session has locked."""
SMALL_MB = 64
EXPECTED = (
    "the database is unavailable: ",
    "the database is available again, after ",
    "is taken up again: ",
    "could not be ",
)
"""What a server says of it: once that it is away; of each table and each regular task of the house that
was at it just then, that it was not done."""
MOST_LINES = 12


class Two:
    """Two servers of one house, and those who play there."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        self._servers = [
            Crashing(database, folder, 0.02, serve_hastily, name) for name in ("one", "two")
        ]
        self.keys = self._servers[0].keys
        luck = random.Random(3)
        self.gamblers = [
            Gambler(game, place, random.Random(luck.random()))
            for game in STAKES
            for place in (1, 4)
        ]
        self._playing: list[asyncio.Task[None]] = []

    @property
    def addresses(self) -> list[str]:
        return [each.address for each in self._servers]

    def start(self) -> None:
        for each in self._servers:
            each.start()

    def kill(self) -> None:
        for each in self._servers:
            each.kill()

    def said(self) -> list[list[str]]:
        """What each server has logged."""
        return [each.complaints.read_text().splitlines() for each in self._servers]

    @asynccontextmanager
    async def played(self) -> AsyncIterator[None]:
        """People play by either server, by turns, and come back when a connection is lost."""
        await self._are_tables_there()
        self._playing = [
            asyncio.create_task(self._keep_playing(each, number))
            for number, each in enumerate(self.gamblers)
        ]
        try:
            yield
        finally:
            for task in self._playing:
                task.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)

    async def _keep_playing(self, gambler: Gambler, number: int) -> None:
        while True:
            number += 1
            try:
                await gambler.play(self.addresses[number % 2])
            except GONE:
                await asyncio.sleep(0.05)

    async def _are_tables_there(self) -> None:
        for address in self.addresses:
            async with Visitor(address) as guest:
                await guest.come_as_guest()

                async def has_all(guest: Visitor = guest) -> bool:
                    return {each["game"] for each in await guest.ask("/tables")} >= STAKES.keys()

                await eventually(has_all)

    async def hear_more(self, messages: int) -> None:
        """Until every player has heard so much more."""
        ends = [each.heard + messages for each in self.gamblers]
        while any(each.heard < end for each, end in zip(self.gamblers, ends, strict=True)):
            over, _ = await asyncio.wait(self._playing, timeout=0.01)
            assert not over, over

    async def say_that_they_are(self, status: str) -> None:
        """Both servers tell programs so."""
        for address in self.addresses:
            async with Visitor(address) as anybody:

                async def is_so(anybody: Visitor = anybody) -> bool:
                    answer = await anybody.get("/health")
                    assert answer.status_code == (200 if answer.json()["status"] == "open" else 503)
                    return bool(answer.json()["status"] == status)

                await eventually(is_so)


Scene: TypeAlias = Callable[[Two], Coroutine[Any, Any, None]]


def serve_hastily(say: Say, database: str, pace: float, complaints: Path) -> None:
    """Serve the house, and wait for no lock for long."""
    books.LOCK_SECONDS = LOCK_SECONDS
    serve(say, database, pace, complaints)


def _play_through(database: str, folder: Path, scene: Scene) -> None:
    """People play through a scene; then all is there, once, and the log says what there was to say."""
    house = Two(database, folder)

    async def run() -> None:
        async with house.played():
            await house.hear_more(5)
            await scene(house)
            await house.say_that_they_are("open")
            await house.hear_more(10)

    try:
        house.start()
        asyncio.run(run())
    finally:
        house.kill()
    for said in house.said():
        assert [line for line in said if not any(each in line for each in EXPECTED)] == []
        assert len([line for line in said if EXPECTED[0] in line]) == 1, said
        assert len(said) <= MOST_LINES, said
    asyncio.run(look_into_the_books(database, house.keys, house.gamblers))
    asyncio.run(do_open_journals_verify(database, house.keys))


@pytest.fixture
def own_postgres() -> Iterator[Server]:
    """A PostgreSQL server that a test may do anything to."""
    folder = Path(tempfile.mkdtemp(prefix="tw-", dir=roomy_memory()))
    server = Server(folder / "pg", is_lasting=True)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def test_a_database_server_that_is_killed_costs_nobody_anything(
    own_postgres: Server, tmp_path: Path
) -> None:
    async def scene(house: Two) -> None:
        await asyncio.to_thread(own_postgres.kill)
        await house.say_that_they_are("unavailable")
        for address in house.addresses:
            async with Visitor(address) as ann:
                refused = await ann.post("/guest", {"name": "Ann"})
                assert refused.status_code == 503
                assert "The database is unavailable. Nothing has changed" in why(refused)
        await asyncio.to_thread(own_postgres.start_again)

    _play_through(own_postgres.copied("killed"), tmp_path, scene)


def test_a_journal_that_another_session_locks_is_waited_for(
    postgres: Server, tmp_path: Path
) -> None:
    async def scene(house: Two) -> None:
        other = await asyncpg.connect(house.database)
        async with other.transaction():
            await other.execute("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE")
            await house.say_that_they_are("read-only")
        await other.close()

    _play_through(postgres.copied("locked"), tmp_path, scene)
    postgres.drop("locked")


@contextmanager
def small_disk(owner: str) -> Iterator[Path]:
    """A disk of a few megabytes, where this system lets us have one."""
    folder = Path(tempfile.mkdtemp(prefix="tw-"))
    size = f"size={SMALL_MB}m"
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        folder.rmdir()
        pytest.skip("only who may mount a disk can fill a small one")
    try:
        shutil.chown(folder, owner, owner)
        folder.chmod(0o700)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only who may mount a disk can fill a small one")
def test_a_full_disk_is_said_and_play_goes_on_once_there_is_room(
    own_postgres: Server, tmp_path: Path
) -> None:
    with small_disk(own_postgres.owner) as disk:

        async def scene(house: Two) -> None:
            filler = disk / "filler"
            with pytest.raises(OSError, match="No space left"):
                filler.write_bytes(bytes(SMALL_MB << 20))
            await house.say_that_they_are("read-only")
            filler.unlink()

        own_postgres.run(f"CREATE TABLESPACE small LOCATION '{disk}'")
        own_postgres.copied("filled")
        own_postgres.run("ALTER DATABASE filled SET TABLESPACE small")
        _play_through(own_postgres.address("filled"), tmp_path, scene)
        own_postgres.drop("filled")
        own_postgres.run("DROP TABLESPACE small")
