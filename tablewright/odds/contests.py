"""Every deal of a contest counted, as a histogram over facts: by hand, decision and dealer's hand.

For each player's hand (up to a change of suits) and each decision, the dealer's hands that can meet it
fall into a few *cells*: by what the dealer's hand is called, and lower, copy or higher. A cell moves
the number of the facts by so much; what the player's hand is called has moved it already. No money is
here: the counts stay the same under any pay table.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.counts import Arrays, Counts, OnProgress
from tablewright.odds.hands import ORDERS_OF_SUITS, Hands, Ints, Pack, whole_deck
from tablewright.odds.strengths import Strengths, strengths
from tablewright.rules.contest import Contest, Looks
from tablewright.rules.described import deal_digest
from tablewright.rules.errors import BadDefinition
from tablewright.rules.views import View


@dataclass(frozen=True, eq=False)
class Met:
    """One decision counted: a row for each hand and each way of putting cards in play."""

    decision: str | None
    hands: npt.NDArray[np.integer]
    """For each row, the class of the player's hand; ascending."""
    thresholds: npt.NDArray[np.integer]
    """For each row, how strong the cards in play are where the hands meet; 0 where they do not."""
    facts: npt.NDArray[np.integer]
    """For each row, the number of the facts before the dealer's hand moves it."""
    cells: Ints
    """How far each cell moves the number of the facts."""
    counts: npt.NDArray[np.integer]
    """For each row and cell, how many dealer's hands."""

    @cached_property
    def bases(self) -> Ints:
        """What `facts` holds, each number once."""
        return np.flatnonzero(np.bincount(self.facts))

    @cached_property
    def _by_base(self) -> tuple[Ints, npt.NDArray[np.integer], list[slice]]:
        """The rows in the order of what `facts` holds, their counts by cell, and where each begins."""
        order = np.argsort(self.facts.astype(np.int16), kind="stable")  # by counting, not comparing
        ends = np.cumsum(np.bincount(self.facts)[self.bases])
        runs = [slice(int(a), int(b)) for a, b in zip([0, *ends[:-1]], ends, strict=True)]
        return order, np.ascontiguousarray(self.counts[order].T), runs

    def summed(self, worth: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each row, what the facts are worth that it leads to, over all dealer's hands."""
        order, counts, runs = self._by_base
        in_order = np.zeros(len(order), dtype=worth.dtype)
        for base, rows in zip(self.bases, runs, strict=True):
            in_order[rows] = worth[base + self.cells] @ counts[:, rows]
        found = np.empty_like(in_order)
        found[order] = in_order
        return found

    def numbers(self) -> Iterator[int]:
        """Every number of facts to which a row and a cell can lead."""
        return (int(base + cell) for base in self.bases for cell in self.cells)


class Counted:
    """A contest with all its deals counted, decision by decision."""

    def __init__(
        self,
        contest: Contest,
        pack: Pack | None = None,
        made_before: Counts | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`on_progress` hears how many decisions are counted; nothing where all were made before."""
        if contest.decks != 1:
            raise BadDefinition(f"a contest of {contest.decks} decks cannot be counted")
        self.contest = contest
        self.pack = pack or whole_deck()
        self.hands: Hands = self.pack.hands(contest.hand_cards)
        self.dealer_hands = comb(len(self.pack.cards) - contest.hand_cards, contest.hand_cards)
        """How many dealer's hands can meet each player's hand."""
        self.deals = self.hands.total * self.dealer_hands
        self.load_seconds = 0.0
        """How long it took to load the compiler and what it has compiled before."""
        self._made: Counts = {} if made_before is None else made_before
        self._seen: dict[View, Strengths] = {}
        self._summed: dict[str | None, tuple[tuple[npt.NDArray[np.bool_], Ints], ...]] = {}
        """For each decision, the rows over which facts were counted first and last, with the counts."""
        self.met: dict[str | None, Met]
        key = f"contest-{deal_digest(contest)}-{self.pack.letters}"
        if kept := self._made.get(key):
            self.met = {decision: self._unpacked(decision, kept) for decision in contest.looks}
        else:
            self.met = {}
            for done, (each, looks) in enumerate(contest.looks.items()):
                if on_progress:
                    on_progress(done, len(contest.looks))
                self.met[each] = self._meet(each, looks)
            self._made[key] = {
                f"{decision}.{name}": array
                for decision, met in self.met.items()
                for name, array in self._packed(met).items()
            }

    def _packed(self, met: Met) -> dict[str, npt.NDArray[np.integer]]:
        """What is worth keeping of a count: not what every hand has in common."""
        arrays = {"facts": met.facts, "cells": met.cells}
        if len(met.hands) != len(self.hands):
            arrays["hands"] = met.hands
        if len(met.cells) > 1:
            arrays |= {"thresholds": met.thresholds, "counts": met.counts}
        return arrays

    def _unpacked(self, decision: str | None, kept: Arrays) -> Met:
        """A decision that was counted before."""

        def part(name: str, otherwise: Callable[[], npt.NDArray[np.integer]]) -> Any:
            found = kept.get(f"{decision}.{name}")
            return otherwise() if found is None else found

        facts = kept[f"{decision}.facts"]
        every = len(self.hands)
        return Met(
            decision,
            part("hands", lambda: np.arange(every, dtype=np.int32)),
            part("thresholds", lambda: np.zeros(every, dtype=np.int32)),
            facts,
            kept[f"{decision}.cells"].astype(np.int64),
            part("counts", lambda: np.full((every, 1), self.dealer_hands, dtype=np.int64)),
        )

    def histogram(self, met: Met, rows: npt.NDArray[np.integer]) -> Ints:
        """How often each number of facts occurs over some rows of a decision.

        Counted from the rows that were asked for first or last, whichever are nearer: another pay table
        leaves most decisions as they are.
        """
        now = np.zeros(len(met.hands), dtype=bool)
        now[rows] = True
        empty = np.zeros_like(now), np.zeros(self.contest.space.size, dtype=np.int64)
        kept = self._summed.get(met.decision, ())
        before, histogram = min([empty, *kept], key=lambda each: int((each[0] ^ now).sum()))
        come, gone = np.flatnonzero(now & ~before), np.flatnonzero(before & ~now)
        histogram = histogram + self._histogram(met, come) - self._histogram(met, gone)
        self._summed[met.decision] = (*kept[:1], (now, histogram))
        return histogram

    def _histogram(self, met: Met, rows: npt.NDArray[np.integer]) -> Ints:
        histogram = np.zeros(self.contest.space.size, dtype=np.int64)
        if not len(rows):
            return histogram
        weights = self.hands.weights[met.hands[rows]]
        facts = met.facts[rows]
        order = np.argsort(facts.astype(np.int16), kind="stable")  # by counting, not comparing
        starts = np.flatnonzero(np.diff(facts[order], prepend=-1))
        counts = (met.counts[rows] * weights[:, None])[order]
        for base, by_cell in zip(
            facts[order][starts], np.add.reduceat(counts, starts, axis=0), strict=True
        ):
            histogram[base + met.cells] += by_cell
        return histogram

    def strengths(self, view: View) -> Strengths:
        """The strength of every class's hand in a view."""
        found = self._seen.get(view)
        if found is None:
            found = self._seen[view] = strengths(view, self.hands.places, self.pack)
        return found

    def as_dealer(self, decision: str | None) -> tuple[Strengths, npt.NDArray[np.int32]]:
        """Every hand as the dealer's after a decision: its strength where hands meet, and its label."""
        looks = self.contest.looks[decision]
        if not looks.against:
            nothing = np.zeros(len(self.hands), dtype=np.int32)
            return nothing, nothing
        return self.strengths(looks.against[0][0]), self._dealer_labels(looks)[0]

    def _meet(self, decision: str | None, looks: Looks) -> Met:
        facts = np.full(len(self.hands), looks.start, dtype=np.int64)
        for view, moves, only_played in looks.player:
            if not (only_played and self._names_cards(decision)):
                facts += np.array(moves)[self.strengths(view)]
        if not looks.against:
            return self._alone(decision, looks, facts)
        if len(looks.against) > 1:
            raise BadDefinition("hands that meet in more than one view cannot be counted")
        view, *versus = looks.against[0]
        rows = self._rows(decision, looks, view)
        labels, moved = self._dealer_labels(looks)
        counts = self._counts(self.strengths(view), labels, len(moved), rows.hands, rows.thresholds)
        cells = (moved[:, None] + np.array(versus, dtype=np.int64)[None, :]).ravel()
        return Met(
            decision,
            rows.hands,
            rows.thresholds,
            facts[rows.hands] + rows.moved,
            cells,
            counts.reshape(len(rows.hands), -1),
        )

    def _names_cards(self, decision: str | None) -> bool:
        """Whether only some of the cards are put in play."""
        return decision is not None and self.contest.decision[decision].plays is not None

    def _alone(self, decision: str | None, looks: Looks, facts: Ints) -> Met:
        """A hand that does not meet the dealer's: the facts are the same against any dealer's hand."""
        if looks.dealer or self._names_cards(decision):
            raise BadDefinition(f"the facts after {decision} cannot be counted")
        every = np.arange(len(self.hands), dtype=np.int32)
        counts = np.full((len(self.hands), 1), self.dealer_hands, dtype=np.int64)
        nothing = np.zeros(len(self.hands), dtype=np.int32)
        return Met(decision, every, nothing, facts, np.zeros(1, dtype=np.int64), counts)

    def _rows(self, decision: str | None, looks: Looks, view: View) -> "_Rows":
        """What the player may put in play of each hand.

        All the cards; or of some, for each thing they can be called where that counts, the strongest
        in the view in which the hands meet. Nothing weaker can be worth more: pricing checks that.
        """
        every = np.arange(len(self.hands), dtype=np.int32)
        plays = self.contest.decision[decision].plays if decision else None
        called = [(shown, moves) for shown, moves, only_played in looks.player if only_played]
        if plays is None or not called:
            if plays is not None and any(ranking.cards > plays for ranking in view.rankings):
                raise BadDefinition(f"{view.name} is not seen in the {plays} cards put in play")
            return _Rows(every, self.strengths(view), np.zeros(len(every), dtype=np.int64))
        held = [self.hands.places[:, columns] for columns in self._choices(plays)]
        thresholds = np.stack([strengths(view, cards, self.pack) for cards in held], axis=1)
        moved = np.zeros(thresholds.shape, dtype=np.int64)
        for shown, moves in called:
            for n, cards in enumerate(held):
                moved[:, n] += np.array(moves)[strengths(shown, cards, self.pack)]
        parts = []
        for move in np.unique(moved):
            strongest = np.where(moved == move, thresholds, -1).max(axis=1)
            some = every[strongest >= 0]
            parts.append(_Rows(some, strongest[some], np.full(len(some), move)))
        hands, strongest, move = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(hands, kind="stable")
        return _Rows(hands[order], strongest[order], move[order])

    def _choices(self, plays: int) -> tuple[tuple[int, ...], ...]:
        """Every choice of so many cards, as columns of the hand."""
        return tuple(combinations(range(self.contest.hand_cards), plays))

    def _dealer_labels(self, looks: Looks) -> tuple[npt.NDArray[np.int32], Ints]:
        """What each hand is called as the dealer's, numbered, and how far each such call moves."""
        moved = np.zeros(len(self.hands), dtype=np.int64)
        for view, moves in looks.dealer:
            moved += np.array(moves)[self.strengths(view)]
        distinct, labels = np.unique(moved, return_inverse=True)
        return labels.astype(np.int32), distinct

    def _counts(
        self,
        dealer: Strengths,
        labels: npt.NDArray[np.int32],
        label_count: int,
        rows: npt.NDArray[np.int32],
        thresholds: Strengths,
    ) -> npt.NDArray[np.integer]:
        key = _hash(
            np.array([len(self.pack.ranks), self.contest.hand_cards, label_count]),
            dealer,
            labels,
            rows,
            thresholds,
        )
        kept = self._made.get(f"sweep-{key}")
        if kept is not None:
            return kept["counts"]
        counts = self._count(dealer, labels, label_count, rows, thresholds)
        if (counts < 0).any() or (counts.sum(axis=(1, 2)) != self.dealer_hands).any():
            raise BadDefinition("a count of the dealer's hands does not add up")
        self._made[f"sweep-{key}"] = {"counts": counts}
        return counts

    def _count(
        self,
        dealer: Strengths,
        labels: npt.NDArray[np.int32],
        label_count: int,
        rows: npt.NDArray[np.int32],
        thresholds: Strengths,
    ) -> Ints:
        started = time.perf_counter()
        from tablewright.odds.kernels import sweep

        sweep.load()
        self.load_seconds += time.perf_counter() - started
        subsets = self.hands.subsets
        held = np.zeros((len(subsets.counts), label_count), dtype=np.int64)
        counts = np.zeros((len(rows), label_count, 3), dtype=np.int64)
        sweep(
            subsets.numbers,
            subsets.signs * (ORDERS_OF_SUITS // subsets.counts),
            self.hands.weights,
            dealer,
            labels,
            _ascending(dealer),
            rows,
            thresholds,
            _ascending(thresholds),
            held,
            counts,
        )
        return counts // ORDERS_OF_SUITS


class _Rows(NamedTuple):
    """What may be put in play: of which hand, how strong, and how far what it is called moves."""

    hands: npt.NDArray[np.int32]
    thresholds: Strengths
    moved: Ints


def _ascending(strengths: Strengths) -> npt.NDArray[np.int32]:
    """The order in which strengths ascend; equal ones as they stand."""
    few = strengths.astype(np.uint16) if int(strengths.max()) < 2**16 else strengths
    return np.argsort(few, kind="stable").astype(np.int32)  # by counting, where they are few


def _hash(*arrays: npt.NDArray[np.integer]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(f"{array.dtype.str} {array.shape} ".encode("ascii"))
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
