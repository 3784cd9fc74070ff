"""A table, and how it stands, from what is written of it."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from tablewright.advice.figures import Figures
from tablewright.house.books.entries import Done
from tablewright.house.books.ledger import Ledger
from tablewright.house.screens.ratings import Ratings
from tablewright.house.screens.sums import Sums
from tablewright.house.tables.consistency import refuse_disagreement
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import actor
from tablewright.table.journal import CutOff, Line, hash_of, read
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.seal import Vault
from tablewright.table.setup import Book, Setup
from tablewright.table.views import own_cards

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


def not_begun(setup: Setup) -> Kept:
    """A table of which nothing is written yet."""
    table = Table(setup)
    return Kept(table, Sums(table.book))


async def kept_table(
    ledger: Ledger, id: str, most_commands: int, setup: Setup | None = None
) -> Kept:
    """A table from what is written of it; refused if its rows do not agree.

    A long journal takes long. It is read by and by and followed beside the event loop, so that other
    tables go on. Where nothing is written yet, the table is as it was set up.
    """
    lines: list[bytes] = []
    while more := await ledger.lines(id, len(lines), READ_AT_ONCE):
        lines += more
    vault = await ledger.vault(id)
    if not lines and setup is not None:
        kept = not_begun(setup)
    else:
        kept = await asyncio.to_thread(_followed, lines, vault)
    kept = kept._replace(
        holders=await ledger.seats(id),
        done=await ledger.commands(id, most_commands),
        conduct=await ledger.conduct(id),
    )
    await refuse_disagreement(ledger, id, kept.table, kept.holders)
    return kept


def _followed(lines: list[bytes], vault: Vault) -> Kept:
    written = _read(lines)
    table = Table(_setup(written))
    sums = Sums(table.book)

    def applied() -> Iterator[tuple[Record, datetime]]:
        """Each line, and once the table has taken it in the sums of it."""
        for line in written:
            yield line.did, line.at
            sums.hear([line.did], line.at)
            sums.decisions.hear([line.did], actor(line.by), table.state)

    table.resume(applied(), vault)
    sums.decisions.fill(lambda place: own_cards(table, place))
    return Kept(table, sums, hash_of(lines[-1]))


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


def _read(lines: Iterable[bytes]) -> list[Line]:
    return [line for line in read(lines) if not isinstance(line, CutOff)]
