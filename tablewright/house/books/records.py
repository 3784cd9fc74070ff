"""What is written of the tables, read again: rows, journals, seats, commands and transfers.

A row that cannot be read is said to be broken and keeps no other from being read.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, TextClause, func, or_, select, text, true

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.books.entries import (
    BrokenTable,
    Done,
    Found,
    KeptLine,
    KeptTable,
    KeptTransfer,
    of_order,
    of_salt,
)
from tablewright.rules.errors import quoted

CHUNK_LINES = 500
"""How many lines an export reads at a time."""
STATUSES = ("opening", "open", "closing", "closed")
LARGEST_NUMBER = 2**31 - 1
COMMANDS_KEPT = 10_000
"""How many commands of a table are remembered at a restart, to be answered and not done twice."""

MOST_FOLLOWED = 5000
"""How many lines of other servers' tables are read at one go."""

_chips = msgspec.json.Decoder(dict[int, int]).decode


class WrittenSince(NamedTuple):
    """What was written of some tables, by their ids."""

    lines: dict[str, list[bytes]]
    """As far as they are read at one go."""
    holders: dict[str, dict[int, str]]
    """Who holds each place now, where there are lines."""
    conducts: dict[str, str]
    """How each is run beside its journal now."""


class TableRecords:
    """The house's tables, as they are kept."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Tables ---------------------------------------------------------------------------------------

    async def tables(self, *, is_closed: bool = False, limit: int = 10_000) -> list[KeptTable]:
        """The tables that are not closed, oldest first; or those that are, newest first."""
        rows = await self.every_table(is_closed=is_closed, limit=limit)
        return [row for row in rows if isinstance(row, KeptTable)]

    async def every_table(
        self, *, is_closed: bool = False, limit: int = 10_000
    ) -> list[KeptTable | BrokenTable]:
        """The same, with those whose rows cannot be read."""
        which = "= 'closed' ORDER BY number DESC" if is_closed else "<> 'closed' ORDER BY number"
        asked = text(f"SELECT {_COLUMNS} FROM tables WHERE status {which} LIMIT :limit")
        return [_table(row) for row in await self._rows(asked.bindparams(limit=limit))]

    async def tables_for_money(self, limit: int) -> list[KeptTable]:
        """The tables for money, open and closed, the newest first."""
        which = "NOT is_practice ORDER BY number DESC LIMIT :limit"
        asked = text(f"SELECT {_COLUMNS} FROM tables WHERE {which}")
        rows = [_table(row) for row in await self._rows(asked.bindparams(limit=limit))]
        return [row for row in rows if isinstance(row, KeptTable)]

    async def table(self, id: str) -> KeptTable | BrokenTable | None:
        """One table, closed or not."""
        asked = text(f"SELECT {_COLUMNS} FROM tables WHERE id = :id")
        rows = await self._rows(asked.bindparams(id=id))
        return _table(rows[0]) if rows else None

    async def without_row(self) -> list[BrokenTable]:
        """The tables that have a journal, but no row."""
        rows = await self._rows(text(_JOURNALS_WITHOUT_ROW))
        return [BrokenTable(str(id), str(id), "its row is missing") for (id,) in rows]

    async def not_closed(self) -> list[BrokenTable]:
        """The tables whose rows say closed while their journals go on."""
        rows = await self._rows(text(f"SELECT {_COLUMNS} FROM tables WHERE {NOT_CLOSED}"))
        why = "its row says closed, its journal does not"
        return [
            BrokenTable(str(row.id), str(_table(row).table), why, row.is_practice == 1)
            for row in rows
        ]

    # What is kept of a table ----------------------------------------------------------------------

    async def lines(self, table: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        """The journal's lines after a number, as they were written."""
        j = s.journal.c
        numbered = j.n.between(after + 1, LARGEST_NUMBER)  # In SQLite a text is after every number.
        asked = select(j.line).where(j.table_id == table, numbered).order_by(j.n).limit(limit)
        return [_bytes(row[0]) for row in await self._rows(asked)]

    async def first_of_round(self, table: str, round: int, first: int, last: int) -> int:
        """The first of some lines that is of a round or a later one; if none is, the one after them.

        Rounds follow each other, so that it is found along the key by halves.
        """
        j, low, high = s.journal.c, first, last + 1
        async with self.database.reading() as connection:
            while low < high:
                middle = (low + high) // 2
                asked = select(j.round).where(j.table_id == table, j.n == middle)
                found = await connection.scalar(asked)
                if found is not None and found < round:
                    low = middle + 1
                else:
                    high = middle
        return low

    async def lines_of(self, table: str, *events: str) -> list[bytes]:
        """The journal's lines of these kinds, which must be rare ones, oldest first."""
        j = s.journal.c
        asked = select(j.line).where(j.table_id == table, *_rare(events)).order_by(j.n)
        return [row[0].encode() for row in await self._rows(asked)]

    async def export(self, table: str, until: int | None = None) -> AsyncIterator[bytes]:
        """The journal as a file, in pieces; up to a line, if one is named."""
        after = 0
        j = s.journal.c
        while True:
            asked = select(j.n, j.line).where(j.table_id == table, j.n > after)
            if until is not None:
                asked = asked.where(j.n <= until)
            rows = await self._rows(asked.order_by(j.n).limit(CHUNK_LINES))
            if not rows:
                return
            after = rows[-1].n
            yield b"".join(_bytes(row.line) for row in rows)

    async def vault(self, table: str) -> dict[int, tuple[str, str]]:
        """The order and the salt of each shuffled pack."""
        v = s.vault.c
        asked = select(v.pack, v.cards_order, v.salt).where(v.table_id == table)
        opened = self.database.secret.open
        return {
            pack: (opened(order, of_order(table, pack)), opened(salt, of_salt(table, pack)))
            for pack, order, salt in await self._rows(asked)
        }

    async def seats(self, table: str) -> dict[int, str]:
        """Who holds each place."""
        asked = select(s.seats.c.place, s.seats.c.holder).where(s.seats.c.table_id == table)
        return dict(map(tuple, await self._rows(asked)))

    async def conduct(self, table: str) -> str:
        """How a table is run beside its journal, as it was written; empty, if nothing is."""
        asked = select(s.conduct.c.kept).where(s.conduct.c.table_id == table)
        rows = await self._rows(asked)
        return str(rows[0].kept) if rows else ""

    # What is kept of tables that other servers have --------------------------------------------------

    async def written_since(self, lines: Mapping[str, int]) -> WrittenSince:
        """What was written of some tables since they had so many lines, as it is at one moment."""
        found = WrittenSince({}, {}, {})
        said = {"tables": list(lines), "numbers": list(lines.values()), "most": MOST_FOLLOWED}
        seats, conduct = s.seats.c, s.conduct.c
        async with self.database.reading() as connection:
            for table, line in await connection.execute(_LINES_AFTER, said):
                found.lines.setdefault(table, []).append(_bytes(line))
            if found.lines:
                asked = select(seats.table_id, seats.place, seats.holder)
                asked = asked.where(seats.table_id.in_(list(found.lines)))
                for table, place, holder in await connection.execute(asked):
                    found.holders.setdefault(table, {})[place] = holder
            run = select(conduct.table_id, conduct.kept).where(conduct.table_id.in_(list(lines)))
            for table, kept in await connection.execute(run):
                found.conducts[table] = str(kept)
        return found

    async def commands(self, table: str, limit: int = COMMANDS_KEPT) -> list[Done]:
        """The last commands that were done, oldest first."""
        c = s.commands.c
        asked = select(c.id, c.actor, c.seq, c.did_at, c.digest).where(c.table_id == table)
        rows = await self._rows(asked.order_by(c.seq.desc()).limit(limit))
        return [
            Done(id, actor, seq, _time(at), digest) for id, actor, seq, at, digest in reversed(rows)
        ]

    async def transfers(self, table: str, *events: str) -> list[KeptTransfer]:
        """The transfers in lines of these rare kinds, oldest first; without kinds, all of them."""
        t, j = s.transfers.c, s.journal.c
        asked = (
            select(t.n, t.number, t.source, t.target, t.cash, t.cents, t.chips)
            .add_columns(j.at, j.by, j.round, j.event, j.line)
            .join_from(s.transfers, s.journal)
            .where(t.table_id == table)
            .order_by(t.n, t.number)
        )
        if events:
            asked = asked.where(*_rare(events))
        return [_transfer(row) for row in await self._rows(asked)]

    async def moved(self, table: str, after: int = 0) -> list[tuple[str, str, int]]:
        """What all transfers from one account to another came to after a line, in cents."""
        t = s.transfers.c
        since = t.n > after if after else true()  # A broken row may have any number.
        asked = select(t.source, t.target, func.sum(t.cents)).where(t.table_id == table, since)
        rows = await self._rows(asked.group_by(t.source, t.target))
        return [(source, target, int(cents)) for source, target, cents in rows]

    async def count_lines(self, table: str, after: int = 0) -> int:
        """How many rows the journal has after a line; in all, whatever their numbers are."""
        j = s.journal.c
        since = j.n > after if after else true()
        rows = await self._rows(select(func.count()).where(j.table_id == table, since))
        return int(rows[0][0])

    async def last_line_known(self, table: str) -> int:
        """The last line of the journal that any other row of the table speaks of."""
        c, t = s.commands.c, s.transfers.c
        found = [
            *await self._rows(select(func.max(c.seq)).where(c.table_id == table)),
            *await self._rows(select(func.max(t.n)).where(t.table_id == table)),
        ]
        return max(last or 0 for (last,) in found)

    async def search(
        self, table: str, text: str = "", before: int | None = None, limit: int = 100
    ) -> Found:
        """The newest lines before a number that hold a text, in whatever case."""
        j = s.journal.c
        asked = select(j.n, j.at, j.round, j.by, j.event, j.line).where(j.table_id == table)
        spellings = _spellings(text)
        if text:
            asked = asked.where(or_(*(_like(j.line, spelling) for spelling in spellings)))
        found: list[KeptLine] = []
        while len(found) <= limit:
            page = asked if before is None else asked.where(j.n < before)
            rows = await self._rows(page.order_by(j.n.desc()).limit(limit + 1))
            for row in rows:
                folded = row.line.casefold()
                if not text or any(spelling in folded for spelling in spellings):
                    found.append(_line(row))
            if len(rows) <= limit:
                break
            before = rows[-1].n
        total = await self._rows(select(func.max(j.n)).where(j.table_id == table))
        return Found(found[:limit], len(found) > limit, total[0][0] or 0)

    async def _rows(self, asked: Select[Any] | TextClause) -> list[Any]:
        async with self.database.reading() as connection:
            return list(await connection.execute(asked))


