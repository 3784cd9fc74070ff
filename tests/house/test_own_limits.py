"""The limits that players set for themselves: how they change with time, and what they keep out."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import repeat
from typing import Any, cast

import pytest
from sqlalchemy import select

from tablewright.games import game
from tablewright.house.books import schema
from tablewright.house.books.entries import Result
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.own_limits import NONE_SET, AtRisk, Coming, OwnLimits
from tablewright.house.tables.live import LiveTable
from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, player
from tests.house.clients import Visit, play
from tests.house.company import ON_SQLITE, Tab, employee, guest, open_table, opened, written
from tests.house.serving import Serving
from tests.house.simulated import Evening, Simulated

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ANN = guest(1)


def noon_ahead() -> datetime:
    """The noon of tomorrow: a house's clock never goes back, and an hour later it is the same day."""
    return (datetime.now(UTC) + DAY).replace(hour=12, minute=0, second=0, microsecond=0)


class Hands:
    """Both clocks of a house, as a test moves them."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now, self.seconds = now, 100.0

    def go_on(self, **by: float) -> None:
        passed = timedelta(**by)
        self.now += passed
        self.seconds += passed.total_seconds()

    def wound(self, keeper: LimitKeeper) -> LimitKeeper:
        """A keeper who goes by these hands."""
        keeper.now, keeper.seconds = (lambda: self.now), (lambda: self.seconds)
        return keeper


def _stop(keeper: LimitKeeper, adds: int = 0, lies: int = 0, *, is_practice: bool = True) -> str:
    """What kind of limit of the first guest's is against a wager of so much."""
    found = keeper.stop(ANN.key, AtRisk(lies, adds), is_practice=is_practice)
    return found.kind if found else ""


def _lose(keeper: LimitKeeper, cents: int, *, money: int = 0) -> None:
    keeper.hear([Result(ANN.key, keeper.day, -money, -cents)])


# How they change -----------------------------------------------------------------------------------


def test_a_stricter_limit_holds_at_once_and_a_looser_one_a_day_later() -> None:
    limits = NONE_SET.changed({"loss": 5000}, NOON)
    assert limits.loss == 5000
    limits = limits.changed({"loss": 2000}, NOON)
    assert (limits.loss, limits.coming) == (2000, {})
    limits = limits.changed({"loss": 9000}, NOON)
    assert (limits.loss, limits.coming) == (2000, {"loss": Coming(9000, NOON + DAY)})
    assert limits.at(NOON + DAY - timedelta(seconds=1)).loss == 2000
    assert limits.at(NOON + DAY) == OwnLimits(loss=9000)


def test_no_limit_any_more_is_the_loosest() -> None:
    limits = OwnLimits(minutes=60).changed({"minutes": None}, NOON)
    assert limits.minutes == 60
    assert limits.at(NOON + DAY).minutes is None


def test_a_looser_limit_is_withdrawn_by_asking_for_the_one_that_holds() -> None:
    limits = OwnLimits(check=30).changed({"check": 60}, NOON)
    assert limits.coming
    assert limits.changed({"check": 30}, NOON + DAY / 2) == OwnLimits(check=30)
    assert limits.changed({"check": 15}, NOON + DAY / 2) == OwnLimits(check=15)


def test_asking_again_for_the_same_looser_limit_does_not_put_it_off() -> None:
    limits = OwnLimits(loss=2000).changed({"loss": 5000}, NOON)
    again = limits.changed({"loss": 5000}, NOON + DAY / 2)
    assert again.coming["loss"].since == NOON + DAY
    other = limits.changed({"loss": 6000}, NOON + DAY / 2)
    assert other.coming["loss"].since == NOON + DAY * 1.5


def test_a_break_is_made_longer_and_never_shorter() -> None:
    limits = NONE_SET.with_break(NOON + 2 * DAY, NOON)
    assert limits.with_break(NOON + 3 * DAY, NOON).break_until == NOON + 3 * DAY
    for until, why in (
        (NOON + DAY, "cannot be made shorter"),
        (NOON, "in the future"),
        (NOON + 400 * DAY, "up to 366 days"),
    ):
        with pytest.raises(Refused, match=why):
            limits.with_break(until, NOON)
    assert limits.at(NOON + 2 * DAY) == NONE_SET


# Time, losses, checks ------------------------------------------------------------------------------


