"""Law 11: the figures that the manual publishes about the Bonus, counted over all 270 725 hands."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from tablewright.games import game
from tablewright.rules.cards import DECK, cards
from tablewright.rules.contest import Contest
from tablewright.rules.views import Hand
from tests.by_hand import duki4 as by_hand

HANDS = 270_725
DEALER = Hand(cards("Qd Qs Js As"))
"""A dealer without a Duki: the Bonus does not ask what the dealer has."""


@cache
def counted(*readings: tuple[str, str]) -> Counter[str]:
    """How many hands are what on the Bonus table, as the ruleset's facts have it."""
    contest = game("duki4").ruleset(dict(readings)).deal
    assert isinstance(contest, Contest)
    numbers = Counter(contest.facts(DEALER, Hand(hand), None) for hand in combinations(DECK, 4))
    made: Counter[str] = Counter()
    for number, hands in numbers.items():
        made[str(contest.space.plain(number)["bonus"])] += hands
    return made


def house_advantage(*readings: tuple[str, str]) -> Fraction:
    bonus = game("duki4").ruleset(dict(readings)).wagers["bonus"]
    (table,) = bonus.tables
    by_key = {
        str(made.value): odds.fraction - table.counts_stake for made, odds in table.rows.items()
    }
    made = counted(*(each for each in readings if each[0] != "duki4.bonus-odds"))
    return (
        -sum(((by_key.get(what, Fraction(-1))) * n for what, n in made.items()), Fraction(0))
        / HANDS
    )


def percent(share: Fraction) -> str:
    """A share to the digits that the manual prints, rounded exactly."""
    return f"{float(round(100 * share, 2)):.2f}"


def test_every_hand_is_counted_as_by_hand() -> None:
    assert counted() == by_hand.bonus_counts({})
    assert counted() == {
        "nothing": 202_342,
        "pair-of-fours-or-better": 52_722,
        "straight": 13_152,
        "three-of-a-kind": 2_509,
    }


def test_the_published_hit_frequency() -> None:
    assert percent(1 - Fraction(counted()["nothing"], HANDS)) == "25.26"


def test_the_published_house_advantage() -> None:
    assert percent(house_advantage()) == "3.17"


@pytest.mark.parametrize(
    ("reading", "published"),
    [
        (("duki4.bonus-hands", "three-only"), "23.72"),
        (("duki4.bonus-odds", "for-one"), "28.43"),
        (("duki4.ace", "high-only"), "5.55"),
    ],
)
def test_the_other_readings_give_the_figures_that_the_register_holds_against_them(
    reading: tuple[str, str], published: str
) -> None:
    assert percent(house_advantage(reading)) == published
    assert f"{published} %" in game("duki4").reading(reading[0]).why
