"""A table, and how it stands, from what is written of it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from tablewright.house.books.entries import Done
from tablewright.house.books.ledger import Ledger, is_away
from tablewright.house.books.snapshots import newest_snapshot
from tablewright.house.screens.sums import Sums
from tablewright.house.tables.consistency import Before, refuse_disagreement
from tablewright.house.tables.quarantine import reason
from tablewright.house.tables.snapshots import OtherCode, Standpoint, taken_up
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import actor
from tablewright.table.journal import FIRST, CutOff, Line, hash_of, read
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.seal import Vault
from tablewright.table.setup import Setup
from tablewright.table.views import own_cards

log = logging.getLogger(__name__)

READ_AT_ONCE = 500
"""How many lines of a table are read before others have their turn."""


class Kept(NamedTuple):
    """A table as its last written command left it, with what is kept beside its journal."""

    table: Table
    sums: Sums
    last_hash: str = ""
    """The hash of the last line; empty before the first."""
    holders: Mapping[int, str] = {}
    done: Sequence[Done] = ()
    """The last commands, oldest first."""
    conduct: str = ""
    """How it is run beside its journal (JSON); empty, where nothing is written of that."""
    snapshot: int = 0
    """The line behind which the snapshot stands that it was taken up from; 0, if from none."""


def not_begun(setup: Setup) -> Kept:
    """A table of which nothing is written yet."""
    table = Table(setup)
    return Kept(table, Sums(table.book))


async def kept_table(
    ledger: Ledger, id: str, most_commands: int, setup: Setup | None = None
) -> Kept:
    """A table from what is written of it; refused if its rows do not agree.

    Where nothing is written yet, the table is as it was set up.
    """

    async def agreed(kept: Kept, before: Before) -> Kept:
        kept = kept._replace(
            holders=await ledger.seats(id),
            done=await ledger.commands(id, most_commands),
            conduct=await ledger.conduct(id),
        )
        await refuse_disagreement(ledger, id, kept.table, kept.holders, before)
        return kept

    if setup is not None and not await ledger.lines(id, limit=1):
        return await agreed(not_begun(setup), Before())
    return await _followed(ledger, id, agreed)


async def as_it_stands(ledger: Ledger, id: str) -> Kept:
    """A table as its journal leaves it, open or closed, to be looked at."""

    async def believed(kept: Kept, before: Before) -> Kept:
        return kept

    return await _followed(ledger, id, believed)


async def from_elsewhere(ledger: Ledger, id: str) -> Kept:
    """A table that another server has, as its journal leaves it, without the orders of its packs."""

    async def seated(kept: Kept, before: Before) -> Kept:
        return kept._replace(holders=await ledger.seats(id), conduct=await ledger.conduct(id))

    return await _followed(ledger, id, seated, looks_only=True)


async def _followed(
    ledger: Ledger,
    id: str,
    check: Callable[[Kept, Before], Awaitable[Kept]],
    *,
    looks_only: bool = False,
) -> Kept:
    """A table from its snapshot and the lines since; from all its lines, if none fits.

    A long journal takes long. It is read by and by and followed beside the event loop, so that other
    tables go on. Who only looks is not given the orders of packs.
    """
    try:
        if (found := await newest_snapshot(ledger.database, id)) is not None:
            start = await asyncio.to_thread(taken_up, found)
            before = Before.of(start.table)
            kept = await _since(ledger, id, start, looks_only=looks_only)
            return await check(kept, before)
    except OtherCode:
        log.info("table %s: its snapshot is of another version; all its lines are read", id)
    except Exception as wrong:
        if is_away(wrong):
            raise
        log.warning(
            "table %s: its snapshot does not fit (%s); all its lines are read", id, reason(wrong)
        )
    return await check(await _since(ledger, id, None, looks_only=looks_only), Before())


async def _since(
    ledger: Ledger, id: str, start: Standpoint | None, *, looks_only: bool = False
) -> Kept:
    """A table from where its journal is followed from, and the lines since."""
    before = start.lines if start else 0
    lines: list[bytes] = []
    while more := await ledger.lines(id, before + len(lines), READ_AT_ONCE):
        lines += more
    vault = None if looks_only else await ledger.vault(id)
    kept = await asyncio.to_thread(followed, start, lines, vault)
    return kept._replace(snapshot=before)


def followed(start: Standpoint | None, lines: list[bytes], vault: Vault | None) -> Kept:
    """A table as its lines make it: all of them, or those after the line that it is taken up from.

    Without a vault it can be looked at, and nothing else.
    """
    if start is None:
        written = _read(lines)
        table = Table(_setup(written))
        start = Standpoint(table, Sums(table.book))
    else:
        written = _read(lines, start)
    table, sums = start.table, start.sums
    last_hash = hash_of(lines[-1]) if lines else start.hash
    if vault is None:
        table.take_in(applied(written, sums))
        return Kept(table, sums, last_hash)
    table.resume(applied(written, sums, table), vault, start.seals)
    sums.decisions.fill(lambda place: own_cards(table, place))
    return Kept(table, sums, last_hash)


def applied(
    lines: Iterable[Line], sums: Sums, deciding: Table | None = None
) -> Iterator[tuple[Record, datetime]]:
    """Each line, and once a table has taken it in the sums of it; of one that deals, decisions too."""
    for line in lines:
        yield line.did, line.at
        sums.hear([line.did], line.at)
        if deciding is not None:
            sums.decisions.hear([line.did], actor(line.by), deciding.state)


def _setup(written: list[Line]) -> Setup:
    if not written or not isinstance(written[0].did, acts.SetUp):
        raise Refused("its journal does not begin with the set-up of a table")
    return written[0].did.setup


def _read(lines: Iterable[bytes], start: Standpoint | None = None) -> list[Line]:
    after = (start.lines, start.hash) if start else (0, FIRST)
    return [line for line in read(lines, *after) if not isinstance(line, CutOff)]
