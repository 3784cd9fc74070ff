"""What many ask to have written at once is written in few transactions, each whole or not at all."""

import asyncio
from collections.abc import Sequence

import pytest
from sqlalchemy.exc import IntegrityError

from tablewright.house.books.together import MOST_AT_ONCE, Together


class Writing:
    """Writes numbers, as long as it is let; what was written together."""

    def __init__(self) -> None:
        self.written: list[list[int]] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.together = Together(self._write)

    async def _write(self, numbers: Sequence[int]) -> list[str]:
        await self.may_go_on.wait()
        if 13 in numbers:
            raise OSError("the disk is full")
        if 66 in numbers:
            raise IntegrityError("INSERT", {}, ValueError("no such account"))
        self.written.append(list(numbers))
        return [f"made of {each}" for each in numbers]


def test_those_who_come_while_one_is_written_go_with_the_next() -> None:
    async def run() -> None:
        writing = Writing()
        writing.may_go_on.clear()
        first = asyncio.create_task(writing.together.made(1))
        await asyncio.sleep(0.01)
        others = [asyncio.create_task(writing.together.made(n)) for n in range(100, 250)]
        await asyncio.sleep(0.01)
        writing.may_go_on.set()
        assert await first == "made of 1"
        assert await asyncio.gather(*others) == [f"made of {n}" for n in range(100, 250)]
        assert [len(each) for each in writing.written] == [1, MOST_AT_ONCE, 50]
        assert await writing.together.made(7) == "made of 7"

    asyncio.run(run())


def test_what_fails_fails_for_those_in_it_and_for_nobody_after() -> None:
    async def run() -> None:
        writing = Writing()
        asked = [writing.together.made(n) for n in (12, 13, 14)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(each) for each in found] == ["the disk is full"] * 3
        with pytest.raises(OSError, match="full"):
            await writing.together.made(13)
        assert await writing.together.made(15) == "made of 15"
        assert writing.written == [[15]]

    asyncio.run(run())


def test_a_row_that_cannot_be_written_fails_for_nobody_else() -> None:
    async def run() -> None:
        writing = Writing()
        asked = [writing.together.made(n) for n in (65, 66, 67)]
        first, wrong, last = await asyncio.gather(*asked, return_exceptions=True)
        assert (first, last) == ("made of 65", "made of 67")
        assert isinstance(wrong, IntegrityError)
        assert writing.written == [[65], [67]]

    asyncio.run(run())


def test_one_who_goes_away_keeps_nobody_waiting() -> None:
    async def run() -> None:
        writing = Writing()
        writing.may_go_on.clear()
        gone, waits = (asyncio.create_task(writing.together.made(n)) for n in (1, 2))
        await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.sleep(0.01)
        writing.may_go_on.set()
        assert await waits == "made of 2"
        assert gone.cancelled()

    asyncio.run(run())
