"""Which cards would do, in as few words as there are: an eight to a king, a heart, Q♥ or 8♥."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tablewright.rules.cards import RANKS, SUITS, Card, Rank, Suit
from tablewright.rules.english import article
from tablewright.table.words import joined

MOST_NAMED = 6
"""How many cards are named one by one."""


def any_of(some: Iterable[Card]) -> str:
    """One of these cards.

    >>> from tablewright.rules.cards import DECK, cards
    >>> any_of(each for each in DECK if 8 <= each.rank <= 13)
    'an eight to a king'
    >>> any_of(cards("Ac Ad Ah As 2c 2d 2h 2s")), any_of(cards("Tc Kd"))
    ('an ace or a two', '10♣ or K♦')
    >>> any_of(cards("Tc Td Ts Jc Jd Js")), any_of(c for c in DECK if c.suit.letter == "h")
    ('a ten or a jack that is not a heart', 'a heart')
    """
    found = sorted(set(some), key=lambda card: card.index)
    ranks = sorted({card.rank for card in found})
    suits = [suit for suit in SUITS if any(card.suit is suit for card in found)]
    if len(suits) == 1 and len(ranks) > MOST_NAMED:
        return _suited(suits[0], ranks)
    if len(found) == len(ranks) * len(suits) and len(suits) >= 3:
        other = [suit for suit in SUITS if suit not in suits]
        return _ranks(ranks) + (f" that is not a {other[0].value}" if other else "")
    if len(found) <= MOST_NAMED:
        return joined([card.face for card in found], "or")
    return "the right one"


def _suited(suit: Suit, ranks: Sequence[Rank]) -> str:
    missing = [f"the {rank.word}" for rank in RANKS if rank not in ranks]
    return f"a {suit.value}" + (f" other than {joined(missing, 'or')}" if missing else "")


def _ranks(ranks: Sequence[Rank]) -> str:
    """Cards of any suit: three ranks or more in a row by the first and the last."""
    places = {rank: int(rank) for rank in ranks}
    if Rank.ACE in places and Rank.KING not in places:
        places[Rank.ACE] = 1
    ordered = sorted(places, key=lambda rank: places[rank])
    said: list[str] = []
    for _, row in groupby(enumerate(ordered), lambda each: places[each[1]] - each[0]):
        named = [f"{article(rank.word)} {rank.word}" for _, rank in row]
        said += [f"{named[0]} to {named[-1]}"] if len(named) > 2 else named
    return joined(said, "or")
