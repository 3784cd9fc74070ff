"""What is written into the ledger together: an entry is all that followed from one command."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

import msgspec

from tablewright.house.books.audit_entries import Noted
from tablewright.signing.sealing import Secret
from tablewright.table.chips import Chips, worth
from tablewright.table.journal import hash_of


class KeptLine(NamedTuple):
    """A line of a table's journal, as it was written, and what it is found by."""

    n: int
    at: datetime
    round: int
    by: str
    event: str
    line: bytes


class Transfer(NamedTuple):
    """Chips or cash that a line moved; `number` counts those of one line."""

    n: int
    number: int
    source: str
    target: str
    cash: int
    cents: int
    chips: Chips


class Done(NamedTuple):
    """A command that was done: asked again by its id, it is answered and not done twice."""

    id: str
    actor: str
    seq: int
    at: datetime
    digest: str = ""
    """What it said (`remembering.digest_of`)."""


class KeptSignature(NamedTuple):
    """A statement that the house has signed, and what it is found by."""

    n: int
    kind: str
    subject: str
    lines: int
    """Up to which line of a journal, or entry of a register; 0 for what has none."""
    statement: str


class Result(NamedTuple):
    """What a player has won on a day (less than nothing, if lost), for money and for practice."""

    person: str
    day: str
    money: int
    practice: int


class KeptSnapshot(NamedTuple):
    """How a table stood behind a line of its journal."""

    n: int
    hash: str
    """Of that line."""
    seal: str
    """The hash of all of it, with that line's."""
    code: str
    """The hash of the code that wrote it."""
    content: bytes


class LedgerEntry(msgspec.Struct, frozen=True):
    """All that followed from one command at one table."""

    table: str
    lines: list[KeptLine] = []
    transfers: list[Transfer] = []
    shuffles: dict[int, tuple[str, str] | None] = {}
    """Order and salt of each pack that was shuffled; None where they are to be forgotten."""
    commands: list[Done] = []
    seats: dict[int, str | None] = {}
    """Who holds each place that changed hands; None where nobody does."""
    status: str = ""
    """What the table is from now on, if that changed."""
    forget_until: int = 0
    """Commands up to this line of the journal are not asked for again."""
    probed: str = ""
    """Something to write for no table, to learn whether anything can be written."""
    signatures: list[KeptSignature] = []
    """What was signed meanwhile, beside the tables."""
    results: list[Result] = []
    """What players won or lost by it."""
    conduct: str | None = None
    """How the table is run beside its journal from now on (JSON), if that changed."""
    snapshot: KeptSnapshot | None = None
    """How the table stands behind the last of these lines, if it is time to write that down."""
    audit: list[Noted] = []
    """What of it the audit tells."""


class KeptTable(NamedTuple):
    """A table of the house."""

    id: str
    number: int
    table: str
    game: str
    is_practice: bool
    options: str
    status: str
    created: datetime
    closed: datetime | None


class BrokenTable(NamedTuple):
    """A table whose row cannot be read; as much of it as can."""

    id: str
    table: str
    why: str
    is_practice: bool = False


class KeptTransfer(NamedTuple):
    """A transfer with the line it stands in."""

    n: int
    number: int
    source: str
    target: str
    cash: int
    cents: int
    chips: Chips
    at: datetime
    by: str
    round: int
    event: str
    line: bytes


class Found(NamedTuple):
    """What a search found, newest first; `total` is how many lines the journal has."""

    lines: list[KeptLine]
    has_more: bool
    total: int


@lru_cache(maxsize=256)
def as_text(at: datetime) -> str:
    """A time as the database keeps it.

    >>> as_text(datetime(2026, 1, 5, 18, tzinfo=UTC))
    '2026-01-05T18:00:00.000000+00:00'
    """
    at = at if at.tzinfo is UTC else at.astimezone(UTC)
    return at.isoformat(timespec="microseconds")


# Rows ----------------------------------------------------------------------------------------------

Row = tuple[str | int | bytes | None, ...]


