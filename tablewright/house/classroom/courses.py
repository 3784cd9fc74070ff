"""What is taught of each game, its lessons and questions, made in a thread beside the event loop."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from tablewright import __version__
from tablewright.games import at_tables
from tablewright.house.classroom.learner import OpenDrill
from tablewright.rules.errors import Refused, quoted
from tablewright.school.asking import Reference, ask
from tablewright.school.lessons import Lesson, lessons
from tablewright.school.questions import Question
from tablewright.school.syllabus import Syllabus, syllabus

MOST_QUESTIONS = 300
"""How many questions are kept at hand; any other is made again from its reference."""

PREPARE_SECONDS = 5.0

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Unaskable(Refused):
    """A question that cannot be made or marked, by no fault of the person's: it is in the log."""


class Courses:
    """The games that are taught: those that can be dealt here, under their default readings."""

    def __init__(self) -> None:
        self.by_game: dict[str, Syllabus] = {}
        """What is taught of each game, once anything has been asked for."""
        self._questions: OrderedDict[str, Question] = OrderedDict()
        self._lessons: dict[str, tuple[Lesson, ...]] = {}
        # One thing at a time: what is derived of a game is derived once.
        self._thread = ThreadPoolExecutor(1, "school")

    def close(self) -> None:
        """Nothing more is asked."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(work, *args, **kwargs))

    async def ready(self) -> None:
        """Know what is taught. It takes a few seconds the first time, a game at a time."""
        if not self.by_game:
            found = {}
            for game in [each.game.id for each in at_tables().procedures]:
                found[game] = await self.aside(_course, game)
            self.by_game = found

    async def prepare(self) -> None:
        """Know what is taught before anyone asks; once the doors have been open for a moment."""
        await asyncio.sleep(PREPARE_SECONDS)
        try:
            await self.ready()
            for game in self.by_game:
                await self.lessons(game)
        except Exception:  # Who asks for it hears of it too; everything else goes on.
            log.exception("the school could not be prepared")

    def of(self, game: str) -> Syllabus:
        """What is taught of a game; refused if there is none of that name."""
        if game not in self.by_game:
            raise Refused(f"There is no game {quoted(game)}: choose one of those listed.")
        return self.by_game[game]

    async def lessons(self, game: str) -> tuple[Lesson, ...]:
        """The lessons of a game."""
        await self.ready()
        if game not in self._lessons:
            self._lessons[game] = await self.aside(lessons, self.of(game))
        return self._lessons[game]

    async def question(self, drill: OpenDrill) -> Question:
        """The question of a reference; what goes wrong while it is made is logged, and refused."""
        found = self._questions.get(drill.id)
        if found is None:
            found = await self.made(drill.game, drill.reference)
            self._questions[drill.id] = found
            if len(self._questions) > MOST_QUESTIONS:
                self._questions.popitem(last=False)
        self._questions.move_to_end(drill.id)
        return found

    async def made(self, game: str, reference: Reference) -> Question:
        """A question that is made now."""
        try:
            return await self.aside(ask, self.of(game), reference)
        except Exception as failed:
            log.exception("%s cannot be asked in %s", reference, game)
            raise Unaskable("This question cannot be asked: take another one.") from failed

    def is_same(self, drill: OpenDrill) -> bool:
        """Whether a question is still the one that was asked: another version may make another."""
        return (
            drill.version == __version__
            and drill.game in self.by_game
            and drill.fingerprint == self.by_game[drill.game].fingerprint
            and drill.reference.skill in self.by_game[drill.game].skills
        )


def _course(game: str) -> Syllabus:
    found = syllabus(game)
    assert found.skills is not None  # They are derived here, and not while others wait.
    return found
