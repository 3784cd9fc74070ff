"""Classes: who teaches whom, and who may therefore see whose school.

An instructor sees the people of their own open classes and nobody else; an administrator sees everyone.
What is not theirs is not there: asked for, it is answered as if there were no such class or person.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.people.accounts import ACCOUNT, Account, Accounts, Duty
from tablewright.house.people.person import Person
from tablewright.rules.errors import Refused, quoted

LONGEST_NAME = 60
MOST_CLASSES, MOST_PEOPLE = 200, 100
"""How many open classes one person has, and how many people a class."""
NO_CLASS = "There is no such class: choose one of yours."
NO_PERSON = "There is no such person in your classes: choose one of them."


class NotTaught(Refused):
    """There is no such class or person, or they are another's."""


class Class(NamedTuple):
    """People who are taught together."""

    id: int
    name: str
    teacher: str
    """The key of the person who teaches it."""
    created: datetime
    closed: datetime | None = None


class Classes:
    """The classes of a house. `now` gives the time."""

    def __init__(
        self, database: Database, accounts: Accounts, now: Callable[[], datetime] | None = None
    ) -> None:
        self.database, self.accounts = database, accounts
        self.now = now or (lambda: datetime.now(UTC))

    # Who sees whom --------------------------------------------------------------------------------

    async def of(self, teacher: Person, *, is_closed: bool = False) -> list[Class]:
        """The classes that a person teaches, by name; an administrator has all."""
        c = s.classes.c
        asked = select(s.classes).where(c.closed.is_not(None) if is_closed else c.closed.is_(None))
        if not is_over_all(teacher):
            asked = asked.where(c.teacher == teacher.key)
        async with self.database.reading() as connection:
            return readable(await connection.execute(asked.order_by(c.name, c.id)), _class)

    async def find(self, teacher: Person, id: int) -> Class:
        """An open class that a person teaches; another is refused as if it were not there."""
        async with self.database.reading() as connection:
            return await _find(connection, teacher, id)

    async def teaches(self, teacher: Person, key: str) -> bool:
        """Whether a person may see the school of another, known by their key."""
        if is_over_all(teacher):
            return key.startswith(ACCOUNT)
        c, m = s.classes.c, s.class_members.c
        asked = (
            select(m.person)
            .join(s.classes, c.id == m["class"])
            .where(m.person == key, c.teacher == teacher.key, c.closed.is_(None))
        )
        async with self.database.reading() as connection:
            return await connection.scalar(asked.limit(1)) is not None

    async def pupil(self, teacher: Person, number: int) -> Account:
        """A person whom another teaches, by the number of their account; else nobody is there."""
        if not await self.teaches(teacher, f"{ACCOUNT}{number}"):
            raise NotTaught(NO_PERSON)
        account = await self.accounts.by_id(number)
        if account is None:
            raise NotTaught(NO_PERSON)
        return account

    async def people(self, *ids: int) -> dict[int, list[Account]]:
        """The people of some classes, each by name."""
        m = s.class_members.c
        async with self.database.reading() as connection:
            rows = list(
                await connection.execute(select(s.class_members).where(m["class"].in_(ids)))
            )
        found: dict[int, list[Account]] = {id: [] for id in ids}
        for account in await self.accounts.all():
            for row in rows:
                if row.person == account.key:
                    found[row._mapping["class"]].append(account)
        return found

    async def of_pupil(self, key: str) -> list[Class]:
        """The open classes that a person is in."""
        c, m = s.classes.c, s.class_members.c
        asked = (
            select(s.classes)
            .join(s.class_members, c.id == m["class"])
            .where(m.person == key, c.closed.is_(None))
            .order_by(c.name)
        )
        async with self.database.reading() as connection:
            return readable(await connection.execute(asked), _class)

    # Making and changing --------------------------------------------------------------------------

    async def make(self, teacher: Person, name: str) -> Class:
        """A new class, taught by the person who makes it."""
        name = _checked(name)
        c = s.classes.c
        open_ones = select(func.count()).where(c.teacher == teacher.key, c.closed.is_(None))
        made = insert(s.classes).values(
            name=name, teacher=teacher.key, created=as_text(self.now()), closed=None
        )
        async with self.database.writing() as connection:
            if (await connection.scalar(open_ones) or 0) >= MOST_CLASSES:
                raise Refused(f"You have {MOST_CLASSES} open classes: close some first.")
            return _class((await connection.execute(made.returning(s.classes))).one())

    async def rename(self, teacher: Person, id: int, name: str) -> None:
        """Another name for a class."""
        await self._change(teacher, id, name=_checked(name))

    async def close(self, teacher: Person, id: int) -> None:
        """A class is over: its teacher no longer sees its people."""
        await self._change(teacher, id, closed=as_text(self.now()))

    async def reopen(self, person: Person, id: int) -> None:
        """An administrator opens a closed class again."""
        _refuse_unless_over_all(person, "reopen a class")
        again = update(s.classes).where(s.classes.c.id == id, s.classes.c.closed.is_not(None))
        async with self.database.writing() as connection:
            if not (await connection.execute(again.values(closed=None))).rowcount:
                raise NotTaught(NO_CLASS)

    async def hand_over(self, person: Person, id: int, name: str) -> None:
        """An administrator gives a class to another teacher."""
        _refuse_unless_over_all(person, "give a class to another instructor")
        account = await self.accounts.by_name(name)
        if account is None or account.is_disabled:
            raise Refused(f"There is no account {quoted(name)}: check the name.")
        if not account.has(Duty.INSTRUCTOR, Duty.ADMINISTRATOR):
            raise Refused(
                f"{account.name} is no instructor, so cannot teach a class: give them that duty first."
            )
        key, m = account.key, s.class_members.c
        async with self.database.writing() as connection:
            await _find(connection, person, id)
            # Nobody teaches themselves.
            own = delete(s.class_members).where(m["class"] == id, m.person == key)
            await connection.execute(own)
            await connection.execute(
                update(s.classes).where(s.classes.c.id == id).values(teacher=key)
            )

    async def _change(self, teacher: Person, id: int, **values: Any) -> None:
        async with self.database.writing() as connection:
            await _find(connection, teacher, id)
            await connection.execute(update(s.classes).where(s.classes.c.id == id).values(values))

    # Its people -----------------------------------------------------------------------------------

    async def add(self, teacher: Person, id: int, names: Sequence[str]) -> None:
        """Add people by the names of their accounts: all of them, or none if one is unknown."""
        wanted = await self._named(names)
        at, m = as_text(self.now()), s.class_members.c
        async with self.database.writing() as connection:
            found = await _find(connection, teacher, id, is_to_change=True)
            there = set(await connection.scalars(select(m.person).where(m["class"] == id)))
            if found.teacher in wanted:
                raise Refused(
                    f"{wanted[found.teacher]} teaches this class, so cannot be in it:"
                    " leave that name out."
                )
            new = [key for key in wanted if key not in there]
            if len(there) + len(new) > MOST_PEOPLE:
                raise Refused(f"A class has up to {MOST_PEOPLE} people: make another class.")
            if new:
                rows = [{"class": id, "person": key, "since": at} for key in new]
                await connection.execute(insert(s.class_members), rows)

    async def _named(self, names: Iterable[str]) -> dict[str, str]:
        """The names of some accounts by their keys; refused, if there is none of a name."""
        wanted, unknown = {}, []
        for name in names:
            account = await self.accounts.by_name(name)
            if account is None or account.is_disabled:
                unknown.append(quoted(name))
            else:
                wanted[account.key] = account.name
        if unknown:
            one = len(unknown) == 1
            raise Refused(
                f"There {'is no account' if one else 'are no accounts'} {', '.join(unknown)}:"
                f" check the name{'' if one else 's'}. Nobody was added."
            )
        return wanted

    async def remove(self, teacher: Person, id: int, number: int) -> None:
        """A person leaves a class; what was assigned there and is not done goes with them."""
        key, m, a = f"{ACCOUNT}{number}", s.class_members.c, s.assignments.c
        async with self.database.writing() as connection:
            await _find(connection, teacher, id)
            gone = delete(s.class_members).where(m["class"] == id, m.person == key)
            if not (await connection.execute(gone)).rowcount:
                raise NotTaught(NO_PERSON)
            await connection.execute(
                delete(s.assignments).where(a["class"] == id, a.person == key, a.done.is_(None))
            )


