"""An exact figure beside the text that people read: the fraction never leaves, the text is rounded."""

from fractions import Fraction

import msgspec

from tablewright.odds.printing import decimal, percent, rounded_half_up


class Exact(msgspec.Struct, frozen=True):
    """A figure computed without rounding, and as it is printed."""

    exact: str
    """The fraction in lowest terms: `96459473/2926537250`; a whole number stands alone."""
    text: str
    """Rounded for people: `3.2960 %`."""

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.exact)


def in_percent(part: Fraction, digits: int = 4) -> Exact:
    """A part of one, in per cent."""
    return Exact(str(part), percent(part, digits))


def in_units(amount: Fraction, digits: int = 6) -> Exact:
    """An amount in units of the first wager, signed.

    >>> in_units(Fraction(-1, 3))
    Exact(exact='-1/3', text='-0.333333')
    """
    return Exact(str(amount), signed(amount, digits))


def plainly(amount: Fraction, digits: int = 4) -> Exact:
    """An amount without a sign before it, unless it is below nothing."""
    return Exact(str(amount), signed(amount, digits).removeprefix("+"))


def as_net(net: Fraction) -> Exact:
    """A net result: an exact decimal where it has one."""
    return Exact(str(net), decimal(net))


def signed(amount: Fraction, digits: int) -> str:
    """An amount rounded to so many digits, half up, with its sign; exact until it is rounded.

    >>> signed(Fraction(1, 2), 2), signed(Fraction(-2, 3), 3), signed(Fraction(0), 1)
    ('+0.50', '-0.667', '+0.0')
    """
    rounded = rounded_half_up(amount, digits)
    whole = str(rounded).rjust(digits + 1, "0")
    point = f".{whole[-digits:]}" if digits else ""
    sign = "-" if amount.numerator < 0 and rounded else "+"
    return f"{sign}{whole[: len(whole) - digits]}{point}"


def in_money(cents: Fraction) -> Exact:
    """An amount in cents, as people write money; the exact figure stays in cents.

    >>> in_money(Fraction(-123456)), in_money(Fraction(2, 3))
    (Exact(exact='-123456', text='-$1,234.56'), Exact(exact='2/3', text='$0.01'))
    """
    rounded = rounded_half_up(cents, 0)
    sign = "-" if cents < 0 and rounded else ""
    return Exact(str(cents), f"{sign}${rounded // 100:,}.{rounded % 100:02}")
