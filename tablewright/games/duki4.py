"""Duki 4 Poker: four cards each; a Duki is a hand of different suits; beat the dealer's Duki.

Read it beside the manual. First stand the passages that conflict and how each is read; then, as in the
manual, the hands that qualify and how they rank, and the wagers with every line by which each is paid.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from tablewright.rules.cards import Rank
from tablewright.rules.citations import Document, Erratum, house
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.facts import COPY, HIGHER, LOWER, FactSpace, Versus
from tablewright.rules.game import Claim, Figure, Game, Provision
from tablewright.rules.rankings import (
    ALL_DIFFERENT,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    ONE_PAIR,
    STRAIGHT,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Aces,
    Ranking,
)
from tablewright.rules.readings import ActsOn, Evidence, Option, Reading, Rulings
from tablewright.rules.sources import Against, Choice, DealerShows, PlayerShows, VoidRound
from tablewright.rules.views import Seen, View
from tablewright.rules.wagers import (
    EVEN_MONEY,
    LOSE,
    PUSH,
    Line,
    Odds,
    PayTable,
    Times,
    Wager,
    otherwise,
)

MANUAL = Document("manual", "Duki 4 Poker, Procedures & Training")
IN_WASHINGTON = ("washington-card-rooms", "washington-tribal-casinos")
SUMMARY = Document("summary", "Duki 4 Poker, one-page summary", is_outdone_in=IN_WASHINGTON)
WASHINGTON_RULES = Document(
    "washington-rules", "Procedures & Training Guidelines for Duki 4 Poker (Washington)"
)
WASHINGTON_MANUAL = Document(
    "washington-manual",
    "Duki 4 Poker, Procedures & Training for the State of Washington",
    stands_for=MANUAL.id,
    holds_in=IN_WASHINGTON,
    lacks=(
        "How is the game dealt, Deal By Hand",
        "How is the game dealt, New deck",
        "How is the game dealt, Deck in play",
        "Opening the table for play",
    ),
)
LETTER = Document("letter", "Washington State Gambling Commission, letter of 28 November 2007")

PLAYING = "Playing the game"
WAGERING = MANUAL.at(PLAYING, "second paragraph", "before any cards are dealt, the Player")
FOR_THE_DEALER = MANUAL.at("Betting for the dealer", "", "Management at each casino will make")
POSTED_LIMITS = MANUAL.at(PLAYING, "second paragraph", "must be within the posted table limits")
DECIDING = MANUAL.at(PLAYING, "third paragraph", "must decide whether to Fold or to")
FOLDING = MANUAL.at(PLAYING, "third paragraph", "will forfeit both his Ante and Bonus")
PLAYING_ON = MANUAL.at(PLAYING, "third paragraph", "he must make an additional Play bet")
QUALIFYING = "Qualifying hands"
ANY_FOUR_BEATS_THREE = MANUAL.at(QUALIFYING, "note", "4-Card Duki beats any 3-Card")
DUKI_BEATS_NONE = MANUAL.at("Examples", "fourth", "beats a non-qualifying hand")
EQUIPMENT = "Physical characteristics of the table and equipment"
PAYING = "Paying the bets"
DEALER_WITHOUT_DUKI = MANUAL.at(PAYING, "first rule", "the Ante and the Play bet pushes")
FOUR_CARD_UNMATCHED = MANUAL.at(PAYING, "first rule (a)", "Player hand is a 4-Card Duki")
NO_DUKI_UNMATCHED = MANUAL.at(PAYING, "first rule (b)", "Player hand is not a Duki")
BEATS_FOUR = MANUAL.at(PAYING, "second rule", "Player's 4-Card Duki outranks the Dealer's")
TIES_FOUR = MANUAL.at(PAYING, "second rule", "A tie is a push")
LOSES_TO_FOUR = (
    MANUAL.at(PAYING, "second rule", "Dealer's 4 Card Duki outranks the Player's")
    & ANY_FOUR_BEATS_THREE
    & DUKI_BEATS_NONE
)
BEATS_THREE = MANUAL.at(PAYING, "third rule", "Player's 3-Card Duki outranks the Dealer's")
TIES_THREE = MANUAL.at(PAYING, "third rule", "A tie is a push")
LOSES_TO_THREE = (
    MANUAL.at(PAYING, "third rule", "Dealer's 3-Card Duki outranks the Player's") & DUKI_BEATS_NONE
)
ANTE_PAY_TABLE = MANUAL.at(PAYING, "Ante pay table", "Hand Type Pay (to 1)")
BONUS_PAY_TABLE = MANUAL.at(PAYING, "Bonus pay table", "Hand Type Payout")
BONUS_PAID = MANUAL.at(PAYING, "fourth rule", "three or four card Duki to win")
BONUS_LOST_HAND = MANUAL.at(PAYING, "fourth rule", "even if the Player loses the hand")
HANDS_VOIDED = MANUAL.at("Irregularities", "(a) to (d)", "will be voided and the cards will")
VOID_RETURNS = house("wagers of a void round") & HANDS_VOIDED
OUTRANKED = SUMMARY.at("Player vs. Dealer", "", "paid according to the Ante pay table")


# Readings ------------------------------------------------------------------------------------------

BONUS_HANDS = Reading(
    id="duki4.bonus-hands",
    question="Which hands can win the Bonus?",
    acts_on=ActsOn.FACTS,
    moves_money=True,
    conflict=(
        BONUS_PAID.quote("a three or four card Duki"),
        SUMMARY.at("3-Card Duki Bonus").quote("a three (3) card Duki only"),
    ),
    options=(
        Option("three-or-four", "a 4-Card Duki is judged too, on its best three cards"),
        Option("three-only", "a 4-Card Duki cannot win the Bonus"),
    ),
    evidence=Evidence.FIGURES,
    why="Only the first gives the published house advantage of 3.17 % and hit frequency of 25.26 %;"
    " the second gives 23.72 % and 20.65 %.",
)

BONUS_ODDS = Reading(
    id="duki4.bonus-odds",
    question="Does the Bonus table count the stake in its figures?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        BONUS_PAY_TABLE,
        ANTE_PAY_TABLE,
    ),
    options=(
        Option("to-one", "30 to 1: the stake comes back on top"),
        Option("for-one", "30 for 1: the stake is part of the 30"),
    ),
    evidence=Evidence.FIGURES,
    why="To one gives the published 3.17 %; for one would give 28.43 %.",
)

BONUS_ON_FOLD = Reading(
    id="duki4.bonus-on-fold",
    question="What becomes of the Bonus wager of a folded hand?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        FOLDING.quote("forfeit both his Ante and Bonus Bets"),
        BONUS_LOST_HAND,
    ),
    options=(
        Option("forfeited", "folding gives up the Bonus with the Ante"),
        Option("in-action", "the Bonus is settled on the folded hand"),
    ),
    evidence=Evidence.WORDING,
    why="The sentence on folding is explicit, and the summary repeats it; to lose the hand is to lose"
    " against the dealer.",
)

ANTE_VS_THREE = Reading(
    id="duki4.ante-vs-three",
    question="What does the Ante pay when a 4-Card Duki beats the dealer's 3-Card Duki?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        BEATS_THREE.quote("the Ante is paid even money"),
        OUTRANKED,
    ),
    options=(
        Option("pay-table", "by the Ante pay table, as against any other dealer's hand"),
        Option("even-money", "1-1, as for a 3-Card Duki"),
    ),
    evidence=Evidence.FIGURES,
    why="The third rule speaks only of the player's 3-Card Duki. Only the pay table gives the published"
    " 3.3 % of the Ante; even money would give 7.06 %.",
)

THREE_VS_UNQUALIFIED = Reading(
    id="duki4.three-vs-unqualified",
    question="What does the Ante of a 3-Card Duki get when the dealer has no Duki?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        DEALER_WITHOUT_DUKI.quote("automatically be paid on the Ante"),
        FOUR_CARD_UNMATCHED,
        NO_DUKI_UNMATCHED,
    ),
    options=(
        Option("even-money", "1-1, like a hand without a Duki"),
        Option("push", "the Ante is returned"),
    ),
    evidence=Evidence.FIGURES,
    why="The case is missing between (a) and (b). Only even money gives the published 3.3 %; a push"
    " would give 19.45 %.",
)

ACE = Reading(
    id="duki4.ace",
    question="Where may an ace stand in a straight?",
    acts_on=ActsOn.RANKING,
    moves_money=True,
    conflict=(
        MANUAL.at(QUALIFYING, "ranking of four cards", "Straight (4 Cards)"),
        MANUAL.at(QUALIFYING, "ranking of three cards", "Straight (3 Cards)"),
    ),
    options=(
        Option("high-and-low", "above the king or below the two; the low straight is the lowest"),
        Option("high-only", "above the king only"),
    ),
    evidence=Evidence.FIGURES,
    why="Nothing is said. High only would put the Bonus at 5.55 % and 24.88 %, not the published 3.17 %"
    " and 25.26 %, and both published figures of the game too high.",
)

FOURTH_CARD = Reading(
    id="duki4.fourth-card",
    question="Does the card outside a 3-Card Duki break a tie?",
    acts_on=ActsOn.RANKING,
    moves_money=True,
    conflict=(
        MANUAL.at(QUALIFYING, "", "out of four (a 3-Card Duki)"),
        MANUAL.at("Examples", "first", "Pair with a higher kicker wins"),
    ),
    options=(
        Option("no", "equal 3-Card Dukis are a copy"),
        Option("yes", "the higher outside card wins, aces high"),
    ),
    evidence=Evidence.WORDING,
    why="A 3-Card Duki is a hand of three cards, and the printed kicker lies inside its hand. The"
    " published figures do not decide: under both options the game holds 3.30 % of the Ante.",
)

POSITIONS = Reading(
    id="duki4.positions",
    question="How many seats does the table have?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        MANUAL.at(EQUIPMENT, "", "six or seven betting positions"),
        MANUAL.at(PLAYING, "first paragraph", "by up to seven players"),
    ),
    options=(Option("7", "seven seats"), Option("6", "six seats")),
    evidence=Evidence.WORDING,
    why="Both are printed; seven is the most the game allows.",
)

VOID_AFTER_FOLD = Reading(
    id="duki4.void-after-fold",
    question="What becomes of the wagers of a seat that folded before the hands were voided?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        HANDS_VOIDED.quote("all hands will be voided"),
        FOLDING.quote("forfeit both his Ante and Bonus Bets"),
    ),
    options=(
        Option("returned", "they are returned: a folded hand is void like the others"),
        Option("stays-lost", "they stay lost"),
    ),
    evidence=Evidence.WORDING,
    why="All hands are void, and that wagers go back with them is nowhere said but must be meant.",
    is_unpriced=True,
)

VOID_AFTER_PAYMENT = Reading(
    id="duki4.void-after-payment",
    question="What becomes of wagers that were settled before the hands were voided?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(HANDS_VOIDED.quote("all hands will be voided"),),
    options=(
        Option("paid-stands", "what was settled stands, and only the rest is returned"),
        Option(
            "taken-back",
            "they are put back as they were: winnings to the float, lost stakes to their players",
        ),
    ),
    evidence=Evidence.REASON,
    why="The clauses void hands and say nothing of payments; chips that were paid may be spent.",
    is_later=True,
    is_unpriced=True,
)

MALFUNCTION_AFTER_DEAL = Reading(
    id="duki4.malfunction-after-deal",
    question="The shuffler fails over the second deck: is a round void whose hands are all dealt?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(
        MANUAL.at("Irregularities", "(d)", "the round of play will be voided"),
        MANUAL.at(
            "How is the game dealt",
            "Automatic Shuffle Machine",
            "shuffling one deck while the other",
        ),
    ),
    options=(
        Option("void", "it is void, as clause (d) says of any failure"),
        Option("plays-on", "it is played out, and the shuffler checked before the next"),
    ),
    evidence=Evidence.WORDING,
    why="Clause (d) makes no difference between the deck in play and the one being shuffled.",
    is_later=True,
    is_unpriced=True,
)

IRREGULARITIES_BY_HAND = Reading(
    id="duki4.irregularities-by-hand",
    question="How is an irregularity ruled on when the game is dealt by hand?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(
        MANUAL.at("Irregularities", "(e)", "only if using shuffle machine"),
        MANUAL.at("Irregularities", "(a)", "in the shuffler, or the deck"),
    ),
    options=(
        Option("supervisor-rules", "a supervisor decides: void, or play on"),
        Option("as-machine", "clauses (a) to (c) hold as they do with a machine"),
    ),
    evidence=Evidence.WORDING,
    why="Clause (e) takes the rulings away by hand and puts nothing in their place.",
    is_unpriced=True,
)

WASHINGTON_HAND_DEAL = Reading(
    id="duki4.washington-hand-deal",
    question="May the game be dealt by hand in Washington?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        WASHINGTON_MANUAL.at("How is the game dealt", "", "Automatic Shuffle Machine"),
        WASHINGTON_MANUAL.at(EQUIPMENT, "", "An automatic card shuffler (optional)"),
    ),
    options=(
        Option("refused", "only a shuffler deals"),
        Option("allowed", "the general manual's hand deal may be used"),
    ),
    evidence=Evidence.WORDING,
    why="The approved rules describe no hand deal, and the game is approved under those rules only.",
)


# Qualifying hands ----------------------------------------------------------------------------------


class Duki(Enum):
    """The dealer's Duki, if any."""

    NONE = "none"
    THREE = "three"
    FOUR = "four"


