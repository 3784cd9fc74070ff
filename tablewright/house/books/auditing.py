"""How the audit is written: what is noted within a transaction is written with it, or not at all.

    with doing(Doer("a:12", "192.0.2.7", "s:3")): ...     # who does what follows
    async with database.writing() as connection:
        note(connection, "account-made", "a:17", {"duties": ["dealer"]})

Entries are chained when all else in the transaction is done, so that several servers wait for each
other at this one place and only for as long as it takes to keep what was written.
"""

import re
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec
from sqlalchemy import text, update
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
from tablewright.house.books.house_clock import HouseClock
from tablewright.school.signed import FIRST

_NOTED = "audit"
SALT_BYTES = 16
TIME, HASH = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{15}\+00:00"), re.compile("[0-9a-f]{64}")

BY_THE_HOUSE = Doer()
_doing: ContextVar[Doer] = ContextVar("doing", default=BY_THE_HOUSE)

_FIELDS = AuditEntry.__struct_fields__
_NEWEST = "SELECT n, at, hash FROM audit ORDER BY n DESC LIMIT 1"
# By what the last entry has there, though it may be broken: the next one follows all the same.
_VALUES = {each: f":{each}" for each in _FIELDS} | {
    "prev": "coalesce((SELECT hash FROM audit WHERE n = :n - 1), :prev)"
}
_ADD = f"INSERT INTO audit ({', '.join(_FIELDS)}) VALUES ({', '.join(_VALUES.values())})"
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


async def finish(connection: AsyncConnection, clock: HouseClock) -> None:
    """Write what was noted in a transaction that is about to end."""
    wanted: list[Noted] = connection.info.pop(_NOTED, [])
    if wanted:
        await append(connection, wanted, clock)


async def append(connection: AsyncConnection, wanted: Sequence[Noted], clock: HouseClock) -> None:
    """Chain entries to the last one; others who write wait until this transaction ends."""
    if connection.dialect.name != "sqlite":  # There another may write at the same time.
        await connection.execute(_LOCK)
    row = (await connection.execute(text(_NEWEST))).first()
    await connection.execute(text(_ADD), _chained(_last(row), wanted, clock))


def append_to_file(
    connection: sqlite3.Connection, wanted: Sequence[Noted], clock: HouseClock
) -> None:
    """The same in a transaction of the ledger's own connection to a file."""
    row = connection.execute(_NEWEST).fetchone()
    connection.executemany(_ADD, _chained(_last(row), wanted, clock))


async def blank(connection: AsyncConnection, person: str) -> None:
    """Take out the addresses of a person who is being erased; what they did stays."""
    if (
        connection.dialect.name != "sqlite"
    ):  # Or two of these would wait for each other at their end.
        await connection.execute(_LOCK)
    their = s.audit.c.who == person
    await connection.execute(update(s.audit).where(their).values(salt="", address=""))


def _last(row: Sequence[Any] | None) -> Last:
    """The last entry; one that cannot be read keeps nobody from writing the next."""
    if row is None:
        return NOTHING_YET
    n, at, hash = row
    is_time = isinstance(at, str) and TIME.fullmatch(at)
    is_hash = isinstance(hash, str) and HASH.fullmatch(hash)
    return Last(n, at if is_time else "", hash if is_hash else FIRST)


def _chained(last: Last, wanted: Sequence[Noted], clock: HouseClock) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    at, said = as_text(clock.now()), as_text(clock.wall())
    for each in wanted:
        entry = next_entry(last, each, at, said, secrets.token_hex(SALT_BYTES))
        last = Last(entry.n, entry.at, entry.hash)
        made.append(msgspec.structs.asdict(entry))
    return made
