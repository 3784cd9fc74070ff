"""The audit as people see it: with the names accounts have today, and as comma-separated values."""

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from tablewright.house.books.audit_entries import WHAT, AuditEntry, Said
from tablewright.house.screens.comma_separated import comma_separated

HEAD = (
    "n", "at", "clock", "who", "name", "address", "door", "what", "subject", "subject_name", "outcome",
    "said", "hash",
)  # fmt: skip


class AuditRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit."""

    n: int
    at: str
    clock: Annotated[str, msgspec.Meta(description="What the clock said, if it was behind.")]
    who: Annotated[str, msgspec.Meta(description="`a:12`, `g:...`, `house` or `command-line`.")]
    name: Annotated[str, msgspec.Meta(description="Of that account, today; empty for others.")]
    address: str
    door: Annotated[str, msgspec.Meta(description="The session or token: `s:12`, `t:3`.")]
    what: str
    subject: str
    subject_name: Annotated[str, msgspec.Meta(description="Of the account it was done to.")]
    outcome: str
    said: dict[str, str | int | list[str]]
    hash: str


class AuditShown(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the audit, the newest entry first."""

    entries: list[AuditRow]
    has_more: bool
    last: Annotated[int, msgspec.Meta(description="How many entries there are in all.")]
    what: Annotated[list[str], msgspec.Meta(description="What can be asked for.")]


def row(entry: AuditEntry, names: Mapping[str, str]) -> AuditRow:
    """An entry with the names of today."""
    return AuditRow(
        n=entry.n,
        at=entry.at,
        clock=entry.clock,
        who=entry.who,
        name=names.get(entry.who, ""),
        address=entry.address,
        door=entry.door,
        what=entry.what,
        subject=entry.subject,
        subject_name=names.get(entry.subject, ""),
        outcome=entry.outcome,
        said=said_of(entry),
        hash=entry.hash,
    )


def said_of(entry: AuditEntry) -> Said:
    """What more an entry says; nothing, where that cannot be read."""
    try:
        return msgspec.json.decode(entry.said, type=dict[str, str | int | list[str]])
    except (msgspec.MsgspecError, ValueError):
        return {}


def as_file(rows: Iterable[AuditRow]) -> bytes:
    """The same as a file of comma-separated values."""
    return comma_separated(
        HEAD,
        (
            [
                msgspec.json.encode(each.said, order="sorted").decode()
                if field == "said"
                else getattr(each, field)
                for field in HEAD
            ]
            for each in rows
        ),
    )


def who_in_words(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Who did something, for the command line."""
    kind, _, rest = entry.who.partition(":")
    if kind == "a":
        return f"{names.get(entry.who, '')} (account {rest})".lstrip()
    if kind == "g":
        return f"guest {rest[:8]}"
    known = {"house": "the house", "command-line": "the command line", "": "nobody signed in"}
    return known.get(entry.who, entry.who)


def what_in_words(entry: AuditEntry) -> str:
    """What was done, in words that follow a name; what another version wrote, as it stands."""
    return WHAT.get(entry.what, entry.what)
