"""Duki 4 Poker at the table: who does what and when, what deals the cards, and what if it goes wrong.

Read it beside the manual, after `duki4.py`: a round from the wagers to the cleared table, the deal by
shuffler or by hand, the clauses on irregularities, then what lies on the table. The manual gives no
order of settlement, no manner of payment and no hour for changing cards: those cite the house.
"""

from tablewright.games.duki4 import (
    ANY_FOUR_BEATS_THREE,
    DECIDING,
    EQUIPMENT,
    FOR_THE_DEALER,
    GAME,
    IN_WASHINGTON,
    IRREGULARITIES_BY_HAND,
    MALFUNCTION_AFTER_DEAL,
    MANUAL,
    PAYING,
    PLAYING,
    PLAYING_ON,
    POSTED_LIMITS,
    QUALIFYING,
    VOID_AFTER_PAYMENT,
    WAGERING,
    WASHINGTON_HAND_DEAL,
)
from tablewright.games.duki4_layout import LAYOUT
from tablewright.games.duki4_tour import TERMS, TOUR
from tablewright.rules.citations import house
from tablewright.rules.handling import by_hand, by_shuffler
from tablewright.rules.hands_dealt import SHUFFLER, Clause, cut_card, devices, irregularities
from tablewright.rules.instructions import Explained, Instruction
from tablewright.rules.paying_manner import house_manner
from tablewright.rules.phases import contest_phases
from tablewright.rules.procedure import Item, OffLimits, Procedure, Stage
from tablewright.rules.roles import SUPERVISORS

DEALT = "How is the game dealt"
BY_SHUFFLER = MANUAL.at(DEALT, "Automatic Shuffle Machine", "permitted to use a second deck of")
BY_HAND = MANUAL.at(DEALT, "Deal By Hand", "top half of the deck onto a")
DEALING = MANUAL.at(PLAYING, "third paragraph", "deals out four cards face down to")
REVEALING = MANUAL.at(PLAYING, "fourth paragraph", "Dealer then reveals his four cards")
ON_THE_TABLE = MANUAL.at(EQUIPMENT, "list", "The table includes")
STUB = MANUAL.at(DEALT, "Deal By Hand", "place the deck stub into the discard")
NEW_DECK = MANUAL.at(DEALT, "New deck", "face down on the table for the")
WASHING = MANUAL.at(DEALT, "New deck", "washes the cards thoroughly and follows house")
DECK_IN_PLAY = MANUAL.at(DEALT, "Deck in play", "they are kept in good condition")
LOADING = MANUAL.at(DEALT, "Deck in play", "house procedure for loading cards into the")
CLEARING = house("clearing the table")


# A round -------------------------------------------------------------------------------------------

PHASES = contest_phases(
    wagers=("Players place an Ante, a Bonus or both; the dealer then closes the wagers.", WAGERING),
    deal=("The dealer gives four cards face down to every player and takes four.", DEALING),
    decide=(
        "Players with an Ante look at their cards, and fold or add a Play wager equal to the Ante.",
        DECIDING,
    ),
    reveal=("When all have decided, the dealer's four cards are turned over.", REVEALING),
    settle=(
        "The dealer's hand is read first; then the dealer pays and collects.",
        MANUAL.at(PAYING, "opening sentence", "the Dealer determines the ranking of his"),
    ),
    clear=(
        "The dealer picks up all the cards and puts them in the discard holder.",
        CLEARING,
    ),
)


# What deals the cards ------------------------------------------------------------------------------

DEVICES = devices(
    BY_SHUFFLER,
    BY_HAND,
    hand_refused_in=IN_WASHINGTON,
    hand_refused_unless=WASHINGTON_HAND_DEAL.taken_as("allowed"),
)


# Irregularities ------------------------------------------------------------------------------------


