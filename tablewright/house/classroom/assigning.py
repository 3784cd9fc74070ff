"""Assignments: what a person is to do by when. They are done by doing them.

A lesson is done once it was read, a drill or a skill once so many questions of it were answered, an
audition once one was taken to its end, a conversion once it renewed the certificate; all of it after it
was assigned. It is looked for when anyone looks at the assignment, and written down once it is found.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, Select, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.classroom.audition_records import OVER
from tablewright.house.classroom.classes import NotTaught
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.pages import drill_title
from tablewright.house.people.person import Person
from tablewright.house.screens.instructor_pages import AssignmentKind
from tablewright.rules.errors import Refused, quoted
from tablewright.school.drills import drill_named
from tablewright.school.signed import Converted, Entry
from tablewright.school.syllabus import Syllabus

USUAL_TIMES, MOST_TIMES = 10, 200
"""How often a drill is to be answered."""
MOST_OPEN = 50
"""How many assignments one person has that are not done."""
DONE_SHOWN = timedelta(days=14)
"""How long an assignment is still listed that was done."""
FARTHEST = timedelta(days=366)


class Task(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What exactly is to be done."""

    lesson: str = ""
    drill: str = ""
    skill: str = ""
    device: str = ""
    times: int = 0
    group: str = ""
    """The same for all who were assigned it together."""


class Assignment(NamedTuple):
    """What one person is to do."""

    id: int
    class_id: int | None
    person: str
    by: str
    """The key of the person who assigned it."""
    kind: AssignmentKind
    game: str
    task: Task
    due: date | None
    at: datetime
    done: datetime | None = None
    times_done: int = 0

    def is_late(self, today: date) -> bool:
        return self.done is None and self.due is not None and self.due < today


class Wanted(NamedTuple):
    """What is to be assigned."""

    kind: AssignmentKind
    game: str
    task: Task
    due: date | None


_task = msgspec.json.Decoder(Task).decode
KINDS = frozenset(("lesson", "drill", "audition", "conversion"))


