"""The school of a house: each person's home, maps, lessons, questions and record."""

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.classroom import pages
from tablewright.house.classroom.courses import Courses, Unaskable
from tablewright.house.classroom.drilling import (
    AnsweredBefore,
    Drilling,
    House,
    NoSuchDrill,
    new_seed,
)
from tablewright.house.classroom.learner import Learner, OpenDrill, StageAnswered, refuse_choices
from tablewright.house.classroom.learners import Learners
from tablewright.house.classroom.own_tables import OwnTables
from tablewright.house.classroom.paces import Paces
from tablewright.house.classroom.policy import Policies
from tablewright.house.classroom.records import Change, SchoolRecords
from tablewright.house.people.person import Person
from tablewright.house.screens.school_pages import (
    Choices,
    DrillMarked,
    DrillShown,
    GameMap,
    LessonShown,
    Mode,
    RecordPage,
    SchoolHome,
)
from tablewright.rules.errors import Refused, quoted
from tablewright.school.asking import Reference
from tablewright.school.lessons import Lesson
from tablewright.school.marking import Marked
from tablewright.school.memory import Remembered, aim, checked, rescheduled
from tablewright.school.pace import Pace
from tablewright.school.questions import Given, Question

PAGE_ROWS = 50
"""How many answers a page of the record has."""
MOST_TRIES = 4
"""So many skills are tried where questions cannot be made, before the person is told."""


