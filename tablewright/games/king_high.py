"""King High: five cards drawn one at a time for everyone; bet on each card, on runs, on the poker hand.

Read it beside the manual. First stand the passages that conflict and how each is read; then what each
card is, and the payout odds with every line by which a wager is paid, void rounds included. Sections 10
and 11 are numbered twice in the manual, so sections are cited by number and title.
"""

from collections.abc import Callable
from enum import Enum
from typing import Literal, NamedTuple

from tablewright.rules.cards import Card, Rank, Suit
from tablewright.rules.citations import Document, Erratum, house
from tablewright.rules.draw import Draw
from tablewright.rules.facts import FactSpace
from tablewright.rules.game import Felt, Game, Provision
from tablewright.rules.rankings import (
    FIVE_OF_A_KIND,
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
    Aces,
    Ranking,
)
from tablewright.rules.readings import ActsOn, Evidence, Option, Reading, Rulings
from tablewright.rules.sources import Drawn, Leading, OfCard, PlayerShows, VoidRound
from tablewright.rules.views import Seen, View
from tablewright.rules.wagers import (
    EVEN_MONEY,
    LOSE,
    PUSH,
    STANDS,
    Line,
    Need,
    Odds,
    PayTable,
    PostedMaximum,
    Wager,
    otherwise,
)

MANUAL = Document("manual", "King High, Dealers Manual & Pit Procedures")

DEFINITIONS = "1. Definitions"
OUTLINE = "2. Basic game outline"
EQUIPMENT = "3. Physical characteristics of table, layout and equipment"
SIGNAGE = MANUAL.at(EQUIPMENT, "table signage", "Table signage stating the following")
PERMISSIBLE = "7. Permissible wagers"
UNDER_MINIMUM = MANUAL.at(
    PERMISSIBLE, "second paragraph", "wager under the minimum permissible wager"
)
OVER_MAXIMUM = MANUAL.at(PERMISSIBLE, "third paragraph", "paid or taken to the maximum only")
ACTION_WAGERS = MANUAL.at(
    PERMISSIBLE, "action round wagers", "prior to each individual card drawn, include"
)
ROUND_WAGERS = MANUAL.at(
    PERMISSIBLE, "round of play wagers", "must be placed prior to the commencement"
)
ONLY_WITH_POKERPOT = MANUAL.at(
    PERMISSIBLE, "note", "only participate in action round wagering provided"
)
PARTICIPATING = MANUAL.at(
    OUTLINE, "explanation to new players", "Place a participating wager, minimum $1"
)
ACTION_ODDS = MANUAL.at(
    "8. Payout odds", "action round wagers", "Action round wagers and payout scale for"
)
RUN_ODDS = MANUAL.at("8. Payout odds", "run wager", "3-1 first 3 cards are high")
POKERPOT_ODDS = MANUAL.at("8. Payout odds", "Pokerpot", "Pair of tens or better")
DEALING = "9. Dealing the cards"
LOSING_RUNS = MANUAL.at(DEALING, "losing Run wagers", "losing Run wagers are taken after all")
WINNING_RUNS = MANUAL.at(DEALING, "winning Run wagers", "Winning Run wagers will be settled")
POKERPOT_LAST = MANUAL.at(DEALING, "Pokerpot wager", "At the completion of the 5th action")
PAYING = "10. Procedure for paying and taking wagers"
VOIDED = "12. Irregularities"
FACE_UP = MANUAL.at(VOIDED, "mechanical shuffle device, first rule", "A card found face up in the")
MISSED_BURN = MANUAL.at(
    VOIDED, "manual dealing shoe, first rule", "fails to burn 2 cards, prior to"
)
EXPOSED_BURN = MANUAL.at(
    VOIDED,
    "manual dealing shoe, second rule, first case",
    "it will be turned face down and",
)
EXPOSED_AFTER_CALL = MANUAL.at(
    VOIDED,
    "manual dealing shoe, second rule, second case",
    "the dealer has announced ‘no more bets’",
)
UNSHUFFLED = MANUAL.at(
    VOIDED, "manual dealing shoe, third rule", "dealer fails to shuffle the decks"
)
VOID_ROUND = MANUAL.at(
    VOIDED,
    "mechanical shuffle device, void round; manual shoe, failure to shuffle",
    "Results of previous action rounds will stand",
)
PAIR_OF_JACKS = MANUAL.at(DEFINITIONS, "Pokerpot", "a pair of jacks or higher")
JACKS_OR_BETTER = MANUAL.at(OUTLINE, "", "with a pair of Jacks or better")
NEVER_CAME = house("wagers on a card that never came") & VOID_ROUND


