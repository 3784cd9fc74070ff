"""Tables under fire: several play honestly while others send whatever comes to their minds.

Afterwards every table plays on, its journal verifies, its accounts hold nothing together, nothing was
complained of, and nobody was ever told a card that he could not know.
"""

import asyncio
import contextlib
import json
import random
import socket as sockets
import struct
from collections import Counter
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablewright.house import live
from tablewright.table.verify import verify
from tests.house.clients import Follower, Visit, Visitor, play
from tests.house.mischief import Mischief
from tests.house.secrecy import Hands, Truth, leaks, leaks_of_history
from tests.house.serving import Serving

STAKES = {
    "duki4": {"ante": 1000, "bonus": 500},
    "king-high": {"pokerpot": 500, "high": 500, "club": 500, "low-run": 500},
    "pick2": {"ante": 500, "bonus-5": 500},
}
ROUNDS = {"duki4": 10, "king-high": 3, "pick2": 10}
BURST = 40


class Scene:
    """Everybody at one table, and everything that any of them was sent."""

    def __init__(self, serving: Serving, visitor: Visit, game: str, table: str) -> None:
        self.serving, self.visitor, self.game, self.table = serving, visitor, game, table
        self.heard: list[tuple[str, Any]] = []
        """Whoever was sent something, by name, and what."""
        self.histories: list[tuple[int, Any]] = []
        self.is_over = False
        self.rounds = 0

    async def guest(self, name: str) -> tuple[Visitor, str]:
        visitor = await self.visitor().come_as_guest(name)
        return visitor, f"{name} (guest)"

    async def follow(self, visitor: Visitor, name: str, acting: str = "player") -> Follower:
        follower = await visitor.follow(self.table, acting)
        follower.on_message = lambda message: self.heard.append((name, message))
        self.heard.append((name, follower.newest))
        return follower

    # Honest people ----------------------------------------------------------------------------------

    async def play(self, name: str, place: int, seed: int) -> None:
        """Play rounds as anybody would, asking for advice and one's own history now and then."""
        chance = random.Random(seed)
        visitor, shown = await self.guest(name)
        async with await self.follow(visitor, shown) as follower:
            await follower.sit_down(place)
            for _ in range(ROUNDS[self.game]):
                decision = chance.choice(("play", "fold", "three", "five"))
                await follower.play_round(STAKES[self.game], decision)
                self.rounds += 1
            self.histories.append((place, await visitor.ask(f"/tables/{self.table}/history")))
            await visitor.ask(f"/tables/{self.table}/advice")
            await follower.must("leave", place=place)

    # The others -------------------------------------------------------------------------------------

    async def disturb(self, visitor: Visitor, name: str, acting: str, mischief: Mischief) -> int:
        """Send rubbish in bursts; in between do what a player must, so that the round goes on."""
        sent = 0
        follower = await self.follow(visitor, name, acting)
        async with follower:
            while not self.is_over:
                place = follower.newest["place"]
                for _ in range(mischief.random.randrange(BURST)):
                    await follower.send(mischief.message(follower.seq, place))
                    sent += 1
                await self._answered(follower, sent)
                if acting == "player":
                    await self._go_on(follower, mischief)
                await asyncio.sleep(0.4)
        return sent

    async def _answered(self, follower: Follower, sent: int) -> None:
        """Every message is answered, whatever it was."""
        while follower.answers < sent + follower.asked:
            await follower.hear()

    async def _go_on(self, follower: Follower, mischief: Mischief) -> None:
        await follower.do("sit", place=mischief.random.randrange(5, 8))
        table = follower.newest
        if place := table["place"]:
            await follower.do("buy-in", place=place, cash=20_000)
            await follower.do("ready")
            for each in follower.may("decide"):
                await follower.do("decide", place=place, decision=each["choices"][0], cards=[])

    async def honest(self) -> None:
        await asyncio.gather(*(self.play(f"Honest {n}", n, seed=n) for n in (1, 2, 3)))
        self.is_over = True