class School:
    """Everyone who learns in a house, and what they are asked."""

    def __init__(
        self,
        database: Database,
        courses: Courses,
        paces: Paces,
        own_tables: OwnTables,
        now: Callable[[], datetime] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = now or (lambda: datetime.now(UTC))
        self.records, self.courses = SchoolRecords(database), courses
        self.paces, self.own_tables = paces, own_tables
        self.policy = Policies(database)
        self.learners = Learners(self.records, lambda: self.now())
        self._drilling = Drilling(self.records, self.courses, lambda: self.now(), clock)

    async def close(self) -> None:
        """Nothing more is asked."""
        await self.own_tables.close()
        self.courses.close()

    async def _house(self, person: Person) -> House:
        """What a question is asked and marked by, known before a person is kept waiting for it."""
        await self.courses.ready()
        return House(await self.paces.now(), await self.own_tables.faults(person))

    # A person's school ----------------------------------------------------------------------------

    async def home(self, person: Person) -> SchoolHome:
        """What a person sees first."""
        pace, faults = await self._house(person)
        async with self.learners.one(person) as learner:
            return await self.courses.aside(
                pages.home, person.name, learner, self.courses.by_game, pace, faults, self.now()
            )

    async def choose(self, person: Person, choices: Choices) -> SchoolHome:
        """A person chooses how they learn."""
        await self.courses.ready()
        refuse_choices(choices)
        checked(choices.retention)
        for game in choices.games:
            self.courses.of(game)
        async with self.learners.one(person) as learner:
            if not choices.zone:
                choices = msgspec.structs.replace(choices, zone=learner.choices.zone)
            moved: list[Remembered] = []
            if choices.retention != learner.choices.retention:
                known = learner.remembered.values()
                planned_for = aim(choices.retention, known)
                moved = [rescheduled(each, planned_for) for each in known]
            change = Change(choices=choices, remembered=moved)
            await self.records.write(learner, change, self.now())
            learner.choices = choices
            learner.remembered |= {each.skill: each for each in moved}
        return await self.home(person)

    async def map(self, person: Person, game: str) -> GameMap:
        """The map of a game."""
        lessons = await self.courses.lessons(game)
        async with self.learners.one(person) as learner:
            return await self.courses.aside(
                pages.game_map, learner, self.courses.of(game), lessons, self.now()
            )

    async def record(self, person: Person, before: int) -> RecordPage:
        """A person's answers, the newest first."""
        rows = await self.records.answers(person.key, before, PAGE_ROWS + 1)
        in_force = await self.records.overruled(person.key)
        shown = rows[:PAGE_ROWS]
        is_more = len(rows) > PAGE_ROWS
        return RecordPage(
            [pages.answer_row(each, in_force.get(each.number)) for each in shown],
            shown[-1].number if is_more else None,
        )

    # Lessons --------------------------------------------------------------------------------------

    async def lesson(self, game: str, id: str) -> LessonShown:
        """A lesson of a game."""
        found = await self.courses.lessons(game)
        return pages.lesson_shown(game, found, _lesson(found, id))

    async def mark_read(self, person: Person, game: str, id: str) -> None:
        """A person has read a lesson, or has read it again."""
        _lesson(await self.courses.lessons(game), id)
        async with self.learners.one(person) as learner:
            await self.records.write(learner, Change(read=(game, id)), self.now())
            learner.lessons.add((game, id))

    # Questions ------------------------------------------------------------------------------------

    async def next_of_session(self, person: Person, mode: Mode) -> DrillShown:
        """The next question of today's session; the one that is under way, if one is."""
        pace, faults = await self._house(person)
        async with self.learners.one(person) as learner:
            if drill := self._drilling.of_session(learner, mode):
                with suppress(Unaskable):
                    return await self._shown(learner, drill, pace)
            by_game = self.courses.by_game
            found = await self.courses.aside(
                pages.todays_session, learner, by_game, pace, faults, self.now()
            )
            if found.next is None:
                raise Refused(
                    "You are done for today: take any drill you like, or come back tomorrow."
                    if pages.learnt_games(learner, by_game)
                    else "Choose a game to learn first."
                )
            wanted = [(item.game, item.skill) for item in found.items[:MOST_TRIES]]
            return await self._drilling.begin_one(learner, wanted, mode, pace, is_session=True)

    async def ask(
        self, person: Person, game: str, drill: str, skill: str, mode: Mode
    ) -> DrillShown:
        """A question of a game: for a skill, of a drill, or any."""
        pace, _ = await self._house(person)
        course = self.courses.of(game)
        async with self.learners.one(person) as learner:
            if skill:
                found = course.find(skill)
                if drill and found.drill != drill:
                    raise Refused(f"{quoted(skill)} is asked in {found.drill}, not {quoted(drill)}")
                wanted = [skill] * MOST_TRIES
            else:
                best = await self.courses.aside(
                    pages.next_skill, learner, course, drill, pace, self.now()
                )
                others = [each.id for each in pages.skills_of(course, drill) if each.id != best]
                secrets.SystemRandom().shuffle(others)
                wanted = [best, *others, *[best] * MOST_TRIES][:MOST_TRIES]
            return await self._drilling.begin_one(
                learner, [(game, each) for each in wanted], mode, pace
            )

    async def again(self, person: Person, id: str, *, is_twin: bool) -> DrillShown:
        """The same case once more, or its near twin, once it has been answered."""
        pace, _ = await self._house(person)
        async with self.learners.one(person) as learner:
            drill = self._drilling.find(learner, id)
            if not drill.is_over:
                raise Refused("Answer this question first: then the same case may come again.")
            reference = msgspec.structs.replace(drill.reference, is_twin=is_twin)
            if is_twin and not await self._has_twin(drill):
                reference = Reference(reference.skill, new_seed())
            is_repeat = reference == drill.reference
            return await self._drilling.begin(
                learner, drill.game, reference, drill.mode, pace, is_repeat=is_repeat
            )

    async def _has_twin(self, drill: OpenDrill) -> bool:
        """Whether a question is a twin or has one; where none can be made, the same case comes."""
        if drill.reference.is_twin:
            return True
        twin = msgspec.structs.replace(drill.reference, is_twin=True)
        try:
            found = await self.courses.made(drill.game, twin)
            return found.stages != (await self.courses.question(drill)).stages
        except Unaskable:
            return False

    async def under_way(self, person: Person, id: str) -> DrillShown:
        """A question where it was left."""
        pace, _ = await self._house(person)
        async with self.learners.one(person) as learner:
            drill = self._drilling.find(learner, id)
            if drill.is_over:
                raise AnsweredBefore("You have answered this question: take the next one.")
            return await self._shown(learner, drill, pace)

    async def _shown(self, learner: Learner, drill: OpenDrill, pace: Pace) -> DrillShown:
        """A question under way; one that cannot be asked any more goes."""
        try:
            return await self._drilling.shown(drill, pace)
        except Unaskable:
            await self._drilling.drop(learner, drill)
            raise

    async def answer(
        self, person: Person, id: str, number: int, given: Given, seconds: float | None
    ) -> DrillMarked:
        """Mark what was answered in a stage, and write it down."""
        house = await self._house(person)
        async with self.learners.one(person) as learner:
            drill = self._drilling.find(learner, id)
            try:
                return await self._drilling.answer(learner, drill, number, given, seconds, house)
            except Unaskable:
                await self._drilling.drop(learner, drill)
                raise

    async def write_down(
        self,
        person: Person,
        game: str,
        reference: Reference,
        question: Question,
        answers: Sequence[tuple[StageAnswered, Marked]],
    ) -> None:
        """What a person answered together with others counts as what they answer alone."""
        async with self.learners.one(person) as learner:
            await self._drilling.write_down(learner, game, reference, question, answers)


def _lesson(found: tuple[Lesson, ...], id: str) -> Lesson:
    for each in found:
        if each.id == id:
            return each
    raise NoSuchDrill(f"There is no lesson {quoted(id)}: choose one of those listed.")
