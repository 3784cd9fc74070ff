"""Counts that only a player at a table asks for: of cards named from a hand, and of a shoe partly seen.

Like every count they are whole numbers over every case, so that what is said of them is exact. This
needs numpy, and is loaded when advice is first asked for.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import Any

import numpy as np

from tablewright.odds.contests import Counted
from tablewright.odds.draws import DrawnCounts
from tablewright.odds.hands import ORDERS_OF_SUITS, Ints
from tablewright.odds.ledger import SAFE, HistogramEntry, common_denominator, net_of
from tablewright.odds.solving import Solved, staked
from tablewright.rules.cards import SUITS, Card
from tablewright.rules.errors import BadDefinition
from tablewright.rules.views import Hand
from tablewright.rules.wagers import Decided

# Cards named from a hand ---------------------------------------------------------------------------


def value_of(
    solved: Solved, held: Sequence[Card], decision: str, played: Sequence[Card]
) -> Fraction:
    """What a decision is worth with just these cards in play, in units of the first wager."""
    counted = solved.counted
    looks = counted.contest.looks[decision]
    in_play = Hand(played)
    base = counted.contest.player_facts(Hand(held), in_play, decision)
    facts: Ints = np.full(len(counted.hands), base, dtype=np.int64)
    for view, moves in looks.dealer:
        facts += np.array(moves)[counted.strengths(view)]
    for view, *versus in looks.against:
        facts += np.array(versus)[np.sign(in_play.strength(view) - counted.strengths(view)) + 1]
    histogram = np.zeros(counted.contest.space.size, dtype=np.int64)
    np.add.at(histogram, facts, dealer_hands(counted, held))
    stakes, total = staked(solved.ruleset, decision), Fraction(0)
    for number in np.flatnonzero(histogram):
        entry = HistogramEntry(int(number), 1, stakes)
        net = sum((net_of(solved.ruleset.wagers[id], entry) for id in solved.wagers), Fraction(0))
        total += net * int(histogram[number])
    return total / counted.dealer_hands


def dealer_hands(counted: Counted, held: Sequence[Card]) -> Ints:
    """For each class of hands, how many of it the dealer can hold when these cards are elsewhere."""
    hands = counted.hands
    is_held = np.zeros(len(counted.pack.cards), dtype=bool)
    is_held[[counted.pack.place[card] for card in held]] = True
    free = np.zeros(len(hands), dtype=np.int64)
    for order in permutations(range(len(SUITS))):
        suits = np.array(order, dtype=np.int8)
        places = (hands.places & ~3) | suits[hands.places & 3]
        free += ~is_held[places].any(axis=1)
    found = hands.weights * free // ORDERS_OF_SUITS
    if int(found.sum()) != counted.dealer_hands:
        raise BadDefinition("a count of the dealer's hands does not add up")
    return found


# A shoe partly seen --------------------------------------------------------------------------------


class Unseen:
    """The unseen cards: a whole pack less those drawn in this round and before it."""

    def __init__(
        self, counts: DrawnCounts, drawn: Sequence[Card], seen_before: Sequence[Card] = ()
    ) -> None:
        self.counts, self.drawn = counts, tuple(drawn)
        pack = counts.pack
        self.left = dict.fromkeys(pack.cards, counts.draw.decks)
        for card in (*drawn, *seen_before):
            self.left[card] -= 1
        self._by_suit = np.zeros((len(SUITS), len(pack.ranks)), dtype=np.int64)
        for card, copies in self.left.items():
            self._by_suit[SUITS.index(card.suit), pack.rank_place[card.rank]] = copies

    def next_card(self, wagers: Mapping[str, Any]) -> list[HistogramEntry]:
        """The facts of the next card."""
        stakes = dict.fromkeys(wagers, 1)
        found: dict[int, int] = {}
        for card, copies in self.left.items():
            facts = self.counts.draw.card_facts(card)
            found[facts] = found.get(facts, 0) + copies
        return [
            HistogramEntry(facts, copies, stakes)
            for facts, copies in sorted(found.items())
            if copies
        ]

    def worth(self, decided: Decided[Any], *, may_leave: bool = False) -> Fraction:
        """What a wager on the round is worth, in units of its stake.

        If it may be taken back while it stands, and that is used, it is never worth less than nothing.
        """
        nets = {facts: o.net or Fraction(0) for facts, o in decided.outcomes.items()}
        stands = [facts for facts, o in decided.outcomes.items() if o.net is None]
        return self._average(decided, nets, stands if may_leave else [])

    def wins(self, decided: Decided[Any]) -> Fraction:
        """How often a wager on the round wins."""
        won = {facts: Fraction((o.net or 0) > 0) for facts, o in decided.outcomes.items()}
        return self._average(decided, won, [])

    def _average(
        self, decided: Decided[Any], values: Mapping[int, Fraction], stands: Sequence[int]
    ) -> Fraction:
        """The average of values over all that can follow, worked backwards from the last card.

        Sequences of ranks are told apart by whether their cards are of mixed suits or of one suit, and
        of which. Where facts stand among those named, what follows counts as nothing if it is less.
        """
        counts, draw = self.counts, self.counts.draw
        count, to_come = len(counts.pack.ranks), draw.cards - len(self.drawn)
        scale = common_denominator(values.values())
        total = perm(sum(self.left.values()), to_come)
        largest = max((abs(value) for value in values.values()), default=Fraction(0))
        kind = np.int64 if largest * scale * total < SAFE else object
        by_facts = np.zeros(decided.space.size, dtype=kind)
        for facts, value in values.items():
            by_facts[facts] = int(value * scale)
        is_standing = np.zeros(decided.space.size, dtype=bool)
        is_standing[list(stands)] = True
        suits = self._suits_so_far()
        mixed, one = (by_facts[self._following(f, to_come)] for f in counts.facts_by_ranks)
        suited = dict.fromkeys(suits, one)
        of_rank = self._by_suit.sum(axis=0)
        for more in range(to_come - 1, -1, -1):
            ranks = _sequences(count, more)
            before = np.zeros(ranks.shape[1], dtype=kind)
            before_suited = {suit: np.zeros_like(before) for suit in suits}
            for rank in range(count):
                gone = (ranks == rank).sum(axis=0)
                after = mixed[rank::count]
                before += (of_rank[rank] - gone) * after
                for suit in suits:
                    same = self._by_suit[suit, rank]
                    before_suited[suit] += (same - gone) * suited[suit][rank::count]
                    if self.drawn or more:
                        before_suited[suit] += (of_rank[rank] - same) * after
            mixed, suited = before, before_suited
            known = len(self.drawn) + more
            if len(stands) and known:
                live = [is_standing[self._following(f, more)] for f in counts.facts_after(known)]
                mixed = np.where(live[0], np.maximum(mixed, 0), mixed)
                for suit in suits:
                    suited[suit] = np.where(live[1], np.maximum(suited[suit], 0), suited[suit])
        summed = sum(int(each[0]) for each in suited.values()) if suits else int(mixed[0])
        return Fraction(summed, scale * total)

    def _suits_so_far(self) -> list[int]:
        """The suits of which all cards of the round may be still."""
        seen = {SUITS.index(card.suit) for card in self.drawn}
        if not seen:
            return list(range(len(SUITS)))
        return list(seen) if len(seen) == 1 else []

    def _following(self, by_ranks: Ints, more: int) -> Ints:
        """Of figures by sequence of ranks, those that begin with the cards of this round."""
        count, number = len(self.counts.pack.ranks), 0
        for card in self.drawn:
            number = number * count + self.counts.pack.rank_place[card.rank]
        return by_ranks[number * count**more : (number + 1) * count**more]


def _sequences(count: int, length: int) -> Any:
    """Every sequence of so many ranks, a row for each card."""
    return np.indices((count,) * length, dtype=np.int8).reshape(length, count**length)
