"""A backup that is taken while a crowd plays: what was answered before is in it, and rounds go on.

The house is served by a process of its own and backed up by another. It plays on and is then killed.
"""

import asyncio
import json
import random
import shutil
import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablewright.house.books.at_rest import open_secret
from tablewright.house.books.database import Database
from tablewright.house.books.ledger import Ledger
from tablewright.table.journal import decoded
from tests.cli.running import run
from tests.house.crashing import Crashing, back_up_apart, serve
from tests.house.databases import Server
from tests.house.forking import forked
from tests.house.gambling import GONE, STAKES, Gambler

ANSWERS = 18
"""How many commands are answered, at least, before a backup is taken."""


class Books(NamedTuple):
    """What is written of each open table."""

    lines: dict[str, list[bytes]]
    commands: dict[str, dict[str, int]]
    vaults: dict[str, dict[int, tuple[str, str]]]


async def _books(address: str, keys: Path) -> Books:
    database = await Database.open(address)
    await open_secret(database, None, keys)
    ledger, found = Ledger(database), Books({}, {}, {})
    try:
        for kept in await ledger.tables():
            found.lines[kept.id] = await ledger.lines(kept.id)
            found.vaults[kept.id] = await ledger.vault(kept.id)
            found.commands[kept.id] = {each.id: each.seq for each in await ledger.commands(kept.id)}
    finally:
        await database.close()
    return found


class Crowd:
    """Gamblers at every table, and when each of their commands was known to be answered."""

    def __init__(self, seed: int) -> None:
        self.gamblers = [
            Gambler(game, place, random.Random(f"{game}{place} {seed}"))
            for game in STAKES
            for place in (1, 4)
        ]
        self.answered: dict[tuple[str, str], tuple[float, int]] = {}
        """By table and command: when it was seen to be answered, and the line of the journal."""

    def note(self) -> None:
        now = time.time()
        for each in self.gamblers:
            for id, seq in each.answered.items():
                if each.sent[id].do["event"] != "bets":  # Bets that lay there already are not kept.
                    self.answered.setdefault((each.table, id), (now, seq))

    @property
    def heard(self) -> int:
        return sum(each.heard for each in self.gamblers)

    async def play(self, house: Crashing, backups: list[Path], address: str) -> list[Any]:
        """Play, take a backup again and again, play on, and be killed; what the backups said."""
        at, said = house.start(), []
        playing = [asyncio.create_task(each.play(at)) for each in self.gamblers]
        for out in backups:
            await self._until(playing, self.heard + 60, len(self.answered) + ANSWERS)
            with forked(back_up_apart, str(out), address, str(house.keys)) as fork:
                hearing = asyncio.create_task(asyncio.to_thread(fork.hear))
                while not hearing.done():
                    await self._look(playing)
                said.append(json.loads(hearing.result()))
        await self._until(playing, self.heard + 60)
        house.kill()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            assert isinstance(outcome, GONE), repr(outcome)
        return said

    async def _until(
        self, playing: list[asyncio.Task[None]], messages: int, answers: int = 0
    ) -> None:
        while self.heard < messages or len(self.answered) < answers:
            await self._look(playing)

    async def _look(self, playing: list[asyncio.Task[None]]) -> None:
        over, _ = await asyncio.wait(playing, timeout=0.005)
        assert not over, over
        self.note()

    def anew(self) -> "Crowd":
        """The same people at the same tables, who know nothing of what they did there."""
        made = Crowd(0)
        for each, before in zip(made.gamblers, self.gamblers, strict=True):
            each.table, each.cookies = before.table, dict(before.cookies)
        return made


@pytest.fixture
def crashing(ready_address: str, tmp_path: Path) -> Iterator[Crashing]:
    house = Crashing(ready_address, tmp_path, pace=0.02)
    yield house
    house.kill()


def test_a_house_backed_up_in_the_middle_of_play_goes_on_in_the_same_round_on_either_database(
    crashing: Crashing, ready_address: str, tmp_path: Path, postgres: Server
) -> None:
    _backed_up_and_restored(crashing, ready_address, tmp_path, postgres, backups=1, seed=5)


@pytest.mark.proof
def test_a_house_backed_up_again_and_again_in_the_middle_of_play(
    crashing: Crashing, ready_address: str, tmp_path: Path, postgres: Server, proof_seed: int
) -> None:
    _backed_up_and_restored(crashing, ready_address, tmp_path, postgres, backups=8, seed=proof_seed)


