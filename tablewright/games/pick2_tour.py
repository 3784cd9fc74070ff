"""Pick 2 Poker for a newcomer: a round in four pictures, and its words."""

from tablewright.games.pick2 import (
    BONUS_3_5,
    BONUS_EQUALS_ANTE,
    COMPARED,
    DECIDING,
    FOLDING,
    IN_ACTION,
    OPTIONAL,
    PAID_EVEN,
    PLACING,
    PLACING_FIVE,
    PLACING_THREE,
    QUALIFYING,
    SEATED,
)
from tablewright.rules.terms import Term
from tablewright.rules.tour import Example, Moment, Picture, Tour

TOUR = Tour(
    Example(
        cards="9s 9h 9d Kc 4h",
        dealer="As Kd 7h 5c 2s",
        wagers={"ante": 500, "bonus-3-5": 500},
        decision="three",
        plays="9s 9h 9d",
    ),
    (
        Picture(
            "bet",
            "Bet",
            "Bet the same on Ante and 3-5 Bonus. 5 Card Bonus Only is optional.",
            Moment.WAGERS,
            SEATED & BONUS_EQUALS_ANTE & OPTIONAL,
        ),
        Picture(
            "cards",
            "Look",
            "You and the dealer get five cards each. Look at yours.",
            Moment.CARDS,
            DECIDING.quote("the dealer deals each player and himself"),
        ),
        Picture(
            "decide",
            "Decide",
            "Fold, play three cards for twice the Ante, or all five for the Ante again.",
            Moment.DECISION,
            DECIDING & FOLDING & PLACING_THREE & PLACING_FIVE,
        ),
        Picture(
            "paid",
            "Compare",
            "The higher hand is paid {ante.three-higher}. The 3-5 Bonus pays by tables of its own.",
            Moment.PAID,
            COMPARED & PAID_EVEN & BONUS_3_5,
        ),
    ),
)

TERMS = (
    Term(
        "qualify",
        ("qualify", "qualifies"),
        "Against your five cards the dealer needs an ace and a king, or a pair or better.",
        QUALIFYING,
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
        SEATED,
    ),
    Term(
        "play",
        ("Play wager",),
        "The bet you add to play on: twice the Ante for three cards, the Ante again for five.",
        PLACING,
    ),
    Term(
        "bonus-3-5",
        ("3-5 Bonus",),
        "A bet on your own cards, always as large as the Ante. It pays for five cards and for three.",
        BONUS_EQUALS_ANTE & IN_ACTION,
    ),
    Term(
        "bonus-5",
        ("5 Card Bonus Only",),
        "An extra bet on what your five cards make, paid by its own table.",
        OPTIONAL,
    ),
    Term(
        "three-card",
        ("3 Card",),
        "You play three of your cards against the dealer's best three.",
        PLACING_THREE,
    ),
    Term(
        "five-card",
        ("5 Card",),
        "You play all five of your cards against the dealer's five.",
        PLACING_FIVE,
    ),
    Term(
        "ace-king",
        ("ace-king",),
        "A hand with an ace and a king and no pair. The dealer needs at least that to qualify.",
        QUALIFYING,
    ),
)
