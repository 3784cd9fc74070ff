"""How the audit is written: what is noted within a transaction is written with it, or not at all.

    with doing(Doer("a:12", "192.0.2.7", "s:3")): ...     # who does what follows
    async with database.writing() as connection:
        note(connection, "account-made", "a:17", {"duties": ["dealer"]})

Entries are chained when all else in the transaction is done, so that several servers wait for each
other at this one place and only for as long as it takes to keep what was written.
"""

import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

import msgspec
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import (
    DONE,
    NOTHING_YET,
    WHAT,
    AuditEntry,
    Doer,
    Last,
    Noted,
    Said,
    next_entry,
)
from tablewright.house.books.entries import as_text
from tablewright.signing.keys import utc_now

_NOTED = "audit"
SALT_BYTES = 16

BY_THE_HOUSE = Doer()
_doing: ContextVar[Doer] = ContextVar("doing", default=BY_THE_HOUSE)

_NEWEST = select(s.audit.c.n, s.audit.c.at, s.audit.c.hash).order_by(s.audit.c.n.desc()).limit(1)
_FIELDS = AuditEntry.__struct_fields__
_NEWEST_SQL = "SELECT n, at, hash FROM audit ORDER BY n DESC LIMIT 1"
_INSERT_SQL = f"INSERT INTO audit ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"
wall: Callable[[], datetime] = utc_now
"""The clock of this machine, as it is: an entry says if that was behind the one before."""
_LOCK = text("LOCK TABLE audit IN EXCLUSIVE MODE")


@contextmanager
def doing(doer: Doer) -> Iterator[None]:
    """Have what is noted from here on be done by someone."""
    before = _doing.set(doer)
    try:
        yield
    finally:
        _doing.reset(before)


def is_doing(doer: Doer) -> None:
    """Have what is noted in the rest of this request be done by who turned out to have sent it."""
    _doing.set(doer)


def doer() -> Doer:
    """Who does what is done now; the house itself, where nobody asked for it."""
    return _doing.get()


def note(
    connection: AsyncConnection,
    what: str,
    subject: str = "",
    said: Said | None = None,
    *,
    by: Doer | None = None,
    outcome: str = DONE,
) -> None:
    """Have something written into the audit with all else in this transaction."""
    connection.info[_NOTED].append(noted(by or doer(), what, subject, said, outcome))


def noted(
    by: Doer, what: str, subject: str = "", said: Said | None = None, outcome: str = DONE
) -> Noted:
    """Something to be written into the audit."""
    assert what in WHAT, f"the audit has no {what!r}: expected one of WHAT"
    return Noted(by, what, subject, said or {}, outcome)


def begin(connection: AsyncConnection) -> None:
    """A transaction begins in which nothing is noted yet."""
    connection.info[_NOTED] = []


async def finish(connection: AsyncConnection) -> None:
    """Write what was noted in a transaction that is about to end."""
    wanted: list[Noted] = connection.info.pop(_NOTED, [])
    if wanted:
        await append(connection, wanted)


async def append(connection: AsyncConnection, wanted: Sequence[Noted]) -> None:
    """Chain entries to the last one, whoever wrote that; others wait until this transaction ends."""
    if connection.dialect.name != "sqlite":  # There another may write at the same time.
        await connection.execute(_LOCK)
    row = (await connection.execute(_NEWEST)).first()
    made = _chained(Last(*row) if row else NOTHING_YET, wanted)
    await connection.execute(insert(s.audit), [msgspec.structs.asdict(each) for each in made])


def append_to_file(connection: sqlite3.Connection, wanted: Sequence[Noted]) -> None:
    """The same in a transaction of the ledger's own connection to a file."""
    row = connection.execute(_NEWEST_SQL).fetchone()
    made = _chained(Last(*row) if row else NOTHING_YET, wanted)
    connection.executemany(_INSERT_SQL, [msgspec.structs.astuple(each) for each in made])


async def blank(connection: AsyncConnection, person: str) -> None:
    """Take out the addresses of a person who is being erased; what they did stays."""
    if (
        connection.dialect.name != "sqlite"
    ):  # Or two of these would wait for each other at their end.
        await connection.execute(_LOCK)
    their = s.audit.c.who == person
    await connection.execute(update(s.audit).where(their).values(salt="", address=""))


def _chained(last: Last, wanted: Sequence[Noted]) -> list[AuditEntry]:
    made: list[AuditEntry] = []
    for each in wanted:
        entry = next_entry(last, each, as_text(wall()), secrets.token_hex(SALT_BYTES))
        last = Last(entry.n, entry.at, entry.hash)
        made.append(entry)
    return made
