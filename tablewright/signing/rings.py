"""A ring: the public halves of all keys that a house has had, since when each signs and until when.

A ring is a list of signed statements, so that no byte of it can be another either:

    key       a new key says what it is (signed by itself), which key it follows, why, and from when on
              the one before it is good for nothing
    retired   a key is retired as rotated, lost or stolen; where it is rotated it names its follower
              itself, so that those who believe the one can believe the other

    trusted(found)           everything in the ring that was found: it says who signed, not who they are
    trusted(found, known)    what follows from keys that one knows: forward along rotations, and back
                             from a key to those that it followed

After a theft nobody who knows the stolen key alone can go on from it: a thief could name a follower
too.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)

from tablewright.rules.errors import Refused
from tablewright.signing.statements import (
    KEY_BYTES,
    DoesNotHold,
    Statement,
    canonical,
    fits,
    from_text,
    id_of,
    shown,
    time_from,
)

KEY, RETIRED = "key", "retired"
"""The kinds of statements that a ring consists of."""
FIRST, ROTATED, LOST, STOLEN = "first", "rotated", "lost", "stolen"
"""Why a key was made; the last three, why one was retired."""
PEM = b"-----BEGIN "


class HouseKey(NamedTuple):
    """A key of a house, as far as everybody may know it."""

    id: str
    public: bytes
    since: datetime | None
    """When it was made; not known, where one knows the bare key alone."""
    until: datetime | None = None
    """What was signed later does not count."""
    why: str = ""
    """Why it was retired; nothing, if it was not."""

    @property
    def pem(self) -> str:
        """The public half as other programs read it."""
        public = Ed25519PublicKey.from_public_bytes(self.public)
        return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Statements about keys, in order; use `checked_ring` or `read_ring`."""

    ring: tuple[Statement, ...]

    @property
    def keys(self) -> list[HouseKey]:
        """Every key, the oldest first."""
        return list(_periods(self.ring, {each.key for each in self.ring}).values())

    @property
    def current(self) -> HouseKey:
        """The key that signs now."""
        return self.keys[-1]

    def find(self, id: str) -> HouseKey | None:
        return next((each for each in self.keys if each.id == id), None)

    def written(self) -> bytes:
        """The ring as a file."""
        return canonical(self) + b"\n"


_decode = msgspec.json.Decoder(Ring).decode


def read_ring(content: bytes) -> Ring:
    """A ring from its file; refused unless every statement in it holds."""
    try:
        found = _decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise DoesNotHold(f"the ring of keys cannot be read ({wrong})") from None
    if found.written() != content:
        raise DoesNotHold("the ring of keys was changed: expected it as it was written")
    return checked_ring(found.ring)


def checked_ring(statements: Sequence[Statement]) -> Ring:
    """A ring of these statements; refused unless every one of them holds."""
    publics: dict[str, bytes] = {}
    for each in statements:
        refuse_other_time(each)
        if each.kind == KEY:
            public = _public(each, "public")
            if not each.of == each.key == id_of(public) or each.of in publics:
                raise DoesNotHold("the ring of keys names a key wrongly, or twice")
            publics[each.of] = public
            _moment(each)
        elif each.kind == RETIRED:
            order = list(publics)
            if each.of not in publics or each.key not in publics:
                raise DoesNotHold("the ring of keys retires a key that is not in it")
            if order.index(each.key) < order.index(each.of):
                raise DoesNotHold(f"key {each.key} cannot retire {each.of}, which came after it")
            _moment(each)
        else:
            raise DoesNotHold("the ring of keys holds something that is no key")
        if not fits(each, publics[each.key]):
            raise DoesNotHold(f"what the ring says of key {each.of} was changed")
    if not publics:
        raise DoesNotHold("the ring of keys is empty")
    return Ring(tuple(statements))


def refuse_other_time(statement: Statement) -> None:
    """Refuse a statement whose moment is not one of UTC."""
    offset = statement.at.utcoffset()
    if offset is None or offset:
        raise DoesNotHold("its moment is of no time zone, or of another than UTC")


def _public(statement: Statement, name: str) -> bytes:
    found = from_text(statement.text(name), KEY_BYTES)
    if found is None:
        raise DoesNotHold(f"the ring of keys has no public key under {name!r} of {statement.of}")
    return found


def _moment(statement: Statement) -> datetime | None:
    """From when on a statement has an older key be good for nothing."""
    said = statement.text("since")
    return time_from(said) if said else None


# When a key was good -------------------------------------------------------------------------------


class _Ending(NamedTuple):
    until: datetime
    why: str


def _endings(statements: Iterable[Statement], believed: set[str]) -> Iterator[tuple[str, _Ending]]:
    """What those who are believed say of the end of each key."""
    for each in statements:
        until = _moment(each)
        if until is None or each.key not in believed:
            continue
        if each.kind == RETIRED:
            yield each.of, _Ending(until, each.text("why"))
        elif before := from_text(each.text("before"), KEY_BYTES):
            yield id_of(before), _Ending(until, each.text("why"))


