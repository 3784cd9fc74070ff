"""King High at the table: who does what and when, what deals the cards, and what if it goes wrong.

Read it beside the manual, after `king_high.py`: a round of five cards drawn one at a time, the shuffle
device and the manual shoe, the rulings for each of them, the three passes of settlement, then what
lies on the table and stands on its sign.
"""

from tablewright.games.king_high import (
    ACE_STRAIGHTS,
    ACTION_ODDS,
    ACTION_WAGERS,
    BURN,
    DEALING,
    EARLY_EXPOSURE,
    EQUIPMENT,
    EXPOSED_AFTER_CALL,
    EXPOSED_BURN,
    FACE_UP,
    GAME,
    JACKS_OR_BETTER,
    LOSING_RUNS,
    MANUAL,
    MISSED_BURN,
    OVER_MAXIMUM,
    PAIR_OF_JACKS,
    PAYING,
    PERMISSIBLE,
    POKERPOT_LAST,
    POKERPOT_ODDS,
    POKERPOT_PAIR,
    ROUND_WAGERS,
    SHUFFLE_DUE,
    SIGNAGE,
    SMALL_POKERPOT,
    UNDER_MINIMUM,
    UNSHUFFLED,
    UNSHUFFLED_ROUND,
    VOIDED,
    WINNING_RUNS,
)
from tablewright.games.king_high_calls import announcements, call
from tablewright.games.king_high_instructions import EXPLANATION, INSTRUCTIONS, NEW_PLAYERS
from tablewright.games.king_high_layout import LAYOUT
from tablewright.games.king_high_paying import RIGHT_HAND_BOX, manner
from tablewright.games.king_high_tour import TERMS, TOUR
from tablewright.rules.citations import house
from tablewright.rules.devices import Burns, Device, ShuffleDue
from tablewright.rules.fouled_packs import in_draws
from tablewright.rules.irregularities import Concerns, Effect, Irregularity, Ruling
from tablewright.rules.phases import draw_phases
from tablewright.rules.procedure import Item, OffLimits, Procedure, Stage
from tablewright.rules.protection import Protection, Seen
from tablewright.rules.roles import SUPERVISORS

THE_CARDS = "4. The cards"
CHECKING = "5. Card checking procedure"
SHUFFLING = "6. Shuffle procedure"
CALLING = "11. Calling the game"
ON_THE_TABLE = MANUAL.at(
    EQUIPMENT, "list of equipment", "The table must have the following equipment"
)
GAME_PROTECTION = "10. Game protection"
PAST_POSTING = MANUAL.at(
    GAME_PROTECTION, "second paragraph", "may be susceptible to 'past posting'"
)
LOOK_OVER = MANUAL.at(GAME_PROTECTION, "second paragraph", "pause and look at the whole layout")
MOVED_WAGER = MANUAL.at(GAME_PROTECTION, "third paragraph", "losing wager onto a winning area")
HANDS_BACK = MANUAL.at(GAME_PROTECTION, "third paragraph", "hands and chips are well back from")
NO_MORE_BETS = MANUAL.at(
    GAME_PROTECTION, "third paragraph", "announcing 'no more bets' for each action"
)

NOT_DELIVERED = MANUAL.at(
    VOIDED, "mechanical shuffle device, second rule", "does not deliver cards to complete the"
)
NOT_MENDED = MANUAL.at(
    VOIDED, "mechanical shuffle device, third rule", "round of play will be declared void"
) & MANUAL.at(
    VOIDED, "mechanical shuffle device, fourth rule", "substitute shuffler may be brought to the"
)
EXPOSED = MANUAL.at(
    VOIDED, "manual dealing shoe, second rule", "manual dealing shoe or inadvertently exposed"
)
RUNS_OUT = house("a shoe that runs out")
SHUFFLE_OWED = (
    MANUAL.at(SHUFFLING, "manual dealing shoe, second case", "At the completion of each 4 rounds")
    & MANUAL.at(
        SHUFFLING, "manual dealing shoe, third case", "period that the table has been vacant"
    )
    & MANUAL.at(SHUFFLING, "fourth circumstance", "reasonable cause to believe that a")
)


# A round -------------------------------------------------------------------------------------------

