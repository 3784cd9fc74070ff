"""Money: whole cents in, whole cents out.

A maximum payout posted by the house cuts the winnings after the line has paid, and a payment that does
not come out in chips is rounded down to the smallest in use. Both are house settings, never part of a
game's rules.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

LARGEST_STAKE_CENTS = 10**12


class HouseSettings(NamedTuple):
    """What the house posts about payments."""

    smallest_chip_cents: int = 1
    maximum_payouts: Mapping[str, int] = MappingProxyType({})
    """The most that is paid, in cents, by kind of wager; only of those that allow a maximum."""


class Cap(Enum):
    """What a posted maximum payout of a wager limits."""

    NONE = "nothing"
    WINNINGS = "winnings"
    STAKE_AND_WINNINGS = "stake and winnings"


NO_CAP, CAPS_WINNINGS, CAPS_ALL = Cap


AS_PRINTED = HouseSettings()


def returned_cents(
    stake_cents: int,
    net: Fraction,
    house: HouseSettings = AS_PRINTED,
    cap: Cap = NO_CAP,
    kind: str = "",
) -> int:
    """What comes back of a stake: nothing when lost, the stake when pushed, else stake and winnings.

    A maximum that the house posts for this kind of wager cuts what its cap says.

    >>> returned_cents(100, Fraction(3, 2)), returned_cents(101, Fraction(3, 2))
    (250, 252)
    """
    to_win = net.numerator
    if to_win < 0:
        return 0
    winnings = stake_cents * to_win // net.denominator
    most = house.maximum_payouts.get(kind) if cap is not NO_CAP else None
    if most is not None:
        if cap is CAPS_ALL:
            most = max(0, most - stake_cents)
        winnings = min(winnings, most)
    return stake_cents + winnings - winnings % house.smallest_chip_cents