def _periods(statements: Sequence[Statement], believed: set[str]) -> dict[str, HouseKey]:
    """Every key that is believed, with when it was good: of several endings, the first one counts."""
    found = {
        each.of: HouseKey(each.of, _public(each, "public"), each.at)
        for each in statements
        if each.kind == KEY and each.of in believed
    }
    for id, ending in _endings(statements, believed):
        key = found.get(id)
        if key is not None and (key.until is None or ending.until < key.until):
            found[id] = key._replace(until=ending.until, why=ending.why)
    return found


# Whom one believes ---------------------------------------------------------------------------------


class Trusted(NamedTuple):
    """The keys that are believed."""

    keys: dict[str, HouseKey]
    is_found: bool
    """Whether nobody named a key, so that those are believed that lay beside what they signed."""

    def check(self, statement: Statement) -> HouseKey:
        """The key that a statement is signed with; refused in one line if it does not hold."""
        refuse_other_time(statement)
        key = self.keys.get(statement.key)
        if key is None:
            raise DoesNotHold(
                f"it is signed with key {statement.key}, which is none that is trusted here"
            )
        if not fits(statement, key.public):
            raise DoesNotHold("it was changed after it was signed: its signature does not fit")
        if key.since is not None and statement.at < key.since:
            raise DoesNotHold(
                f"it says it was signed at {shown(statement.at)}, before key {key.id} was made"
                f" ({shown(key.since)}): the clock was wrong"
            )
        if key.until is not None and statement.at > key.until:
            raise DoesNotHold(
                f"it was signed at {shown(statement.at)}, after key {key.id} was retired as {key.why}"
                f" ({shown(key.until)})"
            )
        return key


def trusted(found: Ring | None, known: Ring | bytes | None = None) -> Trusted:
    """Whom to believe: all of a ring that was found; or what follows from keys that one knows.

    `known` is a ring, or the raw public half of one key.
    """
    statements = found.ring if found is not None else ()
    if known is None:
        return Trusted(_periods(statements, {each.key for each in statements}), is_found=True)
    if isinstance(known, bytes):
        named = {id_of(known): HouseKey(id_of(known), known, None)}
    else:
        named = {each.id: each for each in known.keys}
        statements = (*known.ring, *_news(statements, known))
    for each in statements:
        if (
            each.kind == KEY
            and each.of in named
            and _public(each, "public") != named[each.of].public
        ):
            raise DoesNotHold(
                f"two keys have the id {each.of}: only one of them can be the house's"
            )
    followed = _followed(statements, set(named), {})
    # Those who are believed may say that a key was stolen before it named its follower.
    stolen = {
        id: key.until
        for id, key in _periods(statements, followed).items()
        if key.why == STOLEN and key.until is not None
    }
    believed = _followed(statements, set(named), stolen)
    return Trusted(named | _periods(statements, believed), is_found=False)


def _news(statements: Iterable[Statement], known: Ring) -> Iterator[Statement]:
    """What a ring says that another does not; a key that is known speaks of itself but once."""
    about = {each.of for each in known.ring if each.kind == KEY}
    for each in statements:
        if each not in known.ring and not (each.kind == KEY and each.of in about):
            yield each


def _followed(
    statements: Sequence[Statement], believed: set[str], stolen: dict[str, datetime]
) -> set[str]:
    """The keys that one can believe who believes some: those that they lead to, again and again."""
    while True:
        more = set(_led_to(statements, believed, stolen)) - believed
        if not more:
            return believed
        believed = believed | more


def _led_to(
    statements: Sequence[Statement], believed: set[str], stolen: dict[str, datetime]
) -> Iterator[str]:
    rotated: set[str] = set()
    for each in statements:
        if each.key not in believed:
            continue
        if each.kind == KEY:
            before = from_text(each.text("before"), KEY_BYTES)
            if before is not None:
                yield id_of(before)
        elif each.text("why") == ROTATED and each.key == each.of and each.of not in rotated:
            rotated.add(each.of)  # It has one follower, the first that is known.
            follower = from_text(each.text("next"), KEY_BYTES)
            is_too_late = each.of in stolen and each.at > stolen[each.of]
            if follower is not None and not is_too_late:
                yield id_of(follower)


def read_known(content: bytes) -> Ring | bytes:
    """What a person trusts: a ring, or one public key as PEM."""
    if not content.lstrip().startswith(PEM):
        try:
            return read_ring(content)
        except DoesNotHold as wrong:
            raise Refused(f"{wrong}: expected a ring of keys, or a public key as PEM") from None
    try:
        found = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        found = None
    if not isinstance(found, Ed25519PublicKey):
        raise Refused("it holds no public key: expected one of Ed25519 as PEM, or a ring of keys")
    return found.public_bytes(Encoding.Raw, PublicFormat.Raw)
