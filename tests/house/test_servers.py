"""Several servers form one house: any of them leads to any table, and none loses what another had."""

import asyncio
import contextlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tablewright.house.books import database
from tablewright.house.books.schema import HEAD
from tablewright.house.servers.peers import MARK, Passed, Peers
from tablewright.house.tables.live import MOVED
from tablewright.rules.errors import Refused
from tablewright.table.verify import verify
from tests.house.clients import Visitor, eventually
from tests.house.databases import Server, shape
from tests.house.serving import Serving
from tests.house.wires import Wire


@contextmanager
def two_servers(address: str) -> Iterator[tuple[Serving, Serving]]:
    """A house that two servers form, the first with the desk."""
    first = Serving(address)
    first.start()
    second = Serving(address, is_new=False)
    try:
        second.start()
        try:
            _spread(first, second)
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
            owner = first if _has(first, table) else second
            other = second if owner is first else first
            sharing = owner.house.sharing
            assert sharing is not None
            draining = asyncio.to_thread(owner.run, sharing.drain(60))
            asked = asyncio.create_task(draining)
            assert await player.hear_the_end() == MOVED
            again = await visitor.follow(table)
            assert again.newest["place"] == place
            assert again.seq >= before
            await again.play_round({"ante": 500})
            await asked
            assert _has(other, table)
            assert not _has(owner, table)
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
            elsewhere = next(each for each in tables if _has(second, each))
            here = next(each for each in tables if _has(first, each))
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
        monkeypatch.setattr(database, "STEPS_SECONDS", 60)  # A busy machine takes its time.
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


def _has(serving: Serving, table: str) -> bool:
    """Whether a server has a table, and does not only follow it."""
    live = serving.house.floor.tables.get(table)
    return live is not None and not live.is_elsewhere


def _spread(first: Serving, second: Serving) -> None:
    """Wait until both servers have a table."""

    async def are_both() -> None:
        await eventually(
            lambda: all(
                any(not live.is_elsewhere for live in each.house.floor.tables.values())
                for each in (first, second)
            )
        )

    asyncio.run(are_both())


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
                if _has(cut, each)
            )
            player = await ann.follow(table)
            place = await player.sit_down()
            written = player.seq
            wire.cut()
            late = asyncio.create_task(player.do("buy-in", place=place, cash=70_000))
            await eventually(lambda: _has(other, table))
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
            _spread(cut, other)
            asyncio.run(scene(cut, other, wire))
        finally:
            wire.mend()
            cut.stop()
            other.stop()


async def _boss(serving: Serving) -> Visitor:
    return await Visitor(serving.address).sign_in("Ada")
