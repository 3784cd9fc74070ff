"""A person who learns in a house without a network, and whose clocks the test moves."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select, text

from tablewright.house.house import House
from tablewright.house.people.person import Door, Person
from tablewright.house.screens.school_pages import DrillMarked, DrillShown
from tests.house.company import opened
from tests.house.schooling import question_of

GUEST = Person("g:aa", "Tom (guest)", door=Door("s:1", browser="b" * 64))
START = datetime(2026, 3, 5, 12, tzinfo=UTC)


class Pupil:
    """A person who learns in a house whose clocks the test moves."""

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


async def refuse_writing(house: House, table: str, verb: str) -> None:
    """Have the database refuse to insert into a table, or to update it, as a full disk would."""
    told = f"BEFORE {verb} ON {table}"
    if house.database.is_sqlite:
        sql = f"CREATE TRIGGER no_room_{table} {told} BEGIN SELECT RAISE(ABORT, 'no room'); END"
    else:
        sql = (
            f"CREATE TRIGGER no_room_{table} {told}"
            " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    async with house.database.writing() as connection:
        await connection.execute(text(sql))


async def allow_writing(house: House, table: str) -> None:
    """There is room again."""
    on = "" if house.database.is_sqlite else f" ON {table}"
    async with house.database.writing() as connection:
        await connection.execute(text(f"DROP TRIGGER no_room_{table}{on}"))
