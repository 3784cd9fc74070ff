"""The archive command: journals of past gaming days go to files, while the house is closed."""

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

from tablewright.cli.interrupts import so_far
from tablewright.cli.sheets import Sheet, show_as
from tablewright.house.books.audit_entries import COMMAND_LINE, Doer
from tablewright.house.books.auditing import doing
from tablewright.house.books.database import Database
from tablewright.house.books.house_keys import archive_folder, keys_folder
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.places import database_address
from tablewright.house.books.signing import Signing
from tablewright.house.screens.gaming_day import GamingDays
from tablewright.house.tables.archiving import Archiving, Progress
from tablewright.rules.errors import Refused, quoted
from tablewright.table.words import counted

BY = "the command line"


def archive_days(
    before: str,
    database: str | None,
    data: str | None,
    keys: str | None,
    folder: str | None,
    *,
    as_json: bool,
) -> int:
    """Archive every journal of a gaming day before the one that is named."""
    try:
        day = date.fromisoformat(before)
    except ValueError:
        raise Refused(f"--before is {quoted(before)}: expected a day, as in 2026-11-01") from None
    to = Path(folder) if folder else archive_folder(database, data)
    named = Path(keys) if keys else keys_folder(database, data)
    so_far("with those tables archived that are listed in the pit; the others are as they were")
    with doing(Doer(COMMAND_LINE)):
        done = asyncio.run(_archive(database_address(database, data), named, to, day))
    rows = [
        ["archived", f"{counted(done.done, 'table')}, {counted(done.lines, 'line')}"],
        ["files", f"{done.bytes:,} bytes in {to}"],
        *([f"left {each.table}", each.why] for each in done.left),
    ]
    document: dict[str, Any] = {
        "before": done.before,
        "folder": str(to),
        "tables": done.done,
        "lines": done.lines,
        "bytes": done.bytes,
        "left": [each._asdict() for each in done.left],
    }
    shown = show_as(
        lambda: document,
        lambda: [Sheet(f"tables that were closed before {day}", rows)],
        as_json=as_json,
    )
    if done.left:
        raise Refused(
            f"{counted(len(done.left), 'table')} could not be archived: {done.left[0].why}"
        )
    return shown


async def _archive(address: str, keys: Path, folder: Path, before: date) -> Progress:
    database = await Database.open(address)
    try:
        ledger = Ledger(database)
        await ledger.start()
        try:
            signing = await Signing.open(database, ledger, keys)
            return await Archiving(ledger, signing, GamingDays(database), folder).archive(
                before, BY
            )
        finally:
            await ledger.stop()
    finally:
        await database.close()
