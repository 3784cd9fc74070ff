"""Records of people over HTTP: looked at, exported as one file, and erased by two people."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from tablewright.house.classroom.personnel_file import personnel_file
from tablewright.house.people.person import TEACHERS, Person
from tablewright.house.screens.personnel_pages import ErasureShown, PersonnelPage
from tablewright.house.screens.zip_files import MEDIA_TYPE
from tablewright.house.server.addresses.asking import (
    Administrator,
    Body,
    NotAllowed,
    Owner,
    TheHouse,
    owner,
    reply,
    responses,
    taken,
    takes,
)

router = APIRouter(prefix="/school", tags=["school"])


async def second_person(person: Annotated[Person, Depends(owner)]) -> Person:
    """Who confirms or declines that records are erased, at the page."""
    if not person.duties & TEACHERS:
        raise NotAllowed("Only an instructor or an administrator can do this.")
    return person


SecondPerson = Annotated[Person, Depends(second_person)]
FILE = {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}


class WhyErase(Body, frozen=True, kw_only=True):
    """Why records are to be erased, or are not."""

    reason: Annotated[str, msgspec.Meta(max_length=200)]


class EntrySigned(msgspec.Struct, frozen=True):
    """The number of the entry in the register."""

    entry: int


@router.get(
    "/personnel",
    summary="Your own record",
    responses=responses(401, 403, gives=PersonnelPage),
)
async def own(house: TheHouse, person: Owner) -> Response:
    return reply(await house.personnel.page(person, person.account))


@router.get(
    "/personnel/{number}",
    summary="The record of a person, by the number of their account, as far as you may see it",
    responses=responses(401, 403, 404, gives=PersonnelPage),
)
async def of(house: TheHouse, person: Owner, number: int) -> Response:
    return reply(await house.personnel.page(person, number))


@router.get(
    "/personnel/{number}/record.zip",
    summary="The same as one file, with every journal behind it and the sum of each part",
    responses={**responses(401, 403, 404), 200: {"description": "Done", **FILE}},
    response_class=Response,
)
async def export(house: TheHouse, person: Owner, number: int) -> Response:
    _, sees = await house.personnel.seen_by(person, number)
    if sees != "whole":
        raise NotAllowed(
            "You cannot export this record: ask the dealer, their instructor or an administrator."
        )
    await house.heads.sign_register()
    return Response(
        await personnel_file(house.personnel, person, number, house.signing),
        media_type=MEDIA_TYPE,
        headers={"Content-Disposition": f'attachment; filename="record-{number}.zip"'},
    )


# Erasing -------------------------------------------------------------------------------------------


@router.post(
    "/personnel/{number}/erasure",
    status_code=201,
    summary="Ask that the records of a closed account be erased; it waits for a second person",
    responses=responses(400, 401, 403, gives=EntrySigned, status=201),
    openapi_extra=takes(WhyErase),
)
async def ask(
    house: TheHouse,
    person: Administrator,
    number: int,
    asked: Annotated[WhyErase, Depends(taken(WhyErase))],
) -> Response:
    return reply(EntrySigned((await house.erasing.ask(person, number, asked.reason)).n), 201)


@router.get(
    "/erasures",
    summary="Requests to erase the records of people you teach; of everyone, for administrators",
    responses=responses(401, 403, gives=list[ErasureShown]),
)
async def waiting(house: TheHouse, person: SecondPerson) -> Response:
    return reply(await house.personnel.requests(person))


@router.post(
    "/erasures/{entry}/confirm",
    summary="Confirm that records are erased: it is done at once",
    responses=responses(400, 401, 403, 404, gives=EntrySigned),
)
async def confirm(house: TheHouse, person: SecondPerson, entry: int) -> Response:
    await house.personnel.refuse_others_request(person, entry)
    done = await house.erasing.confirm(person, entry)
    await house.refresh_roster()
    return reply(EntrySigned(done.n))


@router.post(
    "/erasures/{entry}/decline",
    summary="Decline to erase records",
    responses=responses(400, 401, 403, 404, gives=EntrySigned),
    openapi_extra=takes(WhyErase),
)
async def decline(
    house: TheHouse,
    person: SecondPerson,
    entry: int,
    asked: Annotated[WhyErase, Depends(taken(WhyErase))],
) -> Response:
    await house.personnel.refuse_others_request(person, entry)
    return reply(EntrySigned((await house.erasing.decline(person, entry, asked.reason)).n))
