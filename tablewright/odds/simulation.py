"""Whole rounds dealt at random, counted by the same facts, and set beside the exact figures.

The rounds come in chunks, and each chunk has a stream of random words of its own, spawned from the seed
and the chunk's number: the result is the same for any number of jobs. Chunks run side by side in
threads, since the loops need no lock. A run may be stopped between chunks: what it has is a result too.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, permutations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tablewright.odds.analysis import Analysis
from tablewright.odds.draws import DrawnCounts
from tablewright.odds.hands import ORDERS_OF_SUITS, Ints
from tablewright.odds.ledger import HistogramEntry, distribution, mean_of, variance_of
from tablewright.odds.printing import root
from tablewright.odds.records import packed
from tablewright.odds.solving import Solved, Strategy, staked
from tablewright.rules.cards import SUITS
from tablewright.rules.errors import BadDefinition
from tablewright.rules.wagers import Decided

CHUNK = 2**18
"""So many rounds share one stream of random words."""

TOO_FAR = 4
"""Beyond so many standard errors something is wrong."""

WORKER = "dealing rounds"
"""What each thread that deals is called."""

WORDS = 2**15
"""So many random words are drawn at a time: they stay in the processor's cache."""


class Dealer(Protocol):
    """Deals rounds into a tally, and reads a tally."""

    def blank(self) -> list[Ints]: ...

    def deal(self, words: npt.NDArray[np.uint64], rounds: int, tally: list[Ints]) -> int: ...

    def measured(self, tally: list[Ints]) -> "list[Measured]": ...


@dataclass(frozen=True)
class Measured:
    """One figure, measured and exact, in units of the first wager."""

    of: str
    mean: Fraction
    exact: Fraction
    error_squared: Fraction
    """The variance of the mean, by the exact variance of one result."""

    @property
    def standard_error(self) -> float:
        return float(root(self.error_squared))

    @property
    def z(self) -> float:
        """How many standard errors the measured figure lies from the exact one."""
        difference = self.mean - self.exact
        if not self.error_squared:
            return 0.0 if not difference else float("inf")
        size = float(root(difference**2 / self.error_squared))
        return size if difference >= 0 else -size


