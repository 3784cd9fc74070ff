"""Files that are whole or not there, and a lock that ends with its holder."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

PART = ".part-"
"""What files begin with that are being written."""
LONGEST_NAME = 100
"""So much of a file's name is in that of its part: names have an end."""


class OthersCanRead(Exception):
    """A file that is for its owner alone can be read by others."""


def put(target: Path, content: bytes, *, mode: int) -> None:
    """Put a file in its place, whole and for good, or leave what was there."""
    with putting(target, mode=mode) as part:
        part.write(content)


def part_of(target: Path) -> str:
    """How the name of a file begins that is to become this one."""
    return f"{PART}{target.name[:LONGEST_NAME]}-"


@contextmanager
def putting(target: Path, *, mode: int) -> Iterator[BinaryIO]:
    """The same of a file that is written piece by piece."""
    file, made = tempfile.mkstemp(dir=target.parent, prefix=part_of(target))
    try:
        with os.fdopen(file, "wb") as part:
            os.chmod(made, mode)
            yield part
            part.flush()
            os.fsync(part.fileno())
        os.replace(made, target)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise
    settle(target.parent)


def read_own(file: Path) -> bytes:
    """The content of a file that its owner alone can read; `OthersCanRead`, if others can too."""
    mode, content = file.stat().st_mode, file.read_bytes()
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise OthersCanRead(f"{file}: expected chmod 600 of it")
    return content


def sweep(folder: Path, *names: str) -> None:
    """Remove what a kill has left half written, and these files."""
    for each in list(folder.iterdir()):
        if each.name.startswith(PART) or each.name in names:
            each.unlink(missing_ok=True)


def settle(folder: Path) -> None:
    """Have the folder itself kept for good."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


if sys.platform == "win32":

    @contextmanager
    def held(path: Path) -> Iterator[None]:
        """Nothing is locked here: one program at a time is to use the folder."""
        yield

else:
    import fcntl

    @contextmanager
    def held(path: Path) -> Iterator[None]:
        """Hold a lock, which the second to come waits for."""
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)