# Readings ------------------------------------------------------------------------------------------

POKERPOT_PAIR = Reading(
    id="king-high.pokerpot-pair",
    question="Which is the lowest pair that wins the Pokerpot?",
    acts_on=ActsOn.FACTS,
    moves_money=True,
    conflict=(
        POKERPOT_ODDS.quote("Pair of tens or better"),
        PAIR_OF_JACKS,
        JACKS_OR_BETTER,
    ),
    options=(Option("tens", "a pair of tens wins"), Option("jacks", "a pair of tens loses")),
    evidence=Evidence.WORDING,
    why="The payout scale is what the table sign must state; the definition and two passages of the"
    " outline say jacks.",
)

BURN = Reading(
    id="king-high.burn",
    question="How many cards are burnt from a manual shoe?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        MANUAL.at(DEALING, "manual dealing shoe", "each action round and round of play"),
        MANUAL.at(DEFINITIONS, "Action Round", "the card burned at the start of"),
        MISSED_BURN,
    ),
    options=(
        Option("two-per-action-round", "two before each of the five cards"),
        Option("also-before-round", "two before each card and two more before the round"),
        Option("one-per-round", "one before the round"),
    ),
    evidence=Evidence.WORDING,
    why="Two before each card make 15 cards a round, which puts the cut card, 50 in, into the fourth"
    " round, as printed.",
)

BOXES = Reading(
    id="king-high.boxes",
    question="How many boxes does the layout have?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        MANUAL.at(EQUIPMENT, "first paragraph", "places for seven players"),
        MANUAL.at(DEALING, "order of settlement", "boxes numbered 1 to 8"),
    ),
    options=(Option("7", "seven boxes"), Option("8", "eight boxes")),
    evidence=Evidence.WORDING,
    why="The section on the table itself says seven; the drawing that would settle it is missing.",
)

ACE_STRAIGHTS = Reading(
    id="king-high.ace-straights",
    question="Where may an ace stand in a Pokerpot straight?",
    acts_on=ActsOn.RANKING,
    moves_money=True,
    conflict=(
        SIGNAGE.quote("ace can be high or low"),
        MANUAL.at(OUTLINE, "", "Ace is low"),
    ),
    options=(
        Option("high-and-low", "above the king or below the two"),
        Option("low-only", "below the two only; the royal flush of the payout scale stays"),
    ),
    evidence=Evidence.WORDING,
    why="The sign lets the ace be high or low in the Pokerpot, so a pair of aces always qualifies.",
)

WITHDRAW = Reading(
    id="king-high.withdraw",
    question="Which wagers may be moved or taken back between action rounds?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(
        MANUAL.at(PERMISSIBLE, "settled boxes", "change, re-arrange or remove wagers"),
        ROUND_WAGERS,
    ),
    options=(
        Option("action-wagers", "only wagers on the next card"),
        Option(
            "all",
            "runs and the Pokerpot too",
            warning="this option gives the PLAYER an edge over the house",
        ),
    ),
    evidence=Evidence.REASON,
    why="A Pokerpot that may be taken back when the cards are poor gives the player 44.63 % of it.",
)

SMALL_POKERPOT = Reading(
    id="king-high.small-pokerpot",
    question="Does a Pokerpot wager under the minimum open the action wagers?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        ONLY_WITH_POKERPOT.quote("placed a permissible Pokerpot wager"),
        UNDER_MINIMUM.quote("paid or taken according to the amount"),
    ),
    options=(
        Option("yes-once-advised", "it stands as wagered, and the owner is advised"),
        Option("no", "action wagers are refused"),
    ),
    evidence=Evidence.WORDING,
    why="A wager under the minimum stands as wagered.",
)

