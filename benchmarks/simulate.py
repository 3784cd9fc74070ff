"""How many whole rounds a core deals, against phevaluator and random.sample on a five-card round."""

import random
import time
from collections.abc import Callable, Iterator

from tablewright.games import game
from tablewright.odds.analysis import Analysis
from tablewright.odds.simulation import Dealer, dealer_for, simulate

ROUNDS = 30_000_000
PEER_ROUNDS = 100_000
RUNS = 3


def peer_rounds_per_second(evaluate: Callable[..., int]) -> float:
    """A player's hand against a dealer's: sample ten cards, rank twice, compare."""
    deck, sample, wins = range(52), random.Random(1).sample, 0
    before = time.perf_counter()
    for _ in range(PEER_ROUNDS):
        cards = sample(deck, 10)
        if evaluate(*cards[:5]) < evaluate(*cards[5:]):
            wins += 1
    return PEER_ROUNDS / (time.perf_counter() - before)


def rounds_per_second(dealer: Dealer, jobs: int) -> float:
    run = simulate(dealer, ROUNDS, seed=1, jobs=jobs)
    return run.rounds / run.seconds


def measure() -> Iterator[tuple[str, str, str]]:
    import phevaluator.evaluator as evaluator

    peers = {
        "native": evaluator._pheval.evaluate_5cards,
        "public": evaluator.evaluate_5cards,
    }
    for id in ("duki4", "king-high", "pick2"):
        dealer = dealer_for(Analysis(game(id).ruleset()), None)
        simulate(dealer, 1_000_000, seed=1)
        one, two = [], []
        peer: dict[str, list[float]] = {name: [] for name in peers}
        for _ in range(RUNS):
            for name, evaluate in peers.items():
                peer[name].append(peer_rounds_per_second(evaluate))
            one.append(rounds_per_second(dealer, 1))
            two.append(rounds_per_second(dealer, 2))
        yield f"simulate {id}, million rounds a second on one core", f"{max(one) / 1e6:.1f}", "30"
        for name, rates in peer.items():
            ratio = max(one) / max(rates)
            yield (
                f"simulate {id}, in rounds of phevaluator ({name}) and random.sample",
                f"{ratio:.0f} x",
                "50, aim 100",
            )
        yield f"simulate {id}, two jobs in times of one", f"{max(two) / max(one):.2f} x", "1.7"
