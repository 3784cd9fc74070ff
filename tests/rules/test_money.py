"""Money: whole cents, rounded down to a chip, cut to a posted maximum."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.money import Cap, HouseSettings, returned_cents

STAKES = st.integers(1, 10**12)
NETS = st.fractions(0, 2_500, max_denominator=7)


@given(STAKES)
def test_a_lost_stake_is_gone_and_a_pushed_one_comes_back(stake: int) -> None:
    assert returned_cents(stake, Fraction(-1)) == 0
    assert returned_cents(stake, Fraction(0)) == stake


@given(STAKES, NETS, st.sampled_from([1, 5, 25, 100]))
def test_winnings_are_exact_or_less_than_a_chip_short(stake: int, net: Fraction, chip: int) -> None:
    back = returned_cents(stake, net, HouseSettings(smallest_chip_cents=chip))
    short = stake + stake * net - back
    assert 0 <= short < chip
    assert (back - stake) % chip == 0


@pytest.mark.parametrize(
    ("cap", "returned"),
    [(Cap.NONE, 250_100), (Cap.WINNINGS, 100_100), (Cap.STAKE_AND_WINNINGS, 100_000)],
)
def test_a_posted_maximum_cuts_the_winnings(cap: Cap, returned: int) -> None:
    house = HouseSettings(maximum_payouts={"side": 100_000})
    assert returned_cents(100, Fraction(2_500), house, cap, "side") == returned


@given(STAKES, NETS, st.integers(1, 10**6), st.sampled_from(Cap))
def test_a_posted_maximum_never_takes_the_stake(
    stake: int, net: Fraction, most: int, cap: Cap
) -> None:
    house = HouseSettings(maximum_payouts={"side": most})
    assert stake <= returned_cents(stake, net, house, cap, "side") <= returned_cents(stake, net)


def test_a_maximum_that_does_not_come_out_in_chips_is_paid_in_chips() -> None:
    house = HouseSettings(smallest_chip_cents=25, maximum_payouts={"side": 1_010})
    assert returned_cents(100, Fraction(2_500), house, Cap.WINNINGS, "side") == 1_100
