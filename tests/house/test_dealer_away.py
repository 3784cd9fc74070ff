"""A dealer who leaves: the table is handed over, paused or closed, and nobody is stranded at it."""

import asyncio
from itertools import repeat
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.screens.alert_pages import AlertThresholds
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.orders import CloseTable, HandOver, Pause, Sit
from tablewright.house.tables.alerts import causes, said_at_once
from tablewright.house.tables.carry_out import carry_out
from tablewright.rules.errors import Forbidden
from tablewright.table.actors import THE_DEALER, player
from tablewright.table.automation import due_step
from tablewright.table.setup import SUPERVISOR_STEPS, Staff
from tests.house.clients import Visit, play
from tests.house.company import (
    GAMES,
    ON_SQLITE,
    STAKES,
    Tab,
    employee,
    guest,
    open_table,
    opened,
    written,
)
from tests.house.serving import Serving
from tests.house.simulated import Evening, Simulated
from tests.house.test_deadlines import _bet, _seated, clocks
from tests.house.test_pacing import _decided

DAN = employee(1, "Dan", "dealer")
DEA = employee(2, "Dea", "dealer")
AT_WORK: dict[str, Any] = {"automatic": SUPERVISOR_STEPS, "staff": Staff(dealer="Dan")}
SOON = Options(pace=0, dealer_away_seconds=1, gone_seconds=600, leave_seconds=600)
LATER = Options(pace=0, dealer_away_seconds=600)


# By a simulated clock ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@given(clock=clocks(), steps=st.integers(0, 40), is_paused=st.booleans())
@settings(max_examples=40)
def test_wherever_a_dealer_leaves_the_round_comes_to_its_end(
    game: str, clock: Simulated, steps: int, is_paused: bool
) -> None:
    """After any step of a round the house deals on, once, and people may sit down again."""
    options = Options(pace=0, dealer_away_seconds=60, decide_seconds=20, bet_seconds=20)
    evening = Evening(cast(Ledger, None), game, options, clock, **AT_WORK)
    live, dan = evening.live, Listener(DAN, "dealer")
    live.join(dan)
    _seated(evening, range(1, 3))
    for place in (1, 2):
        _bet(evening, place)
    evening.turn()
    for _ in range(steps):
        step = due_step(live.table, live.room.desk.source, bets_are_in=True)
        if live.table.state.round > 1 or step is None:
            break
        live.room.desk.do(*step)
        evening.turn()
    live.room.conduct.is_paused = is_paused
    was_playing, start = not live.room.pace.is_between_rounds, live.table.state.round
    had_wagers = not live.table.is_felt_bare()
    live.leave(dan)
    evening.turn()
    assert live.room.post.is_away
    with pytest.raises(Forbidden, match=r"away|paused"):
        _sit(evening, 4)
    evening.run(most=300)
    if is_paused and not was_playing:
        assert live.room.post.is_away, "a pause between rounds is left alone"
        assert not evening.count("relieve")
        return
    assert evening.count("relieve") == 1
    assert live.room.post.is_taken_over
    assert not live.room.conduct.is_paused
    assert live.table.state.round == start + (had_wagers or was_playing)
    assert live.table.is_felt_bare()
    _sit(evening, 4)


def _sit(evening: Evening, place: int) -> None:
    carry_out(evening.live.room, guest(place), player(0), Sit(place))


def test_a_table_where_nobody_sits_is_closed() -> None:
    clock = Simulated(repeat(0.0), repeat(0.0))
    evening = Evening(cast(Ledger, None), "duki4", LATER, clock, **AT_WORK)
    dan = Listener(DAN, "dealer")
    evening.live.join(dan)
    evening.turn()
    assert not evening.clock.asked
    evening.live.leave(dan)
    evening.turn()
    evening.run(most=9)
    assert evening.live.table.state.status == "closed"
    assert clock.time >= 1600


def test_a_post_that_nobody_has_taken_is_the_house_s_once_somebody_waits_to_be_dealt_to() -> None:
    clock = Simulated(repeat(0.0), repeat(0.0))
    evening = Evening(cast(Ledger, None), "duki4", LATER, clock, automatic=SUPERVISOR_STEPS)
    evening.run(most=9)
    assert evening.live.table.state.status == "open"
    assert not evening.count("relieve")
    _seated(evening, range(1, 2))
    _sit(evening, 2)
    evening.run(most=20)
    assert evening.live.room.post.is_taken_over


# Live ----------------------------------------------------------------------------------------------


async def _begun(house: Any, options: Options) -> tuple[Any, Tab, Tab]:
    """A round that Dan has begun to deal, with Ann at it."""
    live = await open_table(house, "duki4", options, **AT_WORK)
    dan, ann = Tab(live, DAN, "dealer"), Tab(live, guest(1))
    await ann.sit_down(1)
    await ann.do("bets", place=1, stakes=STAKES["duki4"])
    await dan.must("no-more-bets")
    return live, dan, ann


