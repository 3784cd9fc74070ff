"""What the house has signed, read again from the database; and which journals have grown since.

A row that cannot be read is no signature.
"""

import logging
from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Text, TextClause, bindparam, func, select, text

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import SIGNED_AUDIT, THE_AUDIT
from tablewright.house.books.database import Database
from tablewright.rules.errors import Refused
from tablewright.school.signed import SIGNED_REGISTER, THE_REGISTER
from tablewright.signing.memory import Reached
from tablewright.signing.statements import Statement, canonical, hash_of
from tablewright.table.journal import SIGNED_HEAD
from tablewright.table.journal import hash_of as line_hash

log = logging.getLogger(__name__)

GAP = "gap"
"""The kind of a statement that others are missing before it."""

_decode = msgspec.json.Decoder(Statement).decode


CHUNK_ROWS = 1000
"""How many statements are looked through before others have their turn."""


class Grown(NamedTuple):
    """A journal, or the register, and the head of it that was signed last."""

    table: str
    lines: int
    hash: str
    """Of its last line."""
    head: Statement | None
    hash_there: str
    """Of the line that the head was signed at; nothing, if there is none."""
    has_broken_head: bool = False
    """Whether there is a head that cannot be read."""
    snapshot: str = ""
    """The seal of the snapshot from which the table would be taken up."""
    shuffle: str = ""
    """The seal of a shuffle in it that is to be named."""
    tail: tuple[int, str] | None = None
    """The line that the house wrote last, and how it was sealed; none, if it never was."""


class Kept(NamedTuple):
    """How much was signed, by the database."""

    last: Statement | None
    number: int
    """Of the last statement; 0, if nothing was signed."""
    rows: int

    @property
    def reached(self) -> Reached:
        return Reached(self.number, hash_of(self.last) if self.last else "")


