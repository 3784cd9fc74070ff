"""What an instructor looks at and does: a class, what goes wrong in it, one person's school.

Whatever is asked for goes through `Classes` first, which knows whom the person teaches.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tablewright.house.books.database import Database
from tablewright.house.classroom import class_files
from tablewright.house.classroom import error_patterns as wrong
from tablewright.house.classroom.assigning import Assigning, Assignment, Wanted, title
from tablewright.house.classroom.audition_records import AuditionRecords, AuditionRow
from tablewright.house.classroom.checklists import Checklists
from tablewright.house.classroom.class_files import ClassFile
from tablewright.house.classroom.classes import NO_PERSON, Class, Classes, NotTaught, is_over_all
from tablewright.house.classroom.error_patterns import Filter
from tablewright.house.classroom.overruling import Overruling
from tablewright.house.classroom.pages import drill_title
from tablewright.house.classroom.pupils import Pupil, games_of, needs, pupil_row, pupils, urgency
from tablewright.house.classroom.register import Register
from tablewright.house.classroom.school import School
from tablewright.house.people.accounts import ACCOUNT, Account
from tablewright.house.people.person import Person, person_of
from tablewright.house.screens.instructor_pages import (
    AssignedRow,
    AssignedTo,
    AssignmentShown,
    AuditionTaken,
    ClassesPage,
    ClassPage,
    ClassRow,
    PatternsPage,
    PupilPage,
    PupilRow,
    WeakSkill,
)
from tablewright.school.memory import recall, state
from tablewright.school.patterns import stuck

TOP_PATTERNS, MOST_PATTERNS = 5, 100
"""How many patterns a class's page and the page of patterns show."""
MOST_WEAK = 15
MOST_COUNTED = 60
"""Who needs help is counted beside the name of a class, as long as a person teaches no more people."""


