"""The handover of the pit over HTTP: offered by a pit boss, looked at and taken by the next.

Both do it at the page: it stands in the name of the person who pressed the button.
"""

from datetime import datetime
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from tablewright.house.people.person import Person, is_to_count
from tablewright.house.screens.figure_pages import figures_of
from tablewright.house.screens.handover_pages import (
    HandedTable,
    Handover,
    HandoverPage,
    OfferHandover,
)
from tablewright.house.server.addresses.alerts import seen
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
from tablewright.house.server.addresses.overview import due_at
from tablewright.house.server.addresses.shift_report import waits_to_be_signed
from tablewright.house.tables.alerts import said_at_once
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.takings import Counted
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS
from tablewright.table.chips import FLOAT, worth

router = APIRouter(prefix="/pit/handover", tags=["pit"])

MOST_EARLIER = 10


async def pit_boss(person: Annotated[Person, Depends(pit)]) -> Person:
    """A pit boss at the page."""
    if PIT_BOSS.value not in person.duties:
        raise NotAllowed(
            "You cannot hand over the pit or take it: that needs the duty of pit boss."
        )
    if not person.is_at_page:
        raise NotAllowed("A token cannot hand over the pit or take it: sign in at the page.")
    return person


PitBoss = Annotated[Person, Depends(pit_boss)]


@router.get(
    "",
    summary="What there is to hand over or to take over, and the offers that wait",
    responses=responses(401, 403, gives=HandoverPage),
)
async def handover(house: TheHouse, person: InPit) -> Response:
    offers = await house.handovers.waiting(person)
    of = offers[0].giver if offers else person.name
    counted = await house.takings.counted(await house.takings.asked())
    rows = house.handovers.tables_of(of)
    alerts = [each for each in house.alerts.register.waiting if each.holder in ("", of)]
    earlier = [each for each in await house.handovers.all() if each.outcome == "taken"]
    post, now = PIT_BOSS.value, datetime.now(house.gaming_days.tz)
    return reply(
        HandoverPage(
            is_pit_boss=post in person.duties,
            to=sorted(
                name
                for name, duties in house.floor.roster.items()
                if post in duties and name != person.name
            ),
            offers=offers,
            of=of,
            tables=[
                await live.when_written(partial(_handed, live, person, counted.get(live.id), now))
                for live in rows
            ],
            alerts=seen(house, person, "", alerts),
            earlier=earlier[: -MOST_EARLIER - 1 : -1],
        )
    )


def _handed(live: LiveTable, person: Person, counted: Counted | None, now: datetime) -> HandedTable:
    table = live.table
    book, state, is_blind = table.book, table.state, is_to_count(person, table)
    figures = figures_of([counted.span], [counted.foreseen]) if counted and not is_blind else None
    calls = [each.says for each in live.room.conduct.calls]
    signs = [each.partition(": ")[2] for each in waits_to_be_signed(live)]
    return HandedTable(
        id=live.id,
        table=book.setup.table,
        game_name=book.game.name,
        is_practice=book.setup.is_practice,
        status=state.status,
        dealer=state.staff.get(DEALER.value, ""),
        inspector=state.staff.get(INSPECTOR.value, ""),
        seated=len(state.seats),
        places=book.ruleset.places,
        opening_float=worth(book.setup.float_chips),
        float_cents=None if is_blind else state.bank.cents(FLOAT),
        drop=figures.drop if figures else None,
        win=figures.win if figures else None,
        waiting=[*said_at_once(live, now), *calls, *due_at(table), *signs],
    )


@router.post(
    "",
    summary="Offer your tables and alerts to another pit boss, with a note",
    responses=responses(400, 401, 403, gives=Handover),
    openapi_extra=takes(OfferHandover),
)
async def offer(
    house: TheHouse,
    person: PitBoss,
    asked: Annotated[OfferHandover, Depends(taken(OfferHandover))],
) -> Response:
    return reply(await house.handovers.offer(person, asked.to, asked.note))


@router.post(
    "/{id}/take",
    summary="Take what was offered to you: its tables and alerts are yours from now on",
    responses=responses(400, 401, 403, 404, gives=Handover),
)
async def take(house: TheHouse, person: PitBoss, id: int) -> Response:
    return reply(await house.handovers.take(id, person))


@router.post(
    "/{id}/end",
    summary="Decline what was offered to you, or withdraw what you have offered",
    responses=responses(400, 401, 403, 404, gives=Handover),
)
async def end(house: TheHouse, person: PitBoss, id: int) -> Response:
    return reply(await house.handovers.end(id, person))
