"""What a guest has learnt goes over to their account, or to the guest they come back as.

All of it in one transaction, and nothing is lost: answers and lessons are added to those that are
there. A skill that both have met is remembered as if one person had given all the answers, in the order
in which they were given.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.classroom.learner import Answered, Learner
from tablewright.house.classroom.overruled import Overruled, overruled
from tablewright.house.classroom.records import Change, Numbered, load, numbered, write
from tablewright.house.screens.school_pages import Choices
from tablewright.house.screens.time_zones import zone_named
from tablewright.school.memory import Remembered, aim, rescheduled, review

AT_ONCE = 200
"""How many skills are asked for in one question to the database."""


async def carry_over(database: Database, guest: str, person: str, door: str, now: datetime) -> bool:
    """Move everything of a guest to another key; whether there was anything.

    `door` is what the other is known again by, if they are a guest too.
    """
    async with database.writing() as connection:
        before, after = Learner(guest), Learner(person, door)
        await load(connection, before, now)
        if not before.is_kept:
            return False
        await load(connection, after, now)
        choices = joined_choices(before, after)
        both = before.remembered.keys() & after.remembered.keys()
        learnt = before.remembered | after.remembered
        for skill in both:
            learnt[skill] = max(
                before.remembered[skill], after.remembered[skill], key=lambda each: each.last_asked
            )
        answers = await answers_for(connection, (guest, person), sorted(both))
        learnt |= replayed(answers, choices)
        planned_for = aim(choices.retention, learnt.values())
        lessons = before.lessons - after.lessons
        for table in (s.answers, s.drills):
            moved = update(table).where(table.c.person == guest).values(person=person)
            await connection.execute(moved)
        change = Change(
            choices=choices, remembered=[rescheduled(each, planned_for) for each in learnt.values()]
        )
        await write(connection, after, change, now)
        for lesson in lessons:
            await write(connection, after, Change(choices=choices, read=lesson), now)
        for table in (s.learning, s.lessons_read, s.learners):
            await connection.execute(delete(table).where(table.c.person == guest))
    return True


def joined_choices(before: Learner, after: Learner) -> Choices:
    """The choices of the account, if it has made any; the games of both."""
    if not after.is_kept:
        return before.choices
    chosen = after.choices
    if not chosen.games or not before.choices.games:
        return chosen
    more = [each for each in before.choices.games if each not in chosen.games]
    return msgspec.structs.replace(chosen, games=[*chosen.games, *more])


def replayed(answers: Iterable[Answered], choices: Choices) -> dict[str, Remembered]:
    """What is remembered after some answers, the oldest first."""
    zone = zone_named(choices.zone) or UTC
    found: dict[str, Remembered] = {}
    for each in answers:
        answer = each.answer
        found[answer.skill] = review(
            answer.skill,
            found.get(answer.skill),
            answer.mark,
            answer.seconds,
            each.target_seconds,
            answer.at.astimezone(zone),
            choices.retention,
        )
    return found


async def answers_for(
    connection: AsyncConnection, people: Sequence[str], skills: Sequence[str]
) -> list[Answered]:
    """The answers of some people for some skills, the oldest first, with the marks in force."""
    a = s.answers.c
    found: list[Answered] = []
    in_force = await overruled(connection, people)
    for start in range(0, len(skills), AT_ONCE):
        some = skills[start : start + AT_ONCE]
        asked = select(s.answers).where(a.person.in_(people), a.skill.in_(some))
        rows = await connection.execute(asked.order_by(a.at, a.n))
        found += [with_mark_in_force(each, in_force) for each in readable(rows, numbered)]
    return found


def with_mark_in_force(kept: Numbered, in_force: Mapping[int, Overruled]) -> Answered:
    """An answer as it counts."""
    if kept.number not in in_force:
        return kept.answered
    mark = in_force[kept.number].mark
    answer = msgspec.structs.replace(kept.answered.answer, mark=mark)
    return msgspec.structs.replace(kept.answered, answer=answer)