VOID_RUN = Reading(
    id="king-high.void-run",
    question="What does a live run get in a void round with fewer than two cards drawn?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(
        VOID_ROUND.quote("paid to the next qualifying payout odds"),
        VOID_ROUND.quote("as if the next card is high"),
    ),
    options=(
        Option("returned", "the wager is returned: one more card would reach no level"),
        Option(
            "paid-three",
            "it is paid 3-1, the next level; before any card, both runs are",
        ),
    ),
    evidence=Evidence.WORDING,
    why="Two, three and four cards drawn are paid as three, four and five. As if the next card came, no"
    " card or one card reaches nothing.",
)

EARLY_EXPOSURE = Reading(
    id="king-high.early-exposure",
    question="What becomes of a card exposed before no more bets is called?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(EXPOSED_AFTER_CALL,),
    options=(
        Option("burn", "an inspector has it burnt"),
        Option("use", "it is used as if it had come face down"),
    ),
    evidence=Evidence.REASON,
    why="Only the case after the call is ruled; used, it would be bet on in sight.",
)

ROUND_WAGERS_CLOSE = Reading(
    id="king-high.round-wagers-close",
    question="When do the runs and the Pokerpot close?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(
        ROUND_WAGERS,
        MANUAL.at(PERMISSIBLE, "late wagers", "Wagers placed after the first action round"),
    ),
    options=(
        Option("before-first-card", "with no more bets for the first card"),
        Option(
            "after-first-action-round",
            "once the first card has been settled",
            warning="this option gives the PLAYER an edge over the house",
        ),
    ),
    evidence=Evidence.WORDING,
    why="Each run is defined as placed before the round begins; bet on a first card in sight it would"
    " give the player 95.21 % of each wager.",
)

SHUFFLE_DUE = Reading(
    id="king-high.shuffle-due",
    question="When is a manual shoe shuffled?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        MANUAL.at(
            "6. Shuffle procedure", "manual dealing shoe", "At the completion of each 4 rounds"
        ),
        MANUAL.at(DEALING, "manual dealing shoe", "When the cut card is drawn"),
        MANUAL.at(DEALING, "manual dealing shoe", "Approximately 4 rounds of play"),
    ),
    options=(
        Option(
            "whichever-first", "after the cut card's round or the fourth, whichever comes first"
        ),
        Option("four-rounds", "after four rounds"),
        Option("cut-card", "after the round in which the cut card appears"),
    ),
    evidence=Evidence.WORDING,
    why="Both are printed and, at 15 cards a round, fall in the same round; the earlier keeps both.",
)

UNSHUFFLED_ROUND = Reading(
    id="king-high.unshuffled-round",
    question="What becomes of a round that was begun without the shuffle that was due?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=True,
    conflict=(
        UNSHUFFLED,
        UNSHUFFLED.quote("A shuffle will immediately take place"),
    ),
    options=(
        Option("void-when-noticed", "it ends at once and is settled like a void round"),
        Option("completed", "it is played out and settled as usual, then the cards are shuffled"),
    ),
    evidence=Evidence.WORDING,
    why="The rulings printed for it are those of a void round, though the word is missing; a round"
    " whose fifth card has come has nothing left to void.",
    is_unpriced=True,
)

RUNS_ALONE = Reading(
    id="king-high.runs-alone",
    question="May a player bet on a run without a Pokerpot wager?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(
        ONLY_WITH_POKERPOT,
        PARTICIPATING,
    ),
    options=(
        Option("yes", "only wagers on single cards need the Pokerpot wager"),
        Option("no", "every wager needs it"),
    ),
    evidence=Evidence.WORDING,
    why="The note asks it of action wagers; runs are round of play wagers like the Pokerpot.",
)

POKERPOT_MAXIMUM = Reading(
    id="king-high.pokerpot-maximum",
    question="What does a posted maximum payout of the Pokerpot limit?",
    acts_on=ActsOn.LINES,
    moves_money=True,
    conflict=(SIGNAGE.quote("Maximum player payout for pokerpot wager"),),
    options=(
        Option("winnings", "what is paid on each Pokerpot wager; the stake comes back on top"),
        Option("with-stake", "winnings and stake of each Pokerpot wager together"),
    ),
    evidence=Evidence.WORDING,
    why="The scale pays to one, and a payout there never includes the stake.",
)


# What a card is, and what the cards make -----------------------------------------------------------


