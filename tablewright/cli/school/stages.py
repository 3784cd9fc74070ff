"""One stage of a question on the screen: shown, answered a line at a time, and marked."""

from tablewright.cli.play.screen import Screen
from tablewright.cli.school.shown import how_to_answer, news, part_lines, shown_lines
from tablewright.cli.school.typed import answered
from tablewright.rules.errors import Refused
from tablewright.school.marking import PartMarked, heard
from tablewright.school.questions import AnyPart, Given, Shown, Stage, go_on
from tablewright.school.syllabus import Syllabus

HELP, SKIP, QUIT = ("?", "help"), ("s", "skip"), ("q", "quit", "exit")
KEYS = (
    "  1, 2, 3  a choice by its number, or its words",
    "  1 3 4    cards by their numbers, or by name: 9h 9c 6s",
    "  7.50     an amount in dollars",
    "  2x25 5   chips: two of $25 and one of $5; 0 for none",
    "  s skips the question, q or Ctrl-D ends the session, ? shows this.",
)
BESIDE_PROMPT = 20
"""The room that a prompt leaves for what is typed."""


class Left(Exception):
    """The trainee has left, in the middle of whatever it was."""


class Skipped(Exception):
    """The trainee goes on to the next question."""


class Stages:
    """The stages of one question, one after the other."""

    def __init__(self, of: Syllabus, screen: Screen, cited: set[str]) -> None:
        self.of, self.screen = of, screen
        self._cited = cited
        """The passages that were cited in this session: where it was right they are not again."""
        self._before: Shown | None = None
        self._listed: list[str] = []
        """The choices that stand on the screen: where they stay the same they are not listed again."""

    def answered(self, stage: Stage) -> Given:
        """Show what is new, and take an answer to each part."""
        screen = self.screen
        if self._before is not None:
            screen.line()
        screen.lines(shown_lines(news(stage.shown, self._before), self.of, screen.width))
        screen.line(stage.asks, "bold")
        self._before = stage.shown
        given: Given = {}
        for part in stage.parts:
            lines = part_lines(part, screen.width)
            if not (stage.seconds and lines == self._listed):
                screen.lines(lines)
            self._listed = lines
            self._answer(part, given, stage)
        return given

    def _answer(self, part: AnyPart, given: Given, stage: Stage) -> None:
        """What is answered to one part; a frame that is watched is passed with Enter."""
        is_watched, how = stage.seconds > 0, how_to_answer(part)
        how = f"Enter, or {how}" if is_watched else how
        prompt = f"{part.asks.rstrip('.?:')} ({how})"
        if part.asks == stage.asks:
            prompt = how
        elif len(prompt) > self.screen.width - BESIDE_PROMPT:
            self.screen.line(part.asks)
            prompt = how
        while True:
            line = self._typed(prompt, part)
            try:
                if line:
                    given[part.id] = answered(part, line)
                elif is_watched:
                    given[part.id] = go_on(part)
            except Refused as refused:
                self.screen.line(str(refused), "yellow")
            if part.id in given or (is_watched and not line):
                return

    def _typed(self, prompt: str, part: AnyPart) -> str:
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
            self.screen.lines(part_lines(part, self.screen.width))

    # Marks ----------------------------------------------------------------------------------------

    def say(self, stage: Stage, marks: list[PartMarked]) -> None:
        """The parts as they were marked.

        Of a frame that was watched nothing is said but that it was wrong: what is still to come must
        not be given away.
        """
        told: set[str] = set()
        for part in marks:
            if not stage.seconds:
                question, mark, _ = part.asks.partition("?")
                self._verdict(part, f"{question}{mark} " if len(marks) > 1 else "")
                self._say_why(part, told)
            elif part.mark < 1:
                self._verdict(part, "")
                self.screen.line(f"  {part.missed}", "", 2)

    def _verdict(self, part: PartMarked, asks: str) -> None:
        if part.mark == 1:
            self.screen.line(f"Right. {asks}{part.right}", "green", 2)
            return
        verdict, style = ("Right in part", "yellow") if part.mark else ("Wrong", "red")
        self.screen.line(f"{verdict}. {asks}{part.given}", style, 2)
        self.screen.line(f"  Right is: {part.right}", "bold", 2)

    def _say_why(self, part: PartMarked, told: set[str]) -> None:
        """Why it is right, and where that is printed; in one stage each thing once.

        Where it was right and the passage was cited before in the session, nothing more is said.
        """
        cited = f"{part.source} ({part.rule})"
        if part.mark == 1 and cited in self._cited:
            return
        self._cited.add(cited)
        for says in (part.missed, part.says):
            if says and says not in told and heard(says) != heard(part.right):
                self.screen.line(f"  {says}", "", 2)
            told.add(says)
        if cited not in told:
            self.screen.line(f"  {cited}", "dim", 2)
        told.add(cited)
