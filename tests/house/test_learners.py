"""Guests go over to their accounts, instructors show the pace, and only so much is kept in mind."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction

import pytest
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import schema as s
from tablewright.house.classroom import learners
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.school_pages import Choices
from tests.house.company import ON_SQLITE, opened
from tests.house.pupils import GUEST, Pupil, allow_writing, refuse_writing, with_pupil
from tests.house.schooling import COUNT, sums_are_taught
from tests.house.serving import employ


@pytest.fixture(autouse=True)
def _sums() -> Iterator[None]:
    with sums_are_taught():
        yield


# Pace ----------------------------------------------------------------------------------------------


def test_instructors_show_how_long_an_answer_should_take(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            await employ(house)
            found = {}
            for name in ("Ivo", "Pia"):
                account = await house.accounts.by_name(name)
                assert account
                found[name] = person_of(account)
            skill = "sums duki4.the-rule-behind-it/0"
            for name, seconds in (("Pia", 3.6), ("Ivo", 8.0)):
                pupil = Pupil(house, found[name])
                for _ in range(5):
                    shown = await pupil.ask(skill=skill)
                    for _ in range(2):
                        pupil.wait(seconds)
                        marked = await pupil.answer(shown, pupil.right(shown))
                        shown = marked.next or shown
            house.school.paces._found = None
            pace = await house.school.paces.now()
            assert pace.by_teachers[skill] == 16.0
            await house.school.paces.set({"sums": 12.0})
            assert (await house.school.paces.now()).by_house == {"sums": 12.0}

    asyncio.run(run())


# Today ---------------------------------------------------------------------------------------------


@ON_SQLITE
def test_todays_session_is_made_anew_whenever_something_has_changed(ready_address: str) -> None:
    async def test(pupil: Pupil) -> None:
        async def left() -> int:
            today = (await pupil.school.home(GUEST)).today
            return today.planned - today.done

        await pupil.school.choose(GUEST, Choices(games=["duki4"], minutes=180))
        assert await left() == COUNT
        await pupil.go_through(await pupil.school.next_of_session(GUEST, "practice"))
        assert await left() == COUNT - 2, "a question shows two skills"
        await pupil.school.choose(GUEST, Choices(games=["duki4", "pick2"], minutes=180))
        more = await left()
        assert more > COUNT
        for _ in range(3):
            await pupil.go_through(await pupil.school.next_of_session(GUEST, "practice"))
        assert await left() < more
        pupil.at += timedelta(days=1)
        assert "due" in (await pupil.school.home(GUEST)).today.says

    with_pupil(ready_address, test)


# Guests --------------------------------------------------------------------------------------------


def test_a_guest_goes_over_to_an_account_whole_or_not_at_all(ready_address: str) -> None:
    account = Person("a:7", "Pia")

    async def test(pupil: Pupil) -> None:
        skill = "sums duki4.the-rule-behind-it/0"
        pupil.person = account
        await pupil.go_through(await pupil.ask(skill=skill))
        pupil.person = GUEST
        pupil.at += timedelta(days=1)
        await pupil.go_through(await pupil.ask(skill=skill))
        await pupil.go_through(await pupil.ask(game="pick2"), is_right=False)
        await pupil.school.mark_read(GUEST, "pick2", "two")
        counted = {table: await pupil.rows(table) for table in (s.answers, s.learning, s.drills)}
        await refuse_writing(pupil.house, "drills", "UPDATE")
        with pytest.raises(DBAPIError):
            await pupil.school.learners.carry_over(GUEST.key, account)
        assert {table: await pupil.rows(table) for table in counted} == counted
        await allow_writing(pupil.house, "drills")
        for _ in range(3):
            await pupil.school.learners.carry_over(GUEST.key, account)
        for table in (s.answers, s.learning, s.drills, s.lessons_read, s.learners):
            assert await pupil.rows(table) == []
        pupil.person = account
        assert len(await pupil.rows(s.answers)) == 6
        map = await pupil.school.map(account, "duki4")
        shown = map.topics[0].groups[0].skills[0]
        assert (shown.id, shown.asked, shown.right) == (skill, 2, 2)
        learner = pupil.school.learners._known["a:7"]
        assert learner.remembered[skill].phase == "review", "right on two days, by two names"
        assert (await pupil.school.map(account, "pick2")).lessons[1].is_read

    with_pupil(ready_address, test)


def test_guests_are_forgotten_once_they_cannot_come_back(ready_address: str) -> None:
    account = Person("a:7", "Pia")

    async def test(pupil: Pupil) -> None:
        for person in (account, GUEST):
            pupil.person = person
            await pupil.go_through(await pupil.ask())
        pupil.at += learners.GUESTS_KEPT - timedelta(minutes=1)
        await pupil.school.learners.forget_gone()
        assert len(await pupil.rows(s.answers)) == 2
        assert await pupil.school.records.guest_known_by("b" * 64) == GUEST.key
        pupil.at += timedelta(minutes=2)
        await pupil.school.learners.forget_gone()
        for table in (s.answers, s.learning, s.drills, s.learners):
            assert await pupil.rows(table) == []
        assert await pupil.school.records.guest_known_by("b" * 64) == ""
        assert (await pupil.school.home(GUEST)).games[0].counts.shaky == 0
        pupil.person = account
        assert len(await pupil.rows(s.answers)) == 2

    with_pupil(ready_address, test)


def test_many_answers_at_once_are_each_marked_once(ready_address: str) -> None:
    async def test(pupil: Pupil) -> None:
        shown = await pupil.ask()
        same = await asyncio.gather(*(pupil.answer(shown, {"sum": 1}) for _ in range(8)))
        assert all(each == same[0] for each in same)
        following = same[0].next
        assert following
        last = await asyncio.gather(*(pupil.answer(following, {}) for _ in range(8)))
        assert all(each == last[0] for each in last)
        assert len(await pupil.rows(s.answers)) == 2
        learner = pupil.school.learners._known[GUEST.key]
        assert {each.asked for each in learner.remembered.values()} == {1}
        assert all(Fraction(row.mark) == 0 for row in await pupil.rows(s.answers))

    with_pupil(ready_address, test)


@ON_SQLITE
def test_only_so_many_people_are_kept_in_mind(
    ready_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learners, "MOST_LEARNERS", 3)

    async def test(pupil: Pupil) -> None:
        for n in range(9):
            pupil.person = Person(f"g:{n}", f"Guest {n}")
            await pupil.go_through(await pupil.ask())
        assert len(pupil.school.learners._known) <= 4
        for n in range(9):
            home = await pupil.school.home(Person(f"g:{n}", f"Guest {n}"))
            assert home.games[0].counts.shaky == 2

    with_pupil(ready_address, test)
