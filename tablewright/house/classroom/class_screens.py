"""The class screens of a house: opened by teachers, joined by a code, led question by question.

A screen lives as long as the house is open; it is in no database. When the house closes, what was
answered goes into people's records, the screen ends, and its pages say so.

The code is short, so wrong tries are slowed down.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import NamedTuple

from tablewright.house.classroom.class_codes import code_meant, new_code
from tablewright.house.classroom.class_screen import (
    About,
    Asked,
    ClassScreen,
    QuestionAnswered,
)
from tablewright.house.classroom.classes import Classes
from tablewright.house.classroom.courses import Unaskable
from tablewright.house.classroom.drilling import AnsweredBefore, NoSuchDrill, new_seed
from tablewright.house.classroom.school import School
from tablewright.house.people.names import cleaned_name
from tablewright.house.people.person import Person
from tablewright.house.people.throttle import Throttle, TooManyTries
from tablewright.house.screens.class_screen_pages import (
    PhonePage,
    ProjectorPage,
    ScreenClass,
    ScreenDrill,
    ScreenGame,
    ScreenRow,
    ScreensPage,
)
from tablewright.rules.errors import Refused, quoted
from tablewright.school.asking import Reference
from tablewright.school.drills import drill_named
from tablewright.school.questions import Given
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus

WATCHED = frozenset({"guard"})
"""Drills whose questions go on by themselves at the pace of one person: a class cannot take them."""
MIXED = "Mixed questions"
HOLD_SECONDS = 2.5
"""How long a page waits for something new before it asks again. The house waits three seconds for
such requests when it closes."""
LEAST_SECONDS, MOST_SECONDS = 10, 600
MOST_SCREENS, MOST_OF_ONE = 200, 5
IDLE_SECONDS = 4 * 3600.0
"""A screen that its leader has not looked at for so long has ended."""
OVER_SECONDS = 900.0
"""How long a screen that is over still tells phones so."""
WRITE_AGAIN_SECONDS = (1.0, 5.0, 20.0)
"""After so long an answer is written down again that could not be."""
MOST_TRIES = 6
"""So many skills are tried where questions cannot be made, before the leader is told."""

log = logging.getLogger(__name__)


class NoSuchScreen(NoSuchDrill):
    """There is no such screen, or it has ended; or it is another's."""


class Wanted(NamedTuple):
    """What a teacher opens a screen with."""

    game: str
    drill: str = ""
    skill: str = ""
    seconds: int = 0
    class_id: int = 0