async def _fire(serving: Serving, visitor: Visit, game: str) -> None:
    ivo = await visitor().sign_in("Ivo")
    body = {"table": f"Fire {game}", "game": game, "pace": 0, "bet_seconds": 2, "decide_seconds": 2}
    table = (await ivo.post("/tables", body)).json()["id"]
    scene = Scene(serving, visitor, game, table)
    mischief = [Mischief(seed, (game,)) for seed in range(4)]
    for each in mischief:
        each.ids = mischief[0].ids
    mallory, shown = await scene.guest("Mallory")
    trudy, also_shown = await scene.guest("Trudy")
    others = asyncio.gather(
        scene.disturb(mallory, shown, "player", mischief[0]),
        scene.disturb(trudy, also_shown, "player", mischief[1]),
        scene.disturb(visitor(), "nobody", "watch", mischief[2]),
        scene.disturb(await visitor().sign_in("Sue"), "Sue", "surveillance", mischief[3]),
    )
    try:
        await asyncio.wait_for(scene.honest(), 90)
    finally:
        scene.is_over = True
    assert sum(await others) > 200
    assert scene.rounds == 3 * ROUNDS[game]
    await _close(ivo, table)
    await _check(scene)


async def _close(ivo: Visitor, table: str) -> None:
    """Have the table closed, so that every order is unsealed."""
    assert (await ivo.post(f"/tables/{table}/close")).is_success
    for _ in range(500):
        if (await ivo.get(f"/tables/{table}")).status_code == 404:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the table is not closed")


async def _check(scene: Scene) -> None:
    """Everything that must hold of a table that is over."""
    sue = await scene.visitor().sign_in("Sue")
    exported = await sue.get(f"/tables/{scene.table}/journal.jsonl")
    lines = exported.content.splitlines(keepends=True)
    verdict = verify(lambda: lines)
    assert verdict.is_closed, verdict
    transfers = scene.serving.run(scene.serving.house.ledger.transfers(scene.table))
    held: Counter[str] = Counter()
    for each in transfers:
        held[each.source] -= each.cents
        held[each.target] += each.cents
    assert sum(held.values()) == 0
    assert not any(cents for name, cents in held.items() if name.startswith(("rail", "spot")))
    for line in map(json.loads, lines):
        if line["by"].startswith("player") and (place := line["did"].get("place")):
            assert line["by"] == f"player {place}", line  # Nobody acted for another.
    truth, hands = Truth(lines), Hands()
    assert truth.orders
    for _, message in scene.heard:
        if message.get("type") == "table" and message["place"]:
            hands.learn(message["place"], message)
    for hand in hands.held.values():
        assert any(hand <= set(order) for order in truth.orders)
    found = [leak for name, message in scene.heard for leak in leaks(truth, hands, name, message)]
    for place, history in scene.histories:
        found += leaks_of_history(truth, hands, place, history)
    assert not found, found[:5]
    views = sum(message.get("type") in ("table", "felt") for _, message in scene.heard)
    assert views > 50
    assert bool(hands.held) == (scene.game != "king-high")


@pytest.mark.parametrize("game", STAKES)
def test_tables_hold_under_fire(serving: Serving, game: str) -> None:
    play(serving, lambda visitor: _fire(serving, visitor, game))


# A table with people at every post -----------------------------------------------------------------


async def _work(scene: Scene, post: str, name: str) -> None:
    """Do at a post whatever is due, as the page proposes it."""
    visitor = await scene.visitor().sign_in(name)
    async with await scene.follow(visitor, name, post) as follower:
        while not scene.is_over:
            table = follower.newest
            due = table["next"]
            betting = table["view"]["phase"] == "wagers" and table["view"]["status"] == "open"
            bets = [each for each in table["view"]["places"].values() if each["wagers"]]
            if due and due["do"] and (not betting or len(bets) == 2 or "bet" not in due["command"]):
                do = dict(due["do"])
                if do["event"] != "no-more-bets" or len(bets) == 2:
                    await follower.do(do.pop("event"), **do)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(follower.hear(), 0.3)


