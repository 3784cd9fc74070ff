"""Views: how a hand is looked at, and one strength for whatever is seen.

A view looks for a hand of its last ranking first, then of the one before, and so on: any hand of a
later ranking beats any hand of an earlier one. A poker hand of five cards is a view with one ranking;
a Duki is a view with two, since one of four cards wins over every one of three.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from tablewright.rules.cards import Card
from tablewright.rules.language import language, worded
from tablewright.rules.rankings import Ranking, Standing

Label = TypeVar("Label")


class Seen(NamedTuple):
    """What a view saw: a standing in one of its rankings."""

    ranking: Ranking
    standing: Standing


@dataclass(frozen=True, eq=False)
class View:
    """A way of looking at a hand. Strengths count up from 1 across its rankings; 0 is nothing seen."""

    name: str
    rankings: tuple[Ranking, ...]
    """Weakest first."""
    nothing: str = "nothing"
    """What is said of a hand in which nothing is seen."""
    says: str = ""
    """What a dealer must know of this way of looking, beyond the rankings."""

    def strength(self, cards: Sequence[Card]) -> int:
        """How strong the best hand seen in these cards is, 0 if none is seen."""
        return Hand(cards).strength(self)

    @property
    def strengths(self) -> int:
        """How many values `strength` can take, 0 included."""
        return 1 + sum(ranking.strengths for ranking in self.rankings)

    def seen(self, strength: int) -> Seen | None:
        """What has this strength; nothing has strength 0."""
        for below, ranking in self.strongest_first:
            if strength > below:
                return Seen(ranking, ranking.standing(strength - below))
        return None

    def spoken(self, strength: int) -> str:
        """The hand as a dealer would say it: `4-Card Duki, pair of nines`."""
        key = language(), strength
        said = self._said.get(key)
        if said is None:
            said = self._said[key] = self._say(strength)
        return said

    @cached_property
    def _said(self) -> dict[tuple[str, int], str]:
        return {}

    def _say(self, strength: int) -> str:
        seen = self.seen(strength)
        if seen is None:
            return worded(self.nothing)
        said = str(seen.standing)
        return f"{worded(seen.ranking.name)}, {said}" if len(self.rankings) > 1 else said

    def labels(self, label: Callable[[Seen | None], Label]) -> tuple[Label, ...]:
        """A label for every strength, by strength; asked once for each way of labelling."""
        found: tuple[Label, ...] | None = self._labelled.get(label)
        if found is None:
            found = self._labelled[label] = tuple(self._labels(label))
        return found

    def _labels(self, label: Callable[[Seen | None], Label]) -> Iterator[Label]:
        """What each strength is called, 0 first; strengths that see the same are asked about once."""
        yield label(None)
        for ranking in self.rankings:
            alike = ranking.strengths // len(ranking.standings)
            for standing in ranking.standings:
                yield from [label(Seen(ranking, standing))] * alike

    @cached_property
    def _labelled(self) -> dict[object, tuple[Any, ...]]:
        return {}

    @cached_property
    def strongest_first(self) -> tuple[tuple[int, Ranking], ...]:
        """Its rankings, each with how many strengths lie below it."""
        below, steps = 0, []
        for ranking in self.rankings:
            steps.append((below, ranking))
            below += ranking.strengths
        return tuple(reversed(steps))


class Hand:
    """Cards held together, judged at most once in each ranking, however many views look at them."""

    __slots__ = ("_known", "cards")

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self._known: dict[View | Ranking, int] = {}

    def strength(self, view: View) -> int:
        """How strong the best hand seen in a view is, 0 if none is seen."""
        strength = self._known.get(view)
        if strength is None:
            strength = self._known[view] = self._look(view)
        return strength

    def _look(self, view: View) -> int:
        known = self._known
        for below, ranking in view.strongest_first:
            best = known.get(ranking)
            if best is None:
                best = known[ranking] = ranking.best(self.cards)
            if best:
                return below + best
        return 0
