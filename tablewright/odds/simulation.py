"""Whole rounds dealt at random, counted by the same facts, and set beside the exact figures.

What is dealt does not depend on who deals it (`chunks`). Here chunks run side by side in threads, since
the loops need no lock; `cluster` has them dealt on other machines. A run may be stopped between
chunks: what it has is a result too.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np

from tablewright.odds.analysis import Analysis
from tablewright.odds.chunks import Shoe, Tally, deal_chunks
from tablewright.odds.draws import DrawnCounts
from tablewright.odds.hands import Ints
from tablewright.odds.ledger import HistogramEntry, distribution, mean_of, variance_of
from tablewright.odds.printing import root
from tablewright.odds.shoes import ContestShoe, DrawShoe
from tablewright.odds.solving import Solved, Strategy, staked
from tablewright.rules.wagers import Decided

TOO_FAR = 4
"""Beyond so many standard errors something is wrong."""

WORKER = "dealing rounds"
"""What each thread that deals is called."""


class Dealer(Protocol):
    """Has a shoe to deal rounds from, and reads a tally."""

    @property
    def shoe(self) -> Shoe: ...

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
        self.solved, self.strategy = solved, strategy
        self.shoe = ContestShoe.of(solved, strategy)
        self._size = solved.counted.contest.space.size

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
        self._counts, self._wagers = counts, wagers
        self.shoe = DrawShoe.of(counts)

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


class Workers(NamedTuple):
    """Who dealt on a cluster."""

    address: str
    there: int
    """How many workers there were at the end."""
    lost: int
    """How many were gone by then."""


@dataclass(frozen=True, eq=False)
class Simulated:
    """A simulation that ran to its end or was stopped."""

    seed: int
    jobs: int
    asked: int
    rounds: int
    seconds: float
    tally: list[Ints]
    taken_up: int = 0
    """So many of the rounds were dealt before, and taken from a checkpoint."""
    cluster: Workers | None = None
    trouble: str = ""
    """Why a cluster could not go on, if it could not."""

    @property
    def was_stopped(self) -> bool:
        return self.rounds < self.asked

    @property
    def rounds_per_second(self) -> float:
        """How fast rounds were dealt this time."""
        return (self.rounds - self.taken_up) / self.seconds if self.seconds else 0.0


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
    return carry_on(dealer.shoe, Tally(seed, rounds, dealer.shoe.blank()), jobs, on_progress)


def carry_on(
    shoe: Shoe,
    tally: Tally,
    jobs: int | None = None,
    on_progress: Callable[[int], None] = lambda rounds: None,
) -> Simulated:
    """Deal what a tally lacks, in threads of this process."""
    taken_up = tally.dealt
    jobs = max(1, min(jobs or cores(), tally.missing))
    run = _Run(shoe, tally)
    threads = [threading.Thread(target=run.work, name=WORKER, daemon=True) for _ in range(jobs)]
    started = time.perf_counter()
    try:
        for thread in threads:
            thread.start()
        while working := [thread for thread in threads if thread.is_alive()]:
            working[0].join(0.1)
            on_progress(tally.dealt)
        on_progress(tally.dealt)
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
    return Simulated(tally.seed, jobs, tally.asked, tally.dealt, seconds, tally.counts, taken_up)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Run:
    """Chunks handed out to workers, and their tallies put together."""

    def __init__(self, shoe: Shoe, tally: Tally) -> None:
        self.shoe, self.tally = shoe, tally
        self.is_stopped = False
        self.failure: BaseException | None = None
        self._left = tally.left()
        self._lock = threading.Lock()

    def work(self) -> None:
        """Take one chunk after another until there is none left."""
        try:
            while not self.is_stopped:
                with self._lock:
                    chunk = next(self._left, None)
                if chunk is None:
                    return
                asked, seed = self.tally.asked, self.tally.seed
                counts = deal_chunks(self.shoe, seed, asked, chunk, lambda: self.is_stopped)
                if counts is not None:
                    self.tally.count(chunk, counts)
        except BaseException as failure:
            self.failure, self.is_stopped = failure, True
