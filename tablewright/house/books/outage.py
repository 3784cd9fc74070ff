"""A database that does not answer, or takes nothing: said when that begins and when it is over.

Everything in the house that asks it finds out by itself, many times a second. The log has it once.
"""

import logging
import time

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)

log = logging.getLogger(__name__)

FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    SQLAlchemyError,
)
"""What a driver raises when it is not answered, or not as it should be."""
AT_A_LOSS = (
    InterfaceError,
    InternalError,
    OperationalError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
)
"""Of these: what says that the connection itself has broken."""
QUIET_SECONDS = 2.0
"""How long nothing must have failed before it is over."""
OF_THE_SERVER = ("08", "25006", "25P03", "53", "55P03", "57", "58")
"""How PostgreSQL's codes begin where what was asked is not at fault: the connection, a copy that is
only read, a transaction in which nothing was asked for too long, no room (on the disk, in memory), what
another session has locked, a shutdown, a bad disk."""


class Outage:
    """Whether the database is away, as far as anybody has noticed."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._last = 0.0

    @property
    def is_on(self) -> bool:
        return self._since is not None

    def note(self, why: object) -> None:
        """The database did not answer, or did not take what it was given."""
        self._last = time.monotonic()
        if self._since is None:
            self._since = self._last
            log.error("the database is unavailable: %s", first_line(why))

    def end(self) -> None:
        """Something was written."""
        now = time.monotonic()
        if self._since is not None and now - self._last >= QUIET_SECONDS:
            log.warning("the database is available again, after %.1f seconds", now - self._since)
            self._since = None


def is_of_the_server(error: BaseException) -> bool:
    """Whether the database, or the way to it, has failed, so that anything else would fail as well."""
    if isinstance(error, (DBAPIError, asyncpg.PostgresError)):
        return is_connection_lost(error) or _code(error).startswith(OF_THE_SERVER)
    return not isinstance(error, SQLAlchemyError)


def is_connection_lost(error: BaseException) -> bool:
    """Whether nothing more can be asked over the same connection."""
    if isinstance(error, DBAPIError) and (error.connection_invalidated or _code(error)):
        return error.connection_invalidated
    # The driver itself is at a loss, as when the connection breaks in the middle of something.
    return isinstance(error, AT_A_LOSS)


def _code(error: DBAPIError | asyncpg.PostgresError) -> str:
    return str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")


def first_line(why: object) -> str:
    """What a driver says, without what it adds for programmers.

    >>> first_line(ValueError("no space left\\n(Background on this error)"))
    'no space left'
    """
    return (str(why) or type(why).__name__).strip().partition("\n")[0]
