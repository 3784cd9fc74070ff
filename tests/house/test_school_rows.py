"""A bad row of the school: the house opens, others learn on as before, and so does its owner."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tablewright.house.classroom.learners import GUESTS_KEPT
from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.school_pages import Choices
from tests.house.company import opened, unguarded
from tests.house.pupils import GUEST, START, Pupil
from tests.house.schooling import sums_are_taught
from tests.house.serving import employ

TABLES = ("learners", "learning", "lessons_read", "drills", "answers")
OTHER = Person("a:999", "Mia")
BROKEN = ("''", "x'ff00fe'", "CAST(x'c3280a' AS TEXT)", "'}garbage{'", "-7", "NULL")


class Fault(NamedTuple):
    """A column of one row, and what stands in it instead."""

    table: str
    column: str
    value: str


@pytest.fixture(autouse=True)
def _sums() -> Iterator[None]:
    with sums_are_taught():
        yield


@pytest.fixture
def learnt(sqlite_template: Path, tmp_path: Path) -> Path:
    """A database in which a guest, an instructor and another person have learnt."""
    path = tmp_path / "learnt.db"
    shutil.copy(sqlite_template, path)

    async def run() -> None:
        async with opened(f"sqlite:///{path}") as house:
            await employ(house)
            for person in (GUEST, await instructor(house), OTHER):
                pupil = Pupil(house, person)
                await pupil.school.choose(person, Choices(minutes=15, games=["duki4"]))
                for _ in range(2):
                    await pupil.go_through(await pupil.ask())
                await pupil.answer(await pupil.ask(), {"sum": 7})
                await pupil.school.mark_read(person, "duki4", "one")

    asyncio.run(run())
    return path


async def instructor(house: House) -> Person:
    account = await house.accounts.by_name("Ivo")
    assert account
    return person_of(account)


def faults(path: Path) -> list[Fault]:
    with closing(sqlite3.connect(path)) as db:
        return [
            Fault(table, column[1], value)
            for table in TABLES
            for column in db.execute(f"PRAGMA table_info({table})")
            for value in BROKEN
        ]


def test_whatever_row_of_the_school_is_broken_everyone_learns_on(
    learnt: Path, quick_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tried = [each for n, each in enumerate(faults(learnt)) if n % len(BROKEN) == n // 6 % 6]
    assert len({(each.table, each.column) for each in tried}) == len(tried) > 25
    assert everyone_learns_on(tried, learnt, quick_path, caplog) > 20


@pytest.mark.proof
def test_however_a_row_of_the_school_is_broken_everyone_learns_on(
    learnt: Path, quick_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert everyone_learns_on(faults(learnt), learnt, quick_path, caplog) > 120


def everyone_learns_on(
    tried: list[Fault], learnt: Path, quick_path: Path, caplog: pytest.LogCaptureFixture
) -> int:
    """How many of the faults the database took."""
    expected, taken = asyncio.run(learns_on(learnt, quick_path / "whole.db", None)), 0
    for fault in tried:
        caplog.clear()
        try:
            seen = asyncio.run(learns_on(learnt, quick_path / "broken.db", fault))
        except sqlite3.IntegrityError:
            continue  # The database itself does not let this happen.
        assert seen == expected, fault
        assert all(each.isprintable() for each in caplog.messages), caplog.messages
        taken += 1
    return taken


async def learns_on(learnt: Path, path: Path, fault: Fault | None) -> list[bytes]:
    """What another person sees where a guest's row is broken; the guest learns on as well."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    shutil.copy(learnt, path)
    if fault:
        where = f"rowid = (SELECT min(rowid) FROM {fault.table} WHERE person = '{GUEST.key}')"
        with unguarded(path) as db:
            db.execute(f'UPDATE {fault.table} SET "{fault.column}" = {fault.value} WHERE {where}')
    async with opened(f"sqlite:///{path}") as house:
        seen = await seen_by(Pupil(house, OTHER))
        await seen_by(Pupil(house, GUEST))
        await goes_away(Pupil(house, GUEST))
    return seen


async def seen_by(pupil: Pupil) -> list[bytes]:
    """What the school shows a person, all that names no question, and what follows an answer."""
    person, school = pupil.person, pupil.school
    shown: list[Any] = [await school.home(person), await school.map(person, "duki4")]
    record = (await school.record(person, 1000)).answers
    shown.append([msgspec.structs.replace(each, number=0) for each in record])
    asked = await school.next_of_session(person, "practice")
    shown.append((await pupil.go_through(asked)).today)
    await school.mark_read(person, "duki4", "two")
    await school.again(person, asked.id, is_twin=True)
    shown.append(await school.choose(person, Choices(games=["duki4"])))
    return [msgspec.json.encode(each) for each in shown]


async def goes_away(pupil: Pupil) -> None:
    """A guest signs in, and guests who were not seen for long are forgotten."""
    house, school = pupil.house, pupil.school
    school.paces._found = None
    await school.paces.now()
    account = await instructor(house)
    await school.learners.carry_over(GUEST.key, account)
    assert msgspec.json.encode(await school.home(account))
    assert msgspec.json.encode(await school.record(account, 1000))
    pupil.at = START + GUESTS_KEPT * 2
    await school.learners.forget_gone()
