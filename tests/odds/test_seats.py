"""Two seats that meet one dealer: what was dealt at random against settlements one by one."""

from random import Random

import pytest

from tablewright.odds.advice import Advice
from tablewright.odds.seats import between_seats
from tablewright.odds.solving import staked
from tablewright.rules.cards import DECK
from tablewright.rules.views import Hand
from tests.odds.analysed import analysed

ROUNDS = 2_000


@pytest.mark.parametrize("id", ["duki4"])
def test_seats_vary_together_as_hands_settled_one_by_one_do(id: str) -> None:
    """The same covariance from whole tables dealt here, decided and settled by the rules."""
    solved = analysed(id).solution
    contest, wagers = solved.counted.contest, solved.ruleset.wagers
    size, rng = contest.hand_cards, Random(7)
    sums, products = [0.0, 0.0], 0.0
    for _ in range(ROUNDS):
        dealt = rng.sample(DECK, 3 * size)
        dealer, *players = (tuple(dealt[n : n + size]) for n in range(0, 3 * size, size))
        nets = []
        for held in players:
            advice = Advice(solved, held)
            facts = contest.facts(Hand(dealer), Hand(held), advice.best, advice.plays(advice.best))
            stakes = staked(solved.ruleset, advice.best)
            ends = {n: wagers[n].outcomes[facts].net for n in solved.wagers if n in stakes}
            nets.append(float(sum(stakes[n] * (net or 0) for n, net in ends.items())))
        sums = [so_far + net for so_far, net in zip(sums, nets, strict=True)]
        products += nets[0] * nets[1]
    found = products / ROUNDS - sums[0] * sums[1] / ROUNDS**2
    shared = between_seats(solved, {"game": solved.wagers}, 50_000)["game", "game"]
    contest_figures = analysed(id).figured.contest
    assert contest_figures is not None
    error = float(contest_figures.variance) / ROUNDS**0.5
    assert found == pytest.approx(shared, abs=4 * error)
    assert 0.1 < shared / float(contest_figures.variance) < 0.25
