"""The register of approvals: letters received, and what people attest of conditions and answers.

    attest     one person says what is so, on which evidence and through which day
    confirm    another person stands for it too; from then on it is on record
    withdraw   either of them, or a third, takes it back with a reason

Nothing is edited: each step is a row that stays. A later record of the same subject replaces the one
before it once it is confirmed. A register that cannot be read whole has nothing on record, so that a
withdrawal that is lost opens no table.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, insert, select
from sqlalchemy.exc import IntegrityError

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.books.entries import as_text
from tablewright.house.people.letters import completed, refuse_as_approved
from tablewright.house.people.person import Person
from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.jurisdictions import (
    Approval,
    Jurisdiction,
    jurisdiction,
    jurisdictions,
)
from tablewright.rules.on_record import (
    Answered,
    Claim,
    Evidence,
    Letter,
    OnRecord,
    Records,
    Written,
    approval_of,
    refuse_claim,
    refuse_evidence,
    with_letters,
)
from tablewright.table.allowed import LONGEST_TEXT, is_text

log = logging.getLogger(__name__)

ATTESTERS = frozenset(("pit-boss", "administrator"))
"""The duties that attest and withdraw."""
CONFIRMERS = frozenset(("inspector", "pit-boss", "administrator"))
RULE = "house.register"


class Attested(Written, frozen=True, tag_field="step", tag="attest"):
    """One person says what is so."""

    jurisdiction: str
    claim: Claim
    evidence: Evidence
    until: date | None = None
    """The last gaming day on which it holds."""


class Confirmed(Written, frozen=True, tag_field="step", tag="confirm"):
    """Another person stands for a record."""

    number: int


class Withdrawn(Written, frozen=True, tag_field="step", tag="withdraw"):
    """A record is taken back."""

    number: int
    reason: str


Step = Attested | Confirmed | Withdrawn
_decode = msgspec.json.Decoder(Step).decode


class Signed(NamedTuple):
    """Who did a step, and when."""

    account: int
    name: str
    at: datetime


class Entry(NamedTuple):
    """A record and what has become of it."""

    number: int
    what: Attested
    attested: Signed
    confirmed: Signed | None = None
    withdrawn: Signed | None = None
    reason: str = ""
    """Why it was withdrawn."""
    replaced_by: int = 0
    """The record of the same subject that was confirmed after it."""

    @property
    def stands(self) -> bool:
        """Whether it is on record: confirmed, and neither withdrawn nor replaced."""
        return bool(self.confirmed) and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether it was withdrawn or replaced."""
        return bool(self.withdrawn or self.replaced_by)

    @property
    def approval(self) -> Approval | None:
        """What it approves, if it is a letter."""
        what = self.what
        if not isinstance(what.claim, Letter):
            return None
        return what.claim.approval(what.evidence, what.until, self.number)

    @property
    def record(self) -> OnRecord:
        """It as tables and papers carry it."""
        assert self.confirmed is not None
        return OnRecord(
            number=self.number,
            jurisdiction=self.what.jurisdiction,
            claim=self.what.claim,
            evidence=self.what.evidence,
            until=self.what.until,
            attested_by=self.attested.name,
            attested_at=self.attested.at,
            confirmed_by=self.confirmed.name,
            confirmed_at=self.confirmed.at,
        )


