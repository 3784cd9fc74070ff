"""The floor as the pit sees it: every table with its figures, what they come to, and the shifts.

Who is to count the chips of a table is told none of its figures, and no total that holds them.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from fastapi import APIRouter, Depends, Query, Response

from tablewright.games import at_tables
from tablewright.house.books.entries import KeptTable
from tablewright.house.house import ClosedResult, House
from tablewright.house.people.person import Person, is_to_count
from tablewright.house.screens.approval_pages import warnings_of
from tablewright.house.screens.figure_pages import FloorCourse, Total, figures_of
from tablewright.house.screens.gaming_day import GamingDay
from tablewright.house.screens.pit_pages import ClosedTable, PitOverview, PitRow, ShutTable
from tablewright.house.screens.prompts import next_for
from tablewright.house.server.addresses.asking import (
    InPit,
    TheHouse,
    reply,
    responses,
    taken,
    takes,
)
from tablewright.house.server.addresses.dealers import Decider
from tablewright.house.server.addresses.pit import book_of, readable
from tablewright.house.server.addresses.tables import row
from tablewright.house.tables.alerts import said_at_once
from tablewright.house.tables.board import look_of
from tablewright.house.tables.floor_courses import course_of, period_shown
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.quarantine import Quarantined, quarantined
from tablewright.house.tables.takings import Counted
from tablewright.rules.errors import Refused
from tablewright.rules.language import ENGLISH, speaking
from tablewright.rules.roles import DEALER, PIT_BOSS
from tablewright.table.acts import Closed
from tablewright.table.approval import practice_note, runs_under
from tablewright.table.chips import FLOAT
from tablewright.table.journal import decoded
from tablewright.table.machine import Table
from tablewright.table.status import IN_PLAY
from tablewright.table.views import is_counting

router = APIRouter(prefix="/pit", tags=["pit"])

MOST_CLOSED = 100
NO_DIGITS = str.maketrans("", "", "0123456789")
"""That a dealer has been away for another second is no news."""
ThePeriod = Annotated[str, Query(alias="period", max_length=10)]


@router.get(
    "",
    summary="Every table with its figures in a gaming day or a shift, or what has changed since",
    responses=responses(400, 401, 403, gives=PitOverview),
)
async def overview(
    house: TheHouse,
    person: InPit,
    period: ThePeriod = "",
    since: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    asked = await house.takings.asked(period)
    counted = await house.takings.counted(asked)
    uncertified = await _uncertified(house)
    closed, broken = await _closed_last(house, is_anew=not since)
    shut = [*house.floor.quarantined.values(), *broken]
    board = house.takings.board(asked.period)
    beside = (
        [(each.id, _is_foreseen(counted.get(each.id)), closed[each].file) for each in closed],
        [each.id for each in shut],
        house.takings.unread,
    )
    seen = board.since(
        since,
        house.floor.rows(),
        lambda live: _look(house, live, counted.get(live.id), uncertified),
        beside,
    )
    rows = [
        await live.when_written(
            partial(_at_a_glance, house, live, person, counted.get(live.id), uncertified)
        )
        for live in seen.changed
    ]
    return reply(
        PitOverview(
            mark=seen.mark,
            period=period_shown(asked.house, asked.period, asked.now),
            periods=[period_shown(asked.house, each, asked.now) for each in asked.every],
            zone=asked.house.zone,
            tables=rows,
            ids=seen.ids,
            totals=_totals(house, counted.values(), blind_to(house, person)),
            unread=house.takings.unread,
            closed=[_closed_row(each, ending, counted) for each, ending in closed.items()]
            if seen.is_other_beside
            else None,
            quarantined=[ShutTable(each.id, each.table, each.why) for each in shut]
            if seen.is_other_beside
            else None,
        )
    )


async def _uncertified(house: House) -> dict[str, str]:
    """What is said of tables whose dealers lack a certificate, by the tables' ids."""
    on_floor = [live for live in house.floor.rows() if live.options.certified_only]
    warned = await asyncio.gather(*(live.certificate_warning() for live in on_floor))
    return {live.id: each for live, each in zip(on_floor, warned, strict=True) if each}


