"""Pick 2 Poker at the table: who does what and when, what deals the cards, and what if it goes wrong.

Read it beside the manual, after `pick2.py`: a round from the wagers to the cleared table, the deal by
shuffler or by hand, the clauses on irregularities and on completing a round. The manual lists no
equipment, no opening of the table and no manner of payment: those cite the house.
"""

from tablewright.games.pick2 import (
    COMPARED,
    COMPLETION,
    FOLDING,
    GAME,
    IRREGULARITIES_BY_HAND,
    MANUAL,
    PLACING,
    SEATED,
    SETTLE_ORDER,
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

DEALT = "How is the game dealt"
OWN_PLAY = MANUAL.at(COMPLETION, "(a)")
TABLE = house("table and equipment")


def clause(letter: str) -> Passage:
    """A clause of the section on irregularities."""
    return MANUAL.at("Irregularities", f"({letter})")


# A round -------------------------------------------------------------------------------------------

PHASES = (
    Phase(
        "wagers",
        "Players place an Ante with a 3-5 Bonus as high, and a 5 Card Bonus Only if they like; the"
        " dealer then closes the wagers.",
        SEATED,
        allows={"wager": (PLAYER,), "take-back": (PLAYER, DEALER), "no-more-bets": (DEALER,)},
        then="deal",
    ),
    Phase(
        "deal",
        "The dealer gives five cards face down to every player and to himself.",
        FOLDING,
        allows={"deal": (DEALER,)},
        then="decide",
    ),
    Phase(
        "decide",
        "Each player folds, plays three cards with twice the Ante, or plays five with as much as it.",
        PLACING,
        allows={"decide": (PLAYER,)},
        then="reveal",
    ),
    Phase(
        "reveal",
        "The dealer turns his hand over, lays it out from high to low and pushes up his best three.",
        COMPARED,
        allows={"reveal": (DEALER,)},
        then="settle",
    ),
    Phase(
        "settle",
        "The dealer compares each hand in the game its player chose, and settles the bonus wagers.",
        MANUAL.at(COMPLETION, "(b) and (c)"),
        allows={"settle": (DEALER,)},
        then="clear",
    ),
    Phase(
        "clear",
        "The dealer takes up all cards and puts them in the discard rack; the next wagers follow.",
        MANUAL.at(COMPLETION, "(d)"),
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
        "pick2.irregularity.a-face-up",
        "A card lies face up in the shuffler or the deck during the deal",
        clause("a"),
        phases=("deal",),
        rulings=hands_are_void(clause("a")),
        concerns=Concerns.NEXT_CARD,
    ),
    Irregularity(
        "pick2.irregularity.b-wrong-count",
        "A player or the dealer has too many cards or too few",
        clause("b"),
        phases=("deal", "decide", "reveal"),
        rulings=hands_are_void(clause("b")),
        concerns=Concerns.PLACE,
    ),
    Irregularity(
        "pick2.irregularity.c-dealer-exposed",
        "A card of the dealer's is seen before he turns his hand over",
        clause("c"),
        phases=("decide", "reveal"),
        rulings=hands_are_void(clause("c")),
        concerns=Concerns.DEALER_CARD,
    ),
    Irregularity(
        "pick2.irregularity.d-malfunction",
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
    Irregularity(
        "pick2.irregularity.touched-wager",
        "Somebody other than the player or the dealer touches a wager",
        OWN_PLAY,
        phases=("wagers", "deal", "decide", "reveal", "settle"),
        rulings=(
            Ruling(
                "put-back",
                "The wager is put back as it was, and it is recorded who touched it.",
                Effect.NOTED,
                house("a wager touched by another"),
            ),
        ),
        concerns=Concerns.A_WAGER,
    ),
    Irregularity(
        "pick2.irregularity.cards-out-of-view",
        "A player takes cards out of view or off the table",
        OWN_PLAY,
        phases=("decide", "reveal"),
        rulings=(
            Ruling(
                "brought-back",
                "The cards are brought back into view, and a supervisor is told.",
                Effect.NOTED,
                house("cards out of view"),
            ),
        ),
        concerns=Concerns.PLACE,
    ),
)


# Settling, and the table ---------------------------------------------------------------------------

STAGES = (
    Stage(
        "bonus-last",
        "Seat by seat: Ante and Play, then the bonus wagers; the house orders each pair.",
        ("ante", "play", "bonus-3-5", "bonus-5"),
        MANUAL.at(COMPLETION, "(b)"),
        under=SETTLE_ORDER.taken_as("last"),
    ),
    Stage(
        "bonus-first",
        "Seat by seat: the bonus wagers, then Ante and Play; the house orders each pair.",
        ("bonus-3-5", "bonus-5", "ante", "play"),
        COMPARED,
        under=SETTLE_ORDER.taken_as("first"),
    ),
)

ON_TABLE = (
    Item(
        "layout",
        "A blackjack-style table with four wagering areas at each seat.",
        SEATED,
    ),
    Item("pay-tables", "The pay tables of both bonus wagers, posted.", COMPARED),
    Item("chip-rack", "A chip rack on the dealer's side.", TABLE),
    Item("discard-holder", "A rack for used cards.", MANUAL.at(COMPLETION, "(d)")),
    Item("limit-sign", "A sign with the table's limits.", TABLE),
    Item("tip-box", "A box for the dealer's tips.", TABLE, is_optional=True),
    Item(
        "shuffler",
        "A shuffler, where the table deals from one.",
        MANUAL.at(DEALT, "Automatic Shuffle Machine"),
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
    opening=house("opening the table"),
    examining=house("examining the cards"),
    off_limits=OffLimits.REFUSED,
    limits_source=MANUAL.at("Wagers", "(a)"),
    deck_colours=("blue", "red"),
    card_change_minutes=240,
    card_change_source=house("card-change interval"),
    chips_only=MANUAL.at("Wagers", "(b)"),
    for_the_dealer=MANUAL.at("Betting for the dealer"),
)
