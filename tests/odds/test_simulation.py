"""Simulation: the same rounds from the same seed, every deal equally likely, near the exact figures."""

import threading
from collections import Counter
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

from tablewright.games import game
from tablewright.odds import chunks, simulation
from tablewright.odds.analysis import Analysis
from tablewright.odds.chunks import CHUNK
from tablewright.odds.contests import Counted
from tablewright.odds.hands import Pack
from tablewright.odds.simulation import ContestDealer, dealer_for, simulate
from tablewright.odds.solving import Solved, contest_of
from tablewright.rules.cards import Rank
from tests import registry
from tests.odds.analysed import analysed

GAMES = [*registry.GAMES, "three-card-poker"]
ROUNDS = 3_000_000


@pytest.mark.parametrize("id", GAMES)
def test_a_simulation_lies_within_four_standard_errors(id: str) -> None:
    """Law 9."""
    dealer = dealer_for(analysed(id), None)
    run = simulate(dealer, ROUNDS, seed=20)
    assert run.rounds == ROUNDS
    measured = dealer.measured(run.tally)
    assert all(abs(each.z) < 4 for each in measured), measured
    assert all(each.standard_error > 0 for each in measured)


@pytest.mark.parametrize("id", GAMES)
def test_every_fact_is_dealt_as_often_as_counted(id: str) -> None:
    """Pearson's chi-squared over all facts: its mean is the number of facts, less one."""
    analysis = analysed(id)
    dealer = dealer_for(analysis, None)
    run = simulate(dealer, ROUNDS, seed=21)
    if isinstance(dealer, ContestDealer):
        solved = analysis.solution
        exact = solved.entries(solved.best)
        seen = Counter({entry.facts: entry.deals for entry in dealer.entries(run.tally)})
        deals = solved.counted.deals
    else:
        assert analysis.drawn is not None
        exact = analysis.drawn.rounds
        seen = Counter({n: int(count) for n, count in enumerate(run.tally[0]) if count})
        deals = analysis.drawn.sequences
    assert set(seen) <= {entry.facts for entry in exact}
    assert seen.total() == ROUNDS
    expected = {entry.facts: ROUNDS * entry.deals / deals for entry in exact}
    common = {facts: often for facts, often in expected.items() if often >= 10}
    chi = sum((seen[facts] - often) ** 2 / often for facts, often in common.items())
    freedom = len(common) - 1
    assert freedom > 5
    assert chi < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("id", GAMES)
def test_the_number_of_jobs_changes_nothing(id: str) -> None:
    dealer = dealer_for(analysed(id), None)
    rounds = 2 * CHUNK + 12_345
    runs = [simulate(dealer, rounds, seed=5, jobs=jobs) for jobs in (1, 2, 5)]
    for run in runs:
        assert run.rounds == rounds
        for mine, first in zip(run.tally, runs[0].tally, strict=True):
            assert (mine == first).all()
    other = simulate(dealer, rounds, seed=6, jobs=2)
    assert any((a != b).any() for a, b in zip(other.tally, runs[0].tally, strict=True))


def test_a_seed_that_was_not_given_is_told() -> None:
    dealer = dealer_for(analysed("duki4"), None)
    first = simulate(dealer, 1_000)
    again = simulate(dealer, 1_000, seed=first.seed)
    assert (first.tally[0] == again.tally[0]).all()


@pytest.mark.parametrize("decision", ["fold", "three", "five"])
def test_a_strategy_is_followed(decision: str) -> None:
    solved = analysed("pick2").solution
    dealer = ContestDealer(solved, solved.always(decision))
    run = simulate(dealer, 200_000, seed=1)
    assert dealer.played(run.tally, run.rounds)[decision] == 1
    measured = {each.of: each for each in dealer.measured(run.tally)}
    assert abs(measured["contest"].z) < 4
    assert measured["contest"].exact == solved.worth(solved.always(decision))


def test_a_fold_costs_what_it_costs_without_any_error() -> None:
    solved = analysed("duki4").solution
    dealer = ContestDealer(solved, solved.always("fold"))
    measured = dealer.measured(simulate(dealer, 10_000, seed=1).tally)
    (ante,) = [each for each in measured if each.of == "ante"]
    assert ante.mean == -1
    assert ante.z == 0


def test_a_small_pack_is_dealt_as_it_is_counted() -> None:
    ruleset = game("duki4").ruleset()
    pack = Pack((Rank.TWO, Rank.ACE))
    solved = Solved(ruleset, Counted(contest_of(ruleset), pack))
    dealer = ContestDealer(solved, solved.best)
    run = simulate(dealer, 400_000, seed=9)
    exact = {entry.facts: entry.deals for entry in solved.entries(solved.best)}
    seen = Counter({entry.facts: entry.deals for entry in dealer.entries(run.tally)})
    assert set(seen) == set(exact)
    for facts, deals in exact.items():
        often = 400_000 * deals / solved.counted.deals
        assert abs(seen[facts] - often) < 5 * often**0.5


@pytest.mark.parametrize("size", [3, 4, 5])
def test_hands_are_numbered_class_by_class(size: int) -> None:
    """The loop's way from a number to a class gives each class its weight, for every number."""
    id = {3: "three-card-poker", 4: "duki4", 5: "pick2"}[size]
    solved = analysed(id).solution
    dealer = ContestDealer(solved, solved.best)
    slopes, heights = dealer.shoe.lines.view(np.int64).T
    numbers = np.arange(solved.counted.hands.total)
    classes: npt.NDArray[np.int64] = (np.outer(numbers, slopes) + heights).max(axis=1) >> 31
    weights = np.sort(solved.counted.hands.weights)[::-1]
    assert (np.bincount(classes) == weights).all()


def test_the_dealer_s_suits_come_in_every_order() -> None:
    dealer = ContestDealer(analysed("duki4").solution, analysed("duki4").solution.best)
    orders = {
        tuple(shift // 13 for shift in int(word).to_bytes(4, "little"))
        for word in dealer.shoe.suit_shifts
    }
    assert orders == set(permutations(range(4)))


def test_an_interrupt_ends_it_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 10_000)
    dealer = dealer_for(analysed("duki4"), None)

    def interrupt(rounds: int) -> None:
        if rounds > 50_000:
            raise KeyboardInterrupt

    run = simulate(dealer, 10**9, seed=1, jobs=2, on_progress=interrupt)
    assert run.was_stopped
    assert 50_000 < run.rounds < 10**9
    assert int(run.tally[0].sum()) == run.rounds
    assert simulation.WORKER not in {thread.name for thread in threading.enumerate()}


def test_a_worker_s_failure_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    dealer = dealer_for(analysed("duki4"), None)

    def fail(*arguments: object) -> int:
        raise MemoryError("no room")

    monkeypatch.setattr(type(dealer.shoe), "deal", fail)
    with pytest.raises(MemoryError):
        simulate(dealer, 1_000, seed=1)


@pytest.mark.proof
@pytest.mark.parametrize("id", GAMES)
def test_a_thousand_million_rounds(id: str, proof_seed: int) -> None:
    """Law 9 at length: each wager and each line within five standard errors, whatever the seed."""
    analysis: Analysis = analysed(id)
    dealer = dealer_for(analysis, None)
    run = simulate(dealer, 10**9, seed=proof_seed)
    measured = dealer.measured(run.tally)
    print(*(f"{id} {each.of}: z {each.z:+.2f}" for each in measured), sep="\n")
    assert all(abs(each.z) < 5 for each in measured), measured
