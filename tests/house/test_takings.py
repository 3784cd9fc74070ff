"""The figures of the floor, each held against an audit of the journals that the house itself exports.

Anything legal happens at tables of every game while the clock runs on; in the middle the house closes
and opens again, and in the end a table is closed.
"""

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import pytest

from tablewright.advice.standing import an_hour
from tablewright.house.house import House
from tablewright.house.screens.gaming_day import (
    GamingDay,
    Shift,
    day_of,
    periods,
    refuse_gaming_day,
)
from tablewright.house.tables.room import Room
from tablewright.odds.report import to_json
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import player
from tests.by_hand.floor_audit import Audited, Published, audited, per_cent, read
from tests.house.clients import Visit, Visitor, eventually, play, why
from tests.house.company import ON_SQLITE, QUICK, set_up
from tests.house.live_play import RunningClock, play_on
from tests.house.serving import Serving, served
from tests.house.staffing import staffed
from tests.odds.analysed import analysed
from tests.registry import GAMES
from tests.table_play import finish_table


@cache
def published(game: str) -> Published:
    return Published(json.loads(to_json(analysed(game).report())))


async def journal_of(pit: Visitor, table: str) -> list[dict[str, Any]]:
    return read((await pit.get(f"/tables/{table}/journal.jsonl")).content.splitlines())


def assert_figures(shown: Mapping[str, Any], found: list[tuple[str, Audited]]) -> None:
    """What the house shows of one table, or of several, is what the audit says."""
    every = [each for _, each in found]
    drop, win = sum(each.drop for each in every), sum(each.win for each in every)
    staked, won = sum(each.stake for each in every), sum(each.won for each in every)
    rounds = sum(each.rounds for each in every)
    minutes = sum(each.played.total_seconds() for each in every) / 60
    theoretical = sum(each.theoretical(published(game)) for game, each in found)
    expected = {
        "drop": drop,
        "win": win,
        "hold": per_cent(win, drop),
        "staked": staked,
        "won": won,
        "won_per_staked": per_cent(won, staked),
        "theoretical": round(theoretical),
        "expected": per_cent(theoretical, staked) if staked else None,
        "rounds": rounds,
        "rounds_an_hour": an_hour(rounds, minutes),
    }
    assert {name: shown[name] for name in expected} == expected
    if staked:
        assert shown["low99"] <= shown["low95"] < theoretical < shown["high95"] <= shown["high99"]


async def everything_is_worked_out(pit: Visitor) -> Any:
    """The pit's overview once nothing is left to be worked out."""

    async def is_done() -> bool:
        seen = await pit.ask("/pit")
        known = [each["figures"]["theoretical"] is not None for each in seen["tables"]]
        return all(known) and not seen["unread"]

    await eventually(is_done)
    return await pit.ask("/pit")


async def assert_all(pit: Visitor, games: Mapping[str, str]) -> Any:
    """Every row, and every total, is what the audit of the journals says."""
    seen = await everything_is_worked_out(pit)
    found = {id: audited(await journal_of(pit, id)) for id in games}
    closed = [each for each in seen["closed"] if each["id"] in games]
    rows = {each["id"]: each for each in [*seen["tables"], *closed]}
    assert rows.keys() == games.keys()
    for id, game in games.items():
        assert_figures(rows[id]["figures"], [(game, found[id])])
    totals = {(each["is_practice"], each["game"]): each for each in seen["totals"]}
    assert totals.keys() == {(True, each) for each in ("", *games.values())}
    for (_, game), total in totals.items():
        some = [(of, found[id]) for id, of in games.items() if game in ("", of)]
        assert_figures(total["figures"], some)
        assert (total["tables"], total["left_out"]) == (len(some), 0)
    return seen


@ON_SQLITE
def test_every_figure_of_the_floor_is_that_of_the_audit(ready_address: str) -> None:
    rng, games, clocks = Random(7), dict[str, str](), dict[str, RunningClock]()

    async def opens_and_plays(house: House) -> None:
        for game in GAMES:
            setup = set_up(game, table=f"A {game}", automatic=(), dealer_wagers=True)
            id = (await house.floor.open(setup, QUICK)).id
            games[id], clocks[id] = game, RunningClock(datetime.now(UTC))
            await play_on(house, id, rng, clocks[id])

    async def plays_on(house: House) -> None:
        for id in games:
            await play_on(house, id, rng, clocks[id])

    async def looks(visitor: Visit) -> None:
        await assert_all(await visitor().sign_in("Pit"), games)

    with served(ready_address, keeps_standing=False) as serving:
        serving.run(opens_and_plays(serving.house))
        play(serving, looks)
    with served(ready_address, keeps_standing=False, is_new=False) as serving:
        play(serving, looks)
        serving.run(plays_on(serving.house))
        play(serving, looks)
        closing = next(iter(games))
        serving.run(ends(serving.house, closing, rng))
        assert closing not in serving.house.floor.tables
        play(serving, looks)
    with served(ready_address, keeps_standing=False, is_new=False) as serving:
        play(serving, looks)


