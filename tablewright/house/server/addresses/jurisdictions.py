"""Jurisdictions: the places whose rules a table can be opened under."""

from fastapi import APIRouter, Response

from tablewright.house.screens.game_descriptions import JurisdictionRow
from tablewright.house.server.addresses.asking import Staff, reply, responses
from tablewright.rules.jurisdictions import jurisdictions

router = APIRouter(prefix="/jurisdictions", tags=["games"])


@router.get(
    "", summary="Every jurisdiction", responses=responses(401, 403, gives=list[JurisdictionRow])
)
async def known(person: Staff) -> Response:
    return reply([JurisdictionRow(each.id, each.name) for each in jurisdictions()])
