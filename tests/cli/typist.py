"""A candidate who types: as they should, but for the mistakes that they are told to make.

They know what is right from the audition itself. Their lines are then given to the command, to which
they are lines like any others: five seconds each.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from random import Random

from tablewright.cli.play.screen import Screen
from tablewright.cli.school.auditioning import CandidatesTable
from tablewright.cli.school.live import SECONDS_A_LINE
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.results import Result
from tablewright.school.auditions.terms import Terms
from tablewright.school.steps import WAIT
from tablewright.school.syllabus import syllabus
from tablewright.table.rehearsal import FIRST_DAY
from tests.cli.test_train import as_typed
from tests.school.candidate import Errs, never, wrong

BEGUN = datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, 18, tzinfo=UTC)


class Silent(Screen):
    """Shows nothing."""

    def _print(self, text: str, style: str, end: str = "\n") -> None:
        pass


class Typist:
    """Types at a table, and keeps the lines."""

    def __init__(
        self,
        game: str,
        device: str,
        terms: Terms,
        seed: int,
        errs: Errs = never,
        leaves_after: int = 0,
    ) -> None:
        self.audition = Audition(syllabus(game), device, terms, str(seed), BEGUN)
        self.seconds = 0.0
        self.lines: list[str] = []
        self._errs, self._chance, self._leaves_after = errs, Random("typist"), leaves_after
        self._sheet: tuple[int, list[str]] = (0, [])
        self.table = CandidatesTable(self.audition, Silent(), self)

    def deal(self) -> Result:
        """Type to the end."""
        self.table.run()
        return self.audition.result()

    def opened(self) -> AbstractContextManager[None]:
        return nullcontext()

    def line(self, prompt: Callable[[], str], wake: float | None) -> str | None:
        if self._leaves_after and len(self.lines) == self._leaves_after:
            return None
        assert prompt()
        self.seconds += SECONDS_A_LINE
        self.audition.pass_time(self.seconds)
        line = self._typed()
        self.lines.append(line)
        return line

    def _typed(self) -> str:
        audition = self.audition
        if audition.is_over:
            return ""
        if audition.in_sight is not None:
            ids = [each.id for each in audition.shown().stop.options]
            return f"stop {ids.index(audition.trouble.id_of(audition.in_sight.fault)) + 1}"
        turn, left = self._sheet
        if turn != audition.turn or not left:
            left = self._answers()
            self._sheet = audition.turn, left
        return left.pop(0)

    def _answers(self) -> list[str]:
        """A line for each part of what is asked; an empty one, while players act."""
        asked, lines = self.audition.asked(), []
        for part in asked.parts:
            key = asked.keys[part.id]
            if key.right == WAIT:
                return [""]
            is_wrong = self._errs(asked.areas[part.id])
            lines.append(as_typed(part, wrong(part, key, self._chance) if is_wrong else key.right))
        return lines
