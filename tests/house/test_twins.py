"""Two tables that differ only in cards that lie face down look the same to everybody who may not know.

Both are real tables on a real server; only where their shuffles come from is chosen.
"""

import random
from typing import Any

import pytest

from tablewright.rules.cards import DECK
from tests.house.clients import Follower, Visit, Visitor, eventually, play
from tests.house.serving import Serving
from tests.registry import CONTESTS


class Chosen(random.Random):
    """Gives every pack the order chosen for it, and the same bits always."""

    def __init__(self, order: list[str]) -> None:
        super().__init__(1)
        self._order = order

    def shuffle(self, x: Any) -> None:
        x[:] = [card for card in self._order for _ in range(len(x) // 52)]


def _orders(kept: set[str]) -> list[list[str]]:
    """Some orders that agree about some cards and about as little else as can be."""
    deck = [card.text for card in DECK]
    random.Random(7).shuffle(deck)
    found = [deck]
    for seed in range(3):
        free = [card for card in deck if card not in kept]
        random.Random(seed).shuffle(free)
        found.append([card if card in kept else free.pop() for card in deck])
    return found


async def _dealt(ivo: Visitor, visitor: Visit, game: str, name: str) -> tuple[str, Follower, Any]:
    """A table at which two have been dealt to, and the first of them."""
    made = await ivo.post("/tables", {"table": name, "game": game, "pace": 0})
    table = made.json()["id"]
    players = []
    for number in (1, 2):
        guest = await visitor().come_as_guest(f"Number {number}")
        follower = await guest.follow(table)
        await follower.sit_down(number)
        await follower.must("bets", place=number, stakes={"ante": 500})
        players.append(follower)
    for follower in players:
        await follower.must("ready")
    for follower in players:
        await follower.until(lambda seen: seen["view"]["phase"] == "decide")
    return table, players[0], players[1]


async def _pit(sue: Visitor, table: str) -> Any:
    """The table as the pit sees it, once it is known what the wagers of its game should bring."""
    found: list[Any] = []

    async def is_known() -> bool:
        found[:] = [row for row in (await sue.ask("/pit"))["tables"] if row["id"] == table]
        return bool(found[0]["figures"]["theoretical"] is not None)

    await eventually(is_known)
    return found


async def _all_that_is_seen(
    ivo: Visitor, sue: Visitor, visitor: Visit, table: str, one: Follower
) -> dict[str, Any]:
    nobody = visitor()
    seen = {
        "player": await one.visitor.ask(f"/tables/{table}/view", **{"as": "player"}),
        "watch": await nobody.ask(f"/tables/{table}/view"),
        "cameras": await sue.ask(f"/tables/{table}/view", **{"as": "surveillance"}),
        "advice": await one.visitor.ask(f"/tables/{table}/advice"),
        "history": await one.visitor.ask(f"/tables/{table}/history"),
        "lobby": [row for row in await nobody.ask("/tables") if row["id"] == table],
        "pit": await _pit(sue, table),
        "money": await sue.ask(f"/tables/{table}/money"),
        "description": await nobody.ask(f"/tables/{table}"),
        "told": (await one.visitor.follow(table)).newest["told"],
        "told staff": (await sue.follow(table, "surveillance")).newest["told"],
        "refused": (await one.visitor.command(table, {"event": "settle", "place": 1})).json(),
    }
    return {key: _plain(value, table) for key, value in seen.items()}


def _plain(value: Any, table: str) -> Any:
    """What is seen without times, the table's own name, and seals, which tell one order from another
    and nothing else."""
    if isinstance(value, dict):
        left_out = ("seal", "at", "since", "rounds_an_hour", "clock", "minutes")
        return {key: _plain(each, table) for key, each in value.items() if key not in left_out}
    if isinstance(value, list):
        return [_plain(each, table) for each in value]
    if isinstance(value, str):
        return value.replace(table, "TABLE").replace(table.rsplit("-", 1)[0], "TABLE")
    return value


@pytest.mark.parametrize("game", CONTESTS)
def test_hidden_cards_change_nothing_that_anybody_sees(
    serving: Serving, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(visitor: Visit) -> None:
        ivo, sue = await visitor().sign_in("Ivo"), await visitor().sign_in("Sue")
        kept: set[str] = set()
        first: dict[str, Any] = {}
        others = []
        for number in range(4):
            order = _orders(kept)[number]
            services = serving.house.floor.services._replace(source=Chosen(order))
            monkeypatch.setattr(serving.house.floor, "services", services)
            name = f"{game} Twin {'ABCD'[number]}".replace(" ", "-")
            table, one, other = await _dealt(ivo, visitor, game, name)
            seen = await _all_that_is_seen(ivo, sue, visitor, table, one)
            first = first or seen
            kept = kept or set(one.newest["view"]["own"]["cards"])
            assert set(one.newest["view"]["own"]["cards"]) == kept
            others.append(set(other.newest["view"]["own"]["cards"]))
            for what, before in first.items():
                assert seen[what] == before, what
        assert len(set(map(frozenset, others))) > 1, "the hidden cards did not differ"
        assert len(kept) in (4, 5)

    play(serving, scene)
