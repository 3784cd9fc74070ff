"""What the house should have held at a table that was played, and how far chance may move it.

A *group* is a wager, or the wagers of a contest taken together since one hand decides them. For every
group there are the exact results of one unit staked; the stakes that were made say how often and how
large. Where the stakes of a group decide independently of each other the band is exact: the results for
each stake are folded together. Otherwise it is a bell curve with the variance that the stakes make,
those that vary together counted so: seats that meet one dealer's hand, wagers on one hand or card.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from tablewright.odds.analysis import Analysis
from tablewright.odds.figures import players_edges
from tablewright.odds.hold import held, within_bell_curve
from tablewright.odds.ledger import covariances, mean_of, variance_of
from tablewright.odds.printing import percent
from tablewright.odds.seats import between_seats

THE_GAME = "game"
Pair = tuple[str, str]


class Stakes(NamedTuple):
    """What was staked on the wagers of a table, by wager and in cents."""

    staked: Mapping[str, int]
    """In all."""
    sizes: Mapping[str, Mapping[int, int]]
    """How often each stake was made: at one seat, or by all boxes on one card."""
    at_seats: Mapping[Pair, int]
    """For each two wagers (or one twice), the sum over all seats of the product of their stakes."""
    at_rounds: Mapping[Pair, int]
    """The same with the stakes of all seats of a round, or of all boxes on a card, put together."""


class WagerGroup(NamedTuple):
    """Wagers that are looked at as one."""

    id: str
    name: str
    wagers: tuple[str, ...]
    unit: str
    """The wager in whose stake the results are told."""
    results: Mapping[Fraction, int]
    """The player's net for one unit, and how often it comes."""

    @property
    def edge(self) -> Fraction:
        return -mean_of(self.results)


class Expected(NamedTuple):
    """What the house should have won, in cents."""

    cents: float
    bounds: Mapping[int, tuple[float, float]]
    """By level in per cent, the least and the most."""
    is_bell_curve: bool


class Expectations:
    """The groups of a ruleset, and how they vary together; the analysis itself is not kept."""

    def __init__(self, analysis: Analysis) -> None:
        self.ruleset, self.warnings = analysis.ruleset, analysis.warnings
        self.players_edges = tuple(players_edges(analysis.figured))
        self.is_drawn = analysis.drawn is not None
        self.groups = tuple(self._groups(analysis))
        self._group = {group.id: group for group in self.groups}
        self._same = self._at_one_seat(analysis)
        self._other = self._same if self.is_drawn else self._at_two_seats(analysis)

    def _groups(self, analysis: Analysis) -> list[WagerGroup]:
        figured, wagers = analysis.figured, self.ruleset.wagers
        found: list[WagerGroup] = []
        inside: tuple[str, ...] = ()
        if contest := figured.contest:
            inside = contest.wagers
            first, *others = (wagers[id].wager.name for id in inside)
            name = f"{first} with {' and '.join(others)}" if others else first
            found.append(WagerGroup(THE_GAME, name, inside, inside[0], contest.distribution))
        for id, decided in wagers.items():
            if id not in inside:
                results = figured.wagers[decided.wager.kind].distribution
                found.append(WagerGroup(id, decided.wager.name, (id,), id, results))
        return found

    def _at_one_seat(self, analysis: Analysis) -> dict[Pair, float]:
        """How two groups vary together for one unit of each; those not told of here do not."""
        wagers = self.ruleset.wagers
        shared: dict[Pair, Fraction] = {}
        for ids, entries in analysis.figured.together:
            shared |= covariances([wagers[id] for id in ids], entries)
        found = {}
        for one in self.groups:
            for other in self.groups:
                parts = [shared.get((a, b), Fraction(0)) for a in one.wagers for b in other.wagers]
                found[one.id, other.id] = float(sum(parts, Fraction(0)))
            found[one.id, one.id] = float(variance_of(one.results))
        return found

    def _at_two_seats(self, analysis: Analysis) -> dict[Pair, float]:
        """The same of two seats in one round; a wager on the own hand alone varies with no other."""
        figured = analysis.figured
        meets = {
            group.id: group.wagers
            for group in self.groups
            if group.id == THE_GAME
            or figured.counted_in[self.ruleset.wagers[group.id].wager.kind] == "deals"
        }
        found = dict.fromkeys(self._same, 0.0)
        return found | between_seats(analysis.solution, meets)

    def of_group(self, id: str, stakes: Stakes) -> Expected:
        """What the house should have won on one group."""
        group = self._group[id]
        sizes = stakes.sizes.get(group.unit, {})
        cents = float(self.mean(id, stakes))
        pair = (group.unit, group.unit)
        shares_rounds = stakes.at_rounds.get(pair, 0) != stakes.at_seats.get(pair, 0)
        if not self.is_drawn and shares_rounds and self._other[id, id]:
            deviation = max(0.0, self._variance(group, group, stakes)) ** 0.5
            return Expected(cents, within_bell_curve(cents, deviation), is_bell_curve=True)
        parts = [
            ({net * size: deals for net, deals in group.results.items()}, count)
            for size, count in sizes.items()
        ]
        return Expected(cents, *held(parts))

    def of_all(self, stakes: Stakes) -> Expected:
        """What the house should have won in all."""
        staked = [group for group in self.groups if stakes.sizes.get(group.unit)]
        if len(staked) == 1:
            return self.of_group(staked[0].id, stakes)
        cents = float(self.theoretical(stakes.staked))
        bounds = within_bell_curve(cents, self.variance(stakes) ** 0.5)
        return Expected(cents, bounds, is_bell_curve=True)

    def mean(self, id: str, stakes: Stakes) -> Fraction:
        """What the house should have won on one group, in cents, without how far chance may move it."""
        group = self._group[id]
        return group.edge * stakes.staked.get(group.unit, 0)

    def theoretical(self, staked: Mapping[str, int]) -> Fraction:
        """What the house should have won in all, in cents: each stake by its exact edge."""
        return sum((group.edge * staked.get(group.unit, 0) for group in self.groups), Fraction(0))

    def variance(self, stakes: Stakes) -> float:
        """The variance of what the house wins in all, in cents squared."""
        staked = [group for group in self.groups if stakes.staked.get(group.unit)]
        found = sum(self._variance(one, other, stakes) for one in staked for other in staked)
        return max(0.0, found)

    def _variance(self, one: WagerGroup, other: WagerGroup, stakes: Stakes) -> float:
        """How two groups (or one with itself) varied together, with the stakes that were made."""
        pair = min((one.unit, other.unit), (other.unit, one.unit))
        at_seats, at_rounds = stakes.at_seats.get(pair, 0), stakes.at_rounds.get(pair, 0)
        names = one.id, other.id
        return self._same[names] * at_seats + self._other[names] * (at_rounds - at_seats)

    def edge_said(self, group: WagerGroup) -> str:
        """The house's edge on a group as it is published."""
        unit = self.ruleset.wagers[group.unit].wager.name
        of = f" of the {unit}" if len(group.wagers) > 1 else ""
        return f"{percent(group.edge, 2)}{of}"
