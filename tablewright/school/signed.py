"""What people sign in the school, and the register of it: chained, so that it can be checked.

    Certified, Converted, Withdrawn                    certificates
    AuditionOverruled, AuditionRemarked, AuditionVoided, AnswerOverruled, ChecklistSigned    marks
    ErasureAsked, ErasureDeclined, Erased              a person's records

An entry says who signed what, when, and about whom. Who it is about stands there by their key (`a:12`)
and never by name, so that a name can be erased without a change to what others signed. The hash of an
entry is that of the hash before it and of its own content: one who is shown the hashes alone can still
check that nothing was changed, left out or put in between.

    entry = signed_entry(n, at, about, account, name, act, prev)
    check_register(entries)                  # the first that is not as it was signed, and why; or None
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from tablewright.rules.errors import Refused
from tablewright.school.certificates import Certificate, Conversion

FIRST = "0" * 64
"""What the first entry follows."""
SIGNED_REGISTER, THE_REGISTER = "register-head", "school-register"
"""The kind of a statement by which the house signs the last entry, and what it is a statement of."""


class _Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="act"):
    """Something that a person signs."""


class AuditionOverruled(_Act, frozen=True, tag="audition-overruled"):
    """A mark of an audition is replaced by another; the machine's is kept beside it."""

    audition: str
    n: int
    """The number of the mark."""
    mark: Fraction
    reason: str


class AuditionRemarked(_Act, frozen=True, tag="audition-remarked"):
    """An instructor who watched marks something beside the machine."""

    audition: str
    area: str
    mark: Fraction
    words: str
    line: int = 0
    """The line of the journal that it is about; none, if 0."""


class AuditionVoided(_Act, frozen=True, tag="audition-voided"):
    """An audition does not count."""

    audition: str
    reason: str


class AnswerOverruled(_Act, frozen=True, tag="answer-overruled"):
    """The mark of an answer in a drill is replaced by another; both are kept."""

    answer: int
    """Its number among the answers of the house."""
    mark: Fraction
    reason: str


class ChecklistSigned(_Act, frozen=True, tag="checklist-signed"):
    """An item of the practical checklist was shown, or was not good enough."""

    game: str
    item: str
    is_passed: bool
    words: str = ""


class Certified(_Act, frozen=True, tag="certified"):
    """An examiner signs that a dealer may deal."""

    certificate: Certificate


class Converted(_Act, frozen=True, tag="converted"):
    """An examiner signs that a certificate holds under another ruleset or with another device too."""

    certificate: str
    conversion: Conversion


class Withdrawn(_Act, frozen=True, tag="withdrawn"):
    """A certificate is taken back."""

    certificate: str
    reason: str


class ErasureAsked(_Act, frozen=True, tag="erasure-asked"):
    """An administrator asks that a person's records be erased; it waits for a second person."""

    reason: str


class ErasureDeclined(_Act, frozen=True, tag="erasure-declined"):
    """Records are not erased after all."""

    asked: int
    """The entry that asked for it."""
    reason: str


class Erased(_Act, frozen=True, tag="erased"):
    """A second person signs that records were erased; what others signed stays."""

    asked: int
    """The entry that asked for it."""
    rows: dict[str, int] = {}
    """How many rows of each kind went."""


Act: TypeAlias = (
    AuditionOverruled
    | AuditionRemarked
    | AuditionVoided
    | AnswerOverruled
    | ChecklistSigned
    | Certified
    | Converted
    | Withdrawn
    | ErasureAsked
    | ErasureDeclined
    | Erased
)


def _fraction(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode = msgspec.json.Decoder(Act, dec_hook=_fraction).decode


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of which nothing is told but the hashes: enough to check what stands around it."""

    n: int
    content: str
    """The hash of what was signed."""
    prev: str
    hash: str


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the register, as it was written."""

    n: int
    """Counted from 1."""
    at: str
    about: str
    """The key of the person that it is about."""
    account: int | None
    """The account of who signed; none, where the house itself did."""
    name: str
    """The name of who signed."""
    did: str
    """What was signed, as JSON."""
    prev: str
    hash: str

    @property
    def act(self) -> Act:
        """What was signed; one that another version wrote may not be readable."""
        try:
            found: Act = _decode(self.did)
        except (msgspec.MsgspecError, ValueError, ZeroDivisionError) as wrong:
            raise Refused(f"entry {self.n} of the register cannot be read: {wrong}") from None
        return found

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def content(self) -> str:
        """The hash of what was signed, by whom, when and about whom."""
        plain = [self.n, self.at, self.about, self.account, self.name, self.did]
        return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()

    @property
    def link(self) -> Link:
        return Link(n=self.n, content=self.content, prev=self.prev, hash=self.hash)


class Altered(NamedTuple):
    """The first entry that is not as it was signed."""

    n: int
    why: str


def chained(prev: str, content: str) -> str:
    """The hash of an entry that follows another."""
    return hashlib.sha256(f"{prev}:{content}".encode("ascii", "replace")).hexdigest()


def signed_entry(
    n: int, at: str, about: str, account: int | None, name: str, act: Act, prev: str
) -> Entry:
    """The entry that follows the one with the hash `prev`."""
    did = _encode(act).decode()
    plain = Entry(n=n, at=at, about=about, account=account, name=name, did=did, prev=prev, hash="")
    return msgspec.structs.replace(plain, hash=chained(prev, plain.content))


class Linked(Protocol):
    """Anything that is chained as an entry of the register is."""

    @property
    def n(self) -> int: ...

    @property
    def content(self) -> str: ...

    @property
    def prev(self) -> str: ...

    @property
    def hash(self) -> str: ...


def check_register(entries: Iterable[Linked]) -> Altered | None:
    """The first entry that is not as it was signed; None, if all are.

    They follow each other without a gap; where they do not begin with the first, what went before is
    not known here.
    """
    last: Linked | None = None
    for each in entries:
        expected = last.n + 1 if last else each.n
        if each.n != expected:
            return Altered(each.n, f"it is numbered {each.n}: expected {expected}")
        if each.n == 1 and each.prev != FIRST:
            return Altered(1, "it follows another: expected none before the first")
        if last and each.prev != last.hash:
            return Altered(each.n, "it does not follow the entry before it: expected none lost")
        if each.hash != chained(each.prev, each.content):
            return Altered(each.n, "its hash does not fit: expected the entry as it was signed")
        last = each
    return None
