"""What decides between two hands: another ranking, a higher kind, the ranks, a kicker, or nothing."""

from enum import StrEnum
from typing import NamedTuple

from tablewright.rules.english import going_on
from tablewright.rules.ranked import ranking_id, slug
from tablewright.rules.rankings import Pattern, Ranking
from tablewright.rules.views import View
from tablewright.school.hands import Kind, kind_of, kinds
from tablewright.school.syllabus import Syllabus


class Decides(StrEnum):
    """What decides between two hands."""

    RANKING = "ranking"
    KIND = "kind"
    RANK = "rank"
    KICKER = "kicker"
    OUTSIDE = "outside"
    NOTHING = "nothing"


SAYS = {
    Decides.KIND: "A higher kind of hand",
    Decides.RANK: "The same kind of hand, of a higher rank",
    Decides.KICKER: "The same kind and rank, with a higher card beside it",
    Decides.OUTSIDE: "Equal hands, with a higher card left outside",
    Decides.NOTHING: "Nothing: the hands are equal",
}


class Compared(NamedTuple):
    """Two strengths in a view, compared."""

    by: Decides
    high: Kind
    low: Kind

    @property
    def case(self) -> str:
        """Which case of its rule this is."""
        match self.by:
            case Decides.RANKING:
                return f"{_ranked(self.high)}-over-{_ranked(self.low)}"
            case Decides.KIND:
                return f"{self.high.case}-over-{self.low.case}"
            case Decides.NOTHING:
                return f"copy-{self.high.case}" if self.high.ranking is None else "copy"
        return f"{self.high.case}-by-{self.by}"

    def rule(self, syllabus: Syllabus) -> str:
        if self.by is Decides.RANKING:
            return ranking_id(syllabus.game, self.high.view)
        return self.high.rule(syllabus)

    @property
    def says(self) -> str:
        """What is to be known, in a sentence."""
        match self.by:
            case Decides.RANKING:
                return (
                    f"{_ranked_said(self.high)} wins over {_ranked_said(self.low, is_high=False)}."
                )
            case Decides.KIND:
                return f"{self.high.says} beats {self.low.said}."
            case Decides.NOTHING:
                return "Equal hands are a copy."
        return f"{self.high.says}: {going_on(SAYS[self.by])}."


def _ranked(kind: Kind) -> str:
    return slug(kind.ranking.name if kind.ranking else kind.view.nothing)


def _ranked_said(kind: Kind, *, is_high: bool = True) -> str:
    if kind.ranking is None:
        return kind.view.nothing
    return f"Every {kind.ranking.name}" if is_high else f"every {kind.ranking.name}"


def compared(syllabus: Syllabus, view: View, one: int, other: int) -> Compared:
    """What decides between two strengths in a view."""
    low, high = sorted((one, other))
    upper, lower = kind_of(syllabus, view, high), kind_of(syllabus, view, low)
    if high == low:
        return Compared(Decides.NOTHING, upper, lower)
    if upper.ranking is not lower.ranking:
        return Compared(Decides.RANKING, upper, lower)
    if upper.shape is not lower.shape:
        return Compared(Decides.KIND, upper, lower)
    assert upper.ranking is not None
    seen, met = view.seen(high), view.seen(low)
    assert seen
    assert met
    if seen.standing == met.standing:
        return Compared(Decides.OUTSIDE, upper, lower)
    is_kicker = _is_kicker(upper.ranking, seen.standing.pattern, met.standing.pattern)
    return Compared(Decides.KICKER if is_kicker else Decides.RANK, upper, lower)


def _is_kicker(ranking: Ranking, one: Pattern, other: Pattern) -> bool:
    """Whether two hands of a shape differ first in a card beside what makes the shape."""
    if one.straight_to != other.straight_to:
        return False
    pairs = zip(one.ranks, other.ranks, strict=True)
    place = next(n for n, (mine, theirs) in enumerate(pairs) if mine != theirs)
    if one.groups[0] == 1:
        return place > 0
    made = sum(size for size in one.groups if size > 1)
    return place >= made


def neighbour(syllabus: Syllabus, found: Compared) -> Compared:
    """The comparison of kinds next to each other by which this one is known."""
    if found.by is not Decides.KIND:
        return found
    every = kinds(syllabus, found.high.view)
    below = [each for each in every if each.strengths[0] < found.high.strengths[0]]
    return found._replace(low=below[-1])
