"""Hands up to a change of suits: no rule here tells one suit from another, so few hands stand for all.

Of the 2 598 960 hands of five cards 134 459 are different once suits may change places; each stands for
up to 24. A *pack* is the cards of some ranks in all four suits: the whole deck, or a small one on which
every deal can be walked through. A card's place in a pack is 4 x (place of its rank) + suit.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, groupby, pairwise, permutations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.rules.cards import DECK, RANKS, SUITS, Card, Rank
from tablewright.rules.errors import BadDefinition

Ints = npt.NDArray[np.int64]
Places = npt.NDArray[np.int8]

ORDERS_OF_SUITS = factorial(len(SUITS))
TOGETHER = 4096
"""So many hands are worked out at a time: what is known of them stays in the processor's cache."""


class Pack:
    """The cards of some ranks, in all four suits."""

    def __init__(self, ranks: Sequence[Rank] = RANKS) -> None:
        self.ranks = tuple(sorted(ranks))
        self.cards: tuple[Card, ...] = tuple(c for c in DECK if c.rank in self.ranks)

    @property
    def letters(self) -> str:
        """Its ranks as they are written."""
        return "".join(rank.letter for rank in self.ranks)

    @cached_property
    def rank_place(self) -> dict[Rank, int]:
        return {rank: place for place, rank in enumerate(self.ranks)}

    @cached_property
    def place(self) -> dict[Card, int]:
        return {card: place for place, card in enumerate(self.cards)}

    def hands(self, size: int) -> "Hands":
        """Its hands of so many cards, up to a change of suits."""
        found = self._hands.get(size)
        if found is None:
            found = self._hands[size] = Hands(self, size)
        return found

    @cached_property
    def _hands(self) -> dict[int, "Hands"]:
        return {}


@lru_cache(maxsize=1)
def whole_deck() -> Pack:
    """The standard deck."""
    return Pack()


class Hands:
    """The hands of one size, one for each class of hands that a change of suits makes equal."""

    def __init__(self, pack: Pack, size: int) -> None:
        self.pack = pack
        self.size = size
        self.total = comb(len(pack.cards), size)
        """How many hands there are in all."""
        self.places: Places
        """The cards of each class's hand, ascending."""
        self.weights: Ints
        """How many hands each class stands for."""
        parts = [_classes(len(pack.ranks), shares) for shares in _shares(size)]
        self.places = np.concatenate([places for places, _ in parts])
        self.places.sort(axis=1)
        self.weights = np.concatenate([weights for _, weights in parts])
        if int(self.weights.sum()) != self.total:
            raise BadDefinition(f"classes of {size} cards stand for {self.weights.sum()} hands")

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def class_of(self) -> npt.NDArray[np.int32]:
        """The class of every hand, by the hand's number."""
        of = np.empty(self.total, dtype=np.int32)
        classes = np.arange(len(self), dtype=np.int32)
        for order in permutations(range(len(SUITS))):
            suits = np.array(order, dtype=np.int8)
            places = (self.places & ~3) | suits[self.places & 3]
            places.sort(axis=1)
            of[self.numbers(places)] = classes
        return of

    def find(self, cards: Iterable[Card]) -> int:
        """The class of one hand: its suits put in the order in which the classes have them."""
        held: dict[int, list[int]] = {suit: [] for suit in range(len(SUITS))}
        for place in sorted(self.pack.place[card] for card in cards):
            held[place & 3].append(place >> 2)
        order = sorted(held.values(), key=lambda ranks: (-len(ranks), ranks))
        places = sorted(4 * rank + suit for suit, ranks in enumerate(order) for rank in ranks)
        numbers, classes = self._by_number
        number = sum(comb(place, below + 1) for below, place in enumerate(places))
        # As a number of the same kind, or all of them are copied into another first.
        return int(classes[numbers.searchsorted(np.int32(number))])

    @cached_property
    def _by_number(self) -> tuple[npt.NDArray[np.int32], Ints]:
        """The number of each class's own hand, ascending, and the class that it is of."""
        numbers = self.numbers(self.places)
        classes = np.argsort(numbers)
        return numbers[classes], classes

    def numbers(self, places: Places) -> npt.NDArray[np.int32]:
        """The number of each of these hands, in the order of their highest cards, then the next."""
        numbers = np.zeros(len(places), dtype=np.int32)
        for below, column in enumerate(places.T):
            numbers += self._choose[below + 1][column]
        return numbers

    @cached_property
    def _choose(self) -> npt.NDArray[np.int32]:
        cards = len(self.pack.cards)
        return np.array(
            [[comb(n, k) for n in range(cards)] for k in range(self.size + 1)], dtype=np.int32
        )

    @cached_property
    def subsets(self) -> "Subsets":
        """Every subset of each class's hand."""
        sizes = [self.pack.hands(size) for size in range(self.size)] + [self]
        starts = np.cumsum([0, *map(len, sizes)], dtype=np.int32)
        numbers = np.empty((len(self), 2**self.size), dtype=np.int32)
        for first in range(0, len(self), TOGETHER):
            some = slice(first, first + TOGETHER)
            numbers[some] = self._subsets_of(self.places[some], first, sizes, starts)
        signs = [np.full(len(each), (-1) ** size) for size, each in enumerate(sizes)]
        counts = np.concatenate([each.weights for each in sizes])
        return Subsets(numbers, counts, np.concatenate(signs).astype(np.int64))

    def _subsets_of(
        self, places: Places, first: int, sizes: "Sequence[Hands]", starts: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int32]:
        """The number of each subset of some hands that stand together, the empty one first."""
        terms = [self._choose[1:, column] for column in places.T]
        numbers = []
        for size, smaller in enumerate(sizes[:-1]):
            for columns in combinations(range(self.size), size):
                number = np.zeros(len(places), dtype=np.int32)
                for below, column in enumerate(columns):
                    number += terms[column][below]
                numbers.append(smaller.class_of[number] + starts[size])
        numbers.append(np.arange(first, first + len(places), dtype=np.int32) + starts[self.size])
        return np.stack(numbers, axis=1)


