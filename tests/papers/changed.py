"""Changes that the tests go through: of one payment, one reading and one setting of each game."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, NamedTuple

import pytest

from tablewright.games import game as found_game
from tablewright.odds.analysis import Analysis
from tablewright.odds.counts import Counts
from tablewright.papers.changes import Change, compared
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.rules.wagers import Odds

DAY = date(2026, 11, 17)
PAYMENT, READING, SETTING = "payment", "reading", "setting"


class Case(NamedTuple):
    """A change from a game as the manual has it."""

    game: str
    kind: str
    readings: Mapping[str, str] = {}
    pay: Mapping[str, str] = {}
    settings: Mapping[str, Any] = {}
    jurisdiction: str = "general"

    def __str__(self) -> str:
        return f"{self.game}-{self.kind}"


WASHINGTON = "washington-card-rooms"
CASES = (
    Case("duki4", PAYMENT, pay={"bonus.straight": "6-1"}, jurisdiction=WASHINGTON),
    Case("duki4", READING, {"duki4.ace": "high-only"}, jurisdiction=WASHINGTON),
    Case("duki4", SETTING, settings={"limits": {"ante": (1000, 20_000)}}, jurisdiction=WASHINGTON),
    Case("king-high", PAYMENT, pay={"high.king": "2-1"}),
    Case("king-high", READING, {"king-high.pokerpot-pair": "jacks"}),
    Case("king-high", SETTING, settings={"maximum_payouts": {"pokerpot": 500_000}}),
    Case("pick2", PAYMENT, pay={"bonus-5.flush": "5-1"}),
    Case("pick2", READING, {"pick2.unqualified": "push"}),
    Case("pick2", SETTING, settings={"takes_tips": False}),
)

every_case = pytest.mark.parametrize(
    "of",
    [
        pytest.param(each, marks=pytest.mark.proof) if each.game == "pick2" else each
        for each in CASES
    ],
    ids=str,
)
"""Two games in every run of the tests, the third, which takes longest to count, in the proof."""


@cache
def before(game: str, jurisdiction: str) -> Edition:
    return Edition(game, day=DAY, jurisdiction=jurisdiction)


@cache
def after(number: int) -> Edition:
    """The new side of a case."""
    of = CASES[number]
    return Edition(
        of.game,
        day=DAY,
        readings=of.readings,
        pay=of.pay,
        jurisdiction=of.jurisdiction,
        house=House(settings=of.settings),
    )


def sides(of: Case) -> tuple[Edition, Edition]:
    return before(of.game, of.jurisdiction), after(CASES.index(of))


@cache
def change(number: int) -> Change:
    of = CASES[number]
    return compared(*sides(of))


def change_of(of: Case) -> Change:
    return change(CASES.index(of))


COUNTS: Counts = {}
"""Counted once for all tests of a process, apart from what the editions keep."""


@cache
def analysis(
    game: str, readings: tuple[tuple[str, str], ...], pay: tuple[tuple[str, str], ...]
) -> Analysis:
    """A ruleset counted and solved without an edition."""
    odds = {key: Odds.parse(text) for key, text in pay}
    return Analysis(found_game(game).ruleset(dict(readings), odds), made_before=COUNTS)


def analyses(of: Case) -> tuple[Analysis, Analysis]:
    """Both sides of a case."""
    new = analysis(of.game, tuple(of.readings.items()), tuple(of.pay.items()))
    return analysis(of.game, (), ()), new


def one(game: str, kind: str) -> Case:
    """The case of a game and a kind."""
    return next(each for each in CASES if (each.game, each.kind) == (game, kind))


def posted(edition: Edition) -> dict[str, str]:
    """All odds by their keys."""
    wagers = edition.ruleset.wagers.values()
    return {key: str(odds) for decided in wagers for key, odds in decided.pay_keys().items()}
