"""Three Card Poker, for tests only: a game whose figures are widely published.

Three cards each. Fold, or play against a dealer who needs queen high; Pair Plus is on the player's own
cards. It is declared as the games of the package are, and it shares nothing with them.
"""

from enum import Enum
from typing import NamedTuple

from tablewright.rules.cards import Rank
from tablewright.rules.citations import Document
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.facts import COPY, HIGHER, LOWER, FactSpace, Versus
from tablewright.rules.game import Claim, Figure, Game, Provision
from tablewright.rules.rankings import (
    FLUSH,
    HIGH_CARD,
    ONE_PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
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

LITERATURE = Document("literature", "Three Card Poker, the published rules")

PLACING = LITERATURE.at("Wagers")
DEALING = LITERATURE.at("Deal")
DECIDING = LITERATURE.at("Play or fold")
RANKS = LITERATURE.at("Hand ranking")
UNQUALIFIED = LITERATURE.at("Settlement", "dealer does not qualify")
COMPARED = LITERATURE.at("Settlement", "dealer qualifies")
ANTE_BONUS = LITERATURE.at("Ante bonus", "1-4-5")
PAIR_PLUS_PAID = LITERATURE.at("Pair Plus", "1-4-6-30-40")
IRREGULARITIES = LITERATURE.at("Irregularities")
FIGURES = LITERATURE.at("House advantage")


POSITIONS = Reading(
    id="three-card-poker.positions",
    question="How many seats has the table?",
    acts_on=ActsOn.PROCEDURE,
    moves_money=False,
    conflict=(),
    options=(Option("7", "seven seats"), Option("6", "six seats")),
    evidence=Evidence.REASON,
    why="No number is given; tables of this kind seat seven at most.",
)


# Hand ranking --------------------------------------------------------------------------------------

THREE_CARD = Ranking(
    "Three Card Poker",
    source=RANKS,
    cards=3,
    shapes=(HIGH_CARD, ONE_PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH),
)

THREE_CARDS = View("Three cards", rankings=(THREE_CARD,))


class Made(Enum):
    """What three cards make, strongest last. The values are the ids of the shapes."""

    HIGH_CARD = "high-card"
    ONE_PAIR = "one-pair"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"


class ThreeCardFacts(NamedTuple):
    """What a dealer says aloud of one seat. The defaults are what is said when nobody looks."""

    void: bool = False
    folded: bool = False
    dealer_qualifies: bool = False
    versus: Versus = COPY
    hand: Made = Made.HIGH_CARD


def made(seen: Seen | None) -> Made:
    return Made(seen.standing.shape.id) if seen else Made.HIGH_CARD


def qualifies(seen: Seen | None) -> bool:
    """Queen high or better."""
    if seen is None:
        return False
    shape, ranks = seen.standing.shape, seen.standing.pattern.ranks
    return shape is not HIGH_CARD or ranks[0] >= Rank.QUEEN


def deal(rulings: Rulings) -> Contest:
    """How the cards become facts. No reading changes that here."""
    return Contest(
        hand_cards=3,
        decisions=(
            Decision(
                "play",
                "Play on, with a Play wager equal to the Ante.",
                DECIDING,
                name="Play",
                does="plays",
                done="played",
                doing="playing",
            ),
            Decision(
                "fold",
                "Fold, and give up what is wagered.",
                DECIDING,
                name="Fold",
                does="folds",
                done="folded",
                doing="folding",
                gives_up=True,
                shows_hand=False,
            ),
        ),
        decided_by="ante",
        space=FactSpace(ThreeCardFacts, facts_that_occur),
        sources={
            "void": VoidRound(),
            "folded": Choice({None: False, "play": False, "fold": True}),
            "dealer_qualifies": DealerShows(THREE_CARDS, qualifies),
            "versus": Against({None: THREE_CARDS, "play": THREE_CARDS}),
            "hand": PlayerShows(THREE_CARDS, made),
        },
        spoken={"hand": THREE_CARDS},
        qualifies=DealerShows(THREE_CARDS, qualifies),
    )


# Pay tables ----------------------------------------------------------------------------------------
#
# The Ante bonus (1-4-5) is paid on top, whatever becomes of the Ante. A line gives one result, so each
# end of the Ante has its table: the bonus and 1 when it wins, as it is on a copy, less 1 when it loses.

ANTE_WON_TABLE = PayTable[ThreeCardFacts](
    "Ante paid 1-1, with its bonus",
    source=ANTE_BONUS,
    key=lambda f: f.hand,
    rows={
        Made.STRAIGHT_FLUSH: Odds(6),
        Made.THREE_OF_A_KIND: Odds(5),
        Made.STRAIGHT: Odds(2),
    },
    prefix="won.",
)

# Three of a kind is not here: one deck holds no copy of it.
ANTE_COPY_TABLE = PayTable[ThreeCardFacts](
    "Ante pushed, with its bonus",
    source=ANTE_BONUS,
    key=lambda f: f.hand,
    rows={Made.STRAIGHT_FLUSH: Odds(5), Made.STRAIGHT: Odds(1)},
    prefix="copy.",
)

# A straight that loses gets back in bonus what it loses on the Ante: 0-1.
ANTE_LOST_TABLE = PayTable[ThreeCardFacts](
    "Ante lost, with its bonus",
    source=ANTE_BONUS,
    key=lambda f: f.hand,
    rows={
        Made.STRAIGHT_FLUSH: Odds(4),
        Made.THREE_OF_A_KIND: Odds(3),
        Made.STRAIGHT: Odds(0),
    },
    prefix="lost.",
)

PAIR_PLUS_TABLE = PayTable[ThreeCardFacts](
    "Pair Plus pay table",
    source=PAIR_PLUS_PAID,
    key=lambda f: f.hand,
    rows={
        Made.STRAIGHT_FLUSH: Odds(40),
        Made.THREE_OF_A_KIND: Odds(30),
        Made.STRAIGHT: Odds(6),
        Made.FLUSH: Odds(4),
        Made.ONE_PAIR: Odds(1),
    },
)


# Wagers --------------------------------------------------------------------------------------------

ANTE = Wager[ThreeCardFacts](
    id="ante",
    name="Ante",
    facts=ThreeCardFacts,
    source=PLACING,
    lines=(
        Line(
            "three-card-poker.ante.void",
            "The round is void: the Ante is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=IRREGULARITIES,
        ),
        Line(
            "three-card-poker.ante.folded",
            "The player folded: the Ante is lost.",
            when=lambda f: f.folded,
            pays=LOSE,
            source=DECIDING,
        ),
        Line(
            "three-card-poker.ante.unqualified-bonus",
            "The dealer does not qualify, the player has a straight or better: the Ante is paid 1-1,"
            " and its bonus.",
            when=lambda f: not f.dealer_qualifies and ANTE_WON_TABLE.has(f),
            pays=ANTE_WON_TABLE,
            source=ANTE_BONUS,
        ),
        Line(
            "three-card-poker.ante.unqualified",
            "The dealer does not qualify: the Ante is paid 1-1.",
            when=lambda f: not f.dealer_qualifies,
            pays=EVEN_MONEY,
            source=UNQUALIFIED,
        ),
        Line(
            "three-card-poker.ante.higher-bonus",
            "The player is higher, with a straight or better: the Ante is paid 1-1, and its bonus.",
            when=lambda f: f.versus is HIGHER and ANTE_WON_TABLE.has(f),
            pays=ANTE_WON_TABLE,
            source=ANTE_BONUS,
        ),
        Line(
            "three-card-poker.ante.higher",
            "The player is higher: the Ante is paid 1-1.",
            when=lambda f: f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=COMPARED,
        ),
        Line(
            "three-card-poker.ante.copy-bonus",
            "A copy, with a straight or better: the Ante pushes, and its bonus is paid.",
            when=lambda f: f.versus is COPY and ANTE_COPY_TABLE.has(f),
            pays=ANTE_COPY_TABLE,
            source=ANTE_BONUS,
        ),
        Line(
            "three-card-poker.ante.copy",
            "A copy: the Ante pushes.",
            when=lambda f: f.versus is COPY,
            pays=PUSH,
            source=COMPARED,
        ),
        Line(
            "three-card-poker.ante.lower-bonus",
            "The dealer is higher, the player has a straight or better: the Ante is lost, and its"
            " bonus is paid.",
            when=lambda f: f.versus is LOWER and ANTE_LOST_TABLE.has(f),
            pays=ANTE_LOST_TABLE,
            source=ANTE_BONUS,
        ),
        Line(
            "three-card-poker.ante.lower",
            "The dealer is higher: the Ante is lost.",
            when=lambda f: f.versus is LOWER,
            pays=LOSE,
            source=COMPARED,
        ),
    ),
)

PLAY = Wager[ThreeCardFacts](
    id="play",
    name="Play",
    facts=ThreeCardFacts,
    source=DECIDING,
    stake=Times("ante", {"play": 1}),
    is_present=lambda f: not f.folded,
    lines=(
        Line(
            "three-card-poker.play.void",
            "The round is void: the Play wager is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=IRREGULARITIES,
        ),
        Line(
            "three-card-poker.play.unqualified",
            "The dealer does not qualify: the Play wager pushes.",
            when=lambda f: not f.dealer_qualifies,
            pays=PUSH,
            source=UNQUALIFIED,
        ),
        Line(
            "three-card-poker.play.higher",
            "The player is higher: the Play wager is paid 1-1.",
            when=lambda f: f.versus is HIGHER,
            pays=EVEN_MONEY,
            source=COMPARED,
        ),
        Line(
            "three-card-poker.play.copy",
            "A copy: the Play wager pushes.",
            when=lambda f: f.versus is COPY,
            pays=PUSH,
            source=COMPARED,
        ),
        Line(
            "three-card-poker.play.lower",
            "The dealer is higher: the Play wager is lost.",
            when=lambda f: f.versus is LOWER,
            pays=LOSE,
            source=COMPARED,
        ),
    ),
)

PAIR_PLUS = Wager[ThreeCardFacts](
    id="pair-plus",
    name="Pair Plus",
    facts=ThreeCardFacts,
    source=PLACING,
    lines=(
        Line(
            "three-card-poker.pair-plus.void",
            "The round is void: Pair Plus is returned.",
            when=lambda f: f.void,
            pays=PUSH,
            source=IRREGULARITIES,
        ),
        Line(
            "three-card-poker.pair-plus.folded",
            "The player folded: Pair Plus is lost with the Ante.",
            when=lambda f: f.folded,
            pays=LOSE,
            source=DECIDING,
        ),
        Line(
            "three-card-poker.pair-plus.paid",
            "A pair or better: Pair Plus is paid by its table, even if the hand loses to the dealer.",
            when=PAIR_PLUS_TABLE.has,
            pays=PAIR_PLUS_TABLE,
            source=PAIR_PLUS_PAID,
        ),
        Line(
            "three-card-poker.pair-plus.not-on-table",
            "Less than a pair: Pair Plus is lost.",
            when=otherwise,
            pays=LOSE,
            source=PAIR_PLUS_PAID,
        ),
    ),
)


# Which facts can occur together --------------------------------------------------------------------


def facts_that_occur(f: ThreeCardFacts) -> bool:
    """What one deck allows. A ruleset decides each of these values and no other."""
    if f.void:
        return f == ThreeCardFacts(void=True, folded=f.folded)
    if f.folded:
        return f == ThreeCardFacts(folded=True)
    if not f.dealer_qualifies:
        # The dealer has jack high at best: below any pair, and anything against a high card.
        return f.hand is Made.HIGH_CARD or f.versus is HIGHER
    # Three of a kind has no copy: a deck has four cards of a rank. Of every other kind there are hands
    # that are beaten, copied and higher.
    return f.hand is not Made.THREE_OF_A_KIND or f.versus is not COPY


GAME = Game(
    id="three-card-poker",
    name="Three Card Poker",
    summary="Three cards each. Fold, or play against a dealer who needs queen high.",
    documents=(LITERATURE,),
    wagers=(ANTE, PLAY, PAIR_PLUS),
    provisions=(
        Provision(
            "three-card-poker.wagers.either-or-both",
            "A player places an Ante, Pair Plus or both; the two need not be equal.",
            PLACING,
        ),
    ),
    readings=(POSITIONS,),
    errata=(),
    claims=(
        Claim("House advantage of the Ante", "3.37 %", FIGURES, "contest", Figure.HOUSE_EDGE),
        Claim("Element of risk", "2.01 %", FIGURES, "contest", Figure.ELEMENT_OF_RISK),
        Claim(
            "House advantage of Pair Plus (1-4-6-30-40)",
            "2.32 %",
            FIGURES,
            "pair-plus",
            Figure.HOUSE_EDGE,
        ),
    ),
    deal=deal,
    places=POSITIONS,
)
