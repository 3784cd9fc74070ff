"""Pick 2 Poker at the table: who does what and when, what deals the cards, and what if it goes wrong.

Read it beside the manual, after `pick2.py`: a round from the wagers to the cleared table, the deal by
shuffler or by hand, the clauses on irregularities and on completing a round. The manual lists no
equipment, no opening of the table and no manner of payment: those cite the house.
"""

from tablewright.games.pick2 import (
    BONUS_LAST,
    COMPARED,
    COMPLETION,
    DECIDING,
    FOR_THE_DEALER,
    GAME,
    HOUSE_LIMITS,
    IRREGULARITIES_BY_HAND,
    MALFUNCTION_AFTER_DEAL,
    MANUAL,
    OWN_PLAY,
    PLACING,
    SEATED,
    SETTLE_ORDER,
    USUAL_FASHION,
    VOID_AFTER_PAYMENT,
    WITH_CHIPS,
)
from tablewright.games.pick2_layout import LAYOUT
from tablewright.games.pick2_tour import TERMS, TOUR
from tablewright.rules.citations import house
from tablewright.rules.handling import by_hand, by_shuffler
from tablewright.rules.hands_dealt import SHUFFLER, Clause, cut_card, devices, irregularities
from tablewright.rules.instructions import Explained, Instruction
from tablewright.rules.irregularities import Concerns, Effect, Irregularity, Ruling
from tablewright.rules.paying_manner import house_manner
from tablewright.rules.phases import contest_phases
from tablewright.rules.procedure import Item, OffLimits, Procedure, Stage

DEALT = "How is the game dealt"
BY_SHUFFLER = MANUAL.at(DEALT, "Automatic Shuffle Machine", "permitted to use a second deck of")
BY_HAND = MANUAL.at(DEALT, "Deal By Hand", "top half of the deck onto a")
CLEARED = MANUAL.at(COMPLETION, "(d)", "picked up, placed in the discard rack")
TABLE = house("table and equipment")


# A round -------------------------------------------------------------------------------------------

PHASES = contest_phases(
    wagers=(
        "Players place an Ante with an equal 3-5 Bonus, and a 5 Card Bonus Only if they like; the"
        " dealer then closes the wagers.",
        SEATED,
    ),
    deal=(
        "The dealer gives five cards face down to every player and takes five.",
        DECIDING.quote("the dealer deals each player and himself"),
    ),
    decide=(
        "Each player folds, plays three cards with twice the Ante, or all five with the Ante again.",
        DECIDING & PLACING,
    ),
    reveal=(
        "The dealer's hand is turned over and laid out from high to low, its best three pushed up.",
        COMPARED.quote("in order from highest to lowest card"),
    ),
    settle=(
        "The dealer compares each hand in the game its player chose, and settles the bonus wagers.",
        BONUS_LAST & USUAL_FASHION,
    ),
    clear=(
        "The dealer picks up all the cards and puts them in the discard rack; the next wagers follow.",
        CLEARED,
    ),
)


# What deals the cards ------------------------------------------------------------------------------

DEVICES = devices(BY_SHUFFLER, BY_HAND)


# Irregularities ------------------------------------------------------------------------------------


IRREGULARITIES = (
    *irregularities(
        GAME.id,
        face_up=Clause(
            "a-face-up", MANUAL.at("Irregularities", "(a)", "found face up in the shuffler")
        ),
        wrong_count=Clause(
            "b-wrong-count",
            MANUAL.at("Irregularities", "(b)", "any incorrect number of cards is dealt"),
        ),
        dealer_exposed=Clause(
            "c-dealer-exposed",
            MANUAL.at("Irregularities", "(c)", "cards are inadvertently exposed prior to"),
        ),
        malfunction=Clause(
            "d-malfunction", MANUAL.at("Irregularities", "(d)", "the round of play will be voided")
        ),
        without_shuffler=house("irregularities by hand")
        & MANUAL.at("Irregularities", "(e)", "only if using shuffle machine"),
        as_machine=IRREGULARITIES_BY_HAND.taken_as("as-machine"),
        supervisor_rules=IRREGULARITIES_BY_HAND.taken_as("supervisor-rules"),
        after_deal_void=MALFUNCTION_AFTER_DEAL.taken_as("void"),
        after_deal_plays_on=MALFUNCTION_AFTER_DEAL.taken_as("plays-on"),
    ),
    Irregularity(
        "pick2.irregularity.touched-wager",
        "A wager is touched by someone other than its player or the dealer",
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
        looks="Someone at the next seat straightens the chips on the {wager} of {player}.",
    ),
    Irregularity(
        "pick2.irregularity.cards-out-of-view",
        "A player takes cards out of view or off the table",
        OWN_PLAY.quote("must be kept in full view of"),
        phases=("decide", "reveal"),
        rulings=(
            Ruling(
                "brought-back",
                "The cards are brought back into view, and a supervisor is informed.",
                Effect.NOTED,
                house("cards out of view"),
            ),
        ),
        concerns=Concerns.PLACE,
        looks="{player} holds the cards below the edge of the table.",
    ),
)


