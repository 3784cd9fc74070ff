"""Rankings: what beats what, as an ordered list of shapes, weakest first.

A hand is of the strongest shape that holds for it; within a shape the ranks decide, those that come
in groups first. All that matters of a hand is its multiset of ranks and whether it is of one suit, so
a ranking judges each such case once (6 188 multisets of five ranks, not 2 598 960 hands) and numbers
the distinct results from 1, weakest first: a hand's *strength*. Strength 0 is no hand in this ranking.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from tablewright.rules.cards import DECK, RANKS, SUITS, SUITS_FROM, Card, Rank, tally_of
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

RANKS_HELD = (1 << SUITS_FROM) - 1
DIFFERENT_SUITS = frozenset(
    sum(some)
    for size in range(len(SUITS) + 1)
    for some in combinations([1 << 4 * n for n in range(len(SUITS))], size)
)
"""The suits of cards of which no two have the same, counted as cards hold them (`Card.held`)."""


class Outline(NamedTuple):
    """All that a shape may ask about a hand: how its ranks lie to each other, not which they are."""

    groups: tuple[int, ...]
    """How often each rank occurs, most often first: a full house is (3, 2)."""
    is_suited: bool = False
    """All the cards a hand needs are there and of one suit."""
    straight_to: int = 0
    """The highest rank of the straight these cards make, or 0; 5-4-3-2-A is a straight to 5."""
    runs_to_ace: bool = False
    """Whether the ranks follow each other up to the ace, whether or not that makes a straight."""


class Pattern(NamedTuple):
    """What a hand is spoken of by."""

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
    holds: Callable[[Outline], bool]
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
    lambda p: p.is_suited and p.runs_to_ace,
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
        return self._strength(_held_together(hand))

    def _strength(self, held: int) -> int:
        """The strength of cards by what they hold together (`Card.held`)."""
        by_suits, others = self._by_suits
        return by_suits.get(held >> SUITS_FROM, others).get(held & RANKS_HELD, 0)

    def best(self, hand: Sequence[Card]) -> int:
        """The strength of the best hand within these cards, 0 if there is none."""
        if self.outside_card_breaks_ties and len(hand) != self.cards + 1:
            raise BadDefinition(f"{self.name}: one card must lie outside the hand, of {len(hand)}")
        if len(hand) <= self.cards:
            return self._strength(_held_together(hand))
        if len(hand) > self.cards + 1:
            held = [each.held for each in hand]
            return max([self._strength(sum(some)) for some in combinations(held, self.cards)])
        together, best = _held_together(hand), 0
        for outside in hand:
            inside = self._strength(together - outside.held)
            if inside and self.outside_card_breaks_ties:
                inside = (inside - 1) * len(RANKS) + (outside.rank - 2) + 1
            if inside > best:
                best = inside
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
    def _by_suits(self) -> tuple[Mapping[int, Mapping[int, int]], Mapping[int, int]]:
        """By the suits of cards, counted as cards hold them, the strengths of their ranks.

        Those of a whole hand of one suit, or of different suits where all must differ; then those of
        every other hand.
        """
        judged = self.judged
        if self.suits is ALL_DIFFERENT:
            return dict.fromkeys(DIFFERENT_SUITS, judged.mixed), {}
        of_one_suit = [self.cards << 4 * n for n in range(len(SUITS))]
        return dict.fromkeys(of_one_suit, judged.suited), judged.mixed

    @cached_property
    def judged(self) -> "Judged":
        """Every case judged; rankings that ask the same share it."""
        return judge(
            self.cards, self.shapes, self.aces, self.suits, self.decks, self.judges_fewer_cards
        )


def _held_together(hand: Sequence[Card]) -> int:
    """What some cards hold together."""
    together = 0
    for each in hand:
        together += each.held
    return together


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
        """The SHA-256 of all cases in order, as JSON would write them."""
        said = []
        for tally in sorted({*self.mixed, *self.suited}):
            if tally in self.mixed:
                said.append(f"[{tally}, false, {self.mixed[tally]}]")
            if tally in self.suited:
                said.append(f"[{tally}, true, {self.suited[tally]}]")
        return hashlib.sha256(f"[{', '.join(said)}]".encode("ascii")).hexdigest()


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
    found: dict[int, int] = {}
    """The place of each distinct result by its shape's level, then its ranks, as digits of a number."""
    standings: list[Standing] = []
    mixed: dict[int, int] = {}
    suited: dict[int, int] = {}
    asked: tuple[Outline, ...] = ()
    """The outlines that were last asked about: most multisets share theirs with the one before."""
    for size in range(1 if judges_fewer_cards else cards, cards + 1):
        for tally, digits, ranks, outlines in _multisets(size, cards, aces, suits, decks):
            if outlines is not asked:
                asked = outlines
                levels = [_strongest(shapes, outline) for outline in outlines]
            for outline, level in zip(outlines, levels, strict=True):
                by_top = shapes[level].is_decided_by_top
                known = outline.straight_to << 4 * (size - 1) if by_top else digits
                key = ((level << 4 * size) + known) << 4 * (cards - size)
                number = found.setdefault(key, len(standings))
                if number == len(standings):
                    standings.append(Standing(shapes[level], _pattern(ranks, outline)))
                (suited if outline.is_suited else mixed)[tally] = number
    order = [found[key] for key in sorted(found)]
    strength = [0] * len(order)
    for n, number in enumerate(order, start=1):
        strength[number] = n
    return Judged(
        tuple([standings[number] for number in order]),
        {tally: strength[number] for tally, number in mixed.items()},
        {tally: strength[number] for tally, number in suited.items()},
    )