class Zone(Enum):
    """Where a card stands: the king is the highest, the ace low, the seven the house's."""

    NONE = "none"
    ACE = "ace"
    LOW = "low"
    SEVEN = "seven"
    HIGH = "high"
    KING = "king"

    @property
    def is_high(self) -> bool:
        return self in (Zone.HIGH, Zone.KING)

    @property
    def is_low(self) -> bool:
        return self in (Zone.ACE, Zone.LOW)


class Pot(Enum):
    """What the cards make in the Pokerpot, best last."""

    NOTHING = "nothing"
    QUALIFYING_PAIR = "qualifying-pair"
    TWO_PAIRS = "two-pairs"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FIVE_OF_A_KIND = "five-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"


class RunLevel(Enum):
    """How far a run has come, as it is paid."""

    NONE = "none"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"


OfFive = Literal[0, 1, 2, 3, 4, 5]


class CardFacts(NamedTuple):
    """What the dealer calls of one card. The default is the card that never came."""

    zone: Zone = Zone.NONE
    suit: Suit = Suit.CLUB


class RoundFacts(NamedTuple):
    """What the dealer calls of the round so far."""

    void: bool = False
    drawn: OfFive = 0
    high: OfFive = 0
    """How many cards from the first on were high, without a break."""
    low: OfFive = 0
    pot: Pot = Pot.NOTHING


def zone_of(card: Card) -> Zone:
    match card.rank:
        case Rank.ACE:
            return Zone.ACE
        case Rank.SEVEN:
            return Zone.SEVEN
        case Rank.KING:
            return Zone.KING
        case rank:
            return Zone.HIGH if rank > Rank.SEVEN else Zone.LOW


def deal(rulings: Rulings) -> Draw:
    """How the cards become facts."""
    low_only = rulings.hold(ACE_STRAIGHTS.taken_as("low-only"))
    lowest_pair = Rank.JACK if rulings.hold(POKERPOT_PAIR.taken_as("jacks")) else Rank.TEN
    pokerpot = Ranking(
        "Pokerpot",
        source=POKERPOT_ODDS,
        cards=5,
        decks=6,
        judges_fewer_cards=True,
        shapes=(
            HIGH_CARD,
            ONE_PAIR,
            TWO_PAIR,
            THREE_OF_A_KIND,
            STRAIGHT,
            FLUSH,
            FULL_HOUSE,
            FOUR_OF_A_KIND,
            FIVE_OF_A_KIND,
            STRAIGHT_FLUSH,
            ROYAL_FLUSH,
        ),
        aces=Aces.LOW_ONLY if low_only else Aces.HIGH_AND_LOW,
    )
    hand = View(
        "Pokerpot hand",
        rankings=(pokerpot,),
        nothing="no card",
        says="Six decks can make two of these at once: the one that pays more counts. A flush with a"
        " pair in it is a flush, a full house of one suit a full house.",
    )

    def pot(seen: Seen | None) -> Pot:
        if seen is None or seen.standing.shape is HIGH_CARD:
            return Pot.NOTHING
        shape, ranks = seen.standing.shape, seen.standing.pattern.ranks
        if shape is ONE_PAIR:
            return Pot.QUALIFYING_PAIR if ranks[0] >= lowest_pair else Pot.NOTHING
        return Pot.TWO_PAIRS if shape is TWO_PAIR else Pot(shape.id)

    return Draw(
        cards=5,
        decks=6,
        card_space=FactSpace(CardFacts, possible_card),
        card_sources={"zone": OfCard(zone_of), "suit": OfCard(lambda card: card.suit)},
        round_space=FactSpace(RoundFacts, possible_round),
        round_sources={
            "void": VoidRound(),
            "drawn": Drawn(),
            "high": Leading(lambda card: zone_of(card).is_high),
            "low": Leading(lambda card: zone_of(card).is_low),
            "pot": PlayerShows(hand, pot),
        },
        spoken=hand,
        takes_late_wagers=rulings.hold(ROUND_WAGERS_CLOSE.taken_as("after-first-action-round")),
        may_take_back=rulings.hold(WITHDRAW.taken_as("all")),
    )


# 8. Payout odds: wagers on one card ----------------------------------------------------------------

WITH_POKERPOT = (Need("pokerpot", ONLY_WITH_POKERPOT),)
SEVEN_IS_MIDDLE = MANUAL.at(OUTLINE, "", "Seven (7) is the middle (or house)")
HIGHER_OR_LOWER = MANUAL.at(OUTLINE, "wagers on each card", "Higher or lower than 7")


