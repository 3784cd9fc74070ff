"""Cards that make a hand: some of a chosen strength in a view, as the rankings judge them."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK, SUITS, Card, Rank, Suit
from tablewright.rules.rankings import ALL_DIFFERENT, ANY_SUITS, Ranking
from tablewright.rules.views import Hand, View

MOST_TRIES = 500


class Kind(NamedTuple):
    """A kind of hand in a view: a shape of one of its rankings, or nothing."""

    ranking: str
    shape: str

    @property
    def slug(self) -> str:
        ranking = self.ranking.lower().replace(" ", "-")
        return f"{ranking}-{self.shape}" if ranking else self.shape


NOTHING = Kind("", "nothing")


def kind_of(view: View, strength: int) -> Kind:
    """The kind of hand that has a strength."""
    seen = view.seen(strength)
    if seen is None:
        return NOTHING
    name = seen.ranking.name if len(view.rankings) > 1 else ""
    return Kind(name, seen.standing.shape.id)


@lru_cache(maxsize=64)
def kinds(view: View, size: int) -> Mapping[Kind, tuple[int, ...]]:
    """Every kind of hand that so many cards can be in a view, weakest first, with its strengths."""
    found: dict[Kind, list[int]] = {}
    always = any(each.suits is ANY_SUITS and each.cards <= size for each in view.rankings)
    for strength in range(1 if always else 0, view.strengths):
        found.setdefault(kind_of(view, strength), []).append(strength)
    return {kind: tuple(strengths) for kind, strengths in found.items()}


def make(
    view: View,
    strengths: Sequence[int],
    size: int,
    rng: Random,
    fits: Callable[[Hand], bool] | None = None,
    *,
    decks: int = 1,
) -> tuple[Card, ...] | None:
    """So many cards whose best hand in a view is of one of these strengths; nothing, if none came.

    `fits` may ask for more. The cards lie in an order drawn.
    """
    wanted = set(strengths)
    for _ in range(MOST_TRIES):
        held = _tried(view, rng.choice(strengths), size, rng, decks)
        if held is None:
            continue
        hand = Hand(held)
        if hand.strength(view) in wanted and (fits is None or fits(hand)):
            rng.shuffle(held)
            return tuple(held)
    return None


def _tried(view: View, strength: int, size: int, rng: Random, decks: int) -> list[Card] | None:
    """Cards that probably have a strength, filled up to the size of a hand."""
    seen = view.seen(strength)
    if seen is None:
        suits = rng.sample(SUITS, 2)
        return rng.sample([card for card in DECK if card.suit in suits], size)
    pattern = seen.standing.pattern
    suits = _suits(seen.ranking, len(pattern.ranks), pattern.is_suited, rng)
    ranks = list(pattern.ranks)
    held = [_CARD[rank, suit] for rank, suit in zip(ranks, suits, strict=True)]
    if decks == 1 and len(set(held)) < len(held):
        return None
    rest = [card for card in DECK if card not in held]
    return [*held, *rng.sample(rest, size - len(held))] if size >= len(held) else None


_CARD: dict[tuple[Rank, Suit], Card] = {(each.rank, each.suit): each for each in DECK}


def _suits(ranking: Ranking, count: int, is_suited: bool, rng: Random) -> list[Suit]:
    if is_suited:
        return [rng.choice(SUITS)] * count
    if ranking.suits is ALL_DIFFERENT:
        return rng.sample(SUITS, count)
    return [rng.choice(SUITS) for _ in range(count)]


def neighbours(held: Sequence[Card], rng: Random, count: int) -> list[tuple[Card, ...]]:
    """Hands that differ from one in a single card."""
    found = []
    for _ in range(count):
        at = rng.randrange(len(held))
        other = rng.choice([card for card in DECK if card not in held])
        found.append((*held[:at], other, *held[at + 1 :]))
    return found
