"""What was to be expected of a span of play: the theoretical win, and how far chance may move it.

It is worked out from a copy of a table's figures (`figures.py`), which needs nothing of the table and
may take seconds the first time. Tables are independent of each other, so that theoretical wins add up,
and variances do; the band around the sum of several is a bell curve.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from tablewright.advice.expected import expectations_of, stakes_of
from tablewright.advice.figures import Span


class Foreseen(NamedTuple):
    """What the house should have won on the wagers of a span, in cents."""

    theoretical: Fraction
    variance: float
    bounds: Mapping[int, tuple[float, float]]
    """By level in per cent, the least and the most."""
    is_bell_curve: bool


def foresee(span: Span) -> Foreseen:
    """The theoretical win of a span of play; the first of a ruleset may take seconds."""
    expectations, stakes = expectations_of(span.book), stakes_of(span.staked, span.stakes)
    variance, theoretical = expectations.variance(stakes), expectations.theoretical(span.staked)
    if span.has_sizes:
        expected = expectations.of_all(stakes)
        return Foreseen(theoretical, variance, expected.bounds, expected.is_bell_curve)
    return together([Foreseen(theoretical, variance, {}, is_bell_curve=True)])


def together(every: Iterable[Foreseen]) -> Foreseen:
    """What was to be expected of several spans of play at tables of their own."""
    from tablewright.odds.hold import within_bell_curve

    parts = list(every)
    if len(parts) == 1 and parts[0].bounds:
        return parts[0]
    theoretical = sum((each.theoretical for each in parts), Fraction(0))
    variance = sum(each.variance for each in parts)
    bounds = within_bell_curve(float(theoretical), variance**0.5)
    return Foreseen(theoretical, variance, bounds, is_bell_curve=True)
