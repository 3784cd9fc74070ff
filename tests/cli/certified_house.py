"""A house in a folder, in which one dealer was examined and another signed; and the dealer's record."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from tablewright import __version__
from tablewright.house.books.places import FILE
from tablewright.house.classroom.audition_live import outcome_of
from tablewright.house.classroom.audition_records import OVER, AuditionRow, Input, Kept, TimedInput
from tablewright.house.classroom.personnel_file import personnel_file
from tablewright.house.house import House
from tablewright.house.people.person import person_of
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.results import judged
from tablewright.school.auditions.terms import Terms
from tablewright.school.certificates import Certificate
from tablewright.school.examined import digests
from tablewright.school.syllabus import syllabus
from tablewright.table.seal import sealed
from tests.school.candidate import Candidate

GAME, DEVICE, SEED, SALT, AUDITION, CERTIFICATE = "duki4", "hand", "seed", "salt", "a-1", "c-1"
BEGUN = datetime(2026, 3, 2, 18, tzinfo=UTC)
TERMS = Terms(minutes=2, players=2, goes_wrong=100, marks={"money": 95, "order": 90})


class Made(NamedTuple):
    """Where it is, the certificate's id, and the record of the dealer."""

    folder: Path
    id: str
    record: bytes


def examined() -> tuple[Audition, list[TimedInput]]:
    """An audition in which everything was right."""
    candidate = Candidate(Audition(syllabus(GAME), DEVICE, TERMS, SEED, BEGUN))
    candidate.deal()
    return candidate.audition, [
        TimedInput(seconds, Input(turn, given)) for seconds, turn, given in candidate.inputs
    ]


def kept_row(audition: Audition, person: str) -> tuple[AuditionRow, list[bytes]]:
    """The audition as the house keeps it."""
    outcome, journal = outcome_of(audition, TERMS)
    kept = Kept(
        setup=syllabus(GAME).setup,
        ruleset=syllabus(GAME).fingerprint,
        version=__version__,
        terms=TERMS,
        seed=SEED,
        salt=SALT,
        seal=sealed(SEED, SALT),
        reached_at=BEGUN + timedelta(minutes=3),
        ended=BEGUN + timedelta(minutes=3),
    )
    row = AuditionRow(
        id=AUDITION,
        person=person,
        game=GAME,
        device=DEVICE,
        begun=BEGUN,
        status=OVER,
        kept=kept,
        outcome=outcome,
    )
    return row, journal


def certificate_of(audition: Audition, person: str, examiner: str) -> Certificate:
    """What an examiner signs."""
    result, setup = audition.result(), syllabus(GAME).setup
    return Certificate(
        id=CERTIFICATE,
        person=person,
        game=GAME,
        ruleset=syllabus(GAME).fingerprint,
        setup=setup,
        device=DEVICE,
        at=BEGUN + timedelta(hours=1),
        examiner=examiner,
        score=judged(result, TERMS).score,
        audition=AUDITION,
        seed=SEED,
        salt=SALT,
        seal=sealed(SEED, SALT),
        journal_hash=result.journal_hash,
        journal_lines=result.journal_lines,
        examined=dict(digests(setup, DEVICE)),
    )


def made(folder: Path, keys: Path | None = None) -> Made:
    """A house with one certificate, and the record of its holder; signed, where it has keys."""
    return Made(folder, *asyncio.run(_made(folder, keys)))


async def _made(folder: Path, keys: Path | None) -> tuple[str, bytes]:
    address = f"sqlite:///{folder / FILE}"
    house = await House.open(address, keeps_standing=False, is_new=True, keys=keys)
    try:
        holder, _ = await house.accounts.create("Ann", ["dealer"])
        examiner, _ = await house.accounts.create("Ivo", ["administrator"])
        person, by = person_of(holder), person_of(examiner)
        audition, inputs = examined()
        row, journal = kept_row(audition, person.key)
        records = house.auditions.records
        await records.begin(row)
        for n, each in enumerate(inputs, start=1):
            await records.add(row, n, each)
        await records.end(row, journal)
        signed = await house.certifying.sign(by, AUDITION)
        await house.heads.sign_register()
        record = await personnel_file(house.personnel, person, holder.id, house.signing)
        assert record == await personnel_file(house.personnel, person, holder.id, house.signing)
        return signed.id, record
    finally:
        await house.close()
