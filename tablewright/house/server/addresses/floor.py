"""Faults from the floor over HTTP: the monthly table, and its files.

The pit sees everyone's; an instructor those of the people of their own classes.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response

from tablewright.house.classroom.floor import Asked
from tablewright.house.people.person import TEACHERS, Person
from tablewright.house.screens.comma_separated import MEDIA_TYPE
from tablewright.house.screens.floor_pages import FloorPage
from tablewright.house.server.addresses.asking import NotAllowed, TheHouse, reply, responses
from tablewright.house.server.addresses.school import Trainee

router = APIRouter(prefix="/school/floor", tags=["school"])


async def overseer(person: Trainee) -> Person:
    """Who sees what went wrong at tables."""
    if not (person.is_in_the_pit or person.duties & TEACHERS):
        raise NotAllowed("Only instructors and the pit can see this.")
    return person


def asked(
    month: Annotated[str, Query(max_length=20)] = "",
    zone: Annotated[str, Query(max_length=60)] = "",
    who: Annotated[str, Query(max_length=200)] = "",
) -> Asked:
    """Which month, in which time zone, and of whom; this month and everyone, if nothing is said."""
    return Asked(month, zone, who)


Overseer = Annotated[Person, Depends(overseer)]
TheMonth = Annotated[Asked, Depends(asked)]


@router.get(
    "",
    summary="The faults of a month at tables for money, or how far their journals are read",
    responses=responses(400, 401, 403, 404, 429, gives=FloorPage),
)
async def page(house: TheHouse, person: Overseer, asked: TheMonth) -> Response:
    return reply(await house.floor_months.page(person, asked))


@router.get(
    "/{what}.csv",
    summary="The same as a file of comma-separated values: its sums, or every fault",
    responses=responses(400, 401, 403, 404, 429)
    | {200: {"description": "The file", "content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def file(
    house: TheHouse, person: Overseer, asked: TheMonth, what: Literal["sums", "faults"]
) -> Response:
    made = await house.floor_months.file(person, asked, is_list=what == "faults")
    said = {"Content-Disposition": f'attachment; filename="floor-{what}.csv"'}
    return Response(made, media_type=MEDIA_TYPE, headers=said)
