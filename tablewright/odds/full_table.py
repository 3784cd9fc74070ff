"""A full table at its costliest: whether every place can have the costliest round at once.

Cards that are drawn for everyone are every place's. Hands that are dealt are not: a deal is sought in
which each seat holds a hand that costs most, against one dealer's hand. If there is none, so many
times the costliest seat is a bound that no deal reaches.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from tablewright.odds.analysis import Analysis
from tablewright.odds.contests import Counted
from tablewright.odds.exposure import Exposure
from tablewright.rules.cards import SUITS, Card
from tablewright.rules.views import Hand

MOST_HANDS = 400
"""So many of the hands that cost most are tried."""
MOST_TRIALS = 40_000
"""So many dealer's hands are tried."""

Set = int
"""Cards as bits, by their place in the pack."""


class Reached(Enum):
    """Whether a deal brings the costliest round to every place at once."""

    YES = "some deal does"
    NO = "no deal does"
    UNKNOWN = "none was found"


class FullTable(NamedTuple):
    """So many times the costliest round of one place."""

    places: int
    cents: int
    is_reached: Reached
    hands: tuple[tuple[Card, ...], ...] = ()
    """Of a contest, a hand for each seat that brings it, or for one seat where not all can have one."""
    dealer: tuple[Card, ...] = ()


def full_table(analysis: Analysis, worst: Exposure) -> FullTable:
    """A table with every place taken, and whether a deal brings the costliest round to all of them."""
    places = analysis.ruleset.places
    cents = places * worst.cents
    if analysis.solved is None:
        return FullTable(places, cents, Reached.YES)
    search = _Search(analysis.solved.counted, worst)
    found = search.deal(places)
    if found is not None:
        return FullTable(places, cents, Reached.YES, *found)
    is_reached = Reached.UNKNOWN if search.gave_up else Reached.NO
    return FullTable(places, cents, is_reached, *(search.deal(1) or ()))


Deal = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]


class _Search:
    """The search for a deal in which every seat holds a hand that costs most."""

    def __init__(self, counted: Counted, worst: Exposure) -> None:
        self._counted, self._worst = counted, worst
        self._cards = counted.pack.cards
        self._size = counted.contest.hand_cards
        self.gave_up = False
        self._trials = 0

    def deal(self, seats: int) -> Deal | None:
        """Hands for so many seats and the dealer's; None where none was found."""
        self._trials = 0
        hands: list[Set] = []
        for hand in self._hands():
            if len(hands) == MOST_HANDS:
                self.gave_up = True
                break
            hands.append(hand)
        for held in self._apart(hands, seats):
            dealer = self._dealer(held)
            if dealer is not None:
                return tuple(self._named(hand) for hand in held), dealer
            if self._trials > MOST_TRIALS:
                self.gave_up = True
                break
        return None

    def _hands(self) -> Iterator[Set]:
        """Every hand that costs most against some dealer's hand, once."""
        classes: set[int] = set()
        for decision, facts in self._worst.facts:
            met = self._counted.met[decision]
            for cell, move in enumerate(met.cells):
                rows = (met.facts + move == facts) & (met.counts[:, cell] > 0)
                classes |= {int(each) for each in np.unique(met.hands[rows])}
        seen: set[Set] = set()
        for each in sorted(classes):
            places = [int(place) for place in self._counted.hands.places[each]]
            for order in permutations(range(len(SUITS))):
                hand = sum(1 << (place & ~3 | order[place & 3]) for place in places)
                if hand not in seen:
                    seen.add(hand)
                    yield hand

    def _apart(self, hands: list[Set], seats: int) -> Iterator[tuple[Set, ...]]:
        """Every choice of so many hands that share no card."""

        def more(start: int, used: Set, held: tuple[Set, ...]) -> Iterator[tuple[Set, ...]]:
            if len(held) == seats:
                yield held
                return
            for n in range(start, len(hands) - (seats - len(held)) + 1):
                self._trials += 1
                if self._trials > MOST_TRIALS:
                    self.gave_up = True
                    return
                if not hands[n] & used:
                    yield from more(n + 1, used | hands[n], (*held, hands[n]))

        return more(0, 0, ())

    def _dealer(self, held: tuple[Set, ...]) -> tuple[Card, ...] | None:
        """A dealer's hand against which each of these costs most."""
        used = 0
        for hand in held:
            used |= hand
        left = [card for place, card in enumerate(self._cards) if not used >> place & 1]
        players = [self._named(hand) for hand in held]
        for dealt in combinations(left, self._size):
            self._trials += 1
            if self._trials > MOST_TRIALS:
                return None
            dealer = Hand(dealt)
            if all(self._costs_most(dealer, player) for player in players):
                return dealt
        return None

    def _costs_most(self, dealer: Hand, player: tuple[Card, ...]) -> bool:
        contest = self._counted.contest
        for decision in {decision for decision, _ in self._worst.facts}:
            plays = contest.decision[decision].plays if decision else None
            for played in combinations(player, plays) if plays else [None]:
                facts = contest.facts(dealer, Hand(player), decision, played)
                if (decision, facts) in self._worst.facts:
                    return True
        return False

    def _named(self, hand: Set) -> tuple[Card, ...]:
        """The cards of a hand, the highest first."""
        return tuple(
            card for place, card in reversed(list(enumerate(self._cards))) if hand >> place & 1
        )
