"""How the figures were made, in words: counted and not sampled, from the rules that are dealt."""

from collections.abc import Iterator
from math import comb

from tablewright.odds.contests import Counted
from tablewright.odds.draws import DrawnCounts
from tablewright.papers.documents import Block, Heading, Listing, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import count

EXACT = (
    "Nothing is sampled. Every deal is counted in whole numbers, and every figure is a fraction until"
    " it is printed. Only the bands of hold are worked out in decimals."
)
ONE_RULE_BOOK = (
    "What a dealer would say aloud of a hand decides each wager. For every such case the line that"
    " settles it was decided once, and the same decision pays at the table, counts here and is dealt"
    " in the simulation. No rule was written a second time for this report."
)
OF_A_CONTEST = (
    "Hands that an exchange of suits turns into each other are counted once, and weighed by how many"
    " they stand for: no rule of the game prefers one suit to another.",
    "For each hand of the player and each decision, all hands that the dealer can make of the other"
    " cards are counted by what they are called and by whether they are lower, equal or higher. Each"
    " of these counts is checked against the number of all those hands.",
    "Each decision is valued for each hand by what the wagers that are decided together win or lose"
    " over all those hands of the dealer. The best one is taken; between equals, the one that stakes"
    " less. Wagers beside them are counted without a decision where they may be made alone.",
)
OF_A_DRAW = (
    "Every sequence of ranks that the cards of a round can have is looked at, once of a single suit"
    " and once of several, and weighed by the number of draws that have it. The weights are checked"
    " against the number of all draws.",
    "A wager on one card is counted over all cards of the pack. Cards that lie exposed change its"
    " edge during a round; over a whole round the average is the one printed.",
)
AFTERWARDS = (
    "The band of hold after so many rounds comes from the distribution of one round's net result,"
    " folded with itself as often as there are rounds. Where its results lie too far apart for that,"
    " the bell curve is used, and the table says so.",
    "Not counted are rounds declared void and rulings after an irregularity, which are no part of the"
    " game's chance.",
)


def method(edition: Edition) -> Iterator[Block]:
    """What was counted, and how."""
    analysis = edition.analysis
    yield Heading(text="Method", id="method")
    yield Paragraph(text=EXACT)
    yield Paragraph(text=ONE_RULE_BOOK)
    own = OF_A_CONTEST if analysis.solved is not None else OF_A_DRAW
    yield Listing(items=(*own, *AFTERWARDS))
    rows = (
        _of_contest(analysis.solved.counted)
        if analysis.solved is not None
        else _of_draw(analysis.draws)
    )
    yield Table(
        title="What was counted",
        head=("What", "How many"),
        rows=tuple((what, count(number)) for what, number in rows),
        align=("left", "right"),
    )


def _of_contest(counted: Counted) -> Iterator[tuple[str, int]]:
    yield "Hands of a player", counted.hands.total
    yield "Of those, different beyond an exchange of suits", len(counted.hands)
    yield "Hands of the dealer against each", counted.dealer_hands
    yield "Deals in all", counted.deals


def _of_draw(counted: DrawnCounts) -> Iterator[tuple[str, int]]:
    yield "Cards in the pack", counted.cards
    yield "Draws of a round, whatever their order", comb(counted.cards, counted.draw.cards)
    yield "Draws of a round in order", counted.sequences
