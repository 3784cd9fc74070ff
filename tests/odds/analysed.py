"""Rulesets analysed once for all tests."""

from functools import cache

from tablewright.games import game
from tablewright.odds.analysis import Analysis
from tablewright.odds.store import KeptCounts
from tablewright.odds.strategy import Listed, taught
from tablewright.rules.game import Game
from tablewright.rules.wagers import parse_pay
from tests.games.three_card_poker import GAME as THREE_CARD_POKER

COUNTS = KeptCounts()


@cache
def analysed(id: str, *readings: str, pay: tuple[str, ...] = ()) -> Analysis:
    """A game under readings written `ID=OPTION`, at changed odds written `KEY=ODDS`."""
    of: Game = THREE_CARD_POKER if id == THREE_CARD_POKER.id else game(id)
    chosen = dict(each.split("=") for each in readings)
    return Analysis(of.ruleset(chosen, parse_pay(pay)), made_before=COUNTS)


@cache
def lists(id: str) -> list[Listed]:
    """The lists to learn of a game under its default readings."""
    return taught(analysed(id).solution)
