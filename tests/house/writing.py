"""A program that writes to a ledger until it is ended: `python -m tests.house.writing ADDRESS TABLES`.

It says each entry that it was told is kept, so that whoever ends it knows what must be there.
"""

import asyncio
import sys

from tablewright.house.books.ledger import Ledger
from tablewright.rules.errors import Refused
from tests.house import recorded


async def _play(ledger: Ledger, table: str) -> None:
    for number, entry in enumerate(recorded.entries(table)):
        await ledger.append(entry)
        print(table, number, flush=True)


async def _main(address: str, tables: int) -> None:
    if tables:
        recorded.entries("")  # Before the ledger starts, as this takes a while.
    async with recorded.opened(address) as ledger:
        print("owner", flush=True)
        names = [await recorded.new_table(ledger) for _ in range(tables)]
        await asyncio.gather(*(_play(ledger, name) for name in names))
        await asyncio.sleep(600)


if __name__ == "__main__":
    try:
        asyncio.run(_main(sys.argv[1], int(sys.argv[2])))
    except Refused as refused:
        print(f"refused: {refused}", flush=True)
