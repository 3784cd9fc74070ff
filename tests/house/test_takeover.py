"""A house of two servers, one of which is killed at any moment: the other has its tables at once."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.house.crashing import Crashing
from tests.house.databases import Server
from tests.house.gambling import (
    GONE,
    STAKES,
    Gambler,
    do_open_journals_verify,
    look_into_the_books,
)

KILLS, MANY_KILLS = 3, 500
PLACES, MANY_PLACES = (1, 4), (1, 2, 3, 4, 5, 6)
EXPECTED = (
    "is dead: others take over",
    "is not reached for a socket",
    "did not answer",
    "was taken by another server",
)
"""What a server may say when another was killed."""


class Pair:
    """Two servers of one house."""

    def __init__(self, database: str, folder: Path) -> None:
        self.servers = [Crashing(database, folder, 0.02, name=each) for each in ("one", "two")]
        self.keys = self.servers[0].keys
        for each in self.servers:
            each.start()

    @property
    def addresses(self) -> list[str]:
        return [each.address for each in self.servers]

    def kill(self) -> None:
        for each in self.servers:
            each.kill()

    def complaints(self) -> list[str]:
        """What was said that has nothing to do with a kill."""
        return [
            line
            for each in self.servers
            for line in each.complaints.read_text().splitlines()
            if not any(expected in line for expected in EXPECTED)
        ]


@contextmanager
def pair_on(postgres: Server, folder: Path) -> Iterator[tuple[Pair, str]]:
    database = postgres.copied("pair")
    pair = Pair(database, folder)
    try:
        yield pair, database
    finally:
        pair.kill()
        postgres.drop("pair")


@pytest.mark.proof
def test_what_a_killed_server_had_goes_on_at_the_other(postgres: Server, tmp_path: Path) -> None:
    _killed_by_turns(postgres, tmp_path, KILLS, PLACES, 5)


@pytest.mark.proof
def test_a_great_many_kills_lose_nothing(postgres: Server, tmp_path: Path, proof_seed: int) -> None:
    waits = _killed_by_turns(postgres, tmp_path, MANY_KILLS, MANY_PLACES, proof_seed)
    waits.sort()
    print(
        f"\n{MANY_KILLS} kills: players heard from their tables again after"
        f" {waits[len(waits) // 2]:.2f} s (median),"
        f" {waits[len(waits) * 99 // 100]:.2f} s (99th percentile), {waits[-1]:.2f} s at most"
    )


def _killed_by_turns(
    postgres: Server, folder: Path, kills: int, places: tuple[int, ...], seed: int
) -> list[float]:
    """Kill one server after the other; how long each player then waited."""
    gamblers = [
        Gambler(game, place, random.Random(f"{game}{place} {seed}"))
        for game in STAKES
        for place in places
    ]
    with pair_on(postgres, folder) as (pair, database):
        waits = asyncio.run(_play_on(pair, gamblers, kills, random.Random(seed)))
        pair.kill()
        asyncio.run(look_into_the_books(database, pair.keys, gamblers))
        asyncio.run(do_open_journals_verify(database, pair.keys))
        assert not pair.complaints()
    assert all(gambler.rounds > 1 for gambler in gamblers)
    return waits


async def _play_on(
    pair: Pair, gamblers: list[Gambler], kills: int, luck: random.Random
) -> list[float]:
    playing = [
        asyncio.create_task(_keep_playing(pair, gambler, random.Random(luck.random())))
        for gambler in gamblers
    ]
    waits: list[float] = []
    try:
        for _ in range(kills):
            await _hear_more(gamblers, playing, luck.randint(1, 8))
            victim = pair.servers[luck.randrange(2)]
            victim.kill()
            waits += await _heard_again(gamblers, playing)
            await asyncio.to_thread(victim.start)  # It comes back while the others play on.
        await _hear_more(gamblers, playing, 5)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return waits


async def _keep_playing(pair: Pair, gambler: Gambler, luck: random.Random) -> None:
    """Play by any server; when the connection is lost, by any again."""
    while True:
        try:
            await gambler.play(luck.choice(pair.addresses))
        except GONE:
            await asyncio.sleep(0.05)


async def _hear_more(
    gamblers: list[Gambler], playing: list[asyncio.Task[None]], messages: int
) -> None:
    """Until every player has heard so much more."""
    ends = [each.heard + messages for each in gamblers]
    while any(each.heard < end for each, end in zip(gamblers, ends, strict=True)):
        over, _ = await asyncio.wait(playing, timeout=0.005)
        assert not over, over


async def _heard_again(gamblers: list[Gambler], playing: list[asyncio.Task[None]]) -> list[float]:
    """How long after this moment each player heard something from their table."""
    start = time.monotonic()
    before, waits = [each.heard for each in gamblers], dict[int, float]()
    while len(waits) < len(gamblers):
        over, _ = await asyncio.wait(playing, timeout=0.005)
        assert not over, over
        for number, each in enumerate(gamblers):
            if each.heard > before[number]:
                waits.setdefault(number, time.monotonic() - start)
    return list(waits.values())