NO_DUKI, THREE_CARD, FOUR_CARD = Duki


class Made(Enum):
    """What a hand is, strongest last."""

    NO_DUKI = "no-duki"
    THREE_HIGH_CARD = "3-card-high-card"
    THREE_ONE_PAIR = "3-card-one-pair"
    THREE_STRAIGHT = "3-card-straight"
    THREE_THREE_OF_A_KIND = "3-card-three-of-a-kind"
    FOUR_HIGH_CARD = "4-card-high-card"
    FOUR_ONE_PAIR = "4-card-one-pair"
    FOUR_TWO_PAIR = "4-card-two-pair"
    FOUR_THREE_OF_A_KIND = "4-card-three-of-a-kind"
    FOUR_STRAIGHT = "4-card-straight"
    FOUR_FOUR_OF_A_KIND = "4-card-four-of-a-kind"

    def __init__(self, value: str) -> None:
        cards, _, self.shape = value.partition("-card-")
        self.duki = {"3": THREE_CARD, "4": FOUR_CARD}.get(cards, NO_DUKI)


class Bonus(Enum):
    """What the best three cards make on the Bonus table."""

    NOTHING = "nothing"
    PAIR_OF_FOURS = "pair-of-fours-or-better"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three-of-a-kind"


class DukiFacts(NamedTuple):
    """What a dealer says aloud of one seat. The defaults are what is said when nobody looks."""

    void: bool = False
    folded: bool = False
    dealer: Duki = NO_DUKI
    versus: Versus = COPY
    hand: Made = Made.NO_DUKI
    bonus: Bonus = Bonus.NOTHING


