"""A journal held against its signature: every head that the house signed fits its line.

A journal that was written anew, with fresh hashes, holds by itself. It does not fit the heads that
were signed while it grew.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablewright.cli.journals.files import JournalFile
from tablewright.cli.signatures import (
    Beside,
    Known,
    beside,
    notes,
    signed_document,
    signed_rows,
)
from tablewright.signing.files import Digest, signature_name
from tablewright.signing.rings import STOLEN, HouseKey
from tablewright.signing.statements import DoesNotHold, Statement, shown
from tablewright.signing.statements import hash_of as statement_hash
from tablewright.table.journal import SIGNED_HEAD, hash_of
from tablewright.table.words import counted


class WrongHead(DoesNotHold):
    """A signed head that does not fit its line; the lines up to another one do."""

    def __init__(self, line: int, held: int, why: str) -> None:
        super().__init__(why)
        self.line, self.held = line, held


class SignedJournal(NamedTuple):
    """A journal whose signature holds."""

    found: Beside
    statement: Statement
    key: HouseKey
    heads: list[Statement]

    def rows(self) -> Iterator[list[str]]:
        """What is said of it."""
        yield from signed_rows(self.found, self.statement, self.key)
        heads, lines = self.heads, self.statement.number("lines")
        if heads:
            last = heads[-1]
            yield [
                "heads",
                f"{counted(len(heads), 'signed head')}, each fits its line; the last one at line"
                f" {last.number('lines'):,} of {lines:,}, {shown(last.at)}",
            ]
        else:
            yield ["heads", "none was signed while it grew"]
        for note in notes(heads):
            yield ["clock", note]

    def document(self) -> dict[str, Any]:
        """The same for a program."""
        told = signed_document(self.found, self.statement, self.key)
        told["heads"] = [
            {"line": each.number("lines"), "at": each.at.isoformat(), "key": each.key}
            for each in self.heads
        ]
        told["notes"] += notes(self.heads)
        return told


def signed_journal(
    file: JournalFile, known: Known, *, is_held_otherwise: bool = False
) -> SignedJournal | None:
    """The signature of a journal; None, if nobody signed it. Refused, if one of them does not hold.

    One that is held against a head from elsewhere needs none, though a key was named.
    """
    path = Path(file.name)
    if is_held_otherwise and not path.with_name(signature_name(path.name)).exists():
        return None
    found = beside(path, known) if file.is_ordinary else None
    if found is None:
        return None
    heads = found.signed.of_kind(SIGNED_HEAD)
    hashes, read = _read(file, {each.number("lines") for each in heads})
    _refuse_wrong_head(found, heads, hashes)
    statement, key = found.of_file(read)
    _refuse_other_heads(statement, heads)
    _refuse_left_out(found, heads)
    return SignedJournal(found, statement, key, heads)


def _read(file: JournalFile, wanted: set[int]) -> tuple[dict[int, str], Digest]:
    """The hashes of some lines, and what the whole file is known by."""
    hashes: dict[int, str] = {}
    digest, size = hashlib.sha256(), 0
    for number, line in enumerate(file.lines(), start=1):
        digest.update(line)
        size += len(line)
        if number in wanted:
            hashes[number] = hash_of(line)
    return hashes, Digest(digest.hexdigest(), size)


def hashes_at(file: JournalFile, wanted: set[int]) -> dict[int, str]:
    """The hashes of some lines, as far as the journal goes."""
    return _read(file, wanted)[0]


def _refuse_wrong_head(found: Beside, heads: list[Statement], hashes: dict[int, str]) -> None:
    """Refuse a journal at the first head that does not fit it."""
    held = 0
    for number, head in enumerate(heads, start=1):
        line = head.number("lines")
        which = f"head {number} of {len(heads)}"
        try:
            found.believed.check(head)
        except DoesNotHold as wrong:
            raise WrongHead(line, held, f"{which}, line {line:,}: {wrong}") from None
        if line not in hashes:
            raise WrongHead(
                line,
                held,
                f"{which} was signed at line {line:,} ({shown(head.at)}), and the journal ends before"
                " it: lines are missing",
            )
        if hashes[line] != head.text("hash"):
            raise WrongHead(
                line,
                held,
                f"{which} was signed at line {line:,} ({shown(head.at)}), which is another line now:"
                " the journal was written anew",
            )
        held = line


def _refuse_other_heads(statement: Statement, heads: list[Statement]) -> None:
    """Refuse a signature that heads were taken out of, or into which another journal's were put."""
    if statement.number("heads") != len(heads):
        raise DoesNotHold(
            f"it was signed with {counted(statement.number('heads'), 'head')}, and"
            f" {counted(len(heads), 'head')} lie beside it"
        )
    if any(f"{each.of}.jsonl" != statement.of for each in heads):
        raise DoesNotHold("the heads beside it are those of another journal")


def _refuse_left_out(found: Beside, heads: list[Statement]) -> None:
    """Refuse heads between which one is missing: each names the one before it.

    What a stolen key signed after the theft is left out by the house itself.
    """
    if any(key.why == STOLEN for key in found.believed.keys.values()):
        return
    before = ""
    for number, head in enumerate(heads, start=1):
        follows = head.text("follows")
        if follows and follows != before:
            raise WrongHead(
                head.number("lines"),
                0,
                f"head {number} of {len(heads)} does not follow the one before it: a head is missing",
            )
        before = statement_hash(head)
