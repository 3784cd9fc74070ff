"""A server that wants a database again and again.

Whenever it owns the database it makes the witness, a file that nobody else may have made meanwhile, and
begins more entries than are written when it closes. It says what it was told is kept. The witness goes
at the last moment before the lock does, and SQLite must have closed the database by then.
"""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

from tablewright.house.books.database import Database
from tablewright.house.books.entries import LedgerEntry
from tablewright.house.books.ledger import Ledger, LedgerFailed
from tablewright.house.books.ownership import DatabaseFile
from tablewright.rules.errors import Refused
from tests.house import recorded
from tests.house.forking import Say

AT_ONCE = 40


def _open_files(database: Path) -> list[str]:
    """Which files of the database this process has open."""
    found = []
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if str(each.readlink()).startswith(str(database)):
                found.append(each.readlink().name)
    return sorted(found)


def _watch(say: Say, file: DatabaseFile, witness: Path) -> None:
    disown = file.disown

    def watched() -> None:
        if file.is_owner:
            left = _open_files(file.path)
            allowed = [file.path.name, f"{file.path.name}.lock"]
            if left != allowed:
                say(f"error: still open {left}")
            witness.unlink()
        disown()

    file.disown = watched  # type: ignore[method-assign]


async def _turn(say: Say, address: str, witness: Path) -> bool:
    """Own the database once, if it can be had."""
    database = await Database.open(address)
    ledger = Ledger(database)
    try:
        await ledger.start()
    except Refused:
        await database.close()
        return False
    try:
        os.close(os.open(witness, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        say("error: two own the database")
    assert database.file is not None
    _watch(say, database.file, witness)
    table = await recorded.new_table(ledger)

    async def append(number: int, entry: LedgerEntry) -> None:
        with suppress(LedgerFailed):
            await ledger.append(entry)
            say(f"{table} {number}")

    kept = enumerate(recorded.entries(table)[:AT_ONCE])
    writing = [asyncio.create_task(append(*each)) for each in kept]
    await asyncio.sleep(0)
    await ledger.stop()
    await asyncio.gather(*writing)
    await database.close()
    return True


def contend(say: Say, address: str, turns: int, witness: Path) -> None:
    """Own the database so many times."""

    async def run() -> None:
        owned = 0
        while owned < turns:
            owned += await _turn(say, address, witness)

    asyncio.run(run())
