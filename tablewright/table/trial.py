"""An order of several steps is gone through on a copy of the table before its first step is done.

The machine decides by the state and the time that an act bears, so what a copy takes now the table
takes too: an order is refused before anything has changed, or it is done whole. What came of an act on
the copy is carried over as it is (`Table.follow`): nothing is decided twice.
"""

import copy
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from tablewright.table.actors import Actor
from tablewright.table.machine import Table
from tablewright.table.randomness import Source
from tablewright.table.record import Act, Record
from tablewright.table.session import Desk


def copied_table(table: Table) -> Table:
    """A table that goes on by itself from here; what happens at it is written down nowhere."""
    found = copy.copy(table)
    found.state, found.vault, found.keeper = table.state.copied(), dict(table.vault), None
    return found


class Tried(NamedTuple):
    """An act that the copy has taken, and what came of it."""

    command: Act
    by: Actor
    at: datetime
    records: list[Record]


class Trial:
    """A desk at a copy of a table, which notes what was done there."""

    def __init__(
        self, table: Table, source: Source, at: datetime, fill: Callable[[Desk], None]
    ) -> None:
        self.table, self.source = copied_table(table), source
        self.steps: list[Tried] = []
        self._at, self._fill = at, fill

    def do(self, command: Act, by: Actor) -> list[Record]:
        events = self.table.act(command, by, self._at)
        self.steps.append(Tried(command, by, self._at, events))
        return events

    def fill(self) -> None:
        self._fill(self)
