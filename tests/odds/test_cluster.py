"""Rounds on a cluster are the rounds dealt here, with any workers and whatever is killed on the way."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tablewright.odds.chunks import CHUNK, Tally
from tablewright.odds.cluster import Cluster, _deal, joined
from tablewright.odds.simulation import Dealer, Simulated, dealer_for, simulate
from tablewright.rules.errors import Refused
from tablewright.rules.this_code import PACKAGE
from tests.odds.analysed import analysed
from tests.odds.cluster_processes import Machines, kill, machines

ROUNDS = 60 * CHUNK + 12_345
SEED = 11


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with machines(tmp_path_factory.mktemp("cluster")) as these:
        these.add_worker()
        these.wait_for(lambda: not refusal(these))
        yield these


def refusal(of: Machines) -> str:
    """Why a cluster is not let in, if it is not."""
    try:
        with joined(of.address, None):
            return ""
    except Refused as refused:
        return str(refused)


@pytest.fixture(scope="module")
def dealer() -> Dealer:
    return dealer_for(analysed("duki4"), None)


@pytest.fixture(scope="module")
def here(dealer: Dealer) -> Simulated:
    return simulate(dealer, ROUNDS, SEED, jobs=2)


def blank(dealer: Dealer) -> Tally:
    return Tally(SEED, ROUNDS, dealer.shoe.blank())


def are_the_same(one: Simulated, other: Simulated) -> bool:
    assert one.rounds == other.rounds == ROUNDS
    return all(np.array_equal(a, b) for a, b in zip(one.tally, other.tally, strict=True))


def test_one_worker_deals_what_is_dealt_here(
    started: Machines, dealer: Dealer, here: Simulated
) -> None:
    with joined(started.address, None) as cluster:
        run = cluster.carry_on(dealer.shoe, blank(dealer))
    assert run.cluster == (started.address, 1, 0)
    assert are_the_same(run, here)


def test_three_workers_of_which_one_is_killed_deal_the_same(
    started: Machines, dealer: Dealer, here: Simulated
) -> None:
    started.add_worker()
    started.add_worker()
    killed: list[int] = []

    def kill_one(dealt: int) -> None:
        if dealt and not killed:
            assert dealt < ROUNDS
            started.kill_worker()
            killed.append(dealt)

    with joined(started.address, None) as cluster:
        wait_for_workers(cluster, 3)
        run = cluster.carry_on(dealer.shoe, blank(dealer), kill_one)
        assert killed
        wait_for_workers(cluster, 2)
        assert cluster.workers == (started.address, 2, 1)
    assert are_the_same(run, here)


def wait_for_workers(cluster: Cluster, number: int) -> None:
    while cluster.look() != number:
        pass


def test_an_interrupt_ends_it_with_what_it_has_and_another_goes_on(
    started: Machines, dealer: Dealer, here: Simulated
) -> None:
    def interrupt(dealt: int) -> None:
        if dealt:
            raise KeyboardInterrupt

    tally = blank(dealer)
    with joined(started.address, None) as cluster:
        run = cluster.carry_on(dealer.shoe, tally, interrupt)
        assert run.was_stopped
        assert 0 < run.rounds == int(run.tally[0].sum()) < ROUNDS
        whole = cluster.carry_on(dealer.shoe, tally)
    assert whole.taken_up == run.rounds
    assert are_the_same(whole, here)


def test_a_cluster_of_other_code_is_refused_before_anything_is_counted(
    started: Machines, tmp_path: Path
) -> None:
    other_package(tmp_path / "tablewright")
    other = started.add_worker(PYTHONPATH=str(tmp_path))
    while other.poll() is None and not (refused := refusal(started)):
        pass  # Until it has joined, the cluster is let in.
    assert re.fullmatch(r"worker tcp://\S+ runs other code .* expected the code here", refused)
    kill(other)
    started.workers.remove(other)


def test_a_worker_that_joins_later_shows_its_code_with_each_block(
    started: Machines, dealer: Dealer
) -> None:
    with joined(started.address, None) as cluster:
        dealt = cluster.client.submit(_deal, dealer.shoe, "other code", SEED, ROUNDS, (0, 1))
        refused = dealt.exception()
    assert isinstance(refused, Refused)
    assert "runs other code" in str(refused)


def other_package(folder: Path) -> None:
    """This very package, but for a comment."""
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("page", "__pycache__"))
    with (folder / "odds" / "dealing.py").open("a", encoding="utf-8") as file:
        file.write("# another line\n")


def test_a_scheduler_that_dies_ends_it_with_what_it_has(started: Machines, dealer: Dealer) -> None:
    """The last test with this cluster, then."""

    def kill_scheduler(dealt: int) -> None:
        if dealt and started.scheduler.returncode is None:
            kill(started.scheduler)

    with joined(started.address, None) as cluster:
        run = cluster.carry_on(dealer.shoe, blank(dealer), kill_scheduler)
    assert run.trouble == f"the cluster at '{started.address}' no longer answers"
    assert 0 < run.rounds == int(run.tally[0].sum()) < ROUNDS
