"""King High for a newcomer: a round in four pictures, and its words."""

from tablewright.games.king_high import (
    ACTION_ODDS,
    ACTION_WAGERS,
    HIGHER_OR_LOWER,
    ONLY_WITH_POKERPOT,
    POKERPOT_LAST,
    POKERPOT_ODDS,
    ROUND_WAGERS,
    RUN_ODDS,
    SEVEN_IS_MIDDLE,
)
from tablewright.rules.terms import Term
from tablewright.rules.tour import Example, Moment, Picture, Tour

TOUR = Tour(
    Example(
        cards="Kh 9s 7d 9c Kd",
        wagers={"pokerpot": 500},
        on_cards={
            1: {"high": 1000, "heart": 500},
            3: {"low": 1000, "seven": 100},
        },
    ),
    (
        Picture(
            "bet",
            "Bet",
            "Bet the Pokerpot first, then High, Low, a suit or Seven for the next card.",
            Moment.WAGERS,
            ONLY_WITH_POKERPOT & ACTION_WAGERS,
        ),
        Picture(
            "card",
            "One card",
            "One card for everyone: eight or higher wins High, and a king pays {high.king}.",
            Moment.PAID,
            ACTION_ODDS & HIGHER_OR_LOWER,
            drawn=1,
        ),
        Picture(
            "again",
            "Bet again",
            "Bet before each of the five cards. A seven is neither High nor Low.",
            Moment.PAID,
            ACTION_WAGERS & SEVEN_IS_MIDDLE,
            drawn=3,
        ),
        Picture(
            "paid",
            "Pokerpot",
            "The five cards make a poker hand, and the Pokerpot pays by its table.",
            Moment.PAID,
            POKERPOT_LAST & POKERPOT_ODDS,
            drawn=5,
        ),
    ),
)

TERMS = (
    Term(
        "pokerpot",
        ("Pokerpot",),
        "A bet on the poker hand that the five cards make. It opens the bets on single cards.",
        POKERPOT_ODDS & ONLY_WITH_POKERPOT,
    ),
    Term(
        "run",
        ("run", "runs"),
        "Cards in a row from the first on that are all high, or all low.",
        RUN_ODDS,
    ),
    Term(
        "high-run",
        ("High Run",),
        "A bet that the first three cards are all high. Four or five in a row pay more.",
        ROUND_WAGERS & RUN_ODDS,
    ),
    Term(
        "low-run",
        ("Low Run",),
        "A bet that the first three cards are all low. Four or five in a row pay more.",
        ROUND_WAGERS & RUN_ODDS,
    ),
    Term(
        "high",
        ("High",),
        "A bet that the next card is an eight or higher. The king is the highest.",
        ACTION_ODDS,
    ),
    Term(
        "low",
        ("Low",),
        "A bet that the next card is a six or lower. The ace is the lowest.",
        ACTION_ODDS,
    ),
    Term(
        "suit",
        ("Suit wager", "Heart", "Club", "Diamond", "Spade"),
        "A bet on the suit of the next card. If it is the seven of that suit, your bet comes back.",
        ACTION_ODDS,
    ),
    Term("seven", ("Seven",), "A bet that the next card is a seven.", ACTION_ODDS),
    Term(
        "standoff",
        ("standoff",),
        "Nobody wins: your chips come back.",
        ACTION_ODDS.quote("7 of suit Standoff"),
    ),
    Term(
        "qualify",
        ("qualify",),
        "The five cards make one of the hands that the Pokerpot pays.",
        POKERPOT_LAST.quote("or taken if it does not qualify"),
    ),
)
