"""A database that is shorter than what the house has signed is not opened, unless that is accepted.

    what is known elsewhere     how far the house had come: in the folder of the keys, and at a second
                                party that heads are handed to (`Outside`)
    what the database holds     its statements, and a line for each head that was signed of a journal

Rows that are missing at the end are an older copy that was put back, or lines that were cut off: no
part of the house can go on after them as if they had never been. A row that is there and was changed
is something else: it shuts its table, and no other (`unfit`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import func, select, text, tuple_

from tablewright.house.books import schema as s
from tablewright.house.books.archives import Archives
from tablewright.house.books.database import Database
from tablewright.house.books.signatures import (
    GAP,
    Kept,
    columns,
    journal_line_hash,
    statement_kept,
)
from tablewright.rules.errors import Refused
from tablewright.signing.memory import KnownHead, Reached
from tablewright.signing.rings import Trusted
from tablewright.signing.statements import DoesNotHold, Statement, hash_of
from tablewright.table.journal import SIGNED_HEAD
from tablewright.table.words import counted

FORGED = "its journal is not the one that the house signed up to line {lines}"
WAYS_ON = (
    "put the newer copy back, or start once with --accept-gap, which signs that there is a gap"
)
NO_GAP = "the database lacks nothing that the house has signed: start without --accept-gap"
MOST_NAMED = 3
"""So many tables are named in one line."""
CHUNK = 200
SEPARATOR = "; "
"""Between the journals that a statement about a gap names."""


class Outside(NamedTuple):
    """How far a house had come, as it is known somewhere else than in its database."""

    where: str
    reached: Reached
    heads: Mapping[str, KnownHead] = {}


class Lacking(NamedTuple):
    """A journal that ends before its head; `have` lines are there."""

    table: str
    have: int
    lines: int

    def __str__(self) -> str:
        first = self.have + 1
        what = f"line {first:,}" if first == self.lines else f"lines {first:,} to {self.lines:,}"
        return f"table {self.table} lacks {what}"


class Shortness(NamedTuple):
    """What a database lacks of all that the house has signed."""

    number: int
    """The highest number of a statement that is known anywhere, and the hash of that one."""
    hash: str
    missing: int
    """How many statements are not there."""
    has_other: bool
    """Whether there is another statement of the house under a number that was signed before."""
    lacking: tuple[Lacking, ...]
    where: tuple[str, ...]
    """Where more is known than the database holds."""
    heads: Mapping[str, KnownHead] = {}
    """The newest head of each journal, as far as it is known anywhere."""

    @property
    def is_short(self) -> bool:
        return bool(self.missing or self.has_other or self.lacking)

    def __str__(self) -> str:
        """What is missing, for the person who starts the house."""
        said = [str(each) for each in self.lacking[:MOST_NAMED]]
        if (more := len(self.lacking) - MOST_NAMED) > 0:
            said.append(f"{counted(more, 'more table')} too")
        if self.missing:
            said.append(f"{self.missing} of the {counted(self.number, 'statement')} are missing")
        elif self.has_other:
            said.append("a statement is another than was signed")
        known = f" (known from {', '.join(self.where)})" if self.where else ""
        return f"{', '.join(said)}{known}"

    @property
    def lost(self) -> str:
        """The same of every table, as the statement about the gap says it."""
        return SEPARATOR.join(f"{each.table}:{each.have + 1}-{each.lines}" for each in self.lacking)

    def is_lost(self, table: str) -> bool:
        """Whether the journal of a table ends before its head."""
        return any(each.table == table for each in self.lacking)

    @property
    def refusal(self) -> Refused:
        return Refused(f"the database is shorter than what the house has signed: {self}: {WAYS_ON}")


async def shortness(
    database: Database, kept: Kept, outside: Sequence[Outside], believed: Trusted
) -> Shortness:
    """What the database lacks. What is known outside must have been read before `kept` was."""
    gaps = await _gaps(database, believed)
    known = max((each.reached for each in outside), key=_number, default=Reached())
    number = max(kept.number, known.number)
    missing = number - kept.rows - sum(each.number("missing") for each in gaps)
    forked = [each.where for each in outside if await _forked(database, each.reached, believed)]
    inside = Outside("the database", kept.reached, await _last_heads(database, believed))
    heads = {
        id: head
        for id, head in newest_heads((*outside, inside)).items()
        if not any(_excuses(gap, id, head) for gap in gaps)
    }
    lacking = tuple(await _lacking(database, heads))
    where = [
        each.where
        for each in outside
        if each.where in forked
        or each.reached.number > kept.number
        or any(_named(each, lack) for lack in lacking)
    ]
    last = known.hash if known.number >= kept.number else kept.reached.hash
    return Shortness(number, last, max(missing, 0), bool(forked), lacking, tuple(where), heads)


def _excuses(gap: Statement, table: str, head: KnownHead) -> bool:
    """Whether it was accepted that a journal does not reach a head, which was signed before."""
    if gap.number("number") < head.number:
        return False
    lost = gap.says.get("lost")
    return lost is None or any(
        each.rpartition(":")[0] == table for each in str(lost).split(SEPARATOR)
    )


def newest_heads(outside: Iterable[Outside]) -> dict[str, KnownHead]:
    """The newest head of each journal, as those say who are named first."""
    found: dict[str, KnownHead] = {}
    for each in outside:
        for id, head in each.heads.items():
            if id not in found or found[id].number < head.number:
                found[id] = head
    return found


async def unfit(database: Database, heads: Mapping[str, KnownHead]) -> dict[str, str]:
    """The journals in which another line stands than was signed, and what is said of each."""
    there = await _lines_at(database, heads)
    archived = await Archives(database).among(list(heads))
    found = {}
    for id, head in heads.items():
        hash = there.get(id)
        if hash is None and id in archived and archived[id].lines == head.lines:
            hash = archived[id].hash
        if hash is not None and hash != head.hash:
            found[id] = FORGED.format(lines=head.lines)
    return found


async def _lacking(database: Database, heads: Mapping[str, KnownHead]) -> list[Lacking]:
    """The journals that end before their heads."""
    there = await _lines_at(database, heads)
    without = [id for id in heads if id not in there]
    if not without:
        return []
    archived = await Archives(database).among(without)
    of = s.journal.c
    asked = select(of.table_id, func.max(of.n)).where(of.table_id.in_(sorted(without)))
    asked = asked.group_by(of.table_id)
    async with database.reading() as connection:
        have = {str(id): int(n) for id, n in await connection.execute(asked)}
    counted_lines = {
        id: archived[id].lines if id in archived else have.get(id, 0) for id in without
    }
    return [
        Lacking(id, counted_lines[id], heads[id].lines)
        for id in sorted(without)
        if counted_lines[id] < heads[id].lines
    ]


async def _lines_at(database: Database, heads: Mapping[str, KnownHead]) -> dict[str, str]:
    """The hashes of the lines at which heads were signed, as far as they are in the database."""
    of, found = s.journal.c, {}
    wanted = [(id, head.lines) for id, head in heads.items()]
    for start in range(0, len(wanted), CHUNK):
        some = wanted[start : start + CHUNK]
        asked = select(of.table_id, of.line).where(tuple_(of.table_id, of.n).in_(some))
        async with database.reading() as connection:
            for id, line in await connection.execute(asked):
                found[id] = journal_line_hash(str(line))
    return found


_LAST_HEADS = text(
    f"""
    SELECT s.n, s.kind, s.subject, s.lines, s.statement FROM signatures AS s
    JOIN (SELECT max(n) AS n FROM signatures WHERE kind = '{SIGNED_HEAD}' GROUP BY subject) AS h
        ON h.n = s.n"""
)


async def _last_heads(database: Database, believed: Trusted) -> dict[str, KnownHead]:
    """The last head of every journal, by the database.

    What cannot be read there is none, nor is what a key signed that was not good any more.
    """
    async with database.reading() as connection:
        rows = list(await connection.execute(_LAST_HEADS))
    found = {}
    for row in rows:
        head = statement_kept(row.statement)
        if head is None or columns(head) != (row.n, row.kind, row.subject, row.lines):
            continue
        key = believed.keys.get(head.key)
        if key is not None and (key.until is None or head.at <= key.until):
            found[head.of] = known_head(head)
    return found


def known_head(head: Statement) -> KnownHead:
    """A signed head, as it is remembered."""
    return KnownHead(head.number("lines"), head.text("hash"), head.number("number"))


def known_heads(statements: Iterable[Statement]) -> dict[str, KnownHead]:
    """The newest heads among some statements, in the order in which they were signed."""
    return {each.of: known_head(each) for each in statements if each.kind == SIGNED_HEAD}


async def _gaps(database: Database, believed: Trusted) -> list[Statement]:
    """The gaps that the house has signed."""
    of = s.signatures.c
    async with database.reading() as connection:
        rows = list(await connection.execute(select(of.n, of.statement).where(of.kind == GAP)))
    found = [(row.n, statement_kept(row.statement)) for row in rows]
    return [each for n, each in found if each and _is_own(each, n, believed, kinds=(GAP,))]


async def _forked(database: Database, reached: Reached, believed: Trusted) -> bool:
    """Whether the house has signed something else under a number than is known elsewhere.

    A row that cannot be read, or that nobody can have signed, is a broken row and nothing else.
    """
    of = s.signatures.c
    async with database.reading() as connection:
        row = await connection.scalar(select(of.statement).where(of.n == reached.number))
    found = statement_kept(row)
    return (
        found is not None
        and hash_of(found) != reached.hash
        and _is_own(found, reached.number, believed)
    )


def _is_own(
    statement: Statement, number: int, believed: Trusted, kinds: Collection[str] = ()
) -> bool:
    if statement.number("number") != number or (kinds and statement.kind not in kinds):
        return False
    try:
        believed.check(statement)
    except DoesNotHold:
        return False
    return True


def _number(reached: Reached) -> int:
    return reached.number


def _named(outside: Outside, lack: Lacking) -> bool:
    head = outside.heads.get(lack.table)
    return head is not None and head.lines == lack.lines
