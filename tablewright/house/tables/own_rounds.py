"""A page of a player's own history: the lines of its rounds are read, from the newest back.

A sitting may have a hundred thousand lines; what was added up of them is known, and need not be read.
"""

import asyncio
from typing import NamedTuple

import msgspec

from tablewright.advice.decisions import MadeDecision
from tablewright.house.books.records import TableRecords
from tablewright.house.screens.history import History
from tablewright.house.screens.played_rounds import A_PAGE, RoundsRead, has_settled, rounds_of
from tablewright.house.tables.room import Room
from tablewright.table.journal import Line, decoded
from tablewright.table.setup import Book

READ_AT_ONCE = 500
"""How many lines are read at a time."""


class OwnRounds(NamedTuple):
    """What is asked for, and all that the table itself knows of it."""

    table: str
    book: Book
    place: int
    first: int
    """The line on which the player sat down."""
    last: int
    before: int | None
    """The round before which the page ends; the newest, if None."""
    made: list[MadeDecision]
    sums: History


def own_rounds(room: Room, place: int, before: int | None) -> OwnRounds:
    """What is known of a player's rounds at a table as it stands, before any line of it is read."""
    screen, table = room.screen, room.table
    sittings = screen.sums.sittings
    return OwnRounds(
        room.id,
        table.book,
        place,
        sittings.first_line(place),
        table.lines,
        before,
        screen.decided(place),
        sittings.history(place, RoundsRead([], more=False)),
    )


async def history_of(records: TableRecords, asked: OwnRounds) -> History:
    """The page, with the sums since the player sat down."""
    end = asked.last + 1
    if asked.before is not None:
        end = await records.first_of_round(asked.table, asked.before, asked.first, asked.last)
    lines: list[Line] = []
    rounds: set[int] = set()
    while end > asked.first and len(rounds) <= A_PAGE:
        begin = max(asked.first, end - READ_AT_ONCE)
        some = await records.lines(asked.table, begin - 1, end - begin)
        earlier = await asyncio.to_thread(_decoded, some)
        rounds |= {line.round for line in earlier if has_settled(line, asked.place)}
        lines, end = earlier + lines, begin
    # The first round may have begun before these lines: it is beyond the page, which is then not all.
    read = await asyncio.to_thread(
        lambda: rounds_of(
            asked.book, lines, asked.place, before_round=asked.before, made=asked.made
        )
    )
    return msgspec.structs.replace(asked.sums, rounds=read.rounds, more=read.more)


def _decoded(lines: list[bytes]) -> list[Line]:
    return [decoded(each) for each in lines]
