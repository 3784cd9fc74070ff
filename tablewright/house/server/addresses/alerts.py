"""Alerts over HTTP: what the pit is to see to, who takes it, and from when on the house is told.

Everyone who sees the pit sees the alerts. Inspectors, pit bosses and administrators take and dismiss
them, at the page: an alert stands in the name of the person who pressed the button, never of a program.
"""

import hashlib
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from tablewright.house.house import House
from tablewright.house.people.person import Person, is_to_count
from tablewright.house.screens.alert_pages import (
    MONEY_KNOWN,
    Alert,
    AlertShown,
    AlertsPage,
    AlertThresholds,
    DismissAlert,
    OfferShown,
    TakeAlert,
    ThresholdsPage,
)
from tablewright.house.screens.alert_words import shown
from tablewright.house.screens.messages import encoded
from tablewright.house.server.addresses.asking import (
    PLAIN,
    InPit,
    NotAllowed,
    TheHouse,
    pit,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.dealers import DECIDERS, Decider

router = APIRouter(prefix="/pit/alerts", tags=["pit"])

TAKERS = frozenset(("inspector", "pit-boss", "administrator"))
"""The duties that see to what is wrong at a table; surveillance watches."""
MOST_EARLIER = 200
"""So many that are over are shown."""


async def taker(person: Annotated[Person, Depends(pit)]) -> Person:
    """Who takes an alert, at the page."""
    if not person.duties & TAKERS:
        raise NotAllowed(
            "You cannot take an alert: that needs the duty of inspector, pit boss or administrator."
        )
    if not person.is_at_page:
        raise NotAllowed("A token cannot take an alert: sign in at the page.")
    return person


Taker = Annotated[Person, Depends(taker)]


@router.get(
    "",
    summary="What the pit is to see to, the most urgent first; of all tables, or of one",
    responses=responses(401, 403, gives=AlertsPage),
)
async def alerts(
    house: TheHouse,
    person: InPit,
    table: Annotated[str, Query(max_length=100, pattern=PLAIN)] = "",
    since: Annotated[str, Query(max_length=40, pattern=PLAIN)] = "",
) -> Response:
    register = house.alerts.register
    waiting = seen(house, person, table, register.waiting)
    earlier = seen(house, person, table, register.earlier[:MOST_EARLIER])
    offers = await house.handovers.waiting(person)
    mark = hashlib.blake2b(encoded((waiting, earlier)), digest_size=8).hexdigest()
    is_same = mark == since
    return reply(
        AlertsPage(
            mark=mark,
            may_take=bool(person.duties & TAKERS),
            open=None if is_same else waiting,
            earlier=None if is_same else earlier,
            offers=[OfferShown(each.id, each.giver, each.taker) for each in offers],
        )
    )


def seen(house: House, person: Person, table: str, alerts: list[Alert]) -> list[AlertShown]:
    """Some alerts as a person may see them, of all tables or of one."""
    found, counting = [], {}
    for alert in alerts:
        if table and alert.table != table:
            continue
        if alert.kind in MONEY_KNOWN:
            if alert.table not in counting:
                live = house.floor.tables.get(alert.table)
                counting[alert.table] = live is not None and is_to_count(person, live.table)
            if counting[alert.table]:
                continue
        is_clearing = house.alerts.register.is_clearing(alert)
        found.append(msgspec.structs.replace(shown(alert), is_clearing=is_clearing))
    return found


@router.post(
    "/{id}/take",
    summary="Take an alert in your own name; name who has it to take it over",
    responses=responses(400, 401, 403, 404, 409, gives=AlertShown),
    openapi_extra=takes(TakeAlert),
)
async def take(
    house: TheHouse, person: Taker, id: int, asked: Annotated[TakeAlert, Depends(taken(TakeAlert))]
) -> Response:
    return reply(shown(await house.alerts.register.take(id, person, asked.holder)))


@router.post(
    "/{id}/dismiss",
    summary="Dismiss an alert about something that happened, with what you found",
    responses=responses(400, 401, 403, 404, gives=AlertShown),
    openapi_extra=takes(DismissAlert),
)
async def dismiss(
    house: TheHouse,
    person: Taker,
    id: int,
    asked: Annotated[DismissAlert, Depends(taken(DismissAlert))],
) -> Response:
    return reply(shown(await house.alerts.register.dismiss(id, person, asked.reason)))


@router.get(
    "/thresholds",
    summary="From when on the house is told",
    responses=responses(401, 403, gives=ThresholdsPage),
)
async def thresholds(house: TheHouse, person: InPit) -> Response:
    return reply(await _thresholds(house, person))


@router.put(
    "/thresholds",
    summary="Decide from when on the house is told, as a pit boss or an administrator",
    responses=responses(400, 401, 403, gives=ThresholdsPage),
    openapi_extra=takes(AlertThresholds),
)
async def set_thresholds(
    house: TheHouse,
    person: Decider,
    asked: Annotated[AlertThresholds, Depends(taken(AlertThresholds))],
) -> Response:
    await house.alerts.thresholds.set(asked)
    return reply(await _thresholds(house, person))


async def _thresholds(house: House, person: Person) -> ThresholdsPage:
    now = await house.alerts.thresholds.now()
    return ThresholdsPage(now, AlertThresholds(), bool(person.duties & DECIDERS))
