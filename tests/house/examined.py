"""Auditions that were passed or failed, as a house keeps them, dealt by a simulated candidate."""

import secrets
from datetime import UTC, datetime

import msgspec

from tablewright import __version__
from tablewright.house.classroom.audition_live import course_of, examined_setup, outcome_of
from tablewright.house.classroom.audition_records import (
    OVER,
    UNDER_WAY,
    AuditionRow,
    Input,
    Kept,
    TimedInput,
)
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.school.auditions.audition import Audition
from tablewright.table.seal import sealed
from tests.house.auditioned import SHORT
from tests.school.candidate import Candidate, Errs, never

BEGUN = datetime(2026, 3, 5, 12, tzinfo=UTC)


async def examined(
    house: House,
    person: Person,
    game: str = "duki4",
    device: str = "shuffler",
    *,
    readings: dict[str, str] | None = None,
    errs: Errs = never,
) -> str:
    """The id of an audition that a person has taken."""
    setup = examined_setup(game, readings or {}, {})
    course, seed, salt = course_of(setup), secrets.token_hex(8), secrets.token_hex(8)
    audition = Audition(course, device, SHORT, seed, BEGUN)
    candidate = Candidate(audition, errs)
    candidate.deal()
    kept = Kept(
        setup=setup,
        ruleset=course.fingerprint,
        version=__version__,
        terms=SHORT,
        seed=seed,
        salt=salt,
        seal=sealed(seed, salt),
        reached=audition.seconds,
        reached_at=BEGUN,
        ended=BEGUN,
    )
    row = AuditionRow(
        id=secrets.token_hex(8),
        person=person.key,
        game=game,
        device=device,
        begun=BEGUN,
        status=UNDER_WAY,
        kept=kept,
    )
    records = house.auditions.records
    await records.begin(row)
    for n, (seconds, turn, given) in enumerate(candidate.inputs, 1):
        sent = msgspec.to_builtins(given, str_keys=True)
        await records.add(row, n, TimedInput(seconds, Input(turn, sent)))
    outcome, journal = outcome_of(audition, SHORT)
    await records.end(msgspec.structs.replace(row, status=OVER, outcome=outcome), journal)
    return row.id
