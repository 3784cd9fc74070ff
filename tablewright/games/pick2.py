"""Pick 2 Poker: five cards each; fold, play three of them, or play all five against the dealer.

Read it beside the manual. First stand the passages that conflict and how each is read; then the ranks
of five-card and three-card hands, and the wagers with every line by which each is paid.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from tablewright.rules.cards import Rank
from tablewright.rules.citations import Document, Erratum, house
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.facts import COPY, HIGHER, LOWER, FactSpace, Versus
from tablewright.rules.game import Felt, Game, Provision
from tablewright.rules.rankings import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Ranking,
)
from tablewright.rules.readings import ActsOn, Evidence, Option, Reading, Rulings
from tablewright.rules.sources import Against, Choice, DealerShows, PlayerShows, VoidRound
from tablewright.rules.views import Seen, View
from tablewright.rules.wagers import (
    EVEN_MONEY,
    LOSE,
    PUSH,
    Combine,
    Line,
    Need,
    Odds,
    PayTable,
    SameAs,
    Times,
    TwoTables,
    Wager,
    otherwise,
)

MANUAL = Document("manual", "Pick 2 Poker, Procedures & Training")

PLAYING = "Playing the game"
SEATED = MANUAL.at(PLAYING, "first paragraph", "must bet on the 3 – 5 Bonus")
BONUS_EQUALS_ANTE = MANUAL.at(PLAYING, "first paragraph", "Bonus wager must equal the Ante wager")
DECIDING = MANUAL.at(PLAYING, "second paragraph", "Players must decide to Play or Fold")
FOLDING = MANUAL.at(PLAYING, "second paragraph", "they lose their Ante and Bonus wagers")
PLACING = MANUAL.at(PLAYING, "third paragraph", "he will place a bet in the")
PLACING_THREE = MANUAL.at(PLAYING, "third paragraph", "he will place two times his Ante")
PLACING_FIVE = MANUAL.at(PLAYING, "third paragraph", "will place a wager equal to his")
COMPARED = MANUAL.at(PLAYING, "fourth paragraph", "higher of the Dealer and Player hands")
TIED = MANUAL.at(PLAYING, "fourth paragraph", "Ties are pushes")
PAID_EVEN = MANUAL.at(PLAYING, "fourth paragraph", "winning player is paid even money on")
QUALIFYING = MANUAL.at(PLAYING, "fourth paragraph", "must qualify with Ace/King or better")
IN_ACTION = MANUAL.at(PLAYING, "fifth paragraph", "Bonus wagers are always in action")
OPTIONAL = MANUAL.at("Optional 5 Card Bonus Only", "", "optional 5 card Bonus Only wager")
FOR_THE_DEALER = MANUAL.at("Betting for the dealer", "", "Management at each casino will make")
FIVE_RANKS = MANUAL.at(
    "Hand rankings for 5 Card", "(a) to (j)", "in order of highest to lowest rank"
)
THREE_RANKS = MANUAL.at(
    "Hand rankings for 3 Card", "(k) to (q)", "in order of highest to lowest rank"
)
HOUSE_LIMITS = MANUAL.at("Wagers", "(a)", "The house will decide the table limits")
WITH_CHIPS = MANUAL.at("Wagers", "(b)", "are made with gaming chips")
COMPLETION = "Procedures for completion for a round of play"
OWN_PLAY = MANUAL.at(COMPLETION, "(a)", "may touch the player's wagers")
BONUS_LAST = MANUAL.at(COMPLETION, "(b)", "should be settled after all other wagers")
USUAL_FASHION = MANUAL.at(COMPLETION, "(c)", "wagers are settled in the usual poker")
BONUS_3_5 = MANUAL.at("3-5 Bonus wager", "pay tables", "Five Card Poker Bonus Pay Table")
BONUS_3 = MANUAL.at("3-5 Bonus wager", "three-card pay table", "Three Card Poker Bonus Pay Table")
BONUS_5 = MANUAL.at(
    "Optional 5 Card Bonus Only wager", "pay table", "Five Card Bonus Only Pay Table"
)
HANDS_VOIDED = MANUAL.at("Irregularities", "(a) to (d)", "will be voided and the cards will")
VOID_RETURNS = house("wagers of a void round") & HANDS_VOIDED


# Readings ------------------------------------------------------------------------------------------

UNQUALIFIED = Reading(
    id="pick2.unqualified",
    question="How is 5 Card Poker settled when the dealer has less than ace-king?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        QUALIFYING,
        SEATED.quote("Ante wagers versus the Dealer are settled"),
        USUAL_FASHION,
    ),
    options=(
        Option(
            "compare-ante", "the Ante is compared and paid, lost or pushed; the Play wager pushes"
        ),
        Option(
            "ante-paid",
            "the Ante is paid 1-1 whatever the hands; the Play wager pushes",
            warning="this option gives the PLAYER an edge over the house",
        ),
        Option("push", "the Ante and the Play wager push"),
        Option(
            "both-paid",
            "the Ante and the Play wager are paid 1-1 whatever the hands",
            warning="this option gives the PLAYER an edge over the house",
        ),
        Option(
            "compare-play", "the Ante pushes; the Play wager is compared and paid, lost or pushed"
        ),
    ),
    evidence=Evidence.NONE,
    why="The manual asks the dealer to qualify and never says what follows otherwise.",
)
UNMATCHED = (
    UNQUALIFIED.cited & QUALIFYING & SEATED.quote("Ante wagers versus the Dealer are settled")
)

BONUS_TABLES = Reading(
    id="pick2.bonus-tables",
    question="What is paid on a hand that is on both 3-5 Bonus tables?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        IN_ACTION.quote("may win on both the 3 Card"),
        BONUS_3_5,
    ),
    options=(
        Option("both", "the odds of both tables, added"),
        Option("higher", "the higher odds only"),
        Option(
            "game-played", "the table of the game the player chose; five cards if none was chosen"
        ),
    ),
    evidence=Evidence.WORDING,
    why="The sentence says both. Some posted figures are then never what is paid, since three of the"
    " cards are on the other table: a royal flush pays 510-1, a straight flush 103-1, four of a kind"
    " 26-1, a full house 13-1 and three of a kind at least 2-1.",
)

BONUS_ON_FOLD = Reading(
    id="pick2.bonus-on-fold",
    question="What becomes of the 3-5 Bonus and the 5 Card Bonus Only of a folded hand?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        FOLDING,
        IN_ACTION,
    ),
    options=(
        Option("forfeited", "both are lost with the Ante"),
        Option("in-action", "both are settled on the folded hand"),
    ),
    evidence=Evidence.WORDING,
    why="The sentence on folding is explicit.",
)

BONUS_ONLY_SEAT = Reading(
    id="pick2.bonus-only-seat",
    question="May a player bet on the 5 Card Bonus Only without an Ante?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        SEATED,
        OPTIONAL,
    ),
    options=(
        Option("no", "the Ante and the 3-5 Bonus come first"),
        Option("yes", "the 5 Card Bonus Only may stand alone"),
    ),
    evidence=Evidence.WORDING,
    why="The Ante and the 3-5 Bonus are what seats a player; this wager is optional beside them.",
)

SETTLE_ORDER = Reading(
    id="pick2.settle-order",
    question="Are the bonus wagers settled before or after the others?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        COMPARED.quote("posted pay tables and then compete versus"),
        BONUS_LAST,
    ),
    options=(Option("last", "after Ante and Play"), Option("first", "before Ante and Play")),
    evidence=Evidence.WORDING,
    why="The section on completing a round is the dealer's instruction.",
)

THREE_CARDS = Reading(
    id="pick2.three-cards",
    question="Which cards are judged on the three-card bonus table?",
    acts_on=ActsOn.FACTS,
    moves_money=True,
    conflict=(
        PLACING.quote("2 remaining cards are placed face down"),
        IN_ACTION.quote("may win on both the 3 Card"),
    ),
    options=(
        Option("best-three", "the best three of the five, whichever are played"),
        Option("cards-played", "the three put in play; the best three if all five are"),
    ),
    evidence=Evidence.WORDING,
    why="Hands are judged at their best, and the cards left over lie with the bonus wager; against the"
    " dealer the cards placed play.",
)

POSITIONS = Reading(
    id="pick2.positions",
    question="How many seats does the table have?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(MANUAL.at(PLAYING, "first paragraph", "played on a Blackjack style table"),),
    options=(Option("7", "seven seats"), Option("6", "six seats")),
    evidence=Evidence.REASON,
    why="No number is printed; a blackjack-style table seats seven at most.",
)

VOID_AFTER_FOLD = Reading(
    id="pick2.void-after-fold",
    question="What becomes of the wagers of a seat that folded before the hands were voided?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        HANDS_VOIDED.quote("all hands will be voided"),
        FOLDING,
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
    id="pick2.void-after-payment",
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
    id="pick2.malfunction-after-deal",
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
    id="pick2.irregularities-by-hand",
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


# Hand rankings -------------------------------------------------------------------------------------

FIVE_CARD = Ranking(
    "5 Card Poker",
    source=FIVE_RANKS,
    cards=5,
    shapes=(
        HIGH_CARD,
        ONE_PAIR,
        TWO_PAIR,
        THREE_OF_A_KIND,
        STRAIGHT,
        FLUSH,
        FULL_HOUSE,
        FOUR_OF_A_KIND,
        STRAIGHT_FLUSH,
        ROYAL_FLUSH,
    ),
)

THREE_CARD = Ranking(
    "3 Card Poker",
    source=THREE_RANKS,
    cards=3,
    shapes=(
        HIGH_CARD,
        ONE_PAIR,
        FLUSH,
        STRAIGHT,
        THREE_OF_A_KIND,
        STRAIGHT_FLUSH,
        ROYAL_FLUSH,
    ),
)

FIVE_CARDS = View("Five cards", rankings=(FIVE_CARD,))
BEST_THREE = View(
    "Best three cards",
    rankings=(THREE_CARD,),
    says="In 3 Card the dealer plays the best three of five, players the three they put in play.",
)


class Chosen(Enum):
    """What the player chose; nothing, where only the 5 Card Bonus Only is on the felt."""

    NONE = "none"
    FOLD = "fold"
    THREE = "three"
    FIVE = "five"


NO_CHOICE, FOLDED, PLAYS_THREE, PLAYS_FIVE = Chosen


class Five(Enum):
    """What the five cards make on the five-card tables, best last."""

    NOTHING = "nothing"
    SIXES_OR_BETTER = "sixes-or-better"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"


class Three(Enum):
    """What three cards make on the three-card table, best last."""

    NOTHING = "nothing"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    AKQ_SUITED = "suited-ace-king-queen"


class Pick2Facts(NamedTuple):
    """What a dealer says aloud of one seat. The defaults are what is said when nobody looks."""

    void: bool = False
    decision: Chosen = NO_CHOICE
    dealer_qualifies: bool = False
    versus: Versus = COPY
    five: Five = Five.NOTHING
    three: Three = Three.NOTHING


def five(seen: Seen | None) -> Five:
    if seen is None or seen.standing.shape is HIGH_CARD:
        return Five.NOTHING
    shape, ranks = seen.standing.shape, seen.standing.pattern.ranks
    if shape is ONE_PAIR:
        return Five.SIXES_OR_BETTER if ranks[0] >= Rank.SIX else Five.NOTHING
    return Five(shape.id)


def three(seen: Seen | None) -> Three:
    match seen.standing.shape if seen else None:
        case shape if shape is ROYAL_FLUSH:
            return Three.AKQ_SUITED
        case shape if shape is STRAIGHT_FLUSH:
            return Three.STRAIGHT_FLUSH
        case shape if shape is THREE_OF_A_KIND:
            return Three.THREE_OF_A_KIND
        case _:
            return Three.NOTHING


def qualifies(seen: Seen | None) -> bool:
    """Ace-king or better in five cards."""
    if seen is None:
        return False
    is_ace_king = seen.standing.pattern.ranks[:2] == (Rank.ACE, Rank.KING)
    return seen.standing.shape is not HIGH_CARD or is_ace_king


def deal(rulings: Rulings) -> Contest:
    """How the cards become facts."""
    fold_in_action = rulings.hold(BONUS_ON_FOLD.taken_as("in-action"))
    cards_played = rulings.hold(THREE_CARDS.taken_as("cards-played"))

    return Contest(
        hand_cards=5,
        decisions=(
            Decision(
                "fold",
                "Fold, and give up what is wagered.",
                FOLDING,
                name="Fold",
                does="folds",
                done="folded",
                doing="folding",
                gives_up=True,
                shows_hand=fold_in_action,
            ),
            Decision(
                "three",
                "Play three of the cards, with twice the Ante on Play.",
                PLACING_THREE,
                name="Play three",
                does="plays three",
                done="played as three",
                doing="playing three",
                plays=3,
            ),
            Decision(
                "five",
                "Play all five cards, with the Ante again on Play.",
                PLACING_FIVE,
                name="Play five",
                does="plays five",
                done="played as five",
                doing="playing five",
            ),
        ),
        decided_by="ante",
        space=FactSpace(Pick2Facts, facts_that_occur(rulings)),
        sources={
            "void": VoidRound(),
            "decision": Choice(
                {
                    None: NO_CHOICE,
                    "fold": FOLDED,
                    "three": PLAYS_THREE,
                    "five": PLAYS_FIVE,
                }
            ),
            "dealer_qualifies": DealerShows(FIVE_CARDS, qualifies),
            "versus": Against({"three": BEST_THREE, "five": FIVE_CARDS}),
            "five": PlayerShows(FIVE_CARDS, five),
            "three": PlayerShows(BEST_THREE, three, only_cards_played=cards_played),
        },
        spoken={"hand": FIVE_CARDS, "three": BEST_THREE},
        qualifies=DealerShows(FIVE_CARDS, qualifies),
    )


# Settlement against the dealer ---------------------------------------------------------------------


def _three(f: Pick2Facts) -> bool:
    return f.decision is PLAYS_THREE


def _unqualified(f: Pick2Facts) -> bool:
    return f.decision is PLAYS_FIVE and not f.dealer_qualifies


ANTE = Wager[Pick2Facts](
    id="ante",
    name="Ante",
    facts=Pick2Facts,
    source=SEATED,
    needs=(Need("bonus-3-5", SEATED),),
    is_present=lambda f: f.void or f.decision is not NO_CHOICE,
    lines=(
        Line(
            "pick2.ante.void-folded",
            "The round is void, but the player had folded: the Ante stays lost.",
            when=lambda f: f.void and f.decision is FOLDED,
            pays=LOSE,
            source=FOLDING & HANDS_VOIDED,
            under=VOID_AFTER_FOLD.taken_as("stays-lost"),
        ),
        Line(
            "pick2.ante.void",
            "The round is void: the Ante is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "pick2.ante.folded",
            "The player folded: the Ante is lost.",
            when=lambda f: f.decision is FOLDED,
            pays=LOSE,
            source=FOLDING,
        ),
        Line(
            "pick2.ante.three-higher",
            "3 Card: the player's three cards beat the dealer's best three: the Ante is paid 1-1.",
            when=lambda f: _three(f) and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=PAID_EVEN,
        ),
        Line(
            "pick2.ante.three-lower",
            "3 Card: the dealer's best three cards are higher: the Ante is lost.",
            when=lambda f: _three(f) and f.versus is LOWER,
            pays=LOSE,
            source=COMPARED,
        ),
        Line(
            "pick2.ante.three-copy",
            "3 Card: a tie: the Ante pushes.",
            when=_three,
            pays=PUSH,
            source=TIED,
        ),
        Line(
            "pick2.ante.unqualified-higher",
            "5 Card: the dealer has less than ace-king and the player is higher: the Ante is paid 1-1.",
            when=lambda f: _unqualified(f) and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-ante"),
        ),
        Line(
            "pick2.ante.unqualified-lower",
            "5 Card: the dealer has less than ace-king and is still higher: the Ante is lost.",
            when=lambda f: _unqualified(f) and f.versus is LOWER,
            pays=LOSE,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-ante"),
        ),
        Line(
            "pick2.ante.unqualified-copy",
            "5 Card: the dealer has less than ace-king and the hands are equal: the Ante pushes.",
            when=_unqualified,
            pays=PUSH,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-ante"),
        ),
        Line(
            "pick2.ante.unqualified-paid",
            "5 Card: the dealer has less than ace-king: the Ante is paid 1-1.",
            when=_unqualified,
            pays=EVEN_MONEY,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("ante-paid", "both-paid"),
        ),
        Line(
            "pick2.ante.unqualified-push",
            "5 Card: the dealer has less than ace-king: the Ante pushes.",
            when=_unqualified,
            pays=PUSH,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("push", "compare-play"),
        ),
        Line(
            "pick2.ante.five-higher",
            "5 Card: the player's hand is higher: the Ante is paid 1-1.",
            when=lambda f: f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=PAID_EVEN,
        ),
        Line(
            "pick2.ante.five-lower",
            "5 Card: the dealer's hand is higher: the Ante is lost.",
            when=lambda f: f.versus is LOWER,
            pays=LOSE,
            source=COMPARED,
        ),
        Line(
            "pick2.ante.five-copy",
            "5 Card: a tie: the Ante pushes.",
            when=lambda f: f.versus is COPY,
            pays=PUSH,
            source=TIED,
        ),
    ),
)

PLAY = Wager[Pick2Facts](
    id="play",
    name="Play",
    facts=Pick2Facts,
    source=PLACING,
    stake=Times("ante", {"three": 2, "five": 1}),
    is_present=lambda f: f.decision in (PLAYS_THREE, PLAYS_FIVE),
    lines=(
        Line(
            "pick2.play.void",
            "The round is void: the Play wager is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "pick2.play.three-higher",
            "3 Card: the player's three cards beat the dealer's best three: Play is paid 1-1.",
            when=lambda f: _three(f) and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=PAID_EVEN,
        ),
        Line(
            "pick2.play.three-lower",
            "3 Card: the dealer's best three cards are higher: the Play wager is lost.",
            when=lambda f: _three(f) and f.versus is LOWER,
            pays=LOSE,
            source=COMPARED,
        ),
        Line(
            "pick2.play.three-copy",
            "3 Card: a tie: the Play wager pushes.",
            when=_three,
            pays=PUSH,
            source=TIED,
        ),
        Line(
            "pick2.play.unqualified-push",
            "5 Card: the dealer has less than ace-king: the Play wager pushes.",
            when=_unqualified,
            pays=PUSH,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-ante", "ante-paid", "push"),
        ),
        Line(
            "pick2.play.unqualified-paid",
            "5 Card: the dealer has less than ace-king: the Play wager is paid 1-1.",
            when=_unqualified,
            pays=EVEN_MONEY,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("both-paid"),
        ),
        Line(
            "pick2.play.unqualified-higher",
            "5 Card: the dealer has less than ace-king and the player is higher: Play is paid 1-1.",
            when=lambda f: _unqualified(f) and f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-play"),
        ),
        Line(
            "pick2.play.unqualified-lower",
            "5 Card: the dealer has less than ace-king and is still higher: the Play wager is lost.",
            when=lambda f: _unqualified(f) and f.versus is LOWER,
            pays=LOSE,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-play"),
        ),
        Line(
            "pick2.play.unqualified-copy",
            "5 Card: the dealer has less than ace-king and the hands are equal: Play pushes.",
            when=_unqualified,
            pays=PUSH,
            source=UNMATCHED,
            under=UNQUALIFIED.taken_as("compare-play"),
        ),
        Line(
            "pick2.play.five-higher",
            "5 Card: the player's hand is higher: the Play wager is paid 1-1.",
            when=lambda f: f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=PAID_EVEN,
        ),
        Line(
            "pick2.play.five-lower",
            "5 Card: the dealer's hand is higher: the Play wager is lost.",
            when=lambda f: f.versus is LOWER,
            pays=LOSE,
            source=COMPARED,
        ),
        Line(
            "pick2.play.five-copy",
            "5 Card: a tie: the Play wager pushes.",
            when=lambda f: f.versus is COPY,
            pays=PUSH,
            source=TIED,
        ),
    ),
)


# Bonus wagers --------------------------------------------------------------------------------------

FIVE_CARD_TABLE = PayTable[Pick2Facts](
    "3-5 Bonus, five-card pay table",
    source=BONUS_3_5,
    key=lambda f: f.five,
    prefix="five.",
    rows={
        Five.ROYAL_FLUSH: Odds(500),
        Five.STRAIGHT_FLUSH: Odds(100),
        Five.FOUR_OF_A_KIND: Odds(25),
        Five.FULL_HOUSE: Odds(12),
        Five.FLUSH: Odds(10),
        Five.STRAIGHT: Odds(4),
        Five.THREE_OF_A_KIND: Odds(1),
    },
)

THREE_CARD_TABLE = PayTable[Pick2Facts](
    "3-5 Bonus, three-card pay table",
    source=BONUS_3,
    key=lambda f: f.three,
    prefix="three.",
    rows={
        Three.AKQ_SUITED: Odds(10),
        Three.STRAIGHT_FLUSH: Odds(3),
        Three.THREE_OF_A_KIND: Odds(1),
    },
)

BONUS_ONLY_TABLE = PayTable[Pick2Facts](
    "5 Card Bonus Only pay table",
    source=BONUS_5,
    key=lambda f: f.five,
    rows={
        Five.ROYAL_FLUSH: Odds(500),
        Five.STRAIGHT_FLUSH: Odds(100),
        Five.FOUR_OF_A_KIND: Odds(40),
        Five.FULL_HOUSE: Odds(15),
        Five.FLUSH: Odds(8),
        Five.STRAIGHT: Odds(6),
        Five.THREE_OF_A_KIND: Odds(4),
        Five.TWO_PAIR: Odds(3),
        Five.SIXES_OR_BETTER: Odds(1),
    },
)

BOTH_TABLES = (FIVE_CARD_TABLE, THREE_CARD_TABLE)


def _on_either_table(f: Pick2Facts) -> bool:
    return FIVE_CARD_TABLE.has(f) or THREE_CARD_TABLE.has(f)


BONUS_3_5_WAGER = Wager[Pick2Facts](
    id="bonus-3-5",
    name="3-5 Bonus",
    facts=Pick2Facts,
    source=BONUS_EQUALS_ANTE,
    stake=SameAs("ante"),
    needs=(Need("ante", SEATED),),
    is_present=lambda f: f.void or f.decision is not NO_CHOICE,
    lines=(
        Line(
            "pick2.bonus-3-5.void-folded",
            "The round is void, but the player had folded: the 3-5 Bonus stays lost.",
            when=lambda f: f.void and f.decision is FOLDED,
            pays=LOSE,
            source=FOLDING & HANDS_VOIDED,
            under=VOID_AFTER_FOLD.taken_as("stays-lost"),
        ),
        Line(
            "pick2.bonus-3-5.void",
            "The round is void: the 3-5 Bonus is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "pick2.bonus-3-5.folded",
            "The player folded: the 3-5 Bonus is lost with the Ante.",
            when=lambda f: f.decision is FOLDED,
            pays=LOSE,
            source=FOLDING,
            under=BONUS_ON_FOLD.taken_as("forfeited"),
        ),
        Line(
            "pick2.bonus-3-5.paid",
            "On the five-card table, the three-card table or both: paid by each that it is on.",
            when=_on_either_table,
            pays=TwoTables(BOTH_TABLES, Combine.SUM),
            source=IN_ACTION.quote("may win on both the 3 Card") & BONUS_3_5 & BONUS_3,
            under=BONUS_TABLES.taken_as("both"),
        ),
        Line(
            "pick2.bonus-3-5.paid-higher",
            "On the five-card table, the three-card table or both: paid by the one that pays more.",
            when=_on_either_table,
            pays=TwoTables(BOTH_TABLES, Combine.HIGHER),
            source=BONUS_3_5 & BONUS_3,
            under=BONUS_TABLES.taken_as("higher"),
        ),
        Line(
            "pick2.bonus-3-5.paid-three",
            "The player plays 3 Card and the hand is on the three-card table: paid by it.",
            when=lambda f: _three(f) and THREE_CARD_TABLE.has(f),
            pays=THREE_CARD_TABLE,
            source=BONUS_3,
            under=BONUS_TABLES.taken_as("game-played"),
        ),
        Line(
            "pick2.bonus-3-5.paid-five",
            "The player does not play 3 Card and the hand is on the five-card table: paid by it.",
            when=lambda f: not _three(f) and FIVE_CARD_TABLE.has(f),
            pays=FIVE_CARD_TABLE,
            source=BONUS_3_5,
            under=BONUS_TABLES.taken_as("game-played"),
        ),
        Line(
            "pick2.bonus-3-5.not-on-table",
            "Not a paying hand: the 3-5 Bonus is lost.",
            when=otherwise,
            pays=LOSE,
            source=BONUS_3_5 & BONUS_3,
        ),
    ),
)

BONUS_5_WAGER = Wager[Pick2Facts](
    id="bonus-5",
    name="5 Card Bonus Only",
    facts=Pick2Facts,
    source=OPTIONAL,
    needs=(Need("ante", SEATED, under=BONUS_ONLY_SEAT.taken_as("no")),),
    lines=(
        Line(
            "pick2.bonus-5.void-folded",
            "The round is void, but the player had folded: the 5 Card Bonus Only stays lost.",
            when=lambda f: f.void and f.decision is FOLDED,
            pays=LOSE,
            source=FOLDING & HANDS_VOIDED,
            under=VOID_AFTER_FOLD.taken_as("stays-lost"),
        ),
        Line(
            "pick2.bonus-5.void",
            "The round is void: the 5 Card Bonus Only is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_RETURNS,
        ),
        Line(
            "pick2.bonus-5.folded",
            "The player folded: the 5 Card Bonus Only is lost with the Ante.",
            when=lambda f: f.decision is FOLDED,
            pays=LOSE,
            source=FOLDING,
            under=BONUS_ON_FOLD.taken_as("forfeited"),
        ),
        Line(
            "pick2.bonus-5.paid",
            "The five cards are on the table: paid by it.",
            when=BONUS_ONLY_TABLE.has,
            pays=BONUS_ONLY_TABLE,
            source=BONUS_5,
        ),
        Line(
            "pick2.bonus-5.not-on-table",
            "The five cards are not on the table: the 5 Card Bonus Only is lost.",
            when=otherwise,
            pays=LOSE,
            source=BONUS_5,
        ),
    ),
)


# Which facts can occur together --------------------------------------------------------------------
#
# Not in the manual: this is what one deck allows, and tests/laws prove it exact. A ruleset decides each
# of these values and no other.


def facts_that_occur(rulings: Rulings) -> Callable[[Pick2Facts], bool]:
    fold_in_action = rulings.hold(BONUS_ON_FOLD.taken_as("in-action"))
    bonus_only_seat = rulings.hold(BONUS_ONLY_SEAT.taken_as("yes"))
    cards_played = rulings.hold(THREE_CARDS.taken_as("cards-played"))

    def possible(f: Pick2Facts) -> bool:
        if f.void:
            return f == Pick2Facts(void=True, decision=f.decision)
        if f.decision is FOLDED and not fold_in_action:
            return f == Pick2Facts(decision=FOLDED)
        if f.decision is NO_CHOICE and not bonus_only_seat:
            return False
        if f.decision in (FOLDED, NO_CHOICE):
            meets = not f.dealer_qualifies and f.versus is COPY
        elif f.decision is PLAYS_THREE:
            meets = versus_fits_three(f)
        else:
            meets = versus_fits_five(f)
        return meets and three_fits_five(f)

    def three_fits_five(f: Pick2Facts) -> bool:
        """Three of the five cards make what they can."""
        if cards_played and f.decision is PLAYS_THREE and f.three is Three.NOTHING:
            return True
        match f.five:
            case Five.ROYAL_FLUSH if cards_played and f.decision is PLAYS_THREE:
                return f.three in (Three.STRAIGHT_FLUSH, Three.AKQ_SUITED)
            case Five.ROYAL_FLUSH:
                return f.three is Three.AKQ_SUITED
            case Five.STRAIGHT_FLUSH:
                return f.three is Three.STRAIGHT_FLUSH
            case Five.FOUR_OF_A_KIND | Five.FULL_HOUSE:
                return f.three is Three.THREE_OF_A_KIND
            case Five.THREE_OF_A_KIND:
                return f.three is not Three.NOTHING
            case _:
                return f.three is not Three.THREE_OF_A_KIND

    def versus_fits_three(f: Pick2Facts) -> bool:
        """Cards chosen badly may meet almost anything; what they can copy depends on the hand."""
        if f.versus is COPY and not copy_fits_three(f):
            return False
        if not cards_played:
            return True
        if f.three is Three.AKQ_SUITED:
            return f.versus is HIGHER or (f.versus is COPY and f.dealer_qualifies)
        return f.three is not Three.THREE_OF_A_KIND or f.versus is not COPY

    def copy_fits_three(f: Pick2Facts) -> bool:
        """Four of a kind leave nothing to copy; a dealer who copies a pair or ace-king qualifies."""
        if f.five is Five.FOUR_OF_A_KIND:
            return False
        only_such = f.five is Five.FULL_HOUSE or (
            f.three is Three.AKQ_SUITED and f.five in (Five.TWO_PAIR, Five.THREE_OF_A_KIND)
        )
        return f.dealer_qualifies or not only_such

    def versus_fits_five(f: Pick2Facts) -> bool:
        """Below ace-king the dealer holds no pair; some hands have no copy, one has no better."""
        if not f.dealer_qualifies:
            is_below_ace_king = f.five is Five.NOTHING and f.three is not Three.AKQ_SUITED
            return is_below_ace_king or f.versus is HIGHER
        if f.five is Five.ROYAL_FLUSH:
            return f.versus is not LOWER
        no_copy = (Five.THREE_OF_A_KIND, Five.FULL_HOUSE, Five.FOUR_OF_A_KIND)
        return f.five not in no_copy or f.versus is not COPY

    return possible


# Slips of the printer ------------------------------------------------------------------------------

ERRATA = (
    Erratum(
        USUAL_FASHION.quote("the better of the 3 Card Poker"),
        "the better of the three-card and the five-card hand wins, as if both were played",
        "the game the player chose; playing both is ruled out where the choice is explained",
    ),
    Erratum(
        THREE_RANKS.quote("Royal Flush is a hand consisting of"),
        "the three-card ranks are lettered on from the five-card ranks, (k) to (q)",
        "cited by the printed letters",
    ),
    Erratum(
        THREE_RANKS.quote("ace, king, queen of the same suit") & BONUS_3.quote("AKQ Suited 10"),
        "the highest three cards are a royal flush in the ranking and AKQ suited in the pay table",
        "one hand under two names",
    ),
    Erratum(
        BONUS_5.quote("Flush 8 Straight 6") & BONUS_3_5.quote("Flush 10 Straight 4"),
        "the flush pays 8 and the straight 6 here, 10 and 4 on the 3-5 Bonus table",
        "as printed on each table",
    ),
)

PROVISIONS = (
    Provision(
        "pick2.wagers.limits",
        "The house sets the limits of the Ante and the bonus wagers.",
        HOUSE_LIMITS,
    ),
    Provision(
        "pick2.wagers.chips",
        "Wagers are made with chips only.",
        WITH_CHIPS,
    ),
    Provision(
        "pick2.wagers.own-play",
        "Nobody but the player and the dealer touches a player's wagers.",
        OWN_PLAY,
    ),
    Provision(
        "pick2.wagers.for-the-dealer",
        "Whether players may bet for the dealer is for the house to say.",
        FOR_THE_DEALER,
    ),
)

GAME = Game(
    id="pick2",
    name="Pick 2 Poker",
    summary="Five cards each. Fold, play three of them, or play all five against the dealer.",
    emblem="As Kd Qc",
    felt=Felt.BLUE,
    documents=(MANUAL,),
    wagers=(ANTE, BONUS_3_5_WAGER, BONUS_5_WAGER, PLAY),
    provisions=PROVISIONS,
    readings=(
        UNQUALIFIED,
        BONUS_TABLES,
        BONUS_ON_FOLD,
        BONUS_ONLY_SEAT,
        SETTLE_ORDER,
        THREE_CARDS,
        VOID_AFTER_FOLD,
        VOID_AFTER_PAYMENT,
        POSITIONS,
        IRREGULARITIES_BY_HAND,
        MALFUNCTION_AFTER_DEAL,
    ),
    errata=ERRATA,
    claims=(),
    deal=deal,
    places=POSITIONS,
)
