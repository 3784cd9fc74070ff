"""What the house keeps of those who learn: on either database, over restarts, crashes and bad rows."""

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from tablewright.house.books import schema as s
from tablewright.house.books.entries import as_text
from tablewright.house.classroom.drilling import NoSuchDrill
from tablewright.house.classroom.marking import LONGEST_SECONDS
from tablewright.house.classroom.moving import replayed
from tablewright.house.people.person import Person
from tablewright.house.screens.school_pages import Choices
from tests.house.clients import Visitor
from tests.house.company import ON_SQLITE, opened
from tests.house.crashing import Crashing
from tests.house.pupils import GUEST, START, Pupil, allow_writing, refuse_writing, with_pupil
from tests.house.schooling import answered, asked, serve_sums, sums_are_taught


@pytest.fixture(autouse=True)
def _sums() -> Iterator[None]:
    with sums_are_taught():
        yield


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


def test_answers_go_once_their_owner_is_erased_or_they_are_older_than_the_house_keeps_them(
    ready_address: str,
) -> None:
    async def test(pupil: Pupil) -> None:
        async def write(*changes: Any) -> None:
            async with pupil.house.database.writing() as connection:
                for change in changes:
                    await connection.execute(change)

        going = delete(s.answers).where(s.answers.c.person == "a:7")
        forgotten = delete(s.settings).where(s.settings.c.key == s.KEPT_SINCE)
        hour = timedelta(hours=1)
        for permission, is_enough in (
            (insert(s.erased).values(person="a:8", at="", by="a:1"), False),
            (insert(s.settings).values(key=s.KEPT_SINCE, value=as_text(START - hour)), False),
            (insert(s.settings).values(key=s.KEPT_SINCE, value=as_text(START + hour)), True),
            (insert(s.erased).values(person="a:7", at="", by="a:1"), True),
        ):
            await pupil.go_through(await pupil.ask())
            await write(permission)
            with nullcontext() if is_enough else pytest.raises(DBAPIError, match="only ever"):
                await write(going)
            assert bool(await pupil.rows(s.answers)) != is_enough
            await write(forgotten)

    with_pupil(ready_address, test, Person("a:7", "Pia"))


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
        await refuse_writing(pupil.house, "answers", "INSERT")
        with pytest.raises(DBAPIError):
            await pupil.answer(first.next, {"sum": 1})
        await allow_writing(pupil.house, "answers")
        assert await pupil.school.home(GUEST) == home
        assert await pupil.school.under_way(GUEST, shown.id) == first.next
        assert (await pupil.answer(first.next, pupil.right(first.next))).is_over

    with_pupil(ready_address, test)


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


def test_a_house_that_is_killed_loses_nothing_that_was_marked(
    ready_address: str, tmp_path: Path
) -> None:
    """Killed after a stage, after a question, and with an answer on its way."""
    house = Crashing(ready_address, tmp_path, program=serve_sums)

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
            assert again["today"]["done"] == question

    try:
        asyncio.run(run())
    finally:
        house.kill()
    assert not house.faults()
