"""Which cards would do, in as few words as there are: 8 to K, any heart, Q♥ or 8♥."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tablewright.rules.cards import RANKS, SUITS, Card, Rank
from tablewright.rules.language import say
from tablewright.table.words import joined

MOST_NAMED = 6
"""How many cards are named one by one."""


def any_of(some: Iterable[Card]) -> str:
    """One of these cards, as they are printed.

    >>> from tablewright.rules.cards import DECK, cards
    >>> any_of(each for each in DECK if 8 <= each.rank <= 13)
    '8 to K'
    >>> any_of(cards("Ac Ad Ah As 2c 2d 2h 2s")), any_of(cards("Tc Kd"))
    ('A or 2', '10♣ or K♦')
    >>> any_of(cards("Tc Td Ts Jc Jd Js")), any_of(c for c in DECK if c.suit.letter == "h")
    ('10 or J but not ♥', 'any ♥')
    """
    found = sorted(set(some), key=lambda card: card.index)
    ranks = sorted({card.rank for card in found})
    suits = [suit for suit in SUITS if any(card.suit is suit for card in found)]
    if len(suits) == 1 and len(ranks) > MOST_NAMED:
        symbol = suits[0].symbol
        missing = [f"{_printed(rank)}{symbol}" for rank in RANKS if rank not in ranks]
        if missing:
            return say("cards.any-but", "any {suit} but {cards}", suit=symbol, cards=_or(missing))
        return say("cards.any", "any {suit}", suit=symbol)
    if len(found) == len(ranks) * len(suits) and len(suits) >= 3:
        other = [suit.symbol for suit in SUITS if suit not in suits]
        if not other:
            return _ranks(ranks)
        return say("cards.but-not", "{cards} but not {suit}", cards=_ranks(ranks), suit=other[0])
    if len(found) <= MOST_NAMED:
        return _or([card.face for card in found])
    return say("cards.right-one", "the right one")


def _ranks(ranks: Sequence[Rank]) -> str:
    """Cards of any suit: three ranks or more in a row by the first and the last."""
    places = {rank: int(rank) for rank in ranks}
    if Rank.ACE in places and Rank.KING not in places:
        places[Rank.ACE] = 1
    ordered = sorted(places, key=lambda rank: places[rank])
    said: list[str] = []
    for _, row in groupby(enumerate(ordered), lambda each: places[each[1]] - each[0]):
        named = [_printed(rank) for _, rank in row]
        if len(named) > 2:
            named = [say("cards.row", "{first} to {last}", first=named[0], last=named[-1])]
        said += named
    return _or(said)


def _or(words: Sequence[str]) -> str:
    return joined(words, say("cards.or", "or"))


def _printed(rank: Rank) -> str:
    """A rank as it is printed on a card."""
    return "10" if rank is Rank.TEN else rank.letter
