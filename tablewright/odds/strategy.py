"""Strategies that can be taught: a short list of hands to hold, read from the top, and its exact cost.

A *rule* says: if the hand, in the view in which it would meet the dealer's, is at least this, decide
so. A *list* is a few rules in order and what to do otherwise. Lists are searched for, first by kinds of
hands and then rank by rank; the search may miss a better list, but what a list costs is always exact.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.hands import Ints
from tablewright.odds.ledger import SAFE
from tablewright.odds.solving import Solved, Strategy
from tablewright.rules.cards import Card
from tablewright.rules.rankings import Standing
from tablewright.rules.views import View

RANKS_NAMED = 1
"""How many ranks a rule of several may name beside the kind of hand: `pair of eights`, `ace high`.

Where one rule is all there is to learn, a cut-off, it may name every rank.
"""

WORTH_LEARNING = Fraction(1, 2)
"""A longer list is taught only if it costs less than this part of the shorter one."""

DEAREST = 10
"""So many exceptions to a list are shown."""

LONGEST = 5
KEPT = 6
"""How many lists are refined of those that a search by kinds of hands finds best."""


class Rule(NamedTuple):
    """At least this hand in this view: decide so."""

    decision: str
    view: View
    at_least: int

    def __str__(self) -> str:
        return at_least(self.view, self.at_least)


@dataclass(frozen=True, eq=False)
class Listed:
    """An ordered list of rules, and its worth."""

    solved: Solved
    rules: tuple[Rule, ...]
    otherwise: str

    @property
    def name(self) -> str:
        """What the list is called on the command line."""
        return "cut-off" if len(self.solved.decisions) == 2 else f"list-{len(self.rules)}"

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each rule's decision and the hand it asks for, with its view where there are several."""
        several = len(self.solved.counted.contest.spoken) > 1
        return [
            (rule.decision, f"{rule.view.name}: {rule}" if several else str(rule))
            for rule in self.rules
        ]

    @cached_property
    def strategy(self) -> Strategy:
        """The list's decision for each class of hands."""
        decisions = self.solved.decisions
        chosen = self.solved.always(self.otherwise)
        for rule in reversed(self.rules):
            held = self.solved.counted.strengths(rule.view) >= rule.at_least
            chosen[held] = decisions.index(rule.decision)
        return chosen

    @cached_property
    def expectation(self) -> Fraction:
        return self.solved.worth(self.strategy)

    @cached_property
    def cost(self) -> Fraction:
        """What the list loses against the best decisions, in units of the first wager."""
        return self.solved.worth(self.solved.best) - self.expectation

    @cached_property
    def exceptions(self) -> "Exceptions":
        """The hands for which the list does not say what is best."""
        return Exceptions(self)


class Mistake(NamedTuple):
    """A hand that is better played otherwise than a list says."""

    cards: tuple[Card, ...]
    listed: str
    best: str
    cost: Fraction
    alike: int
    """How many hands a change of suits makes of it."""


class Exceptions:
    """The hands that a list plays differently from the best, the dearest first."""

    def __init__(self, listed: Listed) -> None:
        solved = listed.solved
        self._listed = listed
        self.classes: Ints = np.flatnonzero(listed.strategy != solved.best)
        self.hands = int(solved.counted.hands.weights[self.classes].sum())

    def dearest(self, most: int) -> Iterator["Mistake"]:
        """The hands that lose most."""
        solved, listed = self._listed.solved, self._listed
        losses = [(self._loss(int(hand)), int(hand)) for hand in self._shortlist(most)]
        for loss, hand in sorted(losses, key=lambda each: (-each[0], each[1]))[:most]:
            places = solved.counted.hands.places[hand]
            cards = tuple(solved.counted.pack.cards[place] for place in reversed(places))
            says = solved.decisions[listed.strategy[hand]]
            best = solved.decisions[solved.best[hand]]
            alike = int(solved.counted.hands.weights[hand])
            yield Mistake(cards, says, best, loss, alike)

    def _shortlist(self, most: int) -> Ints:
        """The classes that lose most, found without fractions."""
        solved = self._listed.solved
        values = np.stack([solved.valued[each].values for each in solved.decisions])
        loss = (
            values[solved.best[self.classes], self.classes]
            - values[self._listed.strategy[self.classes], self.classes]
        )
        return self.classes[np.argsort(-loss, kind="stable")[:most]]

    def _loss(self, hand: int) -> Fraction:
        solved = self._listed.solved
        said = solved.decisions[self._listed.strategy[hand]]
        best = solved.decisions[solved.best[hand]]
        return solved.value(best, hand) - solved.value(said, hand)


class Compared(NamedTuple):
    """A strategy beside the best one."""

    name: str
    expectation: Fraction
    cost: Fraction
    """What it loses against the best decisions."""
    played: Mapping[str, Fraction]
    """Which part of all hands gets each decision."""


