"""Snapshots: how a table stood behind a line of its journal, so that it is taken up from there.

A snapshot is the state and the sums as they are, written down; nothing is folded in another way. It
names the line that it stands behind by its hash, and its own seal follows from both. It lies in the
database with that line or not at all, the newest of each table, and the next signed head of the journal
names its seal. One that does not fit is not believed: the journal is the table.

Orders of packs are not in it, only their seals; neither are the hands that such a pack still hides.
"""

import hashlib
import zlib
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from tablewright.advice.folds import decoded_as
from tablewright.house.books.entries import KeptSnapshot
from tablewright.house.books.snapshots import FoundSnapshot
from tablewright.house.screens.sums import Sums, SumsMemory
from tablewright.rules.errors import Refused
from tablewright.rules.language import say
from tablewright.rules.this_code import code_of
from tablewright.table import acts
from tablewright.table import state as described
from tablewright.table.journal import Journal, decoded, hash_of, read
from tablewright.table.machine import Table
from tablewright.table.seal import sealed
from tablewright.table.state import State

EVERY_LINES = 1000
"""How many lines are added before a table is written down again."""
FOLDED_BY = ("rules", "games", "table", "advice", "house/screens", "house/tables/snapshots.py")
"""What makes a state and its sums of lines: a snapshot by other code may leave something out."""

# The state names acts, which are declared after it.
vars(described).update(
    {kind.__name__: kind for kind in (acts.Declare, acts.ReportChips, acts.Settled)},
    SlipPrepared=acts.SlipPrepared,
)


class Snapshot(msgspec.Struct):
    """All that follows from the lines of a journal up to one of them."""

    state: State
    seals: dict[int, str]
    """Of the packs whose orders lie in the vault."""
    sums: SumsMemory


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot, dec_hook=decoded_as).decode


class Standpoint(NamedTuple):
    """Where a journal is followed from: its beginning, or the line that a snapshot stands behind."""

    table: Table
    sums: Sums
    hash: str = ""
    """The hash of that line."""
    seals: Mapping[int, str] = {}

    @property
    def lines(self) -> int:
        return self.table.lines


class OtherCode(Refused):
    """A snapshot that another version of this software wrote."""

    def __init__(self) -> None:
        super().__init__("it was written by another version")


class Snapshots:
    """Writes a table down, every so many lines and when it is closed."""

    def __init__(self, table: Table, sums: Sums, since: int) -> None:
        """Go on from the line that the last snapshot stands behind."""
        self._table, self._sums, self._since = table, sums, since

    def due(self, journal: Journal, *, is_closed: bool) -> KeptSnapshot | None:
        """What is to be written with the lines that were just added; nothing, if it is not time."""
        if self._table.lines < self._since + EVERY_LINES and not is_closed:
            return None
        self._since = self._table.lines
        return taken(self._table, self._sums, journal.last)


def taken(table: Table, sums: Sums, last_hash: str) -> KeptSnapshot:
    """A table as it stands behind its last line."""
    memory = sums.remembered()
    memory.decisions.hide(table.vault)
    seals = {pack: sealed(*kept) for pack, kept in table.vault.items()}
    content = zlib.compress(_encode(Snapshot(table.state, seals, memory)), 1)
    code = code_of(*FOLDED_BY)
    return KeptSnapshot(table.lines, last_hash, _seal(last_hash, code, content), code, content)


def _seal(last_hash: str, code: str, content: bytes) -> str:
    digest = hashlib.sha256(f"{last_hash} {code} ".encode())
    digest.update(content)
    return digest.hexdigest()


def taken_up(found: FoundSnapshot) -> Standpoint:
    """A table as a snapshot has it; refused if it does not fit the journal or its signed head."""
    kept = found.kept
    if kept.code != code_of(*FOLDED_BY):
        raise OtherCode
    if kept.seal != _seal(kept.hash, kept.code, kept.content):
        raise Refused("it is not as it was written")
    _refuse_other_line(found)
    if found.head_lines >= kept.n and found.head_seal != kept.seal:
        raise Refused("it is not the one that the house signed")
    try:
        snapshot = _decode(zlib.decompress(kept.content))
    except (zlib.error, msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise Refused(say("it cannot be read ({wrong})", wrong=wrong)) from None
    table = Table(snapshot.state.setup)
    table.state, table.lines = snapshot.state, kept.n
    sums = Sums(table.book)
    sums.take_up(snapshot.sums)
    return Standpoint(table, sums, kept.hash, snapshot.seals)


def _refuse_other_line(found: FoundSnapshot) -> None:
    """Refuse what stands behind a line that is not in the journal, as it is."""
    kept = found.kept
    if not found.line or hash_of(found.line) != kept.hash:
        raise Refused(say("it does not stand behind line {n} of the journal", n=kept.n))
    for _ in read([found.line], kept.n - 1, decoded(found.line).prev):
        pass