class Assigning:
    """The assignments of a house. `now` gives the time."""

    def __init__(self, database: Database, courses: Courses, now: Callable[[], datetime]) -> None:
        self.database, self._courses, self._now = database, courses, now

    # Assigning ------------------------------------------------------------------------------------

    async def assign(
        self, by: Person, people: Sequence[str], wanted: Wanted, class_id: int | None = None
    ) -> None:
        """Assign something to some people, known by their keys."""
        wanted = await self._checked(wanted)
        if not people:
            raise Refused("Nobody is named: choose at least one person.")
        task = msgspec.structs.replace(wanted.task, group=secrets.token_hex(8))
        row = {
            "class": class_id,
            "by": by.key,
            "kind": wanted.kind,
            "game": wanted.game,
            "what": msgspec.json.encode(task).decode(),
            "due": wanted.due.isoformat() if wanted.due else None,
            "at": as_text(self._now()),
            "done": None,
        }
        a = s.assignments.c
        counted = (
            select(func.count().label("open"))
            .where(a.person.in_(people), a.done.is_(None))
            .group_by(a.person)
            .order_by(func.count().desc())
        )
        async with self.database.writing() as connection:
            if (await connection.scalar(counted.limit(1)) or 0) >= MOST_OPEN:
                raise Refused(
                    f"One of them has {MOST_OPEN} assignments to do: withdraw some of those first."
                )
            await connection.execute(
                insert(s.assignments), [row | {"person": key} for key in people]
            )

    async def _checked(self, wanted: Wanted) -> Wanted:
        """What is to be assigned, with nothing that does not belong to it; refused if unknown."""
        await self._courses.ready()
        course, task = self._courses.of(wanted.game), wanted.task
        today = self._now().date()
        # Somewhere it is still yesterday.
        if wanted.due and not today - timedelta(days=1) <= wanted.due <= today + FARTHEST:
            raise Refused("The date is over, or more than a year away: choose another one.")
        match wanted.kind:
            case "lesson":
                lessons = await self._courses.lessons(wanted.game)
                if task.lesson not in {each.id for each in lessons}:
                    raise Refused(f"There is no lesson {quoted(task.lesson)}: choose one.")
                task = Task(lesson=task.lesson)
            case "drill":
                task = _drill_task(course, task)
            case "audition" | "conversion":
                if task.device not in {each.id for each in course.devices}:
                    raise Refused(f"There is no device {quoted(task.device)}: choose one.")
                task = Task(device=task.device)
        return wanted._replace(task=task)

    async def withdraw(self, class_id: int, group: str) -> None:
        """What was assigned to a class together and is not done is no longer to be done."""
        a = s.assignments.c
        async with self.database.writing() as connection:
            asked = select(s.assignments).where(a["class"] == class_id, a.done.is_(None))
            found = readable(await connection.execute(asked), _assignment)
            ids = [each.id for each in found if each.task.group == group]
            if not ids:
                raise NotTaught("There is no such assignment left to withdraw.")
            await connection.execute(delete(s.assignments).where(a.id.in_(ids)))

    async def withdraw_one(self, person: str, id: int) -> None:
        """What was assigned to one person is no longer to be done."""
        a = s.assignments.c
        gone = delete(s.assignments).where(a.id == id, a.person == person, a.done.is_(None))
        async with self.database.writing() as connection:
            if not (await connection.execute(gone)).rowcount:
                raise NotTaught("There is no such assignment left to withdraw.")

    # Looking --------------------------------------------------------------------------------------

    async def of(self, *people: str) -> list[Assignment]:
        """What people are to do, and what they did of late; what is not done comes first.

        What was assigned in a class that is closed by now is nobody's any more.
        """
        a = s.assignments.c
        since = as_text(self._now() - DONE_SHOWN)
        asked = (
            _in_open_class()
            .where(a.person.in_(people), or_(a.done.is_(None), a.done > since))
            .order_by(a.done.is_not(None), a.due.is_(None), a.due, a.id)
        )
        return await self._looked_at(asked) if people else []

    async def of_class(self, class_id: int) -> list[Assignment]:
        """What was assigned in a class: not done, or done of late by anyone."""
        a = s.assignments.c
        since = as_text(self._now() - DONE_SHOWN)
        asked = _in_open_class().where(
            a["class"] == class_id, or_(a.done.is_(None), a.done > since, a.at > since)
        )
        return await self._looked_at(asked.order_by(a.due.is_(None), a.due, a.id))

    async def _looked_at(self, asked: Select[Any]) -> list[Assignment]:
        """Some assignments, with what has been done of them by now."""
        async with self.database.reading() as connection:
            rows = readable(await connection.execute(asked), _assignment)
            found = {each.id: each for each in rows}
            for person in {each.person for each in rows if each.done is None}:
                still = [each for each in rows if each.person == person and each.done is None]
                found |= {each.id: each for each in await _progress(connection, person, still)}
        newly = [each for each in rows if each.done is None and found[each.id].done is not None]
        if newly:
            async with self.database.writing() as connection:
                for each in newly:
                    await _mark_done(connection, found[each.id])
        return list(found.values())


# What was done -------------------------------------------------------------------------------------


class _Doing(NamedTuple):
    """A lesson that was read, an audition that was taken, a certificate that was converted."""

    kind: str
    game: str
    what: str
    at: str


async def _progress(
    connection: AsyncConnection, person: str, still: Sequence[Assignment]
) -> list[Assignment]:
    """What a person was still to do, with what they have done of it."""
    first = as_text(min(each.at for each in still))
    kinds = {each.kind for each in still}
    doings = await _doings(connection, person, kinds - {"drill"}, first)
    answers: list[Row[Any]] = []
    if "drill" in kinds:
        a = s.answers.c
        asked = select(a.game, a.drill, a.skill, a.question, a.at).where(
            a.person == person, a.at >= first, a.whole_seconds.is_not(None)
        )
        answers = list(await connection.execute(asked.order_by(a.at, a.n)))
    found = []
    for each in still:
        since, times = as_text(each.at), 0
        if each.kind == "drill":
            done, times = _answered(each, [row for row in answers if row.at >= since])
        else:
            wanted = each.kind, each.game, each.task.lesson or each.task.device
            done = min((d.at for d in doings if d[:3] == wanted and d.at >= since), default=None)
        at = None if done is None else datetime.fromisoformat(done).astimezone(UTC)
        found.append(each._replace(done=at, times_done=times))
    return found