def compared(solved: Solved, lists: Sequence[Listed]) -> list[Compared]:
    """The best decisions, the lists from the longest down, and always the same decision."""
    strategies = {"optimal": solved.best}
    strategies |= {each.name: each.strategy for each in reversed(lists)}
    strategies |= {decision: solved.always(decision) for decision in solved.decisions}
    best = solved.worth(solved.best)
    return [
        Compared(name, worth, best - worth, solved.played(strategy))
        for name, strategy in strategies.items()
        for worth in [solved.worth(strategy)]
    ]


def taught(solved: Solved) -> list[Listed]:
    """Lists to teach, each longer than the one before and worth the length; the last is the best."""
    return _Search(solved).lists()


class _Board(NamedTuple):
    """Hands pooled that no rule can tell apart: how each pool is seen, and each decision's worth."""

    seen: Mapping[View, Ints]
    worth: Mapping[str, npt.NDArray[Any]]
    otherwise: str

    def total(self, rules: Sequence[Rule]) -> int:
        """What a list is worth."""
        left = np.ones(len(self.worth[self.otherwise]), dtype=bool)
        total = 0
        for rule in rules:
            taken = left & (self.seen[rule.view] >= rule.at_least)
            total += int(self.worth[rule.decision][taken].sum())
            left &= ~taken
        return total + int(self.worth[self.otherwise][left].sum())

    def boundary(self, rules: Sequence[Rule], n: int, candidates: Ints) -> int:
        """The best boundary of one rule, the others being as they are; the plainest of equals."""
        left = np.ones(len(self.worth[self.otherwise]), dtype=bool)
        for rule in rules[:n]:
            left &= self.seen[rule.view] < rule.at_least
        rest = self.worth[self.otherwise].copy()
        reached = left.copy()
        for rule in rules[n + 1 :]:
            taken = reached & (self.seen[rule.view] >= rule.at_least)
            rest[taken] = self.worth[rule.decision][taken]
            reached &= ~taken
        rule = rules[n]
        gains = np.zeros(rule.view.strengths + 1, dtype=rest.dtype)
        np.add.at(gains, self.seen[rule.view][left], (self.worth[rule.decision] - rest)[left])
        from_here_up = np.cumsum(gains[::-1])[::-1]
        return int(candidates[int(np.argmax(from_here_up[candidates]))])


