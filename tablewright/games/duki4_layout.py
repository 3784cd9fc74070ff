"""The felt of Duki 4 Poker: a semicircle with three spots at each seat, pay tables and the emblem.

The manual names the parts and draws none of them; where each lies and how large it is, the house says.
"""

from tablewright.games.duki4 import (
    ANTE_TABLE,
    ANY_FOUR_BEATS_THREE,
    BONUS_TABLE,
    EQUIPMENT,
    MANUAL,
    WAGERING,
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
from tablewright.rules.shapes import circle, rectangle

HALF_CIRCLE = MANUAL.at(EQUIPMENT, "first sentence", "is a semi-circle playing surface")
POSITIONS_OF_THREE = MANUAL.at(EQUIPMENT, "list", "betting positions of three spots each")
RACK_AT_STRAIGHT_EDGE = MANUAL.at(EQUIPMENT, "list", "located on the straight edge of the")

LAYOUT = Layout(
    surface=Surface(2130, 1065),
    seating=Seating(862, 14, 166),
    spots=(
        Spot(("bonus",), circle(0, -100, 92)),
        Spot(("ante",), circle(-62, 0, 104)),
        Spot(("play",), circle(62, 0, 104), shows_odds=True),
    ),
    number=circle(0, 54, 24),
    cards=(Area("hand", Use.CARDS, rectangle(0, 122, 250, 96), "Cards"),),
    areas=(
        Area("chip-rack", Use.RACK, rectangle(0, 70, 620, 120), "Chip rack"),
        Area("discard-holder", Use.DISCARDS, rectangle(-400, 80, 110, 130), "Discards"),
        Area("shuffler", Use.DEVICE, rectangle(440, 85, 220, 140), "Shuffler"),
        Area("dealer-hand", Use.DEALER_HAND, rectangle(0, 205, 330, 104), "Dealer"),
    ),
    payouts=(
        Payouts(
            rectangle(-410, 298, 290, 226), ANTE_TABLE.name, ("ante",), title="Ante: 4-Card Duki"
        ),
        Payouts(rectangle(410, 246, 290, 122), BONUS_TABLE.name, title="Bonus: best three cards"),
    ),
    title=Lettering(622, 92, 72),
    lettering=(
        Lettering(
            676,
            24,
            64,
            says="A 4-Card Duki always wins over a 3-Card Duki",
            rules=("duki4.ranking.duki",),
            source=ANY_FOUR_BEATS_THREE,
        ),
    ),
    emblem=rectangle(0, 392, 340, 190),
    logos=(rectangle(410, 366, 240, 84),),
    stated=(
        Stated("The table is a half circle.", HALF_CIRCLE),
        Stated(
            "Each betting position has three spots; pay tables and logos are printed on the felt.",
            POSITIONS_OF_THREE,
        ),
        Stated("The chip rack is at the straight edge.", RACK_AT_STRAIGHT_EDGE),
        Stated("The Ante and the Bonus are placed apart, in any amounts.", WAGERING),
    ),
    inferred=(
        "Where the three spots of a seat lie, their shape and their order.",
        "Where cards are laid, the discard holder and the shuffler stand, and what is printed where.",
        "The first seat at the dealer's right: the manual numbers no seats.",
    ),
)
