"""Which journals lie in files and no longer in the database: each with its file and what it came to."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import insert, select, text

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import Said
from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database
from tablewright.house.books.entries import as_text
from tablewright.rules.errors import Refused
from tablewright.table.journal import hash_of

DROPPED = ("transfers", "snapshots", "tails", "commands", "seats", "vault", "conduct", "journal")
"""The tables whose rows go with a journal, in the order in which they can."""


class Archived(NamedTuple):
    """A journal that lies in a file."""

    table_id: str
    lines: int
    hash: str
    """Of the last line."""
    file: str
    """Its name, in the folder of the archive."""
    sha256: str
    """Of the file as it lies there."""
    bytes: int
    result: int
    """What the table won, in cents, and how many rounds it played."""
    rounds: int
    at: datetime
    by: str


class LiesInArchive(Refused):
    """A journal that is asked for and lies in a file."""

    def __init__(self, of: Archived) -> None:
        super().__init__(
            f"The journal of table {of.table_id} lies in the archive, in {of.file} (SHA-256"
            f" {of.sha256}): `tablewright verify` and `replay` read it there."
        )


class Ended(NamedTuple):
    """A closed journal that is still in the database."""

    id: str
    lines: int
    last: bytes
    """Its last line."""

    @property
    def hash(self) -> str:
        return hash_of(self.last)


_ENDED = text(
    """
    SELECT t.id, j.n, j.line FROM tables AS t
    JOIN journal AS j ON j.table_id = t.id
        AND j.n = (SELECT max(n) FROM journal WHERE table_id = t.id)
    WHERE t.status = 'closed' AND t.closed < :before AND j.event = 'closed'
    ORDER BY t.number"""
)


class Archives:
    """The journals of a house that lie in files."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ended(self, before: datetime) -> list[Ended]:
        """The journals in the database of tables that were closed before a moment, oldest first."""
        async with self.database.reading() as connection:
            rows = list(await connection.execute(_ENDED.bindparams(before=as_text(before))))
        return [Ended(id, n, line.encode(errors="surrogateescape")) for id, n, line in rows]

    async def of(self, table: str) -> Archived | None:
        """Where the journal of a table lies; None, if it is in the database."""
        return (await self.among([table])).get(table)

    async def among(self, tables: Collection[str]) -> dict[str, Archived]:
        """Those of some tables whose journals lie in files, by their ids."""
        rows = await self._rows(select(s.archives).where(s.archives.c.table_id.in_(tables)))
        return {each.table_id: each for each in rows}

    async def last(self, limit: int) -> list[Archived]:
        """Those that were archived last, the newest first."""
        return await self._rows(select(s.archives).order_by(s.archives.c.at.desc()).limit(limit))

    async def drop(self, made: Archived) -> None:
        """Name the file in which a journal lies and drop its lines, both or neither."""
        values = made._replace(at=as_text(made.at))._asdict()  # type: ignore[arg-type]
        async with self.database.writing() as connection:
            await connection.execute(insert(s.archives).values(values))
            said: Said = {"file": made.file, "sha256": made.sha256, "lines": made.lines}
            note(connection, "archived", made.table_id, said)
            for name in DROPPED:
                of = s.metadata.tables[name]
                await connection.execute(of.delete().where(of.c.table_id == made.table_id))

    async def _rows(self, asked: Any) -> list[Archived]:
        async with self.database.reading() as connection:
            rows = list(await connection.execute(asked))
        found = [Archived(*row) for row in rows]
        return [each._replace(at=datetime.fromisoformat(str(each.at))) for each in found]


async def refuse_archived(database: Database, table: str) -> None:
    """Refuse to look for a journal in the database that lies in a file, and say in which."""
    if (found := await Archives(database).of(table)) is not None:
        raise LiesInArchive(found)
