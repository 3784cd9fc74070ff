"""The ledger: lines, moments and covariances of small histograms worked out by hand."""

from fractions import Fraction

import pytest

from tablewright.games import game
from tablewright.odds.ledger import (
    HistogramEntry,
    Wagered,
    common_denominator,
    covariances,
    distribution,
    exactly,
)
from tablewright.odds.printing import decimal, percent, root
from tablewright.rules.cards import card
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition
from tests.odds.analysed import analysed
from tests.registry import CONTESTS

RULESET = game("king-high").ruleset()
DRAW = RULESET.deal
assert isinstance(DRAW, Draw)
STAKES = dict.fromkeys(RULESET.wagers, 1)


def entry(text: str, deals: int) -> HistogramEntry:
    assert isinstance(DRAW, Draw)
    return HistogramEntry(DRAW.card_facts(card(text)), deals, STAKES)


THREE_CARDS = [entry("Kh", 1), entry("9h", 2), entry("7c", 1)]
"""High gains 3/2 once, 1 twice, and loses once; Heart gains 3 three times and loses once."""


def test_moments_by_hand() -> None:
    high = Wagered(RULESET.wagers["high"], THREE_CARDS)
    assert high.total == 4
    assert high.expectation == Fraction(3 + 4 - 2, 8)
    assert high.hit_frequency == Fraction(3, 4)
    squares = Fraction(9, 4) + 2 + 1
    assert high.variance == squares / 4 - Fraction(5, 8) ** 2
    assert [(way.rule, way.cases, way.net) for way in high.ways] == [
        ("king-high.high.king", 1, Fraction(3, 2)),
        ("king-high.high.eight-to-queen", 2, 1),
        ("king-high.high.seven", 1, -1),
    ]


def test_covariance_by_hand() -> None:
    both = covariances([RULESET.wagers["high"], RULESET.wagers["heart"]], THREE_CARDS)
    product = (Fraction(3, 2) * 3 + 2 * 1 * 3 + 1) / 4
    means = Fraction(5, 8) * Fraction(9 - 1, 4)
    assert both["high", "heart"] == both["heart", "high"] == product - means
    assert both["high", "high"] == Wagered(RULESET.wagers["high"], THREE_CARDS).variance


@pytest.mark.parametrize("id", CONTESTS)
def test_the_variance_of_a_contest_is_the_sum_of_its_covariances(id: str) -> None:
    analysis = analysed(id)
    contest = analysis.figured.contest
    assert contest is not None
    shared = analysis.report().covariance
    total = sum((shared[a][b] for a in contest.wagers for b in contest.wagers), Fraction(0))
    assert total == contest.variance


def test_results_of_several_wagers_together() -> None:
    found = distribution([RULESET.wagers["high"], RULESET.wagers["heart"]], THREE_CARDS)
    assert found == {Fraction(-2): 1, Fraction(4): 2, Fraction(9, 2): 1}


def test_a_case_is_a_whole_number_of_deals() -> None:
    assert exactly(12, 4) == 3
    with pytest.raises(BadDefinition):
        exactly(13, 4)


def test_facts_that_cannot_be_are_an_error() -> None:
    impossible = next(n for n in range(10**6) if n not in RULESET.wagers["high"].space.possible)
    with pytest.raises(BadDefinition, match="expected the game to call that possible"):
        _ = Wagered(RULESET.wagers["high"], [HistogramEntry(impossible, 1, STAKES)]).ways


@pytest.mark.parametrize(
    ("number", "said"),
    [("1/8", "0.125"), ("-1/40", "-0.025"), ("510", "510"), ("2/3", "2/3"), ("-7/2", "-3.5")],
)
def test_decimals(number: str, said: str) -> None:
    assert decimal(Fraction(number)) == said
    if "/" not in said:
        assert Fraction(said) == Fraction(number)


@pytest.mark.parametrize(
    ("part", "said"),
    [("1/3", "33.3333 %"), ("-1/3", "-33.3333 %"), ("1/2000000", "0.0001 %"), ("0", "0.0000 %"),
     ("-1/10000000000", "0.0000 %"), ("2", "200.0000 %")],
)  # fmt: skip
def test_per_cents(part: str, said: str) -> None:
    assert percent(Fraction(part)) == said


@pytest.mark.parametrize("number", ["2", "1/7", "32.615", "1000000", "1/1000000000000"])
def test_square_roots(number: str) -> None:
    found = Fraction(root(Fraction(number)))
    assert found**2 <= Fraction(number)
    assert abs(found**2 / Fraction(number) - 1) < Fraction(1, 10**10)
    assert float(root(Fraction(0))) == 0


def test_common_denominators() -> None:
    assert common_denominator([Fraction(1, 2), Fraction(2, 3), Fraction(5)]) == 6
    assert common_denominator([]) == 1
