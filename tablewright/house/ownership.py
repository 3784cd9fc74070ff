"""One server to a database: a lock that the system itself takes back when the server ends, however.

With SQLite it lies on a file beside the database; with PostgreSQL on the connection that writes.
"""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.rules.errors import Refused

POLL_SECONDS = 0.05
OWNERSHIP = 0x7AB1E
"""The number of the lock within a PostgreSQL database."""


class FileLock:
    """A lock on a file."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}.lock")
        self._file = -1

    def try_take(self) -> bool:
        """Take the lock unless somebody has it."""
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        if _is_locked(file):
            self._file = file
            return True
        os.close(file)
        return False

    def release(self) -> None:
        """Give the lock back. The file stays: who removed it could remove another's lock."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _is_locked(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _is_locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


async def try_take(connection: AsyncConnection) -> bool:
    """Take the lock of a PostgreSQL database, on this connection, unless somebody has it."""
    asked = text("SELECT pg_try_advisory_lock(:number)")
    is_taken = bool(await connection.scalar(asked, {"number": OWNERSHIP}))
    await connection.commit()
    return is_taken


async def release(connection: AsyncConnection) -> None:
    """Give the lock of a PostgreSQL database back."""
    asked = text("SELECT pg_advisory_unlock(:number)")
    await connection.execute(asked, {"number": OWNERSHIP})
    await connection.commit()


async def keep_trying(attempt: Callable[[], Awaitable[bool]], seconds: float) -> None:
    """Try until it is done, or refuse after so many seconds in which somebody had the lock."""
    end = time.monotonic() + seconds
    while not await attempt():
        if time.monotonic() >= end:
            raise Refused(
                "another server runs on this database: expected to be the only one; stop it first"
            )
        await asyncio.sleep(POLL_SECONDS)