def test_time_is_that_of_having_a_seat_and_counts_once_at_two_tables() -> None:
    hands = Hands()
    keeper = hands.wound(LimitKeeper())
    keeper.sit("T1", [ANN.key])
    hands.go_on(minutes=10)
    keeper.sit("T2", [ANN.key])
    hands.go_on(minutes=10)
    keeper.sit("T1", [])
    hands.go_on(minutes=10)
    keeper.sit("T2", [])
    hands.go_on(hours=5)
    assert keeper.played(ANN.key).seconds == 30 * 60


def test_a_clock_that_is_set_back_or_forward_gives_no_time_and_takes_none() -> None:
    hands = Hands()
    keeper = hands.wound(LimitKeeper())
    keeper._limits[ANN.key] = OwnLimits(minutes=60).changed({"minutes": 90}, NOON)
    keeper.sit("T1", [ANN.key])
    hands.go_on(minutes=59)
    assert _stop(keeper) == ""
    hands.now -= timedelta(days=3)
    assert _stop(keeper) == ""
    hands.seconds += 60
    assert _stop(keeper) == "time"
    hands.now = NOON + DAY / 4
    assert _stop(keeper) == "time", "the looser limit is not due yet"


def test_another_day_begins_with_nothing_lost_and_a_check_is_still_due() -> None:
    hands = Hands(NOON + timedelta(hours=11, minutes=30))
    keeper = hands.wound(LimitKeeper())
    keeper._limits[ANN.key] = OwnLimits(loss=5000, check=60, minutes=120)
    keeper.sit("T1", [ANN.key])
    _lose(keeper, 5000)
    assert _stop(keeper) == "loss"
    hands.go_on(minutes=40)
    assert _stop(keeper) == ""
    assert keeper.played(ANN.key).practice == 0
    hands.go_on(minutes=25)
    assert _stop(keeper) == "check"


def test_money_and_practice_count_apart() -> None:
    keeper = Hands().wound(LimitKeeper())
    keeper._limits[ANN.key] = OwnLimits(loss=5000)
    _lose(keeper, 5000, money=4000)
    assert _stop(keeper, 100) == "loss"
    assert _stop(keeper, 1000, is_practice=False) == ""
    assert _stop(keeper, 1001, is_practice=False) == "loss"


def test_what_lies_on_felts_may_be_lost_too() -> None:
    keeper = Hands().wound(LimitKeeper())
    keeper._limits[ANN.key] = OwnLimits(loss=5000)
    _lose(keeper, 3000)
    assert _stop(keeper, 1000, lies=1000) == ""
    assert _stop(keeper, 1001, lies=1000) == "loss"
    found = keeper.stop(ANN.key, AtRisk(lies=1000, adds=1500), is_practice=True)
    assert found
    assert found.why == (
        "This bet could take you past the loss limit that you set, $50 a day: $10 of it is left."
        " Bet no more than that."
    )


def test_a_check_says_how_one_stands_and_comes_again() -> None:
    async def run() -> None:
        hands = Hands()
        keeper = hands.wound(LimitKeeper())
        keeper._limits[ANN.key] = OwnLimits(check=60)
        keeper.sit("T1", [ANN.key])
        assert keeper.due_in(ANN.key) == 3600
        hands.go_on(minutes=60)
        _lose(keeper, 4500)
        found = keeper.stop(ANN.key, AtRisk(), is_practice=True)
        assert found
        assert found.why == ("You have played 1 hour today, net -$45: choose to play on, or leave.")
        await keeper.play_on(ANN.key)
        assert _stop(keeper) == ""
        hands.go_on(minutes=59)
        assert _stop(keeper) == ""
        hands.go_on(minutes=1)
        assert _stop(keeper) == "check"

    asyncio.run(run())


# At tables -----------------------------------------------------------------------------------------


async def _lose_ante(tab: Tab) -> None:
    """A round that costs the ante of 10 dollars."""
    await tab.play_on({"ante": 1000}, "fold")


async def _table(house: House, **more: Any) -> LiveTable:
    return await open_table(house, "duki4", table=f"T{len(house.floor.tables) + 1}", **more)


