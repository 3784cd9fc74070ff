"""Duki 4 Poker at the table: who does what and when, what deals the cards, and what if it goes wrong.

Read it beside the manual, after `duki4.py`: a round from the wagers to the cleared table, the deal by
shuffler or by hand, the clauses on irregularities, then what lies on the table. The manual gives no
order of settlement, no manner of payment and no hour for changing cards: those cite the house.
"""

from tablewright.games.duki4 import (
    DECIDING,
    EQUIPMENT,
    GAME,
    IRREGULARITIES_BY_HAND,
    MANUAL,
    PAYING,
    WASHINGTON_HAND_DEAL,
)
from tablewright.rules.citations import Passage
from tablewright.rules.paying_manner import house_manner
from tablewright.rules.procedure import (
    DEALER,
    PLAYER,
    Concerns,
    Device,
    Effect,
    Irregularity,
    Item,
    OffLimits,
    Phase,
    Procedure,
    Ruling,
    Stage,
    house,
)

WAGERING = MANUAL.at("Playing the game", "second paragraph")
REVEALING = MANUAL.at("Playing the game", "fourth paragraph")
DEALT = "How is the game dealt"
ON_THE_TABLE = MANUAL.at(EQUIPMENT)


def clause(letter: str) -> Passage:
    """A clause of the section on irregularities."""
    return MANUAL.at("Irregularities", f"({letter})")


# A round -------------------------------------------------------------------------------------------

PHASES = (
    Phase(
        "wagers",
        "Players place an Ante, a Bonus or both; the dealer then closes the wagers.",
        WAGERING,
        allows={"wager": (PLAYER,), "take-back": (PLAYER, DEALER), "no-more-bets": (DEALER,)},
        then="deal",
    ),
    Phase(
        "deal",
        "The dealer gives four cards face down to every player and to himself.",
        DECIDING,
        allows={"deal": (DEALER,)},
        then="decide",
    ),
    Phase(
        "decide",
        "Whoever has an Ante looks at his cards, and folds or adds a Play wager as high as the Ante.",
        DECIDING,
        allows={"decide": (PLAYER,)},
        then="reveal",
    ),
    Phase(
        "reveal",
        "When everybody has decided, the dealer turns his four cards over.",
        REVEALING,
        allows={"reveal": (DEALER,)},
        then="settle",
    ),
    Phase(
        "settle",
        "The dealer reads his own hand first, then pays and collects.",
        MANUAL.at(PAYING, "opening sentence"),
        allows={"settle": (DEALER,)},
        then="clear",
    ),
    Phase(
        "clear",
        "The dealer takes up all cards and puts them in the discard holder.",
        house("clearing the table"),
        allows={"clear": (DEALER,)},
        then="wagers",
    ),
)


# What deals the cards ------------------------------------------------------------------------------

DEVICES = (
    Device(
        "shuffler",
        "automatic shuffler",
        "Two decks with backs of different colours take turns: one is shuffled while the other plays.",
        MANUAL.at(DEALT, "Automatic Shuffle Machine"),
        packs=2,
        is_machine=True,
    ),
    Device(
        "hand",
        "deal by hand",
        "One deck, shuffled, then cut with one hand onto a cut card, which stays underneath while the"
        " cards are dealt. The house asks for ten cards or more on either side of the cut.",
        MANUAL.at(DEALT, "Deal By Hand"),
        cut=(10, 42),
        refused_in=("washington-card-rooms", "washington-tribal-casinos"),
        unless=WASHINGTON_HAND_DEAL.taken_as("allowed"),
    ),
    Device(
        "keyed",
        "keyed cards",
        "The cards lie on a physical table, and a person enters those that are shown.",
        house("keyed cards"),
        is_keyed=True,
    ),
)

SHUFFLER = ("shuffler",)
BY_HAND = ("hand", "keyed")


# Irregularities ------------------------------------------------------------------------------------


