"""What is on record with the house about an approval: letters, conditions met, answers, limits.

One person attests it with evidence, another confirms it; it holds through a gaming day or until it is
withdrawn or replaced. A letter approves a ruleset as those that come with the program do. A table for
money opens only under an approval and with what its jurisdiction asks for, and carries in its journal
what it opened with: `refuse_records`, `approval_of` and `lacking` need nothing else.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.jurisdictions import Approval, ApprovalCondition, Jurisdiction
from tablewright.rules.money import LARGEST_STAKE_CENTS

LONGEST_REFERENCE = 200
LONGEST_CONDITION = 1000
MOST_CONDITIONS = 30
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
        named = ", ".join(filter(None, (self.reference, self.file)))
        return f"{named} (SHA-256 {self.sha256[:12]}...)" if self.sha256 else named


class Letter(Written, frozen=True, kw_only=True, tag_field="kind", tag="letter"):
    """The regulator approves a game in one ruleset. The evidence is the letter: reference and hash."""

    game: str
    ruleset: str = ""
    """The fingerprint; filled in when the letter is entered."""
    dated: date
    readings: dict[str, str] = {}
    """How readings are approved, where it is not by default."""
    pay: dict[str, str] = {}
    """The odds that are approved, where they are not the manual's."""
    leaves_open: tuple[str, ...] = ()
    needs_answer: tuple[str, ...] = ()
    conditions: tuple[ApprovalCondition, ...] = ()

    @property
    def subject(self) -> str:
        """A later letter on the same ruleset takes its place."""
        return f"letter {self.game} {self.ruleset}"

    def approval(self, evidence: Evidence, until: date | None, number: int) -> Approval:
        """The approval that it gives."""
        return Approval(
            game=self.game,
            ruleset=self.ruleset,
            date=self.dated,
            source=f"{evidence.reference} of {self.dated}, record {number}",
            leaves_open=self.leaves_open,
            needs_answer=self.needs_answer,
            readings=self.readings,
            until=until,
            letter=evidence.reference,
            conditions=self.conditions,
            number=number,
        )


class Met(Written, frozen=True, tag_field="kind", tag="condition"):
    """A condition of the jurisdiction, or of a letter, is met."""

    condition: str
    """Its id; of a letter's, the title."""
    letter: str = ""
    """The reference of the letter that asks for it."""

    @property
    def subject(self) -> str:
        return f"condition {self.condition}{f' of {self.letter}' if self.letter else ''}"


class Answered(Written, frozen=True, tag_field="kind", tag="answer"):
    """The regulator lets a reading be taken otherwise than approved."""

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


Claim = Letter | Met | Answered | Limited
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


# What is approved ----------------------------------------------------------------------------------


def with_letters(place: Jurisdiction, records: Records) -> Jurisdiction:
    """A jurisdiction with the letters on record beside the approvals that come with the program."""
    letters = [
        each.claim.approval(each.evidence, each.until, each.number)
        for each in reversed(records)
        if isinstance(each.claim, Letter)
    ]
    return place.with_approvals(letters) if letters else place


def approval_of(
    ruleset: Ruleset, place: Jurisdiction, records: Records, day: date
) -> Approval | None:
    """The approval under which a ruleset may be played on a day: of several, what lacks least."""
    held = _held_on(records, day)

    def lacks(approval: Approval) -> int:
        return sum(subject not in held for subject, _ in _asked_by(approval, ruleset, day))

    return min(with_letters(place, records).approvals_of(ruleset, day), key=lacks, default=None)


def expired_approval(
    ruleset: Ruleset, place: Jurisdiction, records: Records, day: date
) -> Approval | None:
    """The approval that named a ruleset until it expired, the last of several."""
    there = with_letters(place, records).approvals
    expired = [each for each in there if each.has_expired(day) and each.covers(ruleset)]
    return max(expired, key=lambda each: each.until or day, default=None)


# What is refused -----------------------------------------------------------------------------------


def refuse_records(records: Records, place: Jurisdiction) -> None:
    """Refuse what cannot be on record there: nobody confirms what they attest themselves."""
    known = with_letters(place, records)
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
        refuse_claim(each.claim, known)
        refuse_evidence(each.evidence, each.claim)


def refuse_claim(claim: Claim, place: Jurisdiction) -> None:
    """Refuse a claim that the jurisdiction, with the letters that came from there, has no use for."""
    match claim:
        case Letter():
            _refuse_letter(claim, place)
        case Met():
            _refuse_condition(claim, place)
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


def _refuse_condition(claim: Met, place: Jurisdiction) -> None:
    asked = [each.id for each in place.conditions if each.kept_by == "people"]
    if claim.letter:
        letters = [each for each in place.approvals if each.letter == claim.letter]
        if not letters:
            raise Refused(
                f"No letter {quoted(claim.letter)} of {place.name} is known: enter it first."
            )
        asked = [condition.title for each in letters for condition in each.conditions]
    if claim.condition not in asked:
        raise Refused(
            f"{claim.letter or place.name} does not ask you to attest {quoted(claim.condition)}:"
            f" choose {' or '.join(asked) or 'another jurisdiction'}."
        )