PHASES = draw_phases(
    wagers=(
        "Players bet on the next card, and before the first card on the runs and the Pokerpot; the"
        " dealer then calls no more bets.",
        ACTION_WAGERS & ROUND_WAGERS & NO_MORE_BETS,
    ),
    draw=(
        "The dealer burns what a manual shoe asks for, draws one card face up and calls it.",
        MANUAL.at(DEALING, "one card", "Only one card will be dealt, face")
        & MANUAL.at(DEALING, "manual dealing shoe", "in use, 2 cards will be burnt")
        & MANUAL.at(CALLING, "first paragraph", "when calling the card for the game"),
    ),
    settle=(
        "Box by box, the dealer settles what the card has decided. A box that is settled may change its"
        " wagers for the next card.",
        MANUAL.at(DEALING, "order of settlement", "Each individual betting box will be settled")
        & MANUAL.at(PERMISSIBLE, "settled boxes", "wagers once their box has been settled"),
    ),
    clear=(
        "The dealer inspects the five cards for blemishes and imperfections and puts them back into the"
        " device, or with a manual shoe turns them down on the burn cards and discards them all.",
        MANUAL.at(DEALING, "conclusion of a round", "the 5 cards will be inspected by")
        & MANUAL.at(DEALING, "manual dealing shoe", "will turn the 5 exposed cards"),
    ),
)


# What deals the cards ------------------------------------------------------------------------------

DEVICES = (
    Device(
        "six-deck-shuffler",
        "mechanical shuffle device",
        "Six decks; the five cards of a round go back into the device, and none is burnt.",
        MANUAL.at(DEALING, "mechanical shuffle device", "no cards will be burnt")
        & MANUAL.at(DEALING, "conclusion of a round", "into the mechanical shuffle device"),
        decks=6,
        is_machine=True,
        returns_cards=True,
        shuffling_source=MANUAL.at(
            SHUFFLING, "first paragraph", "will be shuffled, according to the shuffle"
        ),
    ),
    Device(
        "shoe",
        "manual dealing shoe",
        "Six decks with a cut card about fifty cards in, which the house takes as 45 to 55. Cards are"
        " burnt face down, and the decks are shuffled about every four rounds.",
        MANUAL.at(DEALING, "manual dealing shoe", "approximately 50 cards in from the front"),
        decks=6,
        cut=(45, 55),
        has_cut_card_within=True,
        rounds_between_shuffles=4,
        shuffle_due=(
            ShuffleDue(SHUFFLE_DUE.taken_as("whichever-first")),
            ShuffleDue(SHUFFLE_DUE.taken_as("four-rounds"), at_cut_card=False),
            ShuffleDue(SHUFFLE_DUE.taken_as("cut-card"), at_rounds=False),
        ),
        burns=(
            Burns(BURN.taken_as("two-per-action-round"), before_round=0, before_card=2),
            Burns(BURN.taken_as("also-before-round"), before_round=2, before_card=2),
            Burns(BURN.taken_as("one-per-round"), before_round=1, before_card=0),
        ),
        shuffling_source=MANUAL.at(
            SHUFFLING, "manual dealing shoe", "shoe is in use the cards will"
        ),
    ),
)

SHUFFLE_DEVICE = ("six-deck-shuffler",)
MANUAL_SHOE = ("shoe",)


# Irregularities ------------------------------------------------------------------------------------

WITH_THE_SHUFFLE_DEVICE = (
    Irregularity(
        "king-high.irregularity.face-up-in-shuffler",
        "A card lies face up in the shuffle device",
        FACE_UP,
        phases=("wagers", "draw"),
        rulings=(
            Ruling(
                "returned",
                "The card is not used; it goes back into the device before the next card is drawn.",
                Effect.CARD_RETURNED,
                FACE_UP,
            ),
        ),
        devices=SHUFFLE_DEVICE,
        concerns=Concerns.NEXT_CARD,
        looks="The next card stands in the slot of the device and shows its face: {card}.",
    ),
    Irregularity(
        "king-high.irregularity.not-delivered",
        "The shuffle device does not deliver the cards to finish the round",
        NOT_DELIVERED,
        phases=("wagers", "draw"),
        rulings=(
            Ruling(
                "fixed",
                "An inspector or above has fixed it, and the round goes on.",
                Effect.PLAY_ON,
                NOT_DELIVERED,
            ),
            Ruling(
                "void",
                "It cannot be fixed quickly: the round is void. What was settled stands, live runs are"
                " paid as if the next card came, and the Pokerpot is paid as far as it has come or"
                " returned. Play goes on with another device or a manual shoe.",
                Effect.VOID,
                NOT_MENDED,
                breaks_device=True,
            ),
        ),
        declared_by=SUPERVISORS,
        devices=SHUFFLE_DEVICE,
        only_unfinished=True,
        looks="You reach for the next card, and the device gives none.",
    ),
)

