"""Risk of ruin beside sums worked out the long way, and the gambler's ruin of the text books."""

from fractions import Fraction
from itertools import accumulate, product
from math import exp, gcd, log, prod

import numpy as np
import pytest

from tablewright.design import ruin
from tablewright.design.ruin import Ruin, adjustment, risk_of_ruin
from tablewright.rules.errors import Refused

Gains = dict[Fraction, int]

TOSS: Gains = {Fraction(1): 1, Fraction(-1): 1}
HOUSE: Gains = {Fraction(1): 52, Fraction(-1): 48}
LOPSIDED: Gains = {Fraction(100): 90, Fraction(-50): 4, Fraction(-1100): 7, Fraction(0): 3}
DEEP: Gains = {Fraction(1): 890, Fraction(2): 100, Fraction(-3): 90, Fraction(-200): 2}
HALVES: Gains = {Fraction(1, 2): 5, Fraction(-3, 2): 1, Fraction(0): 2}


def long_way(gains: Gains, bank: int, rounds: int) -> Fraction:
    """Every course of so many rounds, in Fractions."""
    total, ruined = sum(gains.values()), 0
    for course in product(gains, repeat=rounds):
        held = list(accumulate(course, initial=Fraction(bank)))
        if min(held) <= 0:
            ruined += prod(gains[gain] for gain in course)
    return Fraction(ruined, total**rounds)


@pytest.mark.parametrize("gains", [TOSS, HOUSE, LOPSIDED, HALVES])
@pytest.mark.parametrize(("bank", "rounds"), [(1, 6), (2, 5), (3, 7), (150, 5), (1200, 4)])
def test_within_so_many_rounds_it_is_the_sum_over_every_course(
    gains: Gains, bank: int, rounds: int
) -> None:
    found = risk_of_ruin(gains, bank, rounds).within
    assert found.probability == pytest.approx(float(long_way(gains, bank, rounds)), abs=1e-12)
    assert found.method in {"stepwise", "impossible"}


@pytest.mark.parametrize("bank", [1, 5, 20, 100])
def test_ever_it_is_the_gambler_s_ruin(bank: int) -> None:
    """(q/p) to the power of the bank, where one unit is won or lost."""
    found = risk_of_ruin(HOUSE, bank, rounds=1)
    expected = (48 / 52) ** bank
    assert found.ever_at_least == pytest.approx(expected, rel=1e-9)
    assert found.ever_at_most == pytest.approx(expected, rel=1e-9)
    assert adjustment(HOUSE) == pytest.approx(log(52 / 48))


def test_many_rounds_come_close_to_ever() -> None:
    for gains, bank in ((HOUSE, 20), (HALVES, 5), (LOPSIDED, 3000)):
        long = risk_of_ruin(gains, bank, rounds=6000)
        assert long.within.method == "stepwise"
        assert long.ever_method == "solved"
        assert long.ever_at_least == long.ever_at_most
        assert long.within.probability == pytest.approx(long.ever_at_most, rel=1e-3)
        assert long.within.probability <= long.ever_at_most * (1 + 1e-9)


@pytest.mark.parametrize("gains", [HOUSE, LOPSIDED, HALVES, DEEP])
def test_ever_is_the_mean_of_ever_after_one_more_round(gains: Gains) -> None:
    """The chance from here is the mean of the chances from where a round leads."""
    total = sum(gains.values())
    step = min(abs(gain) for gain in gains if gain)

    def ever(bank: Fraction) -> float:
        if bank <= 0:
            return 1.0
        cents = {gain * 10: n for gain, n in gains.items()}
        return risk_of_ruin(cents, int(bank * 10), 1).ever_at_most

    for bank in (step, 3 * step, 40 * step, 333 * step):
        after = sum(n * ever(bank + gain) for gain, n in gains.items()) / total
        assert ever(bank) == pytest.approx(after, rel=1e-8)


