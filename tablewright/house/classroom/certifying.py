"""Signing certificates: an examiner answers for a passed audition.

    await certifying.offer(person, audition)       # what would be signed, and what is in the way
    await certifying.sign(person, audition)        # -> the certificate

An examiner teaches the candidate, is not the candidate, and has overruled no mark of the audition. The
audition is made again from its seed and its inputs, and must come to the same; its journal must verify.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from tablewright.house.classroom.audition_records import OVER, AuditionRecords, AuditionRow
from tablewright.house.classroom.audition_results import in_force, named, signed_of
from tablewright.house.classroom.certificates import (
    RULE,
    Certificates,
    NoSuchCertificate,
    signed_in,
)
from tablewright.house.people.person import TEACHERS, Person
from tablewright.house.screens.certificate_pages import (
    CertifyOffer,
)
from tablewright.rules.errors import Forbidden, Refused
from tablewright.school.auditions.kept import KeptAudition, KeptInput, wrongs
from tablewright.school.auditions.results import Verdict
from tablewright.school.certificates import Certificate
from tablewright.school.examined import digests
from tablewright.school.signed import AuditionOverruled, Certified, Entry
from tablewright.table.journal import hash_of
from tablewright.table.verify import verify

ID_BYTES = 8


class Certifying:
    """What examiners sign in a house."""

    def __init__(self, certificates: Certificates, auditions: AuditionRecords) -> None:
        self.certificates, self.auditions = certificates, auditions
        self.register, self.classes = certificates.register, certificates.classes
        self.courses = certificates.courses

    async def offer(self, person: Person, audition: str) -> CertifyOffer:
        """What a person would sign, and what is in the way of it."""
        row, entries = await self._to_sign(person, audition)
        names, signed = named(row), signed_of(row.id, entries)
        verdict = in_force(row, signed)
        result = row.outcome.result if row.outcome else None
        return CertifyOffer(
            audition=row.id,
            holder=await self.certificates.name(row.person),
            game_name=names.game,
            device_name=names.device,
            ruleset=row.kept.ruleset,
            score=verdict.score if verdict else 0,
            overruled=len({each.n for each in signed.overruled}),
            taken=row.begun,
            journal_lines=result.journal_lines if result else 0,
            journal_hash=result.journal_hash if result else "",
            why_not=_in_the_way(person, row, entries),
            certificate=next(iter(_certified(entries, row.id)), ""),
        )

    async def sign(self, person: Person, audition: str) -> Certificate:
        """An examiner signs a passed audition."""
        row, entries = await self._to_sign(person, audition)
        if why_not := _in_the_way(person, row, entries):
            raise Forbidden(why_not, RULE)
        verdict = in_force(row, signed_of(row.id, entries))
        assert verdict is not None
        await self._refuse_unproven(row)
        certificate = await self.courses.aside(
            _certificate, row, verdict, person, self.certificates.now()
        )
        await self.register.add(row.person, person, Certified(certificate=certificate))
        return certificate

    async def _to_sign(self, person: Person, audition: str) -> tuple[AuditionRow, list[Entry]]:
        row = await self.auditions.find(audition)
        if row is None or not (
            person.duties & TEACHERS and await self.classes.teaches(person, row.person)
        ):
            raise NoSuchCertificate
        return row, await self.register.of(row.person)

    async def _refuse_unproven(self, row: AuditionRow) -> None:
        """Refuse an audition that does not come out again as it is kept."""
        kept = await self.kept(row)
        lines = await self.auditions.journal(row.id)
        found = await self.courses.aside(_unproven, kept, lines)
        if found:
            raise Refused(f"This audition cannot be signed, as {'; '.join(found)}: take another.")

    async def kept(self, row: AuditionRow) -> KeptAudition:
        """An audition as a file keeps it."""
        assert row.outcome is not None, "it is over"
        return KeptAudition(
            version=row.kept.version,
            setup=row.kept.setup,
            ruleset=row.kept.ruleset,
            device=row.device,
            begun=row.begun,
            terms=row.kept.terms,
            seed=row.kept.seed,
            salt=row.kept.salt,
            seal=row.kept.seal,
            inputs=[
                KeptInput(each.seconds, each.input.turn, each.input.given, each.input.has_left)
                for each in await self.auditions.inputs(row.id)
            ],
            result=row.outcome.result,
        )


# What is in the way --------------------------------------------------------------------------------


def _certified(entries: Iterable[Entry], audition: str) -> list[str]:
    """The certificates that were signed for an audition."""
    return [
        each.held.certificate.id
        for each in signed_in(entries)
        if each.held.certificate.audition == audition
    ]


def _in_the_way(person: Person, row: AuditionRow, entries: Sequence[Entry]) -> str:
    """Why a person cannot sign an audition; nothing, if they can."""
    if person.key == row.person:
        return "You cannot sign your own certificate: ask another examiner."
    if row.status != OVER:
        return (
            "This audition is not over, or does not count: only one that is passed can be signed."
        )
    signed = signed_of(row.id, entries)
    if signed.why_void:
        return f"This audition does not count. {signed.why_void}"
    if _certified(entries, row.id):
        return "This audition is signed: its certificate stands in the register."
    verdict = in_force(row, signed)
    if verdict is None or not verdict.is_passed:
        lacks = "; ".join(verdict.lacks) if verdict else "it has no result"
        return f"This audition was not passed: {lacks}."
    if person.account in _overrulers(entries, row.id):
        return "You have overruled a mark of this audition: another examiner signs it."
    return ""


def _overrulers(entries: Iterable[Entry], audition: str) -> set[int]:
    found = set()
    for entry in entries:
        try:
            act = entry.act
        except Refused:
            continue
        if isinstance(act, AuditionOverruled) and act.audition == audition and entry.account:
            found.add(entry.account)
    return found


def _unproven(kept: KeptAudition, lines: Sequence[bytes]) -> list[str]:
    """What is not so of an audition that is about to be signed."""
    found = wrongs(kept)
    try:
        verdict = verify(lambda: iter(lines))
    except Refused as refused:
        return [*found, f"its journal does not verify: {refused}"]
    last = hash_of(lines[-1]) if lines else ""
    told = (len(lines), last)
    if not verdict.is_closed or told != (kept.result.journal_lines, kept.result.journal_hash):
        found.append("its journal is not the one of its result")
    return found


def _certificate(row: AuditionRow, verdict: Verdict, person: Person, at: datetime) -> Certificate:
    assert row.outcome is not None, "it is over"
    kept = row.kept
    return Certificate(
        id=secrets.token_hex(ID_BYTES),
        person=row.person,
        game=row.game,
        ruleset=kept.ruleset,
        setup=kept.setup,
        device=row.device,
        at=at,
        examiner=person.name,
        score=verdict.score,
        audition=row.id,
        seed=kept.seed,
        salt=kept.salt,
        seal=kept.seal,
        journal_hash=row.outcome.result.journal_hash,
        journal_lines=row.outcome.result.journal_lines,
        examined=dict(digests(kept.setup, row.device)),
    )