def test_a_loss_limit_is_kept_at_every_table_and_over_a_restart(ready_address: str) -> None:
    """By two tabs, a seat that is left and taken again, another table, and a house opened anew."""

    async def run() -> None:
        async with opened(ready_address) as house:
            first, second = await _table(house), await _table(house)
            ann = Tab(first, ANN)
            await ann.sit_down(1)
            await _lose_ante(ann)
            await house.limits.change(ANN.key, {"loss": 2000})
            await _lose_ante(ann)
            with pytest.raises(Forbidden, match="reached the loss limit that you set") as refused:
                await ann.do("bets", place=1, stakes={"ante": 1000})
            assert refused.value.rule == "house.own-limits"
            assert (await ann.until(lambda table: "stop" in table))["stop"]["kind"] == "loss"
            again = Tab(first, ANN)
            with pytest.raises(Forbidden, match="loss limit"):
                await again.do("wager", place=1, wager="ante", chips={"500": 2})
            await ann.do("leave", place=1)
            elsewhere = Tab(second, ANN)
            await elsewhere.sit_down(3)
            with pytest.raises(Forbidden, match="loss limit"):
                await elsewhere.do("bets", place=3, stakes={"ante": 1000})
            bob = Tab(second, guest(2))
            await bob.sit_down(4)
            await bob.do("bets", place=4, stakes={"ante": 1000})
        async with opened(ready_address) as house:
            tab = Tab(house.floor.table(second.id), ANN)
            with pytest.raises(Forbidden, match="loss limit"):
                await tab.do("bets", place=3, stakes={"ante": 1000})
            assert house.limits.played(ANN.key).practice == -2000
            hands = Hands(datetime.now(UTC) + DAY)
            hands.wound(house.limits)
            await tab.do("bets", place=3, stakes={"ante": 1000})

    asyncio.run(run())


@ON_SQLITE
def test_a_round_is_played_to_its_end_and_bets_may_be_taken_back(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await _table(house)
            ann = Tab(live, ANN)
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes={"ante": 1000, "bonus": 500})
            await house.limits.take_break(ANN.key, datetime.now(UTC) + DAY)
            with pytest.raises(Forbidden, match="taking a break until"):
                await ann.do("bets", place=1, stakes={"ante": 1500})
            await ann.do("bets", place=1, stakes={"bonus": 0})
            await ann.play_on(decision="play")
            lines = [line.did for line in await written(live)]
            assert [each.decision for each in lines if isinstance(each, acts.Decide)] == ["play"]
            assert live.table.state.round == 2, "it was settled, with the Play wager"
            bob = Tab(await _table(house), ANN)
            with pytest.raises(Forbidden, match="taking a break until"):
                await bob.do("sit", place=2)

    asyncio.run(run())