async def _doings(
    connection: AsyncConnection, person: str, kinds: Collection[str], first: str
) -> list[_Doing]:
    """What of some kinds a person has done since a time."""
    r, t, e = s.lessons_read.c, s.auditions.c, s.school_register.c
    found: list[_Doing] = []
    if "lesson" in kinds:
        read = select(r.game, r.lesson, r.at).where(r.person == person, r.at >= first)
        found += [_Doing("lesson", *row) for row in await connection.execute(read)]
    if "audition" in kinds:
        taken = select(t.game, t.device, t.begun).where(
            t.person == person, t.begun >= first, t.status == OVER
        )
        found += [_Doing("audition", *row) for row in await connection.execute(taken)]
    if "conversion" in kinds:
        signed = select(s.school_register).where(e.about == person, e.at >= first)
        for entry in readable(await connection.execute(signed), _signed):
            if isinstance(act := entry.act, Converted):
                of = act.conversion
                found.append(_Doing("conversion", of.game, of.device, entry.at))
    return found


def _signed(row: Row[Any]) -> Entry:
    entry = Entry(**row._mapping)
    _ = entry.act  # One that cannot be read is nobody's.
    return entry


def _answered(of: Assignment, answers: Iterable[Row[Any]]) -> tuple[str | None, int]:
    """When the last question was answered that it took, if it was; and how many were."""
    task, questions = of.task, dict[str, str]()
    for row in answers:
        is_asked = row.skill == task.skill if task.skill else row.drill == task.drill
        if row.game == of.game and is_asked:
            questions.setdefault(row.question, row.at)
    times = list(questions.values())
    return (times[task.times - 1] if len(times) >= task.times else None), len(times)


async def _mark_done(connection: AsyncConnection, each: Assignment) -> None:
    assert each.done is not None
    a = s.assignments.c
    is_open = update(s.assignments).where(a.id == each.id, a.done.is_(None))
    await connection.execute(is_open.values(done=as_text(each.done)))


# ---------------------------------------------------------------------------------------------------


def _drill_task(course: Syllabus, task: Task) -> Task:
    """A drill or a skill, and how often it is to be answered."""
    times = task.times or USUAL_TIMES
    if not 1 <= times <= MOST_TIMES:
        raise Refused(f"A drill is answered 1 to {MOST_TIMES} times: choose how often.")
    if task.skill:
        skill = course.find(task.skill)
        return Task(drill=skill.drill, skill=skill.id, times=times)
    drill = drill_named(task.drill)
    if not any(each.drill == drill.id for each in course.skills.values()):
        raise Refused(f"{course.game.name} has nothing to ask in this drill: choose another.")
    return Task(drill=drill.id, times=times)


def _in_open_class() -> Select[Any]:
    a, c = s.assignments.c, s.classes.c
    joined = select(s.assignments).outerjoin(s.classes, a["class"] == c.id)
    return joined.where(c.closed.is_(None))


def _assignment(row: Row[Any]) -> Assignment:
    if row.kind not in KINDS:
        raise Refused(f"the assignment {row.id!r} is a {row.kind!r}")
    return Assignment(
        id=row.id,
        class_id=row._mapping["class"],
        person=str(row.person),
        by=str(row.by),
        kind=row.kind,
        game=str(row.game),
        task=_task(row.what),
        due=None if row.due is None else date.fromisoformat(row.due),
        at=datetime.fromisoformat(row.at).astimezone(UTC),
        done=None if row.done is None else datetime.fromisoformat(row.done).astimezone(UTC),
    )


# In words ------------------------------------------------------------------------------------------


async def title(courses: Courses, each: Assignment) -> str:
    """What is to be done, in words; what is no longer taught is named by its id."""
    await courses.ready()
    course, task = courses.by_game.get(each.game), each.task
    if course is None:
        return f"{each.kind} of {each.game}"
    match each.kind:
        case "lesson":
            named = {of.id: of.title for of in await courses.lessons(each.game)}
            return f"Read the lesson: {named.get(task.lesson, task.lesson)}"
        case "drill":
            skill = course.skills.get(task.skill)
            if task.skill:
                return f"Practise: {skill.says if skill else task.skill}"
            return f"Practise: {drill_title(task.drill)}"
    named = {device.id: device.name for device in course.devices}
    what = "Audition" if each.kind == "audition" else "Conversion"
    return f"{what}: {named.get(task.device, task.device)}"
