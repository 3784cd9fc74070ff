"""Two servers that form one house, and which of them has what."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tablewright.house.tables.sharing import Sharing
from tests.house.clients import Visitor, eventually
from tests.house.serving import Serving

GAMES = ("duki4", "king-high", "pick2")


@contextmanager
def two_servers(address: str) -> Iterator[tuple[Serving, Serving]]:
    """A house that two servers form, the first with the desk."""
    first = Serving(address)
    first.start()
    second = Serving(address, is_new=False)
    try:
        second.start()
        try:
            spread(first, second)
            yield first, second
        finally:
            second.stop()
    finally:
        first.stop()


def sharing_of(serving: Serving) -> Sharing:
    assert serving.house.sharing is not None
    return serving.house.sharing


def has(serving: Serving, table: str) -> bool:
    """Whether a server has a table: it neither follows it only, nor is just giving it away."""
    live = serving.house.floor.tables.get(table)
    is_open = live is not None and not live.is_elsewhere
    return is_open and table in sharing_of(serving).registry.held


async def table_at(serving: Serving, visitor: Visitor) -> str:
    """A table that a server has."""
    tables = [await visitor.table_of(game) for game in GAMES]
    return next(each for each in tables if has(serving, each))


def spread(first: Serving, second: Serving) -> None:
    """Wait until both servers have a table."""

    async def are_both() -> None:
        await eventually(
            lambda: all(
                any(has(each, table) for table in list(each.house.floor.tables))
                for each in (first, second)
            )
        )

    asyncio.run(are_both())
