"""The clock set back and forward: seats and sessions stay, no line is ahead of it without a mark."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tablewright.house.books.audit import Asked
from tablewright.house.books.house_clock import LONGEST_DOUBT, HouseClock
from tablewright.house.house import House
from tablewright.house.tables.live import LiveTable
from tests.house import recorded
from tests.house.company import STAKES, Tab, guest, open_table
from tests.house.serving import employ, quick_passwords

START = datetime(2026, 11, 17, 18, tzinfo=UTC)
BETS = STAKES["duki4"]
NO_BETS = dict.fromkeys(BETS, 0)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


class Machine:
    """A machine whose clock can be set; its own seconds go on whatever that says."""

    def __init__(self) -> None:
        self.set_by = timedelta()
        self._passed = timedelta()

    def wall(self) -> datetime:
        return START + self._passed + self.set_by

    def seconds(self) -> float:
        return self._passed.total_seconds()

    def passes(self, how_long: timedelta) -> None:
        self._passed += how_long

    @property
    def clock(self) -> HouseClock:
        return HouseClock(self.wall, self.seconds)

    @property
    def true(self) -> datetime:
        return START + self._passed


def test_a_clock_that_jumps_and_comes_back_changes_nothing() -> None:
    machine = Machine()
    clock = machine.clock
    moved: list[timedelta] = []
    clock.on_moved.append(moved.append)
    for jump in (DAY, -DAY, 365 * 30 * DAY, 10 * MINUTE):
        machine.set_by = jump
        assert (clock.now(), clock.off) == (machine.true, jump)
        machine.passes(min(abs(jump), LONGEST_DOUBT) - MINUTE)
        assert clock.now() == machine.true
        machine.set_by = timedelta()
        assert (clock.now(), clock.off) == (machine.true, timedelta())
        assert [each.how for each in clock.take()] == ["set", "set-back"]
    assert not moved


def test_a_clock_that_stays_set_is_followed_after_as_long_as_it_jumped_an_hour_at_most() -> None:
    machine = Machine()
    clock = machine.clock
    moved: list[timedelta] = []
    clock.on_moved.append(moved.append)
    for jump, after in ((5 * MINUTE, 5 * MINUTE), (DAY, HOUR), (-2 * DAY, HOUR)):
        machine.set_by += jump
        assert clock.now() == machine.wall() - jump
        machine.passes(after / 2)
        # It is set again meanwhile: the time begins anew.
        machine.set_by += MINUTE
        assert clock.now() == machine.wall() - jump - MINUTE
        machine.set_by -= MINUTE
        assert clock.now() == machine.wall() - jump
        machine.passes(after - MINUTE / 60)
        assert clock.now() == machine.wall() - jump
        machine.passes(MINUTE / 60)
        assert clock.now() == machine.wall()
        assert moved[-1] == jump
        assert clock.take()[-1].how == "followed"
    # A clock that is slowly put right is simply followed.
    for _ in range(10):
        machine.set_by += timedelta(seconds=1)
        machine.passes(MINUTE)
        assert clock.now() == machine.wall()
    assert clock.take() == []


# A house ---------------------------------------------------------------------------------------------

Scene = Callable[[House], Awaitable[None]]


def in_house(address: str, machine: Machine, *scenes: Scene) -> None:
    """Each scene in the same house, which is closed and opened again in between."""

    async def run() -> None:
        for scene in scenes:
            house = await House.open(address, keeps_standing=False, pace=0, clock=machine.clock)
            house.accounts.passwords = quick_passwords()
            try:
                await scene(house)
            finally:
                await house.close()

    asyncio.run(run())


async def look(house: House) -> None:
    """What the house does by itself again and again."""
    await house.clock_watch.look()
    await house.end_what_has_run_out()
    await house.alerts.look()


async def marks(house: House, subject: str = "") -> list[Any]:
    """What the audit has of the clock: of the house's own, or of one table's journal."""
    page = await house.audit.page(Asked(what=("clock",)), limit=200)
    return [json.loads(e.said) for e in page.entries[::-1] if e.subject == subject]


async def dates(house: House, table: str) -> list[datetime]:
    lines = await house.ledger.lines(table)
    return [datetime.fromisoformat(json.loads(each)["at"]) for each in lines]


async def seated(house: House, name: str = "A") -> tuple[LiveTable, Tab]:
    live = await open_table(house, "duki4", table=name)
    tab = Tab(live, guest(1))
    await tab.sit_down(1)
    return live, tab


def test_a_day_ahead_and_back_ends_no_session_and_dates_no_line_ahead(ready_address: str) -> None:
    machine = Machine()

    async def scene(house: House) -> None:
        await employ(house)
        dan = await house.accounts.by_name("Dan")
        assert dan is not None
        secret, _ = await house.sessions.begin(dan, "a browser", "192.0.2.1")
        made = await house.tokens.create(dan.id, dan.epoch, "robot", "read", 1)
        day = house.limits.day
        live, tab = await seated(house)
        machine.set_by = DAY
        await look(house)
        assert house.sessions.find(secret) is not None
        assert house.tokens.find(made.secret) is not None
        assert house.limits.day == day, "nobody's limits begin anew"
        await tab.do("bets", place=1, stakes=BETS)
        machine.passes(MINUTE)
        machine.set_by = timedelta()
        await look(house)
        await tab.do("bets", place=1, stakes=NO_BETS)
        assert house.sessions.find(secret) is not None
        assert live.place_of(guest(1)) == 1
        assert max(await dates(house, live.id)) <= machine.true
        assert [each["how"] for each in await marks(house)] == ["set", "set-back"]
        assert await marks(house, live.id) == []
        entries = (await house.audit.page(limit=200)).entries
        assert max(datetime.fromisoformat(each.at) for each in entries) <= machine.true
        assert [each.what for each in entries if each.clock] == ["clock"], (
            "the clock was a day ahead"
        )
        tab.drop()

    in_house(ready_address, machine, scene)


def test_lines_ahead_of_a_clock_that_was_put_right_are_marked_and_the_pit_hears_of_it(
    ready_address: str,
) -> None:
    machine = Machine()
    table = secret = ""

    async def ahead(house: House) -> None:
        """The clock is a day ahead for so long that the house believes it; then the house closes."""
        nonlocal table, secret
        await employ(house)
        dan = await house.accounts.by_name("Dan")
        assert dan is not None
        secret, _ = await house.sessions.begin(dan, "a browser", "192.0.2.1")
        live, tab = await seated(house)
        table = live.id
        machine.set_by = DAY
        await look(house)
        machine.passes(HOUR)
        await look(house)
        assert house.sessions.find(secret) is not None
        await tab.do("bets", place=1, stakes=BETS)
        assert (await dates(house, table))[-1] == machine.true + DAY
        assert [each["how"] for each in await marks(house)] == ["set", "followed"]
        await look(house)
        tab.drop()
        machine.set_by = timedelta()

    async def put_right(house: House) -> None:
        """The clock was put right while the house was closed."""
        assert any("behind the journal by" in each for each in house.signing.notes)
        assert house.sessions.find(secret) is not None
        live = house.floor.tables[table]
        assert live.place_of(guest(1)) == 1
        tab, before = Tab(live, guest(1)), live.seq
        await look(house)
        kinds = {each.kind for each in house.alerts.register.waiting}
        assert "clock-behind" in kinds
        last = (await dates(house, table))[-1]
        for minute in range(3):
            await tab.do("bets", place=1, stakes=BETS if minute % 2 else NO_BETS)
            machine.passes(40 * MINUTE / 60)
        new = (await dates(house, table))[before:]
        assert set(new) == {last}, "a journal never goes back"
        said = await marks(house, table)
        assert [each["how"] for each in said] == ["behind", "behind"], "the first, and one a minute"
        assert said[0]["line"] == before + 1
        assert datetime.fromisoformat(said[0]["dated"]) == last
        assert datetime.fromisoformat(said[0]["clock"]) < last - DAY + HOUR
        machine.passes(DAY)
        await tab.do("bets", place=1, stakes=BETS)
        assert (await marks(house, table))[-1]["how"] == "agrees"
        assert (await dates(house, table))[-1] == machine.true
        await look(house)
        assert await house.audit.wrong() is None
        tab.drop()

    in_house(ready_address, machine, ahead, put_right)


def test_a_session_that_seems_over_at_a_start_with_a_wrong_clock_holds_again_when_it_is_put_right(
    ready_address: str,
) -> None:
    machine = Machine()
    secret = ""

    async def before(house: House) -> None:
        nonlocal secret
        await employ(house)
        dan = await house.accounts.by_name("Dan")
        assert dan is not None
        secret, _ = await house.sessions.begin(dan, "a browser", "192.0.2.1")

    async def ahead(house: House) -> None:
        assert house.sessions.find(secret) is None
        assert len(house.sessions) == 0
        machine.set_by = timedelta()
        await look(house)
        assert house.sessions.find(secret) is None, "not yet: the clock may be wrong now"
        machine.passes(HOUR)
        await look(house)
        assert house.sessions.find(secret) is not None

    async def once_more(house: House) -> None:
        assert house.sessions.find(secret) is None
        machine.passes(DAY + MINUTE)
        await look(house)
        assert await recorded.values(house.database, "SELECT * FROM sessions") == []

    async def far(house: House) -> None:
        machine.set_by = DAY

    in_house(ready_address, machine, before, far)
    in_house(ready_address, machine, ahead, far)
    in_house(ready_address, machine, once_more)
