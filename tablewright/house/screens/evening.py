"""An evening as a line: what a player had won after each round since they sat down, in few points."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

MOST_POINTS = 200
"""How many points a chart has."""
MOST_IN_BRIEF = 40
"""How many the small line beside a player's chips has."""

T = TypeVar("T")


class AfterRound(msgspec.Struct, frozen=True):
    """What a player had won after a round, in cents; less than nothing, if lost."""

    round: int
    net: int


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of a player since they sat down."""

    rounds: int
    best: int
    worst: int
    points: list[int]
    """Net after each round; where there are many, of rounds evenly spread. The last is always there."""


class Course(msgspec.Struct):
    """The same, as it goes on."""

    net: int = 0
    rounds: int = 0
    best: int = 0
    worst: int = 0
    points: list[AfterRound] = msgspec.field(default_factory=list)
    every: int = 1
    """Each point stands for so many rounds."""
    passed: int = 0

    def end_round(self, round: int) -> None:
        """A round is over in which something of the player's was settled."""
        self.rounds += 1
        self.passed += 1
        self.best, self.worst = max(self.best, self.net), min(self.worst, self.net)
        if self.passed >= self.every:
            self.points.append(AfterRound(round, self.net))
            self.passed = 0
        if len(self.points) > 2 * MOST_POINTS:
            self.points = self.points[1::2]
            self.every *= 2

    def shown(self, net: int) -> Evening:
        """In brief, ending with what it is now."""
        points = thinned(self.points, MOST_IN_BRIEF - 2)
        return Evening(
            rounds=self.rounds,
            best=max(self.best, net) if self.rounds else net,
            worst=min(self.worst, net) if self.rounds else net,
            points=[0, *(each.net for each in points), net],
        )


def thinned(points: Sequence[T], most: int) -> list[T]:
    """At most so many of some points, evenly spread; the first and the last are kept.

    >>> thinned([1, 2, 3, 4, 5], 3), thinned([1, 2], 3)
    ([1, 3, 5], [1, 2])
    """
    if len(points) <= most:
        return list(points)
    step = (len(points) - 1) / (most - 1)
    return [points[round(n * step)] for n in range(most)]
