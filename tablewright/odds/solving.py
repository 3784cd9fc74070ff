"""The best decision for every hand, and what each decision is worth, exactly.

Everything is a whole number: nets are brought to one denominator, and a hand's value is the sum over
all dealer's hands. Divided by both it is the expectation in units of the wager that obliges to decide.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.contests import Counted, Met
from tablewright.odds.hands import Ints
from tablewright.odds.ledger import SAFE, HistogramEntry, whole_nets
from tablewright.rules.contest import Contest
from tablewright.rules.errors import BadDefinition
from tablewright.rules.game import Ruleset
from tablewright.rules.stakes import Offer
from tablewright.rules.wagers import Decided

Strategy = npt.NDArray[np.int8]
"""For each class of hands, the place of a decision among the contest's decisions."""


def contest_of(ruleset: Ruleset) -> Contest:
    """How a ruleset with decisions is dealt."""
    if not isinstance(ruleset.deal, Contest):
        raise BadDefinition(f"{ruleset.game.name} has no decision")
    return ruleset.deal


def contest_wagers(ruleset: Ruleset) -> tuple[str, ...]:
    """The wagers that are decided together, of a ruleset with decisions; the first obliges to."""
    contest_of(ruleset)
    return ruleset.decided_together


def staked(ruleset: Ruleset, decision: str | None) -> dict[str, int]:
    """What is staked on each wager after a decision, if everything is: the free stakes are 1."""
    offer = Offer.of([decided.wager for decided in ruleset.wagers.values()])
    return offer.on_the_felt(dict.fromkeys(offer.placed, 1), decision)


class Valued(NamedTuple):
    """One decision valued for every hand."""

    values: npt.NDArray[Any]
    """For each class of hands, what the decision is worth, times the scale."""
    rows: Ints
    """For each class of hands, the row of the count that is worth most."""


