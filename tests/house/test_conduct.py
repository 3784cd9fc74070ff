"""What waits beside a journal outlasts a kill: calls, that a table is to close, who took an alert."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablewright.house.tables.refusals import NotWritten
from tablewright.table.setup import SUPERVISOR_STEPS, Staff
from tablewright.table.verify import verify
from tests.house.clients import Visitor
from tests.house.company import (
    ON_SQLITE,
    STAKES,
    Tab,
    employee,
    guest,
    is_deciding,
    open_table,
    opened,
    run_sql,
)
from tests.house.crashing import Crashing
from tests.house.serving import ADMINISTRATOR

DAN, INA = employee(1, "Dan", "dealer"), employee(2, "Ina", "inspector")
AT_WORK: dict[str, Any] = {
    "automatic": SUPERVISOR_STEPS,
    "staff": Staff(dealer="Dan", inspector="Ina"),
}


def test_a_call_waits_over_a_restart_until_it_is_seen_to(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", **AT_WORK)
            dan = Tab(live, DAN, "dealer")
            await dan.do("call", says="Card exposed at seat 2", id="first")
            await dan.do("call", says="Relief, please", irregularity="")
            before = live.room.conduct.calls
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert live.room.conduct.calls == before, "number, words, who and when"
            dan, ina = Tab(live, DAN, "dealer"), Tab(live, INA, "inspector")
            shown = await ina.until(lambda table: bool(table["calls"]))
            assert [each["says"] for each in shown["calls"]] == [call.says for call in before]
            await dan.do("call", says="Card exposed at seat 2", id="first", seq=0)
            assert len(live.room.conduct.calls) == 2, "what was acknowledged is not done twice"
            await ina.do("dismiss", number=1)
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert [call.number for call in live.room.conduct.calls] == [2]
            await Tab(live, INA, "inspector").do("dismiss", number=2)
            await Tab(live, DAN, "dealer").do("call", says="Again")
            assert [call.number for call in live.room.conduct.calls] == [3], (
                "no number is given twice"
            )

    asyncio.run(run())


def test_a_table_that_was_to_close_closes_after_its_round_over_a_restart(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes=STAKES["duki4"])
            await ann.do("ready")
            await ann.until(is_deciding)
            await live.close_when_clear()
            assert live.table.state.status == "open"
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert live.room.conduct.is_closing
            ann = Tab(live, guest(1))
            await ann.until(is_deciding)
            await ann.play_on()
            await ann.ended()
            assert live.id not in house.floor.tables
            lines = await house.ledger.lines(live.id)
            assert verify(lambda: lines).is_closed
            assert await house.ledger.conduct(live.id) == "", "nothing is held of a closed table"

    asyncio.run(run())


@ON_SQLITE
def test_a_call_that_cannot_be_written_was_not_made(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", **AT_WORK)
            dan = Tab(live, DAN, "dealer")
            await dan.do("call", says="One")
            full = "CREATE TRIGGER full BEFORE {} ON conduct BEGIN SELECT RAISE(ABORT, 'full'); END"
            await run_sql(ready_address, full.format("UPDATE"))
            with pytest.raises(NotWritten):
                await dan.do("call", says="Two")
            assert [call.says for call in live.room.conduct.calls] == ["One"]
            await run_sql(ready_address, "DROP TRIGGER full")
            await dan.do("call", says="Two")
            assert [call.says for call in live.room.conduct.calls] == ["One", "Two"]

    asyncio.run(run())


@ON_SQLITE
def test_calls_that_cannot_be_read_keep_no_table_shut(
    ready_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", **AT_WORK)
            await Tab(live, DAN, "dealer").do("call", says="One")
        await run_sql(ready_address, "UPDATE conduct SET kept = '{\"calls\": 7}'")
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert live.room.conduct.calls == []
            await Tab(live, DAN, "dealer").do("call", says="Two")
        assert "cannot be read" in caplog.text

    asyncio.run(run())


def test_a_house_that_is_killed_knows_its_calls_and_what_is_to_close(
    ready_address: str, tmp_path: Path
) -> None:
    crashing = Crashing(ready_address, tmp_path)

    async def before(address: str) -> str:
        async with Visitor(address) as ada, Visitor(address) as ann:
            await ada.sign_in(ADMINISTRATOR)
            body = {"table": "T1", "game": "duki4", "automatic": "all", "pace": 0}
            table = str((await ada.post("/tables", body)).json()["id"])
            await ada.command(table, {"event": "take-post", "post": "inspector"})
            await ann.come_as_guest()
            async with await ann.follow(table) as seat:
                await seat.sit_down(1)
                await seat.must("bets", place=1, stakes=STAKES["duki4"])
                await seat.must("ready")
                await seat.until(is_deciding)
            call = {"event": "call", "says": "Come, please"}
            assert (await ada.command(table, call, "inspector")).is_success
            assert (await ada.post(f"/tables/{table}/close")).json() == {"status": "open"}
            while not (waiting := (await ada.ask("/pit/alerts", table=table))["open"]):
                await asyncio.sleep(0.05)
            assert (await ada.post(f"/pit/alerts/{waiting[0]['id']}/take")).is_success
            cookies.update(ann.http.cookies)
            return table

    async def after(address: str, table: str) -> None:
        async with Visitor(address) as ada, Visitor(address) as ann:
            await ada.sign_in(ADMINISTRATOR)
            rows = (await ada.ask("/pit"))["tables"]
            row = next(each for each in rows if each["id"] == table)
            assert [each["says"] for each in row["calls"]] == ["Come, please"]
            (alert,) = (await ada.ask("/pit/alerts", table=table))["open"]
            assert (alert["kind"], alert["taken"][0]["name"]) == ("call", ADMINISTRATOR)
            ann.http.cookies.update(cookies)
            async with await ann.follow(table) as seat:
                await seat.must("decide", place=1, decision="fold", cards=[])
            await ada.until_gone(f"/tables/{table}")

    cookies: dict[str, str] = {}
    try:
        table = asyncio.run(before(crashing.start()))
        crashing.kill()
        asyncio.run(after(crashing.start(), table))
    finally:
        crashing.kill()
