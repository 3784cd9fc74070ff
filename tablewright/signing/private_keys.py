"""One private key: made, written, read again, and what it says of itself and of the one before it."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from tablewright.rules.errors import Refused, quoted
from tablewright.signing.rings import HouseKey
from tablewright.signing.statements import (
    Said,
    Statement,
    as_text,
    id_of,
    signed,
    time_text,
)
from tablewright.signing.whole_files import OthersCanRead, read_own

PRIVATE = ".pem"


class NoKeys(Refused):
    """There are no keys in a folder, or not the private one."""


class PrivateKey(NamedTuple):
    """A private key at hand."""

    key: Ed25519PrivateKey
    public: bytes

    @classmethod
    def new(cls) -> "PrivateKey":
        return cls.of(Ed25519PrivateKey.generate())

    @classmethod
    def of(cls, key: Ed25519PrivateKey) -> "PrivateKey":
        return cls(key, key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))

    @property
    def id(self) -> str:
        return id_of(self.public)

    @property
    def pem(self) -> bytes:
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, kind: str, of: str, at: datetime, says: Mapping[str, str | int]) -> Statement:
        return signed(self.key.sign, self.id, kind, of, at, says)


def said_of_key(
    new: PrivateKey, why: str, before: HouseKey | None = None, since: datetime | None = None
) -> Said:
    """What a new key says of itself, and of the one before it."""
    says: Said = {"public": as_text(new.public), "why": why}
    if before is not None and since is not None:
        says |= {"before": as_text(before.public), "since": time_text(since)}
    return says


def said_of_end(why: str, since: datetime, follower: PrivateKey | None = None) -> Said:
    """What is said of a key that is retired."""
    says: Said = {"why": why, "since": time_text(since)}
    return says | ({"next": as_text(follower.public)} if follower else {})


def private_in(folder: Path, key: HouseKey) -> PrivateKey:
    file = folder / f"{key.id}{PRIVATE}"
    shown_as = quoted(str(file), 200)
    try:
        content = read_own(file)
    except FileNotFoundError:
        raise NoKeys(f"the private key {shown_as} is missing: put the folder back") from None
    except OthersCanRead:
        raise NoKeys(
            f"others can read the private key {shown_as}: expected chmod 600 of it"
        ) from None
    try:
        found = load_pem_private_key(content, None)
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, Ed25519PrivateKey) or PrivateKey.of(found).public != key.public:
        raise NoKeys(f"{shown_as} is not the private key that it is named after: put it back")
    return PrivateKey.of(found)
