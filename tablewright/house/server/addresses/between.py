"""What the servers of one house ask of each other. Nobody else is answered here."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from tablewright.house.house import SignerAsked
from tablewright.house.server.addresses.asking import NotAllowed, TheHouse, reply
from tablewright.house.servers.peers import MOVED, PASSED
from tablewright.house.tables.live import HAS_MOVED, LiveTable
from tablewright.house.tables.refusals import NotWritten
from tablewright.house.tables.relief import Relief


async def _from_server(request: Request) -> None:
    if PASSED not in request.scope:
        raise NotAllowed("Only the servers of this house speak to each other here.")


router = APIRouter(prefix="/between", include_in_schema=False, dependencies=[Depends(_from_server)])


class HasMoved(NotWritten):
    """The table is not this server's any more."""

    def __init__(self) -> None:
        super().__init__(HAS_MOVED)


async def _own_table(id: str, house: TheHouse) -> LiveTable:
    live = house.floor.tables.get(id)
    if live is None or live.is_elsewhere:
        raise HasMoved
    return live


OwnTable = Annotated[LiveTable, Depends(_own_table)]


@router.post("/tables/{id}/close")
async def close(live: OwnTable) -> Response:
    await live.close_when_clear()
    return reply({})


@router.post("/tables/{id}/relief")
async def relieve(live: OwnTable, request: Request) -> Response:
    await live.relieve(msgspec.json.decode(await request.body(), type=Relief))
    return reply({})


@router.post("/signer")
async def signer(house: TheHouse, request: Request) -> Response:
    """Who signs at another's screen, by their PIN: tries are counted here for all servers."""
    asked = msgspec.json.decode(await request.body(), type=SignerAsked)
    return reply(await house.signer(asked.name, asked.pin, asked.address))


async def moved(request: Request, error: Exception) -> Response:
    """Tell the other server to look for the table elsewhere."""
    answer = reply({"why": HAS_MOVED}, 503)
    answer.headers[MOVED] = "1"
    return answer
