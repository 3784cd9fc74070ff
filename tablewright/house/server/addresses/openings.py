"""How each table was last opened for money, so that the next opening begins from there.

Nothing is taken over by itself: the form is filled in with it, and the pit boss who sets up the table
confirms it. A reading or a payment that the game no longer has is left out, and must be chosen anew.
"""

import re
from collections.abc import Collection
from datetime import date, datetime

import msgspec
from fastapi import APIRouter, Response

from tablewright.games import at_tables
from tablewright.house.books.entries import KeptTable
from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.server.addresses.asking import (
    NotAllowed,
    Staff,
    TheHouse,
    reply,
    responses,
)
from tablewright.house.server.addresses.tables import SAID_ALIKE, NewTable
from tablewright.rules.game import Game
from tablewright.table.acts import Relieve, SetUp
from tablewright.table.journal import FORMAT, decoded
from tablewright.table.record import ACTS
from tablewright.table.setup import Setup

router = APIRouter(prefix="/openings", tags=["tables"])

MOST_LOOKED_AT = 400
"""So many tables for money are looked through for the last opening under each name."""
MOST_OFFERED = 60
"""So many names are offered, those opened last."""


class SameAgain(NewTable, frozen=True, kw_only=True):
    """What would set up the same table again."""


class LastOpening(msgspec.Struct, frozen=True, kw_only=True):
    """How a table was last opened for money."""

    game: str
    table: str
    day: date
    """The day that it was opened for."""
    at: datetime
    by: str
    """The pit boss who set it up."""
    again: SameAgain
    """With the staff who worked there last, under a name that no open table has."""


@router.get(
    "",
    summary="How each table was last opened for money, those of the last day first",
    responses=responses(401, 403, gives=list[LastOpening]),
)
async def openings(house: TheHouse, person: Staff) -> Response:
    """Tables that are open are left out; where all of a game are, the last one stands for a new one."""
    if "pit-boss" not in person.duties:
        raise NotAllowed("You cannot open a table for money: ask a pit boss to open it.")
    games = {each.game.id: each.game for each in at_tables().procedures}
    taken = {live.table.book.setup.table.casefold() for live in house.floor.rows()}
    offered: dict[tuple[str, str], LastOpening] = {}
    of_open: dict[str, LastOpening] = {}
    for kept in await house.ledger.tables_for_money(MOST_LOOKED_AT):
        is_open = kept.table.casefold() in taken
        if (
            kept.game not in games
            or (kept.game, kept.table) in offered
            or len(offered) >= MOST_OFFERED
        ):
            continue
        if is_open and kept.game in of_open:
            continue
        if opening := await _opening(house, kept, games[kept.game]):
            if is_open:
                of_open[kept.game] = opening
            else:
                offered[kept.game, kept.table] = opening
    new = [
        _anew(each, taken) for game, each in of_open.items() if game not in {g for g, _ in offered}
    ]
    return reply([*sorted(offered.values(), key=_last_day_first), *new])


def _last_day_first(opening: LastOpening) -> tuple[int, list[tuple[str, int]]]:
    """By the day it was opened for, the last first; then by name."""
    return -opening.day.toordinal(), by_name(opening.table)


def by_name(name: str) -> list[tuple[str, int]]:
    """Where a table's name stands in a list: by its numbers as numbers.

    >>> sorted(["P7", "D10", "D8"], key=by_name)
    ['D8', 'D10', 'P7']
    """
    parts = re.findall(r"([^0-9]*)([0-9]*)", name.casefold())
    return [(words, int(number or 0)) for words, number in parts]


def _anew(opening: LastOpening, taken: Collection[str]) -> LastOpening:
    """Another table like one that is open, under a free name."""
    named = free_name(opening.again.table, taken)
    return msgspec.structs.replace(
        opening, again=msgspec.structs.replace(opening.again, table=named)
    )


def free_name(name: str, taken: Collection[str]) -> str:
    """The name of a table, or the next of its row that no open table has.

    >>> free_name("P7", {"p7", "p8"}), free_name("High limit", {"high limit"})
    ('P9', 'High limit 2')
    """
    row = name.rstrip("0123456789")
    number, row = (int(name[len(row) :]), row) if row != name else (1, f"{name} ")
    found = name
    while found.casefold() in taken:
        number += 1
        found = f"{row}{number}"
    return found


async def _opening(house: House, kept: KeptTable, game: Game) -> LastOpening | None:
    """How a table was opened; None, where this version does not read its journal."""
    try:
        lines = [decoded(line) for line in await house.ledger.lines(kept.id, limit=1)]
        reliefs = await house.ledger.lines_of(kept.id, ACTS[Relieve])
        relieved = [decoded(line).did for line in reliefs]
        options = msgspec.json.decode(kept.options, type=Options)
    except (msgspec.MsgspecError, ValueError):
        return None
    first = lines[0].did if lines else None
    if not isinstance(first, SetUp) or first.format != FORMAT:
        return None
    posts = msgspec.structs.asdict(first.setup.staff)
    posts |= {each.post.replace("-", "_"): each.who for each in relieved}
    return LastOpening(
        game=kept.game,
        table=kept.table,
        day=first.setup.day,
        at=kept.created,
        by=first.setup.staff.pit_boss,
        again=_again(first.setup, options, posts, game),
    )


def _again(setup: Setup, options: Options, posts: dict[str, str], game: Game) -> SameAgain:
    known = {each.id: {option.id for option in each.options} for each in game.readings}
    said = {name: getattr(setup, name) for name in SAID_ALIKE}
    said["readings"] = {
        id: option for id, option in setup.readings.items() if option in known.get(id, ())
    }
    said["automatic"] = list(setup.automatic) if setup.automatic else "none"
    return SameAgain(
        **said,
        dealer=posts["dealer"],
        inspector=posts["inspector"],
        surveillance=posts["surveillance"],
        decide_seconds=options.decide_seconds,
        bet_seconds=options.bet_seconds,
        dealer_away_seconds=options.dealer_away_seconds,
        has_advice=options.has_advice,
        pace=options.pace,
        certified_only=options.certified_only,
    )
