"""Names that nobody has again: those of erased accounts, under which journals and signatures stand.

Only a hash of each is kept, which tells a name to nobody who does not guess it.
"""

import hashlib

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright.house.books.formats import HOUSE
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.people.names import skeleton

SETTING = "erased-names"


async def reserve(connection: AsyncConnection, name: str) -> None:
    """Keep a name from being taken again."""
    kept = sorted({*await _hashes(connection), await _hash(connection, name)})
    await put_setting(connection, SETTING, msgspec.json.encode(kept).decode(), is_own=True)


async def is_reserved(connection: AsyncConnection, name: str) -> bool:
    """Whether an erased account had this name, or one that looks like it."""
    return await _hash(connection, name) in await _hashes(connection)


async def _hash(connection: AsyncConnection, name: str) -> str:
    house = await setting(connection, HOUSE)
    return hashlib.sha256(f"{house}:{skeleton(name)}".encode()).hexdigest()


async def _hashes(connection: AsyncConnection) -> list[str]:
    kept = await setting(connection, SETTING)
    try:
        return msgspec.json.decode(kept, type=list[str]) if kept else []
    except (msgspec.MsgspecError, TypeError, ValueError):
        return []
