"""Tables under fire: several play honestly while others send whatever comes to their minds.

Afterwards every table plays on, its journal verifies, its accounts hold nothing together, nothing was
complained of, and nobody was ever told a card that they could not know.
"""

import asyncio
import contextlib
import json
import random
from collections import Counter
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tablewright.table.setup import USUAL_FLOAT
from tablewright.table.verify import verify
from tests.house.clients import (
    PATIENCE_SECONDS,
    Follower,
    Visit,
    Visitor,
    eventually,
    play,
)
from tests.house.mischief import Mischief
from tests.house.secrecy import Hands, Truth, leaks, leaks_of_history
from tests.house.serving import Serving

STAKES = {
    "duki4": {"ante": 1000, "bonus": 500},
    "king-high": {"pokerpot": 500, "high": 500, "club": 500, "low-run": 500},
    "pick2": {"ante": 500, "bonus-5": 500},
}
ROUNDS = {"duki4": 6, "king-high": 2, "pick2": 6}
BURST = 40


class Scene:
    """Everybody at one table, and everything that any of them was sent."""

    def __init__(self, serving: Serving, visitor: Visit, game: str, table: str) -> None:
        self.serving, self.visitor, self.game, self.table = serving, visitor, game, table
        self.heard: list[tuple[str, Any]] = []
        """Everyone who was sent something, by name, and what."""
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
            # Staff who have sat down by chance lose the post in which they follow the table.
            with contextlib.suppress(*([ConnectionClosed] if acting == "surveillance" else [])):
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
    mischief[3].without = ("sit",)
    mallory, shown = await scene.guest("Mallory")
    trudy, also_shown = await scene.guest("Trudy")
    others = asyncio.gather(
        scene.disturb(mallory, shown, "player", mischief[0]),
        scene.disturb(trudy, also_shown, "player", mischief[1]),
        scene.disturb(visitor(), "nobody", "watch", mischief[2]),
        scene.disturb(await visitor().sign_in("Sue"), "Sue", "surveillance", mischief[3]),
    )
    try:
        await asyncio.wait_for(scene.honest(), 3 * PATIENCE_SECONDS)
    finally:
        scene.is_over = True
    assert sum(await others) > 200
    assert scene.rounds == 3 * ROUNDS[game]
    await _close(ivo, table)
    await _check(scene)


async def _close(ivo: Visitor, table: str) -> None:
    """Have the table closed, so that every order is unsealed."""
    assert (await ivo.post(f"/tables/{table}/close")).is_success
    await ivo.until_gone(f"/tables/{table}")


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
    views = sum(message.get("type") == "table" for _, message in scene.heard)
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
            due = table.get("next", {})
            betting = table["view"]["phase"] == "wagers" and table["view"]["status"] == "open"
            bets = [each for each in table["view"]["places"].values() if each["wagers"]]
            if "do" in due and (not betting or len(bets) == 2 or "bet" not in due["command"]):
                do = dict(due["do"])
                if due["needs_chips"]:
                    do["chips"] = {str(value): count for value, count in USUAL_FLOAT.items()}
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
    """The dealer changes money for each who sits down."""
    dan = await scene.visitor().sign_in("Dan")
    for place in places:
        buying = {"event": "buy-in", "place": place, "cash": 20_000}

        async def is_sold(buying: dict[str, Any] = buying) -> bool:
            return (await dan.command(scene.table, buying, "dealer")).is_success

        await eventually(is_sold)


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
            await asyncio.wait_for(players, PATIENCE_SECONDS)
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
