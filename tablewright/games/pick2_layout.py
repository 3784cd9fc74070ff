"""The felt of Pick 2 Poker: a blackjack-style table with four wagering areas at each seat.

The manual names the four areas, calls one of them a diamond and says where the cards are laid; where
each area lies and how large it is, the house says.
"""

from tablewright.games.pick2 import (
    BONUS_ONLY_TABLE,
    FIVE_CARD_TABLE,
    PLACING,
    QUALIFYING,
    SEATED,
    THREE_CARD_TABLE,
)
from tablewright.rules.layout import (
    Area,
    Layout,
    Lettering,
    Payouts,
    Seating,
    Spot,
    Stated,
    Surface,
    Use,
)
from tablewright.rules.shapes import circle, diamond, rectangle

LAYOUT = Layout(
    surface=Surface(2130, 1125),
    seating=Seating(838, 8, 172),
    spots=(
        Spot(("bonus-5",), circle(0, -144, 88)),
        Spot(("bonus-3-5",), circle(-70, -64, 96)),
        Spot(("ante",), circle(70, -64, 96)),
        Spot(("play",), diamond(0, 36, 156, 122)),
    ),
    number=circle(110, 40, 24),
    cards=(
        Area("in-play", Use.CARDS, rectangle(0, 150, 250, 92), "Cards in play"),
        Area("not-played", Use.CARDS, rectangle(-118, 40, 68, 90), "Not played"),
    ),
    areas=(
        Area("chip-rack", Use.RACK, rectangle(0, 70, 620, 120), "Chip rack"),
        Area("discard-holder", Use.DISCARDS, rectangle(-400, 80, 110, 130), "Discards"),
        Area("shuffler", Use.DEVICE, rectangle(440, 85, 220, 140), "Shuffler"),
        Area("dealer-hand", Use.DEALER_HAND, rectangle(0, 210, 390, 104), "Dealer"),
    ),
    payouts=(
        Payouts(rectangle(-390, 267, 280, 204), BONUS_ONLY_TABLE.name, title="5 Card Bonus Only"),
        Payouts(rectangle(-366, 410, 232, 66), kinds=("ante", "play"), title="Against the dealer"),
        Payouts(rectangle(390, 249, 280, 168), FIVE_CARD_TABLE.name, title="3-5 Bonus: five cards"),
        Payouts(
            rectangle(390, 386, 280, 92), THREE_CARD_TABLE.name, title="3-5 Bonus: three cards"
        ),
    ),
    title=Lettering(552, 88, 64),
    lettering=(
        Lettering(
            608,
            24,
            74,
            says="Against five cards the dealer qualifies with ace-king or better",
            source=QUALIFYING,
        ),
    ),
    emblem=rectangle(0, 388, 290, 190),
    stated=(
        Stated(
            "The game is played on a table like blackjack's.",
            SEATED.quote("played on a Blackjack style table"),
        ),
        Stated(
            "In front of each player lie four areas: Ante, Play, 3-5 Bonus and 5 Card Bonus Only.",
            SEATED.quote("there are four wagering areas"),
        ),
        Stated("The Play area is a diamond.", PLACING),
        Stated(
            "Cards in play lie behind the diamond; of five cards, the two that are not played lie"
            " under the 3-5 Bonus.",
            PLACING.quote("placed behind the diamond spot"),
        ),
    ),
    inferred=(
        "Where the four areas of a seat lie, and the shape of all but the diamond.",
        "Behind the diamond is the player's side of it.",
        "Where the rack, the discard rack and the shuffler stand, and what is printed where.",
        "The first seat at the dealer's right: the manual numbers no seats.",
    ),
)