def _no_card(kind: str, name: str) -> Line[CardFacts]:
    return Line(
        f"king-high.{kind}.no-card",
        f"The round was declared void before the card came: the {name} wager is returned.",
        when=lambda f: f.zone is Zone.NONE,
        pays=PUSH,
        source=NEVER_CAME,
    )


HIGH = Wager[CardFacts](
    id="high",
    name="High",
    facts=CardFacts,
    source=ACTION_WAGERS,
    needs=WITH_POKERPOT,
    lines=(
        _no_card("high", "High"),
        Line(
            "king-high.high.king",
            "A king: High is paid 3-2.",
            when=lambda f: f.zone is Zone.KING,
            pays=Odds(3, 2),
            source=ACTION_ODDS.quote("king 3-2"),
        ),
        Line(
            "king-high.high.eight-to-queen",
            "An eight to a queen: High is paid 1-1.",
            when=lambda f: f.zone is Zone.HIGH,
            pays=EVEN_MONEY,
            source=ACTION_ODDS.quote("High 8 – queen 1-1"),
        ),
        Line(
            "king-high.high.seven",
            "A seven is the house's card, neither high nor low: High is lost.",
            when=lambda f: f.zone is Zone.SEVEN,
            pays=LOSE,
            source=SEVEN_IS_MIDDLE,
        ),
        Line(
            "king-high.high.loses",
            "A low card: High is lost.",
            when=lambda f: f.zone.is_low,
            pays=LOSE,
            source=HIGHER_OR_LOWER,
        ),
    ),
)

LOW = Wager[CardFacts](
    id="low",
    name="Low",
    facts=CardFacts,
    source=ACTION_WAGERS,
    needs=WITH_POKERPOT,
    lines=(
        _no_card("low", "Low"),
        Line(
            "king-high.low.ace",
            "An ace: Low is paid 3-2.",
            when=lambda f: f.zone is Zone.ACE,
            pays=Odds(3, 2),
            source=ACTION_ODDS.quote("ace 3-2"),
        ),
        Line(
            "king-high.low.two-to-six",
            "A two to a six: Low is paid 1-1.",
            when=lambda f: f.zone is Zone.LOW,
            pays=EVEN_MONEY,
            source=ACTION_ODDS.quote("Low 2 – 6 1-1"),
        ),
        Line(
            "king-high.low.seven",
            "A seven is the house's card, neither high nor low: Low is lost.",
            when=lambda f: f.zone is Zone.SEVEN,
            pays=LOSE,
            source=SEVEN_IS_MIDDLE,
        ),
        Line(
            "king-high.low.loses",
            "A high card: Low is lost.",
            when=lambda f: f.zone.is_high,
            pays=LOSE,
            source=HIGHER_OR_LOWER,
        ),
    ),
)


def suit_wager(suit: Suit) -> Wager[CardFacts]:
    """The four suits are bet on alike."""
    return Wager[CardFacts](
        id=suit.value,
        name=suit.value.title(),
        family="suit",
        facts=CardFacts,
        source=ACTION_WAGERS,
        needs=WITH_POKERPOT,
        lines=(
            _no_card("suit", "Suit"),
            Line(
                "king-high.suit.seven-of-suit",
                "The seven of the suit: a standoff.",
                when=lambda f: f.suit is suit and f.zone is Zone.SEVEN,
                pays=PUSH,
                source=ACTION_ODDS.quote("7 of suit Standoff"),
            ),
            Line(
                "king-high.suit.wins",
                "A card of the suit: paid 3-1.",
                when=lambda f: f.suit is suit,
                pays=Odds(3),
                source=ACTION_ODDS.quote("Suit 3-1"),
            ),
            Line(
                "king-high.suit.loses",
                "A card of another suit: the Suit wager is lost.",
                when=lambda f: f.suit is not suit,
                pays=LOSE,
                source=MANUAL.at(
                    OUTLINE, "wagers on each card", "The suit - heart, club, diamond, or"
                ),
            ),
        ),
    )


