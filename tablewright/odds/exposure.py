"""The most that one round can cost the house: what one place can win within the limits.

Every outcome that a deal leads to is looked at, rounds declared void among them. Stakes are those that
cost the house most there, as the limits, the wagers that need each other and posted maximum payouts
let them be laid (`placing.py`).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.analysis import Analysis
from tablewright.odds.contests import Counted, Met
from tablewright.odds.draws import DrawnCounts
from tablewright.odds.hands import Ints
from tablewright.odds.ledger import SAFE
from tablewright.odds.placing import Ends, Lay, Limits, Placing
from tablewright.rules.cards import SUITS, Card
from tablewright.rules.errors import BadDefinition
from tablewright.rules.facts import FactSpace
from tablewright.rules.game import Ruleset
from tablewright.rules.money import HouseSettings

Cents = npt.NDArray[Any]
"""Whole numbers of 64 bits, or without limit where those would not do."""


class Exposure(NamedTuple):
    """The costliest round of one place."""

    cents: int
    """What the house loses."""
    lays: tuple[Lay, ...]
    decision: str | None = None
    cards: tuple[Card, ...] = ()
    """Of a draw, the cards that bring it."""
    facts: frozenset[tuple[str | None, int]] = frozenset()
    """Of a contest, every decision and every number of facts that cost so much."""


def exposure(analysis: Analysis, limits: Limits, house: HouseSettings) -> Exposure:
    """The costliest round of one place at these limits."""
    placing = Placing(analysis.ruleset, limits, house)
    if analysis.solved is not None:
        return _of_contest(analysis.solved.counted, analysis.ruleset, placing)
    return _OfDraw(analysis.draws, analysis.ruleset, placing).costliest()


# A contest -----------------------------------------------------------------------------------------


def _of_contest(counted: Counted, ruleset: Ruleset, placing: Placing) -> Exposure:
    contest = counted.contest
    worst = Exposure(0, ())
    equals: set[tuple[str | None, int]] = set()
    for decision, met in counted.met.items():
        for facts in (*reached(met), contest.void_facts(decision)):
            lays = _laid_in_contest(ruleset, placing, decision, facts, contest.decided_by)
            cents = sum(lay.cost for lay in lays)
            if cents > worst.cents:
                worst, equals = Exposure(cents, tuple(lays), decision), set()
            if cents == worst.cents:
                equals.add((decision, facts))
    return worst._replace(facts=frozenset(equals))


def reached(met: Met) -> Iterator[int]:
    """Every number of facts that some deal leads to after a decision."""
    found: set[int] = set()
    for cell, move in enumerate(met.cells):
        found |= {int(base + move) for base in np.unique(met.facts[met.counts[:, cell] > 0])}
    yield from sorted(found)


def _laid_in_contest(
    ruleset: Ruleset, placing: Placing, decision: str | None, facts: int, decided_by: str
) -> list[Lay]:
    """What costs most for these facts. Who decides has the wager on the felt that obliges them to."""
    ends = {
        id: each.outcomes[facts] for id, each in ruleset.wagers.items() if facts in each.outcomes
    }
    must = decided_by if decision else ""
    if not decision:
        ends.pop(decided_by, None)
    found: list[Lay] = []
    for tied in placing.together(ends):
        if must in placing.tied and must not in tied:
            continue
        lays = placing.costliest(ends, tied, decision=decision or "", must=must)
        if lays and sum(lay.cost for lay in lays) > sum(lay.cost for lay in found):
            found = lays
    return found


# A draw --------------------------------------------------------------------------------------------


class Best(NamedTuple):
    """The costliest sequence of ranks found: what it costs, which it is, and whether of one suit."""

    cents: int
    sequence: int
    is_suited: bool


class _OfDraw:
    """A draw: wagers on the round are laid once, wagers on a card before each card."""

    def __init__(self, counts: DrawnCounts, ruleset: Ruleset, placing: Placing) -> None:
        self._counts, self._draw = counts, counts.draw
        self._ruleset, self._placing = ruleset, placing

    def costliest(self) -> Exposure:
        worst = Exposure(0, ())
        of_round = self._ids(self._draw.round_space)
        for laid in self._placing.together(of_round):
            by_card = self._by_card(laid)
            for drawn in range(self._draw.cards + 1):
                cards = self._cards(drawn, laid, by_card)
                lays = self._laid(cards, laid) if cards is not None else None
                cents = sum(lay.cost for lay in lays or ())
                if lays and cents > worst.cents:
                    worst = Exposure(cents, tuple(lays), cards=cards or ())
        return worst

    def _ids(self, space: FactSpace[object]) -> list[str]:
        return [id for id, each in self._ruleset.wagers.items() if each.space is space]

    def _ends(self, space: FactSpace[object], facts: int) -> Ends:
        wagers = self._ruleset.wagers
        return {
            id: wagers[id].outcomes[facts]
            for id in self._ids(space)
            if facts in wagers[id].outcomes
        }

    def _on_round(self, facts: int, laid: frozenset[str]) -> list[Lay] | None:
        return self._placing.costliest(self._ends(self._draw.round_space, facts), laid)

    def _on_card(self, card: Card | None, laid: frozenset[str]) -> list[Lay]:
        """What costs most on one card, beside what is laid on the round."""
        ends = self._ends(self._draw.card_space, self._draw.card_facts(card))
        found: list[Lay] = []
        for tied in self._placing.together(ends, laid=laid):
            lays = self._placing.costliest(ends, tied, laid=laid)
            if lays and sum(lay.cost for lay in lays) > sum(lay.cost for lay in found):
                found = lays
        return found

    def _by_card(self, laid: frozenset[str]) -> list[list[int]]:
        """What each card costs: a row for each rank of the pack, a column for each suit."""
        cards, suits = self._counts.pack.cards, len(SUITS)
        costs = [sum(lay.cost for lay in self._on_card(card, laid)) for card in cards]
        return [costs[n : n + suits] for n in range(0, len(costs), suits)]

    def _facts(self, drawn: int) -> tuple[Ints, Ints]:
        """The facts of every sequence of so many ranks; the round is void if cards are missing."""
        if drawn == self._draw.cards:
            return self._counts.facts_by_ranks
        void = self._draw.round_facts((), is_void=True) - self._draw.round_facts(())
        if not drawn:
            only = np.array([self._draw.round_facts(())]) + void
            return only, only
        mixed, suited = self._counts.facts_after(drawn)
        return mixed + void, suited + void

    def _cards(
        self, drawn: int, laid: frozenset[str], by_card: list[list[int]]
    ) -> tuple[Card, ...] | None:
        """The cards that cost most of all that so many draws can bring."""
        mixed, suited = self._facts(drawn)
        costs = {}
        for facts in np.unique(np.concatenate([mixed, suited])):
            lays = self._on_round(int(facts), laid)
            if lays is not None:
                costs[int(facts)] = sum(lay.cost for lay in lays)
        if not costs:
            return None
        largest = max(map(abs, (*costs.values(), *(each for row in by_card for each in row))))
        kind = np.int64 if largest * (drawn + 1) < SAFE else object
        never = -(drawn + 2) * (largest + 1)
        of_round = np.full(self._draw.round_space.size, never, dtype=kind)
        for number, cents in costs.items():
            of_round[number] = cents
        sums = Sums(np.array(by_card, dtype=kind), self._draw.decks, drawn)
        best = max(
            sums.best(of_round[mixed], never, is_suited=False),
            sums.best(of_round[suited], never, is_suited=True),
        )
        return None if best.cents <= never else self._named(sums.cards(best))

    def _named(self, places: list[tuple[int, int]]) -> tuple[Card, ...]:
        return tuple(self._counts.pack.cards[len(SUITS) * rank + suit] for rank, suit in places)

    def _laid(self, cards: tuple[Card, ...], laid: frozenset[str]) -> list[Lay]:
        """What is laid on these cards, and what it costs, as the table would settle them."""
        is_void = len(cards) < self._draw.cards
        on_round = self._on_round(self._draw.round_facts(cards, is_void=is_void), laid)
        if on_round is None:
            raise BadDefinition("a costliest round cannot be laid")
        return on_round + [
            lay._replace(card=n)
            for n, card in enumerate(cards, start=1)
            for lay in self._on_card(card, laid)
        ]


class Sums:
    """What the cards of every sequence of ranks cost together, in the suits that cost most."""

    def __init__(self, by_card: Cents, decks: int, drawn: int) -> None:
        self._by_card, self._decks, self._drawn = by_card, decks, drawn
        ranks = len(by_card)
        self._ranks = np.indices((ranks,) * drawn, dtype=np.int8).reshape(drawn, ranks**drawn)
        self._order = np.argsort(-by_card, axis=1, kind="stable")
        """For each rank the suits, the costliest first."""
        self._gone = np.zeros_like(self._ranks)
        """For each card, how often its rank came before it."""
        for n in range(drawn):
            for before in self._ranks[:n]:
                self._gone[n] += before == self._ranks[n]

    def best(self, of_round: Cents, never: int, *, is_suited: bool) -> Best:
        """The costliest sequence with what the round costs added; `never`, if there is none."""
        if not is_suited and self._drawn < 2:
            return Best(never, 0, is_suited)
        totals = self._of_one_suit() if is_suited else self._of_mixed_suits()
        copies = self._decks if is_suited else self._decks * len(SUITS)
        can_be = (self._gone < copies).all(axis=0) & (of_round > never)
        totals = np.where(can_be, totals + of_round, never)
        place = int(np.argmax(totals))
        return Best(int(totals[place]), place, is_suited)

    def _of_one_suit(self) -> Cents:
        per_suit = [
            sum((column[r] for r in self._ranks), self._nothing) for column in self._by_card.T
        ]
        found: Cents = np.max(np.stack(per_suit), axis=0)
        return found

    @property
    def _nothing(self) -> Cents:
        return np.zeros(self._ranks.shape[1], dtype=self._by_card.dtype)

    def _of_mixed_suits(self) -> Cents:
        """Each card in the costliest suit of which a copy is left, but not all in one."""
        total = self._nothing
        for ranks, gone in zip(self._ranks, self._gone, strict=True):
            suit = self._order[ranks, np.minimum(gone // self._decks, len(SUITS) - 1)]
            total = total + self._by_card[ranks, suit]
        return total - np.where(self._is_one_suit(), self._cheapest_change(), self._nothing)

    def _is_one_suit(self) -> npt.NDArray[np.bool_]:
        """Whether the costliest suits are one and the same for the whole sequence."""
        firsts = self._order[:, 0][self._ranks]
        alike = (firsts == firsts[:1]).all(axis=0)
        found: npt.NDArray[np.bool_] = alike & (self._gone < self._decks).all(axis=0)
        return found

    def _cheapest_change(self) -> Cents:
        """What it takes away to have one card in the next costliest suit."""
        rows = np.arange(len(self._by_card))
        less = self._by_card[rows, self._order[:, 0]] - self._by_card[rows, self._order[:, 1]]
        found: Cents = less[self._ranks].min(axis=0)
        return found

    def cards(self, best: Best) -> list[tuple[int, int]]:
        """The cards of a sequence, each as the place of its rank and its suit."""
        ranks = [int(rank) for rank in self._ranks[:, best.sequence]]
        if best.is_suited:
            suit = max(
                range(len(SUITS)), key=lambda s: sum(int(self._by_card[r, s]) for r in ranks)
            )
            return [(rank, suit) for rank in ranks]
        gone = self._gone[:, best.sequence]
        found = [
            (rank, int(self._order[rank, int(before) // self._decks]))
            for rank, before in zip(ranks, gone, strict=True)
        ]
        if len({suit for _, suit in found}) == 1:
            first = self._order[:, 0], self._order[:, 1]
            less = [
                int(self._by_card[r, first[0][r]] - self._by_card[r, first[1][r]]) for r in ranks
            ]
            changed = less.index(min(less))
            found[changed] = (ranks[changed], int(first[1][ranks[changed]]))
        return found