def deal(rulings: Rulings) -> Contest:
    """How the cards become facts."""
    aces = Aces.HIGH_ONLY if rulings.hold(ACE.taken_as("high-only")) else Aces.HIGH_AND_LOW
    three_card = Ranking(
        "3-Card Duki",
        source=MANUAL.at(QUALIFYING, "ranking", "qualified 3-Card Duki hand is ranked"),
        cards=3,
        suits=ALL_DIFFERENT,
        shapes=(HIGH_CARD, ONE_PAIR, STRAIGHT, THREE_OF_A_KIND),
        aces=aces,
        outside_card_breaks_ties=rulings.hold(FOURTH_CARD.taken_as("yes")),
    )
    four_card = Ranking(
        "4-Card Duki",
        source=MANUAL.at(QUALIFYING, "ranking", "qualified 4-Card Duki hand is ranked"),
        cards=4,
        suits=ALL_DIFFERENT,
        shapes=(HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FOUR_OF_A_KIND),
        aces=aces,
    )
    duki = View(
        "Duki",
        rankings=(three_card, four_card),
        nothing="no Duki",
        says="A Duki of four cards wins over any of three. A hand of three suits is judged on its best"
        " three cards of different suits; a hand of one or two suits is no Duki.",
    )
    best_three = View("Best three cards", rankings=(three_card,), nothing="no Duki")

    def made(seen: Seen | None) -> Made:
        if seen is None:
            return Made.NO_DUKI
        return Made(f"{seen.ranking.cards}-card-{seen.standing.shape.id}")

    def bonus(seen: Seen | None) -> Bonus:
        if seen is None or (seen.ranking is four_card):
            return Bonus.NOTHING
        shape, ranks = seen.standing.shape, seen.standing.pattern.ranks
        if shape is THREE_OF_A_KIND:
            return Bonus.THREE_OF_A_KIND
        if shape is STRAIGHT:
            return Bonus.STRAIGHT
        if shape is ONE_PAIR and ranks[0] >= Rank.FOUR:
            return Bonus.PAIR_OF_FOURS
        return Bonus.NOTHING

    bonus_on_fold = rulings.hold(BONUS_ON_FOLD.taken_as("in-action"))
    three_only = rulings.hold(BONUS_HANDS.taken_as("three-only"))

    return Contest(
        hand_cards=4,
        decisions=(
            Decision(
                "play",
                "Play on, with a Play wager equal to the Ante.",
                PLAYING_ON,
                name="Play",
                does="plays",
                done="played",
                doing="playing",
            ),
            Decision(
                "fold",
                "Fold, and give up what is wagered.",
                FOLDING,
                name="Fold",
                does="folds",
                done="folded",
                doing="folding",
                gives_up=True,
                shows_hand=bonus_on_fold,
            ),
        ),
        decided_by="ante",
        space=FactSpace(DukiFacts, facts_that_occur(rulings)),
        sources={
            "void": VoidRound(),
            "folded": Choice({None: False, "play": False, "fold": True}),
            "dealer": DealerShows(duki, lambda seen: made(seen).duki),
            "versus": Against({None: duki, "play": duki}),
            "hand": PlayerShows(duki, made),
            "bonus": PlayerShows(duki if three_only else best_three, bonus),
        },
        spoken={"hand": duki},
        qualifies=DealerShows(duki, lambda seen: seen is not None),
    )


