"""The tables of a house that was restored, looked over before it is kept.

Every open table is taken up as the house takes it up when its doors open, held against the head of its
journal that was signed last, and verified by replay as `tablewright verify` does it. Closed ones are
verified where that is asked for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import NamedTuple

from tablewright.house.books.archives import Archives
from tablewright.house.books.database import Database
from tablewright.house.books.entries import BrokenTable, KeptTable
from tablewright.house.books.ledger import Ledger, is_away
from tablewright.house.books.records import COMMANDS_KEPT
from tablewright.house.books.signatures import Signatures
from tablewright.house.tables.head_signing import fitting_head
from tablewright.house.tables.quarantine import quarantined, reason
from tablewright.house.tables.restore import kept_table
from tablewright.rules.errors import Refused
from tablewright.signing.rings import Trusted
from tablewright.table import acts
from tablewright.table.journal import decoded
from tablewright.table.status import CLOSED, OPENING
from tablewright.table.verdict import Verdict
from tablewright.table.verify import verify

READ_AT_ONCE = 2000
"""How many lines are read at a time."""
MOST_TABLES = 10_000_000


class LookedOver(NamedTuple):
    """A table that was restored, and what was found of it."""

    id: str
    table: str
    is_open: bool
    lines: int = 0
    rounds: int = 0
    result: int = 0
    """What the house won there, in cents."""
    is_verified: bool = False
    """Whether every command of its journal was given again, and led to what is written."""
    is_taken_up: bool = False
    is_archived: bool = False
    """Whether its journal lies in a file."""
    wrong: str = ""
    """Why it does not hold; empty, if it does."""


class LookingOver:
    """Looks the tables of one database over."""

    def __init__(
        self,
        database: Database,
        lines: dict[str, int],
        broken: dict[str, str],
        believed: Trusted | None,
        progress: Callable[[int], None],
    ) -> None:
        """`lines` is how long each journal is, `broken` which of them do not hold by their hashes.
        Without those who are `believed` no signed head is looked at."""
        self._ledger, self._signatures = Ledger(database), Signatures(database)
        self._archives = Archives(database)
        self._lines, self._broken, self._believed = lines, broken, believed
        self._progress = progress

    async def tables(self, *, verifies_closed: bool, takes_up: bool) -> AsyncIterator[LookedOver]:
        """Every table, open ones first; `takes_up` where the secret is there to open the vault with."""
        ledger = self._ledger
        strays = {
            each.id: each for each in (*await ledger.without_row(), *await ledger.not_closed())
        }
        for kept in await ledger.every_table(limit=MOST_TABLES):
            yield await self._looked_over(kept, is_replayed=True, takes_up=takes_up)
        for kept in await ledger.every_table(is_closed=True, limit=MOST_TABLES):
            if kept.id not in strays:
                yield await self._looked_over(kept, is_replayed=verifies_closed, takes_up=False)
        for stray in strays.values():
            yield _found_wrong(stray, stray.why, self._lines.get(stray.id, 0))

    async def _looked_over(
        self, kept: KeptTable | BrokenTable, *, is_replayed: bool, takes_up: bool
    ) -> LookedOver:
        lines = self._lines.get(kept.id, 0)
        try:
            if not isinstance(kept, KeptTable):
                raise Refused(kept.why)
            if kept.id in self._broken:
                raise Refused(self._broken[kept.id])
            if not lines:
                return await self._without_lines(kept)
            await self._refuse_forged(kept.id)
            found = await (self._replayed(kept) if is_replayed else self._ended(kept))
            if takes_up:
                await kept_table(self._ledger, kept.id, COMMANDS_KEPT)
                found = found._replace(is_taken_up=True)
            return found
        except Exception as wrong:
            if is_away(wrong):
                raise
            return _found_wrong(kept, reason(wrong), lines)

    async def _without_lines(self, kept: KeptTable) -> LookedOver:
        """A table whose journal lies in a file, or of which nothing was ever written."""
        archived = await self._archives.of(kept.id)
        if archived is not None:
            of = archived
            return LookedOver(
                kept.id, kept.table, False, of.lines, of.rounds, of.result, is_archived=True
            )
        if kept.status not in (OPENING, CLOSED):
            raise Refused("its journal is missing")
        return LookedOver(kept.id, kept.table, kept.status != CLOSED)

    async def _ended(self, kept: KeptTable) -> LookedOver:
        """What the last line of a closed journal says."""
        lines = self._lines[kept.id]
        (line,) = await self._ledger.lines(kept.id, lines - 1)
        last = decoded(line)
        if not isinstance(last.did, acts.Closed):
            raise Refused("its journal does not end with the closing of a table")
        return LookedOver(kept.id, kept.table, False, lines, last.round - 1, last.did.result)

    async def _replayed(self, kept: KeptTable) -> LookedOver:
        verdict = await asyncio.to_thread(self._verify, kept.id, asyncio.get_running_loop())
        if verdict.lines != self._lines[kept.id] or verdict.cut_off:
            raise Refused("its journal is cut off")
        if verdict.is_closed != (kept.status == CLOSED):
            raise Refused(f"its row says {kept.status}, its journal does not")
        return LookedOver(
            kept.id, kept.table, not verdict.is_closed, verdict.lines, verdict.rounds,
            verdict.result, is_verified=True,
        )  # fmt: skip

    def _verify(self, id: str, loop: asyncio.AbstractEventLoop) -> Verdict:
        """Follow a journal beside the event loop, which reads its lines a few at a time."""

        def lines() -> Iterator[bytes]:
            after = 0
            while True:
                asked = self._ledger.lines(id, after, READ_AT_ONCE)
                found = asyncio.run_coroutine_threadsafe(asked, loop).result()
                if not found:
                    return
                yield from found
                after += len(found)

        heard = 0

        def progress(line: int) -> None:
            nonlocal heard
            self._progress(line - heard)
            heard = line

        return verify(lines, progress)

    async def _refuse_forged(self, id: str) -> None:
        """Refuse a journal that is not the one whose head the house signed last."""
        if self._believed is None:
            return
        for row in await self._signatures.journals([id]):
            head = fitting_head(row, self._believed)
            if head is not None:
                self._believed.check(head)


def _found_wrong(kept: KeptTable | BrokenTable, why: str, lines: int) -> LookedOver:
    shown = quarantined(kept, why)
    is_open = not isinstance(kept, KeptTable) or kept.status != CLOSED
    return LookedOver(shown.id, shown.table, is_open, lines, wrong=why)
