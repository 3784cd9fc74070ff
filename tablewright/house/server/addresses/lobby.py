"""The lobby over HTTP: every open table once, then only those that have changed."""

from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Response

from tablewright.house.screens.table_descriptions import LobbyRow
from tablewright.house.server.addresses.asking import Onlooker, TheHouse, reply, responses
from tablewright.house.server.addresses.tables import row

router = APIRouter(prefix="/lobby", tags=["tables"])


class LobbyNews(msgspec.Struct, frozen=True):
    """What has changed in the lobby since a mark."""

    mark: str
    """To be named when asking again."""
    tables: list[LobbyRow]
    """Tables that are new, or whose seats, staff or status have changed: a new round is no news."""
    ids: list[str] | None
    """Every open table in its order; null, where none was opened or closed."""


@router.get(
    "",
    summary="What has changed in the lobby since you last looked",
    responses=responses(gives=LobbyNews),
)
async def changes(
    house: TheHouse,
    person: Onlooker,
    since: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    seen = house.board.since(since, house.floor.rows())
    rows = [await live.when_written(partial(row, live, person)) for live in seen.changed]
    return reply(LobbyNews(seen.mark, rows, seen.ids))