# Paying the bets -----------------------------------------------------------------------------------

ANTE_TABLE = PayTable[DukiFacts](
    "4-Card Duki Ante pay table",
    source=ANTE_PAY_TABLE,
    key=lambda f: f.hand,
    rows={
        Made.FOUR_FOUR_OF_A_KIND: Odds(100),
        Made.FOUR_STRAIGHT: Odds(10),
        Made.FOUR_THREE_OF_A_KIND: Odds(5),
        Made.FOUR_TWO_PAIR: Odds(3),
        Made.FOUR_ONE_PAIR: Odds(2),
        Made.FOUR_HIGH_CARD: Odds(1),
    },
)

BONUS_TABLE = PayTable[DukiFacts](
    "3-Card Duki Bonus pay table",
    source=BONUS_PAY_TABLE,
    key=lambda f: f.bonus,
    rows={
        Bonus.THREE_OF_A_KIND: Odds(30),
        Bonus.STRAIGHT: Odds(5),
        Bonus.PAIR_OF_FOURS: Odds(1),
    },
)

ANTE = Wager[DukiFacts](
    id="ante",
    name="Ante",
    facts=DukiFacts,
    source=WAGERING,
    lines=(
        Line(
            "duki4.ante.void-folded",
            "The round is void, but the player had folded: the Ante stays lost.",
            when=lambda f: f.void and f.folded,
            pays=LOSE,
            source=FOLDING & HANDS_VOIDED,
            under=VOID_AFTER_FOLD.taken_as("stays-lost"),
        ),
        Line(
            "duki4.ante.void",
            "The round is void: the Ante is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "duki4.ante.folded",
            "The player folded: the Ante is lost.",
            when=lambda f: f.folded,
            pays=LOSE,
            source=FOLDING,
        ),
        Line(
            "duki4.ante.four-card-dealer-unqualified",
            "The dealer has no Duki, the player a 4-Card Duki: the Ante table pays the Ante.",
            when=lambda f: f.dealer is NO_DUKI and f.hand.duki is FOUR_CARD,
            pays=ANTE_TABLE,
            source=FOUR_CARD_UNMATCHED,
        ),
        Line(
            "duki4.ante.three-card-dealer-unqualified",
            "The dealer has no Duki, the player a 3-Card Duki: the Ante is paid 1-1.",
            when=lambda f: f.dealer is NO_DUKI and f.hand.duki is THREE_CARD,
            pays=EVEN_MONEY,
            source=DEALER_WITHOUT_DUKI & NO_DUKI_UNMATCHED,
            under=THREE_VS_UNQUALIFIED.taken_as("even-money"),
        ),
        Line(
            "duki4.ante.three-card-dealer-unqualified-push",
            "The dealer has no Duki, the player a 3-Card Duki: the Ante is returned.",
            when=lambda f: f.dealer is NO_DUKI and f.hand.duki is THREE_CARD,
            pays=PUSH,
            source=DEALER_WITHOUT_DUKI & NO_DUKI_UNMATCHED,
            under=THREE_VS_UNQUALIFIED.taken_as("push"),
        ),
        Line(
            "duki4.ante.no-duki-dealer-unqualified",
            "Neither the dealer nor the player has a Duki: the Ante is paid 1-1.",
            when=lambda f: f.dealer is NO_DUKI,
            pays=EVEN_MONEY,
            source=NO_DUKI_UNMATCHED,
        ),
        Line(
            "duki4.ante.beats-four-card",
            "The player's 4-Card Duki beats the dealer's: the Ante is paid by the Ante table.",
            when=lambda f: f.dealer is FOUR_CARD and f.versus is HIGHER,
            pays=ANTE_TABLE,
            source=BEATS_FOUR,
        ),
        Line(
            "duki4.ante.loses-to-four-card",
            "The dealer's 4-Card Duki beats the player's hand: the Ante is lost.",
            when=lambda f: f.dealer is FOUR_CARD and f.versus is LOWER,
            pays=LOSE,
            source=LOSES_TO_FOUR,
        ),
        Line(
            "duki4.ante.copies-four-card",
            "Equal 4-Card Dukis: the Ante pushes.",
            when=lambda f: f.dealer is FOUR_CARD and f.versus is COPY,
            pays=PUSH,
            source=TIES_FOUR,
        ),
        Line(
            "duki4.ante.four-card-beats-three-card",
            "The player's 4-Card Duki beats the dealer's 3-Card Duki: the Ante is paid by the table.",
            when=lambda f: (
                f.dealer is THREE_CARD and f.versus is HIGHER and f.hand.duki is FOUR_CARD
            ),
            pays=ANTE_TABLE,
            source=ANTE_PAY_TABLE & ANY_FOUR_BEATS_THREE & OUTRANKED,
            under=ANTE_VS_THREE.taken_as("pay-table"),
        ),
        Line(
            "duki4.ante.four-card-beats-three-card-even",
            "The player's 4-Card Duki beats the dealer's 3-Card Duki: the Ante is paid 1-1.",
            when=lambda f: (
                f.dealer is THREE_CARD and f.versus is HIGHER and f.hand.duki is FOUR_CARD
            ),
            pays=EVEN_MONEY,
            source=BEATS_THREE.quote("the Ante is paid even money"),
            under=ANTE_VS_THREE.taken_as("even-money"),
        ),
        Line(
            "duki4.ante.beats-three-card",
            "The player's 3-Card Duki beats the dealer's: the Ante is paid 1-1.",
            when=lambda f: f.dealer is THREE_CARD and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=BEATS_THREE,
        ),
        Line(
            "duki4.ante.loses-to-three-card",
            "The dealer's 3-Card Duki beats the player's hand: the Ante is lost.",
            when=lambda f: f.dealer is THREE_CARD and f.versus is LOWER,
            pays=LOSE,
            source=LOSES_TO_THREE,
        ),
        Line(
            "duki4.ante.copies-three-card",
            "Equal 3-Card Dukis: the Ante pushes.",
            when=lambda f: f.dealer is THREE_CARD and f.versus is COPY,
            pays=PUSH,
            source=TIES_THREE,
        ),
    ),
)

