"""The edge of a game at many pay tables: each odds adds evenly to what a decision is worth to a hand.

A decision's worth to a hand is a sum over the dealer's hands of what is paid; one more on a payment
adds the same however much is paid already. So each payment that varies is priced once with one more,
by the solver itself, and what that adds to each decision of each hand is kept. At any other odds the
worths follow by multiplying and adding whole numbers, and the best decision is looked for anew. Hands
that no payment touches keep theirs. Exact.

It does not hold where the higher of two tables pays, or where a player also chooses which cards to put
in play: there every pay table is solved by itself.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tablewright.odds.ledger import SAFE, common_denominator
from tablewright.odds.solving import Solved, weighted_sum
from tablewright.rules.wagers import Combine, Odds


def is_linear(solved: Solved, keys: Sequence[str]) -> bool:
    """Whether the worth of each decision to each hand rises evenly with the odds of these payments."""
    for decision in solved.decisions:
        if len(solved.counted.met[decision].hands) != len(solved.counted.hands):
            return False
    for id in solved.wagers:
        decided = solved.ruleset.wagers[id]
        for line in decided.lines:
            if line.combine is Combine.HIGHER:
                on_tables = {decided.wager.pay_key(t, made) for t in line.tables for made in t.rows}
                if on_tables & set(keys):
                    return False
    return True


class LinearGame:
    """A game whose payments vary, solved once for each of them."""

    def __init__(self, solved: Solved, odds: Mapping[str, Sequence[Odds]]) -> None:
        """`odds` are those to be tried, by the key of the payment."""
        posted = {k: o for d in solved.ruleset.wagers.values() for k, o in d.pay_keys().items()}
        more = {
            key: Solved(
                solved.ruleset.at(
                    {
                        **solved.ruleset.pay,
                        key: Odds(posted[key].win + posted[key].per, posted[key].per),
                    }
                ),
                solved.counted,
            )
            for key in odds
        }
        each = [solved, *more.values()]
        scale = common_denominator(Fraction(1, one.denominator) for one in each)
        present = [_values(one, scale) for one in each]
        added = [one - present[0] for one in present[1:]]
        weights = solved.counted.hands.weights
        touched = np.zeros(len(weights), dtype=bool)
        for one in added:
            touched |= (one != 0).any(axis=0)
        steps = {
            key: [each.fraction - posted[key].fraction for each in some]
            for key, some in odds.items()
        }
        self._per = common_denominator(step for some in steps.values() for step in some)
        self._steps = [[int(step * self._per) for step in some] for some in steps.values()]
        largest = self._per * int(np.abs(present[0]).max()) + sum(
            max(map(abs, some)) * int(np.abs(one).max())
            for some, one in zip(self._steps, added, strict=True)
        )
        kind = np.int64 if largest < SAFE else object
        self._present = present[0][:, touched].astype(kind) * self._per
        self._added = [one[:, touched].astype(kind) for one in added]
        self._weights = weights[touched]
        self._rest = (
            weighted_sum(present[0][:, ~touched].max(axis=0), weights[~touched]) * self._per
        )
        self._scale = scale * solved.counted.dealer_hands * self._per * solved.counted.hands.total

    def edge(self, point: Sequence[int]) -> Fraction:
        """The edge of the game at the odds of these places, each hand played for the best."""
        worth = self._present.copy()
        for steps, place, added in zip(self._steps, point, self._added, strict=True):
            if steps[place]:
                worth += steps[place] * added
        won = self._rest + weighted_sum(worth.max(axis=0), self._weights)
        return -Fraction(won, self._scale)


def _values(solved: Solved, scale: int) -> npt.NDArray[Any]:
    """What each decision is worth to each hand, as whole numbers at one scale for all."""
    times = scale // solved.denominator
    values = [solved.valued[decision].values for decision in solved.decisions]
    largest = max(int(np.abs(each).max()) for each in values) * times
    kind = np.int64 if largest < SAFE // 8 else object
    return np.stack([each.astype(kind) * times for each in values])
