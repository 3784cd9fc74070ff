"""Certificates in a house: who sees them, whether they hold, what they can be converted to.

    await certificates.show(person, id)
    await certificates.listed(key)
    await certificates.withdraw(person, id, reason)
    await certificates.of(key)                     # everything signed for a person, withdrawn too

They are signed in `certifying.py`, and renewed in `converting.py`. Who may deal what by them is
`dealers.py`.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import msgspec

from tablewright.house.books.formats import HOUSE
from tablewright.house.classroom.classes import Classes
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.dealers import Dealers, Held, RulesInUse
from tablewright.house.classroom.drilling import NoSuchDrill
from tablewright.house.classroom.policy import Policies
from tablewright.house.classroom.register import Register
from tablewright.house.people.accounts import ACCOUNT
from tablewright.house.people.approvals import Approvals
from tablewright.house.people.person import PIT, TEACHERS, Person
from tablewright.house.screens.certificate_pages import (
    CertificateListed,
    CertificateShown,
    ConversionChoice,
    ConversionSigned,
)
from tablewright.house.screens.dealer_pages import Standing
from tablewright.rules.errors import Forbidden, Refused
from tablewright.school.certificates import why_it_ended
from tablewright.school.examined import standard
from tablewright.school.signed import Certified, Converted, Entry, Withdrawn
from tablewright.table.allowed import LONGEST_TEXT, is_text
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Setup

RULE = "house.certified-dealers"
WITHDRAWERS = frozenset(("pit-boss", "administrator"))
"""The duties that withdraw a certificate, beside those who teach the holder."""


class NoSuchCertificate(NoSuchDrill):
    """There is no such certificate; or it is none of theirs."""

    def __init__(self) -> None:
        super().__init__("There is no such certificate: choose one of those listed.")


class Signed(NamedTuple):
    """A certificate with the entry that it stands in, and what became of it."""

    entry: Entry
    held: Held
    withdrawn: str = ""
    """By whom and why; nothing, if it was not."""


class Certificates:
    """The certificates of a house."""

    def __init__(
        self,
        register: Register,
        classes: Classes,
        courses: Courses,
        policy: Policies,
        dealers: Dealers,
        approvals: Approvals,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.register, self.classes = register, classes
        self.courses, self.policy = courses, policy
        self._dealers, self._approvals = dealers, approvals
        self.now = now or (lambda: datetime.now(UTC))

    # Withdrawing ----------------------------------------------------------------------------------

    async def withdraw(self, person: Person, id: str, reason: str) -> None:
        """A certificate is taken back: one person is enough."""
        signed = await self.find(person, id)
        if not await self._may_withdraw(person, signed):
            raise Forbidden(
                "You cannot withdraw this: ask an instructor of theirs or the pit boss.", RULE
            )
        if signed.withdrawn:
            raise Forbidden(f"It was withdrawn before, by {signed.withdrawn}", RULE)
        if not is_text(reason):
            raise Refused(f"Say why you withdraw it, in up to {LONGEST_TEXT} characters.")
        act = Withdrawn(certificate=id, reason=reason)
        await self.register.add(signed.entry.about, person, act)

    async def _may_withdraw(self, person: Person, signed: Signed) -> bool:
        if person.key == signed.entry.about:
            return False
        teaches = person.duties & TEACHERS and await self.classes.teaches(
            person, signed.entry.about
        )
        return bool(person.duties & WITHDRAWERS or teaches)

    # Looking --------------------------------------------------------------------------------------

    async def of(self, key: str) -> list[Signed]:
        """Every certificate that was signed for a person, the oldest first."""
        return signed_in(await self.register.of(key))

    async def find(self, person: Person, id: str) -> Signed:
        """A certificate that a person may see; for anyone else there is none."""
        named = f'"id":{msgspec.json.encode(id).decode()}'
        about = {each.about for each in await self.register.all() if named in each.did}
        for key in about:
            for signed in await self.of(key):
                if signed.held.certificate.id == id and await self._may_see(person, key):
                    return signed
        raise NoSuchCertificate

    async def _may_see(self, person: Person, key: str) -> bool:
        if person.key == key or person.duties & PIT:
            return True
        return bool(person.duties & TEACHERS) and await self.classes.teaches(person, key)

    async def listed(self, key: str) -> list[CertificateListed]:
        """A person's certificates, the newest first."""
        found = []
        for signed in reversed(await self.of(key)):
            standing, says, _ = await self._standing(signed)
            one = signed.held.certificate
            course = standard(one.setup)
            found.append(
                CertificateListed(
                    id=one.id,
                    game=one.game,
                    game_name=course.game.name,
                    devices=_devices(signed.held),
                    ruleset=one.ruleset,
                    at=one.at,
                    examiner=one.examiner,
                    score=one.score,
                    standing=standing,
                    says=says,
                )
            )
        return found

    async def show(self, person: Person, id: str) -> CertificateShown:
        """A certificate with all that it rests on."""
        signed = await self.find(person, id)
        one, entry = signed.held.certificate, signed.entry
        standing, says, until = await self._standing(signed)
        course = await self.courses.aside(standard, one.setup)
        return CertificateShown(
            id=one.id,
            holder=await self.name(entry.about),
            number=int(entry.about.removeprefix(ACCOUNT)),
            is_own=person.key == entry.about,
            house=await self.register.database.setting(HOUSE, str),
            game=one.game,
            game_name=course.game.name,
            ruleset=one.ruleset,
            rules=_rules_said(one.setup),
            approvals=self._approvals.approving(course.ruleset, self.now().date()),
            devices=_devices(signed.held),
            at=one.at,
            examiner=one.examiner,
            score=one.score,
            skills=len(one.examined),
            audition=one.audition,
            seed=one.seed,
            salt=one.salt,
            seal=one.seal,
            journal_hash=one.journal_hash,
            journal_lines=one.journal_lines,
            entry=entry.n,
            hash=entry.hash,
            standing=standing,
            says=says,
            until=until,
            conversions=[
                ConversionSigned(
                    at=each.at,
                    examiner=each.examiner,
                    device_name=standard(each.setup).procedure.device(each.device).name,
                    ruleset=each.ruleset,
                    skills=len(each.examined),
                    score=each.score,
                )
                for each in signed.held.conversions
            ],
            choices=await self.choices(signed) if person.key == entry.about else [],
            may_withdraw=not signed.withdrawn and await self._may_withdraw(person, signed),
        )

    async def choices(self, signed: Signed) -> list[ConversionChoice]:
        """The rules and devices of the house for which a certificate can be converted."""
        held, found = signed.held, []
        if signed.withdrawn or await self._has_run_out(held):
            return []
        for rules in await self.rules(held.certificate.game):
            course = await self.courses.aside(standard, rules.setup)
            for device in course.procedure.devices:
                try:
                    lacks = await self.courses.aside(held.lacks, rules.setup, device.id)
                except Refused:
                    continue  # It is not dealt from there.
                if lacks:
                    why = why_it_ended(held.certificate, held.conversions, rules.setup, device.id)
                    found.append(
                        ConversionChoice(
                            ruleset=course.fingerprint,
                            where=rules.where,
                            device=device.id,
                            device_name=device.name,
                            lacks=lacks,
                            why=why,
                        )
                    )
        return found

    async def rules(self, game: str) -> list[RulesInUse]:
        """The rules that a game is dealt by in the house, with nothing else of the tables."""
        await self.courses.ready()
        return [each._replace(setup=_examined(each.setup)) for each in self._dealers.rules(game)]

    async def _has_run_out(self, held: Held) -> bool:
        until = held.until(await self.policy.now())
        return until is not None and until < self.now().date()

    async def _standing(self, signed: Signed) -> tuple[Standing, str, date | None]:
        """Whether a certificate holds, with its own devices, under the rules of the house."""
        held, policy, today = signed.held, await self.policy.now(), self.now().date()
        until = held.until(policy)
        if signed.withdrawn:
            return "ended", f"Withdrawn by {signed.withdrawn}", until
        if until is not None and until < today:
            return "ended", f"It ended on {until}: a new audition renews it.", until
        choices = await self.choices(signed)
        ended = [each for each in choices if each.device in held.devices]
        everywhere = len(held.devices) * len(await self.rules(held.certificate.game))
        if ended and len(ended) == everywhere:
            return "ended", f"It ended, as {ended[0].why[0]}.", until
        if until is not None and until <= today + timedelta(days=policy.warn_days):
            return "soon", f"It ends on {until}: a new audition renews it.", until
        if ended:
            return "holds", f"Not under {ended[0].where}: {ended[0].why[0]}.", until
        return "holds", "", until

    async def name(self, key: str) -> str:
        """A holder's name; nothing, where the account is gone or its name was erased."""
        _, _, number = key.partition(":")
        account = await self.classes.accounts.by_id(int(number)) if number.isdecimal() else None
        return account.name if account else ""


