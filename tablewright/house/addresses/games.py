"""Games: what each is, and the readings that a table for money must have decided."""

import asyncio

from fastapi import APIRouter, Response

from tablewright.games import every_game, game, procedure
from tablewright.house.addresses.common import Staff, reply, responses
from tablewright.house.describing import game_description
from tablewright.house.readings import readings

router = APIRouter(prefix="/games", tags=["games"])


@router.get("", summary="Every game", responses=responses())
async def games() -> Response:
    return reply([{"id": g.id, "name": g.name, "summary": g.summary} for g in every_game()])


@router.get("/{id}", summary="A game with its default readings", responses=responses(400))
async def described(id: str) -> Response:
    of = game(id)
    return reply(game_description(of, of.ruleset(), procedure(of)))


@router.get(
    "/{id}/readings",
    summary="Every reading of a game, with what the house holds under each option",
    responses=responses(400, 401, 403),
)
async def read(id: str, person: Staff) -> Response:
    return reply(await asyncio.to_thread(readings, id))
