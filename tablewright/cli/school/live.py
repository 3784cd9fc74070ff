"""Lines that are typed while time goes by: at a terminal under a running clock, in a pipe by the line.

At a terminal patrons act while the candidate thinks: a wait ends when something happens, and what was
typed so far stays on the prompt. A pipe has no clock: each line takes a fixed time, so that a script
always gives the same audition. Where a terminal cannot be waited at, time goes by between lines.
"""

import codecs
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, Protocol

from tablewright.cli.interrupts import cleared
from tablewright.cli.play.screen import LONGEST_LINE_BYTES, Screen
from tablewright.rules.errors import Refused

SECONDS_A_LINE = 5.0
"""How long a line takes that comes from a pipe or a file."""
TICK, SHORTEST = 1.0, 0.02
"""How often the clock is drawn, and how short a wait may be."""
CLEAN = "\r\x1b[K"
ENTER, BACKSPACE, WORD, LINE, END, ESCAPE = "\r\n", "\b\x7f", "\x17", "\x15", "\x04", "\x1b"
LONGEST_LINE = 400


class Woken(Exception):
    """Nothing was typed before the second that was named."""


class Keys(Protocol):
    """Where lines come from, and how late it is."""

    @property
    def seconds(self) -> float:
        """How long it has lasted."""

    def opened(self) -> AbstractContextManager[None]:
        """While lines are read."""

    def line(self, prompt: Callable[[], str], wake: float | None) -> str | None:
        """The next line; None when no more will come. `Woken`, once it is so late."""


def keys_of(screen: Screen) -> Keys:
    """Where lines come from here."""
    if not sys.stdin or not sys.stdin.isatty():
        return Lines(screen, ByTheLine())
    if not screen.is_terminal or os.environ.get("TERM") == "dumb" or sys.platform == "win32":
        return Lines(screen, Elapsed())
    return Terminal(screen)


# Time ----------------------------------------------------------------------------------------------


class Elapsed:
    """The seconds since it began, by a clock that never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._began = clock, clock()

    @property
    def seconds(self) -> float:
        return round(self._clock() - self._began, 2)

    def take_line(self) -> None:
        """A line was read: that took the time that it took."""


class ByTheLine:
    """So many seconds for each line."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def take_line(self) -> None:
        self.seconds += SECONDS_A_LINE


# Lines ---------------------------------------------------------------------------------------------


class Lines:
    """Whole lines from a pipe, a file, or a terminal that cannot be waited at."""

    def __init__(self, screen: Screen, elapsed: Elapsed | ByTheLine) -> None:
        self._screen, self._elapsed = screen, elapsed

    @property
    def seconds(self) -> float:
        return self._elapsed.seconds

    def opened(self) -> AbstractContextManager[None]:
        return nullcontext()

    def line(self, prompt: Callable[[], str], wake: float | None) -> str | None:
        while True:
            try:
                typed = self._screen.ask(prompt())
            except Refused:
                self._screen.line("That line is too long.", "yellow")
                continue
            if typed is not None:
                self._elapsed.take_line()
            return typed


class Terminal:
    """A terminal at which keys are read one by one, so that the clock can run beside them."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._elapsed = screen, Elapsed()
        self._descriptor = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._typed, self._waiting = "", ""
        """What stands on the prompt, and what was typed after the line that is being read."""

    @property
    def seconds(self) -> float:
        return self._elapsed.seconds

    def line(self, prompt: Callable[[], str], wake: float | None) -> str | None:
        while not (self._screen.is_interrupted or self._screen.lost):
            try:
                if self._is_entered():
                    return self._entered(prompt)
                if wake is not None and self.seconds >= wake:
                    self._draw(CLEAN)
                    raise Woken
                self._draw(CLEAN + self._shown(prompt))
                self._wait(wake)
            except EOFError:
                break
        self._draw("\n")
        return None

    def _entered(self, prompt: Callable[[], str]) -> str:
        """The line that was entered, which stays on the screen."""
        self._draw(f"{CLEAN}{self._shown(prompt)}\n")
        line, self._typed = self._typed, ""
        return line.strip()

    def _is_entered(self) -> bool:
        """Take what was typed, up to the end of a line; `EOFError`, if nothing more will be."""
        while self._waiting:
            key, self._waiting = self._waiting[0], self._waiting[1:]
            if key in ENTER:
                return True
            if key == END and not self._typed:
                raise EOFError
            if key == ESCAPE:
                self._waiting = ""  # An arrow, or another key that means nothing here.
            elif key in BACKSPACE:
                self._typed = self._typed[:-1]
            elif key == WORD:
                self._typed = self._typed.rstrip().rpartition(" ")[0]
            elif key == LINE:
                self._typed = ""
            elif key.isprintable() and len(self._typed) < LONGEST_LINE:
                self._typed += key
        return False

    def _wait(self, wake: float | None) -> None:
        """Wait for a key, the next tick of the clock, Ctrl-C, or the second at which to wake."""
        left = TICK - self.seconds % TICK
        if wake is not None:
            left = min(left, wake - self.seconds)
        if not self._screen.has_key(max(SHORTEST, left)):
            return
        try:
            read = os.read(self._descriptor, LONGEST_LINE_BYTES)
        except OSError:
            read = b""  # The terminal has gone.
        if not read:
            raise EOFError
        self._waiting += self._decoder.decode(read)

    # What is drawn --------------------------------------------------------------------------------

    def _shown(self, prompt: Callable[[], str]) -> str:
        """The prompt and the end of what was typed, on one line."""
        asks = f"{prompt()}> "
        room = max(8, self._screen.width - len(asks))
        return asks + (self._typed if len(self._typed) <= room else f"…{self._typed[1 - room :]}")

    def _draw(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError as error:
            self._screen.lost = error

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keys are read as they are pressed, and none of them is shown; Ctrl-C is still heard."""
        import termios
        import tty

        try:
            before: list[Any] = termios.tcgetattr(self._descriptor)
            tty.setcbreak(self._descriptor, termios.TCSADRAIN)
        except (termios.error, OSError):
            yield  # The terminal has gone: the next read says so.
            return

        def restore() -> None:
            with suppress(termios.error, OSError):
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, before)

        with cleared(restore):
            yield
