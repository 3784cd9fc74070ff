"""Three Card Poker with as many side bets as are asked for, for tests only."""

from dataclasses import replace

from tablewright.rules.game import Game
from tablewright.rules.wagers import Line, PayTable, Wager
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.games.three_card_poker import PAIR_PLUS, ThreeCardFacts


def many_wagers(count: int) -> Game:
    """The game with so many wagers: its own three, and side bets, each with a pay table of its own."""
    own = THREE_CARD_POKER.wagers
    side_bets = (side_bet(n) for n in range(1, count - len(own) + 1))
    return replace(THREE_CARD_POKER, wagers=(*own, *side_bets), claims=())


def side_bet(n: int) -> Wager[ThreeCardFacts]:
    """Pair Plus under another name."""
    id, name = f"side-{n}", f"Side Bet {n}"
    lines = tuple(_renamed(line, id, name) for line in PAIR_PLUS.lines)
    return PAIR_PLUS._replace(id=id, name=name, lines=lines)


def _renamed(line: Line[ThreeCardFacts], id: str, name: str) -> Line[ThreeCardFacts]:
    rule = f"three-card-poker.{id}.{line.rule.rpartition('.')[2]}"
    if isinstance(line.pays, PayTable):
        return line._replace(rule=rule, pays=line.pays._replace(name=f"{name} pay table"))
    return line._replace(rule=rule)
