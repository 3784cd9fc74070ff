"""What the house has set: one row for each setting, by its key."""

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books import schema as s

PUT = text(
    "INSERT INTO settings (key, value) VALUES (:key, :value)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
"""Sets something, whether it was set before or not."""


async def setting(connection: AsyncConnection, key: str) -> str | None:
    """What is set under a key; None, if nothing is."""
    kept: str | None = await connection.scalar(
        select(s.settings.c.value).where(s.settings.c.key == key)
    )
    return kept


async def put_setting(connection: AsyncConnection, key: str, value: str) -> None:
    """Set something, in the middle of something else."""
    await connection.execute(PUT, {"key": key, "value": value})
