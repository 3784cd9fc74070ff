"""A journal's signature: its signed heads, and a statement over the very file that is exported.

The lines are read once more for it. A journal whose hashes do not fit, or that is not the one that the
house signed before, is not signed.
"""

import asyncio
import hashlib

from tablewright.house.books.ledger import Ledger
from tablewright.house.books.signing import Signing
from tablewright.rules.errors import Refused
from tablewright.signing.files import Digest, signature_file
from tablewright.signing.statements import Statement
from tablewright.table.journal import FIRST, fits_after, hash_of


class _Reading:
    """Follows a journal line by line, by the hashes alone."""

    def __init__(self, heads: list[Statement]) -> None:
        self._wanted = {each.number("lines"): each.text("hash") for each in heads}
        self._digest = hashlib.sha256()
        self.lines, self.bytes, self.last = 0, 0, FIRST

    def read(self, piece: bytes) -> None:
        """Read on; refused at the first line that does not fit."""
        self._digest.update(piece)
        self.bytes += len(piece)
        for line in piece.splitlines(keepends=True):
            self.lines += 1
            if not fits_after(line, self.last):
                raise Refused(
                    f"The journal is not signed: its line {self.lines:,} is not as it was written."
                )
            self.last = hash_of(line)
            if self._wanted.get(self.lines, self.last) != self.last:
                raise Refused(
                    "The journal is not signed: it is not the one that the house signed at line"
                    f" {self.lines:,}."
                )

    @property
    def digest(self) -> Digest:
        return Digest(self._digest.hexdigest(), self.bytes)


async def signed_journal(
    signing: Signing, ledger: Ledger, table: str, lines: int | None = None
) -> bytes:
    """What lies beside the exported journal of a table: of all its lines, or of the first so many."""
    heads = await signing.heads(table)
    if lines is not None:
        heads = [each for each in heads if each.number("lines") <= lines]
    reading = _Reading(heads)
    async for piece in ledger.export(table, lines):
        await asyncio.to_thread(reading.read, piece)
    missing = [each for each in heads if each.number("lines") > reading.lines]
    if missing or not reading.lines or (lines is not None and lines != reading.lines):
        signed = max((each.number("lines") for each in missing), default=lines or 1)
        raise Refused(
            f"The journal is not signed: it has {reading.lines:,} lines, and line {signed:,} is asked"
            " for or was signed."
        )
    made = await signing.sign_file(
        f"{table}.jsonl",
        reading.digest,
        f"the journal of table {table}",
        {"lines": reading.lines, "hash": reading.last, "heads": len(heads)},
    )
    return signature_file([*heads, made], await signing.ring())
