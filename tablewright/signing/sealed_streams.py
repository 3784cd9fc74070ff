"""A stream of bytes that is sealed to a public key: only who holds the private one reads it.

    X25519 with a key made for this stream alone -> HKDF-SHA256 -> one AES-256-GCM key for this stream
    chunk after chunk of 64 KiB, each under its number; the last one says that it is the last (STREAM,
    Hoang, Reyhanitabar, Rogaway and Vizar 2015, with the nonces that age uses)

No chunk can be changed, moved, taken out or doubled, and nothing can be cut off at the end, without its
being refused. What stands before the stream, where the public half of its own key is named, is answered
for by every chunk. A private key need not lie where a stream is sealed.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from tablewright.rules.errors import Refused, quoted
from tablewright.signing.statements import KEY_BYTES, DoesNotHold, as_text, from_text, id_of
from tablewright.signing.whole_files import OthersCanRead, put, read_own

CHUNK_BYTES, TAG_BYTES = 1 << 16, 16
COUNTER_BYTES = 11
PURPOSE = b"tablewright sealed stream 1"
"""What a key is derived for, so that it is no other's."""
PRIVATE_ENDING, PUBLIC_ENDING = ".private.pem", ".public.pem"


class Sealed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To whom a stream is sealed, by the id of the key; and the public half of the stream's own."""

    key: str
    own: str


class Source(Protocol):
    """Something that bytes are read from."""

    def read(self, most: int, /) -> bytes:
        """So many bytes, or fewer at the end."""


def _raw(key: X25519PublicKey) -> bytes:
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def _cipher(shared: bytes, own: bytes, receiver: bytes) -> AESGCM:
    return AESGCM(HKDF(SHA256(), KEY_BYTES, own + receiver, PURPOSE).derive(shared))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(COUNTER_BYTES, "big") + bytes([is_last])


class SealingKey(NamedTuple):
    """The public half of a key that streams are sealed to."""

    raw: bytes

    @property
    def id(self) -> str:
        return id_of(self.raw)

    def begin(self) -> tuple[Sealed, AESGCM]:
        """What stands before a new stream, and what its chunks are sealed with."""
        own = X25519PrivateKey.generate()
        public = _raw(own.public_key())
        try:
            shared = own.exchange(X25519PublicKey.from_public_bytes(self.raw))
        except ValueError:  # A point of small order, which gives everybody the same.
            raise Refused(f"nothing can be sealed to key {self.id}: expected another key") from None
        return Sealed(key=self.id, own=as_text(public)), _cipher(shared, public, self.raw)


class OpeningKey(NamedTuple):
    """The private half, which opens them."""

    private: X25519PrivateKey

    @property
    def id(self) -> str:
        return id_of(_raw(self.private.public_key()))

    def begin(self, sealed: Sealed) -> AESGCM:
        """What the chunks of a stream are opened with; refused, if it is sealed to another key."""
        if sealed.key != self.id:
            raise DoesNotHold(f"it is sealed to key {sealed.key}, this is {self.id}")
        own = from_text(sealed.own, KEY_BYTES)
        try:
            shared = self.private.exchange(X25519PublicKey.from_public_bytes(own or b""))
        except ValueError:
            raise DoesNotHold("how it is sealed cannot be read") from None
        return _cipher(shared, own or b"", _raw(self.private.public_key()))


class SealingWriter:
    """Seals what is written, chunk by chunk; `close` seals the last one."""

    def __init__(self, write: Callable[[bytes], object], cipher: AESGCM, before: bytes) -> None:
        """`before` is what stands before the stream, which its chunks answer for."""
        self._write, self._cipher, self._before = write, cipher, before
        self._waiting = bytearray()
        self._number = 0

    def write(self, content: bytes) -> None:
        self._waiting += content
        while len(self._waiting) > CHUNK_BYTES:  # What fills one up may be the last.
            self._seal(bytes(self._waiting[:CHUNK_BYTES]), is_last=False)
            del self._waiting[:CHUNK_BYTES]

    def close(self) -> None:
        self._seal(bytes(self._waiting), is_last=True)

    def _seal(self, chunk: bytes, *, is_last: bool) -> None:
        nonce = _nonce(self._number, is_last=is_last)
        self._write(self._cipher.encrypt(nonce, chunk, self._before))
        self._number += 1


class OpeningReader:
    """Opens a stream chunk by chunk, as it is read; refused at the first byte that is another."""

    def __init__(self, sealed: Source, cipher: AESGCM, before: bytes) -> None:
        self._sealed, self._cipher, self._before = sealed, cipher, before
        self._number = 0
        self._next = sealed.read(CHUNK_BYTES + TAG_BYTES)
        self._is_over = False

    def read(self) -> bytes:
        """The next chunk; nothing after the last."""
        if self._is_over:
            return b""
        chunk, self._next = self._next, self._sealed.read(CHUNK_BYTES + TAG_BYTES)
        self._is_over = not self._next
        nonce = _nonce(self._number, is_last=self._is_over)
        self._number += 1
        try:
            return self._cipher.decrypt(nonce, chunk, self._before)
        except InvalidTag:
            raise DoesNotHold(
                f"its sealed chunk {self._number:,} is not as it was sealed, or the end is missing"
            ) from None


# Files of keys -------------------------------------------------------------------------------------


def make_pair(name: Path) -> tuple[Path, Path, SealingKey]:
    """A new key: NAME.private.pem, for its owner alone, and NAME.public.pem; both or neither."""
    private, public = (
        name.with_name(f"{name.name}{ending}") for ending in (PRIVATE_ENDING, PUBLIC_ENDING)
    )
    for each in (private, public):
        if each.exists():
            raise Refused(f"there is {quoted(str(each), 200)} already: expected a new name")
    made = X25519PrivateKey.generate()
    pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    open_half = made.public_key()
    try:
        put(private, pem, mode=0o600)
        try:
            given = open_half.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
            put(public, given, mode=0o644)
        except BaseException:
            private.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refused(
            f"{quoted(str(name), 200)} cannot be written ({error.strerror}): expected a name in a"
            " folder that can be written"
        ) from None
    return private, public, SealingKey(_raw(open_half))


def read_sealing_key(file: Path) -> SealingKey:
    """The public key in a file, to seal to."""
    try:
        found = load_pem_public_key(file.read_bytes())
    except OSError as error:
        raise Refused(
            f"{quoted(str(file), 200)} cannot be read ({error.strerror}): expected a public key as PEM"
        ) from None
    except (ValueError, UnsupportedAlgorithm):
        found = None
    if not isinstance(found, X25519PublicKey):
        raise Refused(
            f"{quoted(str(file), 200)} is no public key to seal to: expected one of X25519 as PEM, as"
            " `tablewright keys backup-key NAME` makes it"
        )
    return SealingKey(_raw(found))


def read_opening_key(file: Path) -> OpeningKey:
    """The private key in a file, which its owner alone can read."""
    shown = quoted(str(file), 200)
    try:
        found = load_pem_private_key(read_own(file), None)
    except OSError as error:
        raise Refused(
            f"{shown} cannot be read ({error.strerror}): expected the private key as PEM"
        ) from None
    except OthersCanRead:
        raise Refused(
            f"others can read the private key {shown}: expected chmod 600 of it"
        ) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        found = None
    if not isinstance(found, X25519PrivateKey):
        raise Refused(f"{shown} is no private key that opens: expected one of X25519 as PEM")
    return OpeningKey(found)