_LINES_AFTER = text(
    "SELECT journal.table_id, journal.line FROM journal"
    " JOIN unnest(CAST(:tables AS text[]), CAST(:numbers AS integer[])) AS had (id, number)"
    " ON journal.table_id = had.id AND journal.n > had.number"
    " ORDER BY journal.table_id, journal.n LIMIT :most"
)
_COLUMNS = "id, number, table_name, game, is_practice, options, status, created, closed"

# The last line is found along the key. A table that was closed before anything was written has none.
NOT_CLOSED = """(
    tables.status = 'closed' AND coalesce((
        SELECT event FROM journal WHERE journal.table_id = tables.id ORDER BY n DESC LIMIT 1
    ), 'closed') <> 'closed')"""

# From one table to the next along the key: a journal may have millions of lines.
_JOURNALS_WITHOUT_ROW = """
    WITH RECURSIVE every (id) AS (
        SELECT min(table_id) FROM journal
        UNION ALL
        SELECT (SELECT min(table_id) FROM journal WHERE table_id > every.id)
        FROM every WHERE every.id IS NOT NULL
    )
    SELECT id FROM every WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM tables)"""


def _rare(events: Iterable[str]) -> tuple[ColumnElement[bool], ...]:
    """Lines of these kinds; with the very words of the index, without which it is not looked into."""
    assert set(events) <= set(s.RARE), (
        f"{sorted(events)}: expected kinds of which there is an index"
    )
    return s.IS_RARE, s.journal.c.event.in_(events)  # type: ignore[return-value]