PLAY = Wager[DukiFacts](
    id="play",
    name="Play",
    facts=DukiFacts,
    source=PLAYING_ON.quote("which is equal to his Ante Bet"),
    stake=Times("ante", {"play": 1}),
    is_present=lambda f: not f.folded,
    lines=(
        Line(
            "duki4.play.void",
            "The round is void: the Play wager is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "duki4.play.dealer-unqualified",
            "The dealer has no Duki: the Play wager pushes.",
            when=lambda f: f.dealer is NO_DUKI,
            pays=PUSH,
            source=DEALER_WITHOUT_DUKI,
        ),
        Line(
            "duki4.play.beats-four-card",
            "The player's 4-Card Duki beats the dealer's: the Play wager is paid 1-1.",
            when=lambda f: f.dealer is FOUR_CARD and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=BEATS_FOUR,
        ),
        Line(
            "duki4.play.loses-to-four-card",
            "The dealer's 4-Card Duki beats the player's hand: the Play wager is lost.",
            when=lambda f: f.dealer is FOUR_CARD and f.versus is LOWER,
            pays=LOSE,
            source=LOSES_TO_FOUR,
        ),
        Line(
            "duki4.play.copies-four-card",
            "Equal 4-Card Dukis: the Play wager pushes.",
            when=lambda f: f.dealer is FOUR_CARD and f.versus is COPY,
            pays=PUSH,
            source=TIES_FOUR,
        ),
        Line(
            "duki4.play.beats-three-card",
            "The player's Duki beats the dealer's 3-Card Duki: the Play wager is paid 1-1.",
            when=lambda f: f.dealer is THREE_CARD and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=BEATS_THREE & ANY_FOUR_BEATS_THREE,
        ),
        Line(
            "duki4.play.loses-to-three-card",
            "The dealer's 3-Card Duki beats the player's hand: the Play wager is lost.",
            when=lambda f: f.dealer is THREE_CARD and f.versus is LOWER,
            pays=LOSE,
            source=LOSES_TO_THREE,
        ),
        Line(
            "duki4.play.copies-three-card",
            "Equal 3-Card Dukis: the Play wager pushes.",
            when=lambda f: f.dealer is THREE_CARD and f.versus is COPY,
            pays=PUSH,
            source=TIES_THREE,
        ),
    ),
)

