"""A program that writes to a ledger until it is killed.

It says each entry that it was told is kept, so that its test knows what must be there.
"""

import asyncio

from tablewright.house.books.ledger import Ledger
from tablewright.rules.errors import Refused
from tests.house import recorded
from tests.house.forking import Say


def write(say: Say, address: str, tables: int = 0) -> None:
    """Own a database, and write to so many tables at once."""
    try:
        asyncio.run(_write(say, address, tables))
    except Refused as refused:
        say(f"refused: {refused}")


async def _write(say: Say, address: str, tables: int) -> None:
    async with recorded.opened(address) as ledger:
        say("owner")
        names = [await recorded.new_table(ledger) for _ in range(tables)]
        await asyncio.gather(*(_play(say, ledger, name) for name in names))
        await asyncio.sleep(600)


async def _play(say: Say, ledger: Ledger, table: str) -> None:
    for number, entry in enumerate(recorded.entries(table)):
        await ledger.append(entry)
        say(f"{table} {number}")
