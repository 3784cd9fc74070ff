"""How long commands took, from when each was read until its answer was handed to its connection."""

from bisect import bisect_left

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Up to how many seconds each count goes; the last one has all that took longer."""


class AnswerTimes:
    """Counts by time, over every table of a house."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0
        """Of all together."""

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """How many took so long or less, as monitoring programs read it.

        >>> times = AnswerTimes()
        >>> for seconds in (0.0004, 0.003, 7):
        ...     times.note(seconds)
        >>> times.buckets[:3], times.buckets[-1]
        ([('0.001', 1), ('0.002', 1), ('0.005', 2)], ('+Inf', 3))
        """
        found: list[tuple[str, float]] = []
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            found.append((bound, total))
        return found
