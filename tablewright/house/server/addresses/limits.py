"""The limits that players set for themselves: seen and changed by nobody else."""

from datetime import datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.screens.limit_pages import LimitsShown, limits_shown
from tablewright.house.server.addresses.asking import (
    ActiveUser,
    Body,
    NotAllowed,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.rules.errors import Refused

router = APIRouter(prefix="/limits", tags=["players' own limits"])

MOST_CENTS, DAY_MINUTES = 100_000_000, 24 * 60

Loss = Annotated[int, msgspec.Meta(ge=100, le=MOST_CENTS)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=DAY_MINUTES)]


class NewLimits(Body, frozen=True, kw_only=True):
    """The limits to be set; null for none, and what is not named stays as it is."""

    loss: Loss | msgspec.UnsetType | None = msgspec.UNSET
    minutes: Minutes | msgspec.UnsetType | None = msgspec.UNSET
    check: Minutes | msgspec.UnsetType | None = msgspec.UNSET


class NewBreak(Body, frozen=True):
    """Until when no wager of one's own is to be taken."""

    until: datetime


def _shown(house: House, person: Person) -> Response:
    house.floor.show_limits(person)
    return reply(limits_shown(house.limits, person.key))


def _refuse_programs(person: Person) -> None:
    """A limit is a person's own decision: no program makes or unmakes it for them."""
    if not person.is_at_page:
        raise NotAllowed("A token cannot change your limits: change them at the page.")


@router.get(
    "",
    summary="The limits you have set for yourself, and how today has gone",
    responses=responses(401, 403, gives=LimitsShown),
)
async def own(house: TheHouse, person: ActiveUser) -> Response:
    return reply(limits_shown(house.limits, person.key))


@router.put(
    "",
    summary="Set limits for yourself: stricter ones hold at once, looser ones 24 hours later",
    responses=responses(400, 401, 403, gives=LimitsShown),
    openapi_extra=takes(NewLimits),
)
async def change(
    house: TheHouse, person: ActiveUser, asked: Annotated[NewLimits, Depends(taken(NewLimits))]
) -> Response:
    _refuse_programs(person)
    said = {name: getattr(asked, name) for name in NewLimits.__struct_fields__}
    named = {name: value for name, value in said.items() if value is not msgspec.UNSET}
    await house.limits.change(person.key, named)
    return _shown(house, person)


@router.post(
    "/break",
    summary="Take a break: until it ends no wager of yours is taken, and it cannot be made shorter",
    responses=responses(400, 401, 403, gives=LimitsShown),
    openapi_extra=takes(NewBreak),
)
async def take_break(
    house: TheHouse, person: ActiveUser, asked: Annotated[NewBreak, Depends(taken(NewBreak))]
) -> Response:
    _refuse_programs(person)
    if asked.until.tzinfo is None:
        raise Refused("until: expected a time with its offset, as in 2026-01-05T18:00:00Z")
    await house.limits.take_break(person.key, asked.until)
    return _shown(house, person)


@router.post(
    "/play-on",
    summary="Play on after you were told how you stand",
    responses=responses(401, 403, gives=LimitsShown),
)
async def play_on(house: TheHouse, person: ActiveUser) -> Response:
    await house.limits.play_on(person.key)
    return _shown(house, person)