def _table(row: Any) -> KeptTable | BrokenTable:
    id, number, table, game, is_practice, options, status, created, closed = row
    called = table if isinstance(table, str) and table.isprintable() else str(id)
    try:
        ended = _time(closed) if closed is not None else None
        if is_practice not in (0, 1):
            raise ValueError(f"its practice is {quoted(is_practice)}")
        if status not in STATUSES:
            raise ValueError(f"its status is {quoted(status)}")
        made = KeptTable(
            id, number, table, game, bool(is_practice), options, status, _time(created), ended
        )
        return msgspec.convert(made, KeptTable)
    except (TypeError, ValueError) as wrong:
        why = f"its row cannot be read ({quoted(str(wrong), 120)[1:-1]})"
        return BrokenTable(str(id), called, why, is_practice == 1)


def _transfer(row: Any) -> KeptTransfer:
    n, number, source, target, cash, cents, chips, at, by, round, event, line = row
    return KeptTransfer(
        n, number, source, target, cash, cents, _chips(chips),
        _time(at), by, round, event, _bytes(line),
    )  # fmt: skip


def _line(row: Any) -> KeptLine:
    n, at, round, by, event, line = row
    return KeptLine(n, _time(at), round, by, event, _bytes(line))


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _bytes(line: str) -> bytes:
    """A line as it was written; what is no text comes out as it went in."""
    return line.encode(errors="surrogateescape")


def _spellings(text: str) -> set[str]:
    """A text in small letters, as a person types it and as a line spells it."""
    folded = text.casefold()
    return {folded, msgspec.json.encode(folded).decode()[1:-1]}


def _like(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether a column may hold a text in whatever case.

    SQLite knows the case of a to z only, so any letter will do for others; who asks looks again.
    """
    return column.ilike(f"%{''.join(_escaped(text))}%", escape="!")


def _escaped(text: str) -> Iterator[str]:
    for each in text:
        if not each.isascii():
            yield "%"
        else:
            yield f"!{each}" if each in "!%_" else each
