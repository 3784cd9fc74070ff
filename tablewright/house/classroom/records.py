"""What is kept of those who learn: choices, memory, questions under way, lessons read, answers.

What follows from one answer is written in one transaction. A row that cannot be read is left out and
keeps nothing else from being read.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.classroom.learner import (
    RECENT,
    Answered,
    Learner,
    OpenDrill,
    hour_of,
)
from tablewright.house.classroom.overruled import Overruled, overruled
from tablewright.house.screens.school_pages import AnswerTold, Choices
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference
from tablewright.school.memory import Remembered
from tablewright.school.pace import Run
from tablewright.school.planning import Answer

GUEST = "g:%"
"""The keys of guests, as the database finds them."""
DAYS_COUNTED = timedelta(days=400)
"""How far back days of practice are looked for."""
MOST_ROWS = 20_000
"""How many rows of one kind are read of a person: more than all skills of all games."""
MOST_RUNS = 5_000
"""How many of the last answers of those who teach the pace is learnt from."""

_remembered = msgspec.json.Decoder(Remembered).decode
_drill = msgspec.json.Decoder(OpenDrill).decode
_choices = msgspec.json.Decoder(Choices).decode
_told = msgspec.json.Decoder(AnswerTold).decode
_reference = msgspec.json.Decoder(Reference).decode


class Numbered(NamedTuple):
    """An answer and its number."""

    number: int
    answered: Answered


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is written together."""

    choices: Choices | None = None
    remembered: Sequence[Remembered] = ()
    answered: Sequence[Answered] = ()
    drills: Sequence[OpenDrill] = ()
    dropped: Sequence[str] = ()
    """Questions that are forgotten."""
    read: tuple[str, str] | None = None
    """A lesson that was read, after its game."""


class SchoolRecords:
    """The rows of the school."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def load(self, learner: Learner, now: datetime) -> None:
        """Know all that is kept of a person."""
        async with self.database.reading() as connection:
            await load(connection, learner, now)
        learner.is_loaded = True

    async def write(self, learner: Learner, change: Change, now: datetime) -> None:
        """Write a change down, all of it or nothing."""
        async with self.database.writing() as connection:
            await write(connection, learner, change, now)

    async def answers(self, person: str, before: int, limit: int) -> list[Numbered]:
        """A person's last answers before a number, the newest first."""
        a = s.answers.c
        asked = select(s.answers).where(a.person == person, a.n < before)
        async with self.database.reading() as connection:
            rows = await connection.execute(asked.order_by(a.n.desc()).limit(limit))
            return readable(rows, numbered)

    async def overruled(self, *people: str) -> Mapping[int, Overruled]:
        """What overrules the answers of some people, by the number of the answer."""
        async with self.database.reading() as connection:
            return await overruled(connection, people)

    async def runs(self, teachers: Iterable[str]) -> list[Run]:
        """The last questions that those who teach have answered to the end."""
        a = s.answers.c
        asked = (
            select(a.skill, a.whole_seconds, a.mark)
            .where(a.person.in_(list(teachers)), a.skill == a.drawn_for)
            .where(a.whole_seconds.is_not(None))
            .order_by(a.n.desc())
            .limit(MOST_RUNS)
        )
        async with self.database.reading() as connection:
            return readable(await connection.execute(asked), _run)

    async def guest_known_by(self, door: str) -> str:
        """The guest who has learnt at a browser, by what is kept of its secret; "" if none has."""
        kept = s.learners.c
        asked = select(kept.person).where(kept.door == door, kept.person.like(GUEST))
        async with self.database.reading() as connection:
            return str(await connection.scalar(asked.limit(1)) or "") if door else ""

    async def forget_guest(self, guest: str) -> None:
        """A guest has gone for good."""
        async with self.database.writing() as connection:
            await _forget(connection, guest)

    async def guests_before(self, before: datetime) -> list[str]:
        """The guests who were last here before a time."""
        kept = s.learners.c
        which = select(kept.person).where(kept.person.like(GUEST), kept.seen < as_text(before))
        async with self.database.reading() as connection:
            return [str(each) for each in await connection.scalars(which)]


# Reading -------------------------------------------------------------------------------------------


async def load(connection: AsyncConnection, learner: Learner, now: datetime) -> None:
    """Know all that is kept of a person, in the middle of something else."""
    person, learner.plan = learner.key, None

    async def rows(table: Any) -> Any:
        asked = select(table).where(table.c.person == person).limit(MOST_ROWS)
        return await connection.execute(asked)

    for row in await rows(s.learners):
        learner.is_kept, learner.door = True, learner.door or str(row.door)
        learner.choices = next(iter(readable([row], _choices_of)), learner.choices)
    learner.remembered = {
        each.skill: each for each in readable(await rows(s.learning), _remembered_of)
    }
    learner.drills = {each.id: each for each in readable(await rows(s.drills), _drill_of)}
    learner.lessons = set(readable(await rows(s.lessons_read), _lesson_of))
    a = s.answers.c
    asked = select(a.n, a.game, a.skill, a.at, a.mark, a.seconds).where(
        a.person == person, a.at > as_text(now - RECENT)
    )
    recent: Any = await connection.execute(asked.order_by(a.at, a.n).limit(MOST_ROWS))
    in_force = await overruled(connection, [person])
    learner.recent = readable(recent, lambda row: _recent(row, in_force))
    hour = func.substr(a.at, 1, 13)
    found: Any = await connection.execute(
        select(a.game, hour.label("hour"))
        .where(a.person == person, a.at > as_text(now - DAYS_COUNTED))
        .group_by(a.game, hour)
        .limit(MOST_ROWS)
    )
    learner.hours = {}
    for game, at in readable(found, _hour):
        learner.hours.setdefault(game, set()).add(at)


