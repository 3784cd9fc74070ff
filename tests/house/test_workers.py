"""`serve --workers N`: several servers that one command starts, minds and ends."""

import asyncio
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import asyncpg  # type: ignore[import-untyped]
import psutil
import pytest

from tablewright.house.books.database import Database
from tablewright.house.books.formats import HOUSE
from tablewright.house.books.house_keys import kept_ring
from tablewright.house.books.signatures import GAP, Signatures
from tablewright.house.house import House
from tests.cli.running import run
from tests.house.clients import Visitor, eventually
from tests.house.databases import Server

ENDED_BY_TERM = 128 + signal.SIGTERM
NEW_PASSWORD = "seven brown horses"


class Workers:
    """A house whose servers were started together, as a person starts them."""

    def __init__(
        self, database: str, folder: Path, complaints: IO[bytes], options: Sequence[str]
    ) -> None:
        self.database, self._complaints = database, complaints
        words = ["serve", "--port", "0", "--workers", "2", "--database", database, *options]
        words += ["--keys", str(folder / "keys"), "--drain", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablewright", *words],
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        )
        self.said = self.address = self.password = ""

    def listen(self) -> None:
        """Wait until all of it was said."""
        assert self.process.stdout is not None
        while not all(each in self.said for each in ("share the work", "Ctrl-C")):
            line = self.process.stdout.readline()
            assert line, self.complaints
            self.said += line
        found = re.search(r"open at (\S+)/\n", self.said)
        password = re.search(r"password (\S+)", self.said)
        assert found
        self.address, self.password = found[1], password[1] if password else ""

    @property
    def complaints(self) -> str:
        self._complaints.seek(0)
        return self._complaints.read().decode()

    @property
    def servers(self) -> list[psutil.Process]:
        """The servers' own processes."""
        return list(psutil.Process(self.process.pid).children())

    @property
    def everybody(self) -> list[psutil.Process]:
        """All processes of the house, with those that the servers have started."""
        return [
            psutil.Process(self.process.pid),
            *psutil.Process(self.process.pid).children(recursive=True),
        ]

    async def ask(self, sql: str) -> set[str]:
        """What the database answers, a value for each row."""
        connection = await asyncpg.connect(self.database)
        try:
            return {str(row[0]) for row in await connection.fetch(sql)}
        finally:
            await connection.close()

    async def addresses(self) -> set[str]:
        """Where each server is reached by the others."""
        return await self.ask("SELECT address FROM servers")


@contextmanager
def workers_on(database: str, folder: Path, *options: str) -> Iterator[Workers]:
    """Such a house; nothing of it is left after the test, whatever that finds."""
    with tempfile.TemporaryFile() as complaints:
        house = Workers(database, folder, complaints, options)
        try:
            house.listen()
            yield house
        finally:
            for each in house.everybody if house.process.poll() is None else []:
                each.kill()
            house.process.wait()
            assert house.process.stdout is not None
            house.process.stdout.close()


@pytest.fixture
def shared(postgres: Server) -> Iterator[str]:
    yield postgres.copied("workers")
    postgres.drop("workers")


def test_one_command_starts_servers_replaces_a_dead_one_and_ends_them_all(
    shared: str, tmp_path: Path
) -> None:
    with workers_on(shared, tmp_path) as house:
        asyncio.run(_played_through_a_kill(house))
        left = house.everybody
        assert len(left) >= 3
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(60) == ENDED_BY_TERM, house.complaints
        assert not psutil.wait_procs(left, 10)[1], "nothing is left running"
        assert asyncio.run(house.addresses()) == set(), "each took leave of the others"
    said = house.said
    assert said.count("The house is open at") == 1, "one speaks for all"


async def _played_through_a_kill(house: Workers) -> None:
    async def are_two() -> bool:
        return len(await house.addresses()) == 2

    await eventually(are_two)
    before = await house.addresses()
    tables = await _opened(house)
    places = dict.fromkeys(tables, 0)
    for address in sorted(before):
        for table in tables:
            places[table] += 1
            await _play_a_round(address, table, places[table])
    killed = house.servers[0]
    killed.kill()

    async def is_replaced() -> bool:
        now = await house.addresses()
        return len(now) == 2 and now != before

    await eventually(is_replaced)
    assert "a server of the house has ended (-9); another is started" in house.complaints
    assert len(house.servers) == 2
    for address in (*sorted(await house.addresses()), house.address):
        for table in tables:
            places[table] += 1
            await _play_a_round(address, table, places[table])