async def _bet(scene: Scene, name: str, place: int, rounds: int) -> None:
    visitor = await scene.visitor().sign_in(name)
    async with await scene.follow(visitor, name) as follower:
        await follower.until(lambda table: table["view"]["status"] == "open")
        await follower.must("sit", place=place)
        await follower.until(lambda table: table["place"] == place)
        await follower.until(lambda table: table["view"]["places"][str(place)]["chips"])
        for _ in range(rounds):
            await follower.play_round(STAKES[scene.game], "play")
            scene.rounds += 1
        scene.histories.append((place, await visitor.ask(f"/tables/{scene.table}/history")))


async def _sell(scene: Scene, places: tuple[int, ...]) -> None:
    """The dealer changes money for whoever sits down."""
    dan = await scene.visitor().sign_in("Dan")
    for place in places:
        for _ in range(400):
            buying = {"event": "buy-in", "place": place, "cash": 20_000}
            if (await dan.command(scene.table, buying, "dealer")).is_success:
                break
            await asyncio.sleep(0.05)


def test_staff_are_told_no_card_either(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        ada, pit = await visitor().sign_in("Ada"), await visitor().sign_in("Pit")
        await ada.http.patch("/accounts/Ivo", json={"roles": ["player", "instructor"]})
        body = {"table": "Staffed", "game": "duki4", "is_practice": False, "automatic": "none"}
        made = await pit.post("/tables", body | {"dealer": "Dan", "inspector": "Ina"})
        scene = Scene(serving, visitor, "duki4", made.json()["id"])
        work = [_work(scene, "dealer", "Dan"), _work(scene, "inspector", "Ina")]
        tasks = [asyncio.ensure_future(each) for each in (*work, _work(scene, "pit-boss", "Pit"))]
        tasks.append(asyncio.ensure_future(_listen(scene, "Sue", "surveillance")))
        try:
            players = asyncio.gather(_bet(scene, "Pia", 1, 3), _bet(scene, "Ivo", 2, 3))
            selling = asyncio.ensure_future(_sell(scene, (1, 2)))
            await asyncio.wait_for(players, 60)
        finally:
            scene.is_over = True
            selling.cancel()
            await asyncio.gather(*tasks)
        exported = await ada.get(f"/tables/{scene.table}/journal.jsonl")
        lines = exported.content.splitlines(keepends=True)
        verify(lambda: lines)
        truth, hands = Truth(lines), Hands()
        for _, message in scene.heard:
            if message.get("type") == "table" and message["place"]:
                hands.learn(message["place"], message)
        assert len(hands.held) == scene.rounds == 6
        found = [each for name, said in scene.heard for each in leaks(truth, hands, name, said)]
        assert not found, found[:5]
        assert {name for name, _ in scene.heard} == {"Dan", "Ina", "Pit", "Sue", "Pia", "Ivo"}

    play(serving, go)


async def _listen(scene: Scene, name: str, acting: str) -> None:
    async with await scene.follow(await scene.visitor().sign_in(name), name, acting) as follower:
        while not scene.is_over:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(follower.hear(), 0.3)


# Ids, floods, crowds -------------------------------------------------------------------------------


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
            assert await follower.answer_to("the same") == answers[0]
            await follower.send({**message, "id": "another"})
            assert (await follower.answer_to("another"))["is_stale"]
            session = (await follower.until(lambda table: table["seq"] > 0))["session"]
            assert session["bought_in"] == 55_000
        again = await one.visitor.command(
            await one.visitor.table_of("pick2"), message["do"], "player", seq=0, id="the same"
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


def test_hundreds_of_connections_that_break_at_once_leave_the_table_alone(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        player = await _seated(visitor)
        table = await player.visitor.table_of("pick2")
        watched = serving.house.floor.tables[table]

        def crowding() -> int:
            return sum(each.acting == "watch" for each in watched.listeners)

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
        for _ in range(500):
            if crowding() == 200:
                break
            await asyncio.sleep(0.02)
        assert crowding() == 200
        rounds = asyncio.ensure_future(player.play_round({"ante": 500}))
        for one in crowd:
            one.close()  # Without a farewell.
        await rounds
        for _ in range(500):
            if not crowding():
                break
            await asyncio.sleep(0.02)
        assert not crowding()
        await player.play_round({"ante": 500})
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def test_who_does_not_read_holds_nobody_up_and_is_told_of_the_gap(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        player = await _seated(visitor)
        table = await player.visitor.table_of("pick2")
        watched = serving.house.floor.tables[table]
        others = set(watched.listeners)
        narrow = sockets.socket()
        narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", serving.port))
        narrow.setblocking(False)
        sleeper = await visitor().socket(table, "watch", sock=narrow, max_queue=1)
        while len(watched.listeners) == len(others):
            await asyncio.sleep(0.01)
        (listener,) = watched.listeners - others
        for _ in range(4):  # Anew now and then: one connection may not send so much at a stretch.
            await player.must("buy-in", place=1, cash=100_000)
            for _ in range(75):
                await player.play_round({"ante": 500}, "fold")
            await player.socket.close()
            player = await player.visitor.follow(table)
        assert len(listener.told) <= 200
        assert listener.has_gap
        newest = player.seq
        async with asyncio.timeout(30):
            seen: list[Any] = []
            while not seen or seen[-1]["seq"] < newest:
                seen.append(json.loads(await sleeper.recv()))
        assert seen[-1]["has_gap"]
        assert len(seen) < 300
        assert [each["seq"] for each in seen] == sorted({each["seq"] for each in seen})
        await sleeper.close()
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


def test_an_id_that_was_forgotten_is_still_not_done_twice(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "REMEMBERED", 10)

    async def go(visitor: Visit) -> None:
        ivo = await visitor().sign_in("Ivo")
        made = await ivo.post("/tables", {"table": "Oblivion", "game": "pick2", "pace": 0})
        player = await (await visitor().come_as_guest()).follow(made.json()["id"])
        await player.sit_down(1)
        for number in range(30):
            do = {"event": "ready", "is_ready": bool(number % 2)}
            await player.send({"id": f"n{number}", "seq": player.seq, "do": do})
            assert (await player.answer_to(f"n{number}"))["type"] == "done"
        await player.send({"id": "n0", "seq": player.seq, "do": {"event": "ready"}})
        answer = await player.answer_to("n0")
        assert answer["type"] == "done" or "nothing has changed" in answer["why"]
        del serving.complaints.said[:]  # The ledger's, which will not have one id twice.
        await player.play_round({"ante": 500})
        await player.must("leave", place=1)
        await player.socket.close()

    play(serving, go)


@pytest.mark.parametrize("game", STAKES)
def test_bets_are_laid_all_or_none(serving: Serving, game: str) -> None:
    async def go(visitor: Visit) -> None:
        player = await _seated(visitor, game, place=4)
        chance = random.Random(game)
        wagers = [*STAKES[game], "heart", "seven", "bonus-3-5", "play", "high-run"]
        amounts = (0, 50, 100, 250, 500, 550, 700, 1000, 2500, 9950, 10_000, 10_050, 60_000)
        laid, refused = 0, 0
        for _ in range(120):
            stakes = {
                chance.choice(wagers): chance.choice(amounts) for _ in range(chance.randrange(1, 4))
            }
            before = (await player.until(lambda seen: seen["seq"] >= player.seq))["view"]["places"]
            answer = await player.do("bets", place=4, stakes=stakes)
            seen = await player.visitor.ask(
                f"/tables/{await player.visitor.table_of(game)}/view", **{"as": "player"}
            )
            after = seen["view"]["places"]
            if answer["type"] == "refused":
                assert _worth(after["4"]) == _worth(before["4"]), (stakes, answer)
                refused += 1
                continue
            laid += 1
            lies = _worth(after["4"])
            assert all(lies.get(wager, 0) == cents for wager, cents in stakes.items()), stakes
            assert all(
                lies.get(wager, 0) == cents
                for wager, cents in _worth(before["4"]).items()
                if wager not in stakes and wager in STAKES[game]
            )
        assert laid > 5
        assert refused > 5
        await player.socket.close()

    play(serving, go)


def _worth(place: Any) -> dict[str, int]:
    wagers = place["wagers"].items()
    return {id: sum(int(value) * n for value, n in chips.items()) for id, chips in wagers}
