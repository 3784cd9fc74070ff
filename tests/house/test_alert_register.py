"""The register of alerts: what comes and goes is one alert, and people take them in their own names."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from tablewright.house.books.database import Database
from tablewright.house.screens.alert_pages import KINDS, Alert, Cause
from tablewright.house.tables import alert_register
from tablewright.house.tables.alert_register import (
    AlertRegister,
    NoSuchAlert,
    Table,
    TakenMeanwhile,
)
from tablewright.rules.errors import Forbidden, Refused
from tests.house.clients import Json, Visit, Visitor, play, why
from tests.house.company import ON_SQLITE, employee, open_table, opened, run_sql
from tests.house.serving import Serving
from tests.house.staffing import employed, staffed

INA, PIT = employee(2, "Ina", "inspector"), employee(3, "Pit", "pit-boss")
START = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
ABSENT = Cause("dealer-absent", "", {"name": "Dan", "is_playing": 0})
WIN = Cause("big-win", "7 2", {"player": "Pia", "cents": 300_000, "round": 7, "line": 80})
SECONDS = KINDS["dealer-absent"].clears_after_seconds


class Kept(AlertRegister):
    """A register whose clock a test sets, about one table of a house."""

    def __init__(self, database: Database, table: str) -> None:
        super().__init__(database, lambda: self.time)
        self.time, self.table = START, table

    async def find(self, *causes: Cause, after: float = 0.0) -> list[Alert]:
        """What is found there so much later."""
        self.time += timedelta(seconds=after)
        await self.hear({self.table: Table("T1", False, list(causes))})
        return self.waiting


@asynccontextmanager
async def kept(address: str) -> AsyncIterator[Kept]:
    """A register that has read what is written; the house's own does not look."""
    async with opened(address) as house:
        await house.alerts.close()
        if not house.floor.tables:
            await open_table(house, "duki4")
        register = Kept(house.database, next(iter(house.floor.tables)))
        await register.read()
        yield register


# Coming and going -----------------------------------------------------------------------------------


def test_what_comes_and_goes_is_one_alert(ready_address: str) -> None:
    async def run() -> None:
        async with kept(ready_address) as register:
            (first,) = await register.find(ABSENT)
            for _ in range(5):
                assert await register.find(after=SECONDS - 1) == [first]
                assert await register.find(ABSENT, after=1) == [first]
            await register.find(after=10)
            assert await register.find(after=SECONDS) == []
            (over,) = register.earlier
            assert over.id == first.id
            assert over.cleared == register.time - timedelta(seconds=SECONDS), (
                "since its cause went"
            )
            (second,) = await register.find(ABSENT, after=1)
            assert second.id > first.id

    asyncio.run(run())


@ON_SQLITE
def test_a_clock_that_jitters_or_goes_back_makes_no_second_alert(ready_address: str) -> None:
    """Looked at every second, by a clock that is a second off and now and then half a minute back."""

    async def run() -> None:
        async with kept(ready_address) as register:
            for number in range(10):
                luck, time = random.Random(number), register.time
                cause = ABSENT._replace(subject=str(number))
                for _ in range(20):
                    away = [False] * luck.randint(1, SECONDS - 4)
                    for is_there in (*([True] * luck.randint(1, 9)), *away, True):
                        time += timedelta(seconds=1)
                        off = -30.0 if luck.random() < 0.1 else luck.uniform(-0.9, 0.9)
                        register.time = time + timedelta(seconds=off)
                        assert len(await register.find(*([cause] if is_there else []))) == 1
                register.time = time
                await register.find(after=1)
                assert await register.find(after=SECONDS + 1) == []
                assert len(register.earlier) == number + 1

    asyncio.run(run())


def test_alerts_and_who_has_them_outlast_a_restart(ready_address: str) -> None:
    async def run() -> None:
        async with kept(ready_address) as register:
            absent, win = await register.find(ABSENT, WIN)
            await register.take(absent.id, INA, "")
            await register.take(absent.id, PIT, "Ina")
            before = register.waiting
        async with kept(ready_address) as register:
            assert register.waiting == before
            assert [each.name for each in register.waiting[0].taken] == ["Ina", "Pit"]
            register.time -= timedelta(hours=1)
            over = await register.dismiss(win.id, PIT, "Verified")
            assert over.cleared
            assert over.cleared >= win.raised, "the clock does not go back"
            assert await register.find(ABSENT, WIN) == before[:1], "what was dismissed stays so"
        async with kept(ready_address) as register:
            assert register.waiting == before[:1]
            assert [each.reason for each in register.earlier] == ["Verified"]
            await register.find(ABSENT, ABSENT._replace(subject="2"))
            assert {each.id for each in register.waiting} == {absent.id, win.id + 1}

    asyncio.run(run())