# What the dealer is told ---------------------------------------------------------------------------

INSTRUCTIONS = (
    *by_hand(
        BY_HAND,
        stub="When all cards are dealt, take the cut card from the bottom and put the stub into the"
        " discard holder.",
        stub_source=MANUAL.at(DEALT, "Deal By Hand", "places the deck stub into the discard"),
        squares_deck=False,
    ),
    *by_shuffler(BY_SHUFFLER, BY_SHUFFLER.quote("house procedure for loading cards into the")),
    Instruction(
        "own-wagers",
        ("no-more-bets",),
        "Let nobody but the player or you touch a wager.",
        OWN_PLAY,
    ),
    Instruction(
        "cards-placed",
        ("decide",),
        "See that the cards a player plays lie behind the Play spot; where three play, the other two"
        " lie face down under the 3-5 Bonus.",
        PLACING.quote("cards are placed face down under the"),
    ),
    Instruction(
        "cards-in-view",
        ("decide",),
        "Keep all cards in full view and on the table.",
        OWN_PLAY.quote("Cards must be kept in full view"),
    ),
    Instruction(
        "set-hand",
        ("reveal",),
        "Set the hand in order from highest to lowest, and push your best three cards up, toward the"
        " players.",
        COMPARED.quote("pushing those three cards up, toward the"),
    ),
    Instruction(
        "take-up",
        ("clear",),
        "Pick up all the cards and put them in the discard rack.",
        CLEARED,
    ),
)

EXPLANATION = (
    Explained(
        "Bet {ante} or more on the Ante and as much on the 3-5 Bonus; the 5 Card Bonus Only is up to"
        " you. You get five cards.",
        SEATED,
    ),
    Explained(
        "Look at them, then fold, or play: three of your cards with twice the Ante, or all five with"
        " the Ante again.",
        PLACING,
    ),
    Explained(
        "Three cards meet my best three; five meet my five, and I need an ace and a king or better to"
        " qualify. The bonus wagers pay by the posted tables.",
        COMPARED,
    ),
)


# Settling, and the table ---------------------------------------------------------------------------

STAGES = (
    Stage(
        "bonus-last",
        "Seat by seat: Ante and Play, then the bonus wagers; the house orders each pair.",
        ("ante", "play", "bonus-3-5", "bonus-5"),
        BONUS_LAST,
        under=SETTLE_ORDER.taken_as("last"),
    ),
    Stage(
        "bonus-first",
        "Seat by seat: the bonus wagers, then Ante and Play; the house orders each pair.",
        ("bonus-3-5", "bonus-5", "ante", "play"),
        COMPARED.quote("posted pay tables and then compete versus"),
        under=SETTLE_ORDER.taken_as("first"),
    ),
)

ON_TABLE = (
    Item(
        "layout",
        "A blackjack-style table with four wagering areas at each seat.",
        SEATED.quote("there are four wagering areas"),
    ),
    Item(
        "pay-tables",
        "The pay tables of both bonus wagers, posted.",
        COMPARED.quote("based on the posted pay tables"),
    ),
    Item("chip-rack", "A chip rack on the dealer's side.", TABLE),
    Item("discard-holder", "A rack for used cards.", CLEARED),
    Item("limit-sign", "A sign with the table's limits.", TABLE),
    Item("tip-box", "A box for the dealer's tips.", TABLE, is_optional=True),
    Item(
        "shuffler",
        "A shuffler, where the table deals from one.",
        BY_SHUFFLER.quote("automated card-shuffling device may be used"),
        devices=SHUFFLER,
    ),
    cut_card(BY_HAND),
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
    limits_source=HOUSE_LIMITS,
    deck_colours=("blue", "red"),
    card_change_minutes=240,
    card_change_source=house("card-change interval"),
    chips_only=WITH_CHIPS,
    for_the_dealer=FOR_THE_DEALER,
    takes_back_when_void=VOID_AFTER_PAYMENT.taken_as("taken-back"),
    instructions=INSTRUCTIONS,
    explanation=EXPLANATION,
    layout=LAYOUT,
    tour=TOUR,
    terms=TERMS,
)
