"""What a histogram over facts is worth: wagers price it, in Fractions.

An *entry* says how often some facts occur, and what is staked on each wager when they do. Everything a
report says of wagers (lines, expectation, variance, covariance, distribution) is summed from entries.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import gcd, lcm
from operator import mul
from typing import Any, NamedTuple

from tablewright.rules.errors import BadDefinition
from tablewright.rules.wagers import Decided, Outcome

NOTHING = Fraction(0)
SAFE = 2**62
"""Sums below this fit in 64 bits; above it whole numbers without limit are used, slower."""


class HistogramEntry(NamedTuple):
    """Some facts, how often they occur, and what each wager has staked on it then."""

    facts: int
    deals: int
    stakes: Mapping[str, int]


class Ending(NamedTuple):
    """One way in which a wager ends: a line, what it pays, and how often it comes to that."""

    rule: str
    sentence: str
    made: str
    """What the hand is on the pay tables, where the line pays by one."""
    net: Fraction
    """For each unit staked."""
    cases: int
    won: Fraction
    """In units of the first stake, summed over those cases."""


class Wagered:
    """One wager over all entries."""

    def __init__(
        self, decided: Decided[Any], entries: Sequence[HistogramEntry], share: int = 1
    ) -> None:
        """Every count is divided by `share`: how many deals make one case."""
        self.decided = decided
        self.id = decided.wager.kind
        self.total = exactly(sum(entry.deals for entry in entries), share)
        self._entries, self._share = entries, share

    def is_of(
        self, decided: Decided[Any], entries: Sequence[HistogramEntry], share: int = 1
    ) -> bool:
        """Whether it is this very wager over these very entries."""
        same = self.decided is decided and self._entries is entries
        return same and self._share == share

    def at(self, decided: Decided[Any]) -> "Wagered":
        """The same wager over the same cases, at other odds."""
        return Wagered(decided, self._entries, self._share)

    @cached_property
    def ways(self) -> tuple[Ending, ...]:
        """How it ends, in the order of its lines, the highest paid first."""
        counts: dict[tuple[int, int, str], int] = defaultdict(int)
        staked: dict[tuple[int, int, str], int] = defaultdict(int)
        scale, whole = self.decided.scale, self.decided.whole
        for entry in self._entries:
            stake = entry.stakes.get(self.decided.wager.id, 0)
            outcome = outcome_of(self.decided, entry.facts)
            if not stake or outcome is None:
                continue
            settled(outcome)
            way = (outcome.line, -(whole[entry.facts] or 0), self._made(outcome, entry.facts))
            counts[way] += entry.deals
            staked[way] += stake * entry.deals
        return tuple(
            Ending(
                self.decided.lines[line].rule,
                self.decided.lines[line].sentence,
                made,
                Fraction(-lost, scale),
                exactly(counts[line, lost, made], self._share),
                Fraction(-lost * staked[line, lost, made], scale * self._share),
            )
            for line, lost, made in sorted(counts)
        )

    def _made(self, outcome: Outcome, number: int) -> str:
        facts = self.decided.space.possible[number]
        tables = self.decided.lines[outcome.line].tables
        return " + ".join(t.prefix + t.key(facts).value for t in tables if t.has(facts))

    @cached_property
    def expectation(self) -> Fraction:
        """What the player gains, in units of the first stake."""
        scale = common_denominator(way.won for way in self.ways)
        won = sum(way.won.numerator * (scale // way.won.denominator) for way in self.ways)
        return Fraction(won, scale * self.total)

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @cached_property
    def average_stake(self) -> Fraction:
        id = self.decided.wager.id
        staked = sum(entry.deals * entry.stakes.get(id, 0) for entry in self._entries)
        return Fraction(staked, self.total * self._share)

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often it wins."""
        return Fraction(sum(way.cases for way in self.ways if way.net > 0), self.total)

    @cached_property
    def variance(self) -> Fraction:
        return variance_of(self.distribution)

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """How often each net result occurs, in units of the first stake, lowest first."""
        return distribution([self.decided], self._entries, self._share)


def outcome_of(decided: Decided[Any], facts: int) -> Outcome | None:
    """How a wager ends for these facts; None if it cannot be on the felt. Deals leave no others."""
    if facts not in decided.space.possible:
        raise BadDefinition(
            f"a deal leads to {decided.space.said(facts)}: expected the game to call that possible"
        )
    return decided.outcomes.get(facts)