BONUS = Wager[DukiFacts](
    id="bonus",
    name="Duki Bonus",
    facts=DukiFacts,
    source=WAGERING.quote("a Duki Bonus bet"),
    lines=(
        Line(
            "duki4.bonus.void-folded",
            "The round is void, but the player had folded: the Bonus stays lost.",
            when=lambda f: f.void and f.folded,
            pays=LOSE,
            source=FOLDING & HANDS_VOIDED,
            under=VOID_AFTER_FOLD.taken_as("stays-lost"),
        ),
        Line(
            "duki4.bonus.void",
            "The round is void: the Bonus is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "duki4.bonus.folded",
            "The player folded: the Bonus is lost with the Ante.",
            when=lambda f: f.folded,
            pays=LOSE,
            source=FOLDING,
            under=BONUS_ON_FOLD.taken_as("forfeited"),
        ),
        Line(
            "duki4.bonus.paid",
            "The best three cards of different suits are on the Bonus table: paid by it, even if the"
            " hand loses to the dealer.",
            when=BONUS_TABLE.has,
            pays=BONUS_TABLE,
            source=BONUS_LOST_HAND & BONUS_PAY_TABLE,
            under=BONUS_ODDS.taken_as("to-one"),
        ),
        Line(
            "duki4.bonus.paid-for-one",
            "The best three cards of different suits are on the Bonus table: paid by it, the stake"
            " counted in, even if the hand loses to the dealer.",
            when=BONUS_TABLE.has,
            pays=BONUS_TABLE.for_one(),
            source=BONUS_LOST_HAND & BONUS_PAY_TABLE,
            under=BONUS_ODDS.taken_as("for-one"),
        ),
        Line(
            "duki4.bonus.not-on-table",
            "The best three cards of different suits are not on the Bonus table: the Bonus is lost.",
            when=otherwise,
            pays=LOSE,
            source=BONUS_PAID & BONUS_PAY_TABLE,
        ),
    ),
)


