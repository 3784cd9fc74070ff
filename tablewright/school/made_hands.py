"""Hands of a chosen strength in a view, the rare as quickly as the common.

Every attempt is a proposal: some cards of a shape that could lead there, the rest drawn at random,
often beside those. The view itself says what they came to, and only what it should be is given out.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from tablewright.rules.cards import DECK, Card, Rank
from tablewright.rules.errors import TablewrightError
from tablewright.rules.rankings import ALL_DIFFERENT, Ranking, Suits
from tablewright.rules.views import Hand, View
from tablewright.school.packs import Pack

MOST_TRIES = 2_000


class NotFound(TablewrightError):
    """No cards were found that lead to what was asked for."""


# Strengths -----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def strengths_of(view: View, label: Callable[[Any], Any]) -> dict[Any, list[int]]:
    """The strengths that bear each label of a view, weakest first."""
    found: dict[Any, list[int]] = {}
    for strength, value in enumerate(view.labels(label)):
        found.setdefault(value, []).append(strength)
    return found


@lru_cache(maxsize=64)
def strengths_by_shape(view: View) -> dict[tuple[Ranking, str] | None, list[int]]:
    """The strengths of each shape of each ranking in a view, weakest first; None is nothing seen."""
    found: dict[tuple[Ranking, str] | None, list[int]] = {None: [0]}
    for strength in range(1, view.strengths):
        seen = view.seen(strength)
        assert seen is not None
        found.setdefault((seen.ranking, seen.standing.shape.id), []).append(strength)
    return found


# Hands ---------------------------------------------------------------------------------------------


def proposed(view: View, strength: int, size: int, pack: Pack, rng: Random) -> list[Card] | None:
    """Cards that may be of this strength: its pattern, and the rest beside it."""
    seen = view.seen(strength)
    if seen is None:
        among = rng.sample(range(4), 1 + int(rng.random() * 4))
        held = [rng.choice(among) for _ in range(size)]
        made = pack.of_ranks([Rank(2 + int(rng.random() * 13)) for _ in held], held, rng)
    else:
        pattern, ranking = seen.standing.pattern, seen.ranking
        if len(pattern.ranks) > size:
            return None
        suits = _suits(len(pattern.ranks), pattern.is_suited, ranking.suits, rng)
        made = pack.of_ranks(pattern.ranks, suits, rng)
    if made is None:
        return None
    is_beside = rng.random() < 0.5  # A weak hand is spoilt by cards that go with it.
    while len(made) < size:
        made.append(pack.beside(made, rng) if is_beside else pack.any_card(rng))
    rng.shuffle(made)
    return made


def _suits(count: int, is_suited: bool, suits: Suits, rng: Random) -> list[int]:
    """The suits of some cards: one for all, all different, or any."""
    if is_suited:
        return [int(rng.random() * 4)] * count
    if suits is ALL_DIFFERENT:
        return rng.sample(range(4), count)
    if rng.random() < 0.3:  # Many of one suit, as in a hand that nearly is a flush.
        main = int(rng.random() * 4)
        return [main if rng.random() < 0.6 else -1 for _ in range(count)]
    return [-1] * count


def hand_of(
    view: View,
    strengths: Sequence[int],
    size: int,
    rng: Random,
    *,
    decks: int = 1,
    without: Sequence[Card] = (),
    tries: int = MOST_TRIES,
) -> tuple[Card, ...]:
    """A hand whose strength in a view is one of these, which come equally often."""
    wanted = frozenset(strengths)
    for _ in range(tries):
        pack = Pack(decks, without)
        strength = strengths[int(rng.random() * len(strengths))]
        made = proposed(view, strength, size, pack, rng)
        if made is not None and Hand(made).strength(view) in wanted:
            return tuple(made)
    raise NotFound(f"no {size} cards were found for {view.spoken(strengths[0])} in {view.name}")


def picks(ranking: Ranking, hand: Sequence[Card]) -> list[tuple[int, ...]]:
    """Every choice of cards that makes the best hand of a ranking within these, by where they lie."""
    best, found = (0, 0), list[tuple[int, ...]]()
    for places in combinations(range(len(hand)), ranking.cards):
        strength = ranking.strength([hand[n] for n in places])
        outside = max((hand[n].rank for n in range(len(hand)) if n not in places), default=0)
        mark = (strength, outside if ranking.outside_card_breaks_ties else 0)
        if strength and mark >= best:
            found = [places] if mark > best else [*found, places]
            best = mark
    return found


def neighbours(held: Sequence[Card], rng: Random, count: int) -> list[tuple[Card, ...]]:
    """Hands that differ from one in a single card."""
    found = []
    for _ in range(count):
        at = rng.randrange(len(held))
        other = rng.choice([card for card in DECK if card not in held])
        found.append((*held[:at], other, *held[at + 1 :]))
    return found
