"""Playing cards as drawings: rank, suit in its colour with its letter, and a fan of them.

A card is drawn as on the house's page, in a box of 100 by 140: four colours, and the suit's letter
beside them, so that no suit is told by colour alone.
"""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from tablewright.papers.card_shapes import CHARACTER, COURT_SHAPE, SUIT_SHAPE
from tablewright.rules.cards import Card, Rank, Suit

WIDE, HIGH = 100, 140
EM = 1000
"""To which characters are outlined."""
INK: Mapping[Suit, str] = {
    Suit.SPADE: "#16181d",
    Suit.HEART: "#c2182b",
    Suit.DIAMOND: "#1253b8",
    Suit.CLUB: "#0d6b34",
}
SPREAD_DEG, WIDEST_DEG = 18, 48
"""Between two cards of a fan, and at most between the first and the last."""
GRIP = 260
"""How far below its middle a fanned card is held."""


def drawn(card: Card) -> str:
    """One card with its corner at the origin."""
    rank = "10" if card.rank is Rank.TEN else card.rank.letter
    suit, court = SUIT_SHAPE[card.suit], COURT_SHAPE.get(card.rank)
    middle = f'<path transform="translate(36 66) scale(1.8)" d="{suit}"/>'
    if court:
        middle = (
            f'<path transform="translate(43 45) scale(1.42)" fill-rule="evenodd" d="{court}"/>'
            f'<path transform="translate(48 96) scale(1.1)" d="{suit}"/>'
        )
    return (
        f'<rect x="0.75" y="0.75" width="{WIDE - 1.5}" height="{HIGH - 1.5}" rx="9" fill="#fffdf7"'
        ' stroke="#a8a29e" stroke-width="1.5"/>'
        f'<g fill="{INK[card.suit]}">'
        f"{_written(rank, 8, 42, 44)}"
        f'<path transform="translate(9 49) scale(0.88)" d="{suit}"/>'
        f"{middle}"
        f"{_written(card.suit.letter.upper(), 12, 129, 16)}</g>"
    )


def _written(characters: str, x: float, y: float, size: float) -> str:
    """Characters from the left, as outlines; two of them a little closer than in a text."""
    return "".join(
        f'<path transform="translate({x + n * size / 2:g} {y:g}) scale({size / EM:g} {-size / EM:g})"'
        f' d="{CHARACTER[each]}"/>'
        for n, each in enumerate(characters)
    )


def fan(cards: Sequence[Card]) -> str:
    """Cards held as a fan, the first at the left, as a drawing of its own."""
    last = len(cards) - 1
    spread = min(SPREAD_DEG, WIDEST_DEG / max(last, 1))
    turns = [spread * (n - last / 2) for n in range(len(cards))]
    corners = [_turned(x, y, turn) for turn in turns for x in (0, WIDE) for y in (0, HIGH)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    held = "".join(
        f'<g transform="rotate({turn:g} {WIDE / 2:g} {HIGH / 2 + GRIP:g})">{drawn(card)}</g>'
        for turn, card in zip(turns, cards, strict=True)
    )
    return _framed(left, top, wide, high, held)


def _turned(x: float, y: float, turn_deg: float) -> tuple[float, float]:
    """Where a point of a card comes to lie when it is turned about the hand that holds it."""
    across, up = x - WIDE / 2, y - HIGH / 2 - GRIP
    turn = radians(turn_deg)
    return (
        WIDE / 2 + across * cos(turn) - up * sin(turn),
        HIGH / 2 + GRIP + across * sin(turn) + up * cos(turn),
    )


def _framed(left: float, top: float, wide: float, high: float, held: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}" height="{high:.2f}"'
        f' viewBox="{left:.2f} {top:.2f} {wide:.2f} {high:.2f}">{held}</svg>'
    )


def spoken(cards: Sequence[Card]) -> str:
    """Cards in words, for those who cannot see the drawing.

    >>> from tablewright.rules.cards import cards
    >>> spoken(cards("As Th"))
    'ace of spades, ten of hearts'
    """
    return ", ".join(f"{card.rank.word} of {card.suit.value}s" for card in cards)