def is_over_all(person: Person) -> bool:
    """Whether a person sees every class."""
    return Duty.ADMINISTRATOR in person.duties


def _refuse_unless_over_all(person: Person, what: str) -> None:
    if not is_over_all(person):
        raise Refused(f"You cannot {what}: ask an administrator.")


async def _find(
    connection: AsyncConnection, teacher: Person, id: int, *, is_to_change: bool = False
) -> Class:
    c = s.classes.c
    asked = select(s.classes).where(c.id == id, c.closed.is_(None))
    if is_to_change:  # One at a time, where several write at once.
        asked = asked.with_for_update()
    for found in readable(await connection.execute(asked), _class):
        if found.teacher == teacher.key or is_over_all(teacher):
            return found
    raise NotTaught(NO_CLASS)


def _class(row: Row[Any]) -> Class:
    if not isinstance(row.name, str) or not isinstance(row.teacher, str):
        raise Refused(f"the class {row.id!r} has no name or no teacher")
    closed = None if row.closed is None else datetime.fromisoformat(row.closed)
    return Class(row.id, row.name, row.teacher, datetime.fromisoformat(row.created), closed)


def _checked(name: str) -> str:
    """A name for a class."""
    name = " ".join(name.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(f"A class needs a name of up to {LONGEST_NAME} characters: choose one.")
    return name
