"""How many commands a person may send in a second, over all their connections and posts together."""

import math
from collections import OrderedDict
from collections.abc import Callable

MOST_A_SECOND = 50
AT_ONCE = 10 * MOST_A_SECOND
MOST_KEPT = 20_000
"""So many people are counted; those who have been silent longest have their whole allowance anyway."""


class Allowance:
    """Counts what people send. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each person has left, and since when."""

    def take(self, key: str) -> int:
        """A person sends something: 0 if they may, else how many whole seconds they have to wait."""
        now = self._clock()
        left, since = self._left.pop(key, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - since) * MOST_A_SECOND)
        wait = 0 if left >= 1 else math.ceil((1 - left) / MOST_A_SECOND)
        self._left[key] = left if wait else left - 1, now
        if len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
        return wait
