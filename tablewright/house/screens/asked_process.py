"""A process that is asked for one thing at a time, so that no table waits for what takes long.

It is asked over its standard input and answers over its standard output, one message after another,
each after its length. It ends when its input does, and so with the house, however that ends. The press
prints in one (`press`), the workbench counts in a few (`house/workbench`).
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO

LENGTH_BYTES = 8
POLITENESS = 10
"""By how much the tables go before such a process, where the processor has too much to do."""

Say = Callable[[bytes], None]
"""Sends a message to who asked, before the answer."""


class Broken(Exception):
    """The process ended, or took too long, before it had answered."""


def send(content: bytes, to: IO[bytes]) -> None:
    to.write(len(content).to_bytes(LENGTH_BYTES, "big") + content)
    to.flush()


def receive(source: IO[bytes]) -> bytes:
    """The next message; nothing, once the other side has ended."""
    length = int.from_bytes(source.read(LENGTH_BYTES), "big")
    content = source.read(length)
    return content if len(content) == length else b""


# The side of the house -----------------------------------------------------------------------------


class AskedProcess:
    """Starts the process when it is first needed, and asks it for one thing at a time."""

    def __init__(self, module: str, most_megabytes: int) -> None:
        self._module, self._most_megabytes = module, most_megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def exchange(
        self, content: bytes, seconds: float, is_answer: Callable[[bytes], bool] = bool
    ) -> bytes:
        """What it answers; `Broken` if there is no answer within so many seconds.

        `is_answer` hears every message, and says of each whether it is the answer.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        too_late = threading.Timer(seconds, process.kill)
        too_late.start()
        try:
            send(content, process.stdin)
            said = receive(process.stdout)
            while said and not is_answer(said):
                said = receive(process.stdout)
        except (OSError, ValueError):  # It has ended, or was ended and its pipes closed.
            said = b""
        finally:
            too_late.cancel()
        if not said:
            self.stop()
            raise Broken
        return said

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", self._module, str(self._most_megabytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # Who interrupts the house at its terminal means the house.
            )
        if self._is_over:  # It may just have been started.
            self._process.kill()
        return self._process

    def interrupt(self) -> None:
        """End what it is doing now, and the process with it; the next thing asked starts another."""
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """Nothing more is asked of it: the process ends at once, and who waits for it is told."""
        self._is_over = True
        self.interrupt()

    def stop(self) -> None:
        """End the process, and wait until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # What was not sent yet has nobody to read it.
                    assert pipe is not None
                    pipe.close()


# The side of the process ---------------------------------------------------------------------------


def answer_until_the_end(answer: Callable[[bytes, Say, Callable[[], bool]], bytes]) -> None:
    """Answer until nothing more is asked, or until an answer was the last.

    `answer` is given what is asked, a way to say something before its answer, and a way to have it be
    the last: to be asked once the work is done, it says whether the process has had its memory.
    """
    most_megabytes = int(sys.argv[1])
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever some library prints must not stand among the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    give_way()
    is_last = False

    def has_had_enough() -> bool:
        nonlocal is_last
        is_last = megabytes() > most_megabytes
        return is_last

    try:
        while not is_last and (message := receive(asked)):
            said = answer(message, lambda news: send(news, answers), has_had_enough)
            send(said, answers)
    except BrokenPipeError:  # The house has ended meanwhile.
        return


def give_way() -> None:
    """Let the tables go first.

    Linux may weigh sessions against each other, whatever their processes are nice to; this process has
    a session of its own, and it is that which must give way then.
    """
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    with suppress(OSError), open("/proc/self/autogroup", "w", encoding="ascii") as session:
        session.write(str(POLITENESS))


def megabytes() -> float:
    """The most memory that this process has had; 0 where the system does not say.

    Linux is asked for what this program has had: in `getrusage` counts also what the process that
    started it had, from before it was a program of its own.
    """
    with suppress(OSError), open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1e3
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)
