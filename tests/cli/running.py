"""Runs the command as a person or a program would: a process of its own, a pipe or a terminal."""

import os
import pty
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    out: str
    err: str
    status: int


def run(*arguments: str, given: str | bytes = "") -> Ran:
    """Run in a pipe."""
    stdin = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [sys.executable, "-m", "tablewright", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
    )
    return Ran(done.stdout.decode(), done.stderr.decode(), done.returncode)


def run_in_terminal(*arguments: str, given: str = "", columns: int = 120) -> Ran:
    """Run with a terminal for standard output; what it printed, colours and all."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "tablewright", *arguments],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment,
    )
    os.close(theirs)
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write(given.encode())
    process.stdin.close()
    printed = b""
    try:
        while chunk := os.read(ours, 65_536):
            printed += chunk
    except OSError:
        pass  # Linux reports the end of a pseudo-terminal as an error.
    finally:
        os.close(ours)
    err = process.stderr.read().decode()
    process.stderr.close()
    return Ran(printed.decode(), err, process.wait())