class Approvals:
    """The register of a house. Use `open`."""

    def __init__(self, database: Database, now: Callable[[], datetime] | None = None) -> None:
        self.database = database
        self.now = now or (lambda: datetime.now(UTC))
        self.entries: dict[int, Entry] = {}
        self.is_broken = False
        """Whether a row cannot be read, so that nothing is on record."""
        self._steps = 0
        self._changing = asyncio.Lock()

    @classmethod
    async def open(cls, database: Database) -> "Approvals":
        """Know every step that was written."""
        register = cls(database)
        await register.read_on()
        return register

    async def read_on(self) -> None:
        """Know every step that was written since, by another server of the house."""
        async with self._changing:
            await self._read_on()

    async def _read_on(self) -> None:
        n = s.approvals.c.n
        asked = select(s.approvals).where(n > self._steps).order_by(n)
        async with self.database.reading() as connection:
            for row in await connection.execute(asked):
                try:
                    self._follow(*_read(row, self._steps + 1))
                except (Refused, LookupError, TypeError, ValueError) as wrong:
                    self.is_broken = True
                    log.error(
                        "the register of approvals cannot be read at row %s: %s",
                        ascii(row.n),
                        ascii(str(wrong)),
                    )
                    break

    def on_record(self, place: str) -> Records:
        """What is on record for a jurisdiction, whether it has expired or not.

        What was attested for the sake of a letter goes with the letter.
        """
        if self.is_broken:
            return ()
        standing = tuple(each.record for each in self._entries_of(place) if each.stands)
        known = with_letters(jurisdiction(place), standing)
        return tuple(each for each in standing if _is_of_use(each.claim, known))

    def letters_on_record(self) -> Records:
        """Every letter that is on record, wherever it came from."""
        known = () if self.is_broken else self.entries.values()
        return tuple(each.record for each in known if each.stands and each.approval)

    def known(self, place: str) -> Jurisdiction:
        """A jurisdiction with every letter that was entered and may still be on record."""
        letters = [each.approval for each in self._entries_of(place) if not each.is_over]
        return jurisdiction(place).with_approvals(filter(None, letters))

    def approving(self, ruleset: Ruleset, day: date) -> list[str]:
        """What approves a ruleset on a day, place by place."""
        found = [
            (place.name, approval_of(ruleset, place, self.on_record(place.id), day))
            for place in jurisdictions()
        ]
        return [f"{name}: {approval.source}" for name, approval in found if approval]

    def withdrawn_letter(self, place: str, ruleset: Ruleset) -> Entry | None:
        """The letter that approved a ruleset until it was withdrawn, the last of several."""
        found = [each for each in self._entries_of(place) if each.withdrawn and each.confirmed]
        covering = [each for each in found if each.approval and each.approval.covers(ruleset)]
        return covering[-1] if covering else None

    def _entries_of(self, place: str) -> list[Entry]:
        return [each for each in self.entries.values() if each.what.jurisdiction == place]

    # Steps ----------------------------------------------------------------------------------------

    async def attest(self, person: Person, what: Attested) -> Entry:
        """One person attests something; it waits for another to confirm it."""
        _refuse_duty(person, ATTESTERS, "attest")
        whole = self._checked(what)
        async with self._changing:
            return self.entries[await self._write(person, whole)]

    async def enter(self, person: Person, letters: Records) -> list[Entry]:
        """A person enters the letters of a file; those that are here or have expired are left out.

        If one of them makes no sense, none is entered.
        """
        _refuse_duty(person, ATTESTERS, "enter")
        here = [each.what for each in self.entries.values() if not each.is_over]
        new: list[Attested] = []
        for each in letters:
            what = Attested(each.jurisdiction, each.claim, each.evidence, each.until)
            if what in (*here, *new) or not each.holds_on(self.now().date()):
                continue
            try:
                new.append(self._checked(what))
            except Refused as refused:
                raise Refused(f"{quoted(each.evidence.reference)}: {refused}") from None
        async with self._changing:
            return [self.entries[await self._write(person, each)] for each in new]

    def _checked(self, what: Attested) -> Attested:
        """What a person attests, whole; refused, if it makes no sense."""
        if isinstance(what.claim, Letter):
            what = msgspec.structs.replace(what, claim=completed(what.claim))
        _refuse_attested(what, self.known(what.jurisdiction), self.now().date())
        return what

    async def confirm(self, person: Person, number: int) -> Entry:
        """Another person confirms what was attested; from now on it is on record."""
        _refuse_duty(person, CONFIRMERS, "confirm")
        async with self._changing:
            entry = self._entry(number)
            if entry.confirmed:
                raise Forbidden(f"Record {number} is confirmed already.", RULE)
            if entry.attested.account == person.account:
                raise Forbidden(
                    "You have attested this yourself: another person confirms it.", RULE
                )
            _refuse_over(entry.what, self.now().date())
            await self._write(person, Confirmed(number))
            return self.entries[number]

    async def withdraw(self, person: Person, number: int, reason: str) -> Entry:
        """A record is taken back: one person is enough to stop what two have opened."""
        _refuse_duty(person, ATTESTERS, "withdraw")
        if not is_text(reason):
            raise Refused(f"Say why you withdraw it, in up to {LONGEST_TEXT} characters.")
        async with self._changing:
            self._entry(number)
            await self._write(person, Withdrawn(number, reason))
            return self.entries[number]

    def _entry(self, number: int) -> Entry:
        """A record that may still be confirmed or withdrawn."""
        entry = self.entries.get(number)
        if entry is None:
            raise Refused(f"There is no record {number}: choose one in the register.")
        if entry.withdrawn:
            raise Forbidden(f"Record {number} was withdrawn: attest it anew.", RULE)
        if entry.replaced_by:
            raise Forbidden(f"Record {number} was replaced by {entry.replaced_by}.", RULE)
        return entry

    async def _write(self, person: Person, step: Step) -> int:
        """Write a step down, then follow it; its number."""
        if self.is_broken:
            raise Refused(
                "The register of approvals cannot be read: restore the database from a backup."
            )
        n, signed = self._steps + 1, Signed(person.account, person.name, self.now())
        row = {
            "n": n,
            "at": as_text(signed.at),
            "account": signed.account,
            "name": signed.name,
            "step": msgspec.json.encode(step).decode(),
        }
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(s.approvals).values(row))
        except IntegrityError:
            raise Refused("The register was changed meanwhile: try again.") from None
        self._follow(n, signed, step)
        return n

    def _follow(self, n: int, signed: Signed, step: Step) -> None:
        self._steps = n
        match step:
            case Attested():
                self.entries[n] = Entry(n, step, signed)
            case Confirmed():
                entry = self.entries[step.number]
                if entry.attested.account == signed.account:
                    raise Refused("one person has attested and confirmed it: expected two")
                self._replace(entry)
                self.entries[step.number] = entry._replace(confirmed=signed)
            case Withdrawn():
                entry = self.entries[step.number]
                self.entries[step.number] = entry._replace(withdrawn=signed, reason=step.reason)

    def _replace(self, entry: Entry) -> None:
        """What stands of the same subject gives way to a record that is confirmed now."""
        for other in self.entries.values():
            is_same = (
                other.what.jurisdiction == entry.what.jurisdiction
                and other.what.claim.subject == entry.what.claim.subject
            )
            if other.stands and is_same:
                self.entries[other.number] = other._replace(replaced_by=entry.number)


