"""A class as files: how far everyone is, every skill, every answer, what goes wrong."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.classroom import error_patterns as wrong
from tablewright.house.classroom.overruled import Overruled, overruled
from tablewright.house.classroom.pages import TOPICS, drill_title
from tablewright.house.classroom.pupils import Pupil, games_of
from tablewright.house.classroom.records import Numbered, numbered
from tablewright.house.screens.comma_separated import Cell, comma_separated
from tablewright.house.screens.instructor_pages import PatternRow
from tablewright.school.progress import standing
from tablewright.school.syllabus import Syllabus

ClassFile: TypeAlias = Literal["progress", "skills", "answers", "patterns"]
MOST_ANSWERS = 100_000
"""How many answers a file has: the newest."""
Courses: TypeAlias = Mapping[str, Syllabus]


def progress_file(of: Sequence[Pupil], courses: Courses, at: datetime) -> bytes:
    """A line for each person and game that they learn."""
    head = ["name", "game", "known", "shaky", "new", "due today", "ready on", "last answer"]
    return comma_separated(head, _progress(of, courses, at))


def _progress(of: Sequence[Pupil], courses: Courses, at: datetime) -> Iterator[list[Cell]]:
    for pupil in of:
        for each in games_of(pupil, courses, at, every=True):
            counts = each.counts
            yield [pupil.account.name, each.name, counts.known, counts.shaky, counts.new, each.due,
                   each.ready_on, pupil.last]  # fmt: skip


def skills_file(of: Sequence[Pupil], courses: Courses, at: datetime) -> bytes:
    """A line for each person and skill that they have met."""
    head = ["name", "game", "topic", "group", "skill", "sentence", "passage", "state",
            "recall in percent", "asked", "right", "due"]  # fmt: skip
    return comma_separated(head, _skills(of, courses, at))


def _skills(of: Sequence[Pupil], courses: Courses, at: datetime) -> Iterator[list[Cell]]:
    for pupil in of:
        learner = pupil.learner
        here, aim = learner.here(at), learner.aim
        for course in courses.values():
            for skill in course.skills.values():
                if skill.id not in learner.remembered:
                    continue
                found = standing(skill, learner.remembered, here, aim)
                yield [pupil.account.name, course.game.name, TOPICS[skill.topic], skill.group,
                       skill.id, skill.says, skill.source, found.state,
                       None if found.recall is None else round(100 * found.recall),
                       found.asked, found.right, found.due]  # fmt: skip


def patterns_file(rows: Sequence[PatternRow]) -> bytes:
    """A line for each skill that goes wrong, the most frequent first."""
    head = ["game", "rule", "line", "drill", "device", "sentence", "passage", "wrong", "asked",
            "who", "answered most often", "right is"]  # fmt: skip
    lines: list[list[Cell]] = []
    for each in rows:
        who = ", ".join(f"{person.name} {person.wrong}" for person in each.people)
        mistake = each.mistake
        lines.append([each.game_name, each.rule, each.case, each.drill_title, each.device_name,
                      each.says, each.source, each.wrong, each.asked, who,
                      mistake.given if mistake else None,
                      mistake.right if mistake else None])  # fmt: skip
    return comma_separated(head, lines)


# Answers -------------------------------------------------------------------------------------------


async def answers_file(
    database: Database, of: Sequence[Pupil], courses: Courses, since: datetime
) -> bytes:
    """A line for each answer, the newest first: its own mark, and what overruled it."""
    names = {pupil.key: pupil.account.name for pupil in of}
    async with database.reading() as connection:
        in_force = await overruled(connection, names)
        rows = await _answers(connection, names, courses, in_force, since)
    head = ["name", "at", "game", "drill", "device", "skill", "mode", "asked", "given", "right",
            "sentence", "passage", "mark", "overruled mark", "overruled by", "reason", "seconds",
            "target seconds"]  # fmt: skip
    return comma_separated(head, rows)


async def _answers(
    connection: AsyncConnection,
    names: Mapping[str, str],
    courses: Courses,
    in_force: Mapping[int, Overruled],
    since: datetime,
) -> list[list[Cell]]:
    a = s.answers.c
    asked = (
        select(s.answers)
        .where(a.person.in_(list(names)), a.at >= as_text(since))
        .order_by(a.n.desc())
        .limit(MOST_ANSWERS)
    )
    rows: Any = await connection.execute(asked)
    return readable(
        rows,
        lambda row: _line(names[row.person], numbered(row), courses, in_force.get(row.n)),
    )


def _line(name: str, kept: Numbered, courses: Courses, other: Overruled | None) -> list[Cell]:
    each, told = kept.answered, kept.answered.told
    course = courses.get(each.game)
    _, _, device = wrong.parted(each.answer.skill)
    return [name, each.answer.at, course.game.name if course else each.game,
            drill_title(each.drill), wrong.device_name(course, device), each.answer.skill,
            each.mode, told.asks, told.given, told.right, told.says, told.source,
            float(each.answer.mark), float(other.mark) if other else None,
            other.by if other else None, other.reason if other else None,
            round(each.answer.seconds, 1), round(each.target_seconds, 1)]  # fmt: skip
