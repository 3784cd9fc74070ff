"""Records for tables of a test's own: attested by one person, confirmed by another."""

from datetime import UTC, date, datetime
from typing import Any

from tablewright.rules.jurisdictions import jurisdiction
from tablewright.rules.on_record import Answered, Claim, Evidence, Limited, Met, OnRecord, Records

AT = datetime(2007, 11, 28, 9, tzinfo=UTC)


def recorded(where: str, claim: Claim, number: int = 1, **more: Any) -> OnRecord:
    """A claim on record, by Pit and Adam."""
    usual: dict[str, Any] = {
        "evidence": Evidence("letter of the Commission, 3 March"),
        "attested_by": "Pit",
        "attested_at": AT,
        "confirmed_by": "Adam",
        "confirmed_at": AT,
    }
    return OnRecord(number=number, jurisdiction=where, claim=claim, **(usual | more))


def answer(reading: str, option: str) -> Answered:
    return Answered(reading, option, "Special Agent of the Commission", date(2007, 12, 3))


def all_recorded(where: str, most: int = 50_000, **more: Any) -> Records:
    """Everything that a jurisdiction has people record for the rules as submitted."""
    place = jurisdiction(where)
    claims: list[Claim] = [Met(each.id) for each in place.conditions if each.kept_by == "people"]
    if place.limits_are == "unknown":
        claims.append(Limited(most))
    return tuple(recorded(where, claim, n, **more) for n, claim in enumerate(claims, 1))
