"""Which cards make a hand: those that a view saw, and among them those that it is named after.

Of K-K-7-2 of four suits all four cards are the Duki, and the two kings are what it is called after. Of
five cards to a pair, only the pair is lit: the others make nothing.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.rankings import ALL_DIFFERENT, Outline, Ranking
from tablewright.rules.views import View


class Makes(NamedTuple):
    """What a view sees in some cards, and which of them make it."""

    strength: int
    cards: tuple[Card, ...]
    """The cards to light: those of the hand, or where every card belongs to it those that count."""
    core: tuple[Card, ...]
    """The cards that it is called after: the pair of a pair, every card of a straight."""


def makes(view: View, held: Sequence[Card]) -> Makes:
    """What a view sees in these cards, and which of them make it."""
    for below, ranking in view.strongest_first:
        if strength := ranking.best(held):
            inside = _inside(ranking, held)
            core = _core(ranking, strength, inside)
            is_chosen = len(inside) < len(held) or ranking.suits is ALL_DIFFERENT
            return Makes(below + strength, inside if is_chosen else core, core)
    return Makes(0, (), ())


def _inside(ranking: Ranking, held: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the best hand; of equal ones that which leaves the highest cards outside."""
    if len(held) <= ranking.cards:
        return tuple(held)

    def strength(inside: tuple[Card, ...]) -> tuple[int, list[int]]:
        outside = sorted((card.rank for card in held if card not in inside), reverse=True)
        return ranking.strength(inside), [int(rank) for rank in outside]

    return max(combinations(held, ranking.cards), key=strength)


def _core(ranking: Ranking, strength: int, inside: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards without which it would be called something else."""
    shape, pattern = ranking.standing(strength)
    if not shape.holds(Outline(pattern.groups)):
        return inside
    ranks = [card.rank for card in inside]
    often = {rank for rank in ranks if ranks.count(rank) > 1}
    return tuple(card for card in inside if card.rank in (often or {max(ranks)}))
