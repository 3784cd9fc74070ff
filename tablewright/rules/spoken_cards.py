"""How ranks and suits are spoken of in a sentence: a king, the king, kings, to the king, another heart.

Every phrase is looked up whole, since languages differ in articles and genders.
"""

from tablewright.rules.cards import RANKS, SUITS, Rank, Suit
from tablewright.rules.english import article
from tablewright.rules.language import worded

RANK, SUIT = "rank", "suit"


def one(rank: Rank) -> str:
    """`king`"""
    return worded(rank.word, RANK)


def many(rank: Rank) -> str:
    """`kings`"""
    return worded(rank.plural, RANK)


def to(rank: Rank) -> str:
    """As the top of a straight: `to king`; English says king-high instead."""
    return worded(f"to {rank.word}", RANK)


def a(rank: Rank) -> str:
    """`a king`, `an ace`"""
    return worded(f"{article(rank.word)} {rank.word}", RANK)


def the(rank: Rank) -> str:
    """`the king`"""
    return worded(f"the {rank.word}", RANK)


def another(rank: Rank) -> str:
    """`another king`"""
    return worded(f"another {rank.word}", RANK)


def of_suit(suit: Suit) -> str:
    """`of hearts`"""
    return worded(f"of {suit.value}s", SUIT)


def another_of(suit: Suit) -> str:
    """`another heart`"""
    return worded(f"another {suit.value}", SUIT)


def any_other_of(suit: Suit) -> str:
    """`any other heart`"""
    return worded(f"any other {suit.value}", SUIT)


def a_suit(suit: Suit) -> str:
    """`a heart`"""
    return worded(f"a {suit.value}", SUIT)


def phrases() -> dict[str, str]:
    """Every phrase above in English, by its key: for the catalogues of other languages."""
    ranks, suits = (one, many, to, a, the, another), (of_suit, another_of, any_other_of, a_suit)
    of_ranks = {f"{RANK}.{say.__name__}.{r.word}": say(r) for say in ranks for r in RANKS}
    of_suits = {
        f"{SUIT}.{say.__name__.replace('_', '-')}.{s.value}": say(s) for say in suits for s in SUITS
    }
    return of_ranks | of_suits
