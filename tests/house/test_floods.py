"""One connection against the rest: ids sent again, floods, crowds that break, readers that sleep."""

import asyncio
import contextlib
import json
import socket as sockets
import struct
from itertools import count
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablewright.house.people.allowance import AT_ONCE, Allowance
from tablewright.house.people.caps import Caps, Sockets
from tablewright.house.tables import idempotency
from tests.house.clients import Follower, Visit, eventually, play
from tests.house.serving import Serving


async def _seated(visitor: Visit, game: str = "pick2", place: int = 1) -> Follower:
    guest = await visitor().come_as_guest()
    follower = await guest.follow(await guest.table_of(game))
    await follower.sit_down(place)
    return follower


def test_what_is_sent_again_is_answered_again_and_done_once(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        one, other = await _seated(visitor, place=1), await _seated(visitor, place=2)
        for follower in (one, other):
            place = follower.newest["place"]
            buying = {"event": "buy-in", "place": place, "cash": 5000}
            message = {"id": "the same", "seq": follower.seq, "do": buying}
            answers = []
            for _ in range(3):
                await follower.send(message)
                answers.append(await follower.answer_to("the same"))
            assert answers[0]["type"] == "done"
            assert answers[1:] == answers[:1] * 2
            await follower.send({**message, "do": {**buying, "cash": 7000}})
            assert "another command" in (await follower.answer_to("the same"))["why"]
            await follower.send({**message, "id": "another"})
            assert (await follower.answer_to("another"))["is_stale"]
            session = (await follower.until(lambda table: table["seq"] > 0))["session"]
            assert session["bought_in"] == 55_000
        again = await one.visitor.command(
            await one.visitor.table_of("pick2"),
            buying | {"place": 1},
            "player",
            seq=0,
            id="the same",
        )
        assert again.is_success  # By whichever way it is sent again.
        for follower in (one, other):
            await follower.must("leave", place=follower.newest["place"])
            await follower.socket.close()

    play(serving, go)


def test_messages_that_are_too_long_are_refused_or_end_the_connection(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        table = await guest.table_of("duki4")
        ready = json.dumps({"id": "x", "seq": 1, "do": {"event": "ready"}})
        follower = await guest.follow(table)
        for message, is_read in (
            (ready.ljust(8192), True),
            (ready.ljust(8193), False),
            (json.dumps({"id": "x", "seq": 1, "do": "é" * 4096}, ensure_ascii=False), False),
            (ready.encode(), True),
            (b"\xff" * 100, False),
            ("", False),
            (b"", False),
        ):
            await follower.send(message)
            answer = await follower.answer_to("x" if is_read else "")
            assert answer["type"] == "refused"
            assert answer["why"].isprintable()
        await follower.send("x" * (16 * 1024 + 1))
        assert await follower.hear_the_end() == 1009
        assert (await guest.follow(table)).newest["type"] == "table"

    play(serving, go)


def test_a_flood_ends_one_connection_and_disturbs_no_other(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        player = await _seated(visitor)
        flooding = await visitor().come_as_guest()
        table = await flooding.table_of("pick2")
        follower = await flooding.follow(table)
        message = json.dumps({"id": "x", "seq": 1, "do": {"event": "ready"}})

        async def flood() -> None:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(3000):
                    await follower.socket.send(message)

        code, *_ = await asyncio.gather(
            follower.hear_the_end(), flood(), player.play_round({"ante": 500})
        )
        assert code == 4429
        await player.play_round({"ante": 500}, "five")
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def test_hundreds_of_connections_that_break_at_once_leave_the_table_alone(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving.house, "sockets", Sockets(Caps(sockets_each=300)))

    async def go(visitor: Visit) -> None:
        player = await _seated(visitor)
        table = await player.visitor.table_of("pick2")
        watched = serving.house.floor.tables[table]

        def crowding() -> int:
            return sum(each.acting == "watch" for each in list(watched.audience.listeners))

        head = (
            f"GET /api/tables/{table}/socket?as=watch HTTP/1.1\r\nHost: house\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        crowd = []
        for number in range(300):
            one = sockets.create_connection(("127.0.0.1", serving.port))
            one.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(head if number % 3 else head[: number % len(head)])
            crowd.append(one)
        await eventually(lambda: crowding() == 200)
        rounds = asyncio.ensure_future(player.play_round({"ante": 500}))
        for one in crowd:
            one.close()  # Without a farewell.
        await rounds
        await eventually(lambda: not crowding())
        await player.play_round({"ante": 500})
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def test_one_more_who_only_looks_is_nothing_to_show_the_others(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        player = await _seated(visitor)
        table = await player.visitor.table_of("pick2")
        watched = serving.house.floor.tables[table]
        await eventually(
            lambda: not any(each.is_behind for each in list(watched.audience.listeners))
        )
        shown = {each: each.state for each in watched.audience.listeners}
        onlookers = [await visitor().follow(table, "watch") for _ in range(2)]
        assert {each: each.state for each in shown} == shown
        assert not any(each.is_behind for each in shown)
        one, other = (each.state for each in watched.audience.listeners - shown.keys())
        assert one is not None
        assert other is not None
        assert one.own is other.own
        assert one.common is other.common  # Of many, each costs little.
        await player.play_round({"ante": 500})
        for each in onlookers:
            await each.until(lambda table: table["seq"] >= player.seq)
            await each.socket.close()
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def test_who_does_not_read_holds_nobody_up_and_is_told_of_the_gap(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()  # As if a second went by between any two messages: so much may be sent.
    monkeypatch.setattr(serving.house, "allowance", Allowance(lambda: float(next(seconds))))

    async def go(visitor: Visit) -> None:
        player = await _seated(visitor)
        table = await player.visitor.table_of("pick2")
        watched = serving.house.floor.tables[table]
        others = set(watched.audience.listeners)
        narrow = sockets.socket()
        narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", serving.port))
        narrow.setblocking(False)
        sleeper = await visitor().socket(table, "watch", sock=narrow, max_queue=1)
        while len(watched.audience.listeners) == len(others):
            await asyncio.sleep(0.01)
        (listener,) = watched.audience.listeners - others
        await player.must("buy-in", place=1, cash=200_000)
        for _ in range(300):
            await player.play_round({"ante": 500}, "fold")
            if listener.has_gap:
                break
        assert listener.has_gap
        assert len(listener.told) <= 200
        newest = player.seq
        async with asyncio.timeout(30):
            seen: list[Any] = []
            while not seen or seen[-1]["seq"] < newest:
                seen.append(json.loads(await sleeper.recv()))
        assert seen[-1]["has_gap"]
        assert len(seen) < 300
        numbers = [each["seq"] for each in seen]  # Twice where a player was coached meanwhile.
        assert numbers == sorted(numbers)
        await sleeper.close()
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def test_an_id_that_was_forgotten_may_be_used_anew(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One who asks again for a command of long ago is stale; its id alone does no harm."""
    monkeypatch.setattr(idempotency, "REMEMBERED", 5)

    async def go(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        made = await ivo.post("/tables", {"table": "Oblivion", "game": "pick2", "pace": 0})
        table = made.json()["id"]
        player = await (await visitor().come_as_guest()).follow(table)
        await player.sit_down(1)
        first = player.seq
        buy = {"event": "buy-in", "place": 1, "cash": 1000}
        for number in range(20):
            await player.send({"id": f"n{number}", "seq": player.seq, "do": buy})
            assert (await player.answer_to(f"n{number}"))["type"] == "done"
        await player.send({"id": "n0", "seq": first, "do": buy})
        assert (await player.answer_to("n0"))["is_stale"]
        before = player.seq
        await player.send({"id": "n0", "seq": before, "do": buy})
        assert (await player.answer_to("n0"))["seq"] > before
        kept = await serving.house.ledger.commands(table)
        assert len({done.id for done in kept}) == len(kept) < 12
        await player.play_round({"ante": 500})
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def _worth(place: Any) -> dict[str, int]:
    wagers = place["wagers"].items()
    return {id: sum(int(value) * n for value, n in chips.items()) for id, chips in wagers}


def test_sockets_and_posts_of_one_person_share_what_they_may_send(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that stands still: what is used up stays used up."""
    now = [1000.0]
    monkeypatch.setattr(serving.house, "allowance", Allowance(lambda: now[0]))

    async def go(visitor: Visit) -> None:
        guest = await visitor().come_as_guest()
        table = await guest.table_of("duki4")
        one, other = await guest.follow(table), await guest.follow(table)
        ready = {"event": "ready"}
        for number in range(AT_ONCE - 1):
            follower = (one, other)[number % 2]
            await follower.send({"id": str(number), "seq": 0, "do": ready})
            await follower.answer_to(str(number))
        assert (await guest.command(table, ready, "player", seq=0)).status_code == 409
        refused = await guest.command(table, ready, "player", seq=0)
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "1"
        assert "wait 1 s" in refused.json()["why"]
        stranger = await visitor().come_as_guest()
        assert (await stranger.command(table, ready, "player", seq=0)).status_code == 409
        await one.send({"id": "one too many", "seq": 0, "do": ready})
        assert await one.hear_the_end() == 4429
        now[0] += 1
        assert (await guest.command(table, ready, "player", seq=0)).status_code == 409
        await other.socket.close()

    play(serving, go)
