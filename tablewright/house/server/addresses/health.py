"""How the house is: for those who watch over it, and for programs that restart it."""

from datetime import timedelta
from ipaddress import ip_address
from typing import Literal

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tablewright import __version__
from tablewright.house.server.addresses.asking import (
    RETRY_AFTER_SECONDS,
    NotAllowed,
    NotSignedIn,
    Onlooker,
    TheHouse,
    address_of,
    reply,
    responses,
)
from tablewright.house.tables.clock_marks import most_behind

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""What a proxy adds to what it passes on."""

router = APIRouter(tags=["health"])


Status = Literal["open", "leaving", "read-only", "unavailable"]


class Health(msgspec.Struct, frozen=True):
    """How the house is."""

    status: Status
    version: str
    database: Literal["sqlite", "postgresql"]
    tables: int
    quarantined: int
    """Tables that are shut, as what is written of them cannot be read."""
    servers: int
    """How many form the house."""
    clock_off_seconds: int
    """How far the clock of the machine is ahead of the house's time, or behind it; 0, if they agree."""
    clock_behind_seconds: int
    """How far it is behind the journal that is furthest ahead of it; 0, if it is behind none."""
    heads_failing_seconds: int
    """For how long the second party (`--heads-to`) has taken nothing that waited; 0 if it takes all, if
    there is none, and at servers that have not the desk."""


@router.get(
    "/health",
    summary="Whether this server is open: 503 if nothing can be written, which is tried",
    responses=responses(gives=Health) | {503: responses(gives=Health)[200]},
)
async def health(house: TheHouse) -> Response:
    sharing, handing = house.sharing, house.handing_out
    trouble: Status | None = await house.ledger.trouble() or None
    if trouble is None and sharing is not None and sharing.giving.is_leaving:
        trouble = "leaving"  # Nothing new is sent to a server that is about to end.
    answer = reply(
        Health(
            status=trouble or "open",
            version=__version__,
            database="sqlite" if house.database.is_sqlite else "postgresql",
            tables=len(house.floor.tables),
            quarantined=len(house.floor.quarantined),
            servers=len(sharing.whereabouts.seen.servers) if sharing else 1,
            clock_off_seconds=_seconds(house.clock.off),
            heads_failing_seconds=round(handing.failing_seconds) if handing else 0,
            clock_behind_seconds=_seconds(
                most_behind((each.table.state.at for each in house.floor.rows()), house.clock)
            ),
        ),
        503 if trouble else 200,
    )
    if trouble:
        answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def _seconds(how_far: timedelta) -> int:
    return round(how_far.total_seconds())


@router.get(
    "/metrics",
    summary="Figures for monitoring programs: for an administrator, or on this machine",
    responses={
        **responses(401, 403),
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
    },
    response_class=PlainTextResponse,
)
async def metrics(request: Request, person: Onlooker) -> Response:
    if "administrator" not in person.duties and not _is_on_this_machine(request):
        why = "Only an administrator can read the figures: sign in, or send a token of theirs."
        raise NotAllowed(why) if person.is_known else NotSignedIn(why)
    return Response(generate_latest(request.app.state.metrics), media_type=CONTENT_TYPE_LATEST)


def _is_on_this_machine(request: Request) -> bool:
    """Whether a program on this machine asks, and no proxy on behalf of another."""
    if request.app.state.doors.proxies or any(each in request.headers for each in FORWARDED):
        return False
    try:
        return ip_address(address_of(request)).is_loopback
    except ValueError:
        return False
