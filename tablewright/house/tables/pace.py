"""When: how long the house takes over a step, when bets are in, and when nobody is waited for any more.

The table itself has no clock. Times here are those of the running server, in seconds; they begin anew
when it does.
"""

import copy
from math import ceil
from typing import NamedTuple

from tablewright.house.books.options import Options
from tablewright.rules.phases import PhaseId
from tablewright.table.machine import Table

PAUSES = {
    "no-more-bets": 0.25,
    "deal": 0.3,
    "burn": 0.3,
    "draw": 0.9,
    "reveal": 0.8,
    "settle": 0.5,
    "clear": 2.4,
}
"""Before each step of an automatic dealer, so that people can follow; nothing before the others."""

DECIDE_SECONDS = 60
"""How long a player has before a supervisor may decide for them, where the table has no clock."""


class Ending(NamedTuple):
    """Something that ends by itself: for whom, and when."""

    of: str
    """`bets`, `decide`, `gone` for a lost connection, `leave` for a place, `dealer` for a post."""
    places: tuple[int, ...]
    at: float


class Pace:
    """The clocks of one table."""

    def __init__(self, table: Table, options: Options, now: float) -> None:
        self.table, self.options = table, options
        self.people: set[int] = set()
        """The places of people: patrons that the house plays are not waited for."""
        self.gone: dict[int, float] = {}
        """Since when the connection of a place has been lost."""
        self.dealer_gone: float | None = None
        """Since when the table has been without the dealer that it waits for."""
        self.dealer_acted: float | None = None
        """When the dealer last acted, if they follow the table by no connection."""
        self.dealer_name = ""
        self.ready: set[int] = set()
        self._part: tuple[object, ...] = ()
        self._since = now
        self._first_wager: float | None = None
        self.last_step = now

    def at(self, table: Table) -> "Pace":
        """The same clocks at a table that was taken up again."""
        moved = copy.copy(self)
        moved.table = table
        return moved

    @property
    def is_between_rounds(self) -> bool:
        """Whether no round is being played, though wagers may lie on the felt."""
        return self.table.state.phase == PhaseId.WAGERS and not self.table.state.is_begun

    @property
    def present(self) -> list[int]:
        """The places whose players are connected."""
        return sorted(self.people - self.gone.keys())

    def look(self, now: float) -> bool:
        """Notice where the round has come to; True if another part of it has begun."""
        part = self.table.state.part_of_round
        has_moved = part != self._part
        if has_moved:
            self._part, self._since, self._first_wager = part, now, None
            self.ready.clear()
        if self.table.is_felt_bare():
            self._first_wager = None
        elif self._first_wager is None:
            self._first_wager = now
        return has_moved

    def may_begin(self, step: str) -> float:
        """When a step of the house may be done, by the server's clock."""
        return self.last_step + PAUSES.get(step, 0.0) * self.options.pace

    # Bets -----------------------------------------------------------------------------------------

    @property
    def is_timed(self) -> bool:
        """Whether timers run: at a practice table nobody is hurried who sits alone."""
        return not self.table.book.setup.is_practice or len(self.people) > 1

    def bets_end(self) -> Ending | None:
        """When betting ends by itself."""
        state = self.table.state
        if state.phase != PhaseId.WAGERS or not self.people:
            return None
        if not self.present:
            return Ending("gone", tuple(sorted(self.people)), self._gone_at())
        start = self._since if state.is_begun else self._first_wager
        if start is None or not self.options.bet_seconds or not self.is_timed:
            return None
        slow = tuple(place for place in self.present if place not in self.ready)
        return Ending("bets", slow, start + self.options.bet_seconds)

    def _gone_at(self) -> float:
        return max(self._since, max(self.gone.values())) + self.options.gone_seconds

    def bets_are_in(self, now: float) -> bool:
        """Whether an automatic dealer closes the betting now."""
        state = self.table.state
        if self.table.is_felt_bare() and not state.is_begun:
            return False
        if state.is_begun and not self.people:
            return True  # The last of them left in mid-round, where that may be.
        waited_for = self.ready.union(self.present)
        if waited_for and waited_for == self.ready:
            return True
        ends = self.bets_end()
        return ends is not None and now >= ends.at

    # Decisions ------------------------------------------------------------------------------------

    def decisions_end(self) -> list[Ending]:
        """When each player who still has to decide is no longer waited for."""
        found = []
        table, options = self.table, self.options
        if table.state.phase != PhaseId.DECIDE:
            return []
        for place in table.course.undecided(table.state):
            ends = []
            if options.decide_seconds and self.is_timed:
                ends.append(Ending("decide", (place,), self._since + options.decide_seconds))
            if place in self.gone:
                at = max(self._since, self.gone[place]) + options.gone_seconds
                ends.append(Ending("gone", (place,), at))
            if ends:
                found.append(min(ends, key=lambda each: each.at))
        return found

    def still_has(self, place: int, now: float) -> int:
        """How many seconds a player still has before a supervisor may decide for them; 0 if gone."""
        if place not in self.people or place in self.gone:
            return 0
        # What was dealt a moment ago may not have been noticed yet.
        since = self._since if self._part == self.table.state.part_of_round else now
        return max(0, ceil(since + (self.options.decide_seconds or DECIDE_SECONDS) - now))

    def leaving(self) -> list[Ending]:
        """When the place of a player who has lost their connection is given up."""
        if not self.table.book.setup.is_practice:
            return []
        keeps = self.options.leave_seconds
        return [Ending("leave", (place,), since + keeps) for place, since in self.gone.items()]

    def dealer_ends(self) -> Ending | None:
        """When the dealer of a table is no longer waited for, or no longer held to be there."""
        since = self.dealer_acted if self.dealer_gone is None else self.dealer_gone
        if since is None:
            return None
        return Ending("dealer", (), since + self.options.dealer_away_seconds)

    def clock(self, place: int) -> Ending | None:
        """What is shown to a player as running out, or to everybody else (place 0)."""
        options = self.options
        if not (self.gone or options.decide_seconds or options.bet_seconds):
            return None  # As a rule: everybody is asked for it whenever a table is shown.
        endings = self.decisions_end()
        own = [each for each in endings if place in each.places]
        bets = self.bets_end()
        shown = own or endings or ([bets] if bets else [])
        return min(shown, key=lambda each: each.at) if shown else None