# What was signed -----------------------------------------------------------------------------------


def signed_in(entries: Iterable[Entry]) -> list[Signed]:
    """The certificates among some entries with what became of them; unreadable entries are none."""
    found: dict[str, Signed] = {}
    for entry in entries:
        try:
            act = entry.act
        except Refused:
            continue  # The register's own check tells of it.
        match act:
            case Certified(certificate=one):
                found[one.id] = Signed(entry, Held(one))
            case Converted(certificate=id, conversion=conversion) if id in found:
                held = found[id].held
                held = held._replace(conversions=(*held.conversions, conversion))
                found[id] = found[id]._replace(held=held)
            case Withdrawn(certificate=id, reason=reason) if id in found:
                found[id] = found[id]._replace(withdrawn=f"{entry.name}: {reason}")
    return list(found.values())


def _examined(setup: Setup) -> Setup:
    """The set-up of a table for money as an examination takes it."""
    plain = rehearsal_setup(setup.game, readings=dict(setup.readings))
    return msgspec.structs.replace(plain, pay=dict(setup.pay), jurisdiction=setup.jurisdiction)


def _devices(held: Held) -> list[str]:
    procedure = standard(held.certificate.setup).procedure
    return [procedure.device(each).name for each in held.devices]


def _rules_said(setup: Setup) -> list[str]:
    """What differs from the game's own rules, in words."""
    course = standard(setup)
    readings = [
        f"{each.question} {each.option(course.ruleset.rulings[each.id]).means.capitalize()}."
        for each in course.ruleset.changed
    ]
    return [*readings, *(f"{key} pays {odds}." for key, odds in sorted(setup.pay.items()))]
