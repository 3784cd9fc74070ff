"""Coaching at a live table: judged beside it, kept over a restart, shown to nobody else."""

import asyncio
from typing import Any

import pytest

from tablewright.advice import decisions
from tablewright.advice.telling import HandAdvice, document
from tablewright.house.books.options import Options
from tablewright.house.tables.own_rounds import history_of, own_rounds
from tests.house.company import ON_SQLITE, Tab, guest, open_table, opened


async def decided(ann: Tab, *, well: bool) -> float:
    """Play a round well or badly; the cost of the decision as advice has it before, in cents."""
    live = ann.live
    await ann.do("bets", place=1, stakes={"ante": 500})
    await ann.do("ready")
    await ann.until(lambda table: table["view"]["phase"] == "decide")
    advice = document(live.room.screen.advice(1))
    assert isinstance(advice, HandAdvice)
    ordered = sorted(advice.choices, key=lambda each: float(each.cost_cents))
    taken = ordered[0 if well else -1]
    await ann.play_on(decision=taken.decision)
    return float(taken.cost_cents)


def coaching(table: Any) -> Any:
    return table["session"].get("coaching", {})


@ON_SQLITE
def test_decisions_are_judged_as_advice_has_them_and_added_up_over_a_restart(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            assert not coaching(ann.newest)
            costs = [await decided(ann, well=each) for each in (True, False, False, True)]
            await ann.until(lambda table: coaching(table).get("decisions") == len(costs))
            before = coaching(ann.newest)
            assert not before["is_thinking"]
            mistakes = [each for each in costs if each]
            assert before["mistakes"] == len(mistakes) == 2
            assert abs(float(before["cost"].strip("$")) - sum(mistakes) / 100) < 0.01
            assert before["last"]["is_best"] == (costs[-1] == 0)
            told = await history_of(house.ledger, own_rounds(live.room, 1, None))
            assert [each.coached.is_best for each in told.rounds if each.coached] == [
                cost == 0 for cost in reversed(costs)
            ]
        async with opened(ready_address) as house:
            again = Tab(house.floor.table(live.id), guest(1))
            await again.until(lambda table: coaching(table).get("decisions") == len(costs))
            assert coaching(again.newest) == before
            bob = Tab(house.floor.table(live.id), guest(2), "watch")
            await bob.until(lambda table: True)
            assert "session" not in bob.newest

    asyncio.run(run())


@ON_SQLITE
def test_a_table_without_advice_and_a_draw_have_no_coach(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            mute = await open_table(house, "duki4", options=Options(has_advice=False))
            ann = Tab(mute, guest(1))
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes={"ante": 500})
            await ann.do("ready")
            await ann.play_on(decision="fold")
            assert not coaching(ann.newest)
            assert mute.room.screen.decided(1) == []
            drawn = await open_table(house, "king-high", table="T2")
            assert drawn.room.screen.coach is None

    asyncio.run(run())


@ON_SQLITE
def test_of_a_long_sitting_only_the_last_decisions_are_remembered_and_all_are_counted(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST_DECISIONS", 3)

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            for number in range(1, 6):
                await decided(ann, well=True)
                await ann.until(lambda table, due=number: coaching(table).get("decisions") == due)  # type: ignore[misc]
            made = live.room.screen.sums.decisions
            assert (len(made.at_place[1]), made.forgotten) == (3, {1: 2})
            told = await history_of(house.ledger, own_rounds(live.room, 1, None))
            assert [bool(each.coached) for each in told.rounds] == [True] * 3 + [False] * 2
        async with opened(ready_address) as house:
            again = Tab(house.floor.table(live.id), guest(1))
            await again.until(lambda table: coaching(table).get("decisions") == 3)

    asyncio.run(run())