def hands_are_void(by: Passage) -> tuple[Ruling, ...]:
    """With a shuffler every hand is void; without one, clause (e) leaves it to a supervisor."""
    return (
        Ruling(
            "void",
            "Every hand is void, and the cards are shuffled again.",
            Effect.VOID,
            by,
            devices=SHUFFLER,
            reshuffles=True,
        ),
        Ruling(
            "void",
            "Every hand is void, and the cards are shuffled again, as with a shuffler.",
            Effect.VOID,
            by,
            devices=BY_HAND,
            under=IRREGULARITIES_BY_HAND.taken_as("as-machine"),
            reshuffles=True,
        ),
        Ruling(
            "void",
            "A supervisor declares every hand void, and the cards are shuffled again.",
            Effect.VOID,
            clause("e"),
            devices=BY_HAND,
            under=IRREGULARITIES_BY_HAND.taken_as("supervisor-rules"),
            reshuffles=True,
        ),
        Ruling(
            "play-on",
            "A supervisor has it put right, and the round goes on.",
            Effect.PLAY_ON,
            clause("e"),
            devices=BY_HAND,
            under=IRREGULARITIES_BY_HAND.taken_as("supervisor-rules"),
        ),
    )


IRREGULARITIES = (
    Irregularity(
        "duki4.irregularity.a-face-up",
        "A card lies face up in the shuffler or the deck during the deal",
        clause("a"),
        phases=("deal",),
        rulings=hands_are_void(clause("a")),
        concerns=Concerns.NEXT_CARD,
    ),
    Irregularity(
        "duki4.irregularity.b-wrong-count",
        "A player or the dealer has too many cards or too few",
        clause("b"),
        phases=("deal", "decide", "reveal"),
        rulings=hands_are_void(clause("b")),
        concerns=Concerns.PLACE,
    ),
    Irregularity(
        "duki4.irregularity.c-dealer-exposed",
        "A card of the dealer's is seen before he turns his hand over",
        clause("c"),
        phases=("decide", "reveal"),
        rulings=hands_are_void(clause("c")),
        concerns=Concerns.DEALER_CARD,
    ),
    Irregularity(
        "duki4.irregularity.d-malfunction",
        "The shuffler fails, jams or gives the wrong number of cards",
        clause("d"),
        phases=("deal",),
        rulings=(
            Ruling(
                "void",
                "The round is void. The cards come out of the shuffler, a supervisor checks them, and"
                " they are shuffled again.",
                Effect.VOID,
                clause("d"),
                reshuffles=True,
                breaks_device=True,
            ),
        ),
        devices=SHUFFLER,
    ),
)


# Settling, and the table ---------------------------------------------------------------------------

STAGES = (
    Stage(
        "all",
        "Seat by seat: the Ante, the Play wager, then the Bonus. The order is the house's.",
        ("ante", "play", "bonus"),
        house("order of settlement"),
    ),
)

ON_TABLE = (
    Item("rail", "A padded rail around the curved edge.", ON_THE_TABLE),
    Item(
        "layout",
        "A felt with three spots at each seat, the pay tables and the logos.",
        ON_THE_TABLE,
    ),
    Item(
        "chip-rack", "A chip rack with a clear, locking cover on the dealer's side.", ON_THE_TABLE
    ),
    Item("discard-holder", "A holder for used cards.", ON_THE_TABLE),
    Item("limit-sign", "A sign with the table's limits.", ON_THE_TABLE),
    Item("tip-box", "A box for the dealer's tips.", ON_THE_TABLE, is_optional=True),
    Item(
        "shuffler",
        "A shuffler; the manual leaves it out at a table that deals without one.",
        ON_THE_TABLE,
        devices=SHUFFLER,
    ),
    Item(
        "cut-card",
        "A cut card for the deal by hand.",
        MANUAL.at(DEALT, "Deal By Hand"),
        devices=("hand",),
    ),
)

PROCEDURE = Procedure(
    game=GAME,
    phases=PHASES,
    devices=DEVICES,
    irregularities=IRREGULARITIES,
    stages=STAGES,
    manner=house_manner,
    equipment=ON_TABLE,
    sign=(),
    opening=MANUAL.at("Opening the table for play"),
    examining=MANUAL.at(DEALT, "New deck"),
    off_limits=OffLimits.REFUSED,
    limits_source=WAGERING,
    deck_colours=("blue", "red"),
    # Opening the table (b) asks for a change at set times and leaves the times to the house.
    card_change_minutes=240,
    card_change_source=house("card-change interval"),
    for_the_dealer=MANUAL.at("Betting for the dealer"),
)
