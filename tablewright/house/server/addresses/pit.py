"""The pit: every table at a glance, and of each its journal, its money and how it stands.

A journal that this version cannot read is refused in one line; it can be exported all the same.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Response

from tablewright.advice.expected import StandingReport, document
from tablewright.games import at_tables
from tablewright.house.books.entries import KeptTable, KeptTransfer
from tablewright.house.books.formats import refused_journal
from tablewright.house.books.ledger import is_away
from tablewright.house.house import ClosedResult, House
from tablewright.house.people.person import Person, is_to_count
from tablewright.house.screens.approval_pages import warnings_of
from tablewright.house.screens.incidents import EVENTS_OF_INCIDENTS, IncidentRow, incidents_of
from tablewright.house.screens.journal_pages import Before, JournalPage, lines_told
from tablewright.house.screens.pit_pages import (
    BuyInMade,
    ClosedTable,
    Money,
    Movement,
    PitOverview,
    PitRow,
    ShutTable,
)
from tablewright.house.screens.prompts import next_for
from tablewright.house.server.addresses.asking import (
    PLAIN,
    InPit,
    TheHouse,
    reply,
    responses,
)
from tablewright.house.server.addresses.exports import refuse_unknown, refuse_who_counts
from tablewright.house.server.addresses.tables import of_each, row
from tablewright.house.tables.alerts import alerts
from tablewright.house.tables.floor import NoSuchTable
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.quarantine import quarantined, reason
from tablewright.house.tables.restore import replayed, stood
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.roles import DEALER, PIT_BOSS
from tablewright.table.acts import BuyIn, Closed, Countersign, Moved, SetUp, SlipPrepared, slips
from tablewright.table.approval import practice_note, runs_under
from tablewright.table.chips import DROP, FLOAT, TIPS
from tablewright.table.journal import FORMAT, OtherFormat, decoded
from tablewright.table.machine import Table
from tablewright.table.record import ACTS, EVENTS
from tablewright.table.setup import Book
from tablewright.table.status import IN_PLAY

router = APIRouter(tags=["pit"])

READ_AT_ONCE = 500
"""How many lines are looked through for a text before others have their turn."""
MOST_CLOSED = 100


@router.get(
    "/pit", summary="Every table at a glance", responses=responses(401, 403, gives=PitOverview)
)
async def overview(house: TheHouse, person: InPit) -> Response:
    shut = house.floor.quarantined
    rows = await house.ledger.every_table(is_closed=True, limit=MOST_CLOSED)
    rows = [row for row in rows if row.id not in shut]
    closed = [row for row in rows if isinstance(row, KeptTable)]
    broken = [quarantined(row, row.why) for row in rows if not isinstance(row, KeptTable)]
    endings = [await _ending(house, kept.id) for kept in closed]
    names = {each.game.id: each.game.name for each in at_tables().procedures}
    on_floor = list(house.floor.rows())
    warned = await asyncio.gather(*(live.certificate_warning() for live in on_floor))
    uncertified = {live.id: each for live, each in zip(on_floor, warned, strict=True)}
    return reply(
        PitOverview(
            await of_each(
                house,
                lambda live: _at_a_glance(house, live, person, uncertified.get(live.id, "")),
            ),
            [
                ClosedTable(
                    id=kept.id,
                    table=kept.table,
                    game=kept.game,
                    game_name=names.get(kept.game, kept.game),
                    is_practice=kept.is_practice,
                    closed=kept.closed.isoformat() if kept.closed else "",
                    result=ending.result,
                    rounds=ending.rounds,
                )
                for kept, ending in zip(closed, endings, strict=True)
            ],
            [ShutTable(each.id, each.table, each.why) for each in (*shut.values(), *broken)],
        )
    )


async def _ending(house: House, id: str) -> ClosedResult:
    """What a closed table came to, from the last line of its journal; it never changes again.

    Nothing is said of it where the line cannot be read.
    """
    if id not in house.endings:
        house.endings[id] = ClosedResult()
        try:
            async with _readable(house, id):
                await _book(house, id)
                last = (await house.ledger.search(id, limit=1)).lines
                did = decoded(last[0].line).did if last else None
                if isinstance(did, Closed):
                    house.endings[id] = ClosedResult(did.result, last[0].round - 1)
        except Refused:
            pass
    return house.endings[id]


def _at_a_glance(house: House, live: LiveTable, person: Person, uncertified: str) -> PitRow:
    bank, shown = live.table.state.bank, live.room.screen
    is_blind = is_to_count(person, live.table)
    return PitRow(
        **msgspec.structs.asdict(row(live, person)),
        result=None if is_blind else live.table.state.bank.house_won,
        drop=None if is_blind else bank.cents(DROP),
        float_cents=None if is_blind else bank.cents(FLOAT),
        staff=dict(live.table.state.staff),
        due=_due(live.table),
        calls=live.room.conduct.calls,
        alerts=[
            *alerts(live),
            *([uncertified] if uncertified else []),
            *warnings_of(live.table, house.approvals, datetime.now(UTC).date()),
        ],
        approval=runs_under(live.table.book, live.table.state.on_record),
        note=practice_note(live.table.book, live.table.state.on_record),
        seated=len(live.table.state.seats),
        rounds_an_hour=shown.sums.standing.pace.rounds,
    )


def _due(table: Table) -> list[str]:
    """What waits for a supervisor, or for the dealer while no round is played."""
    found = [next_for(table, PIT_BOSS)]
    if table.state.status != IN_PLAY:
        found.append(next_for(table, DEALER))
    return [each.says for each in found if each and each.do]


# One table -----------------------------------------------------------------------------------------


@asynccontextmanager
async def _readable(house: House, id: str) -> AsyncIterator[None]:
    """What is read within, or a refusal that says which version can read it."""
    try:
        yield
    except Exception as wrong:
        if isinstance(wrong, NoSuchTable) or is_away(wrong):
            raise
        first = await house.ledger.lines(id, limit=1)
        raise refused_journal(id, first, reason(wrong)) from wrong


async def _book(house: House, id: str) -> Book:
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
    async with _readable(house, id):
        book, told = await _book(house, id), []
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
    async with _readable(house, id):
        return reply(await _incidents(house, id, await _book(house, id)))


async def _incidents(house: House, id: str, book: Book) -> list[IncidentRow]:
    return incidents_of(id, book, await house.ledger.lines_of(id, *EVENTS_OF_INCIDENTS))


@router.get(
    "/tables/{id}/money",
    summary="Float, drop and tips, and everything that went in or out",
    responses=responses(400, 401, 403, 404, gives=Money),
)
async def money(house: TheHouse, person: InPit, id: str) -> Response:
    await refuse_who_counts(house, person, id)
    async with _readable(house, id):
        return await _money(house, id)


async def _money(house: House, id: str) -> Response:
    live = house.floor.tables.get(id)
    if live is not None:
        held = await live.when_written(lambda: _held(live.table))
    else:
        lines, vault = await _closed(house, id), await house.ledger.vault(id)
        held = await asyncio.to_thread(lambda: _held(replayed(lines, vault)))
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


async def _closed(house: House, id: str) -> list[bytes]:
    """The journal of a table that is no longer on the floor."""
    await refuse_unknown(house, id)
    lines = await house.ledger.lines(id)
    if not lines:
        raise NoSuchTable(f"Nothing is written of table {quoted(id)}: choose another in the pit.")
    return lines


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
    summary="The hold against what is expected of it, and the pace",
    responses=responses(400, 401, 403, 404, gives=StandingReport),
)
async def standing(house: TheHouse, person: InPit, id: str) -> Response:
    live = house.floor.tables.get(id)
    if live is not None:
        taken = await live.when_written(lambda: live.room.screen.sums.standing.taken())
    else:
        async with _readable(house, id):
            taken = (await asyncio.to_thread(stood, await _closed(house, id))).taken()
    return reply(await asyncio.to_thread(document, taken))
