"""People who vanish from a table: they are waited for a while, then folded, then seen off."""

import asyncio

import pytest

from tablewright.house.books.options import Options
from tests.house.company import (
    GAMES,
    ON_SQLITE,
    STAKES,
    Tab,
    bet,
    guest,
    is_deciding,
    open_table,
    opened,
    seated,
    written,
)
from tests.registry import CONTESTS

IMPATIENT = Options(pace=0, gone_seconds=0, leave_seconds=600)
"""Nobody who has gone is waited for."""
PATIENT = Options(pace=0, gone_seconds=600, leave_seconds=600)


# Vanishing -----------------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("game", CONTESTS)
def test_who_vanishes_before_his_decision_is_folded_and_keeps_his_place(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, IMPATIENT)
            ann, bob = await seated(live, 2)
            await bet(live, [ann, bob])
            await ann.until(is_deciding)
            bob.drop()
            await ann.until(lambda table: table["view"]["places"]["2"].get("decision") == "fold")
            folded = next(each for each in await written(live) if each.did.name == "decide")
            assert folded.by == "inspector (house)"
            assert not live.table.state.seats[1].decision, "the one who is there is waited for"
            await ann.play_on()
            assert live.table.state.round == 2
            again = Tab(live, guest(2))
            back = await again.until(lambda table: True)
            assert back["place"] == 2
            await asyncio.gather(ann.play_on(STAKES[game]), again.play_on(STAKES[game]))

    asyncio.run(run())


@ON_SQLITE
@pytest.mark.parametrize("game", CONTESTS)
def test_who_comes_back_in_time_sees_his_own_hand_again_and_decides(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, PATIENT)
            ann, bob = await seated(live, 2)
            await bet(live, [ann, bob])
            hand = (await bob.until(is_deciding))["view"]["own"]
            assert hand["cards"]
            bob.drop()
            shown = await ann.until(lambda table: table["present"] == [1])
            assert not shown["view"]["places"]["2"]["is_present"]
            assert shown["clock"]["for"] == "gone"
            assert "own" not in shown["view"] or shown["view"]["own"]["cards"] != hand["cards"]
            again = Tab(live, guest(2))
            back = await again.until(lambda table: table["present"] == [1, 2])
            assert back["view"]["own"] == hand
            assert "decide" in back["legal"]
            await asyncio.gather(ann.play_on(), again.play_on())

    asyncio.run(run())


@ON_SQLITE
def test_at_king_high_who_vanishes_stands_as_he_has_wagered(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "king-high", IMPATIENT)
            ann, bob = await seated(live, 2)
            await bet(live, [ann, bob])
            await ann.until(lambda table: table["view"]["cards"]["holding_boxes"])
            stakes = live.table.stakes(2)
            bob.drop()
            await ann.play_on()
            settled = [
                each.did
                for each in await written(live)
                if each.did.name == "settled" and getattr(each.did, "place", 0) == 2
            ]
            assert {getattr(each, "wager", "") for each in settled} >= stakes.keys()
            assert 2 in live.table.state.seats
            assert live.table.state.round == 2

    asyncio.run(run())


@ON_SQLITE
@pytest.mark.parametrize("game", GAMES)
def test_a_round_ends_even_when_everybody_has_vanished(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, Options(pace=0, gone_seconds=0, leave_seconds=0))
            watcher = Tab(live, guest(50), "watch")
            tabs = await seated(live, 3)
            await bet(live, tabs)
            for tab in tabs:
                tab.drop()
            await watcher.until(lambda table: not table["view"]["places"])
            bank = live.table.state.bank
            assert live.room.seating.holders == {} == await house.ledger.seats(live.id)
            assert live.table.state.phase == "wagers"
            assert not any(name.startswith(("rail", "spot")) for name in bank.accounts)

    asyncio.run(run())


@ON_SQLITE
def test_who_has_bet_and_vanishes_for_good_gets_his_bets_back_and_leaves(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(
                house, "duki4", Options(pace=0, gone_seconds=600, leave_seconds=0)
            )
            ann, bob = await seated(live, 2)
            await bob.do("bets", place=2, stakes=STAKES["duki4"])
            bob.drop()
            await ann.until(lambda table: "2" not in table["view"]["places"])
            events = [each.did.name for each in await written(live)]
            assert "settled" not in events
            assert events[-1] == "leave"
            again = Tab(live, guest(2))
            assert (await again.until(lambda table: True))["place"] == 0
            await again.sit_down(2)

    asyncio.run(run())


@ON_SQLITE
def test_who_has_a_second_tab_open_has_not_vanished(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", IMPATIENT)
            ann, bob = await seated(live, 2)
            other = Tab(live, guest(2))
            await bet(live, [ann, bob])
            await other.until(is_deciding)
            bob.drop()
            await ann.do("decide", place=1, decision="fold")
            seen = await other.until(lambda table: table["view"]["places"]["1"].get("decision"))
            assert seen["present"] == [1, 2]
            assert seen["view"]["places"]["2"].get("decision", "") == ""
            await other.do("decide", place=2, decision="fold")
            await ann.until(lambda table: table["view"]["round"] == 2)

    asyncio.run(run())


@ON_SQLITE
def test_who_plays_by_single_requests_is_dealt_to_as_soon_as_he_is_ready(
    ready_address: str,
) -> None:
    """A program that follows a table by no socket."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", PATIENT)
            program = Tab(live, guest(1))
            program.drop()
            await program.do("sit", place=1)
            await program.do("buy-in", place=1, cash=20_000)
            await program.do("bets", place=1, stakes=STAKES["duki4"])
            await program.do("ready")
            assert live.table.state.phase == "decide"
            await program.do("decide", place=1, decision="fold")
            assert live.table.state.round == 2

    asyncio.run(run())


# Timers --------------------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("game", CONTESTS)
def test_who_neither_bets_nor_decides_in_time_is_not_waited_for(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            options = Options(pace=0, bet_seconds=1, decide_seconds=1)
            live = await open_table(house, game, options)
            ann, bob = await seated(live, 2)
            await ann.do("bets", place=1, stakes=STAKES[game])
            shown = await ann.until(lambda table: "clock" in table)
            assert (shown["clock"]["for"], shown["clock"]["places"]) == ("bets", [1, 2])
            await ann.until(is_deciding)
            assert not live.table.state.seats[2].slots
            await bob.until(lambda table: table["view"]["round"] == 2)
            decided = [each for each in await written(live) if each.did.name == "decide"]
            assert [each.by for each in decided] == ["inspector (house)"]

    asyncio.run(run())


@ON_SQLITE
@pytest.mark.parametrize("game", CONTESTS)
def test_no_clock_runs_for_somebody_who_practises_alone(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, Options(pace=0, bet_seconds=1, decide_seconds=1))
            (ann,) = await seated(live, 1)
            await ann.do("bets", place=1, stakes=STAKES[game])
            shown = await ann.until(lambda table: table["view"]["places"]["1"]["wagers"])
            assert "clock" not in shown
            await ann.do("ready")
            assert "clock" not in await ann.until(is_deciding)
            # As soon as there is a person who waits for her, it does.
            bob = Tab(live, guest(2))
            await bob.do("sit", place=2)
            shown = await ann.until(lambda table: "clock" in table)
            assert (shown["clock"]["for"], shown["clock"]["places"]) == ("decide", [1])

    asyncio.run(run())