WITH_THE_MANUAL_SHOE = (
    Irregularity(
        "king-high.irregularity.missed-burn",
        "The dealer did not burn before a card, or burnt too few",
        MISSED_BURN,
        phases=("wagers", "draw", "settle"),
        rulings=(
            Ruling(
                "play-on",
                "What was settled stands, and the round goes on.",
                Effect.PLAY_ON,
                MISSED_BURN,
            ),
        ),
        devices=MANUAL_SHOE,
        overlooked="burn",
        looks="Fewer cards than usual went face down before a card of this round.",
    ),
    Irregularity(
        "king-high.irregularity.exposed-burn",
        "A card to be burnt is seen",
        EXPOSED_BURN,
        phases=("wagers", "draw"),
        rulings=(
            Ruling(
                "burnt",
                "The card is turned down and burnt all the same.",
                Effect.CARD_BURNT,
                EXPOSED_BURN,
            ),
        ),
        devices=MANUAL_SHOE,
        concerns=Concerns.NEXT_CARD,
        looks="The first card out of the shoe, which goes face down under the next one, turns over:"
        " {card}.",
    ),
    Irregularity(
        "king-high.irregularity.exposed-after-call",
        "The card to be drawn is seen after no more bets was called",
        EXPOSED_AFTER_CALL,
        phases=("draw",),
        rulings=(
            Ruling(
                "used",
                "The burn cards are out: the card is used as if it had come face down.",
                Effect.CARD_USED,
                EXPOSED_AFTER_CALL,
            ),
        ),
        devices=MANUAL_SHOE,
        concerns=Concerns.NEXT_CARD,
        looks="The face-down cards are out, bets are closed, and the next card shows in the mouth"
        " of the shoe: {card}.",
    ),
    Irregularity(
        "king-high.irregularity.exposed-before-call",
        "The next card is seen before no more bets was called",
        EXPOSED,
        phases=("wagers",),
        rulings=(
            Ruling(
                "burnt",
                "An inspector or above has the card burnt.",
                Effect.CARD_BURNT,
                house("a card exposed before no more bets"),
                under=EARLY_EXPOSURE.taken_as("burn"),
            ),
            Ruling(
                "used",
                "An inspector or above lets the card be used as if it had come face down.",
                Effect.CARD_USED,
                house("a card exposed before no more bets"),
                under=EARLY_EXPOSURE.taken_as("use"),
            ),
        ),
        declared_by=SUPERVISORS,
        devices=MANUAL_SHOE,
        concerns=Concerns.NEXT_CARD,
        looks="Players are still betting, and the card that will lie in the action box shows in the"
        " mouth of the shoe.",
    ),
    Irregularity(
        "king-high.irregularity.unshuffled-round",
        "A round was begun without the shuffle that was due after the cut card",
        UNSHUFFLED,
        phases=("wagers", "draw"),
        rulings=(
            Ruling(
                "void",
                "The round ends here. What was settled stands, live runs are paid as if the next card"
                " came, and the Pokerpot is paid as far as it has come or returned. The decks are"
                " shuffled at once.",
                Effect.VOID,
                UNSHUFFLED,
                under=UNSHUFFLED_ROUND.taken_as("void-when-noticed"),
                reshuffles=True,
            ),
            Ruling(
                "completed",
                "The round is played out and settled as usual, then the decks are shuffled.",
                Effect.PLAY_ON,
                UNSHUFFLED,
                under=UNSHUFFLED_ROUND.taken_as("completed"),
                reshuffles=True,
            ),
        ),
        devices=MANUAL_SHOE,
        overlooked="shuffle",
        after_cut_card=True,
        only_unfinished=True,
        looks="The cut card came out in the last round, and this round comes from the same shoe as"
        " it stood.",
    ),
    Irregularity(
        "king-high.irregularity.shoe-runs-out",
        "The shoe has no card left to finish the round",
        RUNS_OUT,
        phases=("draw",),
        rulings=(
            Ruling(
                "reshuffled",
                "An inspector or above has every card but the drawn ones shuffled and put in the shoe,"
                " and the round goes on.",
                Effect.RESHUFFLED,
                RUNS_OUT,
            ),
            Ruling(
                "void",
                "An inspector or above ends the round. What was settled stands, live runs are paid as"
                " if the next card came, and the Pokerpot is paid as far as it has come or returned."
                " The decks are shuffled at once.",
                Effect.VOID,
                RUNS_OUT,
                reshuffles=True,
            ),
        ),
        declared_by=SUPERVISORS,
        devices=MANUAL_SHOE,
        only_unfinished=True,
        looks="You reach into the shoe for the next card, and it is empty.",
    ),
    Irregularity(
        # Section 6 asks for these shuffles too; what becomes of a round without one it does not say.
        "king-high.irregularity.shuffle-left-out",
        "A round was begun without a shuffle that was due, though no cut card had come out",
        SHUFFLE_OWED,
        phases=("wagers", "draw", "settle"),
        rulings=(
            Ruling(
                "completed",
                "A supervisor has the round played out and settled as usual, then the decks are"
                " shuffled.",
                Effect.PLAY_ON,
                house("a shuffle left out, no cut card being out"),
                reshuffles=True,
            ),
        ),
        declared_by=SUPERVISORS,
        devices=MANUAL_SHOE,
        overlooked="shuffle",
        after_cut_card=False,
        looks="The decks were to be mixed before this round and were not; the cut card is still in"
        " the shoe.",
    ),
)

