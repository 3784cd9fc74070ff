"""Deadlines: whatever the clock's jitter, each is acted on once, and nothing spins meanwhile.

`make proof` tries many more clocks.
"""

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import uvloop
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.house.books.database import Database
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.screens.orders import Bets
from tablewright.house.tables.carry_out import carry_out
from tablewright.rules.errors import Forbidden
from tablewright.table import acts
from tablewright.table.actors import THE_INSPECTOR, player
from tablewright.table.purse import buy_in
from tests.house.company import (
    GAMES,
    ON_SQLITE,
    STAKES,
    Tab,
    employee,
    guest,
    open_table,
    opened,
)
from tests.house.simulated import Evening, Simulated

EARLY_SECONDS = 0.002
"""Timers of the event loop were seen to fire 1.2 ms early."""


@pytest.fixture(scope="module")
def ledger(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger that nobody writes to."""
    path = tmp_path_factory.mktemp("unwritten") / "house.db"
    shutil.copy(sqlite_template, path)
    database = asyncio.run(Database.open(f"sqlite:///{path}"))
    yield Ledger(database)
    asyncio.run(database.close())


@st.composite
def clocks(draw: st.DrawFn) -> Simulated:
    """Clocks of machines that are quick, slow, or both in turns."""
    seed = draw(st.integers(0, 2**32))
    reading = draw(st.sampled_from([0.0, 0.0001, 0.001, 0.004, 0.3]))
    late = draw(st.sampled_from([0.0, 0.0005, 0.01, 1.0, 500.0]))

    def jitter() -> Iterator[float]:
        random = Random(seed)
        while True:
            yield reading * random.random()

    def slip() -> Iterator[float]:
        random = Random(seed + 1)
        while True:
            yield random.uniform(-EARLY_SECONDS, late) if random.random() < 0.7 else -EARLY_SECONDS

    return Simulated(jitter(), slip())


options = st.builds(
    Options,
    bet_seconds=st.sampled_from([1, 30]),
    decide_seconds=st.sampled_from([1, 45]),
    gone_seconds=st.sampled_from([0, 1, 20]),
    leave_seconds=st.sampled_from([0, 20, 60, 180]),
    pace=st.sampled_from([0.0, 1.0]),
)


def _seated(evening: Evening, places: range) -> None:
    live = evening.live
    for place in places:
        evening.come(place)
        live.room.desk.do(acts.Sit(place, guest(place).name), player(place))
        live.room.desk.seat(place, guest(place).key)
        buy_in(live.room.desk, place, 50_000)
    evening.turn()


def _bet(evening: Evening, place: int) -> None:
    order = Bets(place, STAKES[evening.live.table.book.game.id])
    carry_out(evening.live.room, guest(place), player(place), order)


class Left(NamedTuple):
    """A table whose people bet and then do nothing more."""

    clock: Simulated
    options: Options
    stays: int
    """How many of them do not go."""
    data: st.DataObject


lefts = st.builds(Left, clocks(), options, st.sampled_from([0, 2]), st.data())


@pytest.mark.parametrize("game", GAMES)
@given(left=lefts)
@settings(max_examples=25)
def test_every_deadline_is_acted_on_once_whatever_the_clock_does(
    ledger: Ledger, game: str, left: Left
) -> None:
    _acted_on_once(ledger, game, *left)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@given(left=lefts)
@settings(max_examples=400)
def test_every_deadline_is_acted_on_once_by_a_great_many_clocks(
    ledger: Ledger, game: str, left: Left
) -> None:
    _acted_on_once(ledger, game, *left)


def _acted_on_once(
    ledger: Ledger, game: str, clock: Simulated, options: Options, stays: int, data: st.DataObject
) -> None:
    """Whether all of the people or some are gone, before the deal or after."""
    evening = Evening(ledger, game, options, clock)
    live, places = evening.live, range(1, 5)
    _seated(evening, places)
    betting = {1} | data.draw(st.sets(st.sampled_from(places)))
    gone = set(places[stays:])
    gone_early = data.draw(st.sets(st.sampled_from(sorted(gone))))
    has_bet = set()  # By a slow clock a round is dealt before everybody has.
    for place in places:
        state = live.table.state
        if place in betting and state.phase == "wagers" and not state.is_begun:
            _bet(evening, place)
            has_bet.add(place)
        if place in gone_early:
            evening.vanish(place)
        evening.turn()
    for place in sorted(gone - gone_early):
        evening.vanish(place)
    # Every step of the house and every deadline may take a waking that is early, and one that is not.
    evening.run(most=400)
    state = live.table.state
    assert state.phase == "wagers"
    assert live.table.is_felt_bare()
    assert not state.is_begun
    if stays:
        assert state.round == 2, "the round has come to its end"
    assert set(state.seats) == set(places) - gone
    for place in places:
        assert evening.count("leave", place) == (place in gone)
    if not live.table.book.is_draw and state.round == 2:
        assert {by for event, by, _ in evening.happened if event == "decide"} == {
            "inspector (house)"
        }
        for place in places:
            dealt = place in has_bet and (
                place not in gone or not _left_before_deal(evening, place)
            )
            assert evening.count("decide", place) == dealt


def _left_before_deal(evening: Evening, place: int) -> bool:
    """Whether a place was given up, its wagers taken back, before the bets were closed."""
    events = [(event, at) for event, _, at in evening.happened]
    return events.index(("leave", place)) < events.index(("no-more-bets", 0))


@given(clock=clocks(), seconds=st.sampled_from([0, 5, 45]), is_gone=st.booleans())
@settings(max_examples=50)
def test_a_supervisor_folds_for_a_player_who_is_gone_or_has_had_their_time(
    ledger: Ledger, clock: Simulated, seconds: int, is_gone: bool
) -> None:
    """Whatever the clock does: refused with how long to wait, and never after that has passed."""
    quiet = Options(decide_seconds=seconds, gone_seconds=10**6, leave_seconds=10**6, pace=0)
    evening = Evening(ledger, "duki4", quiet, clock)
    live, inspector = evening.live, employee(9, "Ina", "inspector")
    _seated(evening, range(1, 2))
    _bet(evening, 1)
    before = clock.now()
    live.room.pace.ready.add(1)
    evening.turn()
    assert live.table.state.phase == "decide"
    fold = acts.Decide(1, "fold")
    most = seconds or 60
    clock.time = max(clock.time, before + most - 1.5)
    if is_gone:
        evening.vanish(1)
    elif clock.time < before + most - 1:  # One reading of the slowest clock takes less than that.
        with pytest.raises(Forbidden, match=r"^Seat 1 is still deciding: .* in \d+ s") as told:
            carry_out(live.room, inspector, THE_INSPECTOR, fold)
        waits = int(re.findall(r"(\d+) s", str(told.value))[0])
        assert 0 < waits <= most
        clock.time += waits
    else:
        clock.time += most
    carry_out(live.room, inspector, THE_INSPECTOR, fold)
    assert live.table.state.seats[1].decision == "fold"


@pytest.mark.parametrize("game", GAMES)
@given(clock=clocks())
@settings(max_examples=20)
def test_a_place_that_is_overdue_in_mid_round_wakes_nobody_until_the_round_is_over(
    ledger: Ledger, game: str, clock: Simulated
) -> None:
    """A table without timers waits for the one who is there, however long another has been gone."""
    evening = Evening(ledger, game, Options(leave_seconds=10, gone_seconds=5, pace=0), clock)
    live = evening.live
    _seated(evening, range(1, 3))
    for place in (1, 2):
        _bet(evening, place)
    live.room.pace.ready.update((1, 2))
    evening.turn()
    assert live.table.state.is_begun
    evening.vanish(2)
    evening.run(most=60)
    assert live.table.state.is_begun, "the one who is there has not acted"
    assert not evening.clock.asked
    assert not evening.count("leave")


@ON_SQLITE
def test_no_round_hangs_by_the_clock_of_the_real_event_loop(ready_address: str) -> None:
    """Whose timers fire early: of twenty rounds by the clock, some used to hang."""

    async def play(house: House, number: int) -> None:
        options = Options(pace=0, bet_seconds=1, decide_seconds=1)
        live = await open_table(house, "duki4", options, table=f"T{number}")
        ann, bob = Tab(live, guest(2 * number)), Tab(live, guest(2 * number + 1))
        await asyncio.gather(ann.sit_down(1), bob.sit_down(2))
        await ann.do("bets", place=1, stakes=STAKES["duki4"])
        await ann.until(lambda table: table["view"]["round"] == 2)

    async def run() -> None:
        async with opened(ready_address) as house:
            await asyncio.gather(*(play(house, number) for number in range(20)))

    uvloop.run(run())
