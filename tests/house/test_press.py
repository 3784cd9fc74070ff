"""The press: a process of its own that prints one thing at a time, and each thing once."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

from tablewright.house.screens.paper_orders import PaperOrder
from tablewright.house.screens.press import MOST_MEGABYTES, Answer, Press, Wanted
from tablewright.house.screens.print_shop import DOCUMENTS, Item, PrintShop, Unprintable
from tablewright.house.screens.shelf import Shelf
from tablewright.papers.houses import House
from tablewright.rules.errors import Refused
from tablewright.table.setup import Setup
from tests.house.asking_papers import DAY


class CountingPress(Press):
    """A press that knows how often it was asked."""

    def __init__(self, most_megabytes: int = MOST_MEGABYTES) -> None:
        super().__init__(most_megabytes)
        self.asked: list[Wanted] = []

    def ask(self, wanted: Wanted, seconds: float) -> Answer:
        self.asked.append(wanted)
        return super().ask(wanted, seconds)


def order(**chosen: Any) -> PaperOrder:
    return PaperOrder(setup=Setup(table="1", game="duki4", day=DAY, **chosen), house=House())


def test_what_is_asked_for_twice_is_printed_once() -> None:
    async def scene() -> None:
        press = CountingPress()
        shop = PrintShop(press)
        try:
            first, second = await asyncio.gather(
                *(shop.papers(order(), "rules-of-play") for _ in range(2))
            )
            assert first == second == await shop.papers(order(), "rules-of-play")
            assert len(press.asked) == 1
            other = await shop.papers(order(limits={"ante": (500, 900)}), "rules-of-play")
            assert other != first
            assert len(press.asked) == 2
        finally:
            await shop.close()

    asyncio.run(scene())


def test_a_press_that_ends_is_started_again() -> None:
    async def scene() -> None:
        press = CountingPress()
        shop = PrintShop(press)
        try:
            with pytest.raises(Unprintable):
                await shop.papers(order(), "no such document")
            printing = asyncio.create_task(shop.papers(order(), "training-manual"))
            while len(press.asked) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)  # It is being written by now, which takes longer.
            assert press._process is not None
            press._process.kill()
            with pytest.raises(Unprintable, match="try again"):
                await printing
            assert await shop.papers(order(), "layout")
        finally:
            await shop.close()

    asyncio.run(scene())


def test_a_press_that_has_had_much_memory_is_replaced() -> None:
    press = Press(most_megabytes=1)
    wanted = [Wanted(what="paper", order=order(), name="layout")] * 2
    try:
        first, second = (press.ask(each, seconds=60) for each in wanted)
        assert first.is_last
        assert first == second
        assert press._process is None
    finally:
        press.stop()


def test_a_house_that_closes_does_not_wait_for_its_papers() -> None:
    async def scene() -> None:
        shop = PrintShop()
        waiting = [asyncio.create_task(shop.pages(order(), name)) for name in DOCUMENTS]
        await asyncio.sleep(0.05)
        await shop.close()
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(each, asyncio.CancelledError | Refused) for each in ended)
        with pytest.raises(Unprintable, match="closing"):
            await shop.papers(order(), "sign")

    asyncio.run(scene())


def test_the_house_itself_counts_and_prints_nothing() -> None:
    code = "import sys, json, tablewright.house.server.app; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"numpy", "numba", "matplotlib", "typst"} & set(json.loads(done.stdout))


def test_the_shelf_keeps_the_newest_up_to_its_size() -> None:
    shelf: Shelf[Item, Answer] = Shelf(10)
    items = [Item("order", "pages", name) for name in DOCUMENTS]
    for item in items[:2]:
        shelf.put(item, Answer(pages=(b"four",)))
    assert shelf.find(items[0])  # Now it is the newest.
    shelf.put(items[2], Answer(pages=(b"t", b"o")))
    assert shelf.find(items[1])
    shelf.put(items[3], Answer(pages=(b"four",)))
    assert [bool(shelf.find(item)) for item in items[:4]] == [False, True, True, True]
    shelf.put(items[4], Answer(pages=(b"larger than it",)))
    assert not any(shelf.find(item) for item in items)
