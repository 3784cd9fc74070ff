"""Hands up to a change of suits: the classes stand for all hands, and their subsets are right."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from tablewright.games import every_game
from tablewright.odds.hands import Hands, Pack, whole_deck
from tablewright.odds.strengths import strengths
from tablewright.rules.cards import Card, Rank
from tablewright.rules.contest import Contest
from tablewright.rules.views import View
from tests.games.three_card_poker import GAME as THREE_CARD_POKER

SMALL = (Rank.TWO, Rank.NINE, Rank.ACE)


def canonical(cards: tuple[Card, ...]) -> frozenset[tuple[Rank, int]]:
    """The least of all hands that a change of suits can make of this one."""
    return min(
        (
            frozenset((card.rank, order[card.index % 4]) for card in cards)
            for order in permutations(range(4))
        ),
        key=sorted,
    )


@pytest.mark.parametrize(
    ("size", "classes"), [(0, 1), (1, 13), (2, 169), (3, 1755), (4, 16_432), (5, 134_459)]
)
def test_how_many_classes_there_are(size: int, classes: int) -> None:
    hands = whole_deck().hands(size)
    assert len(hands) == classes
    assert int(hands.weights.sum()) == comb(52, size)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_class_stands_for_the_hands_that_a_change_of_suits_makes_equal(size: int) -> None:
    pack = Pack(SMALL)
    hands = pack.hands(size)
    classes: dict[int, set[frozenset[tuple[Rank, int]]]] = {}
    sizes: dict[int, int] = {}
    for cards in combinations(pack.cards, size):
        places = np.array([[pack.place[card] for card in cards]], dtype=np.int8)
        of = int(hands.class_of[hands.numbers(places)[0]])
        classes.setdefault(of, set()).add(canonical(cards))
        sizes[of] = sizes.get(of, 0) + 1
    assert all(len(alike) == 1 for alike in classes.values())
    assert len({next(iter(alike)) for alike in classes.values()}) == len(hands)
    assert [sizes[n] for n in range(len(hands))] == hands.weights.tolist()


def test_the_subsets_of_a_hand_are_named_by_class() -> None:
    pack = Pack(SMALL)
    hands = pack.hands(4)
    subsets = hands.subsets
    starts = np.cumsum([0, *(len(pack.hands(size)) for size in range(4))])
    columns = [some for size in range(5) for some in combinations(range(4), size)]
    for hand in range(len(hands)):
        for column, some in enumerate(columns):
            size = len(some)
            assert subsets.signs[subsets.numbers[hand, column]] == (-1) ** size
            smaller: Hands = pack.hands(size)
            places = hands.places[hand : hand + 1, list(some)]
            expected = smaller.class_of[smaller.numbers(places)[0]] if size < 4 else hand
            assert subsets.numbers[hand, column] == starts[size] + expected
            assert subsets.counts[subsets.numbers[hand, column]] == smaller.weights[expected]


def views() -> list[tuple[str, View, int]]:
    found: list[tuple[str, View, int]] = []
    for of in (*every_game(), THREE_CARD_POKER):
        for readings in ({}, {r.id: r.options[-1].id for r in of.readings}):
            deal = of.ruleset(readings).deal
            if isinstance(deal, Contest):
                for view in dict.fromkeys(deal.spoken.values()):
                    found.append((f"{of.id} {view.name} {len(found)}", view, deal.hand_cards))
    return found


VIEWS = views()


@pytest.mark.parametrize(("name", "view", "size"), VIEWS, ids=[each[0] for each in VIEWS])
def test_strengths_of_many_hands_are_the_strengths_of_each(
    name: str, view: View, size: int
) -> None:
    """Law: the arrays say of every hand what the view says of it."""
    pack = whole_deck()
    places = pack.hands(size).places
    some = np.random.default_rng(5).choice(len(places), min(len(places), 4_000), replace=False)
    found = strengths(view, places[some], pack)
    for row, strength in zip(places[some], found, strict=True):
        assert view.strength([pack.cards[place] for place in row]) == strength