def _choices_of(row: Row[Any]) -> Choices:
    return _choices(row.choices)


def _remembered_of(row: Row[Any]) -> Remembered:
    found = _remembered(row.kept)
    if found.skill != row.skill:
        raise Refused(f"what is remembered of {row.skill!r} is about {found.skill!r}")
    return found


def _drill_of(row: Row[Any]) -> OpenDrill:
    found = _drill(row.kept)
    if (found.id, found.game) != (row.id, row.game):
        raise Refused(f"the drill {row.id!r} is another one")
    return found


def _lesson_of(row: Row[Any]) -> tuple[str, str]:
    return _name(row.game), _name(row.lesson)


def _recent(row: Row[Any], in_force: Mapping[int, Overruled]) -> tuple[str, Answer]:
    answer = _answer(row)
    if row.n in in_force:
        answer = msgspec.structs.replace(answer, mark=in_force[row.n].mark)
    return _name(row.game), answer


def _name(kept: object) -> str:
    """A name of ours; what a file of SQLite has in its place may be anything."""
    if not isinstance(kept, str) or not kept.isprintable():
        raise Refused(f"{kept!r} is no name")
    return kept


def _hour(row: Row[Any]) -> tuple[str, datetime]:
    return _name(row.game), hour_of(datetime.fromisoformat(f"{row.hour}:00:00+00:00"))


def _answer(row: Row[Any]) -> Answer:
    return Answer(
        skill=_name(row.skill),
        at=datetime.fromisoformat(row.at).astimezone(UTC),
        mark=Fraction(row.mark),
        seconds=float(row.seconds),
    )


def numbered(row: Row[Any]) -> Numbered:
    """An answer as it was written."""
    if row.mode not in ("practice", "examination"):
        raise Refused(f"the answer {row.n} has the mode {row.mode!r}")
    whole = row.whole_seconds
    return Numbered(
        row.n,
        Answered(
            answer=_answer(row),
            game=_name(row.game),
            drill=_name(row.drill),
            question=_name(row.question),
            reference=_reference(row.reference),
            mode=row.mode,
            target_seconds=float(row.target_seconds),
            whole_seconds=None if whole is None else float(whole),
            told=_told(row.told),
        ),
    )


def _run(row: Row[Any]) -> Run:
    is_right = Fraction(row.mark) == 1
    return Run(
        skill=row.skill, seconds=float(row.whole_seconds), is_right=is_right, is_by_teacher=True
    )


# Writing -------------------------------------------------------------------------------------------


async def write(
    connection: AsyncConnection, learner: Learner, change: Change, now: datetime
) -> None:
    """Write a change down, in the middle of something else."""
    person = learner.key
    row = {
        "person": person,
        "choices": _as_json(change.choices or learner.choices),
        "seen": as_text(now),
        "door": learner.door,
    }
    await _put(connection, "learners", 1, [row])
    if change.answered:
        rows = [_answer_row(person, each) for each in change.answered]
        await connection.execute(insert(s.answers), rows)
    await _put(
        connection,
        "learning",
        2,
        [
            {"person": person, "skill": each.skill, "kept": _as_json(each)}
            for each in change.remembered
        ],
    )
    await _put(connection, "drills", 1, [_drill_row(person, each) for each in change.drills])
    if change.dropped:
        d = s.drills.c
        gone = delete(s.drills).where(d.person == person, d.id.in_(change.dropped))
        await connection.execute(gone)
    if change.read:
        game, lesson = change.read
        row = {"person": person, "game": game, "lesson": lesson, "at": as_text(now)}
        await _put(connection, "lessons_read", 3, [row])


async def _put(
    connection: AsyncConnection, table: str, keys: int, rows: list[dict[str, Any]]
) -> None:
    """Add rows, or put them in the place of those with the same key, which is the first columns."""
    if not rows:
        return
    columns = list(rows[0])
    values = ", ".join(f":{each}" for each in columns)
    change = ", ".join(f"{each} = excluded.{each}" for each in columns[keys:])
    sql = (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"
        f" ON CONFLICT ({', '.join(columns[:keys])}) DO UPDATE SET {change}"
    )
    await connection.execute(text(sql), rows)


async def _forget(connection: AsyncConnection, guest: str) -> None:
    for table in (s.answers, s.learning, s.drills, s.lessons_read, s.learners):
        await connection.execute(delete(table).where(table.c.person == guest))


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _drill_row(person: str, drill: OpenDrill) -> dict[str, Any]:
    return {
        "id": drill.id,
        "person": person,
        "game": drill.game,
        "asked": as_text(drill.asked),
        "kept": _as_json(drill),
    }


def _answer_row(person: str, each: Answered) -> dict[str, Any]:
    return {
        "person": person,
        "at": as_text(each.answer.at),
        "game": each.game,
        "drill": each.drill,
        "question": each.question,
        "reference": _as_json(each.reference),
        "mode": each.mode,
        "drawn_for": each.reference.skill,
        "skill": each.answer.skill,
        "mark": str(each.answer.mark),
        "seconds": each.answer.seconds,
        "target_seconds": each.target_seconds,
        "whole_seconds": each.whole_seconds,
        "told": _as_json(each.told),
    }
