"""Files of journals: written whole or not at all, read line by line as often as they are asked for."""

import gzip
import os
import secrets
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tablewright.cli.interrupts import cleared, so_far, unbroken
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.whole_files import settle
from tablewright.table.journal import WrongLine

MOST_ROUNDS = 10_000_000
LONGEST_LINE = 1_000_000
"""No line of a journal comes near so many bytes."""
FIRST_LINE = b'{"n":1,'
PACKED = b"\x1f\x8b"
"""How a compressed file begins."""


# Writing a file whole or not at all ----------------------------------------------------------------


def new_file(option: str, name: str, *, force: bool) -> Path:
    """Where a file is to be written; refused if something is there or cannot be."""
    if name in ("", "-"):
        raise Refused(f"{option} is {quoted(name)}: expected a file's name")
    target = Path(os.path.realpath(name))
    try:
        kind = os.stat(target).st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise Refused(
                f"{option} is {quoted(name)}, and there is no folder for it:"
                " expected one that exists"
            ) from None
        return target
    except OSError as error:
        raise Refused(
            f"{option} is {quoted(name)} ({error.strerror}): expected a file that can be written"
        ) from None
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "no ordinary file"
        raise Refused(f"{option} is {quoted(name)}, which is {what}: expected a file's name")
    if not force:
        raise Refused(
            f"{option} is {quoted(name)}, which exists already:"
            " expected a new file, or --force to replace it"
        )
    return target


@contextmanager
def written(target: Path, *, force: bool, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file written beside its place and put there when it is whole; else nothing is left."""
    part = target.with_name(f".tablewright-{os.getpid()}-{secrets.token_hex(4)}.part")
    with cleared(lambda: part.unlink(missing_ok=True)):
        try:
            made = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        except OSError as error:
            raise Refused(
                f"{quoted(str(target))} cannot be written ({error.strerror}):"
                " expected a folder that can be written to"
            ) from None
        with os.fdopen(made, "wb", buffering=1 << 20) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with unbroken():
            _put(part, target, force=force)
            settle(target.parent)
            so_far(f"with {quoted(str(target))} written; nothing was printed")


def _put(part: Path, target: Path, *, force: bool) -> None:
    """Put a whole file in its place, without replacing one that came there meanwhile."""
    if force:
        part.replace(target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise Refused(
            f"{quoted(str(target))} exists by now: expected a new file, or --force to replace it"
        ) from None
    except OSError:
        part.rename(target)  # A disk without hard links.


# Reading a journal ---------------------------------------------------------------------------------


class JournalFile:
    """A journal as a person names it: its lines, as often as they are asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last = b""
        """The last whole line that was read."""
        try:
            found = os.stat(name)
        except OSError as error:
            raise self._refused(error) from None
        if stat.S_ISDIR(found.st_mode):
            raise Refused(f"{quoted(name)} is a folder: expected a journal")
        self.size = found.st_size
        self.is_ordinary = stat.S_ISREG(found.st_mode)
        self.is_packed = self.is_ordinary and self._is_packed()

    def _is_packed(self) -> bool:
        """Whether it is compressed, as in an archive; such a file ends with its size before that."""
        try:
            with open(self.name, "rb") as file:
                if file.read(len(PACKED)) != PACKED:
                    return False
                file.seek(max(0, self.size - 4))
                self.size = int.from_bytes(file.read(4), "little")
        except OSError as error:
            raise self._refused(error) from None
        return True

    def _opened(self) -> BinaryIO:
        if self.is_packed:
            return gzip.open(self.name, "rb")  # type: ignore[return-value]
        return open(self.name, "rb")

    def _refused(self, error: OSError) -> Refused:
        if isinstance(error, FileNotFoundError):
            return Refused(f"there is no file {quoted(self.name)}: expected a journal")
        return Refused(f"{quoted(self.name)} cannot be read ({error.strerror}): expected a journal")

    def lines(self, advance: Callable[[int], None] | None = None) -> Iterator[bytes]:
        """The lines, one by one; what cannot be a journal is refused at its first line."""
        try:
            with self._opened() as file:
                done = 0
                for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
                    if number == 1:
                        self._refuse_first(line)
                    if len(line) == LONGEST_LINE:
                        raise WrongLine(number, "it does not end: expected a line of a journal")
                    if line.endswith(b"\n"):
                        self.last = line
                    yield line
                    done += len(line)
                    if advance and number % 1024 == 0:
                        advance(done)
                if not done:
                    raise Refused(f"{quoted(self.name)} is empty: expected a journal")
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise Refused(
                f"{quoted(self.name)} is damaged ({error}): expected a compressed journal as it was"
                " written"
            ) from None
        except OSError as error:
            raise self._refused(error) from None

    def _refuse_first(self, line: bytes) -> None:
        if not line.startswith(FIRST_LINE):
            raise Refused(
                f"{quoted(self.name)} is no journal, by its line 1:"
                " expected a file that rehearse or play wrote"
            )
        if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
            raise Refused(
                f"{quoted(self.name)} ends within its line 1: expected a journal with one line at least"
            )
