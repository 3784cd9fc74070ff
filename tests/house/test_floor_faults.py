"""Faults from the floor by the month: who sees whose, what is read when, and the files."""

import asyncio
import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from tablewright.house.classroom import floor
from tablewright.house.classroom.classes import NotTaught
from tablewright.house.classroom.floor import Asked
from tablewright.house.house import House
from tablewright.rules.errors import Refused
from tablewright.school.faults import Kind
from tablewright.table import acts
from tablewright.table.journal import FORMAT
from tests.house.clients import Visit, play, why
from tests.house.company import ON_SQLITE, employee, opened
from tests.house.schooling import sums_are_taught
from tests.house.serving import Serving, employ
from tests.house.staffing import staffed
from tests.school.at_fault import ANN, BEN, INA, correct, dealt_by, paid_a_straight, written
from tests.table.driving import DEALER, INSPECTOR, PIT_BOSS, Driver, at_table

NOVEMBER = Asked("2026-11")
PIT = employee(91, "Pit", "pit-boss")


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with sums_are_taught():
        yield


def ann_s_night(**setup: Any) -> Driver:
    """Ann pays $25 too little and $3 too much in three rounds, and miscounts a fill."""
    table = dealt_by(ANN, "duki4", table="D1", **setup)
    paid_a_straight(table)
    correct(table, "the Ante was paid 5-1", to_player={2500: 1})
    paid_a_straight(table)
    correct(table, "the Ante was paid twice", from_player={100: 3})
    paid_a_straight(table)
    table.do(acts.Fill({500: 20}), INSPECTOR)
    table.do(acts.Countersign(3, {500: 19}), DEALER)
    table.wait(minutes=20)
    table.countersign()
    return table


def ben_s_night() -> Driver:
    """Ben leaves out a burn with a shoe; it is the same evening."""
    table = dealt_by(BEN, "king-high", table="K1", device="shoe", is_keyed=True)
    table.ready()
    table.wager(1, "pokerpot", 100)
    table.no_more_bets()
    table.do(acts.Overlook("burn"), DEALER)
    return table


# What the pit sees ---------------------------------------------------------------------------------