def _backed_up_and_restored(
    crashing: Crashing, address: str, tmp_path: Path, postgres: Server, *, backups: int, seed: int
) -> None:
    crowd = Crowd(seed)
    files = [tmp_path / f"{number}.backup" for number in range(backups)]
    said = asyncio.run(crowd.play(crashing, files, address))
    killed = tmp_path / "killed.backup"
    here = ("--database", address, "--keys", str(crashing.keys))
    ran = run("backup", "--out", str(killed), *here, "--json")
    assert (ran.status, ran.err) == (0, ""), "nobody has opened the house since it was killed"
    original = asyncio.run(_books(address, crashing.keys))
    assert json.loads(ran.out)["rows"]["journal"] == sum(map(len, original.lines.values()))
    assert crashing.complaints.read_text() == "", "the house did not notice the backup"
    for number, (file, told) in enumerate(zip(files, said, strict=True)):
        names = [f"again{number}_{kind}" for kind in ("sqlite", "postgres")]
        folder = tmp_path / names[0]
        folder.mkdir()
        places = [f"sqlite:///{folder / 'house.db'}", postgres.empty(names[1])]
        for name, place in zip(names, places, strict=True):
            missing = _restored(file, place, crashing.keys)
            books = asyncio.run(_books(place, crashing.keys))
            _is_what_was_answered_there(crowd, told["taken"], books, original)
            if number == backups - 1:
                folder = tmp_path / f"{name}.served"
                folder.mkdir()
                shutil.copytree(crashing.keys, folder / "keys")
                serving = partial(serve, accepts_gap=missing > 0)
                house = Crashing(place, folder, pace=0.02, program=serving)
                _goes_on(house, place, crowd, books)
        postgres.drop(names[1])


def _restored(file: Path, address: str, keys: Path) -> int:
    """Restore a backup; how many statements the house has signed since, which the keys remember."""
    words = ("restore", str(file), "--database", address, "--keys", str(keys), "--keep-sessions")
    ran = run(*words, "--json")
    assert (ran.status, ran.err) == (0, "")
    told = json.loads(ran.out)
    tables, missing = told["tables"], int(told["missing"])
    assert len(tables) == len(STAKES)
    assert all(each["open"] and each["verified"] and each["taken_up"] for each in tables)
    assert any("--accept-gap" in each for each in told["notes"]) == (missing > 0)
    return missing


def _is_what_was_answered_there(crowd: Crowd, taken: str, books: Books, original: Books) -> None:
    """Everything that was answered before a backup began is in it, and nothing that never was."""
    began = datetime.fromisoformat(taken).timestamp()
    before = {key: seq for key, (at, seq) in crowd.answered.items() if at < began}
    assert len(before) >= ANSWERS
    for (table, id), seq in before.items():
        kept = {each.rpartition(":")[2]: at for each, at in books.commands[table].items()}
        assert kept[id] == seq
    for table, lines in books.lines.items():
        assert lines == original.lines[table][: len(lines)]
    assert any(len(original.lines[table]) > len(lines) for table, lines in books.lines.items())


def _goes_on(house: Crashing, address: str, crowd: Crowd, books: Books) -> None:
    """A restored house is served, and everyone plays on from the round that they were in."""
    people = crowd.anew()
    rounds = {table: decoded(lines[-1]).round for table, lines in books.lines.items()}
    assert all(round >= 1 for round in rounds.values())

    async def play() -> None:
        at = house.start()
        playing = [asyncio.create_task(each.play(at)) for each in people.gamblers]
        first: dict[str, int] = {}
        while any(each.rounds <= rounds[each.table] for each in people.gamblers):
            over, _ = await asyncio.wait(playing, timeout=0.005)
            assert not over, over
            for each in people.gamblers:
                if each.newest:
                    first.setdefault(each.table, each.newest["view"]["round"])
                    assert each.newest["place"] in (0, each.place)
        assert all(first[table] - round in (0, 1) for table, round in rounds.items())
        house.kill()
        await asyncio.gather(*playing, return_exceptions=True)

    try:
        asyncio.run(play())
    finally:
        house.kill()
    after = asyncio.run(_books(address, house.keys))
    for table, lines in books.lines.items():
        assert after.lines[table][: len(lines)] == lines
        assert len(after.lines[table]) > len(lines)
    assert house.complaints.read_text() == ""