WITH_ANY_DEVICE = (
    Irregularity(
        "king-high.irregularity.hand-near-wagers",
        "A player's hand stays close to the wagers",
        HANDS_BACK,
        phases=("wagers", "draw", "settle"),
        rulings=(
            Ruling(
                "hands-back",
                "The player is asked to keep hands and chips well back before the call.",
                Effect.NOTED,
                HANDS_BACK,
            ),
        ),
        concerns=Concerns.PLACE,
        looks="{player} rests a hand beside the betting areas and leaves it there.",
    ),
)


# Game protection -----------------------------------------------------------------------------------

PROTECTION = Protection(
    speaks_of={
        Seen.LATE: PAST_POSTING,
        Seen.CAPPED: PAST_POSTING,
        Seen.PINCHED: MANUAL.at(
            PERMISSIBLE, "changing wagers", "remove wagers once their box has been"
        ),
        Seen.MOVED: MOVED_WAGER,
        Seen.WRONG_BOX: SIGNAGE.quote("Only one player is permitted to wager"),
    },
    # What else becomes of such chips the manual leaves to the house.
    rules_on={
        Seen.LATE: MANUAL.at(
            PERMISSIBLE, "round of play wagers", "will not be accepted under any circumstance"
        )
        & ACTION_WAGERS
    },
    hands_back=HANDS_BACK,
    look_over=LOOK_OVER,
)


# Settling ------------------------------------------------------------------------------------------

STAGES = (
    Stage(
        "action",
        "Box by box from the dealer's right: losing wagers on the card are taken, then winning ones"
        " paid, before the next box.",
        ("high", "low", "suit", "seven"),
        MANUAL.at(PAYING, "order within a box", "Remove losing High/Low wagers first")
        & MANUAL.at(DEALING, "order of settlement", "Commencing with the first active betting box"),
        takes_first=True,
        is_from_right=True,
        alike=(("high", "low"),),
    ),
    Stage(
        "runs",
        "After every wager on the card: lost runs are taken, and completed ones paid.",
        ("high-run", "low-run"),
        LOSING_RUNS & WINNING_RUNS,
        is_from_right=True,
        alike=(("high-run", "low-run"),),
    ),
    Stage(
        "pokerpot",
        "After the fifth card and all other wagers: the Pokerpot is paid or taken.",
        ("pokerpot",),
        POKERPOT_LAST,
        is_from_right=True,
    ),
)


# The table and its sign ----------------------------------------------------------------------------

ON_TABLE = (
    Item(
        "layout",
        "A layout cloth with the boxes and the places for the cards.",
        MANUAL.at(EQUIPMENT, "second paragraph", "shall have a layout cloth fitted"),
    ),
    Item(
        "shuffle-device",
        "A mechanical shuffle device.",
        ON_THE_TABLE.quote("A mechanical shuffle device and/or"),
        devices=SHUFFLE_DEVICE,
    ),
    Item(
        "standby-shoe",
        "A manual shoe kept ready, should the shuffle device fail.",
        ON_THE_TABLE.quote("in the event of mechanical malfunction"),
        devices=SHUFFLE_DEVICE,
    ),
    Item(
        "manual-shoe",
        "A manual dealing shoe.",
        ON_THE_TABLE.quote("and/or a manual dealing shoe"),
        devices=MANUAL_SHOE,
    ),
    Item(
        "cutting-card",
        "A cutting card, for the manual shoe only.",
        ON_THE_TABLE.quote("A cutting card for manual dealing shoe"),
    ),
    Item("drop-box", "A drop box.", ON_THE_TABLE.quote("A drop box")),
    Item("discard-holder", "A holder for used cards.", ON_THE_TABLE.quote("A discard holder")),
    Item("sign", "The table's sign.", SIGNAGE),
)

