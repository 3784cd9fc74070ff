"""When patrons act in an audition: each step after a time drawn around what the house has set."""

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from tablewright.rules.phases import PhaseId
from tablewright.school.auditions.table import AuditionTable
from tablewright.school.auditions.terms import BET, DECIDE, StepPace
from tablewright.school.watching import SECOND_THOUGHTS

CHANGE = "change"
CHANGES = 0.15
"""How often a player changes a wager, or a chip, after making their wagers: all of it proper."""
NO_TIME = StepPace(mean=0.0, spread=0.0)


class Acting(NamedTuple):
    """What a player will do, and at which second."""

    at: float
    place: int
    does: str


class Patrons:
    """The players of an audition, one moment of betting or deciding after the other."""

    def __init__(
        self,
        table: AuditionTable,
        paces: Mapping[str, StepPace],
        chance: Callable[..., Random],
    ) -> None:
        self._table, self._paces, self._chance = table, paces, chance
        self._coming: list[Acting] = []
        self._moment: tuple[object, ...] = ()
        """The betting or deciding that they were last called to."""
        self._again = 0

    @property
    def busy(self) -> list[int]:
        """The places whose players are still to act."""
        return sorted({each.place for each in self._coming})

    @property
    def next_at(self) -> float | None:
        """The second at which the next of them acts."""
        return min((each.at for each in self._coming), default=None)

    def call(self, seconds: float) -> None:
        """Have players bet or decide, if it is time for that and they were not called to it yet."""
        t = self._table.table
        state = t.state
        if self._is_idle():
            self._again += 1
        moment = (state.round, state.phase, len(state.drawn), self._again)
        if moment == self._moment:
            return
        self._coming = []  # What they were called to is over: the round may have been voided.
        if state.held or state.is_void:
            return
        if state.phase == PhaseId.WAGERS:
            self._moment = moment
            self._coming = [
                Acting(seconds + self._takes(BET, place), place, BET) for place in state.seats
            ]
        elif state.phase == PhaseId.DECIDE:
            self._moment = moment
            at = seconds
            for place in t.course.undecided(state):
                at += self._takes(DECIDE, place)
                self._coming.append(Acting(at, place, DECIDE))

    def _is_idle(self) -> bool:
        """Whether all of them have let a round pass: they are called once more."""
        t = self._table.table
        is_open = t.state.phase == PhaseId.WAGERS and not t.state.is_begun
        return bool(self._moment) and is_open and not self._coming and t.is_felt_bare()

    def hold(self, seconds: float) -> None:
        """The game was stopped for so long: nobody acted meanwhile."""
        self._coming = [each._replace(at=round(each.at + seconds, 2)) for each in self._coming]

    def send_home(self) -> None:
        """Nobody acts any more."""
        self._coming = []

    def act(self) -> None:
        """The next of them acts."""
        acting = min(self._coming)
        self._coming.remove(acting)
        table, chance = self._table, self._of(acting.place, acting.does)
        table.at(acting.at)
        if acting.does == DECIDE:
            table.decide_at(acting.place, chance)
        elif acting.does == BET:
            table.bet_at(acting.place, chance)
            if chance.random() < CHANGES and not table.table.state.is_begun:
                later = acting.at + self._takes(CHANGE, acting.place, BET)
                self._coming.append(Acting(later, acting.place, CHANGE))
        else:
            table.source = chance
            chance.choice(SECOND_THOUGHTS)(table, acting.place)

    def _of(self, place: int, what: str) -> Random:
        state = self._table.table.state
        return self._chance(what, state.round, len(state.drawn), self._again, place)

    def _takes(self, does: str, place: int, like: str = "") -> float:
        """How long a step takes a player, in seconds: rounded, so that it is the same everywhere."""
        pace = self._paces.get(like or does, NO_TIME)
        drawn = self._of(place, f"{does} takes").gauss(pace.mean, pace.spread)
        return round(max(pace.mean / 4, drawn), 2)
