"""One server to a database: a lock that the system itself takes back when the server ends, however.

With PostgreSQL it lies on the connection that writes. With SQLite it lies on the database file itself,
on its inode, so that neither another name for the file nor a removed lock file lets a second server in;
and beside the file's name, where SQLite keeps its log, so that a file put in its place does not either.

SQLite's own locks are POSIX locks: they belong to the process, and closing any descriptor of the file
drops them all. So this process has one descriptor of a database file, opened before SQLite opens the
file, shared by everybody here who needs it, and closed when SQLite has closed its last connection.
"""

import asyncio
import os
import stat
import struct
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.rules.errors import Refused, quoted

POLL_SECONDS = 0.05
OWNERSHIP, STEPPING = 0x7AB1E, 0x7AB20
"""The numbers of the locks within a PostgreSQL database: who writes there, who changes its shape."""
LOCKED_BYTE = 0x7AB1E << 32
"""The byte of an SQLite file that is locked: far beyond 0x400001FF, where SQLite's own locks end."""
NOT_ALONE = "another server runs on this database: expected to be the only one; stop it first"
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside the file while it is open; the first holds what is not in the file yet."""


class FileLost(OSError):
    """The file of an open database is not there any more, or is not what it was."""


class _Descriptor:
    """The one descriptor of a database file in this process."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.users = 0
        self.is_owned = False
        self.spare: list[int] = []
        """Descriptors that must not be closed before this one is."""


_descriptors: dict[tuple[int, int], _Descriptor] = {}
_changing = threading.Lock()


class DatabaseFile:
    """The file of an SQLite database, as long as a program uses it.

    Opening it makes it, for its owner only, unless it is there. Close it after SQLite's connections.
    """

    def __init__(self, named: Path) -> None:
        self.path = resolved(named)
        with _changing:
            self._key, self._descriptor = self._share()
            self._descriptor.users += 1
        self._size = 0
        self._beside: dict[Path, tuple[int, int]] = {}
        self._name_lock = -1
        self.is_owner = False

    def _share(self) -> tuple[tuple[int, int], _Descriptor]:
        """The descriptor that this process has of the file, or a new one."""
        key = _key(os.stat(self.path)) if self.path.exists() else None
        if key in _descriptors and key is not None:
            return key, _descriptors[key]
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _unusable(self.path, error) from None
        key = _key(os.fstat(file))
        if key in _descriptors:  # The name was given to a file that we have open.
            _descriptors[key].spare.append(file)
        else:
            _descriptors[key] = _Descriptor(file)
        return key, _descriptors[key]

    # The lock -------------------------------------------------------------------------------------

    def try_own(self) -> bool:
        """Take the lock unless another has it, here or in any other process."""
        with _changing:
            if self._descriptor.is_owned or not _lock_byte(self._descriptor.file):
                return self.is_owner
            name_lock = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            if not _lock_whole(name_lock):
                os.close(name_lock)
                _unlock_byte(self._descriptor.file)
                return False
            self._name_lock = name_lock
            self._descriptor.is_owned = self.is_owner = True
            return True

    def disown(self) -> None:
        """Give the lock back. The lock file stays: removing it could remove another's lock."""
        with _changing:
            if self.is_owner:
                self._descriptor.is_owned = self.is_owner = False
                os.close(self._name_lock)
                _unlock_byte(self._descriptor.file)

    def close(self) -> None:
        """Let go of the file. SQLite must have closed every connection that was made for it."""
        self.disown()
        with _changing:
            self._descriptor.users -= 1
            if not self._descriptor.users:
                del _descriptors[self._key]
                for file in (*self._descriptor.spare, self._descriptor.file):
                    os.close(file)

    # Whether it is still what it was --------------------------------------------------------------

    def watch_beside(self) -> None:
        """From now on the files that SQLite keeps beside this one must stay what they are."""
        for suffix in BESIDE:
            path = Path(f"{self.path}{suffix}")
            if path.exists():
                self._beside[path] = _key(os.stat(path))

    def check(self) -> None:
        """Refuse to go on with a file that was removed, replaced, emptied or cut short."""
        try:
            found = os.stat(self.path)
            if _key(found) != self._key:
                raise FileLost(f"{self.path.name} was replaced by another file")
            if found.st_size < self._size:
                raise FileLost(f"{self.path.name} was emptied or cut short")
            self._size = found.st_size
            for path, key in self._beside.items():
                if _key(os.stat(path)) != key:
                    raise FileLost(f"{path.name} was replaced by another file")
        except FileNotFoundError as missing:
            raise FileLost(f"{Path(missing.filename).name} was removed") from None


