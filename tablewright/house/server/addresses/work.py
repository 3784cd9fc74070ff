"""What waits for the person who asks, at every table where they hold a post."""

from functools import partial

from fastapi import APIRouter, Response

from tablewright.house.people.person import Person, posts_of
from tablewright.house.screens.own_work import OwnWork, own_work
from tablewright.house.server.addresses.asking import ActiveUser, TheHouse, reply, responses
from tablewright.house.tables.live import LiveTable

router = APIRouter(prefix="/work", tags=["tables"])


@router.get(
    "",
    summary="What waits for you at your posts, what is due first",
    responses=responses(401, gives=list[OwnWork]),
)
async def work(house: TheHouse, person: ActiveUser) -> Response:
    rows = [live for live in house.floor.rows() if posts_of(person, live.table)]
    found = [each for live in rows for each in await live.when_written(partial(_at, live, person))]
    return reply(sorted(found, key=lambda each: (not each.calls, not each.does)))


def _at(live: LiveTable, person: Person) -> list[OwnWork]:
    if live.place_of(person):
        return []  # Who plays there does not work there.
    posts = posts_of(person, live.table)
    return own_work(live.id, live.table, posts, live.room.conduct.calls)
