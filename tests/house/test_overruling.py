"""An overruled mark: both are kept, and what is remembered follows from the one in force."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from fractions import Fraction

import pytest

from tablewright.house.books import schema as s
from tablewright.house.classroom.assigning import Task, Wanted
from tablewright.house.classroom.classes import NotTaught
from tablewright.house.classroom.error_patterns import Filter
from tablewright.house.classroom.learner import Learner
from tablewright.house.classroom.records import load
from tablewright.house.people.person import Person, person_of
from tablewright.rules.errors import Refused
from tablewright.school.memory import Remembered, review
from tablewright.school.signed import AnswerOverruled
from tests.house.company import opened
from tests.house.pupils import Pupil
from tests.house.schooling import SHARED, sums_are_taught

Scene = Callable[[Pupil, Person], Awaitable[None]]
A_DAY = 86_400


@pytest.fixture(autouse=True)
def sums() -> Iterator[None]:
    with sums_are_taught():
        yield


def taught(address: str, scene: Scene) -> None:
    """A pupil with an account, and the person who teaches them."""

    async def run() -> None:
        async with opened(address) as house:
            made = await house.accounts.create("Tim", ["dealer"])
            teacher = await house.accounts.create("Tea", ["instructor"])
            await scene(Pupil(house, person_of(made[0])), person_of(teacher[0]))

    asyncio.run(run())


async def kept(pupil: Pupil) -> Remembered:
    """What is remembered of the skill, as the database has it."""
    learner = Learner(pupil.person.key)
    async with pupil.house.database.reading() as connection:
        await load(connection, learner, pupil.at)
    return learner.remembered[SHARED]


async def answer_thrice(pupil: Pupil) -> list[int]:
    """Wrong, right and wrong on three days; the numbers of the answers."""
    for is_right in (False, True, False):
        pupil.wait(A_DAY)
        await pupil.go_through(await pupil.ask(skill=SHARED), is_right=is_right)
    return sorted(row.n for row in await pupil.rows(s.answers) if row.skill == SHARED)


def test_the_memory_is_what_it_would_be_had_the_mark_been_given_at_once(ready_address: str) -> None:
    async def scene(pupil: Pupil, teacher: Person) -> None:
        numbers = await answer_thrice(pupil)
        before = await kept(pupil)
        assert (before.asked, before.right, before.was_right) == (3, 1, False)
        overrule = pupil.house.teaching.overruling.overrule
        await overrule(teacher, pupil.person, numbers[2], Fraction(1), " It was\n covered. ")
        expected = None
        rows = sorted(await pupil.rows(s.answers), key=lambda row: row.n)
        for row, mark in zip([r for r in rows if r.n in numbers], (0, 1, 1), strict=True):
            at = datetime.fromisoformat(row.at)
            expected = review(SHARED, expected, Fraction(mark), row.seconds, row.target_seconds, at)
        after = await kept(pupil)
        assert after == expected
        assert after.due > before.due
        home = await pupil.school.home(pupil.person)
        assert (home.today.done, home.today.right) == (1, 0), (
            "its other skill was wrong all the same"
        )
        # The last that overrules is in force.
        await overrule(teacher, pupil.person, numbers[2], Fraction(0), "Not after all.")
        assert await kept(pupil) == before

    taught(ready_address, scene)


def test_both_marks_are_kept_and_shown(ready_address: str) -> None:
    async def scene(pupil: Pupil, teacher: Person) -> None:
        numbers = await answer_thrice(pupil)
        house, about = pupil.house, pupil.person
        overrule = house.teaching.overruling.overrule
        await overrule(teacher, about, numbers[0], Fraction(1, 2), "Half of it.")
        answers = (await pupil.school.record(about, 1000)).answers
        (shown,) = [each for each in answers if each.number == numbers[0]]
        assert (shown.mark, shown.overruled and shown.overruled.mark) == (0, 0.5)
        assert shown.overruled is not None
        assert (shown.overruled.by, shown.overruled.reason) == ("Tea", "Half of it.")
        assert [each.overruled for each in answers].count(None) == len(answers) - 1
        (entry,) = await house.register.of(about.key)
        assert entry.act == AnswerOverruled(
            answer=numbers[0], mark=Fraction(1, 2), reason="Half of it."
        )
        assert (entry.name, entry.account) == ("Tea", teacher.account)
        assert await house.register.check() is None

    taught(ready_address, scene)


def test_what_cannot_be_overruled_changes_nothing(ready_address: str) -> None:
    async def scene(pupil: Pupil, teacher: Person) -> None:
        (first, *_) = await answer_thrice(pupil)
        before = await kept(pupil)
        overrule, other = pupil.house.teaching.overruling.overrule, Person("a:99", "Eve")
        for by, about, number, mark, reason, says in (
            (teacher, pupil.person, first, Fraction(1), " ", "Say why"),
            (teacher, pupil.person, first, Fraction(1), "x" * 201, "Say why"),
            (teacher, pupil.person, first, Fraction(1, 3), "So.", "mark: expected"),
            (teacher, pupil.person, first, Fraction(0), "So.", "already marked so"),
            (pupil.person, pupil.person, first, Fraction(1), "So.", "your own answers"),
            (teacher, other, first, Fraction(1), "So.", "no such answer"),
        ):
            with pytest.raises(Refused, match=says):
                await overrule(by, about, number, mark, reason)
        with pytest.raises(NotTaught):
            await overrule(teacher, pupil.person, 10_000, Fraction(1), "So.")
        assert await kept(pupil) == before
        assert await pupil.house.register.all() == []

    taught(ready_address, scene)


def test_a_class_is_kept_on_either_database(ready_address: str) -> None:
    async def scene(pupil: Pupil, teacher: Person) -> None:
        house = pupil.house
        made = await house.classes.make(teacher, "Autumn")
        await house.classes.add(teacher, made.id, ["Tim"])
        drill = Wanted("drill", "duki4", Task(drill="sums", times=3), None)
        lesson = Wanted("lesson", "duki4", Task(lesson="one"), pupil.at.date())
        for wanted in (drill, lesson):
            await house.teaching.assign(teacher, made.id, [], wanted)
        await answer_thrice(pupil)
        (row,) = (await house.teaching.class_page(teacher, made.id)).people
        assert (row.name, row.open, row.late) == ("Tim", 1, 1)
        page = await house.teaching.pupil_page(teacher, pupil.person.account)
        assert {each.lesson: bool(each.done) for each in page.assignments} == {
            "": True,
            "one": False,
        }
        assert SHARED in {each.skill for each in page.weak}
        patterns = await house.teaching.patterns_page(teacher, made.id, 28, Filter(drill="sums"))
        assert (patterns.asked, patterns.wrong) == (6, 4)
        for what in ("progress", "skills", "answers", "patterns"):
            _, file = await house.teaching.file(teacher, made.id, what, 28)
            assert file.count(b"\r\n") > 1, what
        await house.classes.remove(teacher, made.id, pupil.person.account)
        assert [
            each.done is None for each in await house.teaching.assigning.of(pupil.person.key)
        ] == [False]
        await house.classes.close(teacher, made.id)
        assert not await house.classes.teaches(teacher, pupil.person.key)

    taught(ready_address, scene)
