"""An audition on the screen: the table, what players do as time goes by, and what the candidate types.

What is shown comes from `Audition.shown` and nowhere else, so nothing is on the screen that a candidate
may not see: no answer, no mark, nothing that is to come.
"""

import msgspec

from tablewright.cli.play.play import limits_said
from tablewright.cli.play.screen import Screen, felt
from tablewright.cli.school.live import Keys, Woken
from tablewright.cli.school.shown import NONE_OWN, how_to_answer, news, part_lines, shown_lines
from tablewright.cli.school.typed import answered
from tablewright.rules.errors import Refused
from tablewright.school.auditions.asking import NEXT
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.kept import KeptInput, give
from tablewright.school.auditions.seen import STOP, AuditionSeen
from tablewright.school.questions import AnyPart, Given, Shown

HELP, QUIT, LEAVE, STOPS = ("?", "help"), ("q", "quit", "exit"), "leave", "stop"
KEYS = (
    "  3, deal  a choice by its number, or by a few letters: se 3 is Settle seat 3",
    "  7.50     an amount in dollars",
    "  2x25 5   chips: two of $25 and one of $5; 0 for none",
    "  stop     stop the game, then say what is improper; or at once: stop under",
    "  Enter    look at the table again",
    "  leave    leave the table, as Ctrl-C and Ctrl-D do: that ends the audition",
)
LEAVES = "Type leave to leave the table: that ends the audition."
GOES_ON = "The game goes on."


class CandidatesTable:
    """Shows a table and takes what is typed, until the audition is over."""

    def __init__(self, audition: Audition, screen: Screen, keys: Keys) -> None:
        self.audition, self.screen, self.keys = audition, screen, keys
        self.inputs: list[KeptInput] = []
        """Everything that the table took from the candidate."""
        self._now: AuditionSeen = audition.shown()
        self._before: Shown | None = None
        self._felt: list[str] = []
        """The felt as it was last drawn."""
        self._steps: list[str] = []
        """The dealer's steps as they were last listed."""
        self._turn = 0
        self._given: Given = {}
        """What was answered of this turn so far."""
        self._is_naming = False
        """Whether it is asked what is improper."""

    def run(self) -> None:
        """From the first bet to the end."""
        with self.keys.opened():
            while True:
                self._catch_up()
                if self.audition.is_over:
                    return
                try:
                    line = self.keys.line(self._prompt, self.audition.next_at)
                except Woken:
                    continue
                if line is None:
                    self._leave()
                else:
                    self._take("".join([each for each in line if each.isprintable()]))

    def _catch_up(self) -> None:
        """Show what happened until now, and what is asked if that is new."""
        self.audition.pass_time(self.keys.seconds)
        now = self._now = self.audition.shown()
        if now.is_over:
            return
        if now.turn == self._turn:
            self._tell()
            return
        self._turn, self._given, self._is_naming = now.turn, {}, False
        self._tell()
        self._draw()
        if now.parts[0].id != NEXT:
            self.screen.line(now.asks, "bold")
        self._ask()

    # What is shown --------------------------------------------------------------------------------

    def _tell(self) -> None:
        """What has happened since it was last told."""
        shown, screen = self._now.shown, self.screen
        told = msgspec.structs.replace(news(shown, self._before), view=None)
        self._before = shown
        screen.lines(shown_lines(told, self.audition.syllabus, screen.width))

    def _draw(self, *, again: bool = False) -> None:
        """The felt, where it is not as it was last drawn; which phase it is stands nowhere."""
        of, view = self.audition.syllabus, self._now.shown.view
        if view is None:
            return
        names = {id: decided.wager.name for id, decided in of.ruleset.wagers.items()}
        lines = felt(
            view, of.game.name, names, NONE_OWN, counts_cards=False, width=self.screen.width
        )
        if again or lines != self._felt:
            self.screen.lines(lines)
        self._felt = lines

    @property
    def _part(self) -> AnyPart:
        """What is asked now."""
        if self._is_naming:
            return self._now.stop
        return next(each for each in self._now.parts if each.id not in self._given)

    def _ask(self, *, again: bool = False) -> None:
        """What may be answered. A dealer's steps are the same all the time, and are listed once."""
        part, screen = self._part, self.screen
        lines = part_lines(part, screen.width)
        if part.id == NEXT:
            if again or lines != self._steps:
                screen.lines(lines)
            self._steps = lines
            return
        if part.asks not in self._now.asks:
            screen.line(part.asks)
        screen.lines(lines)

    def _prompt(self) -> str:
        now, part = self._now, self._part
        said = [clock(self.keys.seconds)]
        if now.is_last_round:
            said.append("last round")
        if now.busy:
            said.append(f"still to act: {' '.join(map(str, now.busy))}")
        if part.id == NEXT:
            said.append("next step")
        elif self._is_naming:
            said.append(f"{how_to_answer(part)}, or Enter to go on")
        else:
            said.append(how_to_answer(part))
        return " · ".join(said)

    def _help(self) -> None:
        book = self.audition.t.book
        self.screen.lines(KEYS)
        self.screen.line(f"Limits: {limits_said(book.setup.limits)}.")
        self._ask(again=True)

    # What is typed --------------------------------------------------------------------------------

    def _take(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        key = word.lower()
        if key in HELP and not rest:
            self._help()
        elif key in QUIT and not rest:
            self.screen.line(LEAVES, "yellow")
        elif key == LEAVE and not rest:
            self._leave()
        elif key == STOPS:
            self._stop(rest.strip())
        elif self._is_naming:
            self._name(line.strip())
        elif not key:
            self._draw(again=self.screen.is_terminal)
            self._ask()
        else:
            self._answer(line.strip())

    def _answer(self, line: str) -> None:
        """One part is answered; the last of them sends them all."""
        try:
            self._given[self._part.id] = answered(self._part, line)
        except Refused as refused:
            self.screen.line(str(refused), "yellow")
            return
        if len(self._given) < len(self._now.parts):
            self._ask()
        else:
            self._send(self._given)

    def _stop(self, name: str) -> None:
        """The game is stopped, and what is improper is named, at once or when it is asked."""
        if self._now.is_stopped:
            self.screen.line("The game is stopped: say what is done about it.", "yellow")
            return
        self._is_naming = True
        if not name or not self._has_named(name):
            self._ask()

    def _name(self, name: str) -> None:
        """What is improper is named; or nothing is, and the game goes on."""
        if name:
            self._has_named(name)
            return
        self._is_naming = False
        self.screen.line(GOES_ON, "dim")
        self._ask()

    def _has_named(self, name: str) -> bool:
        try:
            named = answered(self._now.stop, name)
        except Refused as refused:
            self.screen.line(str(refused), "yellow")
            return False
        self._send({STOP: named})
        return True

    def _send(self, given: Given) -> None:
        plain = msgspec.to_builtins(given, str_keys=True)
        self._hand_over(KeptInput(self.keys.seconds, self._now.turn, plain))

    def _leave(self) -> None:
        self._hand_over(KeptInput(self.keys.seconds, self._now.turn, has_left=True))

    def _hand_over(self, each: KeptInput) -> None:
        """The table takes it, and it is kept; or refuses it, and it is asked for again."""
        try:
            give(self.audition, each)
        except Refused as refused:
            self.screen.line(str(refused), "yellow")
            self._turn = 0
        else:
            self.inputs.append(each)


def clock(seconds: float) -> str:
    """How late it is.

    >>> clock(65.4), clock(3600)
    ('01:05', '60:00')
    """
    return f"{int(seconds) // 60:02}:{int(seconds) % 60:02}"
