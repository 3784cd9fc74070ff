"""A version at given stakes: wins, bands and ruin, beside sums worked out apart from it."""

import pickle
from fractions import Fraction

import numpy as np
import pytest

from tablewright.design.bank import Seating
from tablewright.design.versions import version_of
from tablewright.odds.hold import bands
from tablewright.rules.errors import Refused
from tests.design.priced import PRICES


def seating(id: str, stakes: dict[str, int], seats: int = 1) -> Seating:
    return Seating(PRICES.analysis(version_of(id)), stakes, seats)


@pytest.mark.parametrize(
    ("id", "stakes"),
    [
        ("duki4", {"ante": 1000}),
        ("duki4", {"ante": 1000, "bonus": 500}),
        ("duki4", {"bonus": 500}),
        ("pick2", {"ante": 2500}),
        ("pick2", {"ante": 2500, "bonus-5": 100}),
        ("king-high", {"pokerpot": 500}),
        ("king-high", {"pokerpot": 500, "high-run": 200}),
        ("king-high", {"high": 500}),
        ("king-high", {"suit": 500}),
    ],
)
def test_the_win_is_each_edge_times_its_stake(id: str, stakes: dict[str, int]) -> None:
    """The mean of a sum is the sum of the means, however the wagers hang together."""
    report = PRICES.price(version_of(id)).report
    expected = Fraction(0)
    inside = report.contest.wagers if report.contest else []
    for wager, cents in stakes.items():
        of = report.wagers[wager]
        if wager in inside:
            assert report.contest is not None
            expected += cents * report.contest.house_edge
        elif set(stakes) & set(inside) and of.expectation_with_contest is not None:
            expected -= cents * of.expectation_with_contest
        else:
            expected += cents * of.house_edge
    assert seating(id, stakes).win == expected


def test_an_hour_is_worth_pace_times_seats_times_the_win_of_a_hand() -> None:
    contest = PRICES.price(version_of("duki4")).report.contest
    assert contest is not None
    hour = seating("duki4", {"ante": 1000}, seats=5).win_an_hour(40)
    assert hour.win.fraction == 40 * 5 * 1000 * contest.house_edge
    assert hour.staked.fraction == 40 * 5 * 1000 * contest.average_wager
    assert hour.of_staked.fraction == contest.element_of_risk
    assert hour.a_seat.fraction * 5 == hour.win.fraction
    assert hour.win.text == "$65.92"
    assert pickle.loads(pickle.dumps(hour)) == hour


def test_bands_of_one_seat_are_those_of_odds() -> None:
    contest = PRICES.price(version_of("duki4")).report.contest
    assert contest is not None
    (band,) = seating("duki4", {"ante": 1000}).bands([10_000])
    (by_odds,) = bands({Fraction(net): int(n) for net, n in contest.distribution.items()}, [10_000])
    assert not band.is_bell_curve
    assert band.expected.fraction == 10_000 * 1000 * contest.house_edge
    for level in band.levels:
        low, high = by_odds.bounds[level.level]
        assert level.low_cents == pytest.approx(10_000 * 1000 * low, abs=1)
        assert level.high_cents == pytest.approx(10_000 * 1000 * high, abs=1)


def test_players_of_a_draw_win_and_lose_as_one() -> None:
    one, five = (seating("king-high", {"pokerpot": 500}, seats) for seats in (1, 5))
    assert five.results == {5 * net: n for net, n in one.results.items()}
    assert five.deviation == pytest.approx(5 * one.deviation)
    assert five.win_an_hour(20).win.fraction == 5 * one.win_an_hour(20).win.fraction


def test_seats_that_meet_one_dealer_s_hand_vary_together() -> None:
    """Beside tables dealt at random: the deviation of the sum of all seats."""
    analysis = PRICES.analysis(version_of("duki4"))
    table = Seating(analysis, {"ante": 1}, seats=6)
    alone = Seating(analysis, {"ante": 1})
    assert table.varies_together
    assert table.deviation > 1.05 * 6**0.5 * alone.deviation
    (band,) = table.bands([1_000])
    assert band.is_bell_curve
    assert table.ruin(100, 1000).within.method == "diffusion"
    assert not Seating(analysis, {"bonus": 1}, seats=6).varies_together


def test_ruin_is_of_the_house_or_of_one_player() -> None:
    at_table = seating("duki4", {"ante": 1000})
    house, player = at_table.ruin(200_000, 2_000), at_table.ruin(200_000, 2_000, of="player")
    assert 0 < house.within.probability < player.within.probability < 1
    assert house.within.probability <= house.ever_at_most < 1
    assert player.is_certain
    assert house.within.method == player.within.method == "stepwise"
    nets = np.array([float(net) for net in at_table.results])
    parts = np.array(list(at_table.results.values()), dtype=float)
    rng = np.random.default_rng(4)
    courses = rng.choice(nets, p=parts / parts.sum(), size=(4_000, 2_000)).cumsum(axis=1)
    dealt = float((200_000 + courses.min(axis=1) <= 0).mean())
    assert player.within.probability == pytest.approx(dealt, abs=0.03)


@pytest.mark.parametrize(
    ("id", "stakes", "said"),
    [
        ("duki4", {}, "nothing is staked: expected "),
        ("duki4", {"play": 100}, "'play' is staked: expected "),
        ("duki4", {"ante": 0}, "0 cents are staked on ante: expected 1 to"),
        ("pick2", {"bonus-5": 100}, "bonus-5 is wagered without"),
        ("king-high", {"high": 100, "pokerpot": 100}, "high and pokerpot are not settled together"),
    ],
)
def test_stakes_that_cannot_be_made_are_refused(id: str, stakes: dict[str, int], said: str) -> None:
    with pytest.raises(Refused) as refused:
        _ = seating(id, stakes).results
    assert str(refused.value).startswith(said)


def test_what_cannot_be_asked_is_refused() -> None:
    at_table = seating("duki4", {"ante": 1000})
    for asked in (
        lambda: at_table.bands([0]),
        lambda: at_table.win_an_hour(0),
        lambda: at_table.ruin(0, 10),
        lambda: at_table.ruin(10, 0),
        lambda: at_table.ruin(10, 10, of="bank"),
        lambda: seating("duki4", {"ante": 1000}, seats=0),
    ):
        with pytest.raises(Refused, match=r": expected "):
            asked()
