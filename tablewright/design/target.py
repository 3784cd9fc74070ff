"""Solve for a target: every pay table of given odds that brings a house edge between two bounds.

Everything is exact. Where the odds that vary change no decision, each adds its own amount to the edge
whatever the others are: the amounts are brought to whole numbers, and combinations are put together
entry by entry, leaving out at each step whatever the remaining entries cannot bring within the bounds.
Where a change of odds can change decisions, higher odds never lower what the best decisions are worth:
boxes of combinations are halved, and one whose corners show that all of it lies outside is left out
unpriced; the rest is priced by the sums of `linear.py` where those hold, and solved anew where not.
Only the edge of one wager among those decided together must be priced at every combination.
"""

import time
from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np

from tablewright.design.exact import Exact, in_percent, plainly
from tablewright.design.linear import LinearGame, is_linear
from tablewright.design.pricing import Prices
from tablewright.design.searching import Found, in_boxes, one_by_one, put_together
from tablewright.design.varying import Vary
from tablewright.design.versions import Version, pay_keys, version_of
from tablewright.odds.analysis import Analysis
from tablewright.odds.counts import OnProgress
from tablewright.odds.ledger import Wagered, common_denominator
from tablewright.odds.solving import Solved
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.language import say
from tablewright.rules.wagers import Combine, Odds

MOST_ENTRIES = 12
MOST_LINEAR = 40_000
"""So many combinations at most are priced where that is a matter of a few sums."""
GAME = "game"
"""What the wagers that are decided together are called here."""
CLOSENESS, CHANGE = "closeness", "change"
RANKS = (CLOSENESS, CHANGE)


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """One pay table within the bounds."""

    version: Version
    text: str
    """The version as a link holds it."""
    pay: dict[str, str]
    """The odds of every entry that varied."""
    edge: Exact
    off: Exact
    """How far the edge lies from what was aimed at."""
    changed: int
    """How many entries differ from the version that was started from."""
    change: Exact
    """By how much: the differences, each as a part of the odds before (of 1 where those were less)."""


class Solutions(msgspec.Struct, frozen=True, kw_only=True):
    """All pay tables within the bounds, the best ranked first."""

    version: Version
    of: str
    """`game`, or the wager whose edge it is."""
    name: str
    present: Exact
    low: Exact
    high: Exact
    aim: Exact
    combinations: int
    """How many combinations there are."""
    found: int
    """How many of them lie within the bounds, exactly."""
    priced: int
    """How many had to be priced; of the others it is known without."""
    lowest: Exact
    highest: Exact
    """The edges between which all combinations lie."""
    can_change_decisions: bool
    ranked_by: str
    solutions: list[Solution]
    """The first of those found."""
    seconds: float


# The search ----------------------------------------------------------------------------------------