async def ends(house: House, id: str, rng: Random) -> None:
    """A table is closed, whatever lies on it."""

    def errand(room: Room) -> None:
        finish_table(room.table, rng, act=room.desk.do)

    await house.floor.table(id).run_errand(errand)
    await eventually(lambda: id not in house.floor.tables)


@ON_SQLITE
def test_a_shift_is_what_the_audit_says_between_its_moments(ready_address: str) -> None:
    """Two tables over three shifts of a quarter of an hour, as the house has set them."""
    rng, games = Random(3), dict[str, str]()
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    shifts = tuple(
        Shift(name, (start + n * timedelta(minutes=15)).strftime("%H:%M"))
        for n, name in enumerate(("One", "Two", "Three"))
    )

    async def plays(house: House) -> None:
        await house.gaming_days.set(GamingDay("UTC", shifts))
        for game in ("duki4", "king-high"):
            live = await house.floor.open(set_up(game, table=game, automatic=()), QUICK)
            games[live.id] = game
            clock = RunningClock(start + timedelta(minutes=2))
            await play_on(house, live.id, rng, clock, start + timedelta(minutes=40))
        house.takings.now = lambda: start + timedelta(minutes=50)

    async def looks(visitor: Visit) -> None:
        pit = await visitor().sign_in("Pit")
        await everything_is_worked_out(pit)
        lines = {id: await journal_of(pit, id) for id in games}
        whole = await pit.ask("/pit")
        names = [each["name"] for each in whole["periods"]]
        assert names == ["", "One", "Two", "Three"]
        course = await pit.ask("/pit/course")
        for number, period in enumerate(whole["periods"]):
            begin, end = (datetime.fromisoformat(period[name]) for name in ("begins", "ends"))
            found = [
                (game, audited(lines[id], end).less(audited(lines[id], begin)))
                for id, game in games.items()
            ]
            seen = await pit.ask("/pit", period=period["id"])
            rows = {each["id"]: each["figures"] for each in seen["tables"]}
            for id, each in zip(games, found, strict=True):
                assert_figures(rows[id], [each])
            assert_figures(seen["totals"][0]["figures"], found)
            assert_figures(course["shifts"][number]["practice"], found)
        assert (
            sum(each["practice"]["rounds"] for each in course["shifts"][1:])
            == (course["shifts"][0]["practice"]["rounds"])
        )
        for point in course["practice"]:
            at = datetime.fromisoformat(point["at"])
            some = [(game, audited(lines[id], at)) for id, game in games.items()]
            for name in ("drop", "win", "staked", "won", "rounds"):
                field = {"staked": "stake"}.get(name, name)
                assert point[name] == sum(getattr(each, field) for _, each in some)
            theoretical = sum(each.theoretical(published(game)) for game, each in some)
            assert point["theoretical"] == round(theoretical)
        assert (await pit.get("/pit", period="4")).status_code == 400
        assert not course["money"]

    with served(ready_address, keeps_standing=False) as serving:
        serving.run(plays(serving.house))
        play(serving, looks)


# Who is told what ----------------------------------------------------------------------------------


def test_who_counts_a_tables_chips_is_told_no_total_that_holds_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Counting", automatic="all")
        pit, ina = staff["pit-boss"], staff["inspector"]
        pia = await visitor().sign_in("Pia")
        assert (await pia.command(table, {"event": "sit", "place": 2}, "player")).is_success
        live = serving.house.floor.table(table)

        def buys(room: Room) -> None:
            room.desk.do(acts.BuyIn(2, 20_000, {500: 40}), player(2))

        await asyncio.to_thread(lambda: serving.run(live.run_errand(buys)))

        async def told(person: Visitor) -> list[tuple[int, int]]:
            """The drop of everything for money, in both places where it stands."""
            (total,) = [
                (each["figures"]["drop"], each["left_out"])
                for each in (await person.ask("/pit"))["totals"]
                if not each["is_practice"] and not each["game"]
            ]
            course = await person.ask("/pit/course")
            now = course["money"][-1]["drop"] if course["money"] else 0
            assert course["shifts"][0]["money"]["drop"] == now
            return [total, (now, course["left_out"])]

        assert await told(ina) == await told(pit) == [(20_000, 0)] * 2
        assert (
            await pit.command(table, {"event": "fill", "chips": {"500": 4}}, "pit-boss")
        ).is_success
        assert await told(ina) == [(0, 1)] * 2
        assert await told(pit) == [(20_000, 0)] * 2
        cancel = {"event": "cancel-slip", "slip": 1, "reason": "not needed"}
        assert (await pit.command(table, cancel, "pit-boss")).is_success
        assert await told(ina) == [(20_000, 0)] * 2

    play(serving, scene)