def blind_to(house: House, person: Person) -> set[str]:
    """The tables whose chips a person is to count."""
    return {live.id for live in house.floor.rows() if is_to_count(person, live.table)}


class _ClosedLast(NamedTuple):
    """The tables closed last with what each came to, and those whose rows cannot be read."""

    closed: dict[KeptTable, ClosedResult]
    broken: list[Quarantined]


_closed_before: WeakKeyDictionary[House, tuple[int, _ClosedLast]] = WeakKeyDictionary()
"""As they were read last, and how many tables had been closed by then."""


async def _closed_last(house: House, *, is_anew: bool) -> _ClosedLast:
    """They are read again when a table was closed since, or for those who have not looked yet."""
    closings = house.floor.closings + house.archiving.archived
    kept = _closed_before.get(house)
    if kept is None or is_anew or kept[0] != closings:
        kept = _closed_before[house] = closings, await _closed(house)
    return kept[1]


async def _closed(house: House) -> _ClosedLast:
    shut = house.floor.quarantined
    rows = await house.ledger.every_table(is_closed=True, limit=MOST_CLOSED)
    rows = [row for row in rows if row.id not in shut]
    closed = [row for row in rows if isinstance(row, KeptTable)]
    broken = [quarantined(row, row.why) for row in rows if not isinstance(row, KeptTable)]
    archived = await house.archiving.archives.among([each.id for each in closed])
    lying = {id: ClosedResult(each.result, each.rounds, each.file) for id, each in archived.items()}
    return _ClosedLast(
        {kept: lying.get(kept.id) or await _ending(house, kept.id) for kept in closed}, broken
    )


async def _ending(house: House, id: str) -> ClosedResult:
    """What a closed table came to, from the last line of its journal; it never changes again.

    Nothing is said of it where the line cannot be read.
    """
    if id not in house.endings:
        house.endings[id] = ClosedResult()
        try:
            async with readable(house, id):
                await book_of(house, id)
                last = (await house.ledger.search(id, limit=1)).lines
                did = decoded(last[0].line).did if last else None
                if isinstance(did, Closed):
                    house.endings[id] = ClosedResult(did.result, last[0].round - 1)
        except Refused:
            pass
    return house.endings[id]


def _closed_row(
    kept: KeptTable, ending: ClosedResult, counted: Mapping[str, Counted]
) -> ClosedTable:
    found = counted.get(kept.id)
    return ClosedTable(
        id=kept.id,
        table=kept.table,
        game=kept.game,
        game_name=_game_names().get(kept.game, kept.game),
        is_practice=kept.is_practice,
        closed=kept.closed.isoformat() if kept.closed else "",
        result=ending.result,
        rounds=ending.rounds,
        archived=ending.file,
        figures=figures_of([found.span], [found.foreseen]) if found else None,
    )


def _is_foreseen(counted: Counted | None) -> bool:
    return counted is not None and counted.foreseen is not None


def _game_names() -> dict[str, str]:
    return {each.game.id: each.game.name for each in at_tables().procedures}


# Open tables ---------------------------------------------------------------------------------------


def _look(
    house: House, live: LiveTable, counted: Counted | None, uncertified: Mapping[str, str]
) -> object:
    """What a row shows that can change, in no one's language; figures by what they are made of."""
    state = live.table.state
    with speaking(ENGLISH):
        return (
            look_of(live),
            (counted.key, _is_foreseen(counted)) if counted else None,
            [each.number for each in live.room.conduct.calls],
            [each.translate(NO_DIGITS) for each in _alerts(house, live, uncertified)],
            list(state.slips),
            is_counting(live.table),
            _due_lately(live),
        )


_due_before: WeakKeyDictionary[LiveTable, tuple[object, list[str]]] = WeakKeyDictionary()
"""What was due at each table, and as of when."""