class Statement(NamedTuple):
    """A change to one table of the database, for as many rows as there are."""

    table: str
    change: str
    columns: tuple[str, ...]
    """What each row gives, in its order."""
    where: str = ""
    """Which rows of the table are changed; none, if rows are added."""
    rest: str = ""
    """What becomes of a row that is there already."""


def _add(table: str, columns: str, rest: str = "") -> Statement:
    return Statement(
        table, f"INSERT INTO {table} ({columns})", tuple(columns.split(", ")), rest=rest
    )


def _delete(table: str, columns: str, where: str) -> Statement:
    return Statement(table, f"DELETE FROM {table}", tuple(columns.split(", ")), where)


STATEMENTS = {
    "journal": _add("journal", 'table_id, n, round, at, "by", event, line'),
    "transfers": _add("transfers", "table_id, n, number, source, target, cash, cents, chips"),
    "commands": _add("commands", "table_id, id, actor, seq, did_at, digest"),
    "past": _delete("commands", "table_id, seq", "table_id = {} AND seq <= {}"),
    "vault": _add(
        "vault",
        "table_id, pack, cards_order, salt",
        "ON CONFLICT (table_id, pack)"
        " DO UPDATE SET cards_order = excluded.cards_order, salt = excluded.salt",
    ),
    "forgotten": _delete("vault", "table_id, pack", "table_id = {} AND pack = {}"),
    "seats": _add(
        "seats",
        "table_id, place, holder",
        "ON CONFLICT (table_id, place) DO UPDATE SET holder = excluded.holder",
    ),
    "emptied": _delete("seats", "table_id, place", "table_id = {} AND place = {}"),
    "status": Statement(
        "tables",
        "UPDATE tables SET status = {}, closed = {}",
        ("status", "closed", "id"),
        "id = {}",
    ),
    "conduct": _add(
        "conduct",
        "table_id, kept",
        "ON CONFLICT (table_id) DO UPDATE SET kept = excluded.kept",
    ),
    "snapshots": _add(
        "snapshots",
        "table_id, n, hash, seal, code, kept",
        "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, hash = excluded.hash,"
        " seal = excluded.seal, code = excluded.code, kept = excluded.kept",
    ),
    "tails": _add(
        "tails",
        "table_id, n, tag",
        "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, tag = excluded.tag",
    ),
    "over": _delete("conduct", "table_id", "table_id = {}"),
    "probed": _add(
        "settings", "key, value", "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    ),
    "signatures": _add("signatures", "n, kind, subject, lines, statement"),
    "results": _add(
        "play_days",
        "person, day, money, practice",
        "ON CONFLICT (person, day) DO UPDATE SET money = play_days.money + excluded.money,"
        " practice = play_days.practice + excluded.practice",
    ),
}
"""By the name of their rows. No two of a batch concern the same row of a table, so that it does not
matter which is carried out first, but that a transfer follows its line."""

Rows = dict[str, list[Row]]
"""The rows for each statement."""

_encode = msgspec.json.Encoder().encode


def _closed_at(entry: LedgerEntry) -> str:
    return as_text(entry.lines[-1].at if entry.lines else datetime.now(UTC))


def _assert_balanced(entry: LedgerEntry) -> None:
    """A transfer takes from one account what it gives to another, in a line of this very entry."""
    lines = {line.n for line in entry.lines}
    for each in entry.transfers:
        where = f"table {entry.table}, line {each.n}, transfer {each.number}"
        assert each.n in lines, f"{where}: expected a line of the same entry"
        assert each.source != each.target, f"{where}: expected two accounts"
        assert min((each.cash, *each.chips.values())) >= 0, f"{where}: expected nothing below zero"
        assert each.cents == worth(each.chips) + each.cash > 0, f"{where}: expected what it moves"


def rows_of(entries: list[LedgerEntry], known: Mapping[str, str], secret: Secret) -> Rows:
    """All rows of some entries. Of two that concern one seat, one pack or one row, the later counts.

    `known` is what each table was before, so that nothing is written where nothing changed; `secret`
    seals what a copy of the database must not give away.
    """
    journal: list[Row] = []
    transfers: list[Row] = []
    commands: list[Row] = []
    shuffles: dict[tuple[str, int], tuple[str, str] | None] = {}
    seats: dict[tuple[str, int], str | None] = {}
    statuses: dict[str, tuple[str, str | None]] = {}
    conduct: dict[str, str] = {}
    snapshots: dict[str, KeptSnapshot] = {}
    past: list[Row] = []
    probed: list[Row] = [("probed", entry.probed) for entry in entries if entry.probed]
    for entry in entries:
        table = entry.table
        if entry.transfers:
            _assert_balanced(entry)
        for n, at, round, by, event, line in entry.lines:
            journal.append((table, n, round, as_text(at), by, event, line.decode()))
        for each in entry.transfers:
            transfers.append((table, *each[:-1], _encode(each.chips).decode()))
        for id, actor, seq, at, digest in entry.commands:
            commands.append((table, id, actor, seq, as_text(at), digest))
        if entry.forget_until:
            past.append((table, entry.forget_until))
        for pack, order in entry.shuffles.items():
            shuffles[table, pack] = order
        for place, holder in entry.seats.items():
            seats[table, place] = holder
        if entry.conduct is not None:
            conduct[table] = entry.conduct
        if entry.snapshot is not None:
            snapshots[table] = entry.snapshot
        if entry.status:
            statuses[table] = entry.status, _closed_at(entry) if entry.status == "closed" else None
    over = [table for table, (status, _) in statuses.items() if status == "closed"]
    return {
        "journal": journal,
        "transfers": transfers,
        "commands": commands,
        "past": past,
        "vault": [_sealed(*key, *order, secret) for key, order in shuffles.items() if order],
        "forgotten": [key for key, order in shuffles.items() if not order],
        "seats": [(*key, holder) for key, holder in seats.items() if holder is not None],
        "emptied": [key for key, holder in seats.items() if holder is None],
        "status": [
            (status, closed, table)
            for table, (status, closed) in statuses.items()
            if status != known.get(table)
        ],
        "conduct": [kept for kept in conduct.items() if kept[0] not in over],
        "snapshots": [(table, *kept) for table, kept in snapshots.items()],
        "tails": _tails(entries, secret),
        "over": [(table,) for table in over],
        "probed": probed[-1:],
        "signatures": [each for entry in entries for each in entry.signatures],
        "results": _added_up(each for entry in entries for each in entry.results),
    }


def of_order(table: str, pack: int) -> str:
    """What the order of a pack is sealed for."""
    return f"the order of pack {pack} of {table}"


def of_salt(table: str, pack: int) -> str:
    """What the salt of that order is sealed for."""
    return f"the salt of pack {pack} of {table}"


def _sealed(table: str, pack: int, order: str, salt: str, secret: Secret) -> Row:
    """The order of a pack in play, as it is kept."""
    return (
        table,
        pack,
        secret.seal(order, of_order(table, pack)),
        secret.seal(salt, of_salt(table, pack)),
    )


def tail_tag(secret: Secret, table: str, n: int, hash: str) -> str:
    """What the house seals the end of a journal with: the hash follows from every line before it, and
    so from the head that was signed last."""
    return secret.tag(f"{table} {n} {hash}")


def _tails(entries: Iterable[LedgerEntry], secret: Secret) -> list[Row]:
    """The last line of each journal that grows, sealed; nothing in a house without a secret."""
    if not secret.id:
        return []
    last = {entry.table: entry.lines[-1] for entry in entries if entry.lines}
    return [
        (table, line.n, tail_tag(secret, table, line.n, hash_of(line.line)))
        for table, line in last.items()
    ]


def _added_up(results: Iterable[Result]) -> list[Row]:
    """One row for each player and day: a database adds nothing twice to one row in one go."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for person, day, money, practice in results:
        before = found.get((person, day), (0, 0))
        found[person, day] = before[0] + money, before[1] + practice
    return [(*key, *sums) for key, sums in found.items()]
