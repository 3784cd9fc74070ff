"""NAME.signed.json: the signature that lies beside a file, with the keys that are needed to check it.

    {"ring":[...],"statements":[...]}

A statement of the kind `file` names a file by its SHA-256 and its size. Others may stand beside it,
such as the heads of a journal.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tablewright.signing.rings import Ring, checked_ring
from tablewright.signing.statements import DoesNotHold, Said, Statement, canonical

FILE = "file"
"""The kind of a statement about a file."""
ENDING = ".signed.json"
MOST_BYTES = 1 << 28
"""More than any signature comes to."""


class Signed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies beside a file that was signed."""

    ring: tuple[Statement, ...]
    statements: tuple[Statement, ...]

    @property
    def keys(self) -> Ring:
        """The ring in it; refused unless it holds."""
        return checked_ring(self.ring)

    def of_kind(self, kind: str) -> list[Statement]:
        return [each for each in self.statements if each.kind == kind]


_decode = msgspec.json.Decoder(Signed).decode


def signature_name(name: str) -> str:
    """How the signature of a file is called.

    >>> signature_name("night.jsonl")
    'night.jsonl.signed.json'
    >>> signature_name("manifest.json")
    'manifest.signed.json'
    """
    return f"{name.removesuffix('.json')}{ENDING}"


def signature_file(statements: Sequence[Statement], ring: Ring) -> bytes:
    """The signature of a file, to be written beside it."""
    return canonical(Signed(ring=ring.ring, statements=tuple(statements))) + b"\n"


def read_signed(content: bytes) -> Signed:
    """What a signature's file holds; refused if a byte of it is not as it was written."""
    try:
        found = _decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise DoesNotHold(f"the signature cannot be read ({wrong})") from None
    if canonical(found) + b"\n" != content:
        raise DoesNotHold("the signature is spelled otherwise: expected it as it was written")
    return found


class Digest(NamedTuple):
    """What a file is known by."""

    sha256: str
    bytes: int

    @property
    def said(self) -> Said:
        """The same as a statement says it."""
        return {"sha256": self.sha256, "bytes": self.bytes}


def digest(content: bytes) -> Digest:
    return Digest(hashlib.sha256(content).hexdigest(), len(content))


def refuse_other_file(statement: Statement, found: Digest) -> None:
    """Refuse a file that is not the one that was signed."""
    if (statement.text("sha256"), statement.number("bytes")) != found:
        raise DoesNotHold("the file is not the one that was signed: its SHA-256 is another")