def test_where_a_table_would_be_too_long_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for gains, bank in ((HOUSE, 20), (HALVES, 5), (LOPSIDED, 3000), (DEEP, 900)):
        solved = risk_of_ruin(gains, bank, 1)
        with monkeypatch.context() as short:
            short.setattr(ruin, "LONGEST", 0)
            bounds = risk_of_ruin(gains, bank, 1)
        assert bounds.ever_method == "bounds"
        assert bounds.ever_at_least <= solved.ever_at_most * (1 + 1e-9)
        assert solved.ever_at_most <= bounds.ever_at_most * (1 + 1e-9)
        for enough, bound in zip(solved.banks_needed, bounds.banks_needed, strict=True):
            assert enough.cents <= bound.cents


def test_the_coefficient_makes_the_mean_one() -> None:
    for gains in (HOUSE, LOPSIDED, HALVES):
        rate, total = adjustment(gains), sum(gains.values())
        mean = sum(n * exp(-rate * float(gain)) for gain, n in gains.items()) / total
        assert rate > 0
        assert mean == pytest.approx(1, abs=1e-12)


def test_a_bank_that_gains_nothing_on_average_is_ruined_for_certain() -> None:
    for gains in (TOSS, {-gain: n for gain, n in HOUSE.items()}):
        found = risk_of_ruin(gains, 50, rounds=10)
        assert found.is_certain
        assert found.ever == "100 %"
        assert not found.banks_needed
        assert found.within.method == "impossible"


def test_a_bank_that_cannot_lose_is_never_ruined() -> None:
    found = risk_of_ruin({Fraction(0): 1, Fraction(5): 2}, 1, rounds=100)
    assert (found.within.text, found.ever) == ("0 %", "0 %")


def test_what_only_loses_is_ruined_for_certain() -> None:
    found = risk_of_ruin({Fraction(-1): 1}, 10, rounds=10)
    assert (found.within.text, found.within.method) == ("100 %", "certain")
    assert risk_of_ruin({Fraction(-1): 1}, 10, rounds=9).within.method == "impossible"


@pytest.mark.parametrize("gains", [HOUSE, LOPSIDED, DEEP])
def test_a_bank_needed_is_enough_and_a_step_less_is_not(gains: Gains) -> None:
    step = gcd(*(int(gain) for gain in gains))
    needed = risk_of_ruin(gains, 9, 1).banks_needed
    for risk, each in zip((0.1, 0.01, 0.001), needed, strict=True):
        assert risk_of_ruin(gains, each.cents, 1).ever_at_most <= risk
        assert risk_of_ruin(gains, each.cents - step, 1).ever_at_most > risk


def test_where_it_takes_too_long_a_diffusion_stands_in_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = risk_of_ruin(HOUSE, 30, rounds=2000)
    monkeypatch.setattr(ruin, "MOST_STEPS", 0)
    rough = risk_of_ruin(HOUSE, 30, rounds=2000)
    assert (exact.within.method, rough.within.method) == ("stepwise", "diffusion")
    assert rough.within.probability == pytest.approx(exact.within.probability, rel=0.05)


def test_dealt_at_random_as_many_are_ruined() -> None:
    rng = np.random.default_rng(3)
    gains = np.array([float(gain) for gain in LOPSIDED])
    parts = np.array(list(LOPSIDED.values())) / sum(LOPSIDED.values())
    courses = 1500 + rng.choice(gains, p=parts, size=(20_000, 60)).cumsum(axis=1)
    dealt = float((courses.min(axis=1) <= 0).mean())
    assert risk_of_ruin(LOPSIDED, 1500, 60).within.probability == pytest.approx(dealt, abs=0.012)


@pytest.mark.parametrize(("bank", "rounds"), [(0, 1), (-5, 1), (1, 0)])
def test_no_bank_and_no_round_are_refused(bank: int, rounds: int) -> None:
    with pytest.raises(Refused, match="expected one"):
        risk_of_ruin(HOUSE, bank, rounds)
    assert isinstance(risk_of_ruin(HOUSE, 1, 1), Ruin)
