"""How players are rated, for the pit: at one table, and over all tables of the gaming day.

Who is to count the chips of a table is told none of it. A player's own limits are in none of this.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Response

from tablewright.house.books.entries import KeptTable
from tablewright.house.house import House
from tablewright.house.screens.comma_separated import MEDIA_TYPE
from tablewright.house.screens.ratings import (
    DayRatings,
    Priced,
    Ratings,
    TableRatings,
    as_file,
    priced,
    together,
)
from tablewright.house.server.addresses.asking import InPit, TheHouse, reply, responses
from tablewright.house.server.addresses.exports import refuse_unknown, refuse_who_counts
from tablewright.house.server.addresses.overview import blind_to
from tablewright.house.server.addresses.pit import readable
from tablewright.house.tables.restore import as_it_stands
from tablewright.rules.errors import Refused
from tablewright.rules.language import worded

router = APIRouter(tags=["pit"])

MOST_CLOSED = 500
"""How many closed tables are looked through for those of the day."""
CSV: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file", "content": {"text/csv": {"schema": {"type": "string"}}}}
}


@router.get(
    "/tables/{id}/ratings",
    summary="Everybody who has played at a table, rated",
    responses=responses(400, 401, 403, 404, gives=TableRatings),
)
async def at_table(house: TheHouse, person: InPit, id: str) -> Response:
    await refuse_unknown(house, id)
    await refuse_who_counts(house, person, id)
    ratings = await _of(house, id)
    setup = ratings.book.setup
    return reply(
        TableRatings(
            table=setup.table,
            game_name=worded(ratings.book.game.name),
            is_practice=setup.is_practice,
            ratings=[each.shown() for each in await _priced(house, [ratings])],
        )
    )


@router.get(
    "/tables/{id}/ratings.csv",
    summary="The same as comma-separated values, amounts in dollars",
    responses=responses(400, 401, 403, 404) | CSV,
)
async def file_of_table(house: TheHouse, person: InPit, id: str) -> Response:
    await refuse_unknown(house, id)
    await refuse_who_counts(house, person, id)
    rows = await _priced(house, [await _of(house, id)])
    return _file(as_file(each.shown() for each in rows), f"ratings-{id}")


@router.get(
    "/pit/ratings",
    summary="Everybody who has played at the tables of this gaming day, one line a person",
    responses=responses(401, 403, gives=DayRatings),
)
async def of_day(house: TheHouse, person: InPit) -> Response:
    blind = blind_to(house, person)
    found = await _every(house, blind)
    asked = await house.takings.asked()
    both = [
        [
            each.shown()
            for each in together(
                await _priced(
                    house, [one for one in found if one.book.setup.is_practice == is_practice]
                )
            )
        ]
        for is_practice in (False, True)
    ]
    return reply(
        DayRatings(
            day=asked.period.day.isoformat(),
            money=both[0],
            practice=both[1],
            left_out=len(blind),
        )
    )


@router.get(
    "/pit/ratings.csv",
    summary="The same of tables for money, sitting by sitting, as comma-separated values",
    responses=responses(401, 403) | CSV,
)
async def file_of_day(house: TheHouse, person: InPit) -> Response:
    found = await _every(house, blind_to(house, person))
    rows = await _priced(house, [each for each in found if not each.book.setup.is_practice])
    day = (await house.takings.asked()).period.day
    return _file(as_file(each.shown() for each in rows), f"ratings-{day}")


def _file(content: bytes, name: str) -> Response:
    said = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(content, media_type=MEDIA_TYPE, headers=said)


async def _of(house: House, id: str) -> Ratings:
    """The ratings of a table, open or closed; those of a closed one never change again."""
    live = house.floor.tables.get(id)
    if live is not None:
        return await live.when_written(lambda: live.room.screen.sums.ratings.copy())
    if id not in house.ratings:
        async with readable(house, id):
            found = (await as_it_stands(house.ledger, id)).sums.ratings
        if len(house.ratings) >= MOST_CLOSED:
            house.ratings.pop(next(iter(house.ratings)))
        house.ratings[id] = found
    return house.ratings[id]


async def _every(house: House, blind: set[str]) -> list[Ratings]:
    """The ratings of every table that is open, or was closed in this gaming day."""
    begins = (await house.takings.asked()).every[0].begins
    rows = await house.ledger.every_table(is_closed=True, limit=MOST_CLOSED)
    closed = [
        row.id
        for row in rows
        if isinstance(row, KeptTable) and row.closed is not None and row.closed >= begins
    ]
    open_now = [live.id for live in house.floor.rows() if live.id not in blind]
    found = []
    for id in [*open_now, *closed]:
        with suppress(Refused):  # A journal that cannot be read keeps no other from being rated.
            found.append(await _of(house, id))
    return found


async def _priced(house: House, found: Sequence[Ratings]) -> list[Priced]:
    now = house.takings.now()
    return await asyncio.to_thread(lambda: [each for one in found for each in priced(one, now)])
