"""The pit's look at one table: its journal, its money and how it stands; incidents of all of them.

A journal that this version cannot read is refused in one line; it can be exported all the same.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from tablewright.advice.expected import StandingReport, document
from tablewright.house.books.entries import KeptTransfer
from tablewright.house.books.formats import refused_journal
from tablewright.house.books.ledger import is_away
from tablewright.house.house import House
from tablewright.house.screens.incidents import EVENTS_OF_INCIDENTS, IncidentRow, incidents_of
from tablewright.house.screens.journal_pages import Before, JournalPage, lines_told
from tablewright.house.screens.pit_pages import (
    BuyInMade,
    Money,
    Movement,
)
from tablewright.house.server.addresses.asking import (
    PLAIN,
    InPit,
    TheHouse,
    reply,
    responses,
)
from tablewright.house.server.addresses.exports import refuse_unknown, refuse_who_counts
from tablewright.house.tables.floor import NoSuchTable
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.quarantine import reason
from tablewright.house.tables.restore import Kept, as_it_stands
from tablewright.rules.errors import Refused, quoted
from tablewright.table.acts import BuyIn, Countersign, Moved, SetUp, SlipPrepared, slips
from tablewright.table.chips import DROP, FLOAT, TIPS
from tablewright.table.journal import FORMAT, OtherFormat, decoded
from tablewright.table.machine import Table
from tablewright.table.record import ACTS, EVENTS
from tablewright.table.setup import Book

router = APIRouter(tags=["pit"])

READ_AT_ONCE = 500
"""How many lines are looked through for a text before others have their turn."""
MOST_CLOSED = 100


# One table -----------------------------------------------------------------------------------------


@asynccontextmanager
async def readable(house: House, id: str) -> AsyncIterator[None]:
    """What is read within, or a refusal that says which version can read it."""
    try:
        yield
    except Exception as wrong:
        if isinstance(wrong, NoSuchTable) or is_away(wrong):
            raise
        first = await house.ledger.lines(id, limit=1)
        raise refused_journal(id, first, reason(wrong)) from wrong


async def book_of(house: House, id: str) -> Book:
    """The set-up of a table, open or closed; refused if another version wrote its journal."""
    live = house.floor.tables.get(id)
    if live is not None:
        return live.table.book
    for line in await house.ledger.lines(id, limit=1):
        first = decoded(line).did
        if not isinstance(first, SetUp):
            raise Refused("its journal does not begin with the set-up of a table")
        if first.format != FORMAT:
            raise OtherFormat(first.format)
        return Book(first.setup)
    raise NoSuchTable(f"Nothing is written of table {quoted(id)}: choose another in the pit.")


@router.get(
    "/tables/{id}/journal",
    summary="The journal of a table, the newest line first",
    responses=responses(400, 401, 403, 404, gives=JournalPage),
)
async def journal(
    house: TheHouse,
    person: InPit,
    id: str,
    search: Annotated[str, Query(max_length=200, pattern=PLAIN)] = "",
    before: Annotated[int | None, Query(ge=1, le=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    await refuse_unknown(house, id)
    await refuse_who_counts(house, person, id)
    async with readable(house, id):
        book, told = await book_of(house, id), []
        stood_so = Before(await house.ledger.lines_of(id, *Before.EVENTS))
        while True:
            page = await house.ledger.search(id, "", before, READ_AT_ONCE if search else limit)
            told += lines_told([each.line for each in page.lines], book, stood_so, search)
            if len(told) > limit or not page.has_more or not search:
                break
            before = page.lines[-1].n
    has_more = page.has_more or len(told) > limit
    return reply(JournalPage(told[:limit], page.total, has_more))


@router.get(
    "/pit/incidents",
    summary="Game protection at every open table, the newest first",
    responses=responses(401, 403, gives=list[IncidentRow]),
)
async def incidents(house: TheHouse, person: InPit) -> Response:
    on_felt = [live for live in house.floor.rows() if live.table.course.has_felt]
    found = [await _incidents(house, live.id, live.table.book) for live in on_felt]
    every = [each for rows in found for each in rows]
    return reply(sorted(every, key=lambda each: each.at, reverse=True))


@router.get(
    "/tables/{id}/incidents",
    summary="Game protection at one table, the newest first",
    responses=responses(400, 401, 403, 404, gives=list[IncidentRow]),
)
async def incidents_at(house: TheHouse, person: InPit, id: str) -> Response:
    await refuse_unknown(house, id)
    async with readable(house, id):
        return reply(await _incidents(house, id, await book_of(house, id)))


async def _incidents(house: House, id: str, book: Book) -> list[IncidentRow]:
    return incidents_of(id, book, await house.ledger.lines_of(id, *EVENTS_OF_INCIDENTS))


@router.get(
    "/tables/{id}/money",
    summary="Float, drop and tips, and everything that went in or out",
    responses=responses(400, 401, 403, 404, gives=Money),
)
async def money(house: TheHouse, person: InPit, id: str) -> Response:
    await refuse_who_counts(house, person, id)
    async with readable(house, id):
        return await _money(house, id)


async def _money(house: House, id: str) -> Response:
    live = house.floor.tables.get(id)
    if live is not None:
        held = await live.when_written(lambda: _held(live.table))
    else:
        held = _held((await _closed(house, id)).table)
    bought = await house.ledger.transfers(id, ACTS[BuyIn])
    signed = await _signed(house, id)
    return reply(
        Money(
            **held,
            buy_ins=[
                BuyInMade(**_moved(each), cash=each.cash, player=_player(live, each))
                for each in bought
                if each.cash
            ],
            fills=[each for each in signed if each.form == slips.FILL],
            credits=[each for each in signed if each.form == slips.CREDIT],
            corrections=[each for each in signed if each.form == slips.CORRECTION],
        )
    )


def _held(table: Table) -> dict[str, Any]:
    """What a table holds now."""
    bank = table.state.bank
    return {
        "drop": bank.cents(DROP),
        "tips": bank.cents(TIPS),
        "float": dict(bank.chips(FLOAT)),
        "float_cents": bank.cents(FLOAT),
        "result": table.state.bank.house_won,
    }


async def _closed(house: House, id: str) -> Kept:
    """A table that is no longer on the floor, as its journal left it."""
    await refuse_unknown(house, id)
    if not await house.ledger.lines(id, limit=1):
        raise NoSuchTable(f"Nothing is written of table {quoted(id)}: choose another in the pit.")
    return await as_it_stands(house.ledger, id)


def _player(live: LiveTable | None, bought: KeptTransfer) -> str:
    """Who bought chips, if they still sit there."""
    place = decoded(bought.line).did.place
    sitting = live.room.screen.sums.sittings.at_place.get(place) if live else None
    return sitting.player if sitting and sitting.since <= bought.at else ""


async def _signed(house: House, id: str) -> list[Movement]:
    """What slips moved: in the line after the second signature."""
    lines = await house.ledger.lines_of(id, ACTS[Countersign], EVENTS[SlipPrepared])
    asked_by, signed = {}, {}
    for line in map(decoded, lines):
        if isinstance(line.did, SlipPrepared):
            asked_by[line.did.slip] = line.did.who
        else:
            signed[line.n + 1] = line.did
    return [
        Movement(**_moved(each, signed[each.n]), asked_by=asked_by.get(signed[each.n].slip, ""))
        for each in await house.ledger.transfers(id, EVENTS[Moved])
        if each.n in signed
    ]


def _moved(each: KeptTransfer, signed: Countersign | None = None) -> dict[str, Any]:
    """A transfer, and who signed for it where it was by a slip."""
    return {
        "n": each.n,
        "at": each.at.isoformat(),
        "round": each.round,
        "by": each.by,
        "place": signed.place if signed else decoded(each.line).did.place,
        "reason": signed.reason if signed else "",
        "form": signed.form if signed else "",
        "signed_by": signed.who if signed else "",
        "cents": each.cents,
        "chips": each.chips,
        "source": each.source,
        "target": each.target,
    }


@router.get(
    "/tables/{id}/standing",
    summary="What was won on each wager against what is expected of it, and the pace",
    responses=responses(400, 401, 403, 404, gives=StandingReport),
)
async def standing(house: TheHouse, person: InPit, id: str) -> Response:
    live = house.floor.tables.get(id)
    if live is not None:
        taken = await live.when_written(lambda: live.room.screen.sums.standing.taken())
    else:
        async with readable(house, id):
            taken = (await _closed(house, id)).sums.standing.taken()
    return reply(await asyncio.to_thread(document, taken))
