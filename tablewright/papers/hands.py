"""What beats what, as tables: the hands of each ranking, highest first, with an example of each."""

from collections.abc import Iterator
from functools import lru_cache

from tablewright.papers.documents import Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.rules.cards import DECK, Card, Suit, faces
from tablewright.rules.rankings import Ranking, Shape

SUITS_IN_TURN = (Suit.SPADE, Suit.HEART, Suit.DIAMOND, Suit.CLUB)


def rankings(edition: Edition) -> tuple[Ranking, ...]:
    """The rankings in which the game speaks of cards, those that go before others first."""
    found = [each for view in edition.ruleset.spoken_views for each in reversed(view.rankings)]
    return tuple(dict.fromkeys(found))


def hand_tables(edition: Edition) -> Iterator[Table]:
    """The hands of each ranking, highest first, each with an example."""
    for ranking in rankings(edition):
        yield Table(
            title=ranking.name,
            head=("Highest first", "Such as"),
            rows=tuple(
                (shape.name, faces(example(ranking, shape))) for shape in reversed(ranking.shapes)
            ),
            align=("left", "right"),
            widths=(1, 0),
        )


def hands_said(edition: Edition) -> Iterator[Paragraph]:
    """What must be known of hands beside their order."""
    for view in edition.ruleset.spoken_views:
        if view.says:
            yield Paragraph(text=view.says)


@lru_cache(maxsize=256)
def example(ranking: Ranking, shape: Shape) -> tuple[Card, ...]:
    """Cards that make a hand of this shape and no more: the middle one of all that there are."""
    whole = [
        each.pattern
        for each in ranking.standings
        if each.shape is shape and len(each.pattern.ranks) == ranking.cards
    ]
    plainest = max(len(pattern.groups) for pattern in whole)
    plain = [pattern for pattern in whole if len(pattern.groups) == plainest]
    pattern = plain[len(plain) // 2]
    suits = [SUITS_IN_TURN[0 if pattern.is_suited else n % 4] for n in range(ranking.cards)]
    return tuple(
        next(card for card in DECK if card.rank is rank and card.suit is suit)
        for rank, suit in zip(pattern.ranks, suits, strict=True)
    )
