"""Alerts at live tables: each kind is raised when its cause is there and clears when it is gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import repeat
from typing import Any, cast

import pytest

from tablewright.games import game
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.screens.alert_pages import KINDS, Alert, AlertThresholds
from tablewright.house.screens.alert_words import shown
from tablewright.house.screens.listener import Listener
from tablewright.house.tables.alerts import causes
from tablewright.house.tables.live import LiveTable
from tablewright.rules.language import SPANISH, speaking
from tests.house.company import ON_SQLITE, Tab, open_table, opened
from tests.house.serving import employ
from tests.house.simulated import Evening, Simulated
from tests.house.test_deadlines import _seated
from tests.house.test_dealer_away import AT_WORK
from tests.house.test_floor import CREW, DAN, INA, PIA, PIT, _real, _steps

DUTIES = {"Dan": ["dealer"], "Ina": ["inspector"], "Pit": ["pit-boss"], "Pia": ["player"]}
SMALL_FLOAT = {2500: 20, 500: 100, 100: 100}
"""1,100 dollars."""


class Pit:
    """The pit of a house whose clock a test sets on."""

    def __init__(self, house: House) -> None:
        self.house, self.register = house, house.alerts.register
        self._ahead = timedelta()
        self.register.clock = lambda: datetime.now(UTC) + self._ahead

    def later(self, **more: float) -> None:
        self._ahead += timedelta(**more)

    async def waiting(self) -> list[Alert]:
        await self.house.alerts.look()
        return self.register.waiting

    async def kinds(self) -> list[str]:
        return [each.kind for each in await self.waiting()]


@asynccontextmanager
async def pit_of(address: str) -> AsyncIterator[Pit]:
    """A house in which nobody looks but the test."""
    async with opened(address) as house:
        await house.alerts.close()
        yield Pit(house)


async def for_money(house: House, game: str = "duki4", **more: Any) -> LiveTable:
    """A table for money, opened by its staff, each of whom has an account."""
    if not house.floor.roster:
        await employ(house, DUTIES)
    chosen = _real(game, automatic=(), float_chips=SMALL_FLOAT) | more
    live = await open_table(house, game, Options(pace=0), **chosen)
    while live.table.state.status != "open":
        assert await _steps(live, CREW, 1)
    return live


# At the tables of a house ---------------------------------------------------------------------------


def test_each_alert_comes_with_its_cause_and_goes_with_it(ready_address: str) -> None:
    async def run() -> None:
        async with pit_of(ready_address) as pit:
            live = await for_money(pit.house)
            dan, ina = Tab(live, DAN, "dealer"), Tab(live, INA, "inspector")
            assert await pit.kinds() == []
            await dan.do("call", says="Relief, please")
            await dan.do(
                "call", says="Seat 3", irregularity=next(iter(live.table.course.irregularities))
            )
            assert await pit.kinds() == ["call", "irregularity"]
            await ina.do("dismiss", number=1)
            await ina.do("dismiss", number=2)
            assert await pit.kinds() == []

            await Tab(live, PIA).do("sit", place=2)
            await dan.do("buy-in", place=2, cash=70_000, chips={"2500": 20, "500": 40})
            (rack,) = await pit.waiting()
            assert (rack.kind, rack.slots) == ("rack-low", {"percent": 36})
            await ina.do("fill", chips={"2500": 20})
            assert await pit.kinds() == ["rack-low"]
            pit.later(minutes=6)
            assert sorted(await pit.kinds()) == ["rack-low", "signature"]
            await dan.do("countersign", slip=1, chips={"2500": 20})
            assert await pit.kinds() == ["rack-low"], "its cause may come back"
            pit.later(minutes=2)
            assert await pit.kinds() == []

            dan.drop()
            await ina.until(lambda table: "dealer_away" in table)
            assert live.room.pace.dealer_gone is not None
            live.room.pace.dealer_gone -= 60
            (absent,) = await pit.waiting()
            assert (absent.kind, absent.slots["name"]) == ("dealer-absent", "Dan")
            dan = Tab(live, DAN, "dealer")
            await ina.until(lambda table: "dealer_away" not in table)
            assert await pit.kinds() == ["dealer-absent"]
            pit.later(minutes=1)
            assert await pit.kinds() == []

            pit.house.floor.roster["Ina"] = frozenset()
            assert await pit.kinds() == ["post-lost"]
            await pit.house.refresh_roster()
            pit.later(minutes=1)
            assert await pit.kinds() == ["post-lost"]
            pit.later(minutes=1)
            assert await pit.kinds() == []

            await ina.do("put-off-card-change", minutes=120, reason="the decks are late")
            pit.later(minutes=45)
            assert await pit.kinds() == ["card-change-later", "idle"]
            pit.later(hours=8)
            assert "card-change" in await pit.kinds()
            raised = {each.kind for each in (*pit.register.waiting, *pit.register.earlier)}
            assert raised == {
                *("call", "irregularity", "signature", "dealer-absent", "rack-low", "post-lost"),
                *("idle", "card-change-later", "card-change"),
            }

    asyncio.run(run())


def test_a_big_win_waits_for_a_person_over_a_restart(ready_address: str) -> None:
    """Of all that is won in a round, what is lost in it is taken away."""

    async def run() -> None:
        async with pit_of(ready_address) as pit:
            limits = AlertThresholds(big_win_cents=10_000, rack_low_percent=1)
            await pit.house.alerts.thresholds.set(limits)
            live = await for_money(pit.house, automatic=None, float_chips={10_000: 500, 500: 200})
            pia = Tab(live, PIA)
            await pia.do("sit", place=2)
            await Tab(live, DAN, "dealer").do("buy-in", place=2, cash=900_000, chips={"10000": 90})
            while not live.room.screen.sums.sittings.wins:
                await pia.play_on({"ante": 10_000}, "play")
            await asyncio.sleep(0)
            (win,) = [each for each in await pit.waiting() if each.kind == "big-win"]
            kept = live.room.screen.sums.sittings.wins[0]
            assert (win.slots["player"], win.slots["cents"]) == ("Pia", kept.cents)
            lines = await pit.house.ledger.lines(live.id)
            assert b'"clear"' in lines[kept.line - 1]
            pit.later(hours=1)
            assert win in await pit.waiting(), "what happened does not go by itself"
        async with pit_of(ready_address) as pit:
            assert list(house_wins(pit.house, live.id)) == [kept], "the journal knows it"
            again = [each for each in await pit.waiting() if each.kind == "big-win"]
            assert again == [win], "the same alert, once"
            await pit.register.take(win.id, INA, "")
            await pit.register.dismiss(win.id, PIT, "Verified by surveillance")
            assert "big-win" not in await pit.kinds()
        async with pit_of(ready_address) as pit:
            assert "big-win" not in await pit.kinds()
            over = next(each for each in pit.register.earlier if each.id == win.id)
            assert ([each.name for each in over.taken], over.reason) == (
                ["Ina"],
                "Verified by surveillance",
            )
            assert over.dismissed
            assert over.dismissed.name == "Pit"

    asyncio.run(run())


def house_wins(house: House, id: str) -> Any:
    return house.floor.table(id).room.screen.sums.sittings.wins


@ON_SQLITE
def test_what_takes_long_is_found_beside_the_tables(ready_address: str) -> None:
    """The hold against its band, and rules that give the player an edge."""

    async def run() -> None:
        async with pit_of(ready_address) as pit:
            reading = next(
                each for each in game("king-high").readings for one in each.options if one.warning
            )
            option = next(each.id for each in reading.options if each.warning)
            rules = _real("king-high")["readings"] | {reading.id: option}
            king = await for_money(pit.house, "king-high", table="K7", readings=rules)
            live = await for_money(pit.house, automatic=None, table="D7")
            pia = Tab(live, PIA)
            await pia.do("sit", place=2)
            await Tab(live, DAN, "dealer").do("buy-in", place=2, cash=50_000, chips={"500": 100})
            for _ in range(20):
                await pia.play_on({"ante": 500}, "fold")
            await pit.house.alerts.thresholds.set(AlertThresholds(rack_low_percent=1))
            await pit.house.alerts.look_closely()
            found = {each.table: each for each in await pit.waiting()}
            assert {id: each.kind for id, each in found.items()} == {
                king.id: "players-edge",
                live.id: "out-of-band",
            }
            assert found[live.id].slots["rounds"] == 20
            assert found[live.id].slots["won"] == "100.0 %", "of every ante, as nobody played on"
            await pit.house.alerts.thresholds.set(
                AlertThresholds(rack_low_percent=1, band_rounds=21)
            )
            pit.later(minutes=5)
            assert "out-of-band" in await pit.kinds()
            pit.later(minutes=11)
            assert await pit.kinds() == ["players-edge"]

    asyncio.run(run())


@ON_SQLITE
def test_practice_tables_raise_what_makes_sense_there_and_say_so(ready_address: str) -> None:
    async def run() -> None:
        async with pit_of(ready_address) as pit:
            limits = AlertThresholds(
                big_win_cents=10_000, rack_low_percent=999, rack_heavy_percent=1000
            )
            await pit.house.alerts.thresholds.set(limits)
            live = await open_table(pit.house, "duki4", **AT_WORK)
            dan = Tab(live, DAN, "dealer")
            await dan.do("call", says="Come")
            pit.later(hours=9)
            await pit.house.alerts.look_closely()
            waiting = await pit.waiting()
            assert {each.kind for each in waiting} == {"call"}
            assert all(each.is_practice for each in waiting)

    asyncio.run(run())


@ON_SQLITE
def test_a_closed_table_has_no_alerts(ready_address: str) -> None:
    async def run() -> None:
        async with pit_of(ready_address) as pit:
            live = await open_table(pit.house, "duki4", **AT_WORK)
            await Tab(live, DAN, "dealer").do("call", says="Come")
            assert await pit.kinds() == ["call"]
            await live.close_when_clear()
            assert await pit.kinds() == []

    asyncio.run(run())


# By a simulated clock -------------------------------------------------------------------------------


def test_a_dealer_is_absent_only_while_somebody_waits_for_them() -> None:
    clock = Simulated(repeat(0.0), repeat(0.0))
    options = Options(pace=0, dealer_away_seconds=600)
    evening = Evening(cast(Ledger, None), "duki4", options, clock, **AT_WORK)
    live, dan, limits = evening.live, Listener(DAN, "dealer"), AlertThresholds()

    def found() -> list[str]:
        return [each.kind for each in causes(live, limits, datetime.now(UTC), ())]

    live.join(dan)
    evening.turn()
    live.leave(dan)
    evening.turn()
    clock.time += 100
    assert found() == [], "nobody sits there"
    live.join(dan)
    _seated(evening, range(1, 2))
    live.leave(dan)
    evening.turn()
    clock.time += limits.dealer_away_seconds - 1
    assert found() == []
    clock.time += 2
    assert found() == ["dealer-absent"]


# Words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_alert_says_what_is_wrong_and_what_to_do(kind: str) -> None:
    slots: dict[str, Any] = {
        "post": "dealer",
        "says": "Seat 3",
        "form": "fill",
        "slip": 3,
        "signed": ["Ina"],
        "name": "Dan",
        "is_playing": 1,
        "minutes": 30,
        "until": "21:30",
        "reason": "late",
        "player": "Pia",
        "cents": 250_000,
        "round": 7,
        "line": 80,
        "percent": 43,
        "won": "-3.0 %",
        "low": "-1.0 %",
        "high": "7.0 %",
        "rounds": 60,
        "lacks": "a certificate",
        "edges": ["the game|1.20 %"],
        "what": "its approval (X)",
        "is_expired": 1,
        "party": "/mnt/other/heads",
        "why": "No such file or directory",
        "waiting": 3,
    }
    alert = Alert(
        id=1,
        table="P1-1",
        table_name="P1",
        is_practice=False,
        kind=kind,
        subject="",
        slots=slots,
        raised=datetime.now(UTC),
    )
    english = shown(alert)
    with speaking(SPANISH):
        spanish = shown(alert)
    for one, other in zip(
        (english.title, english.says, english.do),
        (spanish.title, spanish.says, spanish.do),
        strict=True,
    ):
        assert one
        assert "{" not in one + other
        assert one != other
