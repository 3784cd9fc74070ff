"""Taking records of the school away: what is older than the house keeps it, and what a person asked
to have erased. Neither touches what a signature rests on (`evidence`), nor the register itself.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Table, and_, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import readable
from tablewright.house.books.entries import as_text
from tablewright.house.books.settings import put_setting
from tablewright.house.classroom.evidence import Evidence
from tablewright.school.memory import Remembered

AT_ONCE = 500
"""How many rows are named in one question to the database."""
GUESTS = "g:%"
OF_A_PERSON = (s.learning, s.lessons_read, s.drills, s.learners, s.class_members, s.assignments)
"""What is kept of a person beside answers, auditions and conversions."""

_remembered = msgspec.json.Decoder(Remembered).decode


async def clear_person(connection: AsyncConnection, person: str, rests: Evidence) -> dict[str, int]:
    """Take away what is kept of a person; how many rows of each kind went."""
    gone = {"answers": await _clear_answers(connection, s.answers.c.person == person, rests)}
    gone["auditions"] = await _clear_auditions(connection, s.auditions.c.person == person, rests)
    of_person = s.conversions.c.person == person
    gone["conversions"] = await _clear_conversions(connection, of_person, rests)
    for table in OF_A_PERSON:
        gone[table.name] = await _clear(connection, table, table.c.person == person)
    return {name: count for name, count in gone.items() if count}


async def clear_before(
    connection: AsyncConnection, before: datetime, rests: Evidence
) -> dict[str, int]:
    """Take away what is older than a time; how many rows of each kind went. Guests have their own."""
    at = as_text(before)
    await keep_since(connection, before)
    gone = {"answers": await _clear_answers(connection, _of_accounts(s.answers, "at", at), rests)}
    old_auditions = _of_accounts(s.auditions, "begun", at)
    gone["auditions"] = await _clear_auditions(connection, old_auditions, rests)
    old_conversions = _of_accounts(s.conversions, "begun", at)
    gone["conversions"] = await _clear_conversions(connection, old_conversions, rests)
    for table, column in ((s.assignments, "at"), (s.lessons_read, "at"), (s.drills, "asked")):
        old = _of_accounts(table, column, at)
        gone[table.name] = await _clear(connection, table, old)
    gone["learning"] = await _clear_memory(connection, before)
    return {name: count for name, count in gone.items() if count}


async def keep_since(connection: AsyncConnection, since: datetime | None) -> None:
    """Say from when on records are kept; from the first, if never since a time."""
    await connection.execute(delete(s.settings).where(s.settings.c.key == s.KEPT_SINCE))
    if since is not None:
        await put_setting(connection, s.KEPT_SINCE, as_text(since), is_own=True)


def _of_accounts(table: Table, column: str, before: str) -> ColumnElement[bool]:
    return and_(table.c[column] < before, table.c.person.not_like(GUESTS))


async def _clear_answers(
    connection: AsyncConnection, which: ColumnElement[bool], rests: Evidence
) -> int:
    a = s.answers.c
    found = await connection.execute(select(a.n, a.question).where(which))
    numbers = [
        row.n for row in found if row.n not in rests.answers and row.question not in rests.questions
    ]
    for some in _in_parts(numbers):
        await connection.execute(delete(s.answers).where(a.n.in_(some)))
    return len(numbers)


async def _clear_auditions(
    connection: AsyncConnection, which: ColumnElement[bool], rests: Evidence
) -> int:
    a, i = s.auditions.c, s.audition_inputs.c
    found = await connection.scalars(select(a.id).where(which))
    ids = [id for id in found if id not in rests.auditions]
    for some in _in_parts(ids):
        await connection.execute(delete(s.audition_inputs).where(i.audition.in_(some)))
        await connection.execute(delete(s.auditions).where(a.id.in_(some)))
    return len(ids)


async def _clear_conversions(
    connection: AsyncConnection, which: ColumnElement[bool], rests: Evidence
) -> int:
    c = s.conversions.c
    found = await connection.scalars(select(c.id).where(which))
    ids = [id for id in found if id not in rests.conversions]
    for some in _in_parts(ids):
        await connection.execute(delete(s.conversions).where(c.id.in_(some)))
    return len(ids)


async def _clear_memory(connection: AsyncConnection, before: datetime) -> int:
    """What is remembered of skills that were not asked since; what cannot be read stays."""
    kept = s.learning.c
    rows: Any = await connection.execute(select(s.learning).where(kept.person.not_like(GUESTS)))
    known = readable(rows, lambda row: (row.person, row.skill, _remembered(row.kept).last_asked))
    old = [(person, skill) for person, skill, asked in known if asked < before]
    for some in _in_parts(old):
        named = or_(*(and_(kept.person == person, kept.skill == skill) for person, skill in some))
        await connection.execute(delete(s.learning).where(named))
    return len(old)


async def _clear(connection: AsyncConnection, table: Table, which: ColumnElement[bool]) -> int:
    return (await connection.execute(delete(table).where(which))).rowcount


def _in_parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]
