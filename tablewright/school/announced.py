"""Announcements as they are taught: every kind that cards can lead to, with cards that do.

What may be announced after some cards the procedure says; which kinds there are is found by asking it
about cards on the way to every hand that the drawn cards can make, and about runs of cards that a fact
of the round counts. What comes near and may not be announced is made from what may: other odds, another
card, or a hand that is a card further than it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK, RANKS, SUITS, Card, Rank
from tablewright.rules.draw import Draw
from tablewright.rules.english import article, capital
from tablewright.rules.game import Ruleset
from tablewright.rules.procedure import Announcement
from tablewright.rules.sources import Leading
from tablewright.school.hands import kinds_in
from tablewright.school.made_hands import hand_of
from tablewright.school.syllabus import Syllabus, syllabus_of

Announce = Callable[[Ruleset, Sequence[Card]], tuple[Announcement, ...]]
Cards = tuple[Card, ...]
NOTHING = "nothing"
"""The kind of having nothing to say of a wager that lies there."""
ORDERS = 3
"""In so many orders the cards of each hand are drawn when kinds are looked for."""


class Said(NamedTuple):
    """A kind of announcement about a wager."""

    wager: str
    kind: str


class Example(NamedTuple):
    """Some cards, and what is announced after them."""

    cards: Cards
    says: str


def announced(syllabus: Syllabus, drawn: Sequence[Card]) -> tuple[Announcement, ...]:
    """What may be announced after these cards, whatever lies on the felt."""
    announce: Announce | None = syllabus.procedure.announce
    return announce(syllabus.ruleset, drawn) if announce else ()


def about(syllabus: Syllabus, drawn: Sequence[Card], wager: str) -> list[Announcement]:
    """What may be announced about one wager."""
    return [each for each in announced(syllabus, drawn) if wager in each.about]


def kinds_of(syllabus: Syllabus) -> Mapping[Said, tuple[Example, ...]]:
    """Every kind of announcement that there is, with some cards after which it is made."""
    return _kinds_of(syllabus_of(syllabus.setup))


@lru_cache(maxsize=16)
def _kinds_of(syllabus: Syllabus) -> Mapping[Said, tuple[Example, ...]]:
    if syllabus.procedure.announce is None or not isinstance(syllabus.deal, Draw):
        return {}
    on_the_way = dict.fromkeys(_on_the_way(syllabus.deal, Random("announcements")))
    after = {cards: announced(syllabus, cards) for cards in on_the_way}
    found: dict[Said, list[Example]] = {}
    for cards, said in after.items():
        for each in said:
            for wager in each.about:
                found.setdefault(Said(wager, each.kind), []).append(Example(cards, each.says))
    spoken_of = {said.wager for said in found}
    wagers = [id for id in syllabus.ruleset.wagers if id in spoken_of]
    stands = syllabus.book.cashier.stands
    for cards, said in after.items():
        facts = syllabus.deal.round_facts(cards)
        for wager in wagers:
            if stands(wager, facts) and not any(wager in each.about for each in said):
                found.setdefault(Said(wager, NOTHING), []).append(Example(cards, ""))
    kept = sorted(found, key=lambda each: (wagers.index(each.wager), each.kind))
    return {each: tuple(found[each]) for each in kept}


def _on_the_way(draw: Draw, rng: Random) -> Iterator[Cards]:
    """The first cards, in several orders, of hands of every kind and of runs that facts count."""
    for kind in kinds_in(draw.spoken, draw.cards, draw.decks):
        for _ in range(ORDERS):
            hand = hand_of(draw.spoken, kind.strengths, draw.cards, rng, decks=draw.decks)
            yield from (hand[:size] for size in range(1, draw.cards + 1))
    for source in draw.round_sources.values():
        if isinstance(source, Leading):
            counted = [card for card in DECK if source.test(card)]
            for _ in range(ORDERS):
                run = tuple(rng.choice(counted) for _ in range(draw.cards))
                yield from (run[:size] for size in range(1, draw.cards + 1))


def like(cards: Cards, rng: Random) -> Cards:
    """The same cards with the suits exchanged, so that they make the same hands."""
    suits = list(dict.fromkeys(card.suit for card in DECK))
    other = dict(zip(suits, rng.sample(suits, len(suits)), strict=True))
    by_face = {(card.rank, card.suit): card for card in DECK}
    return tuple(by_face[card.rank, other[card.suit]] for card in cards)


# What may not be announced -------------------------------------------------------------------------

AHEAD = 3
"""With so many further cards it is tried what would be announced if one of them lay there too."""


def misannounced(
    syllabus: Syllabus, drawn: Cards, said: Said, right: str, rng: Random
) -> list[str]:
    """What comes near an announcement and may not be made after these cards, the nearest first."""
    may = {each.says for each in about(syllabus, drawn, said.wager)}
    groups = [
        _too_early(syllabus, drawn, said, right, rng),
        _other_card(right, drawn, rng),
        _other_odds(syllabus, said.wager, right),
    ]
    for group in groups:
        rng.shuffle(group)
    nearest = [group.pop() for group in groups if group]
    found = [*nearest, *(each for group in groups for each in group)]
    return [each for each in dict.fromkeys(found) if each not in may and each != right]


def _too_early(syllabus: Syllabus, drawn: Cards, said: Said, right: str, rng: Random) -> list[str]:
    """What would be announced of the same hand if one more card that goes with these had come.

    Where nothing may be said, any hand is too early; after the last card, any that pays more.
    """
    draw, hand = syllabus.deal, said.kind.partition("-")[2]
    assert isinstance(draw, Draw)
    is_full = len(drawn) == draw.cards
    lie = drawn[1:] if is_full else drawn
    with_these = [
        card for card in DECK if any(card.rank == one.rank or card.suit is one.suit for one in lie)
    ]
    found = []
    for card in rng.sample(with_these, AHEAD):
        for each in about(syllabus, (*lie, card), said.wager):
            is_further = each.kind != said.kind and each.kind.partition("-")[2] == hand
            is_early = said.kind == NOTHING or is_further
            if _pays(each.says) > _pays(right) if is_full else is_early:
                found.append(each.says)
    return found


def _pays(says: str) -> Fraction:
    """The highest odds that an announcement names."""
    odds = [Fraction(each.replace("-", "/")) for each in ODDS.findall(says)]
    return max(odds, default=Fraction(0))


def _other_odds(syllabus: Syllabus, wager: str, right: str) -> list[str]:
    """The same at odds that stand next to its own."""
    scale = _odds_announced(syllabus_of(syllabus.setup), wager)
    at = [scale.index(each) for each in ODDS.findall(right)]
    found = []
    for step in (-2, -1, 1, 2):
        moved = [n + step for n in at]
        if at and min(moved) >= 0 and max(moved) < len(scale):
            odds = iter(moved)
            found.append(ODDS.sub(lambda _, odds=odds: scale[next(odds)], right))  # type: ignore[misc]
    return found


ODDS = re.compile(r"\d+-\d+")


@lru_cache(maxsize=64)
def _odds_announced(syllabus: Syllabus, wager: str) -> list[str]:
    """All odds that are announced of a wager, the lowest first."""
    found = {
        odds
        for said, examples in kinds_of(syllabus).items()
        if said.wager == wager
        for example in examples
        for odds in ODDS.findall(example.says)
    }
    return sorted(found, key=_pays)


def _other_card(right: str, drawn: Cards, rng: Random) -> list[str]:
    """The same with another rank in place of one that it names, or another suit where it names no rank.

    The ranks that an announcement names are all that lead there, so with another it is wrong.
    """
    named = [rank for rank in RANKS if _names(right, rank)]
    found = []
    for rank in named:
        lie = {card.rank for card in drawn}
        near = {RANKS[n % len(RANKS)] for n in (rank - 3, rank - 1)}
        for other in sorted((lie | near) - {*named}):
            found.append(_renamed(right, rank, other))
    if not named:
        for suit in SUITS:
            if re.search(rf"\b{suit.value}\b", right):
                others = [each for each in SUITS if each is not suit]
                found += [right.replace(suit.value, each.value) for each in others]
    return found


def _names(words: str, rank: Rank) -> bool:
    return bool(
        re.search(rf"\b(?:a|an|another|the) {rank.word}\b|\bof {rank.plural}\b", words, re.I)
    )


def _renamed(words: str, rank: Rank, other: Rank) -> str:
    """The words with one rank put for another, and its article with it."""

    def named(match: re.Match[str]) -> str:
        before = match[1]
        if before.lower() in ("a", "an"):
            of_other = article(other.word)
            before = capital(of_other) if before[0].isupper() else of_other
        return f"{before} {other.word}"

    words = re.sub(rf"\b(a|an|another|the) {rank.word}\b", named, words, flags=re.I)
    return re.sub(rf"\bof {rank.plural}\b", f"of {other.plural}", words)
