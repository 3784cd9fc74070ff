"""What the house has set: one row for each setting, by its key. The audit tells of every change."""

import hashlib

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s
from tablewright.house.books.audit_entries import Said
from tablewright.house.books.auditing import note

PUT = text(
    "INSERT INTO settings (key, value) VALUES (:key, :value)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
"""Sets something, whether it was set before or not."""
LONGEST_TOLD = 1000
"""How long a value may be of which the audit has more than the hash."""


async def setting(connection: AsyncConnection, key: str) -> str | None:
    """What is set under a key; None, if nothing is."""
    kept: str | None = await connection.scalar(
        select(s.settings.c.value).where(s.settings.c.key == key)
    )
    return kept


async def put_setting(
    connection: AsyncConnection, key: str, value: str, *, is_own: bool = False, is_told: bool = True
) -> None:
    """Set something, in the middle of something else.

    What is the house's own is no act of administration; the audit does not tell of it. Of what is not
    to be told it has no value, but only that it is another.
    """
    before = None if is_own else await setting(connection, key)
    await connection.execute(PUT, {"key": key, "value": value})
    if not is_own and before != value:
        said: Said = {"now": _shown(value, is_told=is_told)}
        if before is not None:
            said["before"] = _shown(before, is_told=is_told)
        note(connection, "setting-changed", key, said)


def _shown(value: str, *, is_told: bool) -> str:
    """A value as the audit has it: what is long, or not to be told, by its hash."""
    if is_told and isinstance(value, str) and len(value) <= LONGEST_TOLD:
        return value
    hashed = hashlib.sha256(str(value).encode(errors="surrogateescape")).hexdigest()
    return f"sha256 {hashed}"
