"""A table, and how it stands, from what is written of it."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from tablewright.advice.figures import Figures
from tablewright.house.books.entries import Done
from tablewright.house.books.ledger import Ledger, is_away
from tablewright.house.books.snapshots import newest_snapshot
from tablewright.house.screens.ratings import Ratings
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
from tablewright.table.setup import Book, Setup
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

    It is taken up from its snapshot and the lines since, or from all its lines if there is no snapshot
    that fits. A long journal takes long. It is read by and by and followed beside the event loop, so
    that other tables go on. Where nothing is written yet, the table is as it was set up.
    """
    try:
        if (found := await newest_snapshot(ledger.database, id)) is not None:
            return await _kept_since(
                ledger, id, most_commands, await asyncio.to_thread(taken_up, found)
            )
    except OtherCode:
        log.info("table %s: its snapshot is of another version; all its lines are read", id)
    except Exception as wrong:
        if is_away(wrong):
            raise
        log.warning(
            "table %s: its snapshot does not fit (%s); all its lines are read", id, reason(wrong)
        )
    if setup is not None and not await ledger.lines(id, limit=1):
        return await _beside(ledger, id, most_commands, not_begun(setup), Before())
    return await _kept_since(ledger, id, most_commands, None)


async def _kept_since(
    ledger: Ledger, id: str, most_commands: int, start: Standpoint | None
) -> Kept:
    """A table from where its journal is followed from, and the lines since."""
    before = Before.of(start.table) if start else Before()
    lines: list[bytes] = []
    while more := await ledger.lines(id, before.lines + len(lines), READ_AT_ONCE):
        lines += more
    vault = await ledger.vault(id)
    kept = await asyncio.to_thread(followed, start, lines, vault)
    return await _beside(ledger, id, most_commands, kept, before)


async def _beside(ledger: Ledger, id: str, most_commands: int, kept: Kept, before: Before) -> Kept:
    """What is kept beside a journal; refused if it does not agree with it."""
    kept = kept._replace(
        holders=await ledger.seats(id),
        done=await ledger.commands(id, most_commands),
        conduct=await ledger.conduct(id),
        snapshot=before.lines,
    )
    await refuse_disagreement(ledger, id, kept.table, kept.holders, before)
    return kept


def followed(start: Standpoint | None, lines: list[bytes], vault: Vault) -> Kept:
    """A table as its lines make it: all of them, or those after the line that it is taken up from."""
    if start is None:
        written = _read(lines)
        table = Table(_setup(written))
        start = Standpoint(table, Sums(table.book))
    else:
        written = _read(lines, start)
    table, sums = start.table, start.sums

    def applied() -> Iterator[tuple[Record, datetime]]:
        """Each line, and once the table has taken it in the sums of it."""
        for line in written:
            yield line.did, line.at
            sums.hear([line.did], line.at)
            sums.decisions.hear([line.did], actor(line.by), table.state)

    table.resume(applied(), vault, start.seals)
    sums.decisions.fill(lambda place: own_cards(table, place))
    return Kept(table, sums, hash_of(lines[-1]) if lines else start.hash)


def replayed(lines: Iterable[bytes], vault: Vault) -> Table:
    """A table as its journal left it."""
    return _resumed(_read(lines), vault)


def _resumed(written: list[Line], vault: Vault) -> Table:
    table = Table(_setup(written))
    table.resume(((line.did, line.at) for line in written), vault)
    return table


def figured(lines: Iterable[bytes]) -> Figures:
    """The figures of a table from its journal."""
    written = _read(lines)
    figures = Figures(Book(_setup(written)))
    for line in written:
        figures.hear([line.did], line.at)
    return figures


def rated(
    lines: Iterable[bytes], begins: datetime | None = None, ends: datetime | None = None
) -> Ratings:
    """The ratings of a table's players from its journal; of a part of its time, if one is named."""
    written = _read(lines)
    ratings = Ratings(Book(_setup(written)), begins)
    for line in written:
        if ends is None or line.at < ends:
            ratings.hear([line.did], line.at)
    return ratings


def _setup(written: list[Line]) -> Setup:
    if not written or not isinstance(written[0].did, acts.SetUp):
        raise Refused("its journal does not begin with the set-up of a table")
    return written[0].did.setup


def _read(lines: Iterable[bytes], start: Standpoint | None = None) -> list[Line]:
    after = (start.lines, start.hash) if start else (0, FIRST)
    return [line for line in read(lines, *after) if not isinstance(line, CutOff)]
