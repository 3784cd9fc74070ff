"""Ctrl-C: an interrupted command says what it did, at any moment, and ends.

No exception is raised for it. One that comes out of the blue is swallowed or printed by what happens
to run just then: an import, a compiler, a finaliser, a lock half taken. So the handler itself clears
away what is half written, says one line and ends the process, with 128 and the signal's number as its
status (Ctrl-C: 130).

A command says what it has done so far (`so_far`), names what must be cleared away (`cleared`), puts an
interrupt off while something must stay whole (`unbroken`), or takes note of it and ends in its own way
(`noted`). While one is put off or noted, a second one ends the process at once.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

HEARD = (signal.SIGINT, signal.SIGTERM)
NOTHING = "before anything was done"
CLEAN_LINE = "\r\x1b[K\x1b[?25h"
"""Takes a bar or a prompt off the terminal's line and shows the cursor again."""


class Asked:
    """Whether an end was asked for."""

    def __init__(self) -> None:
        self.number = 0
        """The signal that asked; 0 if none did."""

    def __bool__(self) -> bool:
        return self.number != 0

    @property
    def status(self) -> int:
        return 128 + self.number


_noting: list[Asked] = []
_clearing: list[Callable[[], None]] = []
_is_over = False
"""Whether nothing is left that could be interrupted."""


def _done() -> str:
    return NOTHING


def listen() -> None:
    """Hear Ctrl-C from now on. A command that was started to ignore it (`nohup`, `&`) still does."""
    global _is_over
    so_far(NOTHING)
    _is_over = False
    for number in HEARD:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _hear)


def stop_listening() -> None:
    """All is done and said: an interrupt that comes now changes nothing."""
    global _is_over
    _is_over = True


def so_far(done: str | Callable[[], str]) -> None:
    """What has been done, as it is said after `interrupted`."""
    global _done
    _done = done if callable(done) else lambda: done


def say(status: int) -> int:
    """Say that there was an interrupt and what was done; the status."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            line = f"tablewright: interrupted {_done()}\n"
            shown = CLEAN_LINE + line if sys.stderr.isatty() else line
            os.write(sys.stderr.fileno(), shown.encode("utf-8", "backslashreplace"))
    return status


def leave(status: int) -> None:
    """Clear away, say what was done, and end."""
    stop_listening()  # A second Ctrl-C must not keep us from clearing away.
    for clear in reversed(_clearing):
        with suppress(OSError):
            clear()
    os._exit(say(status))


def _hear(number: int, frame: FrameType | None) -> None:
    if _is_over:
        return
    if _noting and not _noting[-1]:
        _noting[-1].number = number
    else:
        leave(128 + number)


@contextmanager
def noted() -> Iterator[Asked]:
    """An interrupt is noted, and the command ends in its own way."""
    asked = Asked()
    _noting.append(asked)
    try:
        yield asked
    finally:
        _noting.remove(asked)


class unbroken:  # noqa: N801 - it reads as the functions beside it
    """What is written here is written whole: an interrupt waits until it has gone out."""

    def __enter__(self) -> None:
        self._asked = Asked()
        _noting.append(self._asked)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if error is None:
                sys.stdout.flush()
        finally:
            _noting.remove(self._asked)
        if self._asked:
            _hear(self._asked.number, None)


@contextmanager
def cleared(clear: Callable[[], None]) -> Iterator[None]:
    """Something half written: it is cleared away at the end, also by an interrupt."""
    _clearing.append(clear)
    try:
        yield
    finally:
        clear()
        _clearing.remove(clear)
