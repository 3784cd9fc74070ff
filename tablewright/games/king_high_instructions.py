"""What the dealer of King High is told with each step, and what a new player is told of the game.

Read it beside sections 2, 5 to 7 and 9 to 11 of the manual. Where a sentence is a skill of the hand or
of the voice it is marked as taught: a prompt says it at the right moment, and the school teaches it.
"""

from tablewright.games.king_high import (
    DEALING,
    MANUAL,
    OUTLINE,
    PAYING,
    PERMISSIBLE,
    POKERPOT_PAIR,
)
from tablewright.games.king_high_paying import WITH_ONE_HAND
from tablewright.rules.instructions import Explained, Instruction
from tablewright.rules.roles import STAFF

CHECKING = "5. Card checking procedure"
SHUFFLING = "6. Shuffle procedure"
CALLING = "11. Calling the game"
BURNING = MANUAL.at(DEALING, "manual dealing shoe", "face down onto the next position in")
WELCOMING = MANUAL.at(CALLING, "last paragraph", "create a welcoming and friendly atmosphere")
NEW_PLAYERS = MANUAL.at(
    OUTLINE, "explanation to new players", "Explanation of the game to new players"
)

SHUFFLE_DEVICE = ("six-deck-shuffler",)
MANUAL_SHOE = ("shoe",)

INSTRUCTIONS = (
    # Before the round
    Instruction(
        "know-the-sign",
        ("display-sign",),
        "Know the minimum, the maximum and the odds of every wager on it, and see that players keep to"
        " them.",
        MANUAL.at(PERMISSIBLE, "first paragraph", "Dealers should be aware of the minimum"),
        is_taught=True,
    ),
    Instruction(
        "distinguishing-marks",
        ("examine",),
        "Look above all for anything by which a card could be told from others: dealer and inspector"
        " both answer for it.",
        MANUAL.at(CHECKING, "note", "any imperfections that could distinguish a card"),
        is_taught=True,
        by=STAFF,
    ),
    Instruction(
        "blackjack-shuffle",
        ("shuffle",),
        "Shuffle all six decks as on blackjack, so that the cards are well mixed.",
        MANUAL.at(SHUFFLING, "first paragraph", "according to the shuffle used on Blackjack"),
        is_taught=True,
        devices=MANUAL_SHOE,
    ),
    Instruction(
        "shuffle-before-loading",
        ("hand-shuffle",),
        "Shuffle them as on blackjack, so that the cards are well mixed.",
        MANUAL.at(SHUFFLING, "first paragraph", "prior to loading into the mechanical shuffle"),
        is_taught=True,
        devices=SHUFFLE_DEVICE,
    ),
    Instruction(
        "friendly",
        ("welcome",),
        "Teach new players as you call the game, and make them feel at home.",
        WELCOMING,
        is_taught=True,
    ),
    # Each card
    Instruction(
        "hold-card",
        ("no-more-bets", "clear"),
        "Move the dealt card to the next holding box; the boxes fill from your right to your left.",
        MANUAL.at(
            DEALING, "completion of an action round", "moved to the appropriate holding box on"
        ),
        after_card=True,
    ),
    Instruction(
        "on-its-burns",
        ("no-more-bets", "clear"),
        "It goes on top of the cards that were burnt before it.",
        BURNING.quote("placed on top of the prior burn"),
        devices=MANUAL_SHOE,
        after_card=True,
    ),
    Instruction(
        "no-opinion",
        ("no-more-bets",),
        "Say what the cards can still pay; never offer an opinion on the next card.",
        MANUAL.at(CALLING, "", "should the dealer offer an opinion as"),
        is_taught=True,
    ),
    Instruction(
        "burn-place",
        ("burn",),
        "Lay the burn cards on the next position of the card holding area. No player sees them.",
        BURNING,
        devices=MANUAL_SHOE,
    ),
    Instruction(
        "action-box",
        ("draw",),
        "Lay it in the middle of the layout, in the action round box.",
        MANUAL.at(
            DEALING, "one card for each action round", "placed in the designated action round box"
        ),
    ),
    Instruction(
        "winning-areas",
        ("draw",),
        "Point out the winning areas as you call it.",
        WELCOMING.quote("educate new players, highlight winning areas"),
        is_taught=True,
    ),
    # Paying
    Instruction(
        "furthest-first",
        ("settle",),
        "Begin with the betting area furthest from you.",
        MANUAL.at(PAYING, "order within a box", "commence with the furthest betting area from"),
        is_taught=True,
    ),
    Instruction(
        "paying-hand",
        ("settle",),
        "Pay each winning wager with one hand, the hand on its side of the box; at box 1 pay and take"
        " with the right hand only.",
        WITH_ONE_HAND,
        is_taught=True,
    ),
    # The end of the round
    Instruction(
        "turn-down",
        ("clear",),
        "Turn the exposed cards face down on the burn cards beneath them, then put them all into the"
        " discard holder.",
        BURNING.quote("prior to placing all cards into the"),
        devices=MANUAL_SHOE,
    ),
    Instruction(
        "inspect-and-return",
        ("clear",),
        "Inspect the cards for blemishes and imperfections, then put them back into the device.",
        MANUAL.at(DEALING, "conclusion of a round", "inspected by the dealer for blemishes or"),
        devices=SHUFFLE_DEVICE,
    ),
)

EXPLANATION = (
    Explained(
        "Put {pokerpot} or more on the Pokerpot: it wins if the five cards make a pair of tens or"
        " better.",
        NEW_PLAYERS,
        under=POKERPOT_PAIR.taken_as("tens"),
    ),
    Explained(
        "Put {pokerpot} or more on the Pokerpot: it wins if the five cards make a pair of jacks or"
        " better.",
        NEW_PLAYERS,
        under=POKERPOT_PAIR.taken_as("jacks"),
    ),
    Explained(
        "Then you may bet on each card as well: higher or lower than seven, its suit, or any seven. Ace"
        " is low, king is the highest and seven is in the middle.",
        NEW_PLAYERS,
    ),
    Explained(
        "Before the first card you may also bet on a run: that the first three cards are all high or"
        " all low. Four and five in a row pay more.",
        NEW_PLAYERS,
    ),
)
