"""The register and what it rests on, read from a database without changing it, or from a record's file.

await read_house(address)                       # a house that may be open meanwhile
evidence_of(row, inputs, journal)               # an audition as it is kept, to be checked
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import select

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.books.house_keys import kept_ring
from tablewright.house.books.read_only import read_only
from tablewright.house.books.signatures import Signatures
from tablewright.house.classroom.audition_records import (
    AuditionRecords,
    AuditionRow,
    Input,
    TimedInput,
)
from tablewright.house.classroom.dealers import months_after
from tablewright.house.classroom.policy import Policies
from tablewright.house.classroom.register import Register
from tablewright.house.people.accounts import ACCOUNT
from tablewright.rules.errors import Refused
from tablewright.school.auditions.kept import KeptAudition, KeptInput
from tablewright.school.certificates import Certificate
from tablewright.school.checking import Books, Evidence
from tablewright.school.signed import SIGNED_REGISTER, THE_REGISTER, Certified, Entry
from tablewright.signing.rings import Ring
from tablewright.signing.statements import Statement


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
    async with read_only(address) as database:
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


async def read_signatures(address: str) -> tuple[Ring | None, list[Statement]]:
    """The public keys that a house's database knows, and what was signed of its register."""
    async with read_only(address) as database:
        heads = await Signatures(database).of(THE_REGISTER, SIGNED_REGISTER)
        return await kept_ring(database), heads


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
