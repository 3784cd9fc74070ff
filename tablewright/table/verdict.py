"""The verdict on a journal: what it is found to hold, and what a dealer left out in it."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from tablewright.rules.irregularities import Irregularity
from tablewright.table import acts
from tablewright.table.record import Record
from tablewright.table.words import counted


class LeftOut(msgspec.Struct):
    """How often a dealer left out one kind of step, and how often that was declared."""

    times: int = 0
    declared: int = 0


class Overlooked:
    """Counts the steps that were left out; a declaration is for all of its kind in the round so far."""

    def __init__(self, irregularities: Iterable[Irregularity]) -> None:
        self._step = {each.id: each.overlooked for each in irregularities if each.overlooked}
        self._open: dict[str, int] = {}
        self.by_step: dict[str, LeftOut] = {}

    def note(self, event: Record) -> None:
        match event:
            case acts.Overlook():
                self.by_step.setdefault(event.step, LeftOut()).times += 1
                self._open[event.step] = self._open.get(event.step, 0) + 1
            case acts.Declare() if step := self._step.get(event.irregularity):
                self.by_step.setdefault(step, LeftOut()).declared += self._open.pop(step, 0)
            case acts.Clear():
                self._open = {}

    @property
    def times(self) -> int:
        return sum(each.times for each in self.by_step.values())


class Verdict(msgspec.Struct):
    """What a journal that holds is found to hold."""

    lines: int = 0
    game: str = ""
    ruleset: str = ""
    table: str = ""
    jurisdiction: str = ""
    day: str = ""
    first_at: datetime | None = None
    last_at: datetime | None = None
    devices: list[str] = []
    """What the cards were dealt from, one after another."""
    readings: dict[str, str] = {}
    """The readings that the pit chose."""
    undecided: dict[str, str] = {}
    """Readings that nobody has decided, as they were taken."""
    warnings: list[str] = []
    """What must be said loudly of the readings."""
    rounds: int = 0
    void_rounds: int = 0
    payments: int = 0
    staked: int = 0
    """What was wagered and settled, without what was only given back."""
    returned: int = 0
    given_back: int = 0
    """What came back because it was never played for: the round was void, or the wager too small."""
    drop: int = 0
    """The cash in the drop box."""
    tips: int = 0
    irregularities: int = 0
    overlooked: int = 0
    """How often the dealer left out a step."""
    left_out: dict[str, LeftOut] = {}
    """The same by step."""
    late_wagers: int = 0
    corrections: int = 0
    shuffles: int = 0
    still_sealed: int = 0
    is_closed: bool = False
    result: int = 0
    """What the house has won, in cents."""
    cut_off: int = 0
    """The number of the last line, if it was not written to its end."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing from the end."""
        return self.is_closed and not self.cut_off

    @property
    def in_short(self) -> str:
        """How much it holds.

        >>> Verdict(lines=66, rounds=1, payments=6).in_short
        '66 lines, 1 round, 6 payments'
        """
        held = {"line": self.lines, "round": self.rounds, "payment": self.payments}
        return ", ".join(counted(count, one) for one, count in held.items())
