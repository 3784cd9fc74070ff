"""What a manual publishes of its game, beside what was computed: agrees, truncated, or disagrees."""

from enum import Enum
from fractions import Fraction

from tablewright.rules.errors import BadDefinition


class Agreement(Enum):
    """How a published figure stands to the computed one."""

    AGREES = "agrees"
    TRUNCATED = "agrees truncated"
    DISAGREES = "disagrees"


def agreement(published: str, computed: Fraction) -> Agreement:
    """Whether a figure in per cent is the computed one, rounded or cut off at its last digit.

    >>> agreement("3.3 %", Fraction(33, 1000)), agreement("1.9 %", Fraction(1976, 100000))
    (<Agreement.AGREES: 'agrees'>, <Agreement.TRUNCATED: 'agrees truncated'>)
    >>> agreement("2.0 %", Fraction(15, 1000))
    <Agreement.DISAGREES: 'disagrees'>
    """
    figure, percent, rest = published.partition("%")
    if not percent or rest.strip():
        raise BadDefinition(f"a published figure is in per cent, not {published!r}")
    digits = len(figure.strip().partition(".")[2])
    printed = Fraction(figure.strip()) * 10**digits
    scaled = computed * 100 * 10**digits
    half_up = (abs(scaled) + Fraction(1, 2)).__floor__() * (1 if scaled >= 0 else -1)
    if printed == half_up:
        return Agreement.AGREES
    return Agreement.TRUNCATED if printed == scaled.__trunc__() else Agreement.DISAGREES
