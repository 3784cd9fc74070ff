"""The house's keys over HTTP: the public ring for anyone, and how often journals are signed."""

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Response

from tablewright.house.books.handing_out import HandingOut
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.server.addresses.asking import (
    Administrator,
    Body,
    InPit,
    NotThere,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.exports import NO_KEY
from tablewright.house.tables.head_signing import LEAST_MINUTES, MOST_MINUTES
from tablewright.rules.english import capital
from tablewright.signing.rings import Ring
from tablewright.signing.statements import time_text

router = APIRouter(tags=["keys"])


class KeyShown(msgspec.Struct, frozen=True, kw_only=True):
    """A key of the house: only its public half is ever shown."""

    id: str
    since: str
    until: str
    """When it was retired; nothing, if it signs now."""
    retired: Literal["", "rotated", "lost", "stolen"]
    pem: str


class HandedShown(msgspec.Struct, frozen=True, kw_only=True):
    """How far what the house signs was handed out to a second party."""

    to: str
    """A folder, or an address without its password."""
    number: int
    """Of the last statement that was taken."""
    waiting: int
    """How many wait."""
    failing_since: str
    """Since when none is taken; nothing, if they are."""
    why: str
    is_late: bool
    """Whether that is so for long."""


class SigningShown(msgspec.Struct, frozen=True, kw_only=True):
    """What the house signs with, and how often."""

    keys: list[KeyShown]
    minutes: int
    """Between two heads of a journal, while lines are added."""
    notes: list[str]
    """What was said when the house was started, for administrators."""
    handed: HandedShown | None
    """To whom heads are handed out; nothing, if to nobody."""


class HowOften(Body, frozen=True, kw_only=True):
    """How often the heads of the journals are signed."""

    minutes: Annotated[int, msgspec.Meta(ge=LEAST_MINUTES, le=MOST_MINUTES)]


@router.get(
    "/keys",
    summary="The house's public keys, as `tablewright verify --key` reads them; for anyone",
    responses=responses(404, gives=Ring),
)
async def ring(house: TheHouse) -> Response:
    _refuse_without_key(house)
    return Response((await house.signing.ring()).written(), media_type="application/json")


@router.get(
    "/signing",
    summary="The house's keys, since when each signs, and how often journals are signed",
    responses=responses(401, 403, 404, gives=SigningShown),
)
async def signing(house: TheHouse, person: InPit) -> Response:
    _refuse_without_key(house)
    return reply(await _shown(house, person))


@router.put(
    "/signing",
    summary="Set how often journals are signed, as an administrator",
    responses=responses(400, 401, 403, 404, gives=SigningShown),
    openapi_extra=takes(HowOften),
)
async def set_signing(
    house: TheHouse, person: Administrator, asked: Annotated[HowOften, Depends(taken(HowOften))]
) -> Response:
    _refuse_without_key(house)
    await house.heads.set_minutes(asked.minutes)
    return reply(await _shown(house, person))


def _refuse_without_key(house: House) -> None:
    if not house.signing.is_able:
        raise NotThere(NO_KEY)


def _runs_house(person: Person) -> bool:
    return "administrator" in person.duties


async def _shown(house: House, person: Person) -> SigningShown:
    return SigningShown(
        keys=[
            KeyShown(
                id=each.id,
                since=time_text(each.since) if each.since else "",
                until=time_text(each.until) if each.until else "",
                retired=each.why,  # type: ignore[arg-type] # A ring has no other reasons.
                pem=each.pem,
            )
            for each in (await house.signing.ring()).keys
        ],
        minutes=await house.heads.minutes(),
        notes=[f"{capital(each)}." for each in house.signing.notes if _runs_house(person)],
        handed=_handed(house.handing_out),
    )


def _handed(found: HandingOut | None) -> HandedShown | None:
    if found is None:
        return None
    since = found.failing_since
    return HandedShown(
        to=found.party.name,
        number=found.reached.number,
        waiting=found.waiting,
        failing_since=time_text(since) if since else "",
        why=found.why,
        is_late=found.is_late,
    )