@ON_SQLITE
def test_players_see_that_the_dealer_is_away_and_are_dealt_to_by_the_house(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live, dan, ann = await _begun(house, SOON)
            assert "dealer_away" not in await ann.until(lambda table: True)
            dan.drop()
            shown = await ann.until(lambda table: "dealer_away" in table)
            assert shown["dealer_away"]["name"] == "Dan"
            assert shown["dealer_away"]["house_in_ms"] <= 1000
            await ann.until(lambda table: table["house_deals"])
            await ann.play_on()
            await ann.play_on(STAKES["duki4"])
            assert live.table.state.round == 3
            # The dealer is back and takes the post again.
            with pytest.raises(Forbidden):
                await Tab(live, DAN, "dealer").do("deal")
            back = Tab(live, DAN, "watch")
            await back.do("take-post", post="dealer")
            seen = await ann.until(lambda table: not table["house_deals"])
            assert "dealer_away" not in seen
            await ann.do("bets", place=1, stakes=STAKES["duki4"])
            await ann.do("ready")
            assert live.table.state.phase == "wagers", "the dealer closes the bets"
            await Tab(live, DAN, "dealer").must("no-more-bets")

    asyncio.run(run())


def test_a_house_that_is_opened_again_in_mid_round_deals_on_without_the_dealer(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live, _, _ = await _begun(house, SOON)
            id = live.id
        async with opened(ready_address) as house:
            live = house.floor.table(id)
            ann = Tab(live, guest(1))
            await ann.until(lambda table: table["house_deals"])
        async with opened(ready_address) as house:
            live = house.floor.table(id)
            assert live.room.post.is_taken_over, "the journal says so"
            ann = Tab(live, guest(1))
            await ann.play_on()
            await ann.play_on(STAKES["duki4"])
            relieved = [each for each in await written(live) if each.did.name == "relieve"]
            assert len(relieved) == 1

    asyncio.run(run())


@ON_SQLITE
def test_a_dealer_hands_over_to_the_house(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live, dan, ann = await _begun(house, LATER)
            with pytest.raises(Forbidden):
                await ann.do("hand-over")
            await dan.do("hand-over")
            assert (await dan.ended())[0] == 4403
            await ann.play_on()
            assert live.table.state.round == 2
            assert live.table.state.staff["dealer"] == "the house"

    asyncio.run(run())


@ON_SQLITE
def test_a_dealer_pauses_and_goes_on(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", LATER, **AT_WORK)
            dan, ann, bob = Tab(live, DAN, "dealer"), Tab(live, guest(1)), Tab(live, guest(2))
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes={"ante": 1000})
            await dan.do("pause")
            assert (await ann.until(lambda table: table["is_paused"]))["view"]["status"] == "open"
            for tab, event, fields in (
                (bob, "sit", {"place": 2}),
                (ann, "bets", {"place": 1, "stakes": {"ante": 2000}}),
                (ann, "wager", {"place": 1, "wager": "ante", "chips": {"500": 1}}),
            ):
                with pytest.raises(Forbidden, match="paused"):
                    await tab.do(event, **fields)
            await ann.do("bets", place=1, stakes={"ante": 500})
            await dan.do("pause", is_paused=False)
            await bob.do("sit", place=2)
            await ann.do("bets", place=1, stakes={"ante": 1000})

    asyncio.run(run())


@ON_SQLITE
def test_a_dealer_who_closes_and_leaves_in_mid_round_leaves_nobody_behind(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live, dan, ann = await _begun(house, SOON)
            await dan.do("close-table")
            dan.drop()
            await ann.play_on()
            assert (await ann.ended())[0] == 4409
            assert live.table.state.status == "closed"

    asyncio.run(run())


@ON_SQLITE
def test_another_dealer_takes_the_post_of_one_who_is_away(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live, dan, ann = await _begun(house, LATER)
            dan.drop()
            await ann.until(lambda table: "dealer_away" in table)
            dea = Tab(live, DEA, "watch")
            await dea.do("take-post", post="dealer")
            assert (await ann.until(lambda table: "dealer_away" not in table))["place"] == 1

    asyncio.run(run())


# Tables for money, and the pit ---------------------------------------------------------------------


def test_the_pit_is_told_of_a_dealer_who_is_away(serving: Serving) -> None:
    async def go(visitor: Visit) -> None:
        boss = await visitor().sign_in("Pit")
        made = await boss.post(
            "/tables", {"table": "A1", "game": "duki4", "automatic": "supervisors", "dealer": "Dan"}
        )
        table = made.json()["id"]
        dan = await (await visitor().sign_in("Dan")).follow(table, "dealer")
        guest = await (await visitor().come_as_guest()).follow(table)

        async def alerts() -> list[str]:
            rows = (await boss.get("/pit")).json()["tables"]
            return next(row["alerts"] for row in rows if row["id"] == table)

        await guest.sit_down(1)
        assert await alerts() == []
        await dan.socket.close()
        await guest.until(lambda shown: "dealer_away" in shown)
        (says,) = await alerts()
        assert says == "The dealer Dan is away while players wait."
        late = await (await visitor().come_as_guest()).follow(table)
        answer = await late.do("sit", place=2)
        assert "dealer of this table is away" in answer["why"]
        await late.socket.close()
        await guest.must("leave", place=1)
        await guest.socket.close()

    play(serving, go)


@pytest.mark.parametrize("more", [{"is_keyed": True}, {"is_practice": False, "automatic": ()}])
def test_where_the_house_may_not_deal_it_waits_for_a_person(more: dict[str, Any]) -> None:
    """Cards that are entered by hand need a person, and so does a table for money."""
    clock = Simulated(repeat(0.0), repeat(0.0))
    readings = {} if "is_keyed" in more else {"readings": _decided()}
    evening = Evening(cast(Ledger, None), "duki4", LATER, clock, **AT_WORK | more | readings)
    live = evening.live
    dan = Listener(DAN, "dealer")
    live.join(dan)
    _seated(evening, range(1, 3))
    live.leave(dan)
    clock.time += 125
    evening.turn()
    assert live.room.post.is_away
    now = live.room.clock.now()
    assert said_at_once(live, now)[0] == "The dealer Dan is away while players wait."
    found = {each.kind for each in causes(live, AlertThresholds(), now, ())}
    assert "dealer-absent" in found
    for order in (HandOver(),) if "is_keyed" in more else (HandOver(), Pause(), CloseTable()):
        with pytest.raises(Forbidden, match=r"another dealer|relieved"):
            carry_out(live.room, DAN, THE_DEALER, order)
    assert not evening.count("relieve")
