"""Whom to help with what: a class of twelve with weeks of answers to real questions."""

import asyncio
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from tablewright.house.house import House
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.instructor_pages import ClassPage, PupilRow
from tablewright.school.syllabus import syllabus
from tests.house.class_of_twelve import TEACHER, TWELVE, fill
from tests.house.company import opened

NOW = datetime(2026, 6, 5, 15, tzinfo=UTC)


async def filled(house: House) -> tuple[Person, int]:
    """The teacher and the number of their class."""
    account, _ = await house.accounts.create(TEACHER, ["instructor"])
    house.school.now = lambda: NOW
    # The only game that they learn: to derive what the others teach takes its time.
    house.school.courses.by_game = {"duki4": syllabus("duki4")}
    made = await fill(house, NOW, count=30)
    return person_of(account), made.id


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> ClassPage:
    async def run() -> ClassPage:
        path = tmp_path_factory.mktemp("twelve") / "house.db"
        async with opened(f"sqlite:///{path}") as house:
            teacher, id = await filled(house)
            await _overruled_counts(house, teacher, id)
            return await house.teaching.class_page(teacher, id)

    return asyncio.run(run())


async def _overruled_counts(house: House, teacher: Person, id: int) -> None:
    """What is overruled as right goes wrong no more."""
    _, before = await house.teaching.members(teacher, id, 28)
    laima = next(each for each in before if each.account.name == "Laima Upe")
    wrong = next(each for each in laima.attempts if not each.is_right)
    about = person_of(laima.account)
    overrule = house.teaching.overruling.overrule
    await overrule(teacher, about, wrong.number, Fraction(1), "Seen at the table.")
    _, after = await house.teaching.members(teacher, id, 28)
    marks = [(a.number, a.is_right) for each in after for a in each.attempts]
    changed = {
        a.number for each in before for a in each.attempts if (a.number, a.is_right) not in marks
    }
    assert changed == {wrong.number}


def row(page: ClassPage, name: str) -> PupilRow:
    return next(each for each in page.people if each.name == name)


def kinds(page: ClassPage, name: str) -> list[str]:
    return [each.kind for each in row(page, name).needs]


def test_everyone_is_there_and_those_who_need_help_most_come_first(page: ClassPage) -> None:
    assert {each.name for each in page.people} == {way.name for way in TWELVE}
    order = ["stuck", "stalled", "late", "away", "due", ""]
    found = [order.index(each.needs[0].kind if each.needs else "") for each in page.people]
    assert found == sorted(found)


def test_who_is_always_wrong_with_a_skill_is_stuck_and_it_is_named(page: ClassPage) -> None:
    for way in TWELVE:
        if way.stuck:
            first = row(page, way.name).needs[0]
            assert first.kind == "stuck", way.name
            assert first.skill
            assert first.says.startswith("Wrong 5 of the last 5: ")


def test_who_practises_without_learning_who_stays_away_and_who_is_late(page: ClassPage) -> None:
    assert "stalled" in kinds(page, "Gita Rieksts")
    assert "Has not trained for 9 days." in [each.says for each in row(page, "Elza Sala").needs]
    assert [each.says for each in row(page, "Karl Zars").needs] == ["Has not begun."]
    assert row(page, "Karl Zars").days_away is None
    late = {each.name for each in page.people if each.late}
    assert late == {"Bruno Kalns", "Carla Ozola", "Dmitri Vasks"}
    assert "stalled" not in kinds(page, "Ieva Osis")


def test_what_goes_wrong_most_names_those_who_are_stuck_on_it(page: ClassPage) -> None:
    top = page.patterns[0]
    assert {"Bruno Kalns", "Dmitri Vasks", "Laima Upe"} <= {each.name for each in top.people}
    assert top.says
    assert top.source
    assert top.wrong == sum(each.wrong for each in top.people)
    assert top.mistake is None or top.mistake.times <= top.wrong
    wrong = [each.wrong for each in page.patterns]
    assert wrong == sorted(wrong, reverse=True)


def test_days_are_those_of_the_person(page: ClassPage) -> None:
    assert row(page, "Hugo Priede").days_away == 1
    assert row(page, "Anna Liepa").last
    assert NOW - row(page, "Anna Liepa").last < timedelta(days=1)  # type: ignore[operator]