@ON_SQLITE
def test_bets_may_lie_up_to_what_is_left_of_the_limit(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            first, second = await _table(house), await _table(house)
            ann, beside = Tab(first, ANN), Tab(second, ANN)
            await ann.sit_down(1)
            await beside.sit_down(1)
            await house.limits.change(ANN.key, {"loss": 3000})
            await ann.do("bets", place=1, stakes={"ante": 2000})
            with pytest.raises(Forbidden, match=r"\$10 of it is left"):
                await beside.do("bets", place=1, stakes={"ante": 1500})
            await beside.do("bets", place=1, stakes={"ante": 1000})
            with pytest.raises(Forbidden, match=r"\$0 of it is left"):
                await ann.do("bets", place=1, stakes={"ante": 2500})
            await ann.do("bets", place=1, stakes={"ante": 1000})
            await ann.do("bets", place=1, stakes={"ante": 1000, "bonus": 1000})

    asyncio.run(run())


@ON_SQLITE
def test_what_a_player_has_won_is_what_their_history_says(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await _table(house)
            ann = Tab(live, ANN)
            await ann.sit_down(1)
            for decision in ("play", "fold", "play"):
                await ann.play_on({"ante": 1000, "bonus": 500}, decision)
            await ann.do("tip", place=1, chips={"500": 1})
            seen = await ann.until(lambda table: table["seq"] == live.seq)
            assert house.limits.played(ANN.key).practice == seen["session"]["net"]
            assert house.limits.played(ANN.key).money == 0

    asyncio.run(run())


@ON_SQLITE
def test_the_page_is_shown_a_check_when_it_is_due(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            hands = Hands(noon_ahead())
            hands.wound(house.limits)
            live = await _table(house)
            ann = Tab(live, ANN)
            await ann.sit_down(1)
            await house.limits.change(ANN.key, {"check": 60})
            assert "stop" not in await ann.until(lambda table: table["place"] == 1)
            hands.go_on(minutes=60)
            live.wake()
            shown = await ann.until(lambda table: "stop" in table)
            assert shown["stop"]["minutes"] == 60
            watching = Tab(live, employee(9, "Sue", "surveillance"), "surveillance")
            assert "stop" not in await watching.until(lambda table: True)
            await house.limits.play_on(ANN.key)
            house.floor.show_limits(ANN)
            await ann.until(lambda table: "stop" not in table)

    asyncio.run(run())


@ON_SQLITE
def test_time_outlasts_a_restart_and_the_house_clock_does_not_go_back(ready_address: str) -> None:
    async def run() -> None:
        start = noon_ahead()
        async with opened(ready_address) as house:
            hands = Hands(start + 2 * DAY)
            hands.wound(house.limits)
            live = await _table(house)
            await Tab(live, ANN).sit_down(1)
            await house.limits.change(ANN.key, {"minutes": 60})
            hands.go_on(minutes=59)
        async with opened(ready_address) as house:
            assert house.limits.day == (start + 2 * DAY).date().isoformat()
            hands = Hands(start)
            hands.wound(house.limits)
            tab = Tab(house.floor.table(live.id), ANN)
            await tab.do("bets", place=1, stakes={"ante": 1000})
            hands.go_on(minutes=1)
            with pytest.raises(Forbidden, match="time limit that you set, 1 hour a day"):
                await tab.do("bets", place=1, stakes={"ante": 1500})

    asyncio.run(run())


@ON_SQLITE
def test_limits_of_guests_go_with_them_and_past_days_are_deleted(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            hands = Hands(datetime.now(UTC))
            hands.wound(house.limits)
            live = await _table(house)
            ann = Tab(live, ANN)
            await ann.sit_down(1)
            await house.limits.change(ANN.key, {"loss": 90_000})
            await house.limits.change("a:7", {"loss": 90_000})
            await _lose_ante(ann)
            await ann.do("leave", place=1)
            hands.go_on(days=1)
            await house.limits.look_after({ANN.key})
            assert house.limits.limits(ANN.key).loss == 90_000
            await house.limits.look_after(set())
            async with house.database.reading() as connection:
                days = (await connection.execute(select(schema.play_days.c.day))).all()
                people = (await connection.execute(select(schema.own_limits.c.person))).all()
            assert days == []
            assert [each.person for each in people] == ["a:7"]

    asyncio.run(run())


@pytest.mark.parametrize("is_practice", [True, False])
def test_what_is_lost_counts_by_the_kind_of_table(is_practice: bool) -> None:
    table = Evening(
        cast(Ledger, None),
        "duki4",
        Options(pace=0),
        Simulated(repeat(0.0), repeat(0.0)),
        is_practice=is_practice,
        readings={each.id: each.default for each in game("duki4").ruleset().undecided},
    ).live
    table.room.desk.do(acts.Sit(1, ANN.name), player(1))
    table.room.desk.seat(1, ANN.key)
    table.room.desk.do(acts.BuyIn(1, 2000, {500: 4}), THE_DEALER)
    table.room.desk.do(acts.Tip(1, {500: 1}), player(1))
    (found,) = table.room.limits.take()
    assert (found.money, found.practice) == ((0, -500) if is_practice else (-500, 0))


# Over HTTP -----------------------------------------------------------------------------------------


def test_nobody_but_the_player_sees_or_changes_their_limits(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pia, guest_ = await visitor().sign_in("Pia"), await visitor().come_as_guest()
        assert (await visitor().get("/limits")).status_code == 401
        for each in (pia, guest_):
            answer = await each.http.put("/limits", json={"loss": 5000, "check": 30})
            assert answer.json()["loss"] == {"value": 5000, "coming": None}, answer.text
        looser = (await pia.http.put("/limits", json={"loss": None})).json()["loss"]
        assert looser["value"] == 5000
        assert looser["coming"]["value"] is None
        kept = (await pia.http.put("/limits", json={"loss": 5000})).json()
        assert kept["loss"] == {"value": 5000, "coming": None}
        assert kept["check"]["value"] == 30
        # Another person, whatever their duties, has only limits of their own.
        boss = await visitor().sign_in("Ada")
        assert (await boss.ask("/limits"))["loss"]["value"] is None
        for body in ({"loss": 99}, {"minutes": 0}, {"loss": "5"}, {"person": "a:1"}):
            assert (await pia.http.put("/limits", json=body)).status_code == 422
        token = await pia.post("/tokens", {"label": "program", "scope": "act"})
        program = visitor(token.json()["token"])
        assert (await program.ask("/limits"))["loss"]["value"] == 5000
        assert (await program.http.put("/limits", json={"loss": None})).status_code == 403
        until = (datetime.now(UTC) + DAY).isoformat()
        assert (await program.post("/limits/break", {"until": until})).status_code == 403
        taken = await pia.post("/limits/break", {"until": until})
        assert taken.json()["break_until"] is not None
        refused = await pia.command(await pia.table_of("duki4"), {"event": "sit", "place": 7})
        assert refused.status_code == 400
        assert "taking a break" in refused.json()["why"]
        assert refused.json()["rule"] == "house.own-limits"

    play(serving, scene)
