"""A journal held against heads that lay elsewhere: one that a player saved, or those of a second party.

The journal may come with a signature of its own or without: a head that was handed out in time does not
fit a journal that was written anew since.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tablewright.cli.journals.files import JournalFile
from tablewright.cli.journals.heads import SignedJournal, WrongHead, hashes_at
from tablewright.cli.signatures import Known
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.files import MOST_BYTES
from tablewright.signing.handed_heads import HandedHead, read_handed
from tablewright.signing.rings import Ring, Trusted, trusted
from tablewright.signing.statements import DoesNotHold, Statement, canonical, shown
from tablewright.table import acts
from tablewright.table.journal import SIGNED_HEAD, decoded
from tablewright.table.seal import sealed
from tablewright.table.words import counted

ENDINGS = (".gz", ".jsonl")
LONGEST_LINE = 1 << 20


class Shuffle(NamedTuple):
    """Where a journal has a shuffle with a seal, and where it opens the order; 0, if it does not."""

    seal: str
    line: int
    opened: int


class HeldHeads(NamedTuple):
    """Heads from elsewhere that a journal fits."""

    name: str
    heads: list[Statement]
    believed: Trusted
    shuffle: Shuffle | None
    is_seal_signed: bool

    def rows(self) -> Iterator[list[str]]:
        """What is said of them."""
        last = self.heads[-1]
        many = counted(len(self.heads), "head")
        yield [
            "handed out",
            f"{many} in {self.name}, and the journal holds {'it' if len(self.heads) == 1 else 'each'};"
            f" the last at line {last.number('lines'):,}, signed {shown(last.at)} with key {last.key}",
        ]
        if self.believed.is_found:
            yield ["trust", f"the keys lie in {self.name} itself: --key FILE says whose they are"]
        if self.shuffle:
            yield ["seal", self._seal_said(self.shuffle)]

    def _seal_said(self, found: Shuffle) -> str:
        by = "" if self.is_seal_signed else "; nobody signed that seal, as the head is older"
        if not found.opened:
            return f"the shuffle of line {found.line:,}, whose order is still sealed{by}"
        return (
            f"the shuffle of line {found.line:,}, opened in line {found.opened:,}: the order fits the"
            f" seal that was handed out{by}"
        )

    def document(self) -> dict[str, Any]:
        """The same for a program."""
        return {
            "file": self.name,
            "heads": [
                {"line": each.number("lines"), "at": each.at.isoformat(), "key": each.key}
                for each in self.heads
            ],
            "trusted": "found" if self.believed.is_found else "named",
            "seal": self.shuffle._asdict() if self.shuffle else None,
            "is_seal_signed": self.is_seal_signed,
        }


def held_heads(
    file: JournalFile, name: str, known: Known, signed: SignedJournal | None
) -> HeldHeads:
    """The heads in a file, each of which the journal holds; refused at the first that it does not."""
    if not file.is_ordinary:
        raise Refused(f"{quoted(file.name)} is read but once: expected a file, as --head was given")
    saved, heads, ring = _heads_in(name, file, signed)
    if known is None and ring is None:
        raise Refused(
            f"--head is {quoted(name)}, and nothing says whose keys signed it: expected --key"
        )
    believed = trusted(ring, known)
    hashes = hashes_at(file, {each.number("lines") for each in heads})
    held = 0
    for each in heads:
        line = each.number("lines")
        try:
            believed.check(each)
        except DoesNotHold as wrong:
            raise WrongHead(line, held, f"the head in {name}, line {line:,}: {wrong}") from None
        _refuse_other_line(name, each, hashes, held)
        held = line
    seal = (saved.seal or saved.statement.text("seal")) if saved else ""
    shuffle = _shuffled(file, seal, held) if seal else None
    is_signed = bool(shuffle) and (shuffle.line <= held if shuffle else False)
    return HeldHeads(name, heads, believed, shuffle, is_signed)


def _heads_in(
    name: str, file: JournalFile, signed: SignedJournal | None
) -> tuple[HandedHead | None, list[Statement], Ring | None]:
    """The heads of a journal in what a player saved, or in what a second party has."""
    try:
        with open(name, "rb") as opened:
            first = opened.readline(LONGEST_LINE)
            if b'"statement":' in first or first.strip() == b"{":
                saved = read_handed(first + opened.read(MOST_BYTES))
                return saved, [saved.statement], saved.keys
            opened.seek(0)
            table = _table_of(file, signed)
            heads = [each for line in opened if (each := _head_of(line, table)) is not None]
    except OSError as error:
        raise Refused(
            f"--head is {quoted(name)} ({error.strerror}): expected a head that was saved at a table,"
            " or the file that a house hands its heads out to"
        ) from None
    if not heads:
        raise Refused(
            f"--head is {quoted(name)}, which has no head of table {quoted(table)}: expected the"
            " journal under its name, as in D1-3.jsonl"
        )
    return None, heads, signed.found.signed.keys if signed else None


def _table_of(file: JournalFile, signed: SignedJournal | None) -> str:
    """The id of a journal's table: as it is signed, or else by the name of the file."""
    named = signed.statement.of if signed else Path(file.name).name
    for ending in ENDINGS:
        named = named.removesuffix(ending)
    return named


def _head_of(line: bytes, table: str) -> Statement | None:
    """A head of a table in a line of a second party's file."""
    if canonical(table) not in line:
        return None
    try:
        found = msgspec.json.decode(line, type=Statement)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found if (found.kind, found.of) == (SIGNED_HEAD, table) else None


def _refuse_other_line(name: str, head: Statement, hashes: dict[int, str], held: int) -> None:
    line = head.number("lines")
    if line not in hashes:
        why = "and the journal ends before it: lines are missing"
    elif hashes[line] != head.text("hash"):
        why = "which is another line now: the journal was written anew"
    else:
        return
    raise WrongHead(
        line, held, f"the head in {name} was signed at line {line:,} ({shown(head.at)}), {why}"
    )


def _shuffled(file: JournalFile, seal: str, held: int) -> Shuffle:
    """The shuffle with a seal; refused, if the journal has none, or opens another order for it."""
    wanted, found, opened = canonical(seal), 0, 0
    for number, line in enumerate(file.lines(), start=1):
        if not found and wanted in line and isinstance(decoded(line).did, acts.Shuffled):
            found = number
        elif found and b'"unsealed"' in line:
            did = decoded(line).did
            if isinstance(did, acts.Unsealed) and sealed(did.order, did.salt) == seal:
                opened = number
                break
    if not found:
        raise WrongHead(
            held, held, f"no shuffle in it has the seal {seal[:16]}..., which was handed out"
        )
    return Shuffle(seal, found, opened)
