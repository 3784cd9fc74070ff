"""Announcements as they are taught: every kind that cards can lead to, with cards that do.

What may be announced after some cards the procedure says; which kinds there are is found by asking it
about cards on the way to every hand that the drawn cards can make, and about runs of cards that a fact
of the round counts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK, Card
from tablewright.rules.draw import Draw
from tablewright.rules.game import Ruleset
from tablewright.rules.procedure import Announcement
from tablewright.rules.sources import Leading
from tablewright.school.made_hands import kinds, make
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
    wagers = list(dict.fromkeys(said.wager for said in found))
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
    for strengths in kinds(draw.spoken, draw.cards).values():
        for _ in range(ORDERS):
            hand = make(draw.spoken, strengths, draw.cards, rng, decks=draw.decks)
            if hand is not None:
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