IRREGULARITIES = irregularities(
    GAME.id,
    face_up=Clause(
        "a-face-up", MANUAL.at("Irregularities", "(a)", "found face up in the shuffler")
    ),
    wrong_count=Clause(
        "b-wrong-count", MANUAL.at("Irregularities", "(b)", "dealt an incorrect number of cards")
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
)


# What the dealer is told ---------------------------------------------------------------------------

INSTRUCTIONS = (
    Instruction(
        "show-to-dealer",
        ("examine",),
        "Put the decks down with their backs up, so that the dealer can look them over.",
        NEW_DECK,
        by=SUPERVISORS,
    ),
    Instruction(
        "wash-each-deck",
        ("wash",),
        "Wash each deck thoroughly, one after the other, and go on as the house has it.",
        WASHING,
        is_taught=True,
    ),
    *by_hand(
        BY_HAND,
        stub="When all cards are dealt, take the cut card from the bottom and put the stub into the"
        " discard holder; the cut card goes on top of it.",
        stub_source=STUB,
        squares_deck=True,
    ),
    *by_shuffler(BY_SHUFFLER, LOADING),
    Instruction(
        "read-hand",
        ("reveal",),
        "See whether three suits or all four make it a qualifying Duki before you pay or collect.",
        REVEALING,
    ),
    Instruction(
        "take-up",
        ("clear",),
        "Pick up all the cards and put them in the discard holder.",
        CLEARING,
    ),
    Instruction(
        "good-condition",
        ("clear",),
        "Keep the cards in good condition: have one that is worn or marked replaced.",
        DECK_IN_PLAY,
        is_taught=True,
    ),
)

EXPLANATION = (
    Explained(
        "Bet {ante} or more on the Ante to play against me, on the Duki Bonus to play against its pay"
        " table, or on both. You get four cards.",
        WAGERING,
    ),
    Explained(
        "Look at them, then fold, or play with a second bet equal to your Ante.",
        DECIDING & PLAYING_ON,
    ),
    Explained(
        "Three suits make a 3-Card Duki, all four a 4-Card Duki. A 4-Card Duki always wins over a"
        " 3-Card Duki, and the higher hand wins.",
        MANUAL.at(QUALIFYING, "first paragraph", "either three suits out of four")
        & ANY_FOUR_BEATS_THREE,
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
    Item(
        "rail",
        "A padded rail around the curved edge.",
        ON_THE_TABLE.quote("padded rail attached to the circular"),
    ),
    Item(
        "layout",
        "A felt with three spots at each seat, the pay tables and the logos.",
        ON_THE_TABLE.quote("felt playing surface with six or seven"),
    ),
    Item(
        "chip-rack",
        "A chip rack with a clear, locking cover on the dealer's side.",
        ON_THE_TABLE.quote("chip rack (with clear security cover)"),
    ),
    Item(
        "discard-holder",
        "A holder for used cards.",
        ON_THE_TABLE.quote("playing card discard holder"),
    ),
    Item("limit-sign", "A sign with the table's limits.", ON_THE_TABLE.quote("A table limit sign")),
    Item(
        "tip-box",
        "A box for the dealer's tips.",
        ON_THE_TABLE.quote("A Dealer tip box (optional)"),
        is_optional=True,
    ),
    Item(
        "shuffler",
        "A shuffler; the manual leaves it out at a table that deals without one.",
        ON_THE_TABLE.quote("automatic card shuffler (optional)"),
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
    opening=MANUAL.at(
        "Opening the table for play", "", "signatures from the Dealer and Supervisor when"
    ),
    examining=MANUAL.at(DEALT, "New deck", "checks the fronts and backs of each"),
    off_limits=OffLimits.REFUSED,
    limits_source=POSTED_LIMITS,
    deck_colours=("blue", "red"),
    # Opening the table (b) asks for a change at set times and leaves the times to the house.
    card_change_minutes=240,
    card_change_source=MANUAL.at(
        "Opening the table for play",
        "(b)",
        "changed at regularly scheduled intervals throughout the",
    )
    & house("card-change interval"),
    for_the_dealer=FOR_THE_DEALER,
    instructions=INSTRUCTIONS,
    explanation=EXPLANATION,
    takes_back_when_void=VOID_AFTER_PAYMENT.taken_as("taken-back"),
    equipment_source=ON_THE_TABLE,
    sign_source=ON_THE_TABLE.quote("A table limit sign"),
    bringing_source=MANUAL.at(DEALT, "New deck", "break the seal in front of the"),
    washing_source=MANUAL.at(DEALT, "New deck", "He then washes the cards thoroughly"),
    layout=LAYOUT,
    tour=TOUR,
    terms=TERMS,
)
