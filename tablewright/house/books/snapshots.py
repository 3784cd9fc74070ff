"""The newest snapshot of a table, read again with what it must fit: its line, and the signed head."""

from typing import Any, NamedTuple

from sqlalchemy import text

from tablewright.house.books.database import Database
from tablewright.house.books.entries import KeptSnapshot
from tablewright.house.books.signatures import statement_kept
from tablewright.table.journal import SIGNED_HEAD


class FoundSnapshot(NamedTuple):
    """A snapshot as it is kept."""

    kept: KeptSnapshot
    line: bytes
    """The line that it says it stands behind."""
    head_lines: int = 0
    """How many lines the journal had when its head was signed last; none, if it never was."""
    head_seal: str = ""
    """The seal of the snapshot that was there then."""


_ASKED = text(
    f"""
    SELECT k.n, k.hash, k.seal, k.code, k.kept, j.line, g.statement
    FROM snapshots AS k
    LEFT JOIN journal AS j ON j.table_id = k.table_id AND j.n = k.n
    LEFT JOIN signatures AS g ON g.n = (
        SELECT max(n) FROM signatures WHERE subject = k.table_id AND kind = '{SIGNED_HEAD}')
    WHERE k.table_id = :table"""
)


async def newest_snapshot(database: Database, table: str) -> FoundSnapshot | None:
    """The newest snapshot of a table; None, if there is none."""
    async with database.reading() as connection:
        row = (await connection.execute(_ASKED.bindparams(table=table))).first()
    return None if row is None else _found(row)


def _found(row: Any) -> FoundSnapshot:
    kept = KeptSnapshot(row.n, str(row.hash), str(row.seal), str(row.code), bytes(row.kept))
    line = str(row.line or "").encode(errors="surrogateescape")
    head = statement_kept(row.statement)
    if head is None:
        return FoundSnapshot(kept, line)
    return FoundSnapshot(kept, line, head.number("lines"), head.text("snapshot"))
