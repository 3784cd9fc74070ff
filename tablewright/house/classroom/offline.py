"""The register and what it rests on, read from a database without changing it, or from a record's file.

await read_house(address)                       # a house that may be open meanwhile
evidence_of(row, inputs, journal)               # an audition as it is kept, to be checked
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, parsed
from tablewright.house.classroom.audition_records import (
    AuditionRecords,
    AuditionRow,
    Input,
    TimedInput,
)
from tablewright.house.classroom.dealers import months_after
from tablewright.house.classroom.policy import Policies
from tablewright.house.classroom.register import Register
from tablewright.house.people.person import ACCOUNT
from tablewright.rules.errors import Refused, quoted
from tablewright.school.auditions.kept import KeptAudition, KeptInput
from tablewright.school.certificates import Certificate
from tablewright.school.checking import Books, Evidence
from tablewright.school.signed import Certified, Entry


class _Given(msgspec.Struct, frozen=True):
    seconds: float
    input: Input


class _Exported(msgspec.Struct, frozen=True):
    """An audition as a dealer's record holds it."""

    audition: AuditionRow
    inputs: list[_Given]


def _fraction(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


_exported = msgspec.json.Decoder(_Exported, dec_hook=_fraction).decode


def evidence_of(
    row: AuditionRow, inputs: Sequence[TimedInput], journal: Sequence[bytes]
) -> Evidence:
    """What a certificate rests on: an audition that is over, and its journal."""
    if row.outcome is None:
        return Evidence(row.person, None, journal)
    kept = row.kept
    return Evidence(
        row.person,
        KeptAudition(
            version=kept.version,
            setup=kept.setup,
            ruleset=kept.ruleset,
            device=row.device,
            begun=row.begun,
            terms=kept.terms,
            seed=kept.seed,
            salt=kept.salt,
            seal=kept.seal,
            inputs=[
                KeptInput(each.seconds, each.input.turn, each.input.given, each.input.has_left)
                for each in inputs
            ],
            result=row.outcome.result,
        ),
        journal,
    )


def exported_evidence(file: bytes, journal: Sequence[bytes]) -> tuple[str, Evidence]:
    """The audition that a record's file holds, by its id."""
    try:
        found = _exported(file)
    except (msgspec.MsgspecError, ValueError, ZeroDivisionError) as wrong:
        raise Refused(f"an audition cannot be read ({wrong})") from None
    inputs = [TimedInput(each.seconds, each.input) for each in found.inputs]
    return found.audition.id, evidence_of(found.audition, inputs, journal)


async def read_house(address: str) -> Books:
    """A house's register, with every audition that a certificate names, and the holders' names."""
    database = Database(_readable_only(address), None)
    try:
        await _refuse_other_shape(database)
        register = Register(database)
        entries, altered = await register.all(), await register.check()
        records = AuditionRecords(database)
        evidence = {}
        for id in {each.audition for each in _certificates(entries)}:
            if row := await records.find(id):
                inputs = await records.inputs(id)
                evidence[id] = evidence_of(row, inputs, await records.journal(id))
        months = (await Policies(database).now()).valid_months
        last_days = _last_days(entries, months) if months else {}
        return Books(entries, evidence, await _names(database), last_days, altered)
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise Refused(f"the database cannot be read ({why}): expected that of a house") from None
    finally:
        await database.close()


def _readable_only(address: str) -> Any:
    """The address with which nothing can be written."""
    url = parsed(address)
    if url.drivername.startswith("sqlite"):
        path = Path(str(url.database)).resolve()
        if not path.is_file():
            raise Refused(f"there is no {quoted(path.name)} there: expected the folder of a house")
        url = url.set(database=path.as_uri(), query={"mode": "ro", "uri": "true"})
    return url


async def _refuse_other_shape(database: Database) -> None:
    try:
        async with database.reading() as connection:
            found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        found = "none"
    if found != s.HEAD:
        raise Refused(
            f"the database has step {found}, this version has {s.HEAD}:"
            " expected a house that this version has opened"
        )


def _certificates(entries: Sequence[Entry]) -> list[Certificate]:
    found = []
    for each in entries:
        try:
            act = each.act
        except Refused:
            continue  # The check of the register names it.
        if isinstance(act, Certified):
            found.append(act.certificate)
    return found


def _last_days(entries: Sequence[Entry], months: int) -> dict[str, date]:
    return {each.id: months_after(each.at.date(), months) for each in _certificates(entries)}


async def _names(database: Database) -> dict[str, str]:
    async with database.reading() as connection:
        rows = await connection.execute(select(s.accounts.c.id, s.accounts.c.name))
        return {f"{ACCOUNT}{each.id}": str(each.name) for each in rows}
