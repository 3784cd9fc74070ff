"""The strengths of many hands at once, from the cases that a ranking has judged.

Nothing is ranked here. A ranking gives each multiset of ranks its strength, of mixed suits and of one
(`Ranking.cases`); this spreads those few numbers over arrays of hands.
"""

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.hands import Pack, Places
from tablewright.rules.cards import RANKS, Rank
from tablewright.rules.errors import BadDefinition
from tablewright.rules.rankings import ALL_DIFFERENT, Judged, Ranking
from tablewright.rules.views import View

Strengths = npt.NDArray[np.int32]


def strengths(view: View, places: Places, pack: Pack) -> Strengths:
    """The strength of each hand in a view, 0 where nothing is seen."""
    found = np.zeros(len(places), dtype=np.int32)
    for below, ranking in reversed(view.strongest_first):
        best = _best(ranking, places, pack)
        found = np.where(best > 0, below + best, found)
    return found


def _best(ranking: Ranking, places: Places, pack: Pack) -> Strengths:
    """The strength of the best hand within each hand."""
    held = places.shape[1]
    if held < ranking.cards and not ranking.judges_fewer_cards:
        raise BadDefinition(f"{ranking.name}: hands of {held} cards cannot be counted")
    if ranking.outside_card_breaks_ties and held != ranking.cards + 1:
        raise BadDefinition(f"{ranking.name}: one card must lie outside the hand, of {held}")
    size = min(held, ranking.cards)
    by_case, cases = _by_case(ranking, size, pack)
    ranks = [(column >> 2).astype(np.intp) for column in places.T]
    suits = [column & 3 for column in places.T]
    steps = steps_of(len(pack.ranks), size)
    terms = [[step[rank] for step in steps] for rank in ranks]
    same = {(a, b): suits[a] == suits[b] for a, b in combinations(range(held), 2)}
    best = np.zeros(len(places), dtype=np.int32)
    for columns in combinations(range(held), size):
        case = sum(terms[column][n] for n, column in enumerate(columns))
        if ranking.suits is ALL_DIFFERENT:
            fits = ~np.logical_or.reduce([same[pair] for pair in combinations(columns, 2)])
            inside = by_case[case] * fits
        elif size < ranking.cards:
            inside = by_case[case]
        else:
            is_suited = np.logical_and.reduce([same[columns[0], each] for each in columns[1:]])
            inside = by_case[case + cases * is_suited]
        if ranking.outside_card_breaks_ties:
            (left_out,) = set(range(held)) - set(columns)
            outside = np.array([int(rank) - 2 for rank in pack.ranks], dtype=np.int32)
            tied = (inside - 1) * len(RANKS) + outside[ranks[left_out]] + 1
            inside = np.where(inside > 0, tied, 0)
        np.maximum(best, inside, out=best)
    return best


def steps_of(ranks: int, cards: int) -> npt.NDArray[np.int32]:
    """What each rank adds to the number of an ascending multiset, by its place in the multiset."""
    return np.array(
        [[comb(rank + n, n + 1) for rank in range(ranks)] for n in range(cards)], dtype=np.int32
    )


class _Cases(NamedTuple):
    """Every case judged, by the number that its multiset of ranks has in a pack."""

    numbers: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    """Of how many cards each case is."""
    are_suited: npt.NDArray[np.int64]
    strengths: npt.NDArray[np.int64]


@lru_cache(maxsize=16)
def _cases(judged: Judged, cards: int, ranks: tuple[Rank, ...]) -> _Cases:
    """The cases that these ranks can make, of up to so many cards."""
    steps = steps_of(len(ranks), cards)
    every = (np.array(column, dtype=np.int64) for column in zip(*judged.cases(), strict=True))
    tallies, suited, strengths = every
    numbers, held = np.zeros(len(tallies), dtype=np.int64), np.zeros(len(tallies), dtype=np.int64)
    for place, rank in enumerate(ranks):
        copies = tallies >> 3 * (rank - 2) & 7
        for copy in range(int(copies.max())):
            more = np.flatnonzero(copies > copy)
            numbers[more] += steps[held[more], place]
            held[more] += 1
    in_all = sum(tallies >> 3 * n & 7 for n in range(len(RANKS)))
    of_pack = np.flatnonzero(held == in_all)
    return _Cases(numbers[of_pack], held[of_pack], suited[of_pack], strengths[of_pack])


def _by_case(ranking: Ranking, size: int, pack: Pack) -> tuple[Strengths, int]:
    """The strengths of so many cards by multiset: all of mixed suits, then all of one suit."""
    cases = comb(len(pack.ranks) + size - 1, size)
    judged = _cases(ranking.judged, ranking.cards, pack.ranks)
    whole = judged.sizes == size
    found = np.zeros(2 * cases, dtype=np.int32)
    at = judged.numbers[whole] + cases * judged.are_suited[whole]
    found[at] = judged.strengths[whole]
    return found, cases
