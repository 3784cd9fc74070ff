"""Simulated players whom a player asks to a practice table: they come, play, make room and leave."""

import asyncio
from itertools import repeat
from typing import cast

import pytest

from tablewright.games import game as game_named
from tablewright.house.books.ledger import Ledger
from tablewright.house.screens.orders import AskPatrons
from tablewright.house.tables.carry_out import carry_out
from tablewright.house.tables.live import LiveTable
from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.status import IN_PLAY
from tests.house.company import (
    EACH_GAME,
    ON_SQLITE,
    QUICK,
    STAKES,
    Tab,
    guest,
    is_deciding,
    open_table,
    opened,
    seated,
    written,
)
from tests.house.simulated import Evening, Simulated


def _bots(live: LiveTable) -> list[str]:
    seats = live.table.state.seats.values()
    return [seat.player for seat in seats if seat.player.endswith(" (bot)")]


@EACH_GAME
def test_patrons_who_are_asked_sit_down_and_play_along(ready_address: str, game: str) -> None:
    """And stay, with their chips and their habits, when the house is opened anew."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game)
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.do("ask-patrons", patrons=3)
            bots = _bots(live)
            assert len(bots) == 3
            for _ in range(3):
                await ann.play_on(STAKES[game])
            lines = [line.did for line in await written(live)]
            settled = {each.place for each in lines if isinstance(each, acts.Settled)}
            assert len(settled) > 1, "more than the player have played"
            seated = [each.player for each in lines if isinstance(each, acts.Sit)]
            assert seated == [guest(1).name, *bots], "the journal says who is simulated"
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert _bots(live) == bots
            again = Tab(live, guest(1))
            await again.until(lambda table: table["view"]["phase"] == "wagers")
            await again.play_on(STAKES[game])

    asyncio.run(run())


@ON_SQLITE
def test_patrons_who_are_to_leave_play_their_round_to_its_end(ready_address: str) -> None:
    """Also when the house was closed in the middle of it."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.do("ask-patrons", patrons=4)
            await ann.must("bets", place=1, stakes=STAKES["duki4"])
            await ann.must("ready")
            await ann.until(is_deciding)
            await ann.do("ask-patrons", patrons=1)
            assert len(_bots(live)) == 4
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert len(_bots(live)) == 4
            again = Tab(live, guest(1))
            await again.until(is_deciding)
            await again.play_on(decision="fold")
            await again.until(lambda table: len(_bots(live)) == 1)

    asyncio.run(run())


@ON_SQLITE
def test_a_person_gets_the_seat_of_a_patron_at_a_full_table(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            places = live.table.book.ruleset.places
            ann, bob = Tab(live, guest(1)), Tab(live, guest(2))
            await ann.sit_down(1)
            await ann.do("ask-patrons", patrons=places - 2)
            with pytest.raises(Refused, match="is taken"):
                await bob.do("sit", place=2)
            await ann.do("ask-patrons", patrons=places - 1)
            shown = await bob.until(lambda table: len(table["legal"].get("sit", [])) == places - 1)
            assert set(shown["legal"]) == {"sit"}
            await ann.must("bets", place=1, stakes={"ante": 1000})
            await ann.must("ready")
            await ann.until(is_deciding)
            with pytest.raises(Forbidden, match=r"\(bot\) plays this round to its end"):
                await bob.do("sit", place=3)
            await ann.play_on(decision="fold")
            await ann.until(lambda table: 3 not in live.table.state.seats)
            await bob.do("sit", place=3)
            await ann.do("ask-patrons", patrons=places - 2)
            cyd = Tab(live, guest(3))
            await cyd.do("sit", place=4)
            assert live.table.state.seats[4].player == guest(3).name
            with pytest.raises(Forbidden, match="Every seat is taken"):
                await ann.do("ask-patrons", patrons=6)

    asyncio.run(run())


@ON_SQLITE
def test_patrons_leave_when_nobody_is_left_to_play_with(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "pick2")
            ann, onlooker = Tab(live, guest(1)), Tab(live, guest(2))
            await ann.sit_down(1)
            await ann.do("ask-patrons", patrons=2)
            await ann.play_on(STAKES["pick2"])
            await ann.must("leave", place=1)
            await onlooker.until(lambda table: not table["view"]["places"])
            assert live.table.state.status == IN_PLAY
            assert live.table.is_felt_bare()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("is_practice", "count", "why"),
    [(False, 2, "only at practice tables"), (True, 7, "up to 6"), (True, -1, "up to 6")],
)
def test_who_may_not_be_asked(is_practice: bool, count: int, why: str) -> None:
    clock = Simulated(repeat(0.0), repeat(0.0))
    undecided = game_named("duki4").ruleset().undecided
    room = Evening(
        cast(Ledger, None),
        "duki4",
        QUICK,
        clock,
        is_practice=is_practice,
        readings={each.id: each.default for each in undecided},
    ).live.room
    room.desk.do(acts.Sit(1, guest(1).name), player(1))
    room.desk.seat(1, guest(1).key)
    with pytest.raises(Refused, match=why):
        carry_out(room, guest(1), player(1), AskPatrons(count))
    with pytest.raises(Refused, match="sit down first"):
        carry_out(room, guest(2), player(0), AskPatrons(1))


# Another seat --------------------------------------------------------------------------------------


@ON_SQLITE
def test_a_player_moves_to_another_free_seat_with_their_chips(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann, bob = await seated(live, 2)
            chips = dict(live.table.state.bank.chips("rail:1"))
            with pytest.raises(Refused, match="is taken"):
                await ann.do("change-seat", place=2)
            await ann.do("bets", place=1, stakes={"ante": 1000})
            with pytest.raises(Refused, match="Wagers or cards lie"):
                await ann.do("change-seat", place=5)
            assert set(live.table.state.seats) == {1, 2}
            await ann.do("bets", place=1, stakes={"ante": 0})
            await ann.do("change-seat", place=5)
            shown = await ann.until(lambda table: table["place"] == 5)
            assert live.table.state.bank.chips("rail:5") == chips
            assert set(live.table.state.seats) == {2, 5}
            assert shown["session"]["net"] == 0
            assert house.limits.played(guest(1).key).practice == 0
            await bob.do("leave", place=2)
            await ann.play_on({"ante": 1000}, "fold")
        async with opened(ready_address) as house:
            assert house.floor.table(live.id).place_of(guest(1)) == 5

    asyncio.run(run())
