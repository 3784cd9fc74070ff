"""Rounds come in chunks, each with a stream of random words of its own, and each is counted once.

A chunk's stream is spawned from the seed and the chunk's number. So it does not matter who deals it,
when, on which machine or for the second time: the rounds are the same, and the tally of a run is the
sum over its chunks, whatever order they come in. The tally knows which of them it has; a run that is
stopped can be taken up wherever that is known.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablewright.odds.hands import Ints

CHUNK = 2**18
"""So many rounds share one stream of random words."""

WORDS = 2**15
"""So many random words are drawn at a time: they stay in the processor's cache."""

Words = npt.NDArray[np.uint64]


class Shoe(Protocol):
    """What rounds come out of: arrays and a loop over them, which can be sent to other machines."""

    def blank(self) -> list[Ints]:
        """A tally of nothing. Its first array counts every round once."""

    def deal(self, words: Words, rounds: int, tally: list[Ints]) -> int:
        """Deal until there are so many rounds or the words run out; how many were dealt."""


class Chunks(NamedTuple):
    """Some chunks in a row."""

    first: int
    end: int
    """The first that is no longer one of them."""


class Miscounted(Exception):
    """What was handed in is not the tally of the chunks that it is said to be."""


class Tally:
    """The rounds of a run that are dealt: their sum, and which chunks are in it."""

    def __init__(self, seed: int, asked: int, blank: list[Ints]) -> None:
        self.seed, self.asked = seed, asked
        self.counts = blank
        self.counted: list[Chunks] = []
        """Which chunks are in the sum, in order; no two of these touch."""
        self.dealt = 0
        self._lock = threading.Lock()

    @property
    def chunks(self) -> int:
        """How many chunks the whole run has."""
        return -(-self.asked // CHUNK)

    @property
    def missing(self) -> int:
        """How many of them are not counted yet."""
        return self.chunks - sum(each.end - each.first for each in self.counted)

    def rounds_of(self, chunks: Chunks) -> int:
        """How many rounds some chunks have: the last one of a run may be smaller."""
        return min(chunks.end * CHUNK, self.asked) - chunks.first * CHUNK

    def count(self, chunks: Chunks, counts: list[Ints]) -> bool:
        """Add the tally of some chunks, unless they are counted already; whether it was added."""
        rounds = self.rounds_of(chunks)
        if not 0 <= chunks.first < chunks.end <= self.chunks or rounds != int(counts[0].sum()):
            raise Miscounted(f"chunks {chunks.first} to {chunks.end}: expected {rounds} rounds")
        if any(new.shape != old.shape for new, old in zip(counts, self.counts, strict=True)):
            raise Miscounted(
                f"chunks {chunks.first} to {chunks.end}: expected the facts of this game"
            )
        with self._lock:
            shared = [each for each in self.counted if _overlap(each, chunks)]
            if shared:
                if shared[0].first <= chunks.first and chunks.end <= shared[0].end:
                    return False
                raise Miscounted(f"chunks {chunks.first} to {chunks.end}: some are counted already")
            self.counted = _joined([*self.counted, chunks])
            for total, part in zip(self.counts, counts, strict=True):
                total += part
            self.dealt += rounds
        return True

    def left(self, size: int = 1) -> Iterator[Chunks]:
        """What is not counted yet, up to so many chunks at a time."""
        ends = [Chunks(self.chunks, self.chunks)]
        begin = 0
        for done in [*self.counted, *ends]:
            for first in range(begin, done.first, size):
                yield Chunks(first, min(first + size, done.first))
            begin = done.end

    def so_far(self) -> tuple[list[Chunks], list[Ints]]:
        """What is counted at one moment: which chunks, and their sum."""
        with self._lock:
            return list(self.counted), [each.copy() for each in self.counts]


def _overlap(one: Chunks, other: Chunks) -> bool:
    return one.first < other.end and other.first < one.end


def _joined(chunks: Iterable[Chunks]) -> list[Chunks]:
    """The same in order, with those that touch made one.

    >>> _joined([Chunks(4, 6), Chunks(0, 2), Chunks(2, 4), Chunks(9, 10)])
    [Chunks(first=0, end=6), Chunks(first=9, end=10)]
    """
    found: list[Chunks] = []
    for each in sorted(chunks):
        if found and found[-1].end == each.first:
            found[-1] = Chunks(found[-1].first, each.end)
        else:
            found.append(each)
    return found


def deal_chunks(
    shoe: Shoe,
    seed: int,
    asked: int,
    chunks: Chunks,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[Ints] | None:
    """The tally of some chunks of a run; none if it is stopped before they are dealt."""
    tally = shoe.blank()
    for chunk in range(*chunks):
        rounds, dealt = min(CHUNK, asked - chunk * CHUNK), 0
        stream = np.random.SeedSequence(seed, spawn_key=(chunk,))
        generator = np.random.Generator(np.random.PCG64DXSM(stream))
        while dealt < rounds:
            if is_stopped():
                return None
            words = generator.integers(0, 2**64 - 1, WORDS, dtype=np.uint64, endpoint=True)
            dealt += shoe.deal(words, rounds - dealt, tally)
    return tally
