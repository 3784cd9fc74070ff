"""The house's signature under certificates: a signed head of the register answers for all before it.

Those who check without naming a key believe the keys that lie beside the register, and it is said so.
What nobody signed is said to be unsigned; it is wrong only where a key was named.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from tablewright.cli.signatures import Known
from tablewright.school.checking import SIGNATURE, Books, Checked, Finding
from tablewright.school.signed import SIGNED_REGISTER, Entry, Link
from tablewright.signing.files import FILE, digest, read_signed, refuse_other_file, signature_name
from tablewright.signing.rings import Ring, Trusted, trusted
from tablewright.signing.statements import DoesNotHold, Statement, shown

UNSIGNED = "the house did not sign it"
BESIDE = "; the keys lie beside it: --key FILE says whether they are the house's"


class RegisterSignature(NamedTuple):
    """What a house has signed of a register."""

    heads: Sequence[Statement] = ()
    believed: Trusted | None = None
    """None, if there is no signature at all."""
    wrong: str = ""
    """Why the signature as a whole does not hold."""


def signature_of_house(
    ring: Ring | None, heads: Sequence[Statement], known: Known
) -> RegisterSignature:
    """What a house's database holds of its own signatures."""
    try:
        return RegisterSignature(heads, trusted(ring, known)) if ring else RegisterSignature()
    except DoesNotHold as wrong:
        return RegisterSignature(wrong=str(wrong))


def signature_in_record(
    files: Mapping[str, bytes], register: str, known: Known
) -> RegisterSignature:
    """What lies beside the register of a record."""
    content = files.get(signature_name(register))
    if content is None:
        return RegisterSignature()
    try:
        signed = read_signed(content)
        believed = trusted(signed.keys, known)
        _refuse_other(signed.of_kind(FILE), believed, files[register])
    except DoesNotHold as wrong:
        return RegisterSignature(wrong=str(wrong))
    return RegisterSignature(signed.of_kind(SIGNED_REGISTER), believed)


def record_said(files: Mapping[str, bytes], sums: str, known: Known) -> Finding | None:
    """Whether a record is the one that the house exported; None, for what is no whole record."""
    if sums not in files:
        return None
    content = files.get(signature_name(sums))
    if content is None:
        return Finding(what=SIGNATURE, is_right=_unsigned(known), says=UNSIGNED)
    try:
        signed = read_signed(content)
        believed = trusted(signed.keys, known)
        statement = _refuse_other(signed.of_kind(FILE), believed, files[sums])
    except DoesNotHold as wrong:
        return Finding(what=SIGNATURE, is_right=False, says=str(wrong))
    return Finding(what=SIGNATURE, is_right=True, says=_said(statement, believed))


def with_signatures(
    checked: Sequence[Checked], books: Books, found: RegisterSignature, known: Known
) -> list[Checked]:
    """Certificates with what the house has signed of them."""
    entries = {each.n: each for each in books.entries}
    return [
        msgspec.structs.replace(
            each, findings=[*each.findings, _finding(each.entry, entries, found, known)]
        )
        for each in checked
    ]


def _finding(
    number: int, entries: Mapping[int, Entry | Link], found: RegisterSignature, known: Known
) -> Finding:
    """The first head that answers for an entry of the register."""
    if found.wrong:
        return Finding(what=SIGNATURE, is_right=False, says=found.wrong)
    head = next((each for each in found.heads if each.number("lines") >= number), None)
    if head is None or found.believed is None:
        return Finding(what=SIGNATURE, is_right=_unsigned(known), says=UNSIGNED)
    line = head.number("lines")
    try:
        found.believed.check(head)
        if line not in entries or entries[line].hash != head.text("hash"):
            raise DoesNotHold(f"entry {line} of the register is not the one that the house signed")
    except DoesNotHold as wrong:
        return Finding(what=SIGNATURE, is_right=False, says=str(wrong))
    return Finding(what=SIGNATURE, is_right=True, says=_said(head, found.believed))


def _refuse_other(statements: Sequence[Statement], believed: Trusted, content: bytes) -> Statement:
    if len(statements) != 1:
        raise DoesNotHold(f"{len(statements)} statements lie beside it: expected one")
    refuse_other_file(statements[0], digest(content))
    believed.check(statements[0])
    return statements[0]


def _said(statement: Statement, believed: Trusted) -> str:
    return f"key {statement.key}, {shown(statement.at)}{BESIDE if believed.is_found else ''}"


def _unsigned(known: Known) -> bool | None:
    """What is unsigned cannot be checked; where a key was named, that is wrong."""
    return None if known is None else False
