"""The audit as it is read: a page of it, all of it as a file, and whether it is as it was written.

page = await audit.page(Asked(what=("sign-in",)), limit=50)     # the newest first
async for entries in audit.every(until=page.last): ...           # the oldest first
await audit.wrong()                                              # nothing, if it is whole
"""

import hashlib
from collections.abc import AsyncIterator, Collection
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, func, select

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import (
    SIGNED_AUDIT,
    THE_AUDIT,
    AuditCheck,
    AuditEntry,
    Said,
    written,
)
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database, readable
from tablewright.house.books.signing import Signing
from tablewright.rules.errors import Refused
from tablewright.school.signed import Altered
from tablewright.signing.files import Digest, signature_file
from tablewright.signing.statements import Statement

AT_ONCE = 1000
"""How many entries are read before others have their turn."""
MOST_SHOWN = 200
FILE = "audit.jsonl"
_FIELDS = AuditEntry.__struct_fields__


class Asked(NamedTuple):
    """Which entries are asked for: all, where nothing is said."""

    who: str = ""
    what: tuple[str, ...] = ()
    subject: str = ""
    since: str = ""
    until: str = ""
    """Times as the database keeps them."""


EVERYTHING = Asked()


class Page(NamedTuple):
    """Some entries, the newest first."""

    entries: list[AuditEntry]
    has_more: bool
    last: int
    """How many entries the audit has."""


class Audit:
    """The audit of a house."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def note(self, what: str, subject: str = "", said: Said | None = None) -> None:
        """Write down something that is no part of another change, such as a file taken out."""
        async with self.database.writing() as connection:
            note(connection, what, subject, said)

    async def page(
        self, asked: Asked = EVERYTHING, before: int | None = None, limit: int = 50
    ) -> Page:
        """The entries that are asked for, before one of them where that is named."""
        a = s.audit.c
        chosen = _chosen(asked).order_by(a.n.desc()).limit(min(limit, MOST_SHOWN) + 1)
        if before is not None:
            chosen = chosen.where(a.n < before)
        async with self.database.reading() as connection:
            rows = list(await connection.execute(chosen))
            last = await connection.scalar(select(func.max(a.n)))
        most = min(limit, MOST_SHOWN)
        return Page(readable(rows[:most], _entry), len(rows) > most, last or 0)

    async def every(
        self, asked: Asked = EVERYTHING, until: int | None = None
    ) -> AsyncIterator[list[AuditEntry]]:
        """All that are asked for, the oldest first, some at a time; up to one, where it is named."""
        a, after = s.audit.c, 0
        chosen = _chosen(asked).order_by(a.n).limit(AT_ONCE)
        if until is not None:
            chosen = chosen.where(a.n <= until)
        while True:
            async with self.database.reading() as connection:
                rows = list(await connection.execute(chosen.where(a.n > after)))
            if not rows:
                return
            yield readable(rows, _entry)
            after = rows[-1].n

    async def names(self, keys: Collection[str]) -> dict[str, str]:
        """What the accounts among some keys are called today."""
        numbers = {int(key[2:]) for key in keys if key.startswith("a:") and key[2:].isdecimal()}
        if not numbers:
            return {}
        a = s.accounts.c
        async with self.database.reading() as connection:
            rows = await connection.execute(select(a.id, a.name).where(a.id.in_(numbers)))
            return {f"a:{row.id}": str(row.name) for row in rows}

    async def key_of(self, name: str) -> str:
        """The key of the account that has a name today; nothing, if none has."""
        a = s.accounts.c
        async with self.database.reading() as connection:
            found = await connection.scalar(select(a.id).where(a.name == name))
        return f"a:{found}" if found is not None else ""

    async def wrong(self, heads: Collection[Statement] = ()) -> Altered | None:
        """The first entry that is not as it was written, or as it was signed; None, if all are."""
        check, signed = AuditCheck(), {each.number("lines"): each for each in heads}
        async for entries in self.every():
            if found := check.read(entries):
                return found
            for each in entries:
                head = signed.pop(each.n, None)
                if head is not None and head.text("hash") != each.hash:
                    return Altered(each.n, WRITTEN_ANEW)
        if signed:
            return Altered(min(signed), "it is missing, and the house has signed it")
        return check.end()


WRITTEN_ANEW = "it is another than the house signed: the audit was written anew"


async def content(audit: Audit, until: int | None = None) -> AsyncIterator[bytes]:
    """The audit as a file, some lines at a time."""
    async for entries in audit.every(until=until):
        yield b"".join(written(each) for each in entries)


async def signed_content(audit: Audit, signing: Signing, until: int) -> bytes:
    """What lies beside that file: the signed heads, and a statement over it.

    An audit that is not as it was written, or signed before, is refused.
    """
    heads = [
        each
        for each in await signing.heads(THE_AUDIT, SIGNED_AUDIT)
        if each.number("lines") <= until
    ]
    if wrong := await audit.wrong(heads):
        raise Refused(f"The audit is not signed: entry {wrong.n:,}: {wrong.why}.")
    hashed, size = hashlib.sha256(), 0
    async for piece in content(audit, until):
        hashed.update(piece)
        size += len(piece)
    said: dict[str, str | int] = {"lines": until, "heads": len(heads)}
    found = Digest(hashed.hexdigest(), size)
    made = await signing.sign_file(FILE, found, "the audit of the house", said)
    return signature_file([*heads, made], await signing.ring())


def _chosen(asked: Asked) -> Select[Any]:
    a = s.audit.c
    found = select(*(a[each] for each in _FIELDS))
    if asked.who:
        found = found.where((a.who == asked.who) | (a.subject == asked.who))
    if asked.what:
        found = found.where(a.what.in_(asked.what))
    if asked.subject:
        found = found.where(a.subject == asked.subject)
    if asked.since:
        found = found.where(a.at >= asked.since)
    if asked.until:
        found = found.where(a.at < asked.until)
    return found


def _entry(row: Row[Any]) -> AuditEntry:
    """An entry from its row; one that cannot be read is missed by who follows the chain."""
    found = dict(zip(_FIELDS, row, strict=True))
    if not isinstance(found["n"], int) or any(
        not isinstance(value, str) for name, value in found.items() if name != "n"
    ):
        raise Refused(f"entry {found['n']!r} of the audit is not one")
    made = AuditEntry(**found)
    written(made)  # What is no text cannot be.
    return made
