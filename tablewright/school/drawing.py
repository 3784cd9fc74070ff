"""Cards of a draw that lead to given facts: one card, or the cards of a round so far.

As in `made_hands`, cards are proposed and the rules say what they led to.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.cards import DECK, Card, Rank
from tablewright.rules.draw import Draw
from tablewright.rules.rankings import Standing
from tablewright.rules.sources import Drawn, Leading, PlayerShows, VoidRound
from tablewright.school.made_hands import MOST_TRIES, NotFound, strengths_of
from tablewright.school.packs import Pack


class RoundDealt(NamedTuple):
    """The cards drawn in a round so far, whether it was declared void, and the facts that follow."""

    drawn: tuple[Card, ...]
    is_void: bool
    facts: int


class _Wanted(NamedTuple):
    """What facts of a round say of its cards."""

    is_void: bool
    cards: int
    leading: tuple[tuple[Callable[[Card], bool], int], ...]
    standings: tuple[Standing, ...]
    """The hands that these cards may make, as far as their ranks allow the rest."""


class Rounds:
    """Rounds of a draw that lead to given facts."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self._wanted: dict[int, _Wanted] = {}

    @cached_property
    def by_card(self) -> dict[int, list[Card]]:
        """The cards that have each number of card facts."""
        found: dict[int, list[Card]] = {}
        for card in DECK:
            found.setdefault(self.draw.card_facts(card), []).append(card)
        return found

    def card(self, facts: int, rng: Random) -> Card | None:
        """A card with these facts; None, where they are those of a card that never came."""
        if facts == self.draw.card_facts(None):
            return None
        return rng.choice(self.by_card[facts])

    def round(self, facts: int, rng: Random) -> RoundDealt:
        """Cards of a round that lead to exactly these facts."""
        wanted = self._wanted.get(facts)
        if wanted is None:
            wanted = self._wanted[facts] = self._read(facts)
        for _ in range(MOST_TRIES):
            cards = self._proposed(wanted, rng)
            if cards is not None and self.draw.round_facts(cards, is_void=wanted.is_void) == facts:
                return RoundDealt(tuple(cards), wanted.is_void, facts)
        raise NotFound(f"no cards were found for {self.draw.round_space.said(facts)}")

    def round_of(self, several: Sequence[int], rng: Random) -> RoundDealt:
        """Cards that lead to one of several facts, which come equally often."""
        for facts in rng.sample(several, len(several)):
            try:
                return self.round(facts, rng)
            except NotFound:
                continue
        raise NotFound("no cards were found for any of the facts asked for")

    def goes_on(self, drawn: Sequence[Card], rng: Random) -> tuple[Card, ...]:
        """The cards of a round, with those that come after these drawn at random."""
        pack = Pack(self.draw.decks, drawn)
        rest = [pack.any_card(rng) for _ in range(self.draw.cards - len(drawn))]
        return (*drawn, *rest)

    def _read(self, facts: int) -> _Wanted:
        record = self.draw.round_space.possible[facts]
        is_void, count = False, self.draw.cards
        leading: list[tuple[Callable[[Card], bool], int]] = []
        shows: list[tuple[PlayerShows, Any]] = []
        for name, source in self.draw.round_sources.items():
            value = getattr(record, name)
            match source:
                case VoidRound():
                    is_void = bool(value)
                case Drawn():
                    count = value
                case Leading(test):
                    leading.append((test, value))
                case PlayerShows():
                    shows.append((source, value))
        standings = [each for some in shows[:1] for each in _standings(*some, count)]
        passing = [(_ranks_passing(test), value) for test, value in leading]
        fits = tuple(each for each in standings if _can_lead(each, passing, count))
        return _Wanted(is_void, count, tuple(leading), fits)

    def _proposed(self, wanted: _Wanted, rng: Random) -> list[Card] | None:
        pack = Pack(self.draw.decks)
        if not wanted.standings or rng.random() < 0.2:
            cards = [pack.any_card(rng) for _ in range(wanted.cards)]
        else:
            pattern = rng.choice(wanted.standings).pattern
            suit = int(rng.random() * 4) if pattern.is_suited else -1
            made = pack.of_ranks(pattern.ranks, [suit] * len(pattern.ranks), rng)
            if made is None:
                return None
            cards = made
            while len(cards) < wanted.cards:
                cards.append(pack.beside(cards, rng))
        return _in_order(cards, wanted.leading, rng)


@lru_cache(maxsize=512)
def _standings(source: PlayerShows, value: Any, count: int) -> tuple[Standing, ...]:
    """The hands of so many cards that bear a label."""
    found = []
    for strength in strengths_of(source.view, source.label).get(value, []):
        seen = source.view.seen(strength)
        if seen and len(seen.standing.pattern.ranks) == min(count, seen.ranking.cards):
            found.append(seen.standing)
    return tuple(found)


@lru_cache(maxsize=64)
def _ranks_passing(test: Callable[[Card], bool]) -> frozenset[Rank]:
    """The ranks of which some card passes a test."""
    return frozenset(card.rank for card in DECK if test(card))


def _can_lead(
    standing: Standing, leading: Sequence[tuple[frozenset[Rank], int]], count: int
) -> bool:
    """Whether the ranks of a hand leave room for the cards that lead."""
    ranks = standing.pattern.ranks
    spare = count - len(ranks)
    if count and not spare and not any(wanted for _, wanted in leading):
        return any(all(rank not in passing for passing, _ in leading) for rank in ranks)
    for passing, wanted in leading:
        passed = sum([rank in passing for rank in ranks])
        if passed + spare < wanted or (wanted < count and passed >= count):
            return False
    return True


def _leads_nothing(card: Card, leading: Sequence[tuple[Callable[[Card], bool], int]]) -> bool:
    return not any(test(card) for test, _ in leading)


def _in_order(
    cards: list[Card], leading: Sequence[tuple[Callable[[Card], bool], int]], rng: Random
) -> list[Card]:
    """The cards in an order in which the longest of what leads comes first, then one that ends it."""
    rng.shuffle(cards)
    if not leading:
        return cards
    test, wanted = max(leading, key=lambda each: each[1])
    if not wanted:
        cards.sort(key=lambda card: not _leads_nothing(card, leading))
        rest = cards[1:]
        rng.shuffle(rest)
        return [*cards[:1], *rest]
    first = [card for card in cards if test(card)][:wanted]
    left = _minus(cards, first)
    ends = next((card for card in left if not test(card)), None)
    if ends is not None:
        left.remove(ends)
        return [*first, ends, *left]
    return [*first, *left]


def _minus(cards: Sequence[Card], some: Sequence[Card]) -> list[Card]:
    """The cards without some of them, each taken away once."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return left


@lru_cache(maxsize=32)
def rounds(draw: Draw) -> Rounds:
    """The rounds of a draw, with what was found about it so far."""
    return Rounds(draw)
