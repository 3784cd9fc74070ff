"""Runs a command many times and presses Ctrl-C at moments that are counted, so that no load moves them.

A moment is a call of a function or a return from one, since the command began: whatever is imported,
compiled, counted, written or cleared away. A signal is heard between two steps of Python, so there are
hardly any others. A server has no end: its moments are counted until its doors are open.

Each run is a process of its own, forked from this one. What it loads first is loaded here once, if that
is asked for, so that the moments are those of the work itself.

python -m tests.cli.interrupting     reads what to do (`Trial`) and prints what came of it (`Pressed`)
"""

import importlib
import os
import random
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from tablewright.cli import main

DOORS_ARE_OPEN = "on_tick"
"""What a server does once its doors are open."""
NEVER = 0


class Trial(msgspec.Struct):
    """A command, and how often to interrupt it."""

    command: list[str]
    """`@` stands for the folder of each run."""
    given: str
    within: str
    loaded: list[str]
    """The modules that are loaded beforehand."""
    anywhere: int
    """How many moments are taken from all there are."""
    at_the_end: int
    """And how many from the last 2,000, where files are put in place and results are printed."""
    runs_again: bool = False
    """Whether each is followed by another run on what it left, which is not interrupted."""
    seed: int = 0
    """By which the moments are drawn."""


class Pressed(msgspec.Struct):
    """What came of it."""

    moment: int
    count: int
    folder: str
    status: int
    out: str
    err: str


class Moments:
    """Counts moments; presses Ctrl-C at one of them, or when a server's doors are open."""

    def __init__(self, last: int) -> None:
        self.count, self.last = 0, last

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        self.count += 1
        is_open = frame.f_code.co_name == DOORS_ARE_OPEN
        if self.count == self.last or (is_open and self.last == NEVER):
            sys.setprofile(None)
            signal.raise_signal(signal.SIGINT)


def pressed(trial: Trial, moment: int, folder: Path, count: int = 0) -> Pressed:
    """Run once, in a process of its own, and press Ctrl-C at the moment."""
    folder.mkdir(exist_ok=True)
    given, out, err, counted = (
        Path(trial.within) / name for name in ("given", "out", "err", "counted")
    )
    given.write_text(trial.given)
    child = os.fork()
    if child == 0:
        for descriptor, file in enumerate((given, out, err)):
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC if descriptor else os.O_RDONLY
            os.dup2(os.open(file, flags, 0o666), descriptor)
        sys.argv = ["tablewright", *(word.replace("@", str(folder)) for word in trial.command)]
        moments = Moments(moment)
        sys.setprofile(moments)
        try:
            main()
        finally:
            sys.setprofile(None)
            counted.write_text(str(moments.count))
    _, ended = os.waitpid(child, 0)
    return Pressed(
        moment,
        count or int(counted.read_text()),
        str(folder),
        os.waitstatus_to_exitcode(ended),
        out.read_text(),
        err.read_text(),
    )


def tried(trial: Trial) -> list[Pressed]:
    """The run that is not interrupted, then those that are."""
    for name in trial.loaded:
        importlib.import_module(name)
    within, source = Path(trial.within), random.Random(f"{trial.command[:2]} {trial.seed}")
    found = [pressed(trial, NEVER, within / "whole")]
    count = found[0].count
    moments = {source.randint(2, count) for _ in range(trial.anywhere)}
    moments |= {source.randint(max(2, count - 2000), count) for _ in range(trial.at_the_end)}
    for moment in sorted(moments):
        folder = within / f"at-{moment}"
        found.append(pressed(trial, moment, folder, count))
        if trial.runs_again:
            found.append(pressed(trial, NEVER, folder, count))
    return found


if __name__ == "__main__":
    read = msgspec.json.decode(sys.stdin.buffer.read(), type=Trial)
    results = tried(read)
    sys.stdout.buffer.write(msgspec.json.encode(results))
