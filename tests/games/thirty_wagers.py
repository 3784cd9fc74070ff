"""Three Card Poker with thirty wagers, for tests only: what is printed must flow, and lose nothing.

Every side wager is Pair Plus under a name, a pay table and odds of its own.
"""

from dataclasses import replace

from tablewright.rules.wagers import Line, Odds, PayTable, Wager
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.games.three_card_poker import (
    PAIR_PLUS,
    PAIR_PLUS_TABLE,
    POSITIONS,
    Made,
    ThreeCardFacts,
)

ID = "thirty-wagers"
WAGERS = 30
SEATS = replace(POSITIONS, id=f"{ID}.positions")
CONTEST_WAGERS = tuple(each for each in THREE_CARD_POKER.wagers if each is not PAIR_PLUS)


def side_wager(n: int) -> Wager[ThreeCardFacts]:
    """A wager on the player's own cards; no two pay alike."""
    table = PAIR_PLUS_TABLE._replace(
        name=f"Side Wager {n:02} pay table",
        rows={**PAIR_PLUS_TABLE.rows, Made.STRAIGHT_FLUSH: Odds(n)},
    )
    return PAIR_PLUS._replace(
        id=f"side-{n}",
        name=f"Side Wager {n:02}",
        lines=tuple(_line(line, f"side-{n}", table) for line in PAIR_PLUS.lines),
    )


def _line(
    line: Line[ThreeCardFacts], wager: str, table: PayTable[ThreeCardFacts] | None = None
) -> Line[ThreeCardFacts]:
    rule = f"{ID}.{wager}.{line.rule.rpartition('.')[2]}"
    return line._replace(rule=rule, pays=table if table and line.tables else line.pays)


GAME = replace(
    THREE_CARD_POKER,
    id=ID,
    name="Thirty Wagers",
    wagers=(
        *(
            each._replace(lines=tuple(_line(line, each.id) for line in each.lines))
            for each in CONTEST_WAGERS
        ),
        *(side_wager(n) for n in range(1, WAGERS - len(CONTEST_WAGERS) + 1)),
    ),
    provisions=(),
    readings=(SEATS,),
    claims=(),
    places=SEATS,
)
