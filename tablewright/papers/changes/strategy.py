"""What a change does to the strategy: lists before and after, and what the old one costs now, exactly.

A hand is decided as it was before, whatever it is called under the new rules: so a list costs the same
for every reader, also where hands rank otherwise.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from tablewright.odds.solving import Solved, Strategy
from tablewright.odds.strategy import Listed
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import decision_named, first_wager
from tablewright.papers.mathematics.strategy import lists

BEST = "the best decisions"


class ListLine(msgspec.Struct, frozen=True):
    """A line of a list: what is decided, and from which hand on."""

    decision: str
    hand: str


class ShownList(msgspec.Struct, frozen=True, kw_only=True):
    """A list to learn, and its cost against the best decisions under its own rules."""

    name: str
    lines: tuple[ListLine, ...]
    otherwise: str
    cost: Fraction


class Redecided(msgspec.Struct, frozen=True, kw_only=True):
    """So many hands for which another decision is the best one."""

    before: str
    after: str
    hands: int


class PlayedOn(msgspec.Struct, frozen=True, kw_only=True):
    """An old strategy that is played on under the new rules."""

    name: str
    edge_before: Fraction
    """What the house held of it under the old rules."""
    edge_after: Fraction
    cost: Fraction
    """What it loses against the best decisions under the new rules."""


class StrategyChange(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be decided otherwise, and what it costs not to."""

    unit: str
    """The wager in whose units it is counted."""
    hands: int
    """All there are."""
    hands_redecided: int
    """Those for which another decision is the best one."""
    share: Fraction
    """Which part of all hands they are."""
    redecided: tuple[Redecided, ...]
    before: tuple[ShownList, ...]
    after: tuple[ShownList, ...]
    played_on: tuple[PlayedOn, ...]

    @property
    def is_same(self) -> bool:
        """Whether every hand is decided as before, and the lists say the same."""
        said = [[(each.name, each.lines, each.otherwise) for each in side]
                for side in (self.before, self.after)]  # fmt: skip
        return not self.redecided and said[0] == said[1]


def changed_strategy(before: Edition, after: Edition) -> StrategyChange | None:
    """What a change does to the strategy; nothing, where there is nothing to decide or no change."""
    if before.fingerprint == after.fingerprint:
        return None
    old, new = before.analysis.solved, after.analysis.solved
    if old is None or new is None or len(old.counted.hands) != len(new.counted.hands):
        return None
    redecided, total = tuple(_redecided(before, after, old, new)), new.counted.hands.total
    hands = sum(each.hands for each in redecided)
    return StrategyChange(
        unit=first_wager(after),
        hands=total,
        hands_redecided=hands,
        share=Fraction(hands, total),
        redecided=redecided,
        before=tuple(shown_list(before, each) for each in lists(before)),
        after=tuple(shown_list(after, each) for each in lists(after)),
        played_on=tuple(_played_on(lists(before), old, new)),
    )


def shown_list(edition: Edition, listed: Listed) -> ShownList:
    """A list in words."""
    return ShownList(
        name=listed.name,
        lines=tuple(ListLine(decision_named(edition, how), hand) for how, hand in listed.lines),
        otherwise=decision_named(edition, listed.otherwise),
        cost=listed.cost,
    )


def carried_over(strategy: Strategy, old: Solved, new: Solved) -> Strategy | None:
    """The same decision for every hand, as the new rules number it; none, where one is not offered."""
    carried = new.always(new.decisions[0])
    for n, decision in enumerate(old.decisions):
        decided = strategy == n
        if decision in new.decisions:
            carried[decided] = new.decisions.index(decision)
        elif decided.any():
            return None
    return carried


def _redecided(before: Edition, after: Edition, old: Solved, new: Solved) -> Iterator[Redecided]:
    weights = new.counted.hands.weights
    for n, was in enumerate(old.decisions):
        for m, now in enumerate(new.decisions):
            hands = int(weights[(old.best == n) & (new.best == m)].sum()) if was != now else 0
            if hands:
                yield Redecided(
                    before=decision_named(before, was),
                    after=decision_named(after, now),
                    hands=hands,
                )


def _played_on(learnt: Sequence[Listed], old: Solved, new: Solved) -> Iterator[PlayedOn]:
    strategies = {BEST: old.best, **{each.name: each.strategy for each in reversed(learnt)}}
    for name, strategy in strategies.items():
        carried = carried_over(strategy, old, new)
        if carried is not None:
            yield PlayedOn(
                name=name,
                edge_before=-old.worth(strategy),
                edge_after=-new.worth(carried),
                cost=new.worth(new.best) - new.worth(carried),
            )
