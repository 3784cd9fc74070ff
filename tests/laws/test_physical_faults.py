"""The law of the physical table: whatever is wrong with its cards, a round has a legal way to its end.

At keyed tables of every device people do what is legal and true, over packs with faults: too few cards
to a hand, too many, a card twice, a joker or another deck's card, a card face up, an empty shoe, a jam.
After every act every chip is where it should be. `make proof` plays 100 000 rounds of each game.
"""

import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from typing import NamedTuple

import pytest

from tablewright.games import game, procedure
from tablewright.table.journal import Journal
from tests.laws.test_table import journal_holds
from tests.physical_play import TRUTHS, PhysicalPlay
from tests.table_play import KEYED, random_setup

GAMES = sorted({of for of, _ in KEYED})
SITTING_ROUNDS = 100
PROVEN_ROUNDS = 100_000


class Sitting(NamedTuple):
    """A few rounds at one table."""

    rounds: int
    lines: int
    declared: Counter[str]


def sitting(of: str, device: str, seed: str, rounds: int, *, is_checked: bool) -> Sitting:
    """Some rounds at a keyed table with faults; its journal is audited too, if it is checked."""
    rng = Random(f"physical {of} {device} {seed}")
    journal = Journal() if is_checked else None
    play = PhysicalPlay(random_setup(of, device, rng), rng, journal)
    play.open()
    for _ in range(rounds):
        play.play_round()
    if journal is not None:
        journal_holds(play.table, journal)
    return Sitting(rounds, play.table.lines, play.declared)


def sitting_told(of: str, device: str, seed: str, *, is_checked: bool) -> Sitting | str:
    """A sitting, or what broke it as text, since not every error can travel between processes."""
    try:
        return sitting(of, device, seed, SITTING_ROUNDS, is_checked=is_checked)
    except Exception:
        return f"{of} {device}, {seed}: {traceback.format_exc()}"


@pytest.mark.parametrize("of", GAMES)
def test_the_harness_knows_when_each_irregularity_has_happened(of: str) -> None:
    known = procedure(game(of)).irregularities
    assert {each.id.rpartition(".")[2] for each in known} <= set(TRUTHS)


@pytest.mark.parametrize(("of", "device"), KEYED)
def test_a_round_with_physical_faults_has_a_legal_way_to_its_end_and_loses_no_chip(
    of: str, device: str
) -> None:
    for seed in range(3):
        sitting(of, device, f"small {seed}", 12, is_checked=True)


@pytest.mark.proof
@pytest.mark.parametrize("of", GAMES)
def test_a_hundred_thousand_rounds_with_physical_faults_each_have_a_legal_way_to_their_end(
    of: str, proof_seed: int
) -> None:
    devices = [device for each, device in KEYED if each == of]
    done: list[Sitting] = []
    declared: Counter[str] = Counter()
    print(f"{of}: physical faults, seed {proof_seed}")
    with ProcessPoolExecutor(2) as pool:
        started = [
            pool.submit(
                sitting_told,
                of,
                devices[number % len(devices)],
                f"{proof_seed} {number}",
                is_checked=number % 20 < len(devices),
            )
            for number in range(PROVEN_ROUNDS // SITTING_ROUNDS)
        ]
        for finished in as_completed(started):
            came = finished.result()
            if isinstance(came, str):
                pool.shutdown(wait=False, cancel_futures=True)
                pytest.fail(came)
            done.append(came)
            declared += came.declared
            if len(done) % 50 == 0:
                rounds, lines = sum(e.rounds for e in done), sum(e.lines for e in done)
                print(f"{of}: {rounds:,} rounds, {lines:,} lines, {declared.total():,} declared")
    assert sum(each.rounds for each in done) >= PROVEN_ROUNDS
    for each in procedure(game(of)).irregularities:
        name = each.id.rpartition(".")[2]
        assert any(key.startswith(f"{name} ") for key in declared), f"{name} never happened"
