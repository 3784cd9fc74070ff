"""Progress for a person who is waiting: a bar on standard error, gone when the work is done.

What is being done is also what an interrupt says.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablewright.cli.interrupts import so_far

Advance = Callable[[int], None]
"""Say how much is done."""


def adding(advance: Advance) -> Advance:
    """The same for who says how much more is done."""
    done = 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        advance(done)

    return add


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say what is being done, if there is a terminal."""
    so_far(f"while {what.partition(' (')[0]}; nothing was printed")
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


@contextmanager
def bar(what: str, total: int) -> Iterator[Advance]:
    """A bar over so many steps; nothing is shown unless there is a terminal."""
    so_far(f"while {what}; nothing was printed")
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
