"""Rankings: what beats what, as an ordered list of shapes, weakest first.

A hand is of the strongest shape that holds for it; within a shape the ranks decide, those that come
in groups first. All that matters of a hand is its multiset of ranks and whether it is of one suit, so
a ranking judges each such case once (6 188 multisets of five ranks, not 2 598 960 hands) and numbers
the distinct results from 1, weakest first: a hand's *strength*. Strength 0 is no hand in this ranking.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tablewright.rules.cards import DECK, RANKS, SUITS, Card, Rank, tally_of
from tablewright.rules.citations import Passage
from tablewright.rules.errors import BadDefinition
from tablewright.rules.language import say
from tablewright.rules.spoken_cards import many, one, to


class Aces(Enum):
    """Where an ace may stand in a straight. Everywhere else it is the highest rank."""

    HIGH_AND_LOW = "high and low"
    HIGH_ONLY = "high only"
    LOW_ONLY = "low only"


class Suits(Enum):
    """Which suits the cards of a hand must have."""

    ANY = "any"
    ALL_DIFFERENT = "all different"


ANY_SUITS, ALL_DIFFERENT = Suits


class Pattern(NamedTuple):
    """All that a shape may ask about a hand."""

    groups: tuple[int, ...]
    """How often each rank occurs, most often first: a full house is (3, 2)."""
    ranks: tuple[Rank, ...]
    """The ranks in the order in which they decide: nines full of kings are (9, 9, 9, K, K)."""
    is_suited: bool
    """All the cards a hand needs are there and of one suit."""
    straight_to: int
    """The highest rank of the straight these cards make, or 0; 5-4-3-2-A is a straight to 5."""


class Shape(NamedTuple):
    """A kind of hand: its name, its test, and how one such hand is spoken of."""

    id: str
    name: str
    holds: Callable[[Pattern], bool]
    spoken: Callable[[Pattern], str]
    is_decided_by_top: bool = False
    """Whether only the top of the straight decides between two such hands: an ace may be its bottom."""


class Standing(NamedTuple):
    """One distinct result of a ranking: its shape and the ranks that decide within the shape."""

    shape: Shape
    pattern: Pattern

    def __str__(self) -> str:
        return self.shape.spoken(self.pattern)


def _first(pattern: Pattern) -> Rank:
    return pattern.ranks[0]


def _second(pattern: Pattern) -> Rank:
    return pattern.ranks[pattern.groups[0]]


def _top(pattern: Pattern) -> Rank:
    """The top of a straight."""
    return Rank(pattern.straight_to)


HIGH_CARD = Shape(
    "high-card", "High card", lambda p: True, lambda p: say("{rank} high", rank=one(_first(p)))
)
ONE_PAIR = Shape(
    "one-pair",
    "One pair",
    lambda p: p.groups[0] >= 2,
    lambda p: say("pair of {ranks}", ranks=many(_first(p))),
)
TWO_PAIR = Shape(
    "two-pair",
    "Two pair",
    lambda p: len(p.groups) >= 2 and p.groups[1] >= 2,
    lambda p: say("two pair, {ranks} and {others}", ranks=many(_first(p)), others=many(_second(p))),
)
THREE_OF_A_KIND = Shape(
    "three-of-a-kind",
    "Three of a kind",
    lambda p: p.groups[0] >= 3,
    lambda p: say("three {ranks}", ranks=many(_first(p))),
)
STRAIGHT = Shape(
    "straight",
    "Straight",
    lambda p: p.straight_to > 0,
    lambda p: say("{rank}-high straight", rank=one(_top(p)), to=to(_top(p))),
    is_decided_by_top=True,
)
FLUSH = Shape(
    "flush",
    "Flush",
    lambda p: p.is_suited,
    lambda p: say("{rank}-high flush", rank=one(max(p.ranks)), to=to(max(p.ranks))),
)
FULL_HOUSE = Shape(
    "full-house",
    "Full house",
    lambda p: len(p.groups) == 2 and p.groups[0] >= 3 and p.groups[1] >= 2,
    lambda p: say(
        "full house, {ranks} over {others}", ranks=many(_first(p)), others=many(_second(p))
    ),
)
FOUR_OF_A_KIND = Shape(
    "four-of-a-kind",
    "Four of a kind",
    lambda p: p.groups[0] >= 4,
    lambda p: say("four {ranks}", ranks=many(_first(p))),
)
FIVE_OF_A_KIND = Shape(
    "five-of-a-kind",
    "Five of a kind",
    lambda p: p.groups[0] >= 5,
    lambda p: say("five {ranks}", ranks=many(_first(p))),
)
STRAIGHT_FLUSH = Shape(
    "straight-flush",
    "Straight flush",
    lambda p: p.is_suited and p.straight_to > 0,
    lambda p: say("{rank}-high straight flush", rank=one(_top(p)), to=to(_top(p))),
    is_decided_by_top=True,
)
ROYAL_FLUSH = Shape(
    "royal-flush",
    "Royal flush",
    lambda p: (
        p.is_suited
        and p.groups[0] == 1
        and p.ranks[0] - p.ranks[-1] == len(p.ranks) - 1
        and p.ranks[0] is Rank.ACE
    ),
    lambda p: say("royal flush"),
)


@dataclass(frozen=True, eq=False)
class Ranking:
    """An order of hands of a given number of cards."""

    name: str
    cards: int
    shapes: tuple[Shape, ...]
    """Weakest first. A hand is of the last of these that holds for it."""
    source: Passage
    aces: Aces = Aces.HIGH_AND_LOW
    suits: Suits = ANY_SUITS
    decks: int = 1
    judges_fewer_cards: bool = False
    """Whether a hand that is not complete yet is judged by the groups it already holds."""
    outside_card_breaks_ties: bool = False
    """Whether, of two equal best hands, the one with the higher card left outside it is higher."""

    def __post_init__(self) -> None:
        if self.shapes[0] is not HIGH_CARD:
            raise BadDefinition(f"ranking {self.name}: the weakest shape must hold for every hand")

    def strength(self, hand: Sequence[Card]) -> int:
        """The strength of exactly these cards, 0 if they are no hand in this ranking.

        One dictionary look-up: the judging was done once, in `_judged`.
        """
        tally = suits = 0
        for each in hand:
            tally += each.tally
            suits |= each.suit_bit
        if self.suits is ALL_DIFFERENT:
            return self._mixed.get(tally, 0) if suits.bit_count() == len(hand) else 0
        if len(hand) == self.cards and suits.bit_count() == 1:
            return self._suited.get(tally, 0)
        return self._mixed.get(tally, 0)

    def best(self, hand: Sequence[Card]) -> int:
        """The strength of the best hand within these cards, 0 if there is none."""
        if self.outside_card_breaks_ties and len(hand) != self.cards + 1:
            raise BadDefinition(f"{self.name}: one card must lie outside the hand, of {len(hand)}")
        if len(hand) <= self.cards:
            return self.strength(hand)
        if self.suits is ALL_DIFFERENT and len({each.suit_bit for each in hand}) < self.cards:
            return 0
        if not self.outside_card_breaks_ties:
            return max([self.strength(some) for some in combinations(hand, self.cards)])
        best = 0
        for left_out, outside in enumerate(hand):
            inside = self.strength([*hand[:left_out], *hand[left_out + 1 :]])
            if inside:
                best = max(best, (inside - 1) * len(RANKS) + (outside.rank - 2) + 1)
        return best

    @property
    def strengths(self) -> int:
        """How many distinct strengths `best` can give, 0 aside."""
        return len(self.standings) * (len(RANKS) if self.outside_card_breaks_ties else 1)

    def standing(self, strength: int) -> Standing:
        """What `best` found, by its strength."""
        if self.outside_card_breaks_ties:
            strength = (strength - 1) // len(RANKS) + 1
        return self.standings[strength - 1]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Every distinct result, weakest first."""
        return self.judged.standings

    def example(self, shape: Shape) -> tuple[Card, ...]:
        """A hand of a shape, neither the best nor the worst of its kind."""
        whole = [
            each.pattern
            for each in self.standings
            if each.shape is shape and len(each.pattern.ranks) == self.cards
        ]
        plainest = min(pattern.groups for pattern in whole)
        alike = [pattern for pattern in whole if pattern.groups == plainest]
        pattern = alike[len(alike) // 2]
        suits = SUITS[-1:] if pattern.is_suited else SUITS[::-1]
        return tuple(
            DECK[4 * RANKS.index(rank) + SUITS.index(suits[n % len(suits)])]
            for n, rank in enumerate(pattern.ranks)
        )

    def cases(self) -> Iterator[tuple[int, bool, int]]:
        """Every case judged: the multiset of ranks, whether it is of one suit, and its strength."""
        return self.judged.cases()

    @property
    def digest(self) -> str:
        """The SHA-256 of every case and its strength: equal for rankings that rank alike."""
        return self.judged.digest

    @cached_property
    def _mixed(self) -> Mapping[int, int]:
        return self.judged.mixed

    @cached_property
    def _suited(self) -> Mapping[int, int]:
        return self.judged.suited

    @cached_property
    def judged(self) -> "Judged":
        """Every case judged; rankings that ask the same share it."""
        return judge(
            self.cards, self.shapes, self.aces, self.suits, self.decks, self.judges_fewer_cards
        )


@dataclass(frozen=True, eq=False)
class Judged:
    """Every case of a ranking, judged."""

    standings: tuple[Standing, ...]
    mixed: Mapping[int, int]
    """The strength of each multiset of ranks, of mixed suits."""
    suited: Mapping[int, int]

    def cases(self) -> Iterator[tuple[int, bool, int]]:
        for tally, strength in self.mixed.items():
            yield tally, False, strength
        for tally, strength in self.suited.items():
            yield tally, True, strength

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps(sorted(self.cases())).encode("ascii")).hexdigest()


