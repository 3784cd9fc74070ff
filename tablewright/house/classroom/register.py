"""The register of the school: what people have signed about those who learn. It only ever grows.

    entry = await register.add(about, by, act)      # `about` is a key (`a:12`), `by` a Person
    await register.of(about)                        # entries about one person, the oldest first
    await register.all()
    await register.write(connection, about, by, act)    # as a part of something else

What can be signed, and how entries are chained, stands in `school/signed.py`. A row that cannot be read
is left out here, and found by `check`.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, Select, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text
from tablewright.house.people.person import Person
from tablewright.rules.errors import Refused, quoted
from tablewright.school.signed import (
    FIRST,
    Act,
    Altered,
    Entry,
    ErasureAsked,
    ErasureDeclined,
    check_register,
    signed_entry,
)

KEY = "a:"
"""What everyone who is written about has: an account."""
ABOUT_ERASURE = (ErasureAsked, ErasureDeclined)
"""What the audit tells of too: that it was done, the account's own entry says."""


class Register:
    """The register of a house."""

    def __init__(self, database: Database, now: Callable[[], datetime] | None = None) -> None:
        self.database = database
        self.now = now or (lambda: datetime.now(UTC))

    async def add(self, about: str, by: Person | None, act: Act) -> Entry:
        """A person signs something about another; the house itself, where nobody is named."""
        try:
            async with self.database.writing() as connection:
                return await self.write(connection, about, by, act)
        except IntegrityError:
            raise Refused("The register was changed meanwhile: try again.") from None

    async def write(
        self, connection: AsyncConnection, about: str, by: Person | None, act: Act
    ) -> Entry:
        """Write an entry down, in the middle of something else."""
        if not about.startswith(KEY):
            raise Refused(f"{quoted(about)} has no account: expected a person who has one")
        if not self.database.is_sqlite:  # There another may write at the same time.
            await connection.execute(text("LOCK TABLE school_register IN EXCLUSIVE MODE"))
        r = s.school_register.c
        newest = select(r.n, r.hash).order_by(r.n.desc()).limit(1)
        last = (await connection.execute(newest)).first()
        entry = signed_entry(
            last.n + 1 if last else 1,
            as_text(self.now()),
            about,
            by.account if by else None,
            by.name if by else "",
            act,
            str(last.hash) if last else FIRST,
        )
        row = {each: getattr(entry, each) for each in entry.__struct_fields__}
        await connection.execute(insert(s.school_register).values(row))
        if isinstance(act, ABOUT_ERASURE):
            did = str(act.__struct_config__.tag)
            note(connection, "erasure", about, {"entry": entry.n, "did": did})
        return entry

    async def of(self, about: str) -> list[Entry]:
        """What was signed about a person, the oldest first."""
        return await self._read(_every().where(s.school_register.c.about == about))

    async def all(self) -> list[Entry]:
        """Everything that was signed, the oldest first."""
        return await self._read(_every())

    async def check(self) -> Altered | None:
        """The first entry that is not as it was signed; None, if all are."""
        async with self.database.reading() as connection:
            count = await connection.scalar(select(func.count()).select_from(s.school_register))
        entries = await self.all()
        found = check_register(entries)
        if found is None and len(entries) != count:
            found = Altered(len(entries) + 1, "it cannot be read: expected an entry")
        if found is None and entries and entries[0].n != 1:
            found = Altered(1, "it is missing: expected the first entry")
        return found

    async def _read(self, asked: Select[Any]) -> list[Entry]:
        async with self.database.reading() as connection:
            return readable(await connection.execute(asked), _entry)


def _every() -> Select[Any]:
    return select(s.school_register).order_by(s.school_register.c.n)


def _entry(row: Row[Any]) -> Entry:
    texts = (row.at, row.about, row.name, row.did, row.prev, row.hash)
    is_whole = all(isinstance(each, str) for each in texts) and isinstance(row.n, int)
    if not is_whole or not isinstance(row.account, int | None):
        raise Refused(f"entry {row.n!r} of the register is not one")
    return Entry(
        n=row.n,
        at=row.at,
        about=row.about,
        account=row.account,
        name=row.name,
        did=row.did,
        prev=row.prev,
        hash=row.hash,
    )