def _strongest(shapes: tuple[Shape, ...], outline: Outline) -> int:
    """The level of the strongest shape that holds for a hand; the weakest always holds."""
    return max(level for level, shape in enumerate(shapes) if shape.holds(outline))


def _pattern(ranks: tuple[int, ...], outline: Outline) -> Pattern:
    """A hand of these ranks, each as often as its group has it."""
    groups, is_suited, straight_to, _ = outline
    ordered = [_RANK[rank] for rank, n in zip(ranks, groups, strict=True) for _ in range(n)]
    return Pattern(groups, tuple(ordered), is_suited, straight_to)


def _multisets(
    size: int, cards: int, aces: Aces, suits: Suits, decks: int
) -> Iterator[tuple[int, int, tuple[int, ...], tuple[Outline, ...]]]:
    """Every multiset of this many ranks that these decks hold.

    With it come its ranks in the order in which they decide, as hexadecimal digits of a number and
    once for each group, and its outlines: of mixed suits, of one. They come by their groups: which
    ranks are there how often, the ones with more before the others.
    """
    for groups in _partitions(size, min(size, 4 * decks)):
        may_be_suited = size == cards and suits is ANY_SUITS and groups[0] <= decks
        in_suits = (False, True) if may_be_suited else (False,)
        plain = tuple([Outline(groups, is_suited) for is_suited in in_suits])
        repeats = [int("1" * n, 16) for n in groups]
        for ranks in _ranks_grouped(groups):
            tally = digits = 0
            for rank, n, repeat in zip(ranks, groups, repeats, strict=True):
                tally += n * _TALLY[rank]
                digits = (digits << 4 * n) + rank * repeat
            outlines = plain
            if groups[0] == 1:
                straight_to = _top_of_straight(ranks, cards, aces)
                runs_to_ace = ranks[0] == Rank.ACE and ranks[0] - ranks[-1] == size - 1
                if straight_to or runs_to_ace:
                    outlines = tuple(
                        [Outline(groups, each, straight_to, runs_to_ace) for each in in_suits]
                    )
            yield tally, digits, ranks, outlines


def _partitions(size: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide so many cards into groups of at most so many, the largest first.

    >>> list(_partitions(4, 3))
    [(3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if not size:
        yield ()
    for first in range(min(size, most), 0, -1):
        for others in _partitions(size - first, first):
            yield first, *others


def _ranks_grouped(groups: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of ranks for such groups; among groups of one size the higher rank comes first."""
    if not groups:
        yield ()
        return
    alike = groups.count(groups[0])
    for others in _ranks_grouped(groups[alike:]):
        left = [rank for rank in _RANK_NUMBERS if rank not in others]
        for first in combinations(left, alike):
            yield *first, *others


# Plain numbers are several times faster to count than members of an enum.
_RANK = {int(rank): rank for rank in RANKS}
_RANK_NUMBERS = sorted(_RANK, reverse=True)
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
