"""Dealers over HTTP: who may deal what, and what the house has decided about certificates."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from tablewright.house.classroom.dealers import warnings
from tablewright.house.people.person import Person
from tablewright.house.screens.dealer_pages import DealersPage, Policy
from tablewright.house.server.addresses.asking import (
    InPit,
    NotAllowed,
    TheHouse,
    pit,
    reply,
    responses,
    taken,
    takes,
)

router = APIRouter(prefix="/pit", tags=["pit"])

DECIDERS = frozenset(("pit-boss", "administrator"))
"""The duties that decide for the house."""


async def decider(person: Annotated[Person, Depends(pit)]) -> Person:
    """Who decides for the house, at the page."""
    if not person.is_at_page:
        raise NotAllowed("A token cannot decide for the house: sign in at the page.")
    if not person.duties & DECIDERS:
        raise NotAllowed("You cannot change this: ask a pit boss or an administrator.")
    return person


Decider = Annotated[Person, Depends(decider)]


@router.get(
    "/dealers",
    summary="Every dealer, what they may deal, and which certificates end soon",
    responses=responses(401, 403, gives=DealersPage),
)
async def dealers(house: TheHouse, person: InPit) -> Response:
    rows = await house.dealers.rows()
    return reply(
        DealersPage(
            dealers=rows,
            warnings=warnings(rows),
            policy=await house.school.policy.now(),
            may_change=bool(person.duties & DECIDERS),
        )
    )


@router.get(
    "/policy",
    summary="What the house has decided about certificates and records",
    responses=responses(401, 403, gives=Policy),
)
async def policy(house: TheHouse, person: InPit) -> Response:
    return reply(await house.school.policy.now())


@router.put(
    "/policy",
    summary="Decide about certificates and records; how long records are kept, as an administrator",
    responses=responses(400, 401, 403, gives=Policy),
    openapi_extra=takes(Policy),
)
async def set_policy(
    house: TheHouse, person: Decider, asked: Annotated[Policy, Depends(taken(Policy))]
) -> Response:
    now = await house.school.policy.now()
    if asked.keep_years != now.keep_years and "administrator" not in person.duties:
        raise NotAllowed(
            "You cannot change how long records are kept: ask an administrator, as older ones go."
        )
    return reply(await house.school.policy.set(asked))
