"""The floor: doors open and close, and every table goes on where it was; new ones on a new day."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.server.serving import _welcome
from tablewright.house.tables.floor import STANDING
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.refusals import Stale
from tablewright.rules.errors import Refused
from tablewright.table.chips import FLOAT
from tablewright.table.setup import Book, Staff
from tablewright.table.verify import verify
from tests.games.unfinished import register_unfinished
from tests.house.company import (
    EACH_GAME,
    GAMES,
    ON_SQLITE,
    PATIENCE_SECONDS,
    STAKES,
    Tab,
    employee,
    guest,
    nothing_is_written,
    open_table,
    opened,
    set_up,
    unguarded,
)

DAN = employee(1, "Dan", "dealer")
INA = employee(2, "Ina", "inspector")
PIT = employee(3, "Pit", "pit-boss")
PIA = employee(4, "Pia", "player")
STAFF = Staff(dealer="Dan", inspector="Ina", pit_boss="Pit")
CREW = {"dealer": DAN, "inspector": INA, "pit-boss": PIT}


def _games(house: House) -> list[str]:
    return sorted(live.table.book.game.id for live in house.floor.rows())


# Standing tables -----------------------------------------------------------------------------------


def test_the_house_keeps_one_table_of_each_game_ready(ready_address: str) -> None:
    async def run() -> None:
        ids = set()
        for _ in range(3):
            async with opened(ready_address, keeps_standing=True) as house:
                assert _games(house) == sorted(GAMES)
                assert all(live.table.state.status == "open" for live in house.floor.rows())
                ids |= set(house.floor.tables)
        assert len(ids) == 3, "those that were there are taken up again"

    asyncio.run(run())


async def _yesterday(address: str) -> str:
    """A house that was open yesterday."""
    async with opened(address) as house:
        setup = set_up("duki4", table="D1")
        old = msgspec.structs.replace(setup, day=setup.day - timedelta(days=1))
        live = await house.floor.open(old, msgspec.structs.replace(STANDING, pace=0))
        return live.id


@ON_SQLITE
def test_on_a_new_day_the_standing_tables_are_new(ready_address: str) -> None:
    async def run() -> None:
        old = await _yesterday(ready_address)
        async with opened(ready_address, keeps_standing=True) as house:
            assert old not in house.floor.tables
            assert _games(house) == sorted(GAMES)
            today = {live.table.book.setup.day for live in house.floor.rows()}
            assert len(today) == 1
            (closed,) = await house.ledger.tables(is_closed=True)
            lines = await house.ledger.lines(closed.id)
            assert closed.id == old
            assert verify(lambda: lines).is_closed

    asyncio.run(run())


@ON_SQLITE
def test_whoever_sits_at_yesterday_s_table_keeps_it(ready_address: str) -> None:
    async def run() -> None:
        old = await _yesterday(ready_address)
        async with opened(ready_address) as house:
            ann = Tab(house.floor.table(old), guest(1))
            await ann.sit_down(1)
        async with opened(ready_address, keeps_standing=True) as house:
            assert _games(house) == sorted(GAMES)
            ann = Tab(house.floor.table(old), guest(1))
            assert (await ann.until(lambda table: True))["place"] == 1
            await ann.play_on(STAKES["duki4"])

    asyncio.run(run())


@ON_SQLITE
def test_the_doors_open_though_somebody_has_a_table_of_the_same_name(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            mine = await open_table(house, "duki4", table="D1")
        async with opened(ready_address, keeps_standing=True) as house:
            assert mine.id in house.floor.tables
            names = {live.table.book.setup.table: live.id for live in house.floor.rows()}
            assert sorted(names) == ["D1", "D2", "K1", "P1"], "practice tables take a free name"
            assert names["D1"] == mine.id

    asyncio.run(run())


@ON_SQLITE
def test_a_game_that_is_not_whole_is_left_out_and_stops_no_other(
    ready_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_unfinished(tmp_path, monkeypatch)

    async def run() -> None:
        async with opened(ready_address, keeps_standing=True) as house:
            assert _games(house) == sorted(GAMES)
            said: list[str] = []
            await _welcome(house, "http://127.0.0.1/", said.append)
            (line,) = [each for each in said if "faro" in each]
            assert line.startswith("  faro is not dealt here: faro_unfinished cannot be read")

    asyncio.run(run())


# New tables ----------------------------------------------------------------------------------------


@ON_SQLITE
def test_of_two_tables_of_one_name_at_once_one_is_refused(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            outcomes = await asyncio.gather(
                *(open_table(house, game) for game in GAMES), return_exceptions=True
            )
            assert [isinstance(each, Refused) for each in outcomes].count(True) == 2
            assert len(house.floor.tables) == 1

    asyncio.run(run())


def test_a_table_that_cannot_be_written_is_not_opened(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            async with nothing_is_written(ready_address):
                with pytest.raises(Refused, match="Nothing has changed"):
                    await asyncio.wait_for(open_table(house, "duki4"), PATIENCE_SECONDS)
                assert not house.floor.tables
            await open_table(house, "duki4")
        async with opened(ready_address) as house:
            assert len(house.floor.tables) == 1

    asyncio.run(run())


@ON_SQLITE
def test_a_table_that_is_refused_when_half_opened_leaves_nothing_behind(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            poor = {"automatic": (), "float_chips": {500: 20, 100: 10, 50: 2}}
            with pytest.raises(Refused, match="rack lacks the chips"):
                await open_table(house, "duki4", Options(pace=0, patrons=7), **poor)
            assert not house.floor.tables
            assert not await house.ledger.lines("T1-1")
            await open_table(house, "duki4", Options(pace=0, patrons=7))
        async with opened(ready_address) as house:
            assert list(house.floor.tables) == ["T1-2"]

    asyncio.run(run())


@ON_SQLITE
def test_a_table_of_which_nothing_was_written_is_forgotten(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await house.ledger.create_table(
                "T1", "duki4", is_practice=True, options="{}", at=datetime.now(UTC)
            )
        async with opened(ready_address) as house:
            assert not house.floor.tables
            assert len(await house.ledger.tables(is_closed=True)) == 1

    asyncio.run(run())


@ON_SQLITE
def test_a_table_whose_journal_was_tampered_with_keeps_no_other_from_opening(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            bad = await open_table(house, "duki4", table="A")
            good = await open_table(house, "pick2", table="B")
        with unguarded(Path(ready_address.removeprefix("sqlite:///"))) as db:
            db.execute(
                "UPDATE journal SET line = replace(line, 'duki4', 'pick2')"
                f" WHERE table_id = '{bad.id}' AND n = 1"
            )
        async with opened(ready_address) as house:
            assert list(house.floor.tables) == [good.id]

    asyncio.run(run())


# Names of tables ----------------------------------------------------------------------------------


@ON_SQLITE
def test_two_tables_that_would_be_taken_for_one_another_are_not_open_at_once(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            first = await open_table(house, "duki4", table=" M1  ")
            assert first.table.book.setup.table == "M1"
            for like in ("M1", "M1 ", "m1", "\u041c1", "Ml", "M-1", "\uff2d1", "#M1"):
                with pytest.raises(Refused, match="choose another name"):
                    await open_table(house, "pick2", table=like)
            for bad in (
                "../x",
                "<b>x</b>",
                "a\0",
                "\n",
                "",
                " ",
                "...",
                "M\u200b2",
                "D\u0430",
                "x" * 41,
            ):
                with pytest.raises(Refused, match=r"use |needs |begin |cannot be seen"):
                    await open_table(house, "pick2", table=bad)
            for name in ("D1", "Cash 2", "T-12", "7", "#4", "No. 5", "Fire duki4", "\u041a2"):
                live = await open_table(house, "pick2", table=name)
                assert live.table.book.setup.table == name
                await live.close_when_clear()

    asyncio.run(run())


# Tables for money ----------------------------------------------------------------------------------


def _real(game: str, **more: Any) -> dict[str, Any]:
    """The set-up of a table for money that its staff open, deal and close by hand."""
    book = Book(set_up(game))
    readings = {reading.id: reading.options[0].id for reading in book.ruleset.undecided}
    return {"is_practice": False, "readings": readings, "staff": STAFF} | more


async def _steps(live: LiveTable, crew: dict[str, Person], most: int) -> int:
    """Staff do what they are prompted to do, so many steps at most; how many they did."""
    done = 0
    while done < most:
        for post, person in crew.items():
            due = msgspec.json.decode(await live.snapshot(person, post)).get("next", {})
            if "do" in due:
                break
        else:
            return done
        tab = Tab(live, person, post)
        if due["needs_chips"]:
            due["do"]["chips"] = live.table.state.bank.chips(FLOAT)
        await tab.do(**due["do"])
        tab.drop()
        done += 1
    return done


@EACH_GAME
def test_a_table_for_money_goes_on_in_the_middle_of_its_opening_and_its_closing(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            real = _real(game, automatic=())
            id = (await open_table(house, game, **real)).id
        steps = 0
        while True:
            async with opened(ready_address) as house:
                live = house.floor.table(id)
                if live.table.state.status == "open":
                    break
                done = await _steps(live, CREW, 3)
                assert done
                steps += done
        assert steps > 6
        async with opened(ready_address) as house:
            live = house.floor.table(id)
            dealer, pia = Tab(live, DAN, "dealer"), Tab(live, PIA)
            await pia.do("sit", place=2)
            with pytest.raises(Refused, match="lay your money down"):
                await pia.do("buy-in", place=2, cash=20_000)
            await dealer.do("buy-in", place=2, cash=20_000)
            await dealer.do("leave", place=2)
            await Tab(live, INA, "inspector").do("begin-closing")
        while True:
            async with opened(ready_address) as house:
                if id not in house.floor.tables:
                    lines = await house.ledger.lines(id)
                    break
                assert house.floor.table(id).table.state.status == "closing"
                assert await _steps(house.floor.table(id), CREW, 2)
        verdict = verify(lambda: lines)
        assert verdict.is_closed
        assert verdict.drop == 20_000

    asyncio.run(run())


@ON_SQLITE
def test_at_a_table_for_money_the_place_of_one_who_has_gone_is_kept(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            real = _real("duki4", automatic=())
            options = Options(pace=0, gone_seconds=0, leave_seconds=0)
            live = await open_table(house, "duki4", options, **real)
            while live.table.state.status != "open":
                assert await _steps(live, CREW, 1)
            pia, dealer = Tab(live, PIA), Tab(live, DAN, "dealer")
            await pia.do("sit", place=2)
            await dealer.do("buy-in", place=2, cash=20_000)
            pia.drop()
            await dealer.until(lambda table: table["present"] == [])
            await dealer.do("call", says="Is she coming back?")
            assert 2 in live.table.state.seats
        async with opened(ready_address) as house:
            assert house.floor.table(live.id).room.seating.holders == {2: PIA.key}

    asyncio.run(run())


# Doors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
def test_two_houses_on_one_file_are_refused(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            with pytest.raises(Refused, match="another server"):
                await House.open(ready_address)
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.play_on(STAKES["duki4"])
        async with opened(ready_address) as house:
            assert house.floor.table(live.id).table.state.round == 2

    asyncio.run(run())


@EACH_GAME
def test_a_round_goes_on_after_the_doors_were_closed_in_the_middle_of_it(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game)
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes=STAKES[game])
            await ann.do("ready")
            before = await ann.until(lambda table: table["view"]["phase"] in ("decide", "wagers"))
            assert live.table.state.is_begun
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            again = Tab(live, guest(1))
            after = await again.until(lambda table: True)
            assert after["view"] == before["view"]
            assert after["seq"] == before["seq"]
            assert after["legal"] == before["legal"]
            with pytest.raises(Stale):
                await again.do("leave", place=1, seq=before["seq"] - 1)
            await again.play_on()
            assert live.table.state.round == 2

    asyncio.run(run())