class _Search:
    """What varies, whose edge it moves, and what that edge is at each combination."""

    def __init__(self, base: Analysis, version: Version, vary: Sequence[Vary], of: str | None):
        self.base, self.version = base, version
        self.ruleset = base.ruleset
        self.keys = [each.key for each in vary]
        self.odds = [each.parsed for each in vary]
        self.posted = pay_keys(self.ruleset)
        self._refuse_keys()
        together = {self.ruleset.wagers[id].wager.kind for id in self.ruleset.decided_together}
        self.owners = {
            key: decided.wager.kind
            for decided in self.ruleset.wagers.values()
            for key in decided.pay_keys()
        }
        self.together = together
        self.moves_decisions = any(self.owners[key] in together for key in self.keys)
        self.of = self._of(of)
        self._refuse_unmoved()

    def _refuse_keys(self) -> None:
        if not self.keys:
            raise Refused("nothing varies: expected an entry, as in bonus.straight=4..7")
        if len(self.keys) > MOST_ENTRIES:
            why = say(
                "{count} entries vary: expected at most {most}",
                count=len(self.keys),
                most=MOST_ENTRIES,
            )
            raise Refused(why)
        for key in self.keys:
            if self.keys.count(key) > 1:
                raise Refused(f"{key} varies twice: expected each entry once")
        self.ruleset.at({key: odds[0] for key, odds in zip(self.keys, self.odds, strict=True)})

    @property
    def known(self) -> list[str]:
        """What an edge can be asked of."""
        return [*([GAME] if self.together else []), *self.base.figured.wagers]

    def _of(self, of: str | None) -> str:
        """Whose edge is meant: if nothing is said, that of the wager to which the entries belong."""
        if of is not None:
            if of not in self.known:
                raise Refused(
                    f"there is no edge of {quoted(of)} here: expected {listed(self.known)}"
                )
            return of
        meant = {GAME if self.owners[k] in self.together else self.owners[k] for k in self.keys}
        if len(meant) > 1:
            raise Refused(
                f"the entries are of {' and '.join(sorted(meant))}:"
                f" expected to be told whose edge is meant, {listed(self.known)}"
            )
        return meant.pop()

    def _refuse_unmoved(self) -> None:
        """Refuse an entry that does not move the edge that is asked for."""
        for key in self.keys:
            if not self._moves(self.owners[key]):
                moving = [kind for kind in dict.fromkeys(self.owners.values()) if self._moves(kind)]
                raise Refused(
                    f"{key} does not move the edge of {self.of}:"
                    f" expected entries of {listed(moving)}"
                )

    def _moves(self, owner: str) -> bool:
        """Whether the odds of this wager move the edge that is asked for."""
        if self.of == GAME:
            return owner in self.together
        if owner == self.of:
            return True
        return owner in self.together and self._is_decided_with

    @property
    def _is_decided_with(self) -> bool:
        """Whether the wager asked for is on the felt only where hands are decided."""
        if self.of in self.together:
            return True
        decided = self.base.figured.wagers[self.of].decided
        return bool(self.together) and bool(decided.needs)

    # The edge at a combination

    def pay(self, point: Sequence[int]) -> dict[str, Odds]:
        """The odds of a whole version at a combination."""
        varied = {key: odds[n] for key, odds, n in zip(self.keys, self.odds, point, strict=True)}
        return {**self.ruleset.pay, **varied}

    def edge_by_wager(self, point: Sequence[int]) -> Fraction:
        """The edge of a wager whose cases no odds change."""
        wagered = self.base.figured.wagers[self.of]
        return wagered.at(wagered.decided.at(self.pay(point))).house_edge

    def edge_of_game(self, point: Sequence[int]) -> Fraction:
        """The edge of the wagers that are decided together, each hand played for the best."""
        solved = Solved(self.ruleset.at(self.pay(point)), self.base.solution.counted)
        return -solved.worth(solved.best)

    def edge_by_report(self, point: Sequence[int]) -> Fraction:
        """The edge of any wager, everything priced anew."""
        return self.base.at(self.pay(point)).figured.wagers[self.of].house_edge

    @property
    def present(self) -> Fraction:
        figured = self.base.figured
        if self.of == GAME and figured.contest:
            return figured.contest.house_edge
        return figured.wagers[self.of].house_edge

    @property
    def adds_up(self) -> bool:
        """Whether each entry adds its own amount to the edge, whatever the others are.

        It does not where two entries that vary stand on two tables of which the higher pays.
        """
        for line in self.base.figured.wagers[self.of].decided.lines:
            if line.combine is Combine.HIGHER:
                wager = self.base.figured.wagers[self.of].decided.wager
                varying = [
                    table.name
                    for table in line.tables
                    if any(wager.pay_key(table, made) in self.keys for made in table.rows)
                ]
                if len(varying) > 1:
                    return False
        return True

    def search(self, low: Fraction, high: Fraction, on_progress: OnProgress | None) -> Found:
        """Every combination within the bounds, with its edge."""
        sizes = [len(each) for each in self.odds]
        if self.of == GAME:
            if is_linear(self.base.solution, self.keys):
                odds = dict(zip(self.keys, self.odds, strict=True))
                edge = LinearGame(self.base.solution, odds).edge
                return in_boxes(edge, sizes, low, high, on_progress, MOST_LINEAR)
            return in_boxes(self.edge_of_game, sizes, low, high, on_progress)
        if self.moves_decisions:
            return one_by_one(self.edge_by_report, sizes, low, high, on_progress)
        if self.adds_up:
            return put_together(self.edge_by_wager, sizes, low, high)
        return in_boxes(self.edge_by_wager, sizes, low, high, on_progress, MOST_LINEAR)


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What paying one more on an entry does."""

    key: str
    present: str
    comes: Exact
    """How often it is paid, each hand played for the best."""
    one_more: str
    of: str
    """`game`, or the wager whose edge it moves."""
    edge: Exact
    """That edge with one more paid."""
    change: Exact
    """The edge with one more paid, less the edge now: what one more costs the house."""


def effects(
    prices: Prices, version: Version, on_progress: OnProgress | None = None
) -> list[Effect]:
    """For each posted payment, what paying one more for each unit staked does to the edge; exact."""
    base = prices.analysis(version, on_progress)
    found = []
    for key, odds in pay_keys(base.ruleset).items():
        more = Odds(odds.win + odds.per, odds.per)
        search = _Search(base, version, [Vary(key, (str(more),))], None)
        edge = search.edge_of_game([0]) if search.of == GAME else search.edge_by_wager([0])
        found.append(
            Effect(
                key=key,
                present=str(odds),
                comes=in_percent(_comes(base.figured.wagers[search.owners[key]], key)),
                one_more=str(more),
                of=search.of,
                edge=in_percent(edge),
                change=in_percent(edge - search.present),
            )
        )
    return found


def _comes(wagered: Wagered, key: str) -> Fraction:
    """How often a payment is made; a hand on two tables counts on both."""
    cases = 0
    for way in wagered.ways:
        made = [f"{wagered.id}.{each}" for each in way.made.split(" + ")] if way.made else []
        cases += way.cases if key in (made or [way.rule.partition(".")[2]]) else 0
    return Fraction(cases, wagered.total)


def solve(
    prices: Prices,
    version: Version,
    vary: Sequence[Vary],
    low: Fraction,
    high: Fraction,
    *,
    of: str | None = None,
    aim: Fraction | None = None,
    ranked_by: str = CLOSENESS,
    most: int = 20,
    on_progress: OnProgress | None = None,
) -> Solutions:
    """Every combination of the odds that vary whose edge lies between the bounds, both included.

    `of` is `game` or a wager; if not given, the wager that the entries belong to. `aim` is the edge
    that is best, the middle of the bounds if not given.
    """
    if ranked_by not in RANKS:
        raise Refused(f"solutions are ranked by {quoted(ranked_by)}: expected {listed(RANKS)}")
    started = time.perf_counter()
    search = _Search(prices.analysis(version), version, vary, of)
    found = search.search(low, high, on_progress)
    wanted = (low + high) / 2 if aim is None else aim
    best = _ranked(search, found, wanted, ranked_by, most)
    return Solutions(
        version=version,
        of=search.of,
        name=_named(search),
        present=in_percent(search.present),
        low=in_percent(low),
        high=in_percent(high),
        aim=in_percent(wanted),
        combinations=found.combinations,
        found=found.many,
        priced=found.priced,
        lowest=in_percent(found.lowest),
        highest=in_percent(found.highest),
        can_change_decisions=search.moves_decisions,
        ranked_by=ranked_by,
        solutions=[_solution(search, found, n, wanted) for n in best],
        seconds=round(time.perf_counter() - started, 3),
    )


def _ranked(search: _Search, found: Found, aim: Fraction, ranked_by: str, most: int) -> list[int]:
    """The first so many of the combinations found, best first.

    By closeness to the aim, then by how few entries change and how little; or the other way round.
    """
    tables = [
        [_change(search.posted[key], each) for each in odds]
        for key, odds in zip(search.keys, search.odds, strict=True)
    ]
    scale = common_denominator(each for some in tables for each in some)
    changed, change = (np.zeros(found.many, dtype=np.int64) for _ in range(2))
    for n, table in enumerate(tables):
        places = found.points[:, n]
        changed += np.array([bool(each) for each in table])[places]
        change += np.array([int(each * scale) for each in table])[places]
    off = found.off(aim)
    by = [off, changed, change] if ranked_by == CLOSENESS else [changed, change, off]
    few = np.arange(found.many)
    if found.many > most:
        few = np.flatnonzero(by[0] <= np.partition(by[0], most - 1)[most - 1])
    keys = [*by, *found.points.T]
    return [int(few[n]) for n in np.lexsort([key[few] for key in reversed(keys)])[:most]]


def _change(before: Odds, after: Odds) -> Fraction:
    """By how much odds differ from those before, as a part of those, or of 1 if they were less."""
    return abs(after.fraction - before.fraction) / max(before.fraction, Fraction(1))


def _solution(search: _Search, found: Found, n: int, aim: Fraction) -> Solution:
    point = [int(place) for place in found.points[n]]
    pay = search.pay(point)
    version = version_of(search.version.game, search.version.readings, pay)
    edge = found.edge(n)
    changes = [_change(search.posted[key], pay[key]) for key in search.keys]
    return Solution(
        version=version,
        text=version.text,
        pay={key: str(pay[key]) for key in search.keys},
        edge=in_percent(edge),
        off=in_percent(abs(edge - aim)),
        changed=sum(bool(each) for each in changes),
        change=plainly(sum(changes, Fraction(0)), 2),
    )


def _named(search: _Search) -> str:
    """What the edge is of, as people call it."""
    wagers = search.base.ruleset.wagers
    if search.of == GAME:
        return " + ".join(wagers[id].wager.name for id in search.ruleset.decided_together)
    return search.base.figured.wagers[search.of].decided.wager.title
