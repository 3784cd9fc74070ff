"""Cards: thirteen ranks, four suits, and the one notation in which cards are written everywhere.

A card is one of 52 objects made once, so two cards are the same card when they are the same object.
Each carries its rank as one octal digit of a number (`tally`): adding the tallies of some cards gives
their multiset of ranks as a single integer, whatever their order. Rankings are looked up by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum

from tablewright.rules.errors import Refused, quoted


class Rank(IntEnum):
    """A rank. The ace is written as the highest; where it is low, a rule says so."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def plural(self) -> str:
        return "sixes" if self is Rank.SIX else f"{self.word}s"


class Suit(Enum):
    """A suit; the value is its word on the felt."""

    CLUB = "club"
    DIAMOND = "diamond"
    HEART = "heart"
    SPADE = "spade"

    @property
    def letter(self) -> str:
        return self.value[0]

    @property
    def symbol(self) -> str:
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self.letter]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 52 cards. Get them from `DECK`, `card` or `cards`; never make one."""

    rank: Rank
    suit: Suit
    text: str
    index: int
    tally: int
    suit_bit: int
    held: int
    """Its tally, and above the ranks a hexadecimal digit for each suit: cards hold their sum."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    @property
    def face(self) -> str:
        """The card as it is printed for people: `10♥`."""
        return f"{'10' if self.rank is Rank.TEN else self.rank.letter}{self.suit.symbol}"


RANKS: tuple[Rank, ...] = tuple(Rank)
SUITS: tuple[Suit, ...] = tuple(Suit)
SUITS_FROM = 3 * len(RANKS)
"""Above which bit of what cards hold their suits are counted."""
DECK: tuple[Card, ...] = tuple(
    Card(
        rank,
        suit,
        rank.letter + suit.letter,
        4 * r + s,
        1 << 3 * r,
        1 << s,
        (1 << 3 * r) + (1 << SUITS_FROM + 4 * s),
    )
    for r, rank in enumerate(RANKS)
    for s, suit in enumerate(SUITS)
)
"""The standard deck, twos first; `DECK[c.index] is c`."""


def tally_of(ranks: Iterable[Rank]) -> int:
    """The multiset of ranks as one integer, an octal digit for each rank.

    >>> oct(tally_of([Rank.TWO, Rank.TWO, Rank.FOUR]))
    '0o102'
    """
    return sum(1 << 3 * (rank - 2) for rank in ranks)


def _spellings() -> dict[str, Card]:
    suits = {
        Suit.CLUB: "cC♣♧",
        Suit.DIAMOND: "dD♦♢",
        Suit.HEART: "hH♥♡",
        Suit.SPADE: "sS♠♤",
    }
    spelled: dict[str, Card] = {}
    for each in DECK:
        letter = each.rank.letter
        ranks = {letter, letter.lower()} | ({"10"} if each.rank is Rank.TEN else set())
        for rank in ranks:
            for suit in suits[each.suit]:
                for variant in ("", "\ufe0e", "\ufe0f"):  # text or picture, as a keyboard may add
                    spelled[rank + suit + variant] = each
    return spelled


_CARD_SPELLED = _spellings()


def card(text: str) -> Card:
    """The card that is written so.

    >>> card("10♥") is card("Th") is card("TH")
    True
    """
    try:
        return _CARD_SPELLED[text]
    except KeyError:
        spaced = ", cards set apart by spaces" if len(text) > 3 else ""
        raise Refused(
            f"{quoted(text)} is not a card: expected a rank 2-9 T J Q K A and a suit c d h s,"
            f" as in Th{spaced}"
        ) from None


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a hand, separated by spaces.

    >>> [str(c) for c in cards("9h 10♦ AS")]
    ['9h', 'Td', 'As']
    """
    try:
        return tuple([_CARD_SPELLED[word] for word in text.split()])
    except KeyError:
        return tuple([card(word) for word in text.split()])


def written(hand: Iterable[Card]) -> str:
    """The cards in the notation that `cards` reads."""
    return " ".join([each.text for each in hand])


def faces(hand: Iterable[Card]) -> str:
    """The cards as they are printed for people."""
    return " ".join([each.face for each in hand])
