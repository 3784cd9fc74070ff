"""An order is done whole or refused with nothing done, and a refusal costs no other table anything."""

import asyncio
from itertools import repeat
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.screens import orders as o
from tablewright.house.tables.carry_out import CARRIERS, carry_out
from tablewright.rules.errors import Refused
from tablewright.rules.roles import DEALER, INSPECTOR
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.purse import buy_in, partners
from tablewright.table.record import Record
from tablewright.table.setup import AUTOMATIC, SUPERVISOR_STEPS
from tests.house.company import (
    GAMES,
    ON_SQLITE,
    Tab,
    employee,
    guest,
    open_table,
    opened,
)
from tests.house.simulated import Evening, Simulated

RACKS: list[dict[str, Any]] = [{}, {"float_chips": {10_000: 50, 500: 4}}, {"float_chips": {500: 9}}]
AMOUNTS = (0, 50, 100, 500, 1000, 2500, 10_000, 33, 1_000_000)
ROLES = {"dealer": Actor(DEALER), "inspector": Actor(INSPECTOR)}
DAN = employee(1, "Dan", "dealer")


def _table(game: str, random: Random) -> Evening:
    """An open table with two players, whose rack may hold too little and may not be filled."""
    evening = Evening(
        cast(Ledger, None),
        game,
        Options(pace=0),
        Simulated(repeat(0.0), repeat(0.0)),
        automatic=random.choice([AUTOMATIC, SUPERVISOR_STEPS, ()]),
        dealer_wagers=random.random() < 0.5,
        approval_from=random.choice([None, 100]),
        **random.choice(RACKS),
    )
    for place in (1, 2):
        evening.live.room.desk.do(acts.Sit(place, guest(place).name), player(place))
        evening.live.room.desk.seat(place, guest(place).key)
        for cash in (20_000, 500):
            try:
                buy_in(evening.live.room.desk, place, cash)
            except Refused:
                evening.live.room.desk.do(acts.BuyIn(place, 500, {500: 1}), player(place))
    return evening


def _order(evening: Evening, random: Random) -> tuple[int, Actor, Record]:
    """Something that a person may send, which may be refused for any reason."""
    table, place = evening.live.table, random.choice((1, 2))
    every = list(table.book.offer.placed)
    wagers = random.sample(every, k=random.randint(1, min(3, len(every))))
    stakes = {id: random.choice(AMOUNTS) for id in wagers}
    chips = {random.choice((50, 100, 500, 10_000)): random.randint(1, 3)}
    by_player: list[Record] = [
        o.Bets(place, stakes),
        o.Bets(place, stakes),
        o.BuyIn(place, random.choice(AMOUNTS)),
        o.Ready(),
        o.ChangeSeat(random.randint(0, 8)),
        o.AskPatrons(random.randint(-1, 7)),
        acts.Wager(place, wagers[0], chips, for_dealer=random.random() < 0.5),
        acts.TakeBack(place, wagers[0]),
        acts.ChangeColour(place, {10_000: 1}, {500: 20}),
    ]
    by_staff: list[Record] = [
        o.BuyIn(place, 1000),
        o.Fill(random.choice([{}, chips])),
        o.Shuffle(),
        o.Cut(),
        o.ConfirmSteps(
            random.choice([(), ("count-float",), ("count-float", "sign closer")]), chips
        ),
        acts.NoMoreBets(),
        acts.Deal(),
        acts.Reveal(),
        acts.Draw(),
        acts.Settle(place),
        acts.Clear(),
        acts.Approve(place),
        acts.Decide(place, "fold"),
    ]
    if random.random() < 0.6:
        return place, player(place), random.choice(by_player)
    return place, ROLES[random.choice(list(ROLES))], random.choice(by_staff)


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_an_order_is_refused_with_nothing_done_or_it_is_done_whole(game: str, seed: int) -> None:
    random = Random(seed)
    evening = _table(game, random)
    live = evening.live
    for _ in range(40):
        place, by, order = _order(evening, random)
        before, lines, lay = live.table.state.copied(), live.seq, dict(live.table.stakes(place))
        try:
            carry_out(live.room, guest(place), by, order)
        except Refused:
            assert (live.seq, live.table.state) == (lines, before)
            continue
        if isinstance(order, o.Bets):
            found, moved = live.table.stakes(place), dict(order.stakes)
            for id, cents in order.stakes.items():
                moved |= dict.fromkeys(partners(live.table, id), cents)
            expected = {id: cents for id, cents in (lay | moved).items() if cents}
            assert found == expected


def test_every_order_that_takes_several_steps_is_tried_above() -> None:
    """What is not: orders of one step, which the machine itself refuses or does."""
    single = {o.Sit, o.TakePost, o.HandOver, o.Pause, o.CloseTable, o.Call, o.Dismiss}
    single |= {acts.Relieve, acts.Decide}
    several = {o.Bets, o.BuyIn, o.Fill, o.Shuffle, o.Cut, o.Ready, o.ChangeSeat, o.AskPatrons}
    several |= {o.ConfirmSteps}
    assert CARRIERS.keys() - single == several


# A guest who stalls the house ----------------------------------------------------------------------


@ON_SQLITE
def test_forty_orders_that_are_refused_replay_nothing_and_hold_nobody_up(
    ready_address: str,
) -> None:
    """With a Pokerpot down, it is taken back and a High laid that needs it."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "king-high", table="Long")
            other = await open_table(house, "duki4", table="Other")
            ann, bob = Tab(live, guest(1)), Tab(other, guest(2))
            await ann.sit_down(1)
            for number in range(150):
                for stakes in ({"pokerpot": 100 + number % 2 * 100}, {"pokerpot": 0}):
                    await ann.do("bets", place=1, stakes=stakes)
                if live.seq > 1000:
                    break
            await ann.do("bets", place=1, stakes={"pokerpot": 100})
            before, answered = live.seq, list[str]()

            async def attack(number: int) -> None:
                bad = {"pokerpot": 0, "high": 1000}
                with pytest.raises(Refused, match="needs the"):
                    await ann.do("bets", place=1, stakes=bad)
                answered.append("refused")

            async def play() -> None:
                await bob.sit_down(1)
                answered.append("played")

            attacks = [asyncio.create_task(attack(number)) for number in range(40)]
            await asyncio.gather(play(), *attacks)
            assert answered.count("refused") == 40
            assert live.seq == before
            assert live.table.stakes(1) == {"pokerpot": 100}
            assert (live.reloads, other.reloads) == (0, 0)

    asyncio.run(run())


@ON_SQLITE
def test_a_table_that_must_be_taken_up_again_lets_others_go_on(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the house in the middle of an order: the long journal is followed beside the loop."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "king-high", table="Long")
            other = await open_table(house, "duki4", table="Other")
            ann, bob = Tab(live, guest(1)), Tab(other, guest(2))
            await ann.sit_down(1)
            await bob.sit_down(1)
            for number in range(400):
                await ann.do("buy-in", place=1, cash=500, id=f"n{number}")
            monkeypatch.setitem(CARRIERS, o.Bets, fails)
            lost = asyncio.create_task(ann.do("bets", place=1, stakes={"pokerpot": 100}))
            count = 0
            while not lost.done():
                await bob.do("buy-in", place=1, cash=500)
                count += 1
            with pytest.raises(Refused, match="Nothing has changed"):
                await lost
            assert count > 1
            assert live.reloads == 1
            assert live.table.state.bank.cents("rail:1") == 50_000 + 400 * 500

    asyncio.run(run())