class Solved:
    """A contest solved: every decision valued for every hand, and the best one found."""

    def __init__(self, ruleset: Ruleset, counted: Counted, before: "Solved | None" = None) -> None:
        """`before` is the same contest solved at other odds: what they leave as it is, is kept."""
        self.ruleset = ruleset
        self.counted = counted
        self.decisions = tuple(decision.id for decision in contest_of(ruleset).decisions)
        self.wagers = contest_wagers(ruleset)
        decided = [ruleset.wagers[id] for id in self.wagers]
        self.denominator = lcm(*(each.scale for each in decided))
        self.scale = self.denominator * counted.dealer_hands
        """A value divided by this is in units of the wager that obliges to decide."""
        self._nets = {decision: self._whole(decision, decided) for decision in self.decisions}
        self.valued: dict[str, Valued] = {}
        for each in self.decisions:
            if before and self._values_alike(each, before):
                self.valued[each] = before.valued[each]
            else:
                self.valued[each] = self._valued(counted.met[each], self._nets[each])
        if before:
            self._keep(before)

    def _values_alike(self, decision: str, other: "Solved") -> bool:
        same = self.denominator == other.denominator
        return same and self._nets[decision] == other._nets[decision]

    def _keep(self, before: "Solved") -> None:
        """What was found at other odds and is the same at these."""
        self.entries_alone = before.entries_alone
        if all(self.valued[each] is before.valued[each] for each in self.decisions):
            self.best, self.ties = before.best, before.ties
        elif np.array_equal(self.best, before.best):
            self.best = before.best
        if self.best is before.best and all(
            np.array_equal(self.valued[each].rows, before.valued[each].rows)
            for each in self.decisions
        ):
            self.best_entries = before.best_entries

    def _whole(self, decision: str, decided: Sequence[Decided[Any]]) -> dict[int, int]:
        """What the contest's wagers gain together, by the facts after a decision: whole numbers."""
        stakes = staked(self.ruleset, decision)
        possible = self.counted.contest.space.possible
        numbers = [n for n in self.counted.met[decision].numbers() if n in possible]
        _, nets = whole_nets(decided, [HistogramEntry(n, 1, stakes) for n in numbers])
        return dict(zip(numbers, map(sum, zip(*nets, strict=True)), strict=True))

    def _valued(self, met: Met, whole: Mapping[int, int]) -> Valued:
        self._refuse_better_when_lower(met, whole)
        largest = max((abs(net) for net in whole.values()), default=0)
        kind = np.int64 if largest * self.counted.dealer_hands < SAFE else object
        by_facts = np.zeros(self.counted.contest.space.size, dtype=kind)
        for facts, net in whole.items():
            by_facts[facts] = net
        worth = met.summed(by_facts)
        if len(met.hands) == len(self.counted.hands):
            return Valued(worth, np.arange(len(worth)))
        starts = np.flatnonzero(np.diff(met.hands, prepend=-1))
        most = np.maximum.reduceat(worth, starts)
        is_most = worth == most[met.hands]
        first = np.flatnonzero(is_most)
        _, rows = np.unique(met.hands[first], return_index=True)
        return Valued(most, first[rows])

    def _refuse_better_when_lower(self, met: Met, whole: Mapping[int, int]) -> None:
        """Only the strongest cards of their kind were counted: a weaker choice must not pay more."""
        if self.counted.contest.decision[met.decision or ""].plays is None:
            return
        for base in met.bases:
            for first in range(0, len(met.cells), 3):
                lower, copy, higher = (int(base + cell) for cell in met.cells[first : first + 3])
                paid = [whole[facts] for facts in (lower, copy, higher) if facts in whole]
                if paid != sorted(paid):
                    raise BadDefinition(f"after {met.decision} a lower hand can be worth more")

    def staked_together(self, decision: str) -> int:
        """What the contest's wagers have staked together after a decision."""
        stakes = staked(self.ruleset, decision)
        return sum(stakes.get(id, 0) for id in self.wagers)

    @cached_property
    def best(self) -> Strategy:
        """The best decision for each hand; of equal ones the one that stakes less."""
        order = sorted(
            range(len(self.decisions)),
            key=lambda n: self.staked_together(self.decisions[n]),
        )
        best = np.full(len(self.counted.hands), order[0], dtype=np.int8)
        most = self.valued[self.decisions[order[0]]].values
        for n in order[1:]:
            values = self.valued[self.decisions[n]].values
            better = values > most
            best[better] = n
            most = np.where(better, values, most)
        return best

    @cached_property
    def ties(self) -> int:
        """For how many hands two decisions are worth the same and no other is worth more."""
        values = np.stack([self.valued[each].values for each in self.decisions])
        tied = (values == values.max(axis=0)).sum(axis=0) > 1
        return int(self.counted.hands.weights[tied].sum())

    def always(self, decision: str) -> Strategy:
        """The same decision for every hand."""
        place = self.decisions.index(decision)
        return np.full(len(self.counted.hands), place, dtype=np.int8)

    def worth(self, strategy: Strategy) -> Fraction:
        """The expectation of a strategy, in units of the wager that obliges to decide."""
        total = 0
        for n, decision in enumerate(self.decisions):
            chosen = strategy == n
            total += weighted_sum(
                self.valued[decision].values[chosen], self.counted.hands.weights[chosen]
            )
        return Fraction(total, self.scale * self.counted.hands.total)

    def value(self, decision: str, hand: int) -> Fraction:
        """What a decision is worth for one class of hands."""
        return Fraction(int(self.valued[decision].values[hand]), self.scale)

    def played(self, strategy: Strategy) -> dict[str, Fraction]:
        """Which part of all hands gets each decision."""
        weights, total = self.counted.hands.weights, self.counted.hands.total
        return {
            decision: Fraction(int(weights[strategy == n].sum()), total)
            for n, decision in enumerate(self.decisions)
        }

    def entries(self, strategy: Strategy) -> list[HistogramEntry]:
        """The facts of all deals under a strategy."""
        return self.best_entries if strategy is self.best else self._entries_under(strategy)

    @cached_property
    def best_entries(self) -> list[HistogramEntry]:
        """The facts of all deals, each hand played for the best."""
        return self._entries_under(self.best)

    def _entries_under(self, strategy: Strategy) -> list[HistogramEntry]:
        found = []
        for n, decision in enumerate(self.decisions):
            hands = np.flatnonzero(strategy == n)
            rows = self.valued[decision].rows[hands]
            found += self._entries(self.counted.met[decision], rows)
        return found

    @cached_property
    def entries_alone(self) -> list[HistogramEntry]:
        """The facts of all deals of a seat that has nothing to decide."""
        met = self.counted.met[None]
        return self._entries(met, np.arange(len(met.hands)))

    def _entries(self, met: Met, rows: npt.NDArray[np.integer]) -> list[HistogramEntry]:
        if not len(rows):
            return []
        histogram = self.counted.histogram(met, rows)
        stakes = staked(self.ruleset, met.decision)
        return [
            HistogramEntry(int(facts), int(histogram[facts]), stakes)
            for facts in np.flatnonzero(histogram)
        ]


def weighted_sum(values: npt.NDArray[Any], weights: Ints) -> int:
    """The sum of values times weights, exact at any size."""
    if values.dtype == object or not len(values):
        return int((values * weights).sum()) if len(values) else 0
    high, low = values >> 31, values & (2**31 - 1)
    return (int((high * weights).sum()) << 31) + int((low * weights).sum())