# Which facts can occur together --------------------------------------------------------------------
#
# Not in the manual: this is what one deck allows, and tests/laws prove it exact. A ruleset decides each
# of these values and no other.


def facts_that_occur(rulings: Rulings) -> Callable[[DukiFacts], bool]:
    bonus_on_fold = rulings.hold(BONUS_ON_FOLD.taken_as("in-action"))
    three_only = rulings.hold(BONUS_HANDS.taken_as("three-only"))

    def possible(f: DukiFacts) -> bool:
        if f.void:
            return f == DukiFacts(void=True, folded=f.folded)
        if f.folded and not bonus_on_fold:
            return f == DukiFacts(folded=True)
        if f.folded and not (f.dealer is NO_DUKI and f.versus is COPY):
            return False
        return bonus_fits_hand(f) and (f.folded or versus_fits_hands(f))

    def bonus_fits_hand(f: DukiFacts) -> bool:
        """The Bonus is judged on the best three cards of the same hand."""
        if f.hand is Made.NO_DUKI or (three_only and f.hand.duki is FOUR_CARD):
            return f.bonus is Bonus.NOTHING
        match f.hand.shape, f.hand.duki:
            case ("one-pair", _):
                # Four cards to a pair may hold a three-card straight beside it: 7-7-8-9.
                small_or_paid = f.bonus in (Bonus.NOTHING, Bonus.PAIR_OF_FOURS)
                beside = f.hand.duki is FOUR_CARD and f.bonus is Bonus.STRAIGHT
                return small_or_paid or beside
            case ("two-pair", _):
                return f.bonus in (Bonus.NOTHING, Bonus.PAIR_OF_FOURS)
            case ("three-of-a-kind" | "four-of-a-kind", _):
                return f.bonus is Bonus.THREE_OF_A_KIND
            case ("straight", _):
                return f.bonus is Bonus.STRAIGHT
            case ("high-card", duki) if duki is FOUR_CARD:
                # Three of four different ranks may follow each other: 7-8-9-K.
                return f.bonus in (Bonus.NOTHING, Bonus.STRAIGHT)
            case _:
                return f.bonus is Bonus.NOTHING

    def versus_fits_hands(f: DukiFacts) -> bool:
        """The larger Duki wins; between Dukis of one size anything goes that one deck allows."""
        mine, theirs = list(Duki).index(f.hand.duki), list(Duki).index(f.dealer)
        if mine != theirs:
            return f.versus is (HIGHER if mine > theirs else LOWER)
        if f.hand is Made.NO_DUKI:
            return f.versus is COPY
        if f.hand.shape in ("three-of-a-kind", "four-of-a-kind"):
            return f.versus is not COPY
        return True

    return possible


# Slips of the printer, and the published figures ---------------------------------------------------