class Teaching:
    """What is done for those who teach."""

    def __init__(
        self, database: Database, school: School, classes: Classes, register: Register
    ) -> None:
        self.database, self.school, self.classes = database, school, classes
        self.courses = school.courses
        self.assigning = Assigning(database, school.courses, lambda: school.now())
        self.checklists = Checklists(school.courses, register)
        self.overruling = Overruling(database, school.learners, register, lambda: school.now())
        self.auditions = AuditionRecords(database)

    # Classes --------------------------------------------------------------------------------------

    async def classes_page(self, teacher: Person) -> ClassesPage:
        """The classes that a person teaches."""
        found = await self.classes.of(teacher)
        closed = await self.classes.of(teacher, is_closed=True)
        people = await self.classes.people(*(each.id for each in (*found, *closed)))
        own = [each for each in found if each.teacher == teacher.key]
        helped: dict[int, int] = {}
        if sum(len(people[each.id]) for each in own) <= MOST_COUNTED:
            for each in own:
                rows = await self._rows(people[each.id], self.school.now())
                helped[each.id] = sum(bool(row.needs) for row in rows)
        names = await self._names()
        return ClassesPage(
            *(
                [
                    _class_row(each, names, len(people[each.id]), helped.get(each.id))
                    for each in some
                ]
                for some in (found, closed)
            )
        )

    async def class_page(self, teacher: Person, id: int) -> ClassPage:
        """A class: whom to help with what."""
        found, at = await self.classes.find(teacher, id), self.school.now()
        await self.courses.ready()
        accounts = (await self.classes.people(id))[id]
        members = await pupils(self.database, accounts, at)
        rows = await self._rows_of(members, at)
        top = wrong.found_patterns(members, wrong.ALL)[:TOP_PATTERNS]
        names = await self._names()
        return ClassPage(
            id=found.id,
            name=found.name,
            teacher=names.get(found.teacher, ""),
            created=found.created,
            people=rows,
            patterns=await wrong.pattern_rows(self.database, top, members, self.courses.by_game),
            assignments=await self._assignments(id, members, names, at),
            may_reassign=is_over_all(teacher),
        )

    async def _rows(self, accounts: Sequence[Account], at: datetime) -> list[PupilRow]:
        await self.courses.ready()
        return await self._rows_of(await pupils(self.database, accounts, at), at)

    async def _rows_of(self, members: Sequence[Pupil], at: datetime) -> list[PupilRow]:
        """The people of a class, those who need help most first."""
        assigned: dict[str, list[Assignment]] = {each.key: [] for each in members}
        for each in await self.assigning.of(*assigned):
            assigned[each.person].append(each)
        rows = [
            await self.courses.aside(pupil_row, each, self.courses.by_game, assigned[each.key], at)
            for each in members
        ]
        return sorted(rows, key=urgency)

    async def _names(self) -> dict[str, str]:
        """The names of everyone who has an account, by their keys."""
        return {each.key: each.name for each in await self.classes.accounts.all()}

    # What goes wrong ------------------------------------------------------------------------------

    async def patterns_page(
        self, teacher: Person, id: int, days: int, only: Filter
    ) -> PatternsPage:
        """What goes wrong in a class."""
        found, members = await self.members(teacher, id, days)
        shown = wrong.found_patterns(members, only)
        courses = self.courses.by_game
        counted = [each for pupil in members for each in pupil.attempts if only.has(each)]
        return PatternsPage(
            id=found.id,
            name=found.name,
            days=days,
            asked=len(counted),
            wrong=sum(not each.is_right for each in counted),
            by_game=wrong.by_game(members, courses),
            by_drill=wrong.by_drill(members, only),
            by_device=wrong.by_device(members, courses, only),
            patterns=await wrong.pattern_rows(
                self.database, shown[:MOST_PATTERNS], members, courses
            ),
            more=max(len(shown) - MOST_PATTERNS, 0),
        )

    async def members(self, teacher: Person, id: int, days: int) -> tuple[Class, list[Pupil]]:
        """A class, and its people with their answers of the last days."""
        found, at = await self.classes.find(teacher, id), self.school.now()
        await self.courses.ready()
        accounts = (await self.classes.people(id))[id]
        return found, await pupils(self.database, accounts, at, at - timedelta(days=days))

    async def file(self, teacher: Person, id: int, what: ClassFile, days: int) -> tuple[str, bytes]:
        """A class as a file: its name and what it holds."""
        found, members = await self.members(teacher, id, days)
        at, courses = self.school.now(), self.courses.by_game
        match what:
            case "progress":
                made = await self.courses.aside(class_files.progress_file, members, courses, at)
            case "skills":
                made = await self.courses.aside(class_files.skills_file, members, courses, at)
            case "answers":
                since = at - timedelta(days=days)
                made = await class_files.answers_file(self.database, members, courses, since)
            case "patterns":
                shown = wrong.found_patterns(members, wrong.ALL)
                rows = await wrong.pattern_rows(self.database, shown, members, courses)
                made = class_files.patterns_file(rows)
        return found.name, made

    # Assignments ----------------------------------------------------------------------------------

    async def assign(
        self, teacher: Person, id: int, numbers: Sequence[int], wanted: Wanted
    ) -> None:
        """Assign something to some people of a class, or to all of it."""
        await self.classes.find(teacher, id)
        members = {each.id for each in (await self.classes.people(id))[id]}
        if not members.issuperset(numbers):
            raise NotTaught(NO_PERSON)
        keys = [f"{ACCOUNT}{each}" for each in dict.fromkeys(numbers or sorted(members))]
        await self.assigning.assign(teacher, keys, wanted, id)

    async def assign_one(self, teacher: Person, number: int, wanted: Wanted) -> None:
        """Assign something to one person, whatever class they are in."""
        pupil = await self.classes.pupil(teacher, number)
        await self.assigning.assign(teacher, [f"{ACCOUNT}{pupil.id}"], wanted)

    async def _assignments(
        self, id: int, members: Sequence[Pupil], names: dict[str, str], at: datetime
    ) -> list[AssignmentShown]:
        """What was assigned in a class, each with everyone to whom it was."""
        here = {each.key: each for each in members}
        groups: dict[str, list[Assignment]] = {}
        for each in await self.assigning.of_class(id):
            if each.person in here:
                groups.setdefault(each.task.group, []).append(each)
        return [
            AssignmentShown(
                group=group,
                kind=those[0].kind,
                game=those[0].game,
                title=await title(self.courses, those[0]),
                times=those[0].task.times,
                due=those[0].due,
                at=those[0].at,
                by=names.get(those[0].by, ""),
                people=[_assigned_to(each, here[each.person], at) for each in those],
            )
            for group, those in groups.items()
        ]

    async def assigned(self, person: Person) -> list[AssignedRow]:
        """What a person is to do, as they see it."""
        if not person.key.startswith(ACCOUNT):
            return []
        found = await self.assigning.of(person.key)
        if not found:
            return []
        async with self.school.learners.one(person) as learner:
            today = learner.here(self.school.now()).date()
        names, rows = await self._names(), []
        for each in found:
            task = each.task
            rows.append(
                AssignedRow(
                    id=each.id,
                    kind=each.kind,
                    game=each.game,
                    game_name=self._game_name(each.game),
                    title=await title(self.courses, each),
                    lesson=task.lesson,
                    drill=task.drill,
                    skill=task.skill,
                    device=task.device,
                    times=task.times,
                    times_done=each.times_done,
                    due=each.due,
                    is_late=each.is_late(today),
                    done=each.done,
                    by=names.get(each.by, ""),
                )
            )
        return rows

    def _game_name(self, game: str) -> str:
        course = self.courses.by_game.get(game)
        return course.game.name if course else game

    # One person -----------------------------------------------------------------------------------

    async def pupil_page(self, teacher: Person, number: int) -> PupilPage:
        """One person's school."""
        account, at = await self.classes.pupil(teacher, number), self.school.now()
        await self.courses.ready()
        (pupil,) = await pupils(self.database, [account], at)
        person, courses = person_of(account), self.courses.by_game
        games = await self.courses.aside(games_of, pupil, courses, at)
        assigned = await self.assigning.of(person.key)
        week = pupil.week(at)
        classes = await self.classes.of_pupil(person.key)
        return PupilPage(
            account=account.id,
            name=account.name,
            # Of another's class they are not told.
            classes=[
                each.name for each in classes if each.teacher == teacher.key or is_over_all(teacher)
            ],
            last=pupil.last,
            days_away=pupil.days_away(at),
            week_asked=len(week),
            week_right=sum(each.is_right for each in week),
            needs=needs(pupil, courses, games, assigned, at),
            games=games,
            weak=self._weak(pupil, at),
            assignments=await self.assigned(person),
            auditions=[self._taken(each) for each in await self.auditions.of(person.key)],
            checklists=await self.checklists.rows(person),
            may_sign=teacher.key != person.key,
        )

    def _weak(self, pupil: Pupil, at: datetime) -> list[WeakSkill]:
        """The skills that a person has met and is not sure of: stuck, then wrong last, then shaky."""
        here, aim = pupil.learner.here(at), pupil.learner.aim
        on = {each.skill for each in stuck(pupil.attempts)}
        found: dict[str, WeakSkill] = {}
        for game, course in self.courses.by_game.items():
            for id, skill in course.skills.items():
                kept = pupil.learner.remembered.get(id)
                if kept is None or state(kept, here, aim) == "known":
                    continue
                weak = WeakSkill(
                    game=game,
                    game_name=course.game.name,
                    skill=id,
                    says=skill.says,
                    source=skill.source,
                    drill_title=drill_title(skill.drill),
                    device_name=wrong.device_name(course, skill.device),
                    asked=kept.asked,
                    right=kept.right,
                    recall=round(100 * recall(kept, here)),
                    was_right=kept.was_right,
                    is_stuck=id in on,
                )
                found.setdefault(id, weak)  # A rule of the house is met in every game.
        by = sorted(
            found.values(),
            key=lambda each: (not each.is_stuck, each.was_right, each.right / each.asked),
        )
        return by[:MOST_WEAK]

    def _taken(self, row: AuditionRow) -> AuditionTaken:
        course = self.courses.by_game.get(row.game)
        verdict = row.outcome.verdict if row.outcome else None
        return AuditionTaken(
            id=row.id,
            game_name=self._game_name(row.game),
            device_name=wrong.device_name(course, row.device),
            begun=row.begun,
            status=row.status,
            is_passed=verdict.is_passed if verdict else None,
            score=verdict.score if verdict else None,
        )


def _assigned_to(each: Assignment, pupil: Pupil, at: datetime) -> AssignedTo:
    return AssignedTo(
        account=pupil.account.id,
        name=pupil.account.name,
        done=each.done,
        times_done=each.times_done,
        is_late=each.is_late(pupil.learner.here(at).date()),
    )


def _class_row(of: Class, names: dict[str, str], people: int, need_help: int | None) -> ClassRow:
    return ClassRow(
        id=of.id,
        name=of.name,
        teacher=names.get(of.teacher, ""),
        people=people,
        created=of.created,
        closed=of.closed,
        need_help=need_help,
    )