class Subsets(NamedTuple):
    """The subsets of every class's hand, as classes of smaller hands numbered through all sizes."""

    numbers: npt.NDArray[np.int32]
    """For each hand, the number of each of its subsets, the empty one first."""
    counts: Ints
    """For each number, how many hands its class stands for."""
    signs: Ints
    """For each number, +1 for subsets of even size and -1 for odd."""


def _shares(size: int) -> Iterator[tuple[int, ...]]:
    """How many cards each suit may have, most first: 3-1-1-0."""
    for shares in combinations_with_replacement(range(size, -1, -1), len(SUITS)):
        if sum(shares) == size:
            yield shares


def _classes(ranks: int, shares: Sequence[int]) -> tuple[Places, Ints]:
    """One hand of each class whose suits have these shares, and how many hands it stands for."""
    places = np.zeros((1, 0), dtype=np.int8)
    weights = np.array([ORDERS_OF_SUITS], dtype=np.int64)
    suit = 0
    for share, equal in groupby(shares):
        several = len(list(equal))
        held = list(combinations(range(ranks), share))
        holdings = np.array(held, dtype=np.int8).reshape(len(held), share)
        equal_shares = list(combinations_with_replacement(range(len(held)), several))
        chosen = np.array(equal_shares, dtype=np.int64).reshape(len(equal_shares), several)
        suits = np.arange(suit, suit + several, dtype=np.int8)
        cards = (4 * holdings[chosen] + suits[None, :, None]).reshape(len(chosen), several * share)
        places = np.concatenate(
            [np.repeat(places, len(cards), axis=0), np.tile(cards, (len(places), 1))], axis=1
        )
        weights = np.repeat(weights, len(cards)) // np.tile(_repeats(chosen), len(weights))
        suit += several
    return places, weights


def _repeats(chosen: Ints) -> Ints:
    """In how many orders equal holdings can stand without a difference; equals stand together."""
    repeats, run = np.ones(len(chosen), dtype=np.int64), np.ones(len(chosen), dtype=np.int64)
    for before, after in pairwise(chosen.T):
        run = np.where(before == after, run + 1, 1)
        repeats *= run
    return repeats
