"""A server that is being opened takes no free table while another answers; alone, it takes them all."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from tablewright.house.books.ledger import DESK
from tablewright.house.house import House
from tablewright.house.server.serving import listening
from tablewright.house.servers import peers
from tablewright.house.servers.registry import Lease
from tablewright.house.tables.sharing import Sharing
from tests.house.clients import Visitor, eventually
from tests.house.company import run_sql
from tests.house.databases import Server
from tests.house.serving import Serving, served
from tests.house.two_servers import GAMES, has, sharing_of, table_at, two_servers

FREED = "UPDATE leases SET server = 'gone', fence = fence + 1 WHERE room = '{room}'"


@asynccontextmanager
async def being_opened(address: str) -> AsyncIterator[Sharing]:
    """One more server of a house, which listens already and answers nobody yet."""
    with listening("127.0.0.1", 0) as unheard:
        at = f"http://127.0.0.1:{unheard.getsockname()[1]}"
        house = await House.open(address, keeps_standing=False, reached_at=at)
        try:
            assert house.sharing is not None
            yield house.sharing
        finally:
            await house.close()


@contextmanager
def takes_nothing(sharing: Sharing, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A server that wants to take free rooms, and comes to none until the end; set when it wants to."""
    wants, goes_on = threading.Event(), threading.Event()
    take = sharing.registry.take

    async def late(lease: Lease) -> bool:
        wants.set()
        await asyncio.to_thread(goes_on.wait)
        return await take(lease)

    monkeypatch.setattr(sharing.registry, "take", late)
    try:
        yield wants
    finally:
        goes_on.set()


async def _rooms(sharing: Sharing) -> set[str]:
    """The rooms that there are, as the database has them."""
    return set((await sharing.registry.look()).leases)


def test_a_server_that_is_being_opened_leaves_what_is_free_to_one_that_answers(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is at a free table would wait until it is open."""

    async def scene(first: Serving) -> None:
        async with Visitor(first.address) as visitor:
            table = await visitor.table_of("duki4")
        with takes_nothing(sharing_of(first), monkeypatch) as wants:
            await run_sql(shared, FREED.format(room=table), FREED.format(room=DESK))
            assert await asyncio.to_thread(wants.wait, 60)
            async with being_opened(shared) as opened:
                assert not opened.registry.held
                opened.wake()
                seen = opened.whereabouts.seen
                await eventually(lambda: opened.whereabouts.seen is not seen)
                assert {each.room for each in opened.whereabouts.seen.free} == {table, DESK}
                assert not opened.registry.held
        await eventually(lambda: has(first, table))

    with served(shared) as first:
        asyncio.run(scene(first))


def test_it_takes_everything_once_the_one_that_answered_is_not_there_any_more(shared: str) -> None:
    async def scene(first: Serving) -> None:
        async with being_opened(shared) as opened:
            rooms = await _rooms(opened)
            assert len(rooms) > len(GAMES)
            assert not opened.registry.held
            await run_sql(
                shared, f"DELETE FROM servers WHERE id = '{sharing_of(first).registry.id}'"
            )
            await eventually(lambda: opened.registry.held.keys() == rooms)
            await eventually(lambda: opened.whereabouts.has_desk)

    with served(shared) as first:
        asyncio.run(scene(first))


def test_of_servers_that_are_opened_at_once_none_waits_for_another(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor for one that hangs: what is free is taken before the first of them answers."""
    monkeypatch.setattr(peers, "CONNECT_SECONDS", 0.2)

    async def scene() -> None:
        async with being_opened(shared) as first, being_opened(shared) as second:
            assert first.registry.held.keys() == {DESK}
            with takes_nothing(first, monkeypatch):
                await run_sql(shared, FREED.format(room=DESK))
                async with being_opened(shared) as third:
                    await eventually(
                        lambda: DESK in {**second.registry.held, **third.registry.held}
                    )

    asyncio.run(scene())


def test_the_only_server_of_a_house_is_started_again_with_everything(
    shared: str, postgres: Server
) -> None:
    """The row of the one that was killed is still there."""
    left = (
        "INSERT INTO servers (id, number, address, version, started, beat, is_leaving, kept)"
        " VALUES ('killed', 7, 'http://127.0.0.1:9', '0', '', 5, false, '')"
    )

    async def scene() -> None:
        async with being_opened(shared) as again:
            assert again.registry.held.keys() == await _rooms(again)
            assert len(again.registry.held) > len(GAMES)
            assert again.whereabouts.has_desk

    first = Serving(shared)
    first.start()
    first.stop()
    postgres.run(left, "UPDATE leases SET server = 'killed'", database="shared")
    asyncio.run(scene())


def test_one_that_has_answered_takes_what_another_does_not_come_to(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nothing stays free as each leaves it to the other."""

    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(second.address) as visitor:
            table = await table_at(first, visitor)
            with takes_nothing(sharing_of(first), monkeypatch):
                await run_sql(shared, FREED.format(room=table))
                await eventually(lambda: has(second, table))

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))
