"""The lobby's board: which tables look different since a person last looked.

A lobby is looked at every few seconds by everyone who has not sat down yet, and seldom has anything
changed. So each table has a number that rises when its seats, its dealer or its status change; who
names the last number they saw is told of later ones alone. Nothing announces a change: the board
compares when it is asked, which for hundreds of tables takes less than writing down one of them.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tablewright.house.people.person import stranded
from tablewright.house.tables.live import LiveTable


class Seen(NamedTuple):
    """What a person who names their mark is to be told."""

    mark: str
    changed: list[LiveTable]
    ids: list[str] | None
    """Every table in its order; None, where that is as it was."""
    is_other_beside: bool
    """Whether what is shown beside the tables has changed."""


class Board:
    """Numbers what changes on the floor, as long as the house is open: for the lobby, or the pit."""

    def __init__(self) -> None:
        self._opening = secrets.token_hex(4)
        """A mark of an earlier opening says nothing now."""
        self._number = 0
        self._looks: dict[str, tuple[object, int]] = {}
        """How each table looked, and the number of that."""
        self._ids: tuple[list[str], int] = [], 0
        self._beside: tuple[object, int] = None, 0

    def since(
        self,
        mark: str,
        tables: Iterable[LiveTable],
        look: Callable[[LiveTable], object] | None = None,
        beside: object = None,
    ) -> Seen:
        """What has changed since a mark; everything, for one that the board has not given.

        `look` says what is shown of a table, if that is more than the lobby shows; `beside` is what is
        shown beside the tables.
        """
        look = look or look_of
        on_floor = list(tables)
        before = self._read(mark)
        ids = [live.id for live in on_floor]
        if ids != self._ids[0]:
            self._ids = ids, self._next()
            self._looks = {id: look for id, look in self._looks.items() if id in set(ids)}
        if beside != self._beside[0]:
            self._beside = beside, self._next()
        changed = [live for live in on_floor if self._numbered(live.id, look(live)) > before]
        return Seen(
            f"{self._opening}.{self._number}",
            changed,
            ids if self._ids[1] > before else None,
            self._beside[1] > before or not before,
        )

    def _read(self, mark: str) -> int:
        opening, _, number = mark.partition(".")
        return int(number) if opening == self._opening and number.isdecimal() else 0

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _numbered(self, id: str, look: object) -> int:
        kept = self._looks.get(id)
        if kept is not None and kept[0] == look:
            return kept[1]
        self._looks[id] = look, self._next()
        return self._number


def look_of(live: LiveTable) -> object:
    """What a row of the lobby shows that can change, as cheaply as it can be compared."""
    state = live.table.state
    return (
        state.status,
        [(place, seat.player) for place, seat in state.seats.items()],
        list(live.room.pace.present),
        list(state.staff.items()),
        stranded(live.table, live.room.house.roster),
    )