class ClassScreens:
    """All screens that are open. `clock` gives seconds that never jump."""

    def __init__(self, school: School, classes: Classes, clock: Callable[[], float]) -> None:
        self.throttle = Throttle(clock)
        self._school, self._classes, self._clock = school, classes, clock
        self._screens: dict[str, ClassScreen] = {}
        self._drawn: dict[str, list[Skill]] = {}
        """For each screen, the skills that are still to be asked before any comes again."""
        self._writing: set[asyncio.Task[None]] = set()
        self._is_closing = False

    async def close(self) -> None:
        """Every screen ends; what was answered is written down."""
        self._is_closing = True
        for screen in self._screens.values():
            screen.end()
        await self.written()

    async def written(self) -> None:
        """Wait until everything that was answered is written down."""
        while self._writing:
            await asyncio.wait(self._writing)

    # Opening --------------------------------------------------------------------------------------

    async def choices(self, teacher: Person) -> ScreensPage:
        """What a screen can be opened with, and the teacher's own that are open."""
        await self._school.courses.ready()
        self._tidy()
        return ScreensPage(
            games=[
                ScreenGame(game, each.game.name, _drills(each))
                for game, each in self._school.courses.by_game.items()
            ],
            classes=[ScreenClass(each.id, each.name) for each in await self._classes.of(teacher)],
            screens=[
                ScreenRow(
                    code=each.code,
                    game_name=each.about.game_name,
                    title=each.about.title,
                    class_name=each.about.class_name,
                    people=each.people_count,
                )
                for each in self._led_by(teacher)
            ],
        )

    async def open(self, teacher: Person, wanted: Wanted) -> ProjectorPage:
        """Open a screen."""
        await self._school.courses.ready()
        self._tidy()
        if wanted.seconds and not LEAST_SECONDS <= wanted.seconds <= MOST_SECONDS:
            raise Refused(
                f"A question that is open for {wanted.seconds} seconds: choose {LEAST_SECONDS}"
                f" to {MOST_SECONDS} seconds, or no limit."
            )
        if len(self._led_by(teacher)) >= MOST_OF_ONE:
            raise Refused(f"You have {MOST_OF_ONE} class screens open: end one first.")
        if len(self._screens) >= MOST_SCREENS:
            raise Refused(f"The house has {MOST_SCREENS} class screens open: try again later.")
        taught = await self._classes.find(teacher, wanted.class_id) if wanted.class_id else None
        course = self._school.courses.of(wanted.game)
        skills = _askable(course, wanted.drill, wanted.skill)
        about = About(
            game=wanted.game,
            game_name=course.game.name,
            drill=wanted.drill,
            skill=wanted.skill,
            title=drill_named(skills[0].drill).title if wanted.drill or wanted.skill else MIXED,
            seconds=wanted.seconds,
            class_id=wanted.class_id,
            class_name=taught.name if taught else "",
        )
        code = new_code(self._screens)
        screen = ClassScreen(code, teacher, about, self._clock, self._keep)
        self._screens[code] = screen
        return screen.projector_page()

    def _led_by(self, teacher: Person) -> list[ClassScreen]:
        return [
            each
            for each in self._screens.values()
            if each.leader.key == teacher.key and each.phase != "over"
        ]

    def _tidy(self) -> None:
        """End screens that were left alone, and forget those that are over."""
        for code, screen in list(self._screens.items()):
            idle = self._clock() - screen.touched
            if screen.phase != "over" and idle > IDLE_SECONDS:
                screen.end()
            if screen.phase == "over" and idle > OVER_SECONDS:
                del self._screens[code]
                self._drawn.pop(code, None)

    # Leading --------------------------------------------------------------------------------------

    def _led(self, teacher: Person, code: str) -> ClassScreen:
        """A teacher's own screen."""
        screen = self._screens.get(code_meant(code))
        if screen is None or screen.leader.key != teacher.key:
            raise NoSuchScreen(
                "This class screen has ended, or the house was restarted meanwhile:"
                " open another one. All answers to closed questions are in people's records."
            )
        screen.touched = self._clock()
        return screen

    async def projector(self, teacher: Person, code: str, after: int) -> ProjectorPage | None:
        """What the room sees; nothing, where nothing new came after a number within a while."""
        screen = self._led(teacher, code)
        screen.pass_time()
        await screen.bell.wait(after, _patience(screen))
        screen.pass_time()
        return screen.projector_page() if screen.bell.number != after else None

    async def go_on(
        self, teacher: Person, code: str, turn: int, *, skips: bool = False
    ) -> ProjectorPage:
        """The next stage or question, after the turn that the leader has seen."""
        screen = self._led(teacher, code)
        async with screen.lock:
            if turn == screen.turn:  # Else the button was pressed twice.
                if screen.phase == "asking":
                    raise AnsweredBefore("A question is open: close it first.")
                if screen.phase == "over":
                    raise AnsweredBefore("This class screen has ended: open another one.")
                if screen.has_more and not skips:
                    screen.go_on()
                else:
                    screen.ask(await self._question(screen))
        return screen.projector_page()

    def close_question(self, teacher: Person, code: str, turn: int) -> ProjectorPage:
        """Close the question that the leader sees, and show its results."""
        screen = self._led(teacher, code)
        if turn == screen.turn:
            screen.close()
        return screen.projector_page()

    def end(self, teacher: Person, code: str) -> ProjectorPage:
        screen = self._led(teacher, code)
        screen.end()
        return screen.projector_page()

    def remove(self, teacher: Person, code: str, number: int) -> ProjectorPage:
        """Take a person off the screen."""
        screen = self._led(teacher, code)
        screen.remove(number)
        return screen.projector_page()

    async def _question(self, screen: ClassScreen) -> Asked:
        """A question for the class; one that cannot be made, or goes on by itself, is passed over."""
        about, failed = screen.about, Unaskable("No question could be made: try another drill.")
        course, pace = self._school.courses.of(about.game), await self._school.paces.now()
        for _ in range(MOST_TRIES):
            skill = self._draw(screen, course)
            reference = Reference(skill.id, new_seed())
            try:
                question = await self._school.courses.made(about.game, reference)
            except Unaskable:
                continue
            if not any(stage.seconds for stage in question.stages):
                targets = [
                    round(pace.of_stage(skill, question, n), 1) for n in range(len(question.stages))
                ]
                return Asked(
                    about.game, reference, question, drill_named(skill.drill).title, targets
                )
        raise failed

    def _draw(self, screen: ClassScreen, course: Syllabus) -> Skill:
        """The next skill: each once before any comes again, drills in turn where they are mixed."""
        left = self._drawn.get(screen.code)
        if not left:
            chance, by_drill = secrets.SystemRandom(), dict[str, list[Skill]]()
            for skill in _askable(course, screen.about.drill, screen.about.skill):
                by_drill.setdefault(skill.drill, []).append(skill)
            for skills in by_drill.values():
                chance.shuffle(skills)
            most = max(len(each) for each in by_drill.values())
            left = []
            for n in range(most):
                turn = [each[n] for each in by_drill.values() if n < len(each)]
                left += chance.sample(turn, len(turn))
            left.reverse()
            self._drawn[screen.code] = left
        return left.pop()

    # Joining and answering ------------------------------------------------------------------------

    async def join(self, person: Person, code: str, name: str) -> PhonePage:
        """Join by a code; a guest may be called on the screen as they like."""
        shown = person.name
        if person.is_guest and name.strip():
            shown = f"{cleaned_name(name)} (guest)"
        own = "" if person.is_guest else person.key
        if wait := self.throttle.begin(person.key, person.door.address, own):
            raise TooManyTries(wait, "Too many wrong codes")
        self._tidy()
        screen = self._screens.get(code_meant(code))
        if screen is None:
            raise NoSuchScreen(
                f"There is no class screen with the code {quoted(code)}: check it on the projector."
            )
        self.throttle.succeeded(person.key, person.door.address, own)
        about = screen.about
        if about.class_id and not screen.has(person) and person.key != screen.leader.key:
            own_classes = await self._classes.of_pupil(person.key)
            if about.class_id not in [each.id for each in own_classes]:
                raise Refused(
                    f"This screen is for the class {quoted(about.class_name)}:"
                    " sign in with an account that is in it, or ask its instructor."
                )
        screen.join(person, shown)
        return screen.phone_page(person)

    def _joined(self, person: Person, code: str) -> ClassScreen:
        """A screen that a person has joined; whether there is another is not told."""
        screen = self._screens.get(code_meant(code))
        if screen is None or not screen.has(person):
            raise NoSuchScreen(
                "You are not on a class screen with this code, or it has ended:"
                " type the code that the projector shows."
            )
        return screen

    async def phone(self, person: Person, code: str, after: int) -> PhonePage | None:
        """What a person sees; nothing, where nothing new came after a number within a while."""
        screen = self._joined(person, code)
        screen.hear(person)
        screen.pass_time()
        await screen.phone_bell.wait(after, _patience(screen))
        screen = self._joined(person, code)
        screen.hear(person)
        screen.pass_time()
        return screen.phone_page(person) if screen.phone_bell.number != after else None

    def answer(
        self, person: Person, code: str, turn: int, given: Given, seconds: float | None
    ) -> PhonePage:
        """Take an answer."""
        screen = self._joined(person, code)
        screen.answer(person, turn, given, seconds)
        return screen.phone_page(person)

    def leave(self, person: Person, code: str) -> None:
        self._joined(person, code).leave(person)

    # The records ----------------------------------------------------------------------------------

    def _keep(self, answered: QuestionAnswered) -> None:
        """Have what a person answered written down, beside what goes on."""
        task = asyncio.create_task(self._write(answered), name="class screen")
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, answered: QuestionAnswered) -> None:
        """Write an answer down; while the database is away, it is tried again a few times."""
        person, asked, answers = answered
        for pause in (*WRITE_AGAIN_SECONDS, None):
            try:
                await self._school.write_down(
                    person, asked.game, asked.reference, asked.question, answers
                )
            except Exception:
                if pause is None or self._is_closing:
                    log.exception("an answer on a class screen was not written down")
                    return
                await asyncio.sleep(pause)
            else:
                return


def _patience(screen: ClassScreen) -> float:
    """How long a page waits: no longer than until the question closes by itself."""
    until = screen.seconds_until_closing()
    return HOLD_SECONDS if until is None else min(HOLD_SECONDS, until)


def _askable(course: Syllabus, drill: str, skill: str) -> list[Skill]:
    """The skills that a class can be asked for; refused if there are none."""
    if drill:
        drill_named(drill)
    if skill and drill and course.find(skill).drill != drill:
        raise Refused(f"{quoted(skill)} is asked in {course.find(skill).drill}, not in {drill}")
    wanted = [course.find(skill)] if skill else list(course.skills.values())
    found = [
        each for each in wanted if each.drill not in WATCHED and (not drill or each.drill == drill)
    ]
    if not found:
        raise Refused("This is not asked on a class screen: each person watches at their own pace.")
    return found


def _drills(course: Syllabus) -> list[ScreenDrill]:
    ids = dict.fromkeys(each.drill for each in _askable(course, "", ""))
    drills = [drill_named(id) for id in ids]
    return [ScreenDrill(each.id, each.title, each.about) for each in drills]
