"""The audit's entries: who did what in the running of the house, each chained to the one before it.

An entry names people by what the house knows them by (`a:12`, `g:6f3a...`), never by name, so that a
name can be erased without a change to what was written. Where a person sat when they did it is hashed
apart with a salt: address and salt can be blanked when that person is erased, and the chain still
holds. Nothing in it is a password, a PIN, a token or a secret.

    entry = next_entry(last, noted, at, clock, salt)
    check = AuditCheck()
    check.read(entries) or check.end()       # the first that is not as it was written, and why; or None
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

import msgspec

from tablewright.house.books.house_clock import AGREED
from tablewright.rules.errors import Refused
from tablewright.school.signed import FIRST, Altered, chained, check_register

SIGNED_AUDIT, THE_AUDIT = "audit-head", "audit"
"""The kind of a statement by which the house signs the last entry, and what it is a statement of."""
THE_HOUSE, COMMAND_LINE, NOBODY = "house", "command-line", ""
"""Who did something, where that is no person who came in."""
DONE, REFUSED = "done", "refused"
AUDIT_FORMAT = 1
"""How an entry is written as a line of a file; each says so."""

Said: TypeAlias = dict[str, str | int | list[str]]

WHAT = {
    "house-opened": "opened the house",
    "sign-in": "signed in",
    "sign-in-failed": "failed to sign in",
    "sign-out": "signed out",
    "account-made": "made an account",
    "account-closed": "closed an account",
    "account-reopened": "opened an account again",
    "account-erased": "erased an account",
    "duties-changed": "changed duties",
    "password-changed": "changed their password",
    "password-failed": "gave a wrong password of their own",
    "password-reset": "reset a password",
    "pin-set": "set their PIN",
    "pin-removed": "removed their PIN",
    "pin-failed": "gave a wrong PIN",
    "token-made": "made a token",
    "token-ended": "ended a token",
    "token-failed": "came with a token that does not hold",
    "not-allowed": "was refused a change that is not theirs to make",
    "setting-changed": "changed a setting",
    "approval": "wrote in the register of approvals",
    "erasure": "wrote about an erasure",
    "records-cleared": "removed records that are older than the house keeps them",
    "exported": "took a file out",
    "archived": "archived a journal",
    "backed-up": "began a backup",
    "restored": "restored a backup",
    "keys-changed": "changed the house's keys",
    "secret-changed": "changed the house's secret",
    "table-opened": "opened a table",
    "table-closing": "had a table close",
    "table-closed": "closed a table",
    "sat": "took a place",
    "clock": "found the clock to be set otherwise",
}
"""Everything that an entry can be about, in words that follow a name."""


class Doer(NamedTuple):
    """Who does something: by what the house knows them, and from where."""

    who: str = THE_HOUSE
    address: str = ""
    door: str = ""
    """The session or token by which they came in: `s:12`, `t:3`."""


class Noted(NamedTuple):
    """Something to be written into the audit, with what it is part of."""

    doer: Doer
    what: str
    subject: str
    """What it was done to: an account (`a:12`), a table, a setting, a file."""
    said: Said
    outcome: str = DONE


class AuditEntry(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="audit",
    tag=AUDIT_FORMAT,
):
    """An entry of the audit, as it was written."""

    n: int
    """Counted from 1."""
    at: str
    clock: str
    """What the clock of the machine said, where that was another time; else nothing."""
    who: str
    door: str
    what: str
    subject: str
    outcome: str
    said: str
    """More about it, as JSON."""
    sealed: str
    """The hash of the salt and the address."""
    salt: str
    address: str
    prev: str
    hash: str

    @property
    def content(self) -> str:
        """The hash of all that can never change."""
        plain = [
            self.n,
            self.at,
            self.clock,
            self.who,
            self.door,
            self.what,
            self.subject,
            self.outcome,
            self.said,
            self.sealed,
        ]
        return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()

    @property
    def is_blanked(self) -> bool:
        """Whether the address was taken out."""
        return not self.salt and not self.address


_decode = msgspec.json.Decoder(AuditEntry).decode


class Last(NamedTuple):
    """The last entry, as far as the next one depends on it."""

    n: int = 0
    at: str = ""
    hash: str = FIRST


NOTHING_YET = Last()


def sealed(salt: str, address: str) -> str:
    """What an entry says of an address that it may have to forget."""
    return hashlib.sha256(f"{salt}:{address}".encode()).hexdigest()


def next_entry(last: Last, noted: Noted, at: str, clock: str, salt: str) -> AuditEntry:
    """The entry that follows the last one; its time is never before that one's.

    `at` is the time in the house, `clock` what the clock of the machine says.
    """
    doer, dated = noted.doer, max(last.at, at)
    is_off = abs(datetime.fromisoformat(clock) - datetime.fromisoformat(dated)) > AGREED
    plain = AuditEntry(
        n=last.n + 1,
        at=dated,
        clock=clock if is_off else "",
        who=doer.who,
        door=doer.door,
        what=noted.what,
        subject=noted.subject,
        outcome=noted.outcome,
        said=msgspec.json.encode(noted.said, order="sorted").decode(),
        sealed=sealed(salt, doer.address),
        salt=salt,
        address=doer.address,
        prev=last.hash,
        hash="",
    )
    return msgspec.structs.replace(plain, hash=chained(last.hash, plain.content))


class AuditCheck:
    """Follows an audit from its first entry, some entries at a time."""

    def __init__(self) -> None:
        self.last: AuditEntry | None = None
        self._erased: set[str] = set()
        self._blanked: dict[str, int] = {}

    def read(self, entries: Sequence[AuditEntry]) -> Altered | None:
        """Read on: the first of these that is not as it was written; None, if all are."""
        if self.last is None and entries and entries[0].n != 1:
            return Altered(1, "it is missing: expected the first entry")
        before = [self.last] if self.last else []
        if found := check_register([*before, *entries]):
            return found
        for each in entries:
            if each.is_blanked:
                self._blanked.setdefault(each.who, each.n)
            elif each.sealed != sealed(each.salt, each.address):
                return Altered(each.n, "its address is another: expected it as it was written")
            if each.what == "account-erased":
                self._erased.add(each.subject)
            self.last = each
        return None

    def end(self) -> Altered | None:
        """The first entry without an address of a person who was not erased; None, if none is."""
        missing = [n for who, n in self._blanked.items() if who not in self._erased]
        if missing:
            return Altered(min(missing), "its address is missing: expected it as it was written")
        return None


def written(entry: AuditEntry) -> bytes:
    """An entry as a line of a file."""
    return msgspec.json.encode(entry) + b"\n"


def read_line(number: int, line: bytes) -> AuditEntry:
    """The entry in a line of a file; refused, if a byte of it is not as it was written."""
    try:
        found = _decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise Refused(f"line {number:,}: it is no entry of an audit ({wrong})") from None
    if written(found) != line:
        raise Refused(f"line {number:,}: it is spelled otherwise: expected it as it was written")
    return found