class Signatures:
    """The statements that a house has signed."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def kept(self) -> Kept:
        """How much was signed."""
        of = s.signatures.c
        newest = select(of.n, of.statement).order_by(of.n.desc()).limit(1)
        async with self.database.reading() as connection:
            count = await connection.scalar(select(func.count()).select_from(s.signatures))
            last = (await connection.execute(newest)).first()
        if last is None:
            return Kept(None, 0, 0)
        return Kept(statement_kept(last.statement), last.n, int(count or 0))

    async def has_journals(self) -> bool:
        """Whether there is a line of any journal."""
        async with self.database.reading() as connection:
            return await connection.scalar(select(s.journal.c.n).limit(1)) is not None

    async def after(self, number: int, limit: int) -> list[tuple[int, str]]:
        """What was signed after a statement, as it was written, the oldest first."""
        of = s.signatures.c
        asked = select(of.n, of.statement).where(of.n > number).order_by(of.n).limit(limit)
        async with self.database.reading() as connection:
            return [(row.n, str(row.statement)) for row in await connection.execute(asked)]

    async def of(self, subject: str, kind: str) -> list[Statement]:
        """What was signed of one thing, the oldest first; refused, if some of it cannot be read."""
        of = s.signatures.c
        asked = select(of.statement).where(of.subject == subject, of.kind == kind).order_by(of.n)
        async with self.database.reading() as connection:
            rows = list(await connection.execute(asked))
        found = [each for (kept,) in rows if (each := statement_kept(kept)) is not None]
        if len(found) < len(rows):
            raise Refused("something that the house has signed of it cannot be read any more")
        return found

    async def latest(self, subject: str, kind: str) -> Statement | None:
        """What was signed last of one thing."""
        of = s.signatures.c
        asked = select(of.statement).where(of.subject == subject, of.kind == kind)
        async with self.database.reading() as connection:
            return statement_kept(await connection.scalar(asked.order_by(of.n.desc()).limit(1)))

    async def head_over(self, table: str, lines: int) -> Statement | None:
        """The first head that answers for so many lines of a journal, or else the newest."""
        of = s.signatures.c
        heads = select(of.statement).where(of.subject == table, of.kind == SIGNED_HEAD)
        first = heads.where(of.lines >= lines).order_by(of.n).limit(1)
        async with self.database.reading() as connection:
            found = await connection.scalar(first)
        return statement_kept(found) if found else await self.latest(table, SIGNED_HEAD)

    async def journals(self, tables: Collection[str]) -> list[Grown]:
        """The journals of these tables."""
        named = bindparam("tables", sorted(tables), Text, expanding=True)
        return await self._journals(text(f"{_JOURNALS} WHERE t.id IN :tables").bindparams(named))

    async def open_journals(self) -> list[Grown]:
        """The journals of all tables that are not closed."""
        return await self._journals(text(f"{_JOURNALS} WHERE t.status <> 'closed'"))

    async def every_journal(self) -> list[Grown]:
        """The journals of all tables that ever were."""
        return await self._journals(text(_JOURNALS))

    async def register(self) -> Grown | None:
        """The register of the school, with its signed head; None, if nothing was ever signed in it."""
        return await self._chain("school_register", THE_REGISTER, SIGNED_REGISTER)

    async def audit(self) -> Grown | None:
        """The audit, with its signed head; None, if nothing was ever written in it."""
        return await self._chain("audit", THE_AUDIT, SIGNED_AUDIT)

    async def _chain(self, table: str, subject: str, kind: str) -> Grown | None:
        """A table of chained entries, with its signed head."""
        asked = text(_CHAIN.format(table=table, subject=subject, kind=kind))
        async with self.database.reading() as connection:
            row = (await connection.execute(asked)).first()
        if row is None or not (isinstance(row.n, int) and isinstance(row.hash, str)):
            return None
        head = statement_kept(row.statement)
        is_broken = head is None and row.statement is not None
        return Grown(subject, row.n, row.hash, head, str(row.there or ""), is_broken)

    async def _journals(self, asked: TextClause) -> list[Grown]:
        async with self.database.reading() as connection:
            rows = list(await connection.execute(asked))
        return [each for row in rows if (each := _grown(row)) is not None]

    async def wrong(self) -> str:
        """The first statement that is not as it was written, and why; nothing, if all are.

        Each names the one before it by its hash, but for the one that says that there is a gap. So the
        last one, which is looked at with its signature, answers for all.
        """
        of, number, after = s.signatures.c, 0, ""
        while True:
            asked = select(s.signatures).where(of.n > number).order_by(of.n).limit(CHUNK_ROWS)
            async with self.database.reading() as connection:
                rows = list(await connection.execute(asked))
            if not rows:
                return ""
            for row in rows:
                found = statement_kept(row.statement)
                if found is None:
                    return f"statement {row.n} cannot be read"
                if columns(found) != (row.n, row.kind, row.subject, row.lines):
                    return f"statement {row.n} is kept as another than it is"
                if found.kind != GAP and found.text("after") != after:
                    return f"statement {row.n} does not follow the one before it"
                number, after = row.n, hash_of(found)


# From a table to its last line and its last head along the keys: a journal may have millions of lines.
_JOURNALS = f"""
    SELECT t.id, j.n, j.line, s.statement, p.line AS there, k.seal, w.n AS tail_n, w.tag
    FROM tables AS t
    JOIN journal AS j ON j.table_id = t.id
        AND j.n = (SELECT max(n) FROM journal WHERE table_id = t.id)
    LEFT JOIN signatures AS s
        ON s.n = (SELECT max(n) FROM signatures WHERE subject = t.id AND kind = '{SIGNED_HEAD}')
    LEFT JOIN journal AS p ON p.table_id = t.id AND p.n = s.lines
    LEFT JOIN snapshots AS k ON k.table_id = t.id
    LEFT JOIN tails AS w ON w.table_id = t.id"""

_CHAIN = """
    SELECT r.n, r.hash, s.statement, p.hash AS there
    FROM {table} AS r
    LEFT JOIN signatures AS s ON s.n = (
        SELECT max(n) FROM signatures WHERE subject = '{subject}' AND kind = '{kind}')
    LEFT JOIN {table} AS p ON p.n = s.lines
    WHERE r.n = (SELECT max(n) FROM {table})"""


def _grown(row: Any) -> Grown | None:
    if not (isinstance(row.id, str) and isinstance(row.n, int) and isinstance(row.line, str)):
        return None
    there = journal_line_hash(row.there) if isinstance(row.there, str) else ""
    head = statement_kept(row.statement)
    is_broken = head is None and row.statement is not None
    found = Grown(row.id, row.n, journal_line_hash(row.line), head, there, is_broken)
    tail = (row.tail_n, str(row.tag)) if row.tag is not None else None
    return found._replace(snapshot=str(row.seal or ""), tail=tail)


def columns(statement: Statement) -> tuple[int, str, str, int]:
    """By what a statement is found."""
    lines = "missing" if statement.kind == GAP else "lines"
    counted = max(0, statement.number(lines))
    return statement.number("number"), statement.kind, statement.of, counted


def journal_line_hash(line: str) -> str:
    """The hash with which a line ends, as the database has it."""
    return line_hash(line.encode(errors="surrogateescape"))


def statement_kept(kept: object) -> Statement | None:
    """A statement as it was signed; none, where a row does not hold one."""
    if kept is None:
        return None
    try:
        found = _decode(str(kept))
        if canonical(found).decode() == kept:
            return found
    except (msgspec.MsgspecError, ValueError, RecursionError):
        pass
    log.error("a row of the database is left out, as it holds no signature that can be read")
    return None