@ON_SQLITE
def test_the_pit_sees_what_cost_what(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            night = ann_s_night()
            night.close()
            id = await written(house.ledger, night)
            await written(house.ledger, ben_s_night())
            page = await house.floor_months.page(PIT, NOVEMBER)
            assert (page.sees_all, page.people, page.who) == (True, [ANN, BEN], "")
            assert (page.progress.read, page.progress.tables) == (2, 2)
            report = page.report
            assert report
            total = report.total
            assert (total.faults, total.rounds, total.per_thousand) == (5, 3, 1666.7)
            assert (total.out_cents, total.short_cents, total.lost_cents) == (300, 2500, 0)
            assert {row.title: row.faults for row in report.kinds} == {
                "Payments corrected": 2,
                "Steps left out": 1,
                "Miscounts": 1,
                "Done late": 1,
            }
            assert [(row.title, row.faults) for row in report.people] == [(ANN, 3), (BEN, 1)]
            assert {row.title: row.about for row in report.devices} == {
                "automatic shuffler with two decks": "Duki 4 Poker",
                "manual dealing shoe": "King High",
            }
            assert [row.title for row in report.hours if row.faults] == ["18:00"]
            assert sum(row.rounds for row in report.hours) == 3
            assert (report.before.title, report.before.faults) == ("2026-10", 0)
            late = next(each for each in report.faults if each.kind == "Done late")
            assert (late.who, late.post) == ("", "")
            too_little = next(each for each in report.faults if each.cents == -2500)
            assert (too_little.table, too_little.table_id) == ("D1", id)
            line = night.lines[too_little.line - 1].event
            assert isinstance(line, acts.Countersign)
            assert too_little.sentence != too_little.rule, "the rule in words"
            assert too_little.source.startswith("Duki 4 Poker")

    asyncio.run(run())


@ON_SQLITE
def test_hours_are_those_of_who_asks_and_one_person_can_be_chosen(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await written(house.ledger, ann_s_night())
            await written(house.ledger, ben_s_night())
            asked = Asked("2026-11", "Asia/Kolkata", BEN)
            page = await house.floor_months.page(PIT, asked)
            assert page.report
            assert [(row.title, row.faults) for row in page.report.hours if row.faults] == [
                ("23:00", 1)
            ]
            assert [row.title for row in page.report.people] == [BEN]
            assert page.months[0] >= "2026-11"
            assert "2026-11" in page.months
            for wrong in (Asked("2026-13"), Asked("2026-11", "Mars/Olympus")):
                with pytest.raises(Refused, match="expected"):
                    await house.floor_months.page(PIT, wrong)
            december = await house.floor_months.page(PIT, Asked("2026-12"))
            assert december.report
            assert december.report.total.faults == 0
            assert december.report.before.faults == 5

    asyncio.run(run())


# Reading -------------------------------------------------------------------------------------------


@ON_SQLITE
def test_each_line_is_read_once_and_what_is_new_is_read_on(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            read: list[int] = []
            lines = house.ledger.lines

            async def counted(*args: Any) -> list[bytes]:
                found = await lines(*args)
                read.append(len(found))
                return found

            monkeypatch.setattr(house.ledger, "lines", counted)
            monkeypatch.setattr(floor, "HOLDS_SECONDS", -1)
            closed, going_on = ann_s_night(), dealt_by(BEN, "duki4", table="D2")
            closed.close()
            paid_a_straight(going_on)
            await written(house.ledger, closed)
            id = await written(house.ledger, going_on)
            first = await house.floor_months.page(PIT, NOVEMBER)
            assert first.report
            assert sum(read) == len(closed.lines) + len(going_on.lines)
            assert [row.title for row in first.report.people if row.faults] == [ANN]
            before = len(going_on.lines)
            correct(going_on, "the Ante was short", to_player={500: 1})
            await written(house.ledger, going_on, after=id)
            read.clear()
            second = await house.floor_months.page(PIT, NOVEMBER)
            assert second.report
            assert sum(read) == len(going_on.lines) - before
            assert [row.title for row in second.report.people if row.faults] == [ANN, BEN]
            assert BEN in [each.who for each in second.report.faults]

    asyncio.run(run())


@ON_SQLITE
def test_practice_is_not_read_and_a_journal_of_another_version_is_said(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await written(house.ledger, ann_s_night())
            await written(house.ledger, dealt_by(BEN, "duki4", table="Old"), format=FORMAT + 1)
            await written(house.ledger, at_table("king-high", table="Practice"))
            page = await house.floor_months.page(PIT, NOVEMBER)
            assert page.report
            assert (page.unreadable, page.unreadable_count) == (["Old"], 1)
            assert page.report.total.faults == 4
            assert (page.progress.read, page.progress.tables) == (2, 2)

    asyncio.run(run())


@ON_SQLITE
def test_who_asks_while_journals_are_read_is_told_how_far_it_is(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor, "WAITS_SECONDS", 0)

    async def run() -> None:
        async with opened(ready_address) as house:
            await written(house.ledger, ann_s_night())
            page = await house.floor_months.page(PIT, NOVEMBER)
            assert page.report is None
            assert (page.progress.read, page.progress.tables) == (0, 1)
            while page.report is None:
                await asyncio.sleep(0.01)
                page = await house.floor_months.page(PIT, NOVEMBER)
            assert page.report.total.faults == 4

    asyncio.run(run())


# Who sees whom -------------------------------------------------------------------------------------


async def taught_by_ivo(house: House, *names: str) -> Any:
    """An instructor, and a class of these people."""
    await employ(house, {"Ivo": ["instructor"], ANN: ["dealer"], BEN: ["dealer"]})
    found = {each.name: each for each in await house.accounts.all()}
    ivo = employee(found["Ivo"].id, "Ivo", "instructor")
    made = await house.classes.make(ivo, "Autumn")
    await house.classes.add(ivo, made.id, list(names))
    return ivo


@ON_SQLITE
def test_an_instructor_sees_their_own_people_alone(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await written(house.ledger, ann_s_night())
            await written(house.ledger, ben_s_night())
            await written(house.ledger, dealt_by(BEN, "duki4", table="Old"), format=FORMAT + 1)
            ivo = await taught_by_ivo(house, BEN)
            page = await house.floor_months.page(ivo, NOVEMBER)
            assert page.report
            assert (page.sees_all, page.people) == (False, [BEN])
            assert (page.unreadable, page.unreadable_count) == ([], 1)
            (fault,) = page.report.faults
            assert (fault.who, fault.table, fault.table_id) == (BEN, "K1", "")
            assert page.report.total.rounds == 0, "Ann's rounds are not Ben's"
            assert [row.title for row in page.report.tables] == ["K1"]
            with pytest.raises(NotTaught):
                await house.floor_months.page(ivo, NOVEMBER._replace(who=ANN))
            file = await house.floor_months.file(ivo, NOVEMBER, is_list=True)
            assert ANN.encode() not in file
            assert b"D1" not in file

    asyncio.run(run())


@ON_SQLITE
def test_what_is_laid_to_one_person_is_told_for_their_record(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            night = ann_s_night()
            night.close()
            await written(house.ledger, night)
            late = dealt_by(ANN, "duki4", table="D2", card_change_minutes=60)
            late.wait(minutes=70)
            late.do(acts.PutOffCardChange(30, "busy"), PIT_BOSS)
            paid_a_straight(late)
            await written(house.ledger, late)
            found = await house.floor_months.floor_faults_of(employee(1, ANN, "dealer"))
            assert [each.kind for each in found] == [
                Kind.CORRECTION,
                Kind.CORRECTION,
                Kind.MISCOUNT,
            ]
            pip = await house.floor_months.floor_faults_of(employee(2, "Pip", "pit-boss"))
            assert [each.kind for each in pip] == [Kind.OVERDUE]
            assert await house.floor_months.floor_faults_of(employee(3, INA, "inspector")) == []

    asyncio.run(run())


# Files ---------------------------------------------------------------------------------------------


@ON_SQLITE
def test_the_month_as_files(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            night = ann_s_night()
            await written(house.ledger, night)
            file = await house.floor_months.file(PIT, NOVEMBER, is_list=True)
            rows = list(csv.DictReader(StringIO(file.decode())))
            assert len(rows) == 4
            cost = [(row["house out by, cents"], row["players short, cents"]) for row in rows]
            assert sorted(cost) == [("0", "0"), ("0", "0"), ("0", "2500"), ("300", "0")]
            assert {row["laid to"] for row in rows} == {ANN, ""}
            assert all(night.lines[int(row["line"]) - 1] for row in rows)
            sums = await house.floor_months.file(PIT, NOVEMBER, is_list=False)
            by: dict[str, int] = {}
            for row in csv.DictReader(StringIO(sums.decode())):
                by[row["by"]] = by.get(row["by"], 0) + int(row["faults"])
            assert by == {
                **dict.fromkeys(
                    ("month", "kind", "rule", "game", "device", "hour", "weekday", "table"), 4
                ),
                "person": 3,
                "time at the table": 3,
            }

    asyncio.run(run())


# Over HTTP -----------------------------------------------------------------------------------------


def test_who_may_ask_and_what_a_dealer_s_fault_becomes(sums: Serving) -> None:
    """Dan miscounts a fill at a table for money: it is due at once, and the pit reads of it."""

    async def scene(visitor: Visit) -> None:
        table, staff = await staffed(visitor, "F7")
        dan, pit = staff["dealer"], staff["pit-boss"]
        ivo = await visitor().sign_in("Ivo")
        await dan.http.put("/school/choices", json={"games": ["duki4"]})
        await pit.command(table, {"event": "fill", "chips": {"500": 20}}, "pit-boss")
        sign = {"event": "countersign", "slip": 1, "chips": {"500": 19}}
        assert (await dan.command(table, sign, "dealer")).is_success
        sums.house.school.own_tables._found.clear()  # As after two seconds.
        (fault,) = (await dan.ask("/school"))["faults"]
        page = await pit.ask("/school/floor")
        (row,) = page["report"]["faults"]
        assert (row["who"], row["table_id"], row["skills"]) == ("Dan", table, 1)
        assert fault.startswith(f"F7, line {row['line']}, ")
        refused = await dan.get("/school/floor")
        assert (refused.status_code, why(refused)) == (
            403,
            "Only instructors and the pit can see this.",
        )
        assert (await dan.get("/school/floor/faults.csv")).status_code == 403
        assert (await ivo.ask("/school/floor"))["report"]["faults"] == []
        assert (await ivo.get("/school/floor", who="Dan")).status_code == 404
        made = (await ivo.post("/school/classes", {"name": "Autumn"})).json()
        await ivo.post(f"/school/classes/{made['id']}/people", {"names": ["Dan"]})
        (row,) = (await ivo.ask("/school/floor", who="Dan"))["report"]["faults"]
        assert (row["who"], row["table_id"]) == ("Dan", "")
        file = await ivo.get("/school/floor/faults.csv")
        assert file.headers["content-type"].startswith("text/csv")
        assert "A fill was miscounted" in file.text
        for wrong in ({"month": "2026"}, {"zone": "../etc"}):
            assert (await pit.get("/school/floor", **wrong)).status_code == 400

    play(sums, scene)
