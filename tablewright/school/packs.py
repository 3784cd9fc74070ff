"""A pack that cards are taken from: nobody holds more of a card than the decks have."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from tablewright.rules.cards import DECK, Card, Rank


class Pack:
    """The cards that are still there."""

    def __init__(self, decks: int, taken: Sequence[Card] = ()) -> None:
        self.decks = decks
        self._taken = Counter(taken)

    def has(self, card: Card) -> bool:
        return self._taken[card] < self.decks

    def take(self, card: Card) -> Card:
        self._taken[card] += 1
        return card

    def give_back(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self._taken[card] -= 1

    def any_card(self, rng: Random) -> Card:
        while True:
            card = DECK[int(rng.random() * 52)]
            if self.has(card):
                return self.take(card)

    def beside(self, held: Sequence[Card], rng: Random) -> Card:
        """A card drawn at random, often of a rank or a suit that is held already."""
        chance = rng.random()
        if held and chance < 0.6:
            like = held[int(rng.random() * len(held))]
            if chance < 0.3:
                card = of_rank(like.rank, int(rng.random() * 4))
            else:
                card = DECK[4 * int(rng.random() * 13) + like.index % 4]
            if self.has(card):
                return self.take(card)
        return self.any_card(rng)

    def of_ranks(self, ranks: Sequence[Rank], suits: list[int], rng: Random) -> list[Card] | None:
        """A card of each rank in these suits, any of them where a suit is below 0; None if gone."""
        made: list[Card] = []
        for rank, suit in zip(ranks, suits, strict=True):
            fits = [
                card
                for card in DECK[4 * (rank - 2) : 4 * (rank - 1)]
                if (suit < 0 or card.index % 4 == suit) and self.has(card)
            ]
            if not fits:
                self.give_back(made)
                return None
            made.append(self.take(fits[int(rng.random() * len(fits))]))
        return made


def of_rank(rank: Rank, suit: int) -> Card:
    return DECK[4 * (rank - 2) + suit]
