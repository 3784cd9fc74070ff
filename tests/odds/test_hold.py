"""Hold bands: quantiles of many rounds, checked against sums worked out the long way."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tablewright.odds.hold import LEVELS, bands
from tests.odds.analysed import analysed


def long_way(results: dict[Fraction, int], rounds: int, level: int) -> tuple[float, float]:
    """Fold the distribution with itself, one round after another, in Fractions."""
    total = sum(results.values())
    once = {net: Fraction(count, total) for net, count in results.items()}
    summed = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for (so_far, p), (net, q) in product(summed.items(), once.items()):
            after[so_far + net] = after.get(so_far + net, Fraction(0)) + p * q
        summed = after
    tail = Fraction(100 - level, 200)

    def player_at(part: Fraction) -> Fraction:
        below = Fraction(0)
        for so_far in sorted(summed):
            below += summed[so_far]
            if below >= part:
                return so_far
        raise AssertionError

    return float(-player_at(1 - tail) / rounds), float(-player_at(tail) / rounds)


@pytest.mark.parametrize(
    "results",
    [
        {Fraction(-1): 3, Fraction(0): 1, Fraction(1): 2},
        {Fraction(-1): 168, Fraction(1): 120, Fraction(3, 2): 24},
        {Fraction(-1): 90, Fraction(11): 7},
    ],
)
def test_bands_are_the_quantiles_of_the_sum(results: dict[Fraction, int]) -> None:
    for band in bands(results, rounds=(1, 10, 40)):
        for level in LEVELS:
            expected = long_way(results, band.rounds, level)
            assert band.bounds[level] == pytest.approx(expected)
        assert not band.is_bell_curve


def test_bands_narrow_around_what_is_expected() -> None:
    contest = analysed("duki4").figured.contest
    assert contest is not None
    shown = bands(contest.distribution)
    for band in shown:
        assert band.expected == pytest.approx(float(contest.house_edge))
        assert band.bounds[99][0] < band.bounds[95][0] < band.expected
        assert band.expected < band.bounds[95][1] < band.bounds[99][1]
    deviation = float(contest.variance) ** 0.5
    low, high = shown[-1].bounds[95]
    assert (high - low) / 2 == pytest.approx(1.96 * deviation / 1000, rel=0.01)


def test_a_band_is_lopsided_where_the_game_is() -> None:
    pokerpot = analysed("king-high").figured.wagers["pokerpot"]
    band = bands(pokerpot.distribution, rounds=(1_000,))[0]
    low, high = band.bounds[99]
    assert band.expected - low > 3 * (high - band.expected)


def test_simulated_shifts_lie_within_the_band_as_often_as_they_should() -> None:
    results = analysed("king-high").figured.wagers["pokerpot"].distribution
    nets = np.array([float(net) for net in results])
    total = sum(results.values())
    parts = np.array([count / total for count in results.values()])
    counts = np.random.default_rng(8).multinomial(1_000, parts, size=4_000)
    holds = -(counts @ nets) / 1_000
    band = bands(results, rounds=(1_000,))[0]
    for level in LEVELS:
        low, high = band.bounds[level]
        inside = float(np.mean((low - 1e-9 <= holds) & (holds <= high + 1e-9)))
        assert inside == pytest.approx(level / 100, abs=0.012)


def test_results_too_far_apart_use_the_bell_curve_and_say_so() -> None:
    results = {Fraction(-1): 10**9, Fraction(0): 1, Fraction(10**9): 1}
    band = bands(results, rounds=(1_000,))[0]
    assert band.is_bell_curve
    assert band.bounds[95][0] < band.expected < band.bounds[95][1]
