"""Whose best decisions differ: the hands that two versions play otherwise, and what that is worth.

Everything here is exact: hands are compared class by class (hands that a change of suits makes equal
are one class), and a class counts as many hands as it stands for.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import numpy as np

from tablewright.design.exact import Exact, in_percent, in_units
from tablewright.odds.solving import Solved
from tablewright.rules.cards import Card, written

MOST_EXAMPLES = 6


class ChangedHand(msgspec.Struct, frozen=True, kw_only=True):
    """One of the hands that are played otherwise."""

    cards: str
    spoken: str
    """What the hand is, in each way in which the game speaks of it."""
    hands: int
    """How many hands a change of suits makes of it."""
    gain: Exact
    """What it gains by the new decision over the old one, under the new version."""


class ChangedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """The hands that one version plays so and the other so."""

    was: str
    now: str
    hands: int
    share: Exact
    """Of all hands."""
    weakest: str
    strongest: str
    """The first and the last of them in the order in which the game ranks hands."""
    examples: list[ChangedHand]
    """Those that gain most by it."""


class DecisionsChanged(msgspec.Struct, frozen=True, kw_only=True):
    """How the best decisions of one version differ from those of another."""

    hands: int
    """How many hands are played otherwise; none where every best decision is the same."""
    total: int
    share: Exact
    worth: Exact
    """What a player of the new version loses who still decides as the old one asks, per first wager."""
    changes: list[ChangedDecision]


def decisions_changed(old: Solved, new: Solved) -> DecisionsChanged:
    """The hands whose best decision is another one in `new` than in `old`."""
    hands = new.counted.hands
    differ = np.flatnonzero(old.best != new.best)
    total, changed = hands.total, int(hands.weights[differ].sum())
    lost = new.worth(new.best) - new.worth(old.best) if len(differ) else Fraction(0)
    return DecisionsChanged(
        hands=changed,
        total=total,
        share=in_percent(Fraction(changed, total)),
        worth=in_percent(lost, 6),
        changes=list(_changes(old, new)),
    )


def _changes(old: Solved, new: Solved) -> Iterator[ChangedDecision]:
    counted = new.counted
    weights = counted.hands.weights
    strengths = counted.strengths(next(iter(counted.contest.spoken.values())))
    for was, before in enumerate(new.decisions):
        for now, after in enumerate(new.decisions):
            classes = np.flatnonzero((old.best == was) & (new.best == now))
            if was == now or not len(classes):
                continue
            gains = new.valued[after].values[classes] - new.valued[before].values[classes]
            dearest = classes[np.argsort(-gains, kind="stable")[:MOST_EXAMPLES]]
            in_order = classes[np.argsort(strengths[classes], kind="stable")]
            many = int(weights[classes].sum())
            yield ChangedDecision(
                was=before,
                now=after,
                hands=many,
                share=in_percent(Fraction(many, counted.hands.total)),
                weakest=_spoken(new, int(in_order[0])),
                strongest=_spoken(new, int(in_order[-1])),
                examples=[
                    ChangedHand(
                        cards=written(cards_of(new, int(each))),
                        spoken=_spoken(new, int(each)),
                        hands=int(weights[each]),
                        gain=in_units(new.value(after, int(each)) - new.value(before, int(each))),
                    )
                    for each in dearest
                ],
            )


def cards_of(solved: Solved, hand: int) -> tuple[Card, ...]:
    """The cards of one class's hand, the highest first."""
    places = solved.counted.hands.places[hand]
    return tuple(solved.counted.pack.cards[place] for place in reversed(places))


def _spoken(solved: Solved, hand: int) -> str:
    """What a hand is, in each way in which the game speaks of it."""
    cards = cards_of(solved, hand)
    views = solved.counted.contest.spoken.values()
    return "; ".join(view.spoken(view.strength(cards)) for view in views)
