"""A signed statement: what is said of what, when, and with which key.

    {"at":"2026-11-17T18:00:00Z","key":"0f3c...","kind":"file","of":"night.jsonl","says":{...},
     "signature":"..."}

What is signed is the JSON without the signature: the names in order, no space between, UTF-8. A
reader writes a statement anew and compares, so that no byte of it can be another.
"""

import base64
import binascii
import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tablewright.rules.errors import Refused

ID_DIGITS = 16
KEY_BYTES, SIGNATURE_BYTES = 32, 64

Said: TypeAlias = dict[str, str | int]
"""What a statement says, beside what every statement says."""


class DoesNotHold(Refused):
    """Something signed that is not as it was signed, or that nobody had the right to sign."""


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house has signed."""

    kind: str
    of: str
    """What it is about, by its name."""
    at: datetime
    key: str
    """The id of the key it is signed with."""
    says: Said = {}
    signature: str = ""
    """In base64."""

    def text(self, name: str) -> str:
        """What it says under a name, where that is a text; else nothing."""
        found = self.says.get(name, "")
        return found if isinstance(found, str) else ""

    def number(self, name: str) -> int:
        """What it says under a name, where that is a number; else -1."""
        found = self.says.get(name, -1)
        return found if isinstance(found, int) else -1


_encode = msgspec.json.Encoder(order="sorted").encode


def canonical(value: object) -> bytes:
    """The one way in which something is written."""
    return _encode(value)


def id_of(public: bytes) -> str:
    """A key's id, from its raw public half.

    >>> id_of(bytes(32))
    '66687aadf862bd77'
    """
    return hashlib.sha256(public).hexdigest()[:ID_DIGITS]


def signed_bytes(statement: Statement) -> bytes:
    """What the signature is made over: all of it but the signature."""
    fields = msgspec.structs.asdict(statement)
    del fields["signature"]
    return canonical(fields)


def hash_of(statement: Statement) -> str:
    """The SHA-256 of a statement with its signature, by which a later one names it."""
    return hashlib.sha256(canonical(statement)).hexdigest()


def signed(
    sign: Callable[[bytes], bytes],
    key: str,
    kind: str,
    of: str,
    at: datetime,
    says: Mapping[str, str | int],
) -> Statement:
    """A statement under the signature of a key."""
    plain = Statement(kind=kind, of=of, at=at.astimezone(UTC), key=key, says=dict(says))
    return msgspec.structs.replace(plain, signature=as_text(sign(signed_bytes(plain))))


def fits(statement: Statement, public: bytes) -> bool:
    """Whether the signature is that of the key with this public half, over this very statement."""
    signature = from_text(statement.signature, SIGNATURE_BYTES)
    if signature is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed_bytes(statement))
    except (InvalidSignature, ValueError):
        return False
    return True


def as_text(content: bytes) -> str:
    """Bytes as text, in base64."""
    return base64.b64encode(content).decode()


def from_text(text: str, length: int) -> bytes | None:
    """So many bytes from their text; none, where it is not spelled as `as_text` spells it."""
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return found if len(found) == length and as_text(found) == text else None


def time_text(at: datetime) -> str:
    """A moment as a statement writes it.

    >>> time_text(datetime(2026, 11, 17, 18, tzinfo=UTC))
    '2026-11-17T18:00:00Z'
    """
    return str(msgspec.to_builtins(at.astimezone(UTC)))


def time_from(text: str) -> datetime:
    """A moment that a statement says; refused if it is not written as `time_text` writes it."""
    try:
        found = datetime.fromisoformat(text)
        if found.tzinfo is not None and time_text(found) == text:
            return found.astimezone(UTC)
    except ValueError:
        pass
    raise DoesNotHold("a moment in it cannot be read: expected one as it was signed")


def shown(at: datetime) -> str:
    """A moment as people read it.

    >>> shown(datetime(2026, 11, 17, 18, tzinfo=UTC))
    '2026-11-17 18:00:00 UTC'
    """
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
