"""What the house keeps of those who learn: on either database, over restarts, crashes and bad rows."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import schema as s
from tablewright.house.classroom import learners
from tablewright.house.classroom.drilling import NoSuchDrill
from tablewright.house.classroom.marking import LONGEST_SECONDS
from tablewright.house.classroom.moving import replayed
from tablewright.house.house import House, person_of
from tablewright.house.people.person import Door, Person
from tablewright.house.screens.school_pages import Choices, DrillMarked, DrillShown
from tests.house.clients import Visitor
from tests.house.company import ON_SQLITE, opened
from tests.house.crashing import Crashing
from tests.house.schooling import answered, asked, question_of, sums_are_taught
from tests.house.serving import employ

GUEST = Person("g:aa", "Tom (guest)", door=Door("s:1", browser="b" * 64))
START = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _sums() -> Iterator[None]:
    with sums_are_taught():
        yield


class Pupil:
    """Somebody who learns in a house whose clocks the test moves."""

    def __init__(self, house: House, person: Person) -> None:
        self.house, self.school, self.person = house, house.school, person
        self.at, self.seconds = START, 0.0
        self.school.now = lambda: self.at
        self.school._drilling._clock = lambda: self.seconds

    def wait(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
        self.seconds += seconds

    async def ask(self, **what: Any) -> DrillShown:
        asked = {"game": "duki4", "drill": "", "skill": "", "mode": "practice"} | what
        return await self.school.ask(self.person, **asked)

    async def answer(
        self, shown: DrillShown, given: dict[str, Any], seconds: float | None = None
    ) -> DrillMarked:
        return await self.school.answer(self.person, shown.id, shown.number, given, seconds)

    def right(self, shown: DrillShown) -> dict[str, Any]:
        keys = question_of(self.house, shown.id).keys[shown.number]
        return {id: key.right for id, key in keys.items()}

    async def go_through(self, shown: DrillShown, *, is_right: bool = True) -> DrillMarked:
        following: DrillShown | None = shown
        while following:
            self.wait(5)
            marked = await self.answer(following, self.right(following) if is_right else {})
            following = marked.next
        return marked

    async def rows(self, table: Any) -> list[Any]:
        async with self.house.database.reading() as connection:
            found = await connection.execute(select(table).where(table.c.person == self.person.key))
            return list(found)


def with_pupil(
    address: str, test: Callable[[Pupil], Awaitable[None]], person: Person = GUEST
) -> None:
    async def run() -> None:
        async with opened(address) as house:
            await test(Pupil(house, person))

    asyncio.run(run())


# What is kept --------------------------------------------------------------------------------------


def test_everything_is_there_after_a_restart(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            pupil = Pupil(house, GUEST)
            await pupil.school.choose(GUEST, Choices(minutes=15, games=["duki4"]))
            over = await pupil.ask()
            marked = await pupil.go_through(over, is_right=False)
            left = await pupil.ask()
            first = await pupil.answer(left, {"sum": 7})
            await pupil.school.mark_read(GUEST, "duki4", "one")
            home = await pupil.school.home(GUEST)
            at = pupil.at
        async with opened(ready_address) as house:
            again = Pupil(house, GUEST)
            again.at = at
            assert await again.school.home(GUEST) == home
            assert await again.school.under_way(GUEST, left.id) == first.next
            assert await again.answer(left, {"sum": 7}) == first
            last = msgspec.structs.replace(over, number=1)
            assert await again.answer(last, {}) == marked
            map = await again.school.map(GUEST, "duki4")
            assert [each.is_read for each in map.lessons] == [True, False]
            record = await again.school.record(GUEST, 1000)
            assert len(record.answers) == 2

    asyncio.run(run())


def test_what_is_remembered_follows_from_the_answers(ready_address: str) -> None:
    """So that two records of one skill can be made one: all its answers, in order, say the same."""

    async def test(pupil: Pupil) -> None:
        for day in range(6):
            pupil.at = START + timedelta(days=day)
            for n in range(3):
                await pupil.go_through(await pupil.ask(), is_right=(day + n) % 3 > 0)
        kept = await pupil.school.records.answers(GUEST.key, 1000, 1000)
        assert len(kept) == 36
        answers = [each.answered for each in reversed(kept)]
        learner = pupil.school.learners._known[GUEST.key]
        # When each is due follows from how well the person does as a whole.
        again = replayed(answers, learner.choices)
        for skill, each in learner.remembered.items():
            assert msgspec.structs.replace(again[skill], due=each.due) == each
        rows = await pupil.rows(s.learning)
        assert {row.skill for row in rows} == set(learner.remembered)

    with_pupil(ready_address, test)


def test_answers_only_grow_but_for_a_guest_s(ready_address: str) -> None:
    account = Person("a:7", "Pia")

    async def test(pupil: Pupil) -> None:
        await pupil.go_through(await pupil.ask())
        pupil.person = GUEST
        await pupil.go_through(await pupil.ask())
        a = s.answers
        mine, guests = a.c.person == "a:7", a.c.person == GUEST.key
        row = (await pupil.rows(a))[0]._asdict()
        for change in (
            update(a).where(mine).values(mark="1"),
            update(a).where(mine).values(person="a:8"),
            update(a).where(guests).values(mark="0", person="a:7"),
            update(a).where(guests).values(seconds=1.5),
            update(a).where(guests).values(whole_seconds=None),
            delete(a).where(mine),
            insert(a).values(row | {"person": "a:9"}),
        ):
            with pytest.raises(DBAPIError, match=r"only ever added to|duplicate key|UNIQUE"):
                async with pupil.house.database.writing() as connection:
                    await connection.execute(change)
        async with pupil.house.database.writing() as connection:
            await connection.execute(update(a).where(guests).values(person="a:7"))

    with_pupil(ready_address, test, account)


@ON_SQLITE
def test_a_row_replaced_in_place_is_refused_too(ready_address: str) -> None:
    async def test(pupil: Pupil) -> None:
        await pupil.go_through(await pupil.ask())
        replace = "INSERT OR REPLACE INTO answers SELECT * FROM answers"
        with pytest.raises(DBAPIError, match=r"only ever added to"):
            async with pupil.house.database.writing() as connection:
                await connection.execute(text(replace))

    with_pupil(ready_address, test, Person("a:7", "Pia"))


def test_what_could_not_be_written_is_not_marked(ready_address: str) -> None:
    async def test(pupil: Pupil) -> None:
        shown = await pupil.ask()
        first = await pupil.answer(shown, pupil.right(shown))
        assert first.next
        home = await pupil.school.home(GUEST)
        await _full(pupil, ready_address)
        with pytest.raises(DBAPIError):
            await pupil.answer(first.next, {"sum": 1})
        await _room_again(pupil, ready_address)
        assert await pupil.school.home(GUEST) == home
        assert await pupil.school.under_way(GUEST, shown.id) == first.next
        assert (await pupil.answer(first.next, pupil.right(first.next))).is_over

    with_pupil(ready_address, test)


async def _full(pupil: Pupil, address: str) -> None:
    """Nothing more fits into the answers."""
    if address.startswith("sqlite"):
        sql = "CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(ABORT, 'full'); END"
    else:
        sql = (
            'CREATE TRIGGER "full" BEFORE INSERT ON answers'
            " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    async with pupil.house.database.writing() as connection:
        await connection.execute(text(sql))


async def _room_again(pupil: Pupil, address: str) -> None:
    on = "" if address.startswith("sqlite") else " ON answers"
    async with pupil.house.database.writing() as connection:
        await connection.execute(text(f'DROP TRIGGER "full"{on}'))


BROKEN = {
    "learners": ("choices", "choices"),
    "learning": ("kept", "kept"),
    "drills": ("kept", "kept"),
    "answers": ("told", "mark"),
}


@pytest.mark.parametrize("table", BROKEN)
def test_a_row_that_cannot_be_read_keeps_nothing_else_from_being_read(
    ready_address: str, table: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            pupil = Pupil(house, GUEST)
            await pupil.go_through(await pupil.ask())
            await pupil.go_through(await pupil.ask())
            at = pupil.at
            for column in BROKEN[table]:
                for value in ("{", "", '{"skill": 3}', "\N{SNOWMAN}"):
                    broken = f"UPDATE {table} SET {column} = :value WHERE person = :person"
                    async with house.database.writing() as connection:
                        if table == "answers":  # A guest's may go, and come as they are not.
                            await _insert_broken(connection, column, value)
                        else:
                            await connection.execute(
                                text(broken), {"value": value, "person": GUEST.key}
                            )
        async with opened(ready_address) as house:
            pupil = Pupil(house, GUEST)
            pupil.at = at
            home = await pupil.school.home(GUEST)
            await pupil.school.map(GUEST, "duki4")
            record = await pupil.school.record(GUEST, 1000)
            assert len(record.answers) == 4
            assert (home.games[0].counts.shaky > 0) == (table != "learning")
            await pupil.go_through(await pupil.ask())

    async def _insert_broken(connection: Any, column: str, value: str) -> None:
        row = (await connection.execute(select(s.answers).limit(1))).one()._asdict()
        del row["n"]
        await connection.execute(insert(s.answers).values(row | {column: value}))

    asyncio.run(run())


def test_a_question_that_another_version_asked_is_dropped(ready_address: str) -> None:
    async def test(pupil: Pupil) -> None:
        shown = await pupil.ask()
        learner = pupil.school.learners._known[GUEST.key]
        old = msgspec.structs.replace(learner.drills[shown.id], version="0.0.1")
        learner.drills[shown.id] = old
        with pytest.raises(NoSuchDrill, match="no such question any more"):
            await pupil.school.under_way(GUEST, shown.id)
        await pupil.ask()
        assert shown.id not in learner.drills
        assert len(await pupil.rows(s.drills)) == 1

    with_pupil(ready_address, test)


# Time ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("took", "said", "believed"),
    [
        (6.0, None, 6.0),
        (6.0, 4.5, 4.5),
        (6.0, 7.9, 7.9),
        (6.0, 60.0, 6.0),
        (6.0, -1.0, 6.0),
        (6.0, float("nan"), 6.0),
        (6.0, float("inf"), 6.0),
        (90_000.0, None, LONGEST_SECONDS),
    ],
)
@ON_SQLITE
def test_a_page_is_believed_as_far_as_the_house_has_seen_it(
    ready_address: str, took: float, said: float | None, believed: float
) -> None:
    async def test(pupil: Pupil) -> None:
        shown = await pupil.ask()
        pupil.wait(took)
        marked = await pupil.answer(shown, {}, said)
        assert marked.marks
        assert marked.marks.seconds == believed

    with_pupil(ready_address, test)


@ON_SQLITE
def test_clocks_that_jump_make_no_time_negative(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            pupil = Pupil(house, GUEST)
            shown = await pupil.ask()
            pupil.at -= timedelta(days=400)  # The clock on the wall is put back, the other goes on.
            pupil.seconds += 3
            first = await pupil.answer(shown, {"sum": 1})
            assert first.marks
            assert first.marks.seconds == 3
        async with opened(ready_address) as house:  # Only the clock on the wall is left.
            again = Pupil(house, GUEST)
            again.at = START - timedelta(days=800)
            assert first.next
            last = await again.answer(first.next, {})
            assert last.marks
            assert last.marks.seconds == 0
            (one, two) = (await again.school.record(GUEST, 100)).answers
            assert min(one.seconds, two.seconds) >= 0
            await again.go_through(await again.ask())

    asyncio.run(run())


@ON_SQLITE
def test_the_streak_counts_the_days_where_the_person_is(ready_address: str) -> None:
    async def test(pupil: Pupil) -> None:
        await pupil.school.choose(GUEST, Choices(zone="America/Los_Angeles"))
        # Three in the afternoon, and the next day at eight in the evening: in UTC a day is between.
        for at in (datetime(2026, 3, 5, 23, tzinfo=UTC), datetime(2026, 3, 7, 4, tzinfo=UTC)):
            pupil.at = at
            await pupil.go_through(await pupil.ask())
        assert (await pupil.school.home(GUEST)).streak == 2
        await pupil.school.choose(GUEST, Choices(zone="UTC"))
        assert (await pupil.school.home(GUEST)).streak == 1

    with_pupil(ready_address, test)


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
        await _full(pupil, ready_address)
        await _no_more_drills(pupil, ready_address)
        with pytest.raises(DBAPIError):
            await pupil.school.learners.carry_over(GUEST.key, account)
        assert {table: await pupil.rows(table) for table in counted} == counted
        await _room_again(pupil, ready_address)
        await _drills_again(pupil, ready_address)
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


async def _no_more_drills(pupil: Pupil, address: str) -> None:
    if address.startswith("sqlite"):
        sql = "CREATE TRIGGER stuck BEFORE UPDATE ON drills BEGIN SELECT RAISE(ABORT, 'stuck'); END"
    else:
        sql = (
            "CREATE TRIGGER stuck BEFORE UPDATE ON drills"
            " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    async with pupil.house.database.writing() as connection:
        await connection.execute(text(sql))


async def _drills_again(pupil: Pupil, address: str) -> None:
    on = "" if address.startswith("sqlite") else " ON drills"
    async with pupil.house.database.writing() as connection:
        await connection.execute(text(f"DROP TRIGGER stuck{on}"))


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


def test_a_house_that_is_killed_loses_nothing_that_was_marked(
    ready_address: str, tmp_path: Path
) -> None:
    """Killed after a stage, after a question, and with an answer on its way."""
    house = Crashing(ready_address, tmp_path, program="tests.house.schooling")

    async def come(cookies: dict[str, str]) -> Visitor:
        visitor = Visitor(house.address)
        visitor.http.cookies.update(cookies)
        return visitor

    async def run() -> None:
        house.start()
        guest = await (await come({})).come_as_guest()
        cookies = dict(guest.http.cookies)
        for question in range(1, 3):
            shown = await asked(guest)
            first = await answered(guest, shown, {"sum": question})
            house.kill()
            house.start()
            guest = await come(cookies)
            assert await guest.ask(f"/school/drills/{shown['id']}") == first["next"]
            assert await answered(guest, shown, {"sum": question}) == first
            body = {"stage": 1, "given": {"sum": 1, "size": "a"}}
            path = f"/school/drills/{shown['id']}/answer"
            if question == 1:
                last = await answered(guest, first["next"], body["given"])
                home = await guest.ask("/school")
            else:
                sending = asyncio.create_task(guest.post(path, body))
                await asyncio.sleep(0.004)
            house.kill()
            house.start()
            if question > 1:
                await asyncio.gather(sending, return_exceptions=True)
            guest = await come(cookies)
            again = (await guest.post(path, body)).json()
            if question == 1:
                assert again == last
                assert await guest.ask("/school") == home
            assert again["is_over"]
            record = (await guest.ask("/school/record"))["answers"]
            assert len(record) == 2 * question
            assert len({each["number"] for each in record}) == 2 * question
            assert again["today"]["done"] == 2 * question

    try:
        asyncio.run(run())
    finally:
        house.close()
    assert house.complaints.read_text() == ""


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
