"""Exact numbers as people and programs read them. Rounding happens here and nowhere before."""

from fractions import Fraction
from math import isqrt

from tablewright.rules.wagers import Odds

PLAYERS_EDGE = "PLAYER'S EDGE"
"""What is said of whatever costs the house money in the long run."""

SIGNIFICANT = 12
"""To how many digits a square root is printed."""


def said(net: Fraction) -> str:
    """A net result as a line is posted.

    >>> said(Fraction(3, 2)), said(Fraction(0)), said(Fraction(-1))
    ('3-2', 'push', 'lose')
    """
    if net > 0:
        return str(Odds(net.numerator, net.denominator))
    return "push" if net == 0 else "lose" if net == -1 else str(net)


def decimal(number: Fraction) -> str:
    """A number as an exact decimal where it has one, else as a fraction.

    >>> decimal(Fraction(-3, 2)), decimal(Fraction(2)), decimal(Fraction(1, 3))
    ('-1.5', '2', '1/3')
    """
    twos_and_fives = number.denominator
    for prime in (2, 5):
        while twos_and_fives % prime == 0:
            twos_and_fives //= prime
    if twos_and_fives != 1:
        return str(number)
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    text = _pointed(abs(number.numerator) * 10**places // number.denominator, places)
    return f"-{text}" if number < 0 else text


def percent(part: Fraction, digits: int = 4) -> str:
    """A part as people print it, rounded.

    >>> percent(Fraction(96459473, 2926537250))
    '3.2960 %'
    """
    rounded = rounded_half_up(part, digits + 2)
    sign = "-" if part.numerator < 0 and rounded else ""
    return f"{sign}{_pointed(rounded, digits)} %"


def rounded_half_up(number: Fraction, digits: int) -> int:
    """A number without its sign, times a power of ten, as the nearest whole number.

    >>> rounded_half_up(Fraction(-1, 8), 2), rounded_half_up(Fraction(2, 3), 0)
    (13, 1)
    """
    size, parts = abs(number.numerator), number.denominator
    return (size * 2 * int(10**digits) + parts) // (2 * parts)


def root(number: Fraction) -> str:
    """A square root to some significant digits, by whole numbers, rounded down.

    >>> root(Fraction(2)), root(Fraction(1, 4))
    ('1.41421356237', '0.500000000000')
    """
    places = 0
    while isqrt(number.numerator * 100**places // number.denominator) < 10 ** (SIGNIFICANT - 1):
        places += 1
        if places > 3 * SIGNIFICANT:
            break
    return _pointed(isqrt(number.numerator * 100**places // number.denominator), places)


def _pointed(whole: int, places: int) -> str:
    """A whole number with a decimal point before its last digits."""
    digits = str(whole).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