SEVEN = Wager[CardFacts](
    id="seven",
    name="Seven",
    facts=CardFacts,
    source=ACTION_WAGERS,
    needs=WITH_POKERPOT,
    lines=(
        _no_card("seven", "Seven"),
        Line(
            "king-high.seven.wins",
            "Any seven: paid 11-1.",
            when=lambda f: f.zone is Zone.SEVEN,
            pays=Odds(11),
            source=ACTION_ODDS.quote("Any 7 11-1"),
        ),
        Line(
            "king-high.seven.loses",
            "Not a seven: the Seven wager is lost.",
            when=lambda f: f.zone is not Zone.SEVEN,
            pays=LOSE,
            source=MANUAL.at(OUTLINE, "wagers on each card", "Any seven (7)"),
        ),
    ),
)


# 8. Payout odds: wagers on the round ---------------------------------------------------------------


def level(cards: int) -> RunLevel:
    """The level that this many cards of a run have reached."""
    return list(RunLevel)[max(0, cards - 2)]


def run_wager(
    id: str, name: str, word: str, length: Callable[[RoundFacts], int]
) -> Wager[RoundFacts]:
    """A run pays once, at the highest level it reached; High Run and Low Run are ruled alike."""
    run_table = PayTable[RoundFacts](
        f"{name} payout scale",
        source=RUN_ODDS,
        key=lambda f: level(length(f)),
        rows={RunLevel.FIVE: Odds(20), RunLevel.FOUR: Odds(10), RunLevel.THREE: Odds(3)},
    )
    return Wager[RoundFacts](
        id=id,
        name=name,
        facts=RoundFacts,
        source=ROUND_WAGERS,
        needs=(Need("pokerpot", PARTICIPATING, under=RUNS_ALONE.taken_as("no")),),
        lines=(
            Line(
                f"king-high.{id}.broken",
                f"A card that was not {word} came before the third {word} card: the run is lost.",
                when=lambda f: length(f) < min(3, f.drawn),
                pays=LOSE,
                source=LOSING_RUNS,
            ),
            Line(
                f"king-high.{id}.paid",
                f"The run of {word} cards is complete: it is paid once, at the level it reached.",
                when=lambda f: length(f) < f.drawn or length(f) == 5,
                pays=run_table,
                source=RUN_ODDS & WINNING_RUNS,
            ),
            Line(
                f"king-high.{id}.void-live",
                f"The round is void and the run was alive: paid as if the next card had been {word}.",
                when=lambda f: f.void and f.drawn >= 2,
                pays=run_table._replace(key=lambda f: level(f.drawn + 1)),
                source=VOID_ROUND.quote("paid to the next qualifying payout odds"),
            ),
            Line(
                f"king-high.{id}.void-early",
                "The round is void and one more card would reach no level: the run is returned.",
                when=lambda f: f.void,
                pays=PUSH,
                source=VOID_RUN.cited & VOID_ROUND.quote("as if the next card is high"),
                under=VOID_RUN.taken_as("returned"),
            ),
            Line(
                f"king-high.{id}.void-early-paid",
                "The round is void and the run was alive: it is paid at the first level.",
                when=lambda f: f.void,
                pays=run_table._replace(key=lambda f: RunLevel.THREE),
                source=VOID_RUN.cited & VOID_ROUND.quote("paid to the next qualifying payout odds"),
                under=VOID_RUN.taken_as("paid-three"),
            ),
            Line(
                f"king-high.{id}.stands",
                f"Every card so far was {word}: the run stands.",
                when=otherwise,
                pays=STANDS,
                source=WINNING_RUNS.quote("at the completion of the Run, and"),
            ),
        ),
    )


HIGH_RUN = run_wager("high-run", "High Run", "high", lambda f: f.high)
LOW_RUN = run_wager("low-run", "Low Run", "low", lambda f: f.low)

POKERPOT_TABLE = PayTable[RoundFacts](
    "Pokerpot payout scale",
    source=POKERPOT_ODDS,
    key=lambda f: f.pot,
    rows={
        Pot.ROYAL_FLUSH: Odds(2500),
        Pot.STRAIGHT_FLUSH: Odds(1000),
        Pot.FIVE_OF_A_KIND: Odds(500),
        Pot.FOUR_OF_A_KIND: Odds(50),
        Pot.FULL_HOUSE: Odds(15),
        Pot.FLUSH: Odds(10),
        Pot.STRAIGHT: Odds(5),
        Pot.THREE_OF_A_KIND: Odds(3),
        Pot.TWO_PAIRS: Odds(2),
        Pot.QUALIFYING_PAIR: Odds(1),
    },
)

