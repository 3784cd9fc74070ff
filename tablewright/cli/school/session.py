"""A session in the terminal: questions, answers, marks at once, and what was wrong comes back.

A question that was not right comes again after a few others, the same one; once it is right, a near
twin follows. Whatever is typed, the session goes on or ends with its summary.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tablewright.cli.play.screen import Screen
from tablewright.cli.school.shown import how_to_answer, news, part_lines, shown_lines
from tablewright.cli.school.typed import answered
from tablewright.cli.sheets import Sheet
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference, ask
from tablewright.school.drills import drill_named
from tablewright.school.marking import PartMarked, heard, mark_stage
from tablewright.school.questions import AnyPart, Given, Question, Shown, Stage
from tablewright.school.skills import Topic
from tablewright.school.syllabus import Syllabus

HELP, SKIP, QUIT = ("?", "help"), ("s", "skip"), ("q", "quit", "exit")
COMES_BACK_AFTER = 3
"""So many questions lie between a wrong answer and the same question again."""
MOST_TO_LOOK_AT = 8
"""So many rules are named at the end, to be looked at again."""
KEYS = (
    "  1, 2, 3  a choice by its number, or its words",
    "  1 3 4    cards by their numbers, or by name: 9h 9c 6s",
    "  7.50     an amount in dollars",
    "  2x25 5   chips: two of $25 and one of $5; 0 for none",
    "  s skips the question, q or Ctrl-D ends the session, ? shows this.",
)


class Left(Exception):
    """The trainee has left, in the middle of whatever it was."""


class Skipped(Exception):
    """The trainee goes on to the next question."""


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
        self._wrong: set[Reference] = set()
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
        question, found = ask(self.of, reference), list[PartMarked]()
        took = 0.0
        self._head(reference, question)
        try:
            before: Shown | None = None
            for stage, keys in zip(question.stages, question.keys, strict=True):
                if before is not None:
                    self.screen.line()
                began = time.monotonic()
                given = self._answered(stage, news(stage.shown, before))
                marks, before = mark_stage(stage, keys, given).parts, stage.shown
                took += time.monotonic() - began
                found += marks
                self.marked += marks
                for part in marks:
                    self._say(part, names_part=len(marks) > 1)
        except Skipped:
            self.skipped += 1
            self.screen.line("Skipped.", "dim")
            return
        finally:
            if found and self._note:
                self._note(reference, found, took)
        self.questions += 1
        is_right = all(part.mark == 1 for part in found)
        self.right += is_right
        self._bring_back(reference, is_right=is_right)

    def _head(self, reference: Reference, question: Question) -> None:
        title = drill_named(question.drill).title
        again = " · a near twin" if reference.is_twin else ""
        again = " · again" if reference in self._wrong else again
        steps = f" · {len(question.stages)} steps" if len(question.stages) > 1 else ""
        self.screen.line()
        self.screen.line(f"{self.number + 1}. {title}{again}{steps}", "bold cyan")

    def _bring_back(self, reference: Reference, *, is_right: bool) -> None:
        """The same again if it was wrong; once that is right, its twin."""
        same = Reference(reference.skill, reference.seed)
        if not is_right:
            self._wrong.add(same)
            self._wait(same)
        elif reference in self._wrong:
            self._wrong.discard(reference)
            twin = Reference(reference.skill, reference.seed, is_twin=True)
            if ask(self.of, twin) != ask(self.of, same):
                self._wait(twin)

    def _wait(self, reference: Reference) -> None:
        self._waiting.append(Waiting(self.number + COMES_BACK_AFTER, reference))

    # One stage ------------------------------------------------------------------------------------

    def _answered(self, stage: Stage, shown: Shown) -> Given:
        """What is answered to each part of a stage."""
        self.screen.lines(shown_lines(shown, self.of, self.screen.width))
        self.screen.line(stage.asks, "bold")
        given: Given = {}
        for part in stage.parts:
            self.screen.lines(part_lines(part, self.screen.width))
            self._answer(part, given, may_pass=stage.seconds > 0)
        return given

    def _answer(self, part: AnyPart, given: Given, *, may_pass: bool) -> None:
        """What is answered to one part; nothing, where the trainee only watches."""
        how = how_to_answer(part)
        how = f"Enter, or {how}" if may_pass else how
        prompt = f"{part.asks.rstrip('.?:')} ({how})"
        if len(prompt) > self.screen.width - 20:
            self.screen.line(part.asks)
            prompt = how
        while True:
            line = self._typed(prompt)
            if not line:
                if may_pass:
                    return
                continue
            try:
                given[part.id] = answered(part, line)
            except Refused as refused:
                self.screen.line(str(refused), "yellow")
            else:
                return

    def _typed(self, prompt: str) -> str:
        """The next line that is no key of the session's own."""
        while True:
            try:
                line = self.screen.ask(prompt)
            except Refused:
                self.screen.line("That line is too long.", "yellow")
                continue
            if line is None or line.lower() in QUIT:
                raise Left
            line = "".join([each for each in line if each.isprintable()])  # It is said again.
            if line.lower() in SKIP:
                raise Skipped
            if line.lower() not in HELP:
                return line
            self.screen.lines(KEYS)

    def _say(self, part: PartMarked, *, names_part: bool) -> None:
        """One part as it was marked: what is right, why, and where that is printed."""
        screen, asks = self.screen, f"{part.asks}: " if names_part else ""
        if part.mark == 1:
            screen.line(f"Right. {asks}{part.right}", "green", 2)
        else:
            verdict = "Right in part" if part.mark else "Wrong"
            screen.line(f"{verdict}. {asks}{part.given}", "yellow" if part.mark else "red", 2)
            screen.line(f"  Right is: {part.right}", "bold", 2)
        for says in dict.fromkeys([part.missed, part.says]):
            if says and heard(says) != heard(part.right):
                screen.line(f"  {says}", "", 2)
        screen.line(f"  {part.source} ({part.rule})", "dim", 2)


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
