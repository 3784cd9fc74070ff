"""Runs the command: within the tests, or as a process of its own.

Within the tests the standard descriptors themselves are put on files or on a terminal, so the command
reads, writes and asks `isatty` as it does when started from a shell. What needs a process (a signal, a
reader that leaves, a closed descriptor, which modules are loaded) has one; `test_processes` holds that
each command does the same either way.
"""

import os
import pty
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO
from unittest.mock import patch

import pytest

from tablewright.cli import main
from tablewright.cli.interrupts import HEARD


@dataclass(frozen=True)
class Ran:
    out: str
    err: str
    status: int


def run(*arguments: str, given: str | bytes = "") -> Ran:
    """Run within the tests, with files as standard input, output and error."""
    with tempfile.TemporaryFile() as out:
        ran = _run_here(arguments, given, out.fileno())
        return Ran(_content(out), ran.err, ran.status)


def run_in_terminal(*arguments: str, given: str = "", columns: int = 120) -> Ran:
    """Run within the tests with a terminal for standard output; what it printed, colours and all."""
    ours, theirs = pty.openpty()
    printed: list[bytes] = []
    reader = threading.Thread(target=lambda: printed.extend(_read(ours)))
    reader.start()
    try:
        with patch.dict(os.environ, _terminal(columns), clear=True):
            ran = _run_here(arguments, given, theirs)
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)
    return Ran(b"".join(printed).decode(), ran.err, ran.status)


def run_apart(*arguments: str, given: str | bytes = "") -> Ran:
    """Run as a process of its own, in pipes."""
    done = subprocess.run(
        [sys.executable, "-m", "tablewright", *arguments],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        check=False,
    )
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)


def run_apart_in_terminal(*arguments: str, given: str = "", columns: int = 120) -> Ran:
    """Run as a process of its own with a terminal for standard output."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tablewright", *arguments],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=_terminal(columns),
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        printed = b"".join(_read(ours))
        os.close(ours)
        err = process.stderr.read().decode()
        return Ran(printed.decode(), err, process.wait())


def _terminal(columns: int) -> dict[str, str]:
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    return environment


def _read(terminal: int) -> Iterator[bytes]:
    try:
        while chunk := os.read(terminal, 65_536):
            yield chunk
    except OSError:
        pass  # Linux reports the end of a pseudo-terminal as an error.


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def _run_here(arguments: tuple[str, ...], given: str | bytes, out: int) -> Ran:
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as err:
        stdin.write(given.encode() if isinstance(given, str) else given)
        stdin.seek(0)
        with _streams(stdin.fileno(), out, err.fileno()), _signals():
            status = _status_of(arguments)
        return Ran("", _content(err), status)


def _status_of(arguments: tuple[str, ...]) -> int:
    with (
        patch.object(sys, "argv", ["tablewright", *arguments]),
        pytest.raises(SystemExit) as left,
    ):
        main()
    assert isinstance(left.value.code, int)
    return left.value.code


@contextmanager
def _streams(*descriptors: int) -> Iterator[None]:
    """Standard input, output and error put on these."""
    before = sys.stdin, sys.stdout, sys.stderr
    for stream in before[1:]:
        stream.flush()
    kept = [os.dup(standard) for standard in range(3)]
    for standard, descriptor in enumerate(descriptors):
        os.dup2(descriptor, standard)
    try:
        sys.stdin, sys.stdout, sys.stderr = (
            open(standard, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - closed below
            for standard, mode in enumerate("rww")
        )
        try:
            yield
        finally:
            for opened in (sys.stdin, sys.stdout, sys.stderr):
                opened.close()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for standard, held in enumerate(kept):
            os.dup2(held, standard)
            os.close(held)


@contextmanager
def _signals() -> Iterator[None]:
    """Ctrl-C is heard by the command, and afterwards by the tests again."""
    before = {number: signal.getsignal(number) for number in HEARD}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