@contextmanager
def name_held(path: Path) -> Iterator[None]:
    """Nobody opens a database under a name meanwhile; refused, if another has."""
    file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _lock_whole(file):
            raise Refused(NOT_ALONE)
        yield
    finally:
        os.close(file)


def resolved(named: Path) -> Path:
    """The file that a name leads to, or a refusal.

    Every way to a file must lead to one name, since SQLite keeps its log beside the name. A symbolic
    link is followed; two names of one file (hard links) cannot be told apart, and are refused.
    """
    try:
        path = Path(os.path.realpath(named))
        found = os.stat(path)
    except FileNotFoundError:
        return path
    except (OSError, ValueError) as error:
        raise _unusable(named, error) from None
    if not stat.S_ISREG(found.st_mode):
        raise Refused(f"{quoted(str(named), 200)} is not a file: expected a database file")
    if found.st_nlink > 1:
        raise Refused(
            f"{quoted(str(named), 200)} has {found.st_nlink} names (hard links): expected one,"
            " so that two servers cannot keep two logs of it; remove the others"
        )
    return path


def _unusable(path: Path, error: Exception) -> Refused:
    why = getattr(error, "strerror", None) or error
    return Refused(
        f"{quoted(str(path), 200)} cannot be opened ({why}): expected a file that can"
        " be written, in a folder that is there"
    )


def _key(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


if sys.platform == "win32":
    import msvcrt

    # Windows locks no byte of a file without keeping SQLite from reading it, but lets nobody remove
    # or rename an open file, the lock file included: the lock on the name is enough there.
    def _lock_whole(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _lock_byte(file: int) -> bool:
        return True

    def _unlock_byte(file: int) -> None:
        pass
else:
    import fcntl

    def _lock_whole(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    # A lock of an open file description: closing another descriptor does not drop it, and it meets
    # SQLite's locks nowhere. flock() would do on Linux, but elsewhere (BSD, macOS, NFS) it locks all
    # of the file against SQLite too; where there are no such locks, the one on the name must do.
    _SET = getattr(fcntl, "F_OFD_SETLK", None)

    def _set_byte(file: int, kind: int) -> None:
        if _SET is not None:
            fcntl.fcntl(file, _SET, struct.pack("hhqqi4x", kind, os.SEEK_SET, LOCKED_BYTE, 1, 0))

    def _lock_byte(file: int) -> bool:
        try:
            _set_byte(file, fcntl.F_WRLCK)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _unlock_byte(file: int) -> None:
        _set_byte(file, fcntl.F_UNLCK)


# PostgreSQL ----------------------------------------------------------------------------------------


async def try_take(connection: AsyncConnection, number: int = OWNERSHIP) -> bool:
    """Take a lock of a PostgreSQL database, on this connection, unless another server has it."""
    asked = text("SELECT pg_try_advisory_lock(:number)")
    is_taken = bool(await connection.scalar(asked, {"number": number}))
    await connection.commit()
    return is_taken


async def try_share(connection: AsyncConnection) -> bool:
    """Share that lock with the other servers of the house, unless a program has it alone."""
    asked = text("SELECT pg_try_advisory_lock_shared(:number)")
    is_taken = bool(await connection.scalar(asked, {"number": OWNERSHIP}))
    await connection.commit()
    return is_taken


async def release(connection: AsyncConnection, number: int = OWNERSHIP) -> None:
    """Give a lock of a PostgreSQL database back."""
    asked = text("SELECT pg_advisory_unlock(:number)")
    await connection.execute(asked, {"number": number})
    await connection.commit()


# Either --------------------------------------------------------------------------------------------


async def keep_trying(attempt: Callable[[], Awaitable[bool]], seconds: float) -> None:
    """Try until it is done, or refuse after so many seconds in which another server had the lock."""
    end = time.monotonic() + seconds
    while not await attempt():
        if time.monotonic() >= end:
            raise Refused(NOT_ALONE)
        await asyncio.sleep(POLL_SECONDS)
