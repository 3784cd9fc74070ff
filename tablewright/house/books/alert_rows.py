"""The rows of the alerts: written together, read when the doors open, and deleted when they are old."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, func, select, text

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import as_text

PUT = text(
    "INSERT INTO alerts (id, table_id, kind, subject, raised, cleared, kept)"
    " VALUES (:id, :table_id, :kind, :subject, :raised, :cleared, :kept)"
    " ON CONFLICT (id) DO UPDATE SET cleared = excluded.cleared, kept = excluded.kept"
)


class KeptAlert(NamedTuple):
    """An alert as it is kept; who took it, and what was found, is JSON."""

    id: int
    table: str
    """The table's id; nothing for an alert of the house, whose row has no table."""
    kind: str
    subject: str
    raised: datetime
    cleared: datetime | None
    kept: str


async def every_alert(database: Database) -> tuple[list[KeptAlert], int]:
    """All that are kept, the oldest first, and the highest number that one of them has."""
    a = s.alerts.c
    async with database.reading() as connection:
        rows = await connection.execute(select(s.alerts).order_by(a.id))
        found = readable(rows, _alert)
        last = await connection.scalar(select(func.max(a.id)))
    return found, int(last or 0)


async def put_alerts(
    database: Database, alerts: Collection[KeptAlert], forgotten: Collection[int] = ()
) -> None:
    """Write some alerts as they are now, and delete others; all of it, or nothing."""
    rows = [
        {
            "id": each.id,
            "table_id": each.table or None,
            "kind": each.kind,
            "subject": each.subject,
            "raised": as_text(each.raised),
            "cleared": as_text(each.cleared) if each.cleared else None,
            "kept": each.kept,
        }
        for each in alerts
    ]
    async with database.writing() as connection:
        if rows:
            await connection.execute(PUT, rows)
        if forgotten:
            await connection.execute(delete(s.alerts).where(s.alerts.c.id.in_(list(forgotten))))


def _alert(row: Row[Any]) -> KeptAlert:
    for text_kept in (row.kind, row.subject, row.raised, row.kept):
        if not isinstance(text_kept, str):
            raise TypeError("an alert")
    if row.table_id is not None and not (isinstance(row.table_id, str) and row.table_id):
        raise TypeError("the table of an alert")
    cleared = datetime.fromisoformat(row.cleared) if row.cleared else None
    raised = datetime.fromisoformat(row.raised)
    if raised.tzinfo is None or (cleared is not None and cleared.tzinfo is None):
        raise ValueError("the time of an alert")
    return KeptAlert(row.id, row.table_id or "", row.kind, row.subject, raised, cleared, row.kept)
