"""What a player lays to cost the house most: which wagers may lie together, and at which stakes.

How every wager will end is given. A wager that wins is laid as high as costs the house most, one that
loses is left out, and where another needs it, it is laid as low as the limits allow.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple

from tablewright.odds.ledger import settled
from tablewright.rules.game import Ruleset
from tablewright.rules.money import CAPS_ALL, NO_CAP, HouseSettings, returned_cents
from tablewright.rules.stakes import Offer
from tablewright.rules.wagers import Decided, Outcome, SameAs

MOST_STEPS = 60
"""So far round a bend stakes are tried chip by chip: payments are rounded down to a chip."""

Limits = Mapping[str, tuple[int, int]]
"""Minimum and maximum by kind of wager, in cents."""
Ends = Mapping[str, Outcome]
"""How each wager that can be on the felt ends."""


class Lay(NamedTuple):
    """A wager laid, and what it costs the house."""

    wager: str
    stake: int
    cost: int
    """In cents; below nothing where the house wins it."""
    rule: str
    net: Fraction
    """For each unit staked."""
    card: int = 0
    """The number of the card it is laid on, where it is laid on one."""


class Placing:
    """The wagers of a ruleset as a player may lay them within the house's limits."""

    def __init__(self, ruleset: Ruleset, limits: Limits, house: HouseSettings) -> None:
        self._wagers: Mapping[str, Decided[Any]] = ruleset.wagers
        self._limits, self._house = limits, house
        offer = Offer.of([decided.wager for decided in ruleset.wagers.values()])
        self.placed = offer.placed
        self._following = offer.following
        self._equals = {
            id: stake.wager
            for id in self.placed
            if isinstance(stake := self._wagers[id].wager.stake, SameAs)
        }
        needed = {need.wager for id in self.placed for need in self._wagers[id].needs}
        self.tied = frozenset({*needed, *self._equals, *self._equals.values()})
        """The wagers on which others depend; the rest are laid each for itself."""

    def together(
        self, among: Collection[str], *, laid: frozenset[str] = frozenset()
    ) -> Iterator[frozenset[str]]:
        """Every set of tied wagers among these that may lie beside those laid already."""
        tied = [id for id in self.placed if id in among and id in self.tied]
        for size in range(len(tied) + 1):
            for some in combinations(tied, size):
                if all(self._asks(id) <= {*some, *laid} for id in some):
                    yield frozenset(some)

    def _asks(self, id: str) -> set[str]:
        """What must lie on the felt for a wager to be taken."""
        needs = {need.wager for need in self._wagers[id].needs}
        return needs | {self._equals[id]} if id in self._equals else needs

    def costliest(
        self,
        ends: Ends,
        tied: frozenset[str],
        *,
        laid: frozenset[str] = frozenset(),
        decision: str = "",
        must: str = "",
    ) -> list[Lay] | None:
        """What costs most with exactly these tied wagers laid; None where they cannot all lie there.

        `laid` lie there already, `must` is laid whatever it costs, and a decision adds what follows.
        """
        if not tied <= ends.keys() or (must and must not in ends):
            return None
        found: list[Lay] = []
        for id in self.placed:
            if id not in ends or (id in self._equals and self._equals[id] in tied):
                continue
            if id in self.tied and id not in tied:
                continue
            if not self._asks(id) <= tied | laid:
                if id == must:
                    return None
                continue
            best = self._highest(self._group(id, ends, tied, decision), ends)
            if best is None:
                if id in tied or id == must:
                    return None
                continue
            if id in tied or id == must or sum(lay.cost for lay in best) > 0:
                found += best
        return found

    def _group(self, first: str, ends: Ends, tied: frozenset[str], decision: str) -> dict[str, int]:
        """A wager, those that must equal it, and what follows: each as a multiple of its stake."""
        group = {first: 1}
        for id, other in self._equals.items():
            if other in group and id in tied:
                group[id] = 1
        for id, times in self._following.items():
            if decision in times.by_decision and times.wager in group and id in ends:
                group[id] = times.by_decision[decision]
        return group

    def _highest(self, group: Mapping[str, int], ends: Ends) -> list[Lay] | None:
        """The stakes of a group that cost the house most; None where the limits leave none."""
        limits = [
            self._limits[self._wagers[id].wager.kind] for id in group if id not in self._following
        ]
        low, high = max(low for low, _ in limits), min(high for _, high in limits)
        best: list[Lay] | None = None
        most = 0
        for stake in self._stakes(group, ends, low, high):
            lays = [self._lay(id, times * stake, ends[id]) for id, times in group.items()]
            cost = sum(lay.cost for lay in lays)
            if best is None or cost > most:
                best, most = lays, cost
        return best

    def _stakes(self, group: Mapping[str, int], ends: Ends, low: int, high: int) -> Iterator[int]:
        """The stakes among which the costliest is: round the limits, and where a maximum payout cuts.

        Between those, the cost rises or falls evenly but for what is rounded down to a chip, which
        repeats itself after a few chips.
        """
        chip = self._house.smallest_chip_cents
        nets = {id: settled(ends[id]) for id in group}
        bends = {low, high}
        for id, times in group.items():
            decided = self._wagers[id]
            posted = self._house.maximum_payouts.get(decided.wager.kind)
            if posted is not None and decided.cap is not NO_CAP and nets[id] > 0:
                counts_stake = decided.cap is CAPS_ALL
                bends.add(int(posted / (nets[id] + counts_stake)) // times)
                bends.add(posted // times)
        reach = chip * min(MOST_STEPS, lcm(*(net.denominator for net in nets.values())))
        found = {
            stake
            for bend in bends
            for stake in range(bend - bend % chip - reach, bend + reach + 1, chip)
            if low <= stake <= high
        }
        yield from sorted(found, reverse=True)

    def _lay(self, id: str, stake: int, end: Outcome) -> Lay:
        decided, net = self._wagers[id], settled(end)
        back = returned_cents(stake, net, self._house, decided.cap, decided.wager.kind)
        return Lay(id, stake, back - stake, decided.lines[end.line].rule, net)
