"""Journals as files: exported as they were written, each with the house's signature beside it."""

import re
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from tablewright.house.books.archives import refuse_archived
from tablewright.house.books.signed_journals import signed_journal
from tablewright.house.house import House
from tablewright.house.people.person import COUNT_FIRST, Person, is_to_count
from tablewright.house.server.addresses.asking import (
    InPit,
    NotAllowed,
    NotThere,
    TheHouse,
    responses,
)
from tablewright.house.tables.floor import NoSuchTable
from tablewright.rules.errors import quoted
from tablewright.signing.files import signature_name

router = APIRouter(tags=["pit"])

Lines = Annotated[
    int | None,
    Query(ge=1, le=2**31, description="Only the first so many; an open table goes on meanwhile"),
]
NO_KEY = "This house has no key, so that it signs nothing: it can be started with one."


async def refuse_unknown(house: House, id: str) -> None:
    """Refuse a table that is not known, open or closed, or whose journal lies in the archive."""
    is_known = id in house.floor.quarantined or (
        id.isprintable() and await house.ledger.table(id) is not None
    )
    if not is_known:
        raise NoSuchTable(f"There is no table {quoted(id)}: choose one in the pit.")
    await refuse_archived(house.database, id)


async def refuse_who_counts(house: House, person: Person, id: str) -> None:
    """Refuse what is recorded of a table to those who are to count its chips now."""
    live = house.floor.tables.get(id)
    if live is not None and await live.when_written(lambda: is_to_count(person, live.table)):
        raise NotAllowed(COUNT_FIRST)


@router.get(
    "/tables/{id}/journal.jsonl",
    summary="The journal as a file, as `tablewright verify` reads it",
    responses={
        **responses(401, 403, 404),
        200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}},
    },
    response_class=StreamingResponse,
)
async def export(house: TheHouse, person: InPit, id: str, lines: Lines = None) -> Response:
    await refuse_unknown(house, id)
    await refuse_who_counts(house, person, id)
    pieces: AsyncIterator[bytes] = house.ledger.export(id, lines)
    return StreamingResponse(
        pieces,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{file_name(id)}"'},
    )


@router.get(
    "/tables/{id}/journal.jsonl.signed.json",
    summary="Its signature, to lie beside it: the signed heads, and a statement over that file",
    responses={
        **responses(400, 401, 403, 404),
        200: {"content": {"application/json": {"schema": {"type": "object"}}}},
    },
    response_class=Response,
)
async def signature(house: TheHouse, person: InPit, id: str, lines: Lines = None) -> Response:
    await refuse_unknown(house, id)
    await refuse_who_counts(house, person, id)
    if not house.signing.is_able:
        raise NotThere(NO_KEY)
    content = await signed_journal(house.signing, house.ledger, id, lines)
    named = signature_name(file_name(id))
    return Response(
        content,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{named}"'},
    )


def file_name(id: str) -> str:
    """How the exported journal of a table is called."""
    return f"{re.sub(r'[^A-Za-z0-9-]+', '-', id)}.jsonl"