class ContestDealer:
    """Deals a contest by a strategy."""

    def __init__(self, solved: Solved, strategy: Strategy) -> None:
        from tablewright.odds.dealing import deal_contests, room

        self._loop, self._room = deal_contests, room
        self.solved, self.strategy = solved, strategy
        hands = solved.counted.hands
        if hands.total * ORDERS_OF_SUITS >= 2**31:
            raise BadDefinition(f"hands of {hands.size} cards are too many to deal")
        order = np.argsort(-hands.weights, kind="stable")
        sizes, classes = np.unique(-hands.weights, return_counts=True)
        sizes = -sizes
        begins = np.cumsum(sizes * classes) - sizes * classes
        slopes = -(-(2**31) // sizes)
        heights = (np.cumsum(classes) - classes) * 2**31 - begins * slopes
        self._lines = np.stack([slopes, heights], axis=1).view(np.uint64)
        ranks = len(solved.counted.pack.ranks)
        self._suit_shifts = np.array(
            [
                sum(ranks * suit << 8 * n for n, suit in enumerate(each))
                for each in permutations(range(len(SUITS)))
            ],
            dtype=np.uint64,
        )
        self._size = solved.counted.contest.space.size
        self._records = packed(solved, strategy)
        self._words = self._records.words[order]

    def blank(self) -> list[Ints]:
        return [np.zeros(len(self.solved.decisions) * self._size, dtype=np.int64)]

    def deal(self, words: npt.NDArray[np.uint64], rounds: int, tally: list[Ints]) -> int:
        dealt: int = self._loop(
            words,
            self._words,
            self.solved.counted.hands.total,
            self._lines,
            self._suit_shifts,
            np.array(self._records.widths),
            self._records.shifts,
            self._records.moves,
            rounds,
            tally[0],
            self._room(),
        )
        return dealt

    def entries(self, tally: list[Ints]) -> list[HistogramEntry]:
        """The facts of all rounds dealt."""
        found = []
        for n, decision in enumerate(self.solved.decisions):
            stakes = staked(self.solved.ruleset, decision)
            counts = tally[0][n * self._size : (n + 1) * self._size]
            found += [
                HistogramEntry(int(f), int(counts[f]), stakes) for f in np.flatnonzero(counts)
            ]
        return found

    def measured(self, tally: list[Ints]) -> list[Measured]:
        wagers = self.solved.ruleset.wagers
        groups = {"contest": [wagers[id] for id in self.solved.wagers]}
        groups |= {id: [decided] for id, decided in wagers.items()}
        exact, seen = self.solved.entries(self.strategy), self.entries(tally)
        return [_measured(of, group, seen, exact) for of, group in groups.items()]

    def played(self, tally: list[Ints], rounds: int) -> dict[str, Fraction]:
        """Which part of the rounds got each decision."""
        return {
            decision: Fraction(int(tally[0][n * self._size : (n + 1) * self._size].sum()), rounds)
            for n, decision in enumerate(self.solved.decisions)
        }


def _measured(
    of: str,
    group: Sequence[Decided[Any]],
    seen: Sequence[HistogramEntry],
    exact: Sequence[HistogramEntry],
    correction: Fraction = Fraction(1),
) -> Measured:
    counted, expected = distribution(group, seen), distribution(group, exact)
    observations = sum(counted.values())
    error_squared = variance_of(expected) * correction / observations
    return Measured(of, mean_of(counted), mean_of(expected), error_squared)


class DrawDealer:
    """Draws rounds of five cards."""

    def __init__(self, counts: DrawnCounts, wagers: Mapping[str, Decided[Any]]) -> None:
        if counts.draw.cards != 5 or counts.cards**3 >= 2**32:
            raise BadDefinition("only rounds of five cards from a small enough pack can be drawn")
        if counts.draw.round_space.size > np.iinfo(np.int16).max:
            raise BadDefinition("a round has more facts than 16 bits can number")
        from tablewright.odds.dealing import deal_draws

        self._loop = deal_draws
        self._counts, self._wagers = counts, wagers
        self._places = np.repeat(np.arange(len(counts.pack.cards)), counts.draw.decks)
        self._facts = np.concatenate(counts.facts_by_ranks).astype(np.int16)

    def blank(self) -> list[Ints]:
        size = self._counts.draw.round_space.size
        return [np.zeros(size, dtype=np.int64), np.zeros(self._counts.cards, dtype=np.int64)]

    def deal(self, words: npt.NDArray[np.uint64], rounds: int, tally: list[Ints]) -> int:
        ranks = len(self._counts.pack.ranks)
        drawn: int = self._loop(words, self._places, ranks, self._facts, rounds, *tally)
        return drawn

    def measured(self, tally: list[Ints]) -> list[Measured]:
        draw, stakes = self._counts.draw, dict.fromkeys(self._wagers, 1)
        of_round = [
            HistogramEntry(int(f), int(tally[0][f]), stakes) for f in np.flatnonzero(tally[0])
        ]
        of_card = [
            HistogramEntry(draw.card_facts(card), int(drawn), stakes)
            for card, drawn in zip(
                self._counts.pack.cards,
                tally[1].reshape(-1, draw.decks).sum(axis=1),
                strict=True,
            )
        ]
        # The cards of one round are drawn without putting back, which narrows the error a little.
        left = Fraction(self._counts.cards - draw.cards, self._counts.cards - 1)
        any_card, any_round = self._counts.next_card(), self._counts.rounds
        return [
            _measured(id, [decided], of_card, any_card, left)
            if decided.space is draw.card_space
            else _measured(id, [decided], of_round, any_round)
            for id, decided in self._wagers.items()
        ]


@dataclass(frozen=True, eq=False)
class Simulated:
    """A simulation that ran to its end or was stopped."""

    seed: int
    jobs: int
    asked: int
    rounds: int
    seconds: float
    tally: list[Ints]

    @property
    def was_stopped(self) -> bool:
        return self.rounds < self.asked


def dealer_for(analysis: Analysis, strategy: Strategy | None) -> Dealer:
    """Who deals this ruleset."""
    if analysis.solved is not None:
        chosen = analysis.solved.best if strategy is None else strategy
        return ContestDealer(analysis.solved, chosen)
    return DrawDealer(analysis.draws, analysis.ruleset.wagers)


def simulate(
    dealer: Dealer,
    rounds: int,
    seed: int | None = None,
    jobs: int | None = None,
    on_progress: Callable[[int], None] = lambda rounds: None,
) -> Simulated:
    """Deal so many rounds. An interrupt (Ctrl-C) ends it early with what was dealt."""
    seed = secrets.randbits(63) if seed is None else seed
    jobs = min(jobs or cores(), -(-rounds // CHUNK))
    run = _Run(dealer, rounds, seed)
    threads = [threading.Thread(target=run.work, name=WORKER, daemon=True) for _ in range(jobs)]
    started = time.perf_counter()
    try:
        for thread in threads:
            thread.start()
        while working := [thread for thread in threads if thread.is_alive()]:
            working[0].join(0.1)
            on_progress(run.dealt)
        on_progress(run.dealt)
    except KeyboardInterrupt:
        pass
    finally:
        run.is_stopped = True
        for thread in threads:
            if thread.ident is not None:
                thread.join()
    if run.failure:
        raise run.failure
    seconds = time.perf_counter() - started
    return Simulated(seed, jobs, rounds, run.dealt, seconds, run.tally)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Run:
    """Chunks handed out to workers, and their tallies put together."""

    def __init__(self, dealer: Dealer, rounds: int, seed: int) -> None:
        self.dealer, self.rounds, self.seed = dealer, rounds, seed
        self.tally = dealer.blank()
        self.dealt = 0
        self.is_stopped = False
        self.failure: BaseException | None = None
        self._chunks = count()
        self._lock = threading.Lock()

    def work(self) -> None:
        """Take one chunk after another until there is none left."""
        try:
            while not self.is_stopped:
                with self._lock:
                    chunk = next(self._chunks)
                rounds = min(CHUNK, self.rounds - chunk * CHUNK)
                if rounds <= 0:
                    return
                tally = self._deal(chunk, rounds)
                if tally is not None:
                    with self._lock:
                        for total, part in zip(self.tally, tally, strict=True):
                            total += part
                        self.dealt += rounds
        except BaseException as failure:
            self.failure, self.is_stopped = failure, True

    def _deal(self, chunk: int, rounds: int) -> list[Ints] | None:
        stream = np.random.SeedSequence(self.seed, spawn_key=(chunk,))
        generator = np.random.Generator(np.random.PCG64DXSM(stream))
        tally, dealt = self.dealer.blank(), 0
        while dealt < rounds:
            if self.is_stopped:
                return None
            words = generator.integers(0, 2**64 - 1, WORDS, dtype=np.uint64, endpoint=True)
            dealt += self.dealer.deal(words, rounds - dealt, tally)
        return tally