class _Search:
    """The search for lists."""

    def __init__(self, solved: Solved) -> None:
        self.solved = solved
        looks = solved.counted.contest.looks
        self.views = {
            decision: looks[decision].against[0][0]
            for decision in solved.decisions
            if looks[decision].against
        }
        views = list(dict.fromkeys(self.views.values()))
        named = RANKS_NAMED if len(self.views) > 1 else solved.counted.contest.hand_cards
        self.finest = {view: marks(view, named) for view in views}
        self.coarsest = {view: marks(view, 0) for view in views}
        seen = {view: solved.counted.strengths(view) for view in views}
        self.fine = self._board(seen)
        self.coarse = self._board(
            {view: _mark_below(held, self.coarsest[view]) for view, held in seen.items()}
        )

    def _board(self, seen: Mapping[View, npt.NDArray[np.integer]]) -> _Board:
        distinct, pool = np.unique(np.stack(list(seen.values())), axis=1, return_inverse=True)
        worth = {each: self._pooled(each, pool.ravel()) for each in self.solved.decisions}
        resting = [each for each in self.solved.decisions if each not in self.views]
        otherwise = resting[0] if resting else self.solved.decisions[-1]
        return _Board(dict(zip(seen, distinct, strict=True)), worth, otherwise)

    def _pooled(self, decision: str, pool: Ints) -> npt.NDArray[Any]:
        values, weights = self.solved.valued[decision].values, self.solved.counted.hands.weights
        pooled: npt.NDArray[Any] = np.zeros(int(pool.max()) + 1, dtype=self._kind)
        np.add.at(pooled, pool, values.astype(self._kind) * weights)
        return pooled

    @cached_property
    def _kind(self) -> type:
        """Numbers of 64 bits if every sum fits, whole numbers without limit if not."""
        largest = max(int(np.abs(each.values).max()) for each in self.solved.valued.values())
        return np.int64 if largest * self.solved.counted.hands.total < SAFE else object

    def lists(self) -> list[Listed]:
        """As few lists as are worth learning, each twice as good as the one before."""
        kept: list[Listed] = []
        rules: list[Rule] = []
        for length in range(len(self.views), LONGEST + 1 if len(self.views) > 1 else 2):
            rules = self._best_of(length, rules)
            found = self._plain(rules)
            is_longer = not kept or len(found.rules) > len(kept[-1].rules)
            if not kept or (is_longer and found.cost < WORTH_LEARNING * kept[-1].cost):
                kept.append(found)
        return kept

    def _best_of(self, length: int, shorter: Sequence[Rule]) -> list[Rule]:
        """The best rules found of this length."""
        starts = self._by_kinds(length)
        if len(shorter) == length - 1:
            starts += self._longer(shorter)
        return max((self._refined(start) for start in starts), key=lambda each: each[0])[1]

    def _plain(self, rules: Sequence[Rule]) -> Listed:
        """The list without rules that never hold; one that always holds ends it."""
        kept: list[Rule] = []
        for rule in rules:
            if rule.at_least <= int(self.fine.seen[rule.view].min()):
                return Listed(self.solved, tuple(kept), rule.decision)
            if rule.at_least < rule.view.strengths:
                kept.append(rule)
        return Listed(self.solved, tuple(kept), self.fine.otherwise)

    def _by_kinds(self, length: int) -> list[list[Rule]]:
        """The best lists that name kinds of hands only; longer ones are made from shorter ones."""
        if length > 4:
            return []
        found: list[tuple[int, list[Rule]]] = []
        for order in product(self.views, repeat=length):
            if any(one == following for one, following in pairwise(order)):
                continue
            for rules in self._rules(order):
                found.append((self.coarse.total(rules), rules))
        return _best(found)

    def _longer(self, shorter: Sequence[Rule]) -> list[list[Rule]]:
        """A list that is one rule shorter with a rule put in, at a kind of hands."""
        found: list[tuple[int, list[Rule]]] = []
        for place in range(len(shorter) + 1):
            for decision in self.views:
                for new in self._rules([decision]):
                    rules = [*shorter[:place], *new, *shorter[place:]]
                    found.append((self.fine.total(rules), rules))
        return _best(found)

    def _rules(self, order: Sequence[str]) -> Iterator[list[Rule]]:
        """Every list with these decisions that names kinds of hands only."""
        views = [self.views[decision] for decision in order]
        for levels in product(*(self.coarsest[view] for view in views)):
            yield [Rule(*each) for each in zip(order, views, map(int, levels), strict=True)]

    def _refined(self, rules: list[Rule]) -> tuple[int, list[Rule]]:
        """Move each rule's boundary to where it is best, again and again until none is better."""
        worth = self.fine.total(rules)
        while True:
            moved = list(rules)
            for n, rule in enumerate(moved):
                boundary = self.fine.boundary(moved, n, self.finest[rule.view])
                moved[n] = rule._replace(at_least=boundary)
            now = self.fine.total(moved)
            if now == worth:
                return worth, moved
            worth, rules = now, moved


def _best(found: list[tuple[int, list[Rule]]]) -> list[list[Rule]]:
    return [rules for _, rules in sorted(found, key=lambda each: -each[0])[:KEPT]]


def _mark_below(seen: npt.NDArray[np.integer], at: Ints) -> Ints:
    """Each strength brought down to the mark at or below it; 0 if there is none."""
    ascending = np.concatenate([[0], np.sort(at)])
    return ascending[np.searchsorted(ascending, seen, side="right") - 1]


def marks(view: View, ranks: int) -> Ints:
    """The strengths at which a rule may begin: kinds of hands first, then hands with ranks named.

    Within each the strongest comes first; before all, a strength that no hand has and one all have.
    """
    found: dict[int, None] = {view.strengths: None, 0: None}
    for named in range(ranks + 1):
        first: dict[object, int] = {}
        for strength in range(1, view.strengths):
            seen = view.seen(strength)
            if seen is not None:
                kind = (seen.ranking.name, seen.standing.shape.id, deciding(seen.standing)[:named])
                first.setdefault(kind, strength)
        found |= dict.fromkeys(reversed(first.values()))
    return np.array(list(found), dtype=np.int64)


def deciding(standing: Standing) -> tuple[int, ...]:
    """The ranks that decide within a kind of hand, each once."""
    if standing.shape.is_decided_by_top:
        return (standing.pattern.straight_to,)
    return tuple(dict.fromkeys(int(rank) for rank in standing.pattern.ranks))


def at_least(view: View, strength: int) -> str:
    """A boundary in words: `pair of eights or better`."""
    if strength >= view.strengths:
        return "no hand"
    seen, below = view.seen(strength), view.seen(strength - 1)
    if seen is None:
        return "any hand"
    if below is None or below.ranking is not seen.ranking:
        return f"any {seen.ranking.name}" if len(view.rankings) > 1 else "any hand"
    if below.standing.shape is not seen.standing.shape:
        return f"any {seen.standing.shape.name.lower()} or better"
    if deciding(below.standing)[:1] != deciding(seen.standing)[:1]:
        return f"{view.spoken(strength)} or better"
    ranks = "-".join(rank.letter for rank in seen.standing.pattern.ranks)
    return f"{view.spoken(strength)} ({ranks}) or better"
