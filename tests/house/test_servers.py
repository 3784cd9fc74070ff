"""Several servers form one house: any of them leads to any table, and none loses what another had."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.house.clients import Visitor
from tests.house.databases import Server
from tests.house.serving import Serving


@contextmanager
def two_servers(address: str) -> Iterator[tuple[Serving, Serving]]:
    """A house that two servers form, the first with the desk."""
    first = Serving(address)
    first.start()
    second = Serving(address, is_new=False)
    try:
        second.start()
        try:
            yield first, second
        finally:
            second.stop()
    finally:
        first.stop()


@pytest.fixture
def shared(postgres: Server) -> Iterator[str]:
    yield postgres.copied("shared")
    postgres.drop("shared")


def test_a_player_reaches_any_table_by_any_server(shared: str) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(second.address) as visitor:
            await visitor.come_as_guest("Ann")
            table = await visitor.table_of("duki4")
            player = await visitor.follow(table)
            await player.sit_down()
            await player.play_round({"ante": 500})
            await player.socket.close()

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))
        assert not first.complaints.said
        assert not second.complaints.said