def _refuse_letter(letter: Letter, place: Jurisdiction) -> None:
    """Refuse a letter that cannot be one; whether the game knows what it names is the register's."""
    if place.approves_everything:
        raise Refused(f"{place.name} approves every ruleset: no letter is needed there.")
    if not re.fullmatch("[0-9a-f]{64}", letter.ruleset):
        raise Refused("The ruleset is no fingerprint: expected 64 hexadecimal digits.")
    loose = (*letter.leaves_open, *letter.needs_answer)
    for words in (letter.game, *loose, *letter.readings, *letter.readings.values()):
        _refuse_words(words, "The game or a reading")
    for words in (*letter.pay, *letter.pay.values()):
        _refuse_words(words, "A payment")
    for id in loose:
        if loose.count(id) > 1:
            raise Refused(f"{quoted(id)} is named twice: left open, or to be answered, or neither.")
    titles = [each.title for each in letter.conditions]
    if len(titles) > MOST_CONDITIONS or len(set(titles)) < len(titles):
        raise Refused(
            f"A letter has up to {MOST_CONDITIONS} conditions, each with a title of its own."
        )
    for each in letter.conditions:
        _refuse_words(each.title, "The title of a condition")
        _refuse_words(each.says, "What a condition says", LONGEST_CONDITION)


def refuse_evidence(evidence: Evidence, claim: Claim) -> None:
    """Refuse evidence without a reference or a whole file; answers and limits are always cited.

    Of a letter the reference and the hash of its text are enough.
    """
    if not (evidence.reference or evidence.file):
        raise Refused("There is no evidence: enter a reference, or choose the file.")
    if not (evidence.reference or isinstance(claim, Met)):
        raise Refused("There is no reference: enter where it is written.")
    if evidence.reference:
        _refuse_words(evidence.reference, "The reference")
    is_letter = isinstance(claim, Letter)
    if not (evidence.file or is_letter):
        if evidence.sha256 or evidence.size:
            raise Refused("The file has no name: choose it again.")
        return
    if not re.fullmatch("[0-9a-f]{64}", evidence.sha256):
        what = "letter" if is_letter else "file"
        raise Refused(f"The {what}'s SHA-256 is not valid: expected 64 hexadecimal digits.")
    if is_letter and not (evidence.file or evidence.size):
        return
    _refuse_words(evidence.file, "The file's name")
    if not 0 < evidence.size <= LARGEST_FILE_BYTES:
        raise Refused(
            f"The file has {evidence.size:,} bytes: choose one of up to"
            f" {LARGEST_FILE_BYTES // 2**20} MB, or enter a reference instead."
        )


def _refuse_words(words: str, what: str, longest: int = LONGEST_REFERENCE) -> None:
    if not (words.strip() and words.isprintable() and len(words) <= longest):
        raise Refused(
            f"{what} is {quoted(words)}. Write a few printable words, up to {longest} characters."
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
    for subject, title in needed(ruleset, place, records, day):
        record = held.get(subject)
        if record is None or not record.holds_on(day):
            found.append(Lack(subject, title, record.until if record else None))
    return found


def needed(
    ruleset: Ruleset, place: Jurisdiction, records: Records, day: date
) -> Iterator[tuple[str, str]]:
    """What must be on record for a ruleset on a day: its subject, and what it is called."""
    for condition in place.to_attest(day):
        yield Met(condition.id).subject, condition.title
    if place.limits_are == "unknown":
        yield LIMIT, "the limit on each wager, with its source"
    if approval := approval_of(ruleset, place, records, day):
        yield from _asked_by(approval, ruleset, day)


def _asked_by(approval: Approval, ruleset: Ruleset, day: date) -> Iterator[tuple[str, str]]:
    """What one approval has people record for a ruleset that it names."""
    for condition in approval.conditions:
        subject = Met(condition.title, approval.letter).subject
        yield subject, f"{condition.title} ({approval.letter})"
    for reading, option in approval.to_be_answered(ruleset).items():
        subject = Answered(reading, option, "", day).subject
        yield subject, f"the regulator's answer that {reading} may be taken as {option}"


def _held_on(records: Records, day: date) -> set[str]:
    """What is on record on a day, by its subject."""
    return {each.claim.subject for each in records if each.holds_on(day)}


def most_on_record(records: Records, day: date) -> int | None:
    """The most that may be wagered on each wager by what is on record; None if nothing says so."""
    limits = [
        each.claim.maximum_cents
        for each in records
        if isinstance(each.claim, Limited) and each.holds_on(day)
    ]
    return min(limits) if limits else None
