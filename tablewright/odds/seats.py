"""How the results of two seats vary together: both meet the same dealer's hand.

Counting two players' hands and a dealer's would take too long, so whole tables are dealt at random, the
same ones every time. Everything else that is said of a single seat is exact.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from tablewright.odds.hands import Ints
from tablewright.odds.ledger import HistogramEntry, net_of
from tablewright.odds.solving import Solved, staked

Floats = npt.NDArray[np.float64]
ROUNDS = 200_000
AT_ONCE = 10_000
SEATS = 6
SEED = 52


def between_seats(
    solved: Solved, lines: Mapping[str, Sequence[str]], rounds: int = ROUNDS
) -> dict[tuple[str, str], float]:
    """The covariance of a line at one seat with a line at another, each decision made for the best.

    A line is some wagers taken together, by their ids; nets are in units of the stakes.
    """
    nets = {name: _nets(solved, ids) for name, ids in lines.items()}
    rng = np.random.default_rng(SEED)
    means = dict.fromkeys(lines, 0.0)
    products = {(one, other): 0.0 for one in lines for other in lines}
    for start in range(0, rounds, AT_ONCE):
        count = min(AT_ONCE, rounds - start)
        decided, facts = _dealt(solved, rng, count)
        found = {name: of[decided, facts] for name, of in nets.items()}
        for name, each in found.items():
            means[name] += float(each.sum()) / (rounds * SEATS)
        for one, other in products:
            all_pairs = found[one].sum(axis=1) * found[other].sum(axis=1)
            itself = (found[one] * found[other]).sum(axis=1)
            pairs = rounds * SEATS * (SEATS - 1)
            products[one, other] += float((all_pairs - itself).sum()) / pairs
    return {pair: each - means[pair[0]] * means[pair[1]] for pair, each in products.items()}


def _nets(solved: Solved, ids: Sequence[str]) -> Floats:
    """What some wagers gain together, by the number of the decision and of the facts."""
    ruleset, space = solved.ruleset, solved.counted.contest.space
    nets = np.full((len(solved.decisions), space.size), np.nan)
    for n, decision in enumerate(solved.decisions):
        stakes = staked(ruleset, decision)
        for facts in solved.counted.met[decision].numbers():
            if facts in space.possible:
                entry = HistogramEntry(facts, 1, stakes)
                nets[n, facts] = sum(float(net_of(ruleset.wagers[id], entry)) for id in ids)
    return nets


def _dealt(solved: Solved, rng: np.random.Generator, count: int) -> tuple[Ints, Ints]:
    """The decisions and the facts of so many rounds: a row for each, a column for each seat."""
    hands = solved.counted.hands
    order = rng.random((count, len(hands.pack.cards))).argsort(axis=1)
    size = hands.size
    places = order[:, : size * (SEATS + 1)].reshape(count, SEATS + 1, size).astype(np.int8)
    places.sort(axis=2)
    numbers = hands.numbers(places.reshape(-1, size))
    classes = hands.class_of[numbers].reshape(count, SEATS + 1)
    dealer, players = classes[:, 0], classes[:, 1:]
    decided = solved.best[players].astype(np.int64)
    facts = np.zeros(players.shape, dtype=np.int64)
    for n, decision in enumerate(solved.decisions):
        met, chosen = solved.counted.met[decision], decided == n
        rows = solved.valued[decision].rows[players[chosen]]
        facts[chosen] = met.facts[rows]
        if len(met.cells) > 1:
            strengths, labels = solved.counted.as_dealer(decision)
            theirs = np.broadcast_to(dealer[:, None], players.shape)[chosen]
            versus = np.sign(met.thresholds[rows].astype(np.int64) - strengths[theirs]) + 1
            facts[chosen] += met.cells[3 * labels[theirs] + versus]
    return decided, facts
