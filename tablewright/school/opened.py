"""Tables that drills begin with, before their opening or open and empty: made once, then copied."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

import msgspec

from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.table.automation import due, filled_in
from tablewright.table.machine import Table
from tablewright.table.randomness import seeded
from tablewright.table.setup import Setup
from tablewright.table.status import IN_PLAY

BETWEEN_ACTS = timedelta(seconds=2)
IN_RACK = 1500
"""How many chips of each denomination are in the rack at least: a drill seldom waits for a fill."""


SMALLER = 2500
"""The largest chips that players have, in cents."""
SMALL_CHIPS = 400
"""How many of each of those are in a rack that is counted: players buy in with fewer."""


def drill_setup(
    syllabus: Syllabus, device: str, approval_from: int | None = None, *, is_counted: bool = False
) -> Setup:
    """The set-up of a drill's table: a rehearsal, with no step that the house does by itself.

    A rack that is counted holds what the house's does, so that it can be added up.
    """
    set_up = syllabus.set_up(device)
    rack = {}
    for value in set_up.denominations:
        least = IN_RACK if not is_counted else SMALL_CHIPS if value <= SMALLER else 0
        rack[value] = max(least, set_up.float_chips.get(value, 0))
    if approval_from is None:
        approval_from = set_up.approval_from
    return msgspec.structs.replace(
        set_up, automatic=(), float_chips=rack, approval_from=approval_from
    )


def begun_table(
    syllabus: Syllabus,
    device: str,
    approval_from: int | None,
    *,
    is_open: bool,
    is_counted: bool,
) -> Table:
    """A table before its opening, or open without players: made once, then copied."""
    return _made_once(syllabus_of(syllabus.setup), device, approval_from, is_open, is_counted)


@lru_cache(maxsize=64)
def _made_once(
    syllabus: Syllabus, device: str, approval_from: int | None, is_open: bool, is_counted: bool
) -> Table:
    table = Table(drill_setup(syllabus, device, approval_from, is_counted=is_counted))
    day, source = table.book.setup.day, seeded("an opened table")
    table.set_up(datetime(day.year, day.month, day.day, 18, tzinfo=UTC))
    while is_open and table.state.status != IN_PLAY:
        step = due(table)
        assert step is not None
        assert table.state.at is not None
        command, by = filled_in(table, step, source)
        table.act(command, by, table.state.at + BETWEEN_ACTS)
    return table