def settled(outcome: Outcome) -> Fraction:
    """The net of a wager that does not stand any more."""
    if outcome.net is None:
        raise BadDefinition("a round is over and a wager still stands")
    return outcome.net


def net_of(decided: Decided[Any], entry: HistogramEntry) -> Fraction:
    """What the wager gains for these facts, in units of the first stake."""
    stake = entry.stakes.get(decided.wager.id, 0)
    outcome = outcome_of(decided, entry.facts)
    if not stake or not outcome:
        return NOTHING
    net = settled(outcome)
    return net if stake == 1 else stake * net


def whole_nets(
    wagers: Sequence[Decided[Any]], entries: Iterable[HistogramEntry]
) -> tuple[int, list[list[int]]]:
    """A scale, and for each wager what it gains in each entry times that scale: a whole number."""
    scale = lcm(*(each.scale for each in wagers))
    entries = list(entries)
    return scale, [_whole_nets(each, scale // each.scale, entries) for each in wagers]


def _whole_nets(decided: Decided[Any], times: int, entries: Sequence[HistogramEntry]) -> list[int]:
    whole, id = decided.whole, decided.wager.id
    found = []
    for entry in entries:
        net = whole.get(entry.facts)
        if net is None:  # It cannot be on the felt; or it is, and that is refused.
            net = net_of(decided, entry).numerator
        found.append(net * entry.stakes.get(id, 0) * times)
    return found


def covariances(
    wagers: Sequence[Decided[Any]], entries: Sequence[HistogramEntry]
) -> dict[tuple[str, str], Fraction]:
    """How the net results of each two wagers vary together, by their ids."""
    scale, nets = whole_nets(wagers, entries)
    deals = [entry.deals for entry in entries]
    total = sum(deals)
    whole = {each.wager.id: some for each, some in zip(wagers, nets, strict=True)}
    sums = {id: sum(map(mul, deals, some)) for id, some in whole.items()}
    found = {}
    for one, other in combinations_with_replacement(whole, 2):
        product = sum(map(mul, deals, map(mul, whole[one], whole[other])))
        shared = Fraction(product * total - sums[one] * sums[other], (total * scale) ** 2)
        found[one, other] = found[other, one] = shared
    return found


def distribution(
    wagers: Sequence[Decided[Any]], entries: Iterable[HistogramEntry], share: int = 1
) -> dict[Fraction, int]:
    """How often each net result of some wagers together occurs, lowest first."""
    counts: dict[int, int] = defaultdict(int)
    entries = [entry for entry in entries if entry.deals]
    scale, nets = whole_nets(wagers, entries)
    for entry, net in zip(entries, map(sum, zip(*nets, strict=True)), strict=True):
        counts[net] += entry.deals
    return {Fraction(net, scale): exactly(counts[net], share) for net in sorted(counts)}


def variance_of(distributed: Mapping[Fraction, int]) -> Fraction:
    """The variance of a distribution."""
    scale, whole = _whole(distributed)
    total = sum(distributed.values())
    first = sum(n * net for net, n in whole)
    second = sum(n * net * net for net, n in whole)
    return Fraction(second * total - first * first, (total * scale) ** 2)


def mean_of(distributed: Mapping[Fraction, int]) -> Fraction:
    """The mean of a distribution."""
    scale, whole = _whole(distributed)
    return Fraction(sum(n * net for net, n in whole), sum(distributed.values()) * scale)


def _whole(distributed: Mapping[Fraction, int]) -> tuple[int, list[tuple[int, int]]]:
    """A scale that makes every result a whole number, and each result so scaled with its count."""
    scale = common_denominator(distributed)
    return scale, [
        (net.numerator * (scale // net.denominator), n) for net, n in distributed.items()
    ]


def exactly(count: int, share: int) -> int:
    """A count of deals as a count of cases that so many deals make."""
    cases, left = divmod(count, share)
    if left:
        raise BadDefinition(f"{count} deals are not whole cases of {share}")
    return cases


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """The least number that makes all of these whole."""
    least = 1
    for number in numbers:
        least = least * number.denominator // gcd(least, number.denominator)
    return least
