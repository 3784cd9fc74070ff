"""A house that is killed at any moment: what was answered is there, once, and the round goes on."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.signing.files import read_signed
from tablewright.signing.rings import trusted
from tablewright.table.verify import verify
from tests.house.clients import Visitor
from tests.house.crashing import Crashing
from tests.house.gambling import (
    GONE,
    STAKES,
    Gambler,
    do_open_journals_verify,
    look_into_the_books,
)
from tests.house.serving import ADMINISTRATOR

MOMENTS = ("decide", "", "settle", "clear")
"""How far the round has come at one of the tables when the house is killed; any time, if empty."""
MORE_MOMENTS = (*MOMENTS, "draw", "", "wagers", "reveal", "", "settle", "clear", "decide", "") * 2
MOST_WAITED = 100
"""How many more messages are waited for until a phase is seen."""


@pytest.fixture
def crashing(ready_address: str, tmp_path: Path) -> Iterator[Crashing]:
    house = Crashing(ready_address, tmp_path, pace=0.02)
    yield house
    house.kill()


def test_a_house_that_is_killed_at_any_moment_goes_on_where_it_was(
    crashing: Crashing, ready_address: str
) -> None:
    _killed_again_and_again(crashing, ready_address, MOMENTS, 5)


@pytest.mark.proof
def test_a_house_that_is_killed_at_a_great_many_moments(
    crashing: Crashing, ready_address: str, proof_seed: int
) -> None:
    _killed_again_and_again(crashing, ready_address, MORE_MOMENTS, proof_seed)


def _killed_again_and_again(
    crashing: Crashing, address: str, moments: tuple[str, ...], seed: int
) -> None:
    luck = random.Random(seed)
    gamblers = [
        Gambler(game, place, random.Random(f"{game}{place} {seed}"))
        for game in STAKES
        for place in (1, 4)
    ]
    for number, phase in enumerate([*moments, *moments * 5]):
        if number >= len(moments) and any(each.retried["done"] for each in gamblers):
            break  # A command that nobody heard of before the kill was sent again, and done once.
        asyncio.run(_until_killed(crashing, gamblers, luck.randint(10, 90), phase))
        asyncio.run(look_into_the_books(address, crashing.keys, gamblers))
    assert any(each.retried["done"] for each in gamblers)
    asyncio.run(do_open_journals_verify(address, crashing.keys))
    asyncio.run(_play_on_and_close(crashing, gamblers))
    assert all(gambler.rounds > 1 for gambler in gamblers)
    assert crashing.complaints.read_text() == ""


async def _until_killed(
    crashing: Crashing, gamblers: list[Gambler], messages: int, phase: str
) -> None:
    """Play until so many messages have been heard, and a round has come to a phase."""
    address, end = crashing.start(), sum(gambler.heard for gambler in gamblers) + messages
    playing = [asyncio.create_task(gambler.play(address)) for gambler in gamblers]

    def is_time() -> bool:
        there = {gambler.newest["view"]["phase"] for gambler in gamblers if gambler.newest}
        heard = sum(gambler.heard for gambler in gamblers)
        return heard >= end and (not phase or phase in there or heard > end + MOST_WAITED)

    while not is_time():
        over, _ = await asyncio.wait(playing, timeout=0.001)
        assert not over, over
    crashing.kill()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        assert isinstance(outcome, GONE), repr(outcome)


async def _play_on_and_close(crashing: Crashing, gamblers: list[Gambler]) -> None:
    """Rounds end, tables are closed, and their journals are whole."""
    address = crashing.start()
    started = {gambler: gambler.rounds for gambler in gamblers}
    playing = [asyncio.create_task(gambler.play(address)) for gambler in gamblers]
    while any(gambler.rounds <= started[gambler] for gambler in gamblers):
        over, _ = await asyncio.wait(playing, timeout=0.05)
        assert not over, over
    async with Visitor(address) as boss:
        await boss.sign_in(ADMINISTRATOR)
        for table in {gambler.table for gambler in gamblers}:
            assert (await boss.post(f"/tables/{table}/close")).status_code == 200
        await asyncio.gather(*playing, return_exceptions=True)
        for table in {gambler.table for gambler in gamblers}:
            exported = (await boss.get(f"/tables/{table}/journal.jsonl")).content
            lines = exported.splitlines(keepends=True)
            verdict = verify(lambda kept=lines: kept)  # type: ignore[misc]
            assert verdict.is_closed
            assert verdict.lines == len(lines)
            answer = await boss.get(f"/tables/{table}/journal.jsonl.signed.json")
            signed = read_signed(answer.content)
            for each in signed.statements:
                trusted(signed.keys).check(each)
        assert len((await boss.ask("/signing"))["notes"]) == 0, "nothing that was signed is missing"
