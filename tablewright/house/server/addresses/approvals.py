"""Approvals over HTTP: the checklist of each jurisdiction; attesting, confirming and withdrawing."""

from datetime import UTC, date, datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from tablewright.house.people.approvals import Attested
from tablewright.house.people.person import Person, Scope
from tablewright.house.screens.approval_pages import ApprovalsPage, approvals_page
from tablewright.house.server.addresses.asking import (
    Body,
    InPit,
    NotAllowed,
    TheHouse,
    pit,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.rules.on_record import Claim, Evidence

router = APIRouter(prefix="/approvals", tags=["pit"])


async def at_the_page(person: Annotated[Person, Depends(pit)]) -> Person:
    """A person of the pit at the page: no program puts a person's name to a record."""
    if person.door.scope is not Scope.FULL:
        raise NotAllowed("A token cannot attest or confirm: sign in at the page.")
    return person


AtPage = Annotated[Person, Depends(at_the_page)]


class NewRecord(Body, frozen=True, kw_only=True):
    """Something that a person attests."""

    jurisdiction: Annotated[str, msgspec.Meta(max_length=60)]
    claim: Claim
    evidence: Evidence
    until: date | None = None
    """The last gaming day on which it holds."""


class Reason(Body, frozen=True):
    """Why a record is withdrawn."""

    reason: Annotated[str, msgspec.Meta(max_length=200)]


class RecordMade(msgspec.Struct, frozen=True):
    """The number of a record in the register."""

    number: int


@router.get(
    "",
    summary="What each jurisdiction asks for, what is on record, and every record there was",
    responses=responses(401, 403, gives=ApprovalsPage),
)
async def listed(house: TheHouse, person: InPit) -> Response:
    return reply(approvals_page(house.approvals, person, datetime.now(UTC).date()))


@router.post(
    "",
    status_code=201,
    summary="Attest a condition, an answer or a limit; it waits for a second person",
    responses=responses(400, 401, 403, gives=RecordMade, status=201),
    openapi_extra=takes(NewRecord),
)
async def attest(
    house: TheHouse, person: AtPage, asked: Annotated[NewRecord, Depends(taken(NewRecord))]
) -> Response:
    what = Attested(asked.jurisdiction, asked.claim, asked.evidence, asked.until)
    made = await house.approvals.attest(person, what)
    return reply(RecordMade(made.number), 201)


@router.post(
    "/{number}/confirm",
    summary="Confirm what another person attested: from now on it is on record",
    responses=responses(400, 401, 403, gives=RecordMade),
)
async def confirm(house: TheHouse, person: AtPage, number: int) -> Response:
    made = await house.approvals.confirm(person, number)
    await house.bring_records()
    return reply(RecordMade(made.number))


@router.post(
    "/{number}/withdraw",
    summary="Withdraw a record: tables open on it no longer",
    responses=responses(400, 401, 403, gives=RecordMade),
    openapi_extra=takes(Reason),
)
async def withdraw(
    house: TheHouse, person: AtPage, number: int, asked: Annotated[Reason, Depends(taken(Reason))]
) -> Response:
    made = await house.approvals.withdraw(person, number, asked.reason)
    await house.bring_records()
    return reply(RecordMade(made.number))
