"""Duki 4 Poker for a newcomer: a round in four pictures, and its words."""

from tablewright.games.duki4 import (
    ANY_FOUR_BEATS_THREE,
    BEATS_THREE,
    BONUS_PAID,
    DEALER_WITHOUT_DUKI,
    DECIDING,
    FOLDING,
    MANUAL,
    PLAYING_ON,
    QUALIFYING,
    WAGERING,
)
from tablewright.rules.terms import Term
from tablewright.rules.tour import Example, Moment, Picture, Tour

SUITS_COUNT = MANUAL.at(QUALIFYING, "first paragraph", "either three suits out of four")

TOUR = Tour(
    Example(
        cards="8s 8h Kd 4c",
        dealer="7s Jh 7d Qs",
        wagers={"ante": 500, "bonus": 500},
        decision="play",
    ),
    (
        Picture(
            "bet",
            "Bet",
            "Put a chip on the Ante. The Duki Bonus is an extra bet.",
            Moment.WAGERS,
            WAGERING,
        ),
        Picture(
            "cards",
            "Look",
            "You get four cards. Four suits make a 4-Card Duki, three a 3-Card Duki.",
            Moment.CARDS,
            SUITS_COUNT,
        ),
        Picture(
            "decide",
            "Decide",
            "Fold and lose the Ante, or Play: a second bet equal to the Ante.",
            Moment.DECISION,
            DECIDING & FOLDING & PLAYING_ON,
        ),
        Picture(
            "paid",
            "Compare",
            "The higher Duki wins. Any 4-Card Duki beats any 3-Card Duki.",
            Moment.PAID,
            BEATS_THREE & ANY_FOUR_BEATS_THREE,
        ),
    ),
)

TERMS = (
    Term(
        "duki",
        ("Duki",),
        "A hand of different suits. Three suits make a 3-Card Duki, all four a 4-Card Duki.",
        SUITS_COUNT,
    ),
    Term(
        "three-card-duki",
        ("3-Card Duki", "3-Card Dukis"),
        "Your cards show three suits: the best three cards of different suits count.",
        SUITS_COUNT,
    ),
    Term(
        "four-card-duki",
        ("4-Card Duki", "4-Card Dukis"),
        "All four suits in your four cards. It beats every 3-Card Duki.",
        SUITS_COUNT & ANY_FOUR_BEATS_THREE,
    ),
    Term(
        "no-duki",
        ("no Duki",),
        "Only one or two suits: the hand does not qualify.",
        SUITS_COUNT,
    ),
    Term(
        "qualify",
        ("qualify", "qualifies"),
        "The dealer qualifies with any Duki. Without one, the Play wager is returned.",
        DEALER_WITHOUT_DUKI,
    ),
    Term(
        "fold",
        ("fold", "folds", "folded"),
        "To give up your hand and its Ante before the dealer's hand is shown.",
        FOLDING,
    ),
    Term(
        "ante",
        ("Ante",),
        "The bet that gets you a hand against the dealer. You make it before the cards.",
        WAGERING,
    ),
    Term(
        "play",
        ("Play wager",),
        "A second bet, as large as your Ante, that you add to stay in the hand.",
        PLAYING_ON,
    ),
    Term(
        "bonus",
        ("Duki Bonus", "Bonus"),
        "An extra bet on your own cards: the best three of different suits, paid by a table.",
        BONUS_PAID,
    ),
)