POKERPOT = Wager[RoundFacts](
    id="pokerpot",
    name="Pokerpot",
    facts=RoundFacts,
    source=ROUND_WAGERS,
    maximum=PostedMaximum(
        SIGNAGE.quote("Maximum player payout for pokerpot wager"),
        counts_stake=POKERPOT_MAXIMUM.taken_as("with-stake"),
    ),
    lines=(
        Line(
            "king-high.pokerpot.void-paid",
            "The round is void and the cards drawn qualify: paid at the level reached.",
            when=lambda f: f.void and POKERPOT_TABLE.has(f),
            pays=POKERPOT_TABLE,
            source=VOID_ROUND.quote("paid according to the qualifying level achieved"),
        ),
        Line(
            "king-high.pokerpot.void-returned",
            "The round is void and the cards drawn do not qualify: the Pokerpot wager is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=VOID_ROUND.quote("returned if a qualifying level is not"),
        ),
        Line(
            "king-high.pokerpot.stands",
            "Cards are still to come: the Pokerpot wager stands.",
            when=lambda f: f.drawn < 5,
            pays=STANDS,
            source=POKERPOT_LAST,
        ),
        Line(
            "king-high.pokerpot.paid",
            "The five cards qualify: paid at the posted odds.",
            when=POKERPOT_TABLE.has,
            pays=POKERPOT_TABLE,
            source=POKERPOT_ODDS,
        ),
        Line(
            "king-high.pokerpot.not-qualified",
            "The five cards do not qualify: the Pokerpot wager is lost.",
            when=otherwise,
            pays=LOSE,
            source=POKERPOT_LAST.quote("or taken if it does not qualify"),
        ),
    ),
)


# Which facts can occur together --------------------------------------------------------------------
#
# Not in the manual: this is what six decks allow, and tests/laws prove it exact. A ruleset decides each
# of these values and no other.


def possible_card(f: CardFacts) -> bool:
    return f.zone is not Zone.NONE or f == CardFacts()


def possible_round(f: RoundFacts) -> bool:
    """The first card is high, low or a seven; a hand needs its cards; equal cards run together."""
    if f.high > f.drawn or f.low > f.drawn or (f.high and f.low) or (f.void and f.drawn == 5):
        return False
    run = max(f.high, f.low)
    match f.pot:
        case Pot.NOTHING:
            return True
        case Pot.ROYAL_FLUSH:
            # Its ace is a low card among four high ones: first, or where the high cards end.
            return f.drawn == 5 and (f.low == 1 or 1 <= f.high <= 4)
        case Pot.QUALIFYING_PAIR | Pot.THREE_OF_A_KIND | Pot.FOUR_OF_A_KIND | Pot.FIVE_OF_A_KIND:
            alike = {"qualifying-pair": 2, "three-of-a-kind": 3, "four-of-a-kind": 4}.get(
                f.pot.value, 5
            )
            if f.drawn == alike:
                # Nothing but these cards: all in the run or, if they are sevens, none.
                return run == f.drawn or (run == 0 and alike > 2)
            return f.drawn > alike
        case Pot.TWO_PAIRS | Pot.FULL_HOUSE:
            matched = 4 if f.pot is Pot.TWO_PAIRS else 5
            if f.drawn == matched:
                # No card stands alone, so none can end the run as the only card outside it.
                return run != f.drawn - 1
            return f.drawn > matched
        case _:
            return f.drawn == 5


# Slips of the printer ------------------------------------------------------------------------------

ERRATA = (
    Erratum(
        MANUAL.at("10. Game protection", "", "The integrity of the cards is vital")
        & MANUAL.at("11. Appendices", "", "Layout"),
        "sections 10 and 11 are numbered twice; the contents list calls these 13 and 14",
        "cited by number and title",
    ),
    Erratum(
        MANUAL.at("11. Appendices", "", "Layout"),
        "the layout drawing is missing",
        "inferred from the sections on equipment, dealing and paying",
    ),
    Erratum(
        MANUAL.at(PAYING, "", "The payout requires Game Supervisor approval"),
        "a Game Supervisor approves payouts; no such role is defined",
        "an inspector or above",
    ),
)