def _read(row: Row[Any], expected: int) -> tuple[int, Signed, Step]:
    if row.n != expected:
        raise Refused(f"its number is {quoted(row.n)}: expected {expected}")
    signed = Signed(int(row.account), str(row.name), datetime.fromisoformat(row.at))
    return row.n, signed, _decode(row.step)


# What is refused -----------------------------------------------------------------------------------


def _refuse_duty(person: Person, duties: frozenset[str], does: str) -> None:
    if not person.duties & duties:
        needed = listed([each.replace("-", " ") for each in sorted(duties)])
        raise Forbidden(f"You cannot {does} this: your account needs the duty of {needed}.", RULE)


def _refuse_attested(what: Attested, place: Jurisdiction, today: date) -> None:
    refuse_claim(what.claim, place)
    refuse_evidence(what.evidence, what.claim)
    _refuse_over(what, today)
    match what.claim:
        case Answered(answered_on=day) as answer:
            refuse_as_approved(answer, place)
            _refuse_later(day, "answer", today)
        case Letter(dated=day):
            _refuse_later(day, "letter", today)


def _refuse_later(day: date, what: str, today: date) -> None:
    if day > today:
        raise Refused(f"The {what} is of {day}: enter a day that has come.")


def _is_of_use(claim: Claim, place: Jurisdiction) -> bool:
    try:
        refuse_claim(claim, place)
    except Refused:
        return False
    return True


def _refuse_over(what: Attested, today: date) -> None:
    if what.until and what.until < today:
        raise Refused(
            f"It would hold through {what.until}, and that day is over: attest it with a later one."
        )
