"""What is on record with the house about an approval: conditions met, regulators' answers, limits.

One person attests it with evidence, another confirms it; it holds through a gaming day or until it is
withdrawn or replaced. A table for money opens only with what its jurisdiction asks for, and carries
in its journal what it opened with: `refuse_records` and `lacking` need nothing else.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.jurisdictions import Jurisdiction
from tablewright.rules.money import LARGEST_STAKE_CENTS

LONGEST_REFERENCE = 200
LARGEST_FILE_BYTES = 100 * 2**20
"""A document that is larger is cited by a reference."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that the register and journals hold."""


class Evidence(Written, frozen=True):
    """A reference, or a file by its name, size and SHA-256; the house keeps the file itself."""

    reference: str = ""
    file: str = ""
    sha256: str = ""
    size: int = 0

    def __str__(self) -> str:
        file = f"{self.file} (SHA-256 {self.sha256[:12]}...)" if self.file else ""
        return ", ".join(filter(None, (self.reference, file)))


class Met(Written, frozen=True, tag_field="kind", tag="condition"):
    """A condition of the jurisdiction is met."""

    condition: str

    @property
    def subject(self) -> str:
        return f"condition {self.condition}"


class Answered(Written, frozen=True, tag_field="kind", tag="answer"):
    """The regulator lets a reading be taken otherwise than by default."""

    reading: str
    option: str
    answered_by: str
    answered_on: date

    @property
    def subject(self) -> str:
        return f"answer {self.reading}={self.option}"


class Limited(Written, frozen=True, tag_field="kind", tag="limit"):
    """The most that may be wagered on each wager, where our sources do not say."""

    maximum_cents: int

    @property
    def subject(self) -> str:
        return LIMIT


Claim = Met | Answered | Limited
LIMIT = "limit"


class OnRecord(Written, frozen=True, kw_only=True):
    """A claim that one person attests and another has confirmed."""

    number: int
    """In the house's register."""
    jurisdiction: str
    claim: Claim
    evidence: Evidence
    attested_by: str
    attested_at: datetime
    confirmed_by: str
    confirmed_at: datetime
    until: date | None = None
    """The last gaming day on which it holds; as long as it is not withdrawn, if none is named."""

    def holds_on(self, day: date) -> bool:
        return self.until is None or day <= self.until


Records = tuple[OnRecord, ...]


# What is refused -----------------------------------------------------------------------------------


def refuse_records(records: Records, place: Jurisdiction) -> None:
    """Refuse what cannot be on record there: nobody confirms what they attest themselves."""
    for each in records:
        if each.jurisdiction != place.id:
            raise Refused(
                f"record {each.number} is of {quoted(each.jurisdiction)}: expected {place.id}"
            )
        if each.attested_by == each.confirmed_by:
            raise Refused(
                f"record {each.number} is attested and confirmed by {quoted(each.attested_by)}:"
                " expected two people"
            )
        refuse_claim(each.claim, place)
        refuse_evidence(each.evidence, each.claim)


def refuse_claim(claim: Claim, place: Jurisdiction) -> None:
    """Refuse a claim that the jurisdiction has no use for."""
    match claim:
        case Met():
            asked = [each.id for each in place.conditions if each.kept_by == "people"]
            if claim.condition not in asked:
                raise Refused(
                    f"{place.name} does not ask you to attest {quoted(claim.condition)}:"
                    f" choose {' or '.join(asked) or 'another jurisdiction'}."
                )
        case Answered():
            asked = sorted({id for each in place.approvals for id in each.needs_answer})
            if claim.reading not in asked:
                raise Refused(
                    f"No answer of {place.name} is needed for {quoted(claim.reading)}:"
                    f" choose {' or '.join(asked) or 'another jurisdiction'}."
                )
            _refuse_words(claim.option, "The option")
            _refuse_words(claim.answered_by, "Who answered")
        case Limited():
            if place.limits_are != "unknown":
                raise Refused(
                    f"The limits of {place.name} are known: only unknown ones are entered."
                )
            if not 0 < claim.maximum_cents <= LARGEST_STAKE_CENTS:
                raise Refused("The limit is not an amount of money: enter more than zero.")


def refuse_evidence(evidence: Evidence, claim: Claim) -> None:
    """Refuse evidence without a reference or a whole file; answers and limits are always cited."""
    if not (evidence.reference or evidence.file):
        raise Refused("There is no evidence: enter a reference, or choose the file.")
    if not (evidence.reference or isinstance(claim, Met)):
        raise Refused("There is no reference: enter where the answer or the limit is written.")
    if evidence.reference:
        _refuse_words(evidence.reference, "The reference")
    if not evidence.file:
        if evidence.sha256 or evidence.size:
            raise Refused("The file has no name: choose it again.")
        return
    _refuse_words(evidence.file, "The file's name")
    if not re.fullmatch("[0-9a-f]{64}", evidence.sha256):
        raise Refused("The file's SHA-256 is not valid: expected 64 hexadecimal digits.")
    if not 0 < evidence.size <= LARGEST_FILE_BYTES:
        raise Refused(
            f"The file has {evidence.size:,} bytes: choose one of up to"
            f" {LARGEST_FILE_BYTES // 2**20} MB, or enter a reference instead."
        )


def _refuse_words(words: str, what: str) -> None:
    if not (words.strip() and words.isprintable() and len(words) <= LONGEST_REFERENCE):
        raise Refused(
            f"{what} is {quoted(words)}. Write a few printable words, up to {LONGEST_REFERENCE}"
            " characters."
        )


# What is lacking -----------------------------------------------------------------------------------


class Lack(msgspec.Struct, frozen=True):
    """Something that must be on record before a table opens for money, and is not or no longer is."""

    subject: str
    title: str
    expired: date | None = None
    """The last day on which it held, where it has expired."""

    def __str__(self) -> str:
        return f"{self.title}, expired after {self.expired}" if self.expired else self.title


def lacking(ruleset: Ruleset, place: Jurisdiction, records: Records, day: date) -> list[Lack]:
    """What a table for money lacks on a gaming day, of all that must be on record for it."""
    held = {each.claim.subject: each for each in records}
    found = []
    for subject, title in needed(ruleset, place, day):
        record = held.get(subject)
        if record is None or not record.holds_on(day):
            found.append(Lack(subject, title, record.until if record else None))
    return found


def needed(ruleset: Ruleset, place: Jurisdiction, day: date) -> Iterable[tuple[str, str]]:
    """What must be on record for a ruleset on a day: its subject, and what it is called."""
    for condition in place.to_attest(day):
        yield Met(condition.id).subject, condition.title
    if place.limits_are == "unknown":
        yield LIMIT, "the limit on each wager, with its source"
    approval = place.approval_of(ruleset, day)
    for reading, option in approval.to_be_answered(ruleset).items() if approval else ():
        subject = Answered(reading, option, "", day).subject
        yield subject, f"the regulator's answer that {reading} may be taken as {option}"


def most_on_record(records: Records, day: date) -> int | None:
    """The most that may be wagered on each wager by what is on record; None if nothing says so."""
    limits = [
        each.claim.maximum_cents
        for each in records
        if isinstance(each.claim, Limited) and each.holds_on(day)
    ]
    return min(limits) if limits else None
