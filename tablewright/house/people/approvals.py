"""The register of approvals: what people attest of a jurisdiction's conditions, and its answers.

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

from tablewright.games import game
from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.books.entries import as_text
from tablewright.house.people.person import Person
from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.jurisdictions import jurisdiction
from tablewright.rules.on_record import (
    Answered,
    Claim,
    Evidence,
    OnRecord,
    Records,
    Written,
    refuse_claim,
    refuse_evidence,
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
        return bool(self.confirmed) and not (self.withdrawn or self.replaced_by)

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
        async with database.reading() as connection:
            for row in await connection.execute(select(s.approvals).order_by(s.approvals.c.n)):
                try:
                    register._follow(*_read(row, register._steps + 1))
                except (Refused, LookupError, TypeError, ValueError) as wrong:
                    register.is_broken = True
                    log.error(
                        "the register of approvals cannot be read at row %s: %s",
                        ascii(row.n),
                        ascii(str(wrong)),
                    )
                    break
        return register

    def on_record(self, place: str) -> Records:
        """What is on record for a jurisdiction, whether it has expired or not."""
        if self.is_broken:
            return ()
        return tuple(
            each.record
            for each in self.entries.values()
            if each.stands and each.what.jurisdiction == place
        )

    # Steps ----------------------------------------------------------------------------------------

    async def attest(self, person: Person, what: Attested) -> Entry:
        """One person attests something; it waits for another to confirm it."""
        _refuse_duty(person, ATTESTERS, "attest")
        _refuse_attested(what, self.now().date())
        async with self._changing:
            return self.entries[await self._write(person, what)]

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


def _refuse_attested(what: Attested, today: date) -> None:
    refuse_claim(what.claim, jurisdiction(what.jurisdiction))
    refuse_evidence(what.evidence, what.claim)
    _refuse_over(what, today)
    claim = what.claim
    if isinstance(claim, Answered):
        reading = game(claim.reading.partition(".")[0]).reading(claim.reading)
        if reading.option(claim.option).id == reading.default:
            raise Refused(
                f"{reading.id} is taken as {reading.default} anyhow: an answer is needed only for"
                " another option."
            )
        if claim.answered_on > today:
            raise Refused(f"The answer is of {claim.answered_on}: enter a day that has come.")


def _refuse_over(what: Attested, today: date) -> None:
    if what.until and what.until < today:
        raise Refused(
            f"It would hold through {what.until}, and that day is over: attest it with a later one."
        )
