"""A session in the terminal: questions, answers, marks at once, and what was wrong comes back.

A question that was not right comes again after a few others, the same one; once it is right, a near
twin follows, or another case. The same one again shows nothing that is kept. Whatever is typed, the
session goes on or ends with its summary.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tablewright.cli.play.screen import Screen
from tablewright.cli.school.stages import Left, Skipped, Stages
from tablewright.cli.sheets import Sheet
from tablewright.school.asking import Reference, ask
from tablewright.school.drills import drill_named
from tablewright.school.marking import PartMarked, mark_stage
from tablewright.school.questions import Question
from tablewright.school.skills import Topic
from tablewright.school.syllabus import Syllabus

COMES_BACK_AFTER = 3
"""So many questions lie between a wrong answer and the same question again."""
LONG, MOST_APART = 8, 3
"""Of a question with so many stages not all is asked again, but what was missed, up to so many."""
MOST_TO_LOOK_AT = 8
"""So many rules are named at the end, to be looked at again."""


class Waiting(NamedTuple):
    """A question that comes back."""

    after: int
    """How many questions have been asked by then."""
    reference: Reference


Note = Callable[[Reference, list[PartMarked], float], None]
"""Keeps how a question was answered, and how long that took in seconds."""


class TrainingSession:
    """Asks and marks until the trainee leaves, the time is over or nothing is left to ask."""

    def __init__(
        self,
        of: Syllabus,
        coming: Iterator[Reference],
        screen: Screen,
        seconds: float,
        note: Note | None = None,
    ) -> None:
        self.of, self.screen = of, screen
        self.marked: list[PartMarked] = []
        self.questions = self.right = self.skipped = 0
        self._coming, self._note = coming, note
        self._waiting: list[Waiting] = []
        self._asked: set[Reference] = set()
        self._wrong: set[Reference] = set()
        self._cited: set[str] = set()
        self._ends = time.monotonic() + seconds

    @property
    def number(self) -> int:
        """How many questions have been put so far."""
        return self.questions + self.skipped

    def run(self) -> None:
        """Ask until it ends."""
        try:
            while time.monotonic() < self._ends:
                reference = self._next()
                if reference is None:
                    self.screen.line()
                    self.screen.line("That was everything for now.")
                    return
                self._put(reference)
        except Left:
            return
        self.screen.line()
        self.screen.line("The time is over.")

    def _next(self) -> Reference | None:
        """A question that is due again, or else a new one; at the end, what is still to come back."""
        due = [waiting for waiting in self._waiting if waiting.after <= self.number]
        new = None if due else next(self._coming, None)
        if new is None and self._waiting:
            waiting = (due or self._waiting)[0]
            self._waiting.remove(waiting)
            return waiting.reference
        return new

    # One question ---------------------------------------------------------------------------------

    def _put(self, reference: Reference) -> None:
        question, found = self._made(reference), list[PartMarked]()
        if question is None:
            return
        stages, took = Stages(self.of, self.screen, self._cited), 0.0
        is_repeat = reference in self._asked
        self._asked.add(reference)
        self._head(reference, question)
        try:
            for stage, keys in zip(question.stages, question.keys, strict=True):
                began = time.monotonic()
                marks = mark_stage(stage, keys, stages.answered(stage)).parts
                took += time.monotonic() - began
                found += marks
                self.marked += marks
                stages.say(stage, marks)
        except Skipped:
            self.skipped += 1
            self.screen.line("Skipped.", "dim")
            return
        finally:
            if found and self._note and not is_repeat:
                self._note(reference, found, took)
        self.questions += 1
        missed = [part.skill for part in found if part.mark < 1]
        self.right += not missed
        self._bring_back(reference, question, missed)

    def _made(self, reference: Reference) -> Question | None:
        """The question of a reference; if it cannot be made that is said, and the session goes on."""
        try:
            return ask(self.of, reference)
        except Exception as failed:
            what = f"{reference.skill}, seed {reference.seed}: {type(failed).__name__}"
            self.screen.line()
            self.screen.line(f"A question cannot be asked ({what}). The next one comes.", "yellow")
            return None

    def _head(self, reference: Reference, question: Question) -> None:
        title = drill_named(question.drill).title
        again = " · a near twin" if reference.is_twin else ""
        again = " · again" if reference in self._wrong else again
        steps = f" · {question.stages_told} steps" if question.stages_told > 1 else ""
        self.screen.line()
        self.screen.line(f"{self.number + 1}. {title}{again}{steps}", "bold cyan")

    def _bring_back(self, reference: Reference, question: Question, missed: list[str]) -> None:
        """The same again if it was wrong; once that is right, its twin, or else another case."""
        same = Reference(reference.skill, reference.seed)
        if missed:
            for each in self._shorter(question, missed, reference.seed) or [same]:
                self._wrong.add(each)
                self._wait(each)
        elif reference in self._wrong:
            self._wrong.discard(reference)
            twin = Reference(reference.skill, reference.seed, is_twin=True)
            found = self._made(twin)
            has_twin = found is not None and found != question
            self._wait(twin if has_twin else Reference(reference.skill, f"{reference.seed} other"))

    def _shorter(self, question: Question, missed: list[str], seed: str) -> list[Reference]:
        """What was missed in a long question, each by itself, where another drill asks for it."""
        if len(question.stages) < LONG:
            return []
        apart = [skill for skill in missed if self.of.find(skill).drill != question.drill]
        return [Reference(skill, seed) for skill in dict.fromkeys(apart)][:MOST_APART]

    def _wait(self, reference: Reference) -> None:
        self._waiting.append(Waiting(self.number + COMES_BACK_AFTER, reference))


# The end -------------------------------------------------------------------------------------------


def summary_sheets(session: TrainingSession) -> Iterator[Sheet]:
    """How it went, by topic."""
    rows = []
    for topic in Topic:
        of_topic = [p for p in session.marked if session.of.find(p.skill).topic is topic]
        if of_topic:
            right = sum(part.mark == 1 for part in of_topic)
            rows.append([topic.value, str(right), str(len(of_topic))])
    if rows:
        yield Sheet("Answers by topic", rows, ("topic", "right", "asked"), amounts=(1, 2))


def to_look_at_again(session: TrainingSession) -> list[PartMarked]:
    """What was not right, each sentence once, the most often missed first."""
    missed = [part for part in session.marked if part.mark < 1]
    often = Counter((part.says, part.source) for part in missed)
    last = {(part.says, part.source): part for part in missed}
    return [last[said] for said, _ in often.most_common(MOST_TO_LOOK_AT)]
