"""Several servers form one house: any of them leads to any table, and none loses what another had."""

import asyncio
import contextlib
import shutil
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from tablewright.house.books import database
from tablewright.house.books.entries import BrokenTable, KeptTable
from tablewright.house.books.schema import HEAD
from tablewright.house.house import House
from tablewright.house.server.serving import listening
from tablewright.house.servers import peers
from tablewright.house.servers.peers import MARK, Passed, Peers
from tablewright.house.servers.registry import Server as ServerRow
from tablewright.house.tables.live import MOVED
from tablewright.rules.errors import Refused
from tablewright.table.verify import verify
from tests.house.clients import PATIENCE_SECONDS, Follower, Visitor, eventually
from tests.house.databases import Server, shape
from tests.house.serving import Serving, served
from tests.house.two_servers import GAMES, has, sharing_of, spread, table_at, two_servers
from tests.house.wires import Wire


def test_a_player_reaches_any_table_by_any_server(shared: str) -> None:
    with two_servers(shared) as (first, second):
        asyncio.run(_play_a_round(second))
        asyncio.run(_play_a_round(first))
        assert not first.complaints.said
        assert not second.complaints.said


def test_a_table_moves_between_rounds_and_nobody_loses_their_place(shared: str) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(second.address) as visitor:
            await visitor.come_as_guest("Ann")
            table = await visitor.table_of("duki4")
            player = await visitor.follow(table)
            place = await player.sit_down()
            await player.play_round({"ante": 500})
            before = player.seq
            owner = first if has(first, table) else second
            other = second if owner is first else first
            sharing = owner.house.sharing
            assert sharing is not None
            draining = asyncio.to_thread(owner.run, sharing.giving.drain(60))
            asked = asyncio.create_task(draining)
            assert await player.hear_the_end() == MOVED
            again = await visitor.follow(table)
            assert again.newest["place"] == place
            assert again.seq >= before
            await again.play_round({"ante": 500})
            await asked
            assert has(other, table)
            assert not has(owner, table)
            assert (await visitor.get("/lobby")).status_code == 200  # The desk has moved too.
            await again.socket.close()

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_who_signs_out_or_loses_an_account_is_gone_from_every_server(shared: str) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(first.address) as ada, Visitor(second.address) as pia:
            await ada.sign_in("Ada")
            await pia.sign_in("Pia")
            tables = [await pia.table_of(game) for game in ("duki4", "king-high", "pick2")]
            elsewhere = next(each for each in tables if has(second, each))
            here = next(each for each in tables if has(first, each))
            watching = [await pia.follow(each, "watch") for each in (here, elsewhere)]
            answer = await ada.http.patch("/accounts/Pia", json={"roles": ["player", "dealer"]})
            assert answer.status_code == 200, answer.text
            for each in watching:
                assert await each.hear_the_end() == 4401
            assert (await pia.get("/me")).status_code in (200, 401)

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_only_a_server_speaks_for_another(shared: str) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(second.address) as visitor:
            sharing = first.house.sharing
            assert sharing is not None
            forged = Peers("something else").mark(Passed(sharing.registry.id, "10.9.8.7", "http"))
            for mark in ("", "00.00", forged):
                answer = await visitor.http.get("/lobby", headers={MARK: mark})
                assert answer.status_code == 403
            answer = await visitor.post(
                "/between/signer", {"name": "Pia", "pin": "1", "address": ""}
            )
            assert answer.status_code == 403
            # A mark for one server is none for another.
            mark = sharing.peers.mark(Passed(sharing.registry.id, "10.9.8.7", "http"))
            assert (await visitor.http.get("/lobby", headers={MARK: mark})).status_code == 403

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_a_newer_version_adds_to_the_database_while_older_servers_go_on(
    shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that only adds is done beside them; any other waits until they have ended."""
    steps = tmp_path / "migrations"
    shutil.copytree(database.STEPS, steps)
    (steps / "versions" / "9999_more.py").write_text(
        '"""More."""\nfrom alembic import op\nrevision = "9999"\n'
        f'down_revision = "{HEAD}"\n'
        'def upgrade() -> None:\n    op.execute("CREATE TABLE more (id TEXT)")\n'
    )
    serving = Serving(shared)
    serving.start()
    try:
        monkeypatch.setattr(database, "STEPS", steps)
        monkeypatch.setattr(database, "HEAD", "9999")
        monkeypatch.setattr(database, "STEPS_SECONDS", 0.2)
        with pytest.raises(Refused, match="another server runs on this database"):
            asyncio.run(shape(shared))
        monkeypatch.setattr(database, "STEPS_SECONDS", PATIENCE_SECONDS)
        monkeypatch.setattr(database, "BESIDE_OTHERS", frozenset(("9999",)))
        asyncio.run(shape(shared))
        asyncio.run(_play_a_round(serving))
        assert not serving.complaints.said
    finally:
        serving.stop()


async def _play_a_round(serving: Serving) -> None:
    async with Visitor(serving.address) as visitor:
        await visitor.come_as_guest("Ann")
        player = await visitor.follow(await visitor.table_of("duki4"))
        await player.sit_down()
        await player.play_round({"ante": 500})
        await player.socket.close()


def test_a_table_that_was_closed_is_gone_at_every_server_the_one_that_had_it_too(
    shared: str,
) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        async with Visitor(first.address) as ada, Visitor(second.address) as ben:
            await ada.sign_in("Ada")
            await ben.come_as_guest("Ben")
            for table in [await ada.table_of(game) for game in GAMES]:
                assert (await ada.post(f"/tables/{table}/close")).status_code == 200
                for visitor in (ada, ben):
                    said = [0]
                    while said[-1] != 404:
                        said.append((await visitor.get(f"/tables/{table}/view")).status_code)
                        # At the other server it may be seen a little longer.
                        assert said[-1] in (200, 403, 404)
                    gone = Follower(visitor, await visitor.socket(table))
                    assert await gone.hear_the_end() == 4404

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


class Sent(NamedTuple):
    """Who is sent on, and from where."""

    visitor: Visitor
    table: str
    player: Follower


@contextlib.asynccontextmanager
async def _sent_on(first: Serving, second: Serving, by: Serving) -> AsyncIterator[Sent]:
    """A player at a table of the first server who is to be sent on to the second, in their place."""
    async with Visitor(by.address) as visitor:
        await visitor.come_as_guest("Ann")
        table = await table_at(first, visitor)
        player = await visitor.follow(table)
        place = await player.sit_down()
        yield Sent(visitor, table, player)
        assert await player.hear_the_end() == MOVED
        again = await visitor.follow(table)
        assert again.newest["place"] == place
        assert has(second, table)
        await again.socket.close()


def test_who_is_at_a_table_that_another_server_has_taken_is_sent_there(
    shared: str, postgres: Server
) -> None:
    """They need not try to do anything there first."""

    async def scene(first: Serving, second: Serving) -> None:
        async with _sent_on(first, second, by=first) as sent:
            taken = (
                f"UPDATE leases SET server = '{sharing_of(second).registry.id}', fence = fence + 1"
                f" WHERE room = '{sent.table}'"
            )
            await asyncio.to_thread(postgres.run, taken, database="shared")

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_what_was_passed_on_to_a_server_that_hangs_ends_when_another_has_the_table(
    shared: str,
) -> None:
    """Nothing comes from that server any more, not even the end of the connection."""
    goes_on, hangs = threading.Event(), threading.Event()

    def hang() -> None:
        hangs.set()
        goes_on.wait()

    async def scene(first: Serving, second: Serving) -> None:
        async with _sent_on(first, second, by=second) as (visitor, table, player):
            first.loop.call_soon_threadsafe(hang)
            assert await asyncio.to_thread(hangs.wait, PATIENCE_SECONDS)
            leaves = visitor.command(table, {"type": "leave"}, seq=player.seq)
            asked, told = await asyncio.gather(visitor.get(f"/tables/{table}/view"), leaves)
            assert asked.status_code == 200  # From the other server.
            assert told.status_code == 503
            assert "not known whether this was done" in told.text

    with two_servers(shared) as (first, second):
        try:
            asyncio.run(scene(first, second))
        finally:
            goes_on.set()


def test_a_server_that_hangs_while_it_writes_keeps_nobody_from_its_table(shared: str) -> None:
    """It holds on to its leases in the database until that ends its connection."""
    goes_on, hangs = threading.Event(), threading.Event()

    async def scene(first: Serving, second: Serving) -> None:
        async def write() -> None:
            async with first.house.ledger.database.writing():
                hangs.set()
                goes_on.wait()

        async with _sent_on(first, second, by=second):
            asyncio.run_coroutine_threadsafe(write(), first.loop)
            assert await asyncio.to_thread(hangs.wait, PATIENCE_SECONDS)

    with two_servers(shared) as (first, second):
        try:
            asyncio.run(scene(first, second))
        finally:
            goes_on.set()


def test_a_table_that_cannot_be_read_when_it_is_given_is_taken_up_later(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(first: Serving, second: Serving) -> None:
        floor, tried = second.house.floor, list[str]()
        take_up = floor.take_up

        async def fails_at_first(kept: KeptTable | BrokenTable) -> None:
            tried.append(kept.id)
            if len(tried) == 1:
                raise OSError("the database is away")
            await take_up(kept)

        monkeypatch.setattr(floor, "take_up", fails_at_first)
        async with Visitor(second.address) as visitor:
            await visitor.come_as_guest("Ann")
            table = await table_at(first, visitor)
            await asyncio.to_thread(first.run, sharing_of(first).giving.drain(60))
            await eventually(lambda: has(second, table))
            assert len(tried) > 1
            await (await visitor.follow(table)).socket.close()

    with two_servers(shared) as (first, second):
        asyncio.run(scene(first, second))


def test_no_table_is_given_to_a_server_that_does_not_answer_yet(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is being opened has its row before it does."""
    monkeypatch.setattr(peers, "CONNECT_SECONDS", 0.2)

    async def scene(first: Serving) -> None:
        sharing, said = sharing_of(first), list[bool]()
        answers = sharing.peers.answers

        async def heard(server: ServerRow) -> bool:
            said.append(await answers(server))
            return said[-1]

        monkeypatch.setattr(sharing.peers, "answers", heard)
        with listening("127.0.0.1", 0) as unheard:
            address = f"http://127.0.0.1:{unheard.getsockname()[1]}"
            opened = await House.open(shared, reached_at=address)
            try:
                await eventually(lambda: len(said) >= 3)
                assert not any(said)
                assert all(not live.is_elsewhere for live in first.house.floor.tables.values())
            finally:
                await opened.close()

    with served(shared) as first:
        asyncio.run(scene(first))


def test_a_table_is_in_the_lobby_while_it_moves(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_moving, goes_on = threading.Event(), threading.Event()

    async def scene(first: Serving, second: Serving) -> None:
        held = sharing_of(first).registry
        give = held.give

        async def slowly(room: str, server: str) -> bool:
            is_moving.set()
            await asyncio.to_thread(goes_on.wait)
            return await give(room, server)

        monkeypatch.setattr(held, "give", slowly)
        async with Visitor(first.address) as visitor:
            tables = {await visitor.table_of(game) for game in GAMES}
            draining = asyncio.create_task(
                asyncio.to_thread(first.run, sharing_of(first).giving.drain(60))
            )
            await asyncio.to_thread(is_moving.wait)
            assert {each["id"] for each in await visitor.ask("/tables")} == tables
            goes_on.set()
            await eventually(lambda: not any(has(first, each) for each in tables))
            assert {each["id"] for each in await visitor.ask("/tables")} == tables
            await draining

    with two_servers(shared) as (first, second):
        try:
            asyncio.run(scene(first, second))
        finally:
            goes_on.set()


def test_a_server_that_is_cut_off_from_the_database_writes_nothing_once_another_has_its_tables(
    shared: str, tmp_path: Path
) -> None:
    """The network between one server and the database is cut, and comes back when it is too late."""

    async def scene(cut: Serving, other: Serving, wire: Wire) -> None:
        async with Visitor(cut.address) as ann, Visitor(other.address) as ben:
            await ann.come_as_guest("Ann")
            table = next(
                each
                for each in [await ann.table_of(game) for game in ("duki4", "king-high", "pick2")]
                if has(cut, each)
            )
            player = await ann.follow(table)
            place = await player.sit_down()
            written = player.seq
            wire.cut()
            late = asyncio.create_task(player.do("buy-in", place=place, cash=70_000))
            await eventually(lambda: has(other, table))
            ben.http.cookies.update(ann.http.cookies)
            again = await ben.follow(table)
            assert again.newest["seq"] == written
            assert again.newest["place"] == place
            wire.mend()
            await again.must("buy-in", place=place, cash=10_000)
            with contextlib.suppress(ConnectionClosed):
                assert (await late)["type"] == "refused"
            sharing = cut.house.sharing
            assert sharing is not None
            await eventually(sharing.is_dead.is_set)
            exported = (await _boss(other)).get(f"/tables/{table}/journal.jsonl")
            lines = (await exported).content.splitlines(keepends=True)
            bought = [line for line in lines if b'"event":"buy-in"' in line]
            assert [b'"cash":10000' in line for line in bought] == [False, True]
            assert verify(lambda: lines).lines == len(lines)

    with Wire(shared, tmp_path) as wire:
        other = Serving(shared)
        other.start()
        cut = Serving(wire.address, is_new=False)
        try:
            cut.start()
            spread(cut, other)
            asyncio.run(scene(cut, other, wire))
        finally:
            wire.mend()
            cut.stop()
            other.stop()


async def _boss(serving: Serving) -> Visitor:
    return await Visitor(serving.address).sign_in("Ada")