ON_SIGN = (
    Item(
        "one-player-a-box",
        "Only one player may bet in each box.",
        SIGNAGE.quote("Only one player is permitted to wager"),
    ),
    Item("ace-low", "An ace counts as low.", SIGNAGE.quote("Ace is a low card")),
    Item(
        "seven-of-suit",
        "The seven of the suit bet on is a standoff.",
        ACTION_ODDS.quote("7 of suit Standoff"),
    ),
    Item(
        "pair-of-tens",
        "The lowest pair that wins the Pokerpot is a pair of tens.",
        POKERPOT_ODDS,
        under=POKERPOT_PAIR.taken_as("tens"),
    ),
    Item(
        "pair-of-jacks",
        "The lowest pair that wins the Pokerpot is a pair of jacks.",
        PAIR_OF_JACKS & JACKS_OR_BETTER,
        under=POKERPOT_PAIR.taken_as("jacks"),
    ),
    Item(
        "pokerpot-ace",
        "In the Pokerpot, and only there, an ace is high or low.",
        SIGNAGE.quote("ace can be high or low"),
        under=ACE_STRAIGHTS.taken_as("high-and-low"),
    ),
)

PROCEDURE = Procedure(
    game=GAME,
    phases=PHASES,
    devices=DEVICES,
    irregularities=(
        *WITH_THE_SHUFFLE_DEVICE,
        *WITH_THE_MANUAL_SHOE,
        *WITH_ANY_DEVICE,
        *in_draws(
            GAME.id,
            ends="What was settled stands, live runs are paid as if the next card came, and the"
            " Pokerpot is paid as far as it has come or returned.",
        ),
    ),
    stages=STAGES,
    manner=manner,
    equipment=ON_TABLE,
    sign=ON_SIGN,
    # The manual has cards and sign looked after at the opening; how the float is counted is not in it.
    opening=house("opening the table"),
    examining=MANUAL.at(CHECKING, "first rule", "shall inspect the cards (front and back)"),
    off_limits=OffLimits.STANDS,
    right_hand_only=(RIGHT_HAND_BOX,),
    usual_limits={"pokerpot": (100, 10_000)},  # one dollar at least: 2. Basic game outline
    limits_source=UNDER_MINIMUM & OVER_MAXIMUM,
    deck_colours=("blue",),
    card_change_minutes=240,
    card_change_source=MANUAL.at(CHECKING, "designated intervals", "approximately every 4 hours")
    & MANUAL.at(SHUFFLING, "new decks", "approximately 4 hour intervals"),
    slip=MANUAL.at(CHECKING, "card and dice slip", "will sign a card and dice slip"),
    for_the_dealer=house("wagers for the dealer"),
    personal_limits=MANUAL.at(
        PERMISSIBLE, "fourth paragraph", "Personal wagering limits that differ from the"
    ),
    needed_at_minimum=SMALL_POKERPOT.taken_as("no"),
    shuffle_after_vacancy=MANUAL.at(
        SHUFFLING, "manual dealing shoe, third case", "period that the table has been vacant"
    ),
    shuffled_before_loading=MANUAL.at(
        SHUFFLING, "mechanical shuffle device", "prior to loading into the mechanical shuffle"
    ),
    known_decks=MANUAL.at(CHECKING, "cards for reuse", "New cards, or cards designated for reuse")
    & MANUAL.at(CHECKING, "prepared decks", "the dealer will still inspect the cards"),
    inspected_on_request=MANUAL.at(
        THE_CARDS, "fourth occasion", "At the request of an inspector or"
    ),
    call=call,
    announce=announcements,
    equipment_source=ON_THE_TABLE,
    sign_source=MANUAL.at(
        PERMISSIBLE, "first paragraph", "ensure the correct table signage is displayed"
    ),
    bringing_source=house("sealed decks")
    & MANUAL.at(CHECKING, "first paragraph", "will be placed on the gaming table"),
    approving_source=MANUAL.at(
        PAYING, "payments not made directly", "payout requires Game Supervisor approval"
    ),
    calls_source=MANUAL.at(CALLING, "", "when calling the card for the game"),
    instructions=INSTRUCTIONS,
    explanation=EXPLANATION,
    welcome=NEW_PLAYERS,
    protection=PROTECTION,
    layout=LAYOUT,
    tour=TOUR,
    terms=TERMS,
)