@lru_cache(maxsize=64)
def judge(
    cards: int,
    shapes: tuple[Shape, ...],
    aces: Aces,
    suits: Suits,
    decks: int,
    judges_fewer_cards: bool,
) -> Judged:
    """Judge every case there is; rankings that ask the same are judged once."""
    found: dict[tuple[int, tuple[int, ...]], Standing] = {}
    cases: list[tuple[int, bool, tuple[int, tuple[int, ...]]]] = []
    strongest_first = list(enumerate(shapes))[::-1]
    for size in range(1 if judges_fewer_cards else cards, cards + 1):
        for tally, pattern in _patterns(size, cards, aces, suits, decks):
            level, shape = next(each for each in strongest_first if each[1].holds(pattern))
            decides = (pattern.straight_to,) if shape.is_decided_by_top else pattern.ranks
            found.setdefault((level, decides), Standing(shape, pattern))
            cases.append((tally, pattern.is_suited, (level, decides)))
    order = {key: strength for strength, key in enumerate(sorted(found), start=1)}
    mixed = {tally: order[key] for tally, is_suited, key in cases if not is_suited}
    suited = {tally: order[key] for tally, is_suited, key in cases if is_suited}
    return Judged(tuple(found[key] for key in order), mixed, suited)


def _patterns(
    size: int, cards: int, aces: Aces, suits: Suits, decks: int
) -> Iterator[tuple[int, Pattern]]:
    """Every multiset of this many ranks that these decks hold, of mixed suits and of one."""
    for ranks in combinations_with_replacement(range(Rank.ACE, Rank.TWO - 1, -1), size):
        times = Counter(ranks).most_common()
        groups = tuple([n for _, n in times])
        if groups[0] > 4 * decks:
            continue
        ordered = tuple([_RANK[rank] for rank, n in times for _ in range(n)])
        straight_to = _top_of_straight(ranks, cards, aces) if groups[0] == 1 else 0
        tally = sum([_TALLY[rank] for rank in ranks])
        yield tally, Pattern(groups, ordered, False, straight_to)
        if size == cards and suits is ANY_SUITS and groups[0] <= decks:
            yield tally, Pattern(groups, ordered, True, straight_to)


# Plain numbers are several times faster to count than members of an enum.
_RANK = {int(rank): rank for rank in RANKS}
_TALLY = {int(rank): tally_of([rank]) for rank in RANKS}


def _top_of_straight(ranks: Sequence[int], cards: int, aces: Aces) -> int:
    """The top of the straight that different ranks, highest first, make; 0 if they make none.

    One card is no straight.
    """
    if len(ranks) < cards or cards < 2:
        return 0
    if ranks[0] == Rank.ACE:
        low = aces is not Aces.HIGH_ONLY and ranks[1] == cards
        high = aces is not Aces.LOW_ONLY and ranks[0] - ranks[-1] == cards - 1
        return cards if low else Rank.ACE if high else 0
    return ranks[0] if ranks[0] - ranks[-1] == cards - 1 else 0