@ON_SQLITE
def test_alerts_that_are_over_are_kept_for_a_day_and_no_number_is_given_twice(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with kept(ready_address) as register:
            for number in range(3):
                await register.find(ABSENT._replace(subject=str(number)), WIN, after=100)
            await register.find(after=SECONDS)
            await register.find(after=SECONDS)
            assert len(register.earlier) == 3
            await register.find(after=25 * 3600)
            assert register.waiting == [], "nor does what happened wait for ever"
            assert [each.id for each in register.earlier] == [4]
        async with kept(ready_address) as register:
            (fresh,) = await register.find(ABSENT)
            assert fresh.id == 5

    asyncio.run(run())


@ON_SQLITE
def test_no_more_are_kept_than_a_pit_can_read_and_the_urgent_come_first(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alert_register, "MOST_OPEN", 3)
    monkeypatch.setattr(alert_register, "MOST_KEPT", 5)
    many = [Cause("idle", str(n), {"minutes": 30}) for n in range(5)]
    call = Cause("call", "1", {"post": "dealer", "says": "Come"})

    async def run() -> None:
        async with kept(ready_address) as register:
            found = await register.find(*many, call)
            assert [each.kind for each in found] == ["call", "idle", "idle"]
            assert len(await register.find(*many)) == 3, "there is room again"
            for number in range(20):
                await register.find(Cause("call", str(number), call.slots), after=1)
            await register.find(after=60)
            await register.find(after=60)
            assert len(register.waiting) + len(register.earlier) <= 5

    asyncio.run(run())


@ON_SQLITE
def test_a_row_that_cannot_be_read_is_left_out(ready_address: str) -> None:
    async def run() -> None:
        async with kept(ready_address) as register:
            await register.find(ABSENT, WIN)
        await run_sql(ready_address, "UPDATE alerts SET kept = 'x' WHERE kind = 'big-win'")
        async with kept(ready_address) as register:
            assert [each.kind for each in register.waiting] == ["dealer-absent"]
            assert {each.id for each in await register.find(ABSENT, WIN)} == {1, 3}

    asyncio.run(run())


# People ---------------------------------------------------------------------------------------------


def test_of_two_who_take_an_alert_at_once_one_has_it_and_the_other_is_told(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with kept(ready_address) as register:
            (absent,) = await register.find(ABSENT)
            got = await asyncio.gather(
                register.take(absent.id, INA, ""),
                register.take(absent.id, PIT, ""),
                return_exceptions=True,
            )
            assert isinstance(got[0], Alert)
            assert isinstance(got[1], TakenMeanwhile)
            assert str(got[1]) == "Ina has taken this alert meanwhile."
            again = await register.take(absent.id, INA, "")
            assert [each.name for each in again.taken] == ["Ina"], "twice is once"
            over = await register.take(absent.id, PIT, "Ina")
            assert [(each.name, each.account) for each in over.taken] == [("Ina", 2), ("Pit", 3)]
            with pytest.raises(NoSuchAlert, match="There is no alert 99"):
                await register.take(99, INA, "")
            with pytest.raises(Forbidden, match="it clears by itself"):
                await register.dismiss(absent.id, PIT, "seen to")
            (win,) = [each for each in await register.find(WIN) if each.kind == "big-win"]
            with pytest.raises(Refused, match="Say what you found"):
                await register.dismiss(win.id, PIT, "\x00")
            await register.dismiss(win.id, PIT, "Verified")
            with pytest.raises(Forbidden, match="is over"):
                await register.take(win.id, INA, "")

    asyncio.run(run())


# Over HTTP ------------------------------------------------------------------------------------------


def test_the_pit_takes_alerts_in_its_own_names_and_nobody_else_does(serving_both: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Alerts")
        pit, ina, dan = staff["pit-boss"], staff["inspector"], staff["dealer"]
        call = {"event": "call", "says": "Seat 3"}
        assert (await dan.command(table, call, "dealer")).is_success

        async def alerts(who: Visitor, **more: object) -> Json:
            return await who.ask("/pit/alerts", table=table, **more)

        while not (page := await alerts(pit))["open"]:
            await asyncio.sleep(0.05)
        (alert,) = page["open"]
        assert (alert["title"], alert["says"]) == ("Inspector called", "The dealer calls: Seat 3")
        assert (alert["urgency"], alert["where"], alert["taken"]) == ("urgent", "table", [])
        same = await alerts(pit, since=page["mark"])
        assert (same["mark"], same["open"]) == (page["mark"], None)
        at = f"/pit/alerts/{alert['id']}/take"

        sue, pia = await visitor().sign_in("Sue"), await visitor().sign_in("Pia")
        assert not (await alerts(sue))["may_take"]
        for who, said in (
            (sue, "You cannot take an alert: that needs the duty of inspector, pit boss or"),
            (dan, "Only the pit can see this"),
            (pia, "Only the pit can see this"),
        ):
            refused = await who.post(at)
            assert refused.status_code == 403
            assert why(refused).startswith(said)
        for who, said in ((ina, "sign in at the page"), (sue, "needs the duty of inspector")):
            made = await who.post("/tokens", {"label": "a program", "scope": "act"})
            program = Visitor(who.address, made.json()["token"])
            refused = await program.post(at)
            assert refused.status_code == 403
            assert said in why(refused)
            assert "\n" not in why(refused)
            await program.http.aclose()

        assert (await ina.post(at)).json()["taken"][0]["name"] == "Ina"
        late = await pit.post(at)
        assert late.status_code == 409
        assert why(late) == "Ina has taken this alert meanwhile."
        over = (await pit.post(at, {"holder": "Ina"})).json()
        assert [each["name"] for each in over["taken"]] == ["Ina", "Pit"]
        refused = await pit.post(f"/pit/alerts/{alert['id']}/dismiss", {"reason": "seen"})
        assert refused.status_code == 400
        pit.http.headers["accept-language"] = "es"
        assert (await alerts(pit))["open"][0]["says"] == "El crupier llama: Seat 3"
        assert (await ina.command(table, {"event": "dismiss", "number": 1}, "inspector")).is_success
        while (page := await alerts(ina))["open"]:
            await asyncio.sleep(0.05)
        assert [each["name"] for each in page["earlier"][0]["taken"]] == ["Ina", "Pit"]

    play(serving_both, scene)


def test_pit_bosses_and_administrators_decide_from_when_on_the_house_is_told(
    serving: Serving,
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, ina = await visitor().sign_in("Pit"), await visitor().sign_in("Ina")
        page = await ina.ask("/pit/alerts/thresholds")
        assert (page["thresholds"], page["may_change"]) == (page["usual"], False)
        new = page["thresholds"] | {"idle_minutes": 20}
        assert (await ina.http.put("/pit/alerts/thresholds", json=new)).status_code == 403
        assert (await pit.http.put("/pit/alerts/thresholds", json=new)).is_success
        page = await ina.ask("/pit/alerts/thresholds")
        assert page["thresholds"]["idle_minutes"] == 20
        for wrong, status in (
            ({"rack_low_percent": 150}, 400),
            ({"idle_minutes": 0}, 422),
            ({"big_win_cents": 1}, 422),
            ({"unknown": 1}, 422),
        ):
            refused = await pit.http.put("/pit/alerts/thresholds", json=new | wrong)
            assert refused.status_code == status, refused.text
            assert "\n" not in why(refused)
        assert (await pit.http.put("/pit/alerts/thresholds", json=page["usual"])).is_success

    play(serving, scene)


def test_who_is_to_count_a_rack_is_not_told_how_much_is_in_it(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "Blind")
        pit, ina = staff["pit-boss"], staff["inspector"]
        usual = (await pit.ask("/pit/alerts/thresholds"))["usual"]
        low = usual | {"rack_low_percent": 999, "rack_heavy_percent": 1000}
        assert (await pit.http.put("/pit/alerts/thresholds", json=low)).is_success

        async def kinds(who: Visitor) -> list[str]:
            page = await who.ask("/pit/alerts", table=table)
            return [each["kind"] for each in page["open"]]

        while "rack-low" not in await kinds(ina):
            await asyncio.sleep(0.05)
        assert (
            await pit.command(table, {"event": "fill", "chips": {"500": 4}}, "pit-boss")
        ).is_success
        made = await employed(visitor, "Dea", "dealer", "inspector")
        relieve = {"event": "relieve", "post": "dealer", "who": "Dea"}
        assert (await ina.command(table, relieve, "inspector")).is_success
        assert "rack-low" in await kinds(pit)
        assert "rack-low" not in await kinds(made), "she is to count the chips of the fill"
        assert (await pit.http.put("/pit/alerts/thresholds", json=usual)).is_success

    play(serving, scene)