def test_money_is_in_no_total_of_practice(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "For money")
        seen = await staff["pit-boss"].ask("/pit")
        (money,) = [each for each in seen["totals"] if not each["is_practice"] and each["game"]]
        for_money = [each for each in seen["tables"] if not each["is_practice"]]
        assert table in {each["id"] for each in for_money}
        assert money["open"] == len([each for each in for_money if each["game"] == "duki4"])
        both = [each["tables"] for each in seen["totals"] if not each["game"]]
        assert len(both) == 2

    play(serving, scene)


def test_who_looks_again_is_told_only_what_has_changed(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, guest = await visitor().sign_in("Pit"), await visitor().come_as_guest()
        first = await everything_is_worked_out(pit)
        again = await pit.ask("/pit", since=first["mark"])
        assert (again["tables"], again["ids"], again["closed"]) == ([], None, None)
        assert again["quarantined"] is None
        assert again["totals"] == first["totals"]
        table = await guest.table_of("duki4")
        async with await guest.follow(table) as follower:
            place = await follower.sit_down()
            sat = await pit.ask("/pit", since=first["mark"])
            assert [each["id"] for each in sat["tables"]] == [table]
            await follower.play_round({"ante": 1000}, "fold")
            seen = await pit.ask("/pit", since=sat["mark"])
            (row,) = seen["tables"]
            assert row["figures"]["rounds"] == sat["tables"][0]["figures"]["rounds"] + 1
            assert_figures(row["figures"], [("duki4", audited(await journal_of(pit, table)))])
            assert (await pit.ask("/pit", since=sat["mark"], period="day"))["tables"]
            await follower.must("leave", place=place)
        for mark in ("x", "00000000.9", f"{first['mark']}x"):
            assert (await pit.ask("/pit", since=mark))["ids"] is not None

    play(serving, scene)


# The gaming day ------------------------------------------------------------------------------------

VEGAS = GamingDay("America/Los_Angeles")


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-11-17T13:59:59+00:00", date(2026, 11, 16)),
        ("2026-11-17T14:00:00+00:00", date(2026, 11, 17)),
        ("2026-11-18T13:59:59+00:00", date(2026, 11, 17)),
        ("2026-07-01T13:00:00+00:00", date(2026, 7, 1)),
    ],
)
def test_a_moment_belongs_to_the_day_that_began_at_six_in_the_house(at: str, day: date) -> None:
    assert day_of(VEGAS, datetime.fromisoformat(at)) == day


def test_a_day_has_its_hours_when_clocks_are_put_back() -> None:
    """In the night to 1 November 2026 Los Angeles has an hour twice, and the grave shift nine hours."""
    day, *shifts = periods(VEGAS, date(2026, 10, 31))
    assert day.ends - day.begins == timedelta(hours=25)
    hours = [(each.ends - each.begins) / timedelta(hours=1) for each in shifts]
    assert hours == [8, 8, 9]
    assert [each.begins for each in shifts][1:] == [each.ends for each in shifts][:-1]


@pytest.mark.parametrize(
    "wrong",
    [
        GamingDay("Nowhere/At_All"),
        GamingDay("UTC", ()),
        GamingDay("UTC", (Shift("Day", "6:00"),)),
        GamingDay("UTC", (Shift("Day", "06:05"),)),
        GamingDay("UTC", (Shift(" ", "06:00"),)),
        GamingDay("UTC", (Shift("A", "06:00"), Shift("A", "14:00"))),
        GamingDay("UTC", (Shift("A", "06:00"), Shift("B", "06:00"))),
        GamingDay("UTC", (Shift("A", "06:00"), Shift("B", "22:00"), Shift("C", "14:00"))),
    ],
)
def test_shifts_that_cannot_be_are_refused(wrong: GamingDay) -> None:
    with pytest.raises(Refused, match="expected"):
        refuse_gaming_day(wrong)


def test_the_house_sets_its_shifts(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ina = await visitor().sign_in("Pit"), await visitor().sign_in("Ina")
        usual = await pit.ask("/pit/gaming-day")
        assert [each["name"] for each in usual["shifts"]] == ["Day", "Swing", "Grave"]
        asked = {"zone": "Europe/Riga", "shifts": [{"name": "All day", "begins": "04:30"}]}
        assert (await ina.http.put("/pit/gaming-day", json=asked)).status_code == 403
        wrong = await pit.http.put("/pit/gaming-day", json=asked | {"zone": "Riga"})
        assert wrong.status_code == 400
        assert "America/Los_Angeles" in why(wrong)
        assert (await pit.http.put("/pit/gaming-day", json=asked)).json() == asked
        seen = await pit.ask("/pit")
        assert seen["zone"] == "Europe/Riga"
        assert [each["begins_at"] for each in seen["periods"]] == ["04:30", "04:30"]
        assert (await pit.http.put("/pit/gaming-day", json=usual)).is_success

    play(serving, scene)
