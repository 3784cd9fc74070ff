"""Games: what each is, and the readings that a table for money must have decided."""

import asyncio

from fastapi import APIRouter, Response

from tablewright.games import at_tables, game, procedure
from tablewright.house.screens.describe_game import game_description
from tablewright.house.screens.game_descriptions import GameDescription, GameRow
from tablewright.house.screens.house_choices import HouseChoices, house_choices
from tablewright.house.screens.readings import ReadingOdds, readings
from tablewright.house.server.addresses.asking import NotThere, Staff, reply, responses
from tablewright.house.tables.floor import APPROVAL_FROM
from tablewright.rules.errors import BadDefinition, Refused
from tablewright.rules.game import Game
from tablewright.rules.language import worded

router = APIRouter(prefix="/games", tags=["games"])


@router.get("", summary="Every game", responses=responses(gives=list[GameRow]))
async def games() -> Response:
    games = [each.game for each in at_tables().procedures]
    return reply([GameRow(g.id, g.name, worded(g.summary), g.emblem.split()) for g in games])


async def game_at(id: str) -> Game:
    try:
        of = game(id)
        procedure(of)
    except (Refused, BadDefinition) as refused:
        raise NotThere(str(refused)) from None
    return of


@router.get(
    "/{id}",
    summary="A game with its default readings",
    responses=responses(404, gives=GameDescription),
)
async def described(id: str) -> Response:
    of = await game_at(id)
    return reply(game_description(of, of.ruleset(), procedure(of)))


@router.get(
    "/{id}/readings",
    summary="Every reading of a game, with what the house holds under each option",
    responses=responses(401, 403, 404, gives=list[ReadingOdds]),
)
async def read(id: str, person: Staff) -> Response:
    return reply(await asyncio.to_thread(readings, (await game_at(id)).id))


@router.get(
    "/{id}/choices",
    summary="What the house may choose at a table of a game, and what holds otherwise",
    responses=responses(401, 403, 404, gives=HouseChoices),
)
async def choices(id: str, person: Staff) -> Response:
    return reply(house_choices(await game_at(id), APPROVAL_FROM))