async def _opened(house: Workers) -> list[str]:
    """Tables of the administrator's that deal without a pause, one for each server."""
    async with Visitor(house.address) as boss:
        await boss.sign_in("Administrator", house.password)
        changed = {"old": house.password, "new": NEW_PASSWORD}
        assert (await boss.post("/password", changed)).status_code == 200
        made = []
        for name in ("W1", "W2"):
            answer = await boss.post("/tables", {"table": name, "game": "duki4", "pace": 0.0})
            assert answer.status_code == 201, answer.text
            made.append(answer.json()["id"])
        return made


async def _play_a_round(address: str, table: str, place: int) -> None:
    """A round by one of the servers, whichever has the table."""
    async with Visitor(address) as visitor:
        await visitor.come_as_guest()
        player = await visitor.follow(table)
        await player.sit_down(place)
        await player.play_round({"ante": 500})
        await player.must("leave", place=place)
        await player.socket.close()


@pytest.mark.parametrize("what", ["the keys are lost", "the database is an older copy"])
def test_servers_that_begin_anew_do_not_do_again_what_the_first_was_told_to_do_once(
    shared: str, postgres: Server, tmp_path: Path, what: str
) -> None:
    keys, once = tmp_path / "keys", ["--accept-gap"]
    _open_and_close(shared, keys)
    older = postgres.copied("older", of="workers")
    if what == "the keys are lost":
        shutil.rmtree(keys)
        once = ["--new-key", "--new-secret"]
    else:
        _open_and_close(shared, keys)
    try:
        with workers_on(older, tmp_path, *once) as house:
            made = asyncio.run(_begun_anew(house))
            assert asyncio.run(_made_once(older)) == made
            assert house.complaints.count("this server begins anew") == 2
            assert "cannot begin anew" not in house.complaints
            assert "start without --accept-gap" not in house.complaints
    finally:
        postgres.drop("older")
    assert made == ((2, 0) if what == "the keys are lost" else (1, 1))


def _open_and_close(address: str, keys: Path) -> None:
    async def run() -> None:
        await (await House.open(address, keys=keys)).close()

    asyncio.run(run())


async def _begun_anew(house: Workers) -> tuple[int, int]:
    """Have every server be taken for dead, until all answer again; what was made before."""
    servers = "SELECT id FROM servers"

    async def are_two() -> bool:
        return len(await house.ask(servers)) == 2

    await eventually(are_two)
    before, made = await house.ask(servers), await _made_once(house.database)
    addresses = await house.addresses()
    await house.ask("DELETE FROM servers")

    async def are_others() -> bool:
        now = await house.ask(servers)
        return len(now) == 2 and not now & before

    await eventually(are_others)
    for address in addresses:
        async with Visitor(address) as anybody:

            async def answers(anybody: Visitor = anybody) -> bool:
                return (await anybody.get("/health")).status_code == 200

            await eventually(answers)
    return made


async def _made_once(address: str) -> tuple[int, int]:
    """How many keys the house has had, and how many gaps it has signed."""
    database = await Database.open(address)
    try:
        ring = await kept_ring(database)
        gaps = await Signatures(database).of(await database.setting(HOUSE, str), GAP)
        return len(ring.keys) if ring else 0, len(gaps)
    finally:
        await database.close()


def test_a_file_of_sqlite_has_one_server(tmp_path: Path) -> None:
    for where in (["--data", str(tmp_path)], ["--database", f"sqlite:///{tmp_path / 'h.db'}"]):
        ran = run("serve", "--workers", "2", "--port", "0", *where)
        assert (ran.status, ran.out) == (2, "")
        assert re.fullmatch(
            r"tablewright: --workers is 2, and a file of SQLite can be opened by one server only:"
            r" expected --database postgresql://USER@HOST/NAME, or --workers 1\n",
            ran.err,
        )
    assert not list(tmp_path.iterdir()), "nothing was made"
