"""The press: papers are printed by a process of its own, so that no table waits while one is set.

It is asked over its standard input and answers over its standard output, one message after another,
each after its length (`printing_process.py`). It ends when its input does, and so with the house,
however that ends.
"""

import hashlib
import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO, Literal, NamedTuple, TypeAlias

import msgspec

from tablewright.house.screens.change_shown import ChangeShown
from tablewright.house.screens.paper_orders import KeptJournal, PaperOrder
from tablewright.rules.submissions import Asked

LENGTH_BYTES = 8
PROCESS = "tablewright.house.screens.printing_process"
MOST_MEGABYTES = 1000
"""Setting pages leaves much in memory that is not given back: a process that has more is replaced."""
What: TypeAlias = Literal["paper", "pages", "logo", "change", "forms"]


class Named(NamedTuple):
    """A paper by its name, title, file and hash."""

    name: str
    title: str
    file: str
    sha256: str


class PrintedPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A document that was printed, or the drawing that goes with one."""

    name: str
    title: str
    file: str
    content: bytes
    lacks: tuple[Asked, ...]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def named(self) -> Named:
        return Named(self.name, self.title, self.file, self.sha256)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be printed: a document, its pages as pictures, or a logo to see whether it can be.

    Or what a change comes to in short, and every form of a journal with their manifest.
    """

    what: What
    order: PaperOrder
    name: str = ""
    """The document's."""
    enclosed: tuple[Named, ...] = ()
    """With the application: what goes with it."""
    before: PaperOrder | None = None
    """What the order is compared with, where a change is requested."""
    journal: KeptJournal | None = None
    """What fills a form; documents that are no forms have none."""

    @property
    def key(self) -> str:
        """The same where the same comes of it, whatever is printed."""
        parts = [self.order.key]
        if self.before is not None:
            parts.append(self.before.key)
        if self.journal is not None:
            parts.append(self.journal.sha256)
        return "/".join(parts)


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was printed; or why not, by a fault in what was asked for or by one of ours."""

    papers: tuple[PrintedPaper, ...] = ()
    pages: tuple[bytes, ...] = ()
    change: ChangeShown | None = None
    refused: str = ""
    failed: str = ""
    is_last: bool = False
    """Whether the process ends with it, so that another is needed for what comes next."""

    @property
    def size(self) -> int:
        """In bytes."""
        change = len(encoded(self.change)) if self.change else 0
        return sum(len(each.content) for each in self.papers) + sum(map(len, self.pages)) + change


class Broken(Exception):
    """The press ended, or took too long, before it had answered."""


encoded = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


def send(content: bytes, to: IO[bytes]) -> None:
    to.write(len(content).to_bytes(LENGTH_BYTES, "big") + content)
    to.flush()


def receive(source: IO[bytes]) -> bytes:
    """The next message; nothing, once the other side has ended."""
    length = int.from_bytes(source.read(LENGTH_BYTES), "big")
    content = source.read(length)
    return content if len(content) == length else b""


class Press:
    """Starts the process when it is first needed, and asks it for one thing at a time."""

    def __init__(self, most_megabytes: int = MOST_MEGABYTES) -> None:
        self._most_megabytes = most_megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def ask(self, wanted: Wanted, seconds: float) -> Answer:
        """What is printed; `Broken` if there is no answer within so many seconds."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        too_late = threading.Timer(seconds, process.kill)
        too_late.start()
        try:
            send(encoded(wanted), process.stdin)
            said = receive(process.stdout)
        except (OSError, ValueError):  # It has ended, or was ended and its pipes closed.
            said = b""
        finally:
            too_late.cancel()
        if not said:
            self.stop()
            raise Broken
        answer = _answer(said)
        if answer.is_last:
            self.stop()
        return answer

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", PROCESS, str(self._most_megabytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # Who interrupts the house at its terminal means the house.
            )
        if self._is_over:  # It may just have been started.
            self._process.kill()
        return self._process

    def end(self) -> None:
        """Nothing more is printed: the process ends at once, and who waits for it is told."""
        self._is_over = True
        if (process := self._process) is not None:
            process.kill()

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