def _due_lately(live: LiveTable) -> list[str]:
    """What is due, looked for again when something has happened or a minute has passed."""
    as_of = live.seq, int(live.room.ticker.now()) // 60, live.reloads
    kept = _due_before.get(live)
    if kept is None or kept[0] != as_of:
        kept = _due_before[live] = as_of, due_at(live.table)
    return kept[1]


def _at_a_glance(
    house: House,
    live: LiveTable,
    person: Person,
    counted: Counted | None,
    uncertified: Mapping[str, str],
) -> PitRow:
    table = live.table
    is_blind = is_to_count(person, table)
    return PitRow(
        **msgspec.structs.asdict(row(live, person)),
        figures=None
        if is_blind or counted is None
        else figures_of([counted.span], [counted.foreseen]),
        float_cents=None if is_blind else table.state.bank.cents(FLOAT),
        staff=dict(table.state.staff),
        due=due_at(table),
        calls=live.room.conduct.calls,
        alerts=_alerts(house, live, uncertified),
        approval=runs_under(table.book, table.state.on_record),
        note=practice_note(table.book, table.state.on_record),
        seated=len(table.state.seats),
    )


def _alerts(house: House, live: LiveTable, uncertified: Mapping[str, str]) -> list[str]:
    now = datetime.now(house.gaming_days.tz)
    return [
        *said_at_once(live, now),
        *([uncertified[live.id]] if live.id in uncertified else []),
        *warnings_of(live.table, house.approvals, now.date()),
    ]


def due_at(table: Table) -> list[str]:
    """What waits for a supervisor, or for the dealer while no round is played."""
    found = [next_for(table, PIT_BOSS)]
    if table.state.status != IN_PLAY:
        found.append(next_for(table, DEALER))
    return [each.says for each in found if each and each.do]


def _totals(house: House, counted: Iterable[Counted], blind: Collection[str]) -> list[Total]:
    """All tables together and then each game: for money, then for practice."""
    every = list(counted)
    found = []
    for is_practice in (False, True):
        some = [each for each in every if each.book.setup.is_practice == is_practice]
        games = sorted({(each.book.game.name, each.book.game.id) for each in some})
        for name, game in [("", ""), *games] if some else []:
            of_game = [each for each in some if not game or each.book.game.id == game]
            found.append(_total(house, of_game, blind, game, name))
    return found


def _total(
    house: House, some: Sequence[Counted], blind: Collection[str], game: str, name: str
) -> Total:
    seen = [each for each in some if each.id not in blind]
    on_floor = [live for each in some if (live := house.floor.tables.get(each.id))]
    return Total(
        game=game,
        game_name=name,
        is_practice=some[0].book.setup.is_practice,
        tables=len(some),
        open=len(on_floor),
        seated=sum(len(live.table.state.seats) for live in on_floor),
        places=sum(live.table.book.ruleset.places for live in on_floor),
        left_out=len(some) - len(seen),
        figures=figures_of([each.span for each in seen], [each.foreseen for each in seen]),
    )


# The period ----------------------------------------------------------------------------------------


@router.get(
    "/course",
    summary="How a gaming day or a shift went, and what each shift came to",
    responses=responses(400, 401, 403, gives=FloorCourse),
)
async def course(house: TheHouse, person: InPit, period: ThePeriod = "") -> Response:
    asked = await house.takings.asked(period)
    return reply(await course_of(house.takings, asked, blind_to(house, person)))


@router.get(
    "/gaming-day",
    summary="When the gaming day and its shifts begin",
    responses=responses(401, 403, gives=GamingDay),
)
async def gaming_day(house: TheHouse, person: InPit) -> Response:
    return reply(await house.gaming_days.now())


@router.put(
    "/gaming-day",
    summary="Set when the gaming day and its shifts begin",
    responses=responses(400, 401, 403, gives=GamingDay),
    openapi_extra=takes(GamingDay),
)
async def set_gaming_day(
    house: TheHouse, person: Decider, asked: Annotated[GamingDay, Depends(taken(GamingDay))]
) -> Response:
    return reply(await house.gaming_days.set(asked))
