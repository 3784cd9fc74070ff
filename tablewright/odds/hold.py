"""How far a house's actual hold may lie from the expected one by chance alone, after so many rounds.

The net results of one round have a few values. The distribution of their sum over many rounds is that
distribution folded with itself, which a Fourier transform does at once; its quantiles are the bands,
lopsided where a game is. Where results lie too far apart for that, the bell curve is used and named.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from tablewright.odds.ledger import common_denominator, mean_of, variance_of

LEVELS = (95, 99)
"""In per cent: so often the actual hold lies within the band."""

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)

LONGEST = 2**22
"""The longest table of results that is transformed."""


class Band(NamedTuple):
    """The actual hold over so many rounds, in units of the first wager: expected and within bounds."""

    rounds: int
    expected: float
    bounds: Mapping[int, tuple[float, float]]
    """By level in per cent, the lowest and the highest."""
    is_bell_curve: bool


def bands(
    results: Mapping[Fraction, int], rounds: Sequence[int] = ROUNDS, levels: Sequence[int] = LEVELS
) -> list[Band]:
    """The bands for net results of the player, each with how often it occurs."""
    return [_band(results, each, levels) for each in rounds]


def _band(results: Mapping[Fraction, int], rounds: int, levels: Sequence[int]) -> Band:
    scale = common_denominator(results)
    mean, deviation = float(mean_of(results)), float(variance_of(results)) ** 0.5
    spread = float(max(results) - min(results))
    reach = scale * (16 * deviation * rounds**0.5 + 16 * spread)
    length = 1 << max(10, int(2 * reach).bit_length())
    if length > LONGEST:
        bell = NormalDist(-mean, deviation / rounds**0.5)
        return Band(rounds, -mean, {n: _within(bell.inv_cdf, n) for n in levels}, True)
    lowest = min(results)
    once = np.zeros(length)
    total = sum(results.values())
    for net, deals in results.items():
        once[int((net - lowest) * scale) % length] += float(Fraction(deals, total))
    turned = np.fft.rfft(once)
    many = np.fft.irfft(np.abs(turned) ** rounds * np.exp(1j * rounds * np.angle(turned)), length)
    # The table is a circle: cut it opposite the mean, where nothing lies.
    middle = round((mean - float(lowest)) * scale * rounds)
    start = middle - length // 2
    cumulated = np.cumsum(np.clip(np.roll(many, -(start % length)), 0, None))
    cumulated /= cumulated[-1]

    def hold_at(part: float) -> float:
        """The hold below which this part of all outcomes lies: high results are low holds."""
        place = int(np.searchsorted(cumulated, 1 - part))
        return -((start + place) / scale / rounds + float(lowest))

    return Band(rounds, -mean, {n: _within(hold_at, n) for n in levels}, False)


def _within(quantile: Callable[[float], float], level: int) -> tuple[float, float]:
    tail = (1 - level / 100) / 2
    return quantile(tail), quantile(1 - tail)
