"""Archiving: the journals of past gaming days go to compressed files, and then from the database.

    written under another name -> put in its place -> signed -> verified by a process of its own
        -> named in the database and dropped from it, in one transaction

Whatever ends it in between, the lines are in the database, or the file is whole and named there. Table
by table: one that does not verify stays where it is, and it is said why.
"""

import asyncio
import gzip
import hashlib
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tablewright.house.books.archives import Archived, Archives, Ended
from tablewright.house.books.ledger import Ledger, is_away
from tablewright.house.books.outage import first_line
from tablewright.house.books.signed_journals import signed_journal
from tablewright.house.books.signing import CannotSign, Signing
from tablewright.house.screens.gaming_day import GamingDays, begin_of_day, day_of
from tablewright.house.tables.quarantine import reason
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say
from tablewright.signing.files import signature_name
from tablewright.signing.keys import RING
from tablewright.signing.whole_files import put, putting, sweep
from tablewright.table import acts
from tablewright.table.journal import decoded

log = logging.getLogger(__name__)

ENDING = ".jsonl.gz"
MODE = 0o644
"""Who may read the files: what is in them is for those who may read the folder."""
BELOW = 10
"""How far below the tables a file is verified."""
PACKED = 6
"""How hard it is compressed: harder takes twice as long and wins little."""


class Left(NamedTuple):
    """A table whose journal stays in the database, and why."""

    table: str
    why: str


class Progress(msgspec.Struct):
    """How far archiving has come."""

    before: str
    tables: int = 0
    """How many are to be archived, and how many are."""
    done: int = 0
    lines: int = 0
    """How many lines were dropped from the database."""
    bytes: int = 0
    """How large their files are."""
    left: list[Left] = msgspec.field(default_factory=list)
    is_over: bool = False


class Archiving:
    """Takes the journals of past days out of one house's database."""

    def __init__(
        self,
        ledger: Ledger,
        signing: Signing,
        days: GamingDays,
        folder: Path | None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._ledger, self._signing, self._days, self._now = ledger, signing, days, now
        self.archives = Archives(ledger.database)
        self.folder = folder
        self.archived = 0
        """How many journals, since the house was opened."""
        self.progress: Progress | None = None
        """How far the last one has come, since the house was opened."""
        self._task: asyncio.Task[None] | None = None

    async def today(self) -> date:
        """The present gaming day: only those before it can be archived."""
        return day_of(await self._days.now(), self._now())

    async def begin(self, before: date, by: str) -> Progress:
        """Archive beside the tables; refused while it is being done."""
        if self._task is not None and not self._task.done():
            raise Refused("Journals are being archived now: wait until that is done.")
        ended = await self._ended(before)
        self.progress = progress = Progress(before.isoformat(), len(ended))
        self._task = asyncio.create_task(self._archive(ended, by, progress), name="archive")
        return progress

    async def archive(self, before: date, by: str) -> Progress:
        """Archive, and wait until it is done."""
        progress = await self.begin(before, by)
        assert self._task is not None
        await self._task
        return progress

    async def close(self) -> None:
        """Leave it where it is: what is not done is done when it is asked for again."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _ended(self, before: date) -> list[Ended]:
        if self.folder is None:
            raise Refused("This house has no folder for an archive: start it with --archive.")
        if not self._signing.is_able:
            raise CannotSign
        today = await self.today()
        if before > today:
            raise Refused(f"before is {before}: expected {today} at most, the present gaming day")
        return await self.archives.ended(begin_of_day(await self._days.now(), before))

    async def _archive(self, ended: list[Ended], by: str, progress: Progress) -> None:
        assert self.folder is not None
        try:
            await asyncio.to_thread(_ready, self.folder)
            for each in ended:
                try:
                    made = await self._archived(each, by)
                except Exception as wrong:
                    if is_away(wrong) and not isinstance(wrong, OSError):
                        raise
                    progress.left.append(Left(each.id, reason(wrong)))
                    log.error("table %s is not archived: %s", each.id, reason(wrong))
                    continue
                self.archived += 1
                progress.done += 1
                progress.lines += made.lines
                progress.bytes += made.bytes
        except Exception as failed:
            progress.left.append(Left("", f"it was ended: {reason(failed)}"))
            log.error("archiving was ended: %s", first_line(failed))
        finally:
            progress.is_over = True

    async def _archived(self, ended: Ended, by: str) -> Archived:
        """Take one journal out of the database."""
        assert self.folder is not None
        closed = decoded(ended.last)
        if not isinstance(closed.did, acts.Closed):
            raise Refused("its journal does not end with the closing of a table")
        file = self.folder / f"{re.sub(r'[^A-Za-z0-9-]+', '-', ended.id)}{ENDING}"
        found = await _packed(self._ledger.export(ended.id), file)
        signature = await signed_journal(self._signing, self._ledger, ended.id)
        ring = (await self._signing.ring()).written()
        for name, content in ((signature_name(file.name), signature), (RING, ring)):
            await asyncio.to_thread(put, file.with_name(name), content, mode=MODE)
        await _refuse_other(file, ended)
        made = Archived(
            ended.id,
            ended.lines,
            ended.hash,
            file.name,
            *found,
            closed.did.result,
            closed.round - 1,
            self._now(),
            by,
        )
        await self.archives.drop(made)
        return made


def _ready(folder: Path) -> None:
    """The folder, without what a kill has left in it."""
    folder.mkdir(parents=True, exist_ok=True)
    sweep(folder)


async def _packed(pieces: AsyncIterator[bytes], file: Path) -> tuple[str, int]:
    """A journal as a compressed file, whole or not at all; its SHA-256 and size."""
    with putting(file, mode=MODE) as part:
        with gzip.GzipFile("", "wb", PACKED, part, mtime=0) as pack:
            async for piece in pieces:
                await asyncio.to_thread(pack.write, piece)
        part.flush()
        await asyncio.to_thread(os.fsync, part.fileno())  # It may take a while; tables go on.
    return await asyncio.to_thread(_known_by, file)


def _known_by(file: Path) -> tuple[str, int]:
    """The SHA-256 and the size of a file, as it is read again."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest(), opened.tell()


async def _refuse_other(file: Path, ended: Ended) -> None:
    """Refuse a file unless `tablewright verify` finds the whole journal in it, as the house signed."""
    command = (sys.executable, "-m", "tablewright", "verify", str(file), "--json")
    process = await asyncio.create_subprocess_exec(
        *command,
        "--key",
        str(file.with_name(RING)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, BELOW)  # Tables come first.
    try:
        said, complained = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    try:
        verdict: dict[str, Any] = msgspec.json.decode(said)
    except msgspec.MsgspecError:
        verdict = {}
    wanted = {"holds": True, "is_complete": True, "lines": ended.lines, "last_hash": ended.hash}
    if process.returncode or {name: verdict.get(name) for name in wanted} != wanted:
        why = complained.decode(errors="replace").strip().splitlines()
        shown = quoted(why[-1] if why else "", 200)
        raise Refused(say("its file does not verify: {why}", why=shown))
