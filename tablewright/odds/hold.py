"""How far a house's actual hold may lie from the expected one by chance alone, after so many rounds.

The net results of one round have a few values. The distribution of their sum over many rounds is that
distribution folded with itself, which a Fourier transform does at once; its quantiles are the bands,
lopsided where a game is. Where results lie too far apart for that, the bell curve is used and named.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.ledger import common_denominator, mean_of, variance_of

LEVELS = (95, 99)
"""In per cent: so often the actual hold lies within the band."""

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)

LONGEST = 2**22
"""The longest table of results that is transformed."""

LONGEST_OF_ALL = 2**20
"""The same of the tables for many stakes together; longer ones are laid out in wider steps."""


class Band(NamedTuple):
    """The actual hold over so many rounds, in units of the first wager: expected and within bounds."""

    rounds: int
    expected: float
    bounds: Mapping[int, tuple[float, float]]
    """By level in per cent, the lowest and the highest."""
    is_bell_curve: bool


def bell_curve_from(shown: Sequence[Band]) -> int | None:
    """From how many rounds on the bell curve is used; None where it is not."""
    return min((band.rounds for band in shown if band.is_bell_curve), default=None)


def bands(
    results: Mapping[Fraction, int], rounds: Sequence[int] = ROUNDS, levels: Sequence[int] = LEVELS
) -> list[Band]:
    """The bands for net results of the player, each with how often it occurs."""
    return [_band(results, each, levels) for each in rounds]


def _band(results: Mapping[Fraction, int], rounds: int, levels: Sequence[int]) -> Band:
    bounds, is_bell_curve = held([(results, rounds)], levels)
    each = {n: (low / rounds, high / rounds) for n, (low, high) in bounds.items()}
    return Band(rounds, -float(mean_of(results)), each, is_bell_curve)


def held(
    parts: Sequence[tuple[Mapping[Fraction, int], int]], levels: Sequence[int] = LEVELS
) -> tuple[dict[int, tuple[float, float]], bool]:
    """What the house holds in all, within bounds by level, and whether that is by the bell curve.

    A part is the net results of the player for one stake, and how many rounds were played for it.
    """
    mean = sum((rounds * mean_of(results) for results, rounds in parts), Fraction(0))
    variance = sum((rounds * variance_of(results) for results, rounds in parts), Fraction(0))
    if not variance:
        return {n: (-float(mean), -float(mean)) for n in levels}, False
    step = _step([results for results, _ in parts])
    deviation = float(variance) ** 0.5
    spread = float(max(max(results) - min(results) for results, _ in parts))
    reach = (16 * deviation + 16 * spread) / float(step)
    length = 1 << max(10, int(2 * reach).bit_length())
    if len(parts) > 1 and length * len(parts) > LONGEST_OF_ALL:
        wider = 1 << (length * len(parts) // LONGEST_OF_ALL).bit_length()
        length, step = max(1 << 10, length // wider), step * wider
    if length > LONGEST:
        return within_bell_curve(-float(mean), deviation, levels), True
    turned = np.ones(length // 2 + 1, dtype=complex)
    lowest, added = Fraction(0), 0.0
    for results, rounds in parts:
        once, adds = _laid_out(results, step, length)
        of_once = np.fft.rfft(once)
        turned *= np.abs(of_once) ** rounds * np.exp(1j * rounds * np.angle(of_once))
        lowest += rounds * min(results)
        added += rounds * adds
    many = np.fft.irfft(turned, length)
    # The table is a circle: cut it opposite the mean, where nothing lies.
    start = round((mean - lowest) / step) - length // 2
    cumulated = np.cumsum(np.clip(np.roll(many, -(start % length)), 0, None))
    cumulated /= cumulated[-1]
    narrower = float((1 + added * float(step) ** 2 / float(variance)) ** -0.5)

    def hold_at(part: float) -> float:
        """The hold below which this part of all outcomes lies: high results are low holds."""
        place = int(np.searchsorted(cumulated, 1 - part))
        return -float(mean) - narrower * float(lowest + (start + place) * step - mean)

    return {n: _within(hold_at, n) for n in levels}, False


def _laid_out(
    results: Mapping[Fraction, int], step: Fraction, length: int
) -> tuple[npt.NDArray[np.float64], float]:
    """A table of how often each result comes, the lowest first, and the variance that this adds.

    A result that lies between two places is shared among them, so that the mean stays as it is.
    """
    once, adds, total = np.zeros(length), 0.0, sum(results.values())
    for net, deals in results.items():
        place, over = divmod(net - min(results), step)
        part, above = float(Fraction(deals, total)), float(over / step)
        once[place % length] += part * (1 - above)
        once[(place + 1) % length] += part * above
        adds += part * above * (1 - above)
    return once, adds


def within_bell_curve(
    expected: float, deviation: float, levels: Sequence[int] = LEVELS
) -> dict[int, tuple[float, float]]:
    """The bounds by level of what varies as a bell curve does."""
    if not deviation:
        return dict.fromkeys(levels, (expected, expected))
    return {n: _within(NormalDist(expected, deviation).inv_cdf, n) for n in levels}


def _step(of: Sequence[Mapping[Fraction, int]]) -> Fraction:
    """The largest amount of which all differences of results are multiples."""
    apart = [net - min(results) for results in of for net in results]
    scale = common_denominator(apart)
    return Fraction(gcd(*(int(each * scale) for each in apart)), scale)


def _within(quantile: Callable[[float], float], level: int) -> tuple[float, float]:
    tail = (1 - level / 100) / 2
    return quantile(tail), quantile(1 - tail)
