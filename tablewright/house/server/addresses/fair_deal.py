"""What a player keeps to prove the deal later: the seal of the pack in play, under a signed head."""

import re

from fastapi import APIRouter, Response

from tablewright.house.server.addresses.asking import (
    ActiveUser,
    NotThere,
    TheHouse,
    responses,
)
from tablewright.house.server.addresses.exports import NO_KEY
from tablewright.signing.handed_heads import HandedHead

router = APIRouter(prefix="/tables", tags=["tables"])


@router.get(
    "/{id}/fair-deal.json",
    summary="The seal of the pack in play, signed with a head of the table's journal, to be kept",
    responses=responses(400, 401, 403, 404, gives=HandedHead),
)
async def fair_deal(house: TheHouse, id: str, _: ActiveUser) -> Response:
    """Signed once for each shuffle, however many ask; `tablewright verify JOURNAL --head` reads it.

    The desk signs, whichever server has the table.
    """
    if not house.signing.is_able:
        raise NotThere(NO_KEY)
    if house.sharing is not None:
        await house.sharing.following.catch_up()
    live = house.floor.table(id)
    seal = await live.when_written(lambda: live.room.screen.seal)
    head = await house.heads.sign_shuffle(live.id, seal)
    kept = HandedHead(
        table=live.id, seal=seal, statement=head, ring=(await house.signing.ring()).ring
    )
    name = f"fair-deal-{re.sub(r'[^A-Za-z0-9-]+', '-', live.id)}-{head.number('lines')}.json"
    return Response(
        kept.written(),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