ERRATA = (
    Erratum(
        WASHINGTON_RULES.at(PAYING, "second pay table", "3-Card Duki Ante Pay Table"),
        "the Bonus table is headed as an Ante pay table, in both Washington texts",
        "the Bonus pay table; the general manual heads it so",
    ),
    Erratum(
        SUMMARY.at(QUALIFYING, "", "three (3) cards of each suit"),
        "a hand qualifies with three cards of each suit",
        "one card of each of three suits",
    ),
    Erratum(
        MANUAL.at(
            "Procedures & Training Guidelines", "opening sentence", "Duki (one card of each suit)"
        ),
        "a 3-Card Duki too is explained as one card of each suit",
        "one card of each of three suits",
    ),
    Erratum(
        WASHINGTON_RULES.at("Examples", "first", "Pair with a higher kicker wins"),
        "the dealer's five has no suit, in both Washington texts",
        "the five of hearts, as in the general manual",
    ),
    Erratum(
        ANTE_PAY_TABLE,
        "the last row is called 4-Card Duki where the ranking says high card",
        "a 4-Card Duki that is nothing better",
    ),
    Erratum(
        OUTRANKED,
        "every winning Ante is paid by the Ante table, which has no row for a 3-Card Duki",
        "a winning 3-Card Duki is paid 1-1, as the third rule says",
    ),
    Erratum(
        LETTER.at("Commercial card rooms", "first condition", "Rules of Play")
        & LETTER.at("Tribal casinos", "first condition", "Rules of Play"),
        "the letter approves a document called Rules of Play; ours are titled Procedures & Training",
        "the Washington text that came with the letter",
    ),
    Erratum(
        WASHINGTON_MANUAL.at("Title page", "", "Gaming Edge C."),
        "the vendor is Gaming Edge C. LLC; elsewhere Gaming Entertainment, Inc.",
        "one vendor under two names at one address",
    ),
)

CLAIMS = (
    Claim(
        "House advantage of the Bonus",
        "3.17 %",
        SUMMARY.at("House advantage", "", "Bonus 3.17%"),
        of="bonus",
        figure=Figure.HOUSE_EDGE,
    ),
    Claim(
        "Hit frequency of the Bonus",
        "25.26 %",
        SUMMARY.at("House advantage", "", "hit frequency 25.26%"),
        of="bonus",
        figure=Figure.HIT_FREQUENCY,
    ),
    Claim(
        "House advantage of the game, of the Ante",
        "3.3 %",
        SUMMARY.at("House advantage", "", "Game 3.3% of the Ante"),
        of="contest",
        figure=Figure.HOUSE_EDGE,
    ),
    Claim(
        "House advantage of the game, of the total wager",
        "1.9 %",
        SUMMARY.at("House advantage", "", "1.9% of the total wager"),
        of="contest",
        figure=Figure.ELEMENT_OF_RISK,
    ),
)

PROVISIONS = (
    Provision(
        "duki4.wagers.either-or-both",
        "A player places an Ante, a Bonus or both before any card is dealt; the two need not be equal.",
        WAGERING.quote("do not have to be equal, but"),
    ),
    Provision(
        "duki4.wagers.limits",
        "Each wager keeps to the limits posted at the table; the house sets them.",
        POSTED_LIMITS,
    ),
    Provision(
        "duki4.wagers.washington-limits",
        "In Washington's card rooms the posted limits keep to those the state authorises.",
        WASHINGTON_MANUAL.at(
            PAYING, "opening sentence", "must not allow wagering limits to exceed"
        ),
    ),
    Provision(
        "duki4.wagers.for-the-dealer",
        "Whether players may bet for the dealer is for the house to say.",
        FOR_THE_DEALER,
    ),
)

GAME = Game(
    id="duki4",
    name="Duki 4 Poker",
    summary="Four cards each. Make a hand of different suits and beat the dealer's.",
    emblem="9c 9d 9h 9s",
    documents=(MANUAL, SUMMARY, WASHINGTON_RULES, WASHINGTON_MANUAL, LETTER),
    wagers=(ANTE, PLAY, BONUS),
    provisions=PROVISIONS,
    readings=(
        BONUS_HANDS,
        BONUS_ODDS,
        BONUS_ON_FOLD,
        ANTE_VS_THREE,
        THREE_VS_UNQUALIFIED,
        ACE,
        FOURTH_CARD,
        VOID_AFTER_FOLD,
        VOID_AFTER_PAYMENT,
        POSITIONS,
        IRREGULARITIES_BY_HAND,
        MALFUNCTION_AFTER_DEAL,
        WASHINGTON_HAND_DEAL,
    ),
    errata=ERRATA,
    claims=CLAIMS,
    deal=deal,
    places=POSITIONS,
)
