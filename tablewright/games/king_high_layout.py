"""The felt of King High: boxes with ten areas each, the action round box and the card holding area.

The manual's drawing is missing from its appendix. What its text says of boxes, areas and cards is
followed; the rest is inferred, and said to be so: the areas of a box lie in the order in which they are
settled, the first of them furthest from the dealer.
"""

from tablewright.games.king_high import (
    BOXES,
    DEALING,
    EQUIPMENT,
    HIGH_RUN,
    LOW_RUN,
    MANUAL,
    PAYING,
    POKERPOT_TABLE,
)
from tablewright.rules.cards import Suit
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
from tablewright.rules.shapes import Patch, circle, rectangle

LIKE_THE_DIAGRAM = MANUAL.at(
    EQUIPMENT, "second paragraph", "similar in design to the diagram shown"
)
ACTION_BOX = MANUAL.at(DEALING, "one card", "box in the middle of the table")
HOLDING_BOXES = MANUAL.at(DEALING, "holding boxes", "boxes in front of the chip float")
RIGHT_TO_LEFT = MANUAL.at(DEALING, "holding boxes", "one at a time, from right to")
FIRST_BOX = MANUAL.at(DEALING, "order of settlement", "betting box to the dealers right")
FURTHEST_FIRST = MANUAL.at(
    PAYING, "order within a box", "furthest betting area from the dealer"
) & MANUAL.at(PAYING, "order within a box", "Remove losing High/Low wagers first")
SIDES = MANUAL.at(PAYING, "hands", "corresponds with the side of the betting") & MANUAL.at(
    PAYING, "hands", "A red suit (diamonds or hearts)"
)

HOLDING = ("First", "Second", "Third", "Fourth", "Fifth")
"""Filled from the dealer's right to the left."""


def half(side: int, y: int) -> Patch:
    """One half of a row of a box: -1 at the dealer's right hand, 1 at the left."""
    return rectangle(62 * side, y, 118, 52)


LAYOUT = Layout(
    surface=Surface(2130, 1065),
    seating=Seating(866, 13, 167),
    spots=(
        Spot(("pokerpot",), circle(0, -132, 84)),
        Spot(("high-run",), half(-1, -58)),
        Spot(("low-run",), half(1, -58)),
        Spot(("seven",), rectangle(0, 0, 242, 52), shows_odds=True),
        Spot(("heart",), rectangle(-93, 62, 56, 60), suit=Suit.HEART),
        Spot(("diamond",), rectangle(-31, 62, 56, 60), suit=Suit.DIAMOND),
        Spot(("club",), rectangle(31, 62, 56, 60), suit=Suit.CLUB),
        Spot(("spade",), rectangle(93, 62, 56, 60), suit=Suit.SPADE),
        Spot(("high",), rectangle(-62, 129, 118, 62), shows_odds=True),
        Spot(("low",), rectangle(62, 129, 118, 62), shows_odds=True),
    ),
    number=circle(-84, -122, 26),
    areas=(
        Area("chip-rack", Use.RACK, rectangle(0, 65, 620, 110), "Chip float"),
        Area("discard-holder", Use.DISCARDS, rectangle(-400, 75, 110, 120), "Discards"),
        Area("drop-box", Use.EQUIPMENT, rectangle(-505, 42, 60, 54), "Drop"),
        Area("shuffle-device", Use.DEVICE, rectangle(450, 80, 240, 130), "Shuffler or shoe"),
        *(
            Area(f"holding-{number}", Use.HELD, rectangle(84 * number - 252, 182, 76, 106), words)
            for number, words in enumerate(HOLDING, start=1)
        ),
        Area("action-round", Use.ACTION, rectangle(0, 316, 96, 134), "Action round"),
    ),
    payouts=(
        Payouts(rectangle(-392, 292, 280, 258), POKERPOT_TABLE.name, title="Pokerpot"),
        Payouts(
            rectangle(392, 243, 280, 160),
            kinds=("high", "low", "suit", "seven"),
            title="Each card",
        ),
        Payouts(rectangle(320, 376, 136, 90), HIGH_RUN.lines[1].tables[0].name, title="High Run"),
        Payouts(rectangle(464, 376, 136, 90), LOW_RUN.lines[1].tables[0].name, title="Low Run"),
    ),
    title=Lettering(578, 90, 56),
    lettering=(
        Lettering(
            628,
            21,
            84,
            rules=(
                "king-high.sign.ace-low",
                "king-high.sign.pair-of-tens",
                "king-high.sign.pair-of-jacks",
            ),
        ),
        Lettering(
            656,
            21,
            84,
            rules=("king-high.sign.pokerpot-ace", "king-high.sign.seven-of-suit"),
        ),
    ),
    emblem=rectangle(0, 431, 180, 78),
    stated=(
        Stated("The cloth is like a drawing in the appendix.", LIKE_THE_DIAGRAM),
        Stated("Boxes are numbered from the dealer's right.", FIRST_BOX & BOXES.conflict[0]),
        Stated("The card of an action round lies in a box in the middle.", ACTION_BOX),
        Stated(
            "Five holding boxes lie in front of the float, filled from right to left.",
            HOLDING_BOXES & RIGHT_TO_LEFT,
        ),
        Stated(
            "Within a box, High and Low lie furthest from the dealer, then the suits, then Seven.",
            FURTHEST_FIRST,
        ),
        Stated(
            "High and the red suits lie at the dealer's right hand, Low and the black ones at the"
            " left.",
            SIDES,
        ),
    ),
    inferred=(
        "The whole drawing: the page of the appendix that would show it is blank.",
        "The runs and the Pokerpot lie nearer to the dealer than the other areas, as they are"
        " settled after them.",
        "Shapes, the float at the straight edge, and where equipment stands and odds are printed.",
    ),
    missing_drawing=LIKE_THE_DIAGRAM
    & MANUAL.at(EQUIPMENT, "second paragraph", "appendix at the back of this manual"),
)