PROVISIONS = (
    Provision(
        "king-high.wagers.any-combination",
        "A player may bet on any combination of what is offered.",
        MANUAL.at(PERMISSIBLE, "settled boxes", "may wager on any combination of available"),
    ),
    Provision(
        "king-high.wagers.one-player-a-box",
        "Only one player bets in a box.",
        SIGNAGE.quote("Only one player is permitted to wager"),
    ),
    Provision(
        "king-high.wagers.pokerpot-minimum",
        "The Pokerpot wager that opens the action wagers is at least one dollar.",
        PARTICIPATING,
    ),
    Provision(
        "king-high.wagers.under-minimum",
        "A wager under the minimum is paid or taken as it stands; its owner is advised, and further"
        " ones may be given back whatever the card.",
        UNDER_MINIMUM,
    ),
    Provision(
        "king-high.wagers.over-maximum",
        "A wager over the maximum is paid or taken up to the maximum, and its owner is advised; the"
        " rest goes back, which the manual means but does not print.",
        OVER_MAXIMUM,
    ),
    Provision(
        "king-high.wagers.personal-limits",
        "A pit boss or above may agree other limits with one player, whose place then has a marker.",
        MANUAL.at(PERMISSIBLE, "fourth paragraph", "Personal wagering limits that differ from the"),
    ),
    Provision(
        "king-high.wagers.marker",
        "The marker at the place of a player with limits of their own reads personal limit or higher"
        " limit; the house sets the second where a maximum is above the posted one.",
        MANUAL.at("1. Definitions", "Distinctive Marker", "words personal limit or higher limit"),
    ),
    Provision(
        "king-high.cards.six-decks",
        "Six decks with backs of one colour and design are in play.",
        MANUAL.at("4. The cards", "first paragraph", "6 decks of standard playing cards with"),
    ),
    Provision(
        "king-high.cards.face-up-in-shuffler",
        "A card that lies face up in the shuffler is not used and goes back before the action round.",
        FACE_UP,
    ),
    Provision(
        "king-high.cards.missed-burn",
        "If the two cards were not burnt, what was settled stands and the round goes on.",
        MISSED_BURN,
    ),
    Provision(
        "king-high.cards.exposed-burn",
        "A burn card that was seen is turned down and burnt all the same.",
        EXPOSED_BURN,
    ),
    Provision(
        "king-high.cards.exposed-after-call",
        "A card that was seen after the call of no more bets is used as if it had not been.",
        EXPOSED_AFTER_CALL,
    ),
    Provision(
        "king-high.paying.order",
        "Box by box from the dealer's right: losing wagers are taken, winning ones paid; then the runs,"
        " and the Pokerpot last.",
        MANUAL.at(DEALING, "order of settlement", "Commencing with the first active betting box"),
    ),
    Provision(
        "king-high.paying.chips",
        "Up to 3-1 is paid on the wager, more is made up in the work area and laid beside it.",
        MANUAL.at(PAYING, "", "wagers of 3-1 or less"),
    ),
)

GAME = Game(
    id="king-high",
    name="King High",
    summary="Five cards drawn for everyone. Bet on each card, on runs and on the poker hand they make.",
    emblem="Kh Ac 7d",
    felt=Felt.BURGUNDY,
    documents=(MANUAL,),
    wagers=(
        POKERPOT,
        HIGH_RUN,
        LOW_RUN,
        HIGH,
        LOW,
        suit_wager(Suit.HEART),
        suit_wager(Suit.CLUB),
        suit_wager(Suit.DIAMOND),
        suit_wager(Suit.SPADE),
        SEVEN,
    ),
    provisions=PROVISIONS,
    readings=(
        POKERPOT_PAIR,
        BURN,
        BOXES,
        ACE_STRAIGHTS,
        WITHDRAW,
        SMALL_POKERPOT,
        VOID_RUN,
        EARLY_EXPOSURE,
        ROUND_WAGERS_CLOSE,
        SHUFFLE_DUE,
        UNSHUFFLED_ROUND,
        RUNS_ALONE,
        POKERPOT_MAXIMUM,
    ),
    errata=ERRATA,
    claims=(),
    deal=deal,
    places=BOXES,
    place="box",
)
