"""The best decisions as grids that one can point at: kinds of hands, then rank by rank. Exact.

Where a game looks at a hand in one way, the first grid has a row for each kind of hand, best first, and
a column for the rank that decides first within it. A cell in which not every hand is played alike is
*mixed*; a kind that has one gets a grid of its own, by the first rank and the second.

Where a game looks at a hand in two ways, as all its cards and as the best of them, the first grid has
a row for each kind in the one way and a column for each kind in the other; each of its cells that is
mixed gets a grid of its own, by the rank that decides first in the one way and in the other.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tablewright.design.decisions import cards_of
from tablewright.design.exact import Exact, in_units
from tablewright.odds.hands import Ints
from tablewright.odds.solving import Solved, weighted_sum
from tablewright.odds.strategy import deciding
from tablewright.rules.cards import RANKS, written
from tablewright.rules.language import worded
from tablewright.rules.views import View

LETTERS = {int(rank): rank.letter for rank in RANKS}
NO_RANK = 0


class GridCell(msgspec.Struct, frozen=True, kw_only=True):
    """The hands of one row and column."""

    decision: str
    """The best decision of most of them."""
    is_mixed: bool
    hands: int
    shares: dict[str, int]
    """By decision, of how many of them it is the best."""
    worth: Exact
    """What they are worth on average, each played for the best, per first wager."""
    cost: Exact
    """What is lost on average if all of them are played by `decision`; nothing unless mixed."""
    example: str
    """One of them, as it is written."""


class GridRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a grid; None where there is no such hand."""

    name: str
    cells: list[GridCell | None]


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """Hands in two dimensions."""

    within: list[str]
    """The kinds of hands to which it is confined; none where it holds every hand."""
    row_view: str
    column_view: str
    """How the hand is looked at in each dimension."""
    rows_by: str
    columns_by: str
    """kind, first-rank or second-rank."""
    columns: list[str]
    """Highest first; ranks by their letters. A column without one is of hands that lack such a rank."""
    rows: list[GridRow]
    is_mixed: bool


KIND, FIRST, SECOND = "kind", "first-rank", "second-rank"


def grids_of(solved: Solved) -> list[Grid]:
    """Every grid of a game with decisions: all hands first, then what is mixed in there."""
    views = list(dict.fromkeys(solved.counted.contest.spoken.values()))
    seen = [_Seen.of(solved, view) for view in views]
    if len(views) == 1:
        return list(_by_one_view(solved, seen[0]))
    return list(_by_two_views(solved, seen[0], seen[1]))


def _by_one_view(solved: Solved, seen: "_Seen") -> Iterator[Grid]:
    sides = _Side(seen, KIND), _Side(seen, FIRST)
    every = np.arange(len(seen.kind))
    whole = _grid(solved, *sides, every, [])
    yield whole
    for number, kind in reversed(seen.kinds.items()):
        of_kind = np.flatnonzero(seen.kind == number)
        is_split = len(np.unique(seen.second[of_kind])) > 1
        row = next((row for row in whole.rows if row.name == kind), None)
        if row and is_split and any(cell and cell.is_mixed for cell in row.cells):
            yield _grid(solved, _Side(seen, FIRST), _Side(seen, SECOND), of_kind, [kind])


def _by_two_views(solved: Solved, one: "_Seen", other: "_Seen") -> Iterator[Grid]:
    every = np.arange(len(one.kind))
    yield _grid(solved, _Side(one, KIND), _Side(other, KIND), every, [])
    for number, kind in reversed(one.kinds.items()):
        for number_beside, beside in reversed(other.kinds.items()):
            both = np.flatnonzero((one.kind == number) & (other.kind == number_beside))
            if len(both) and len(np.unique(solved.best[both])) > 1:
                is_one_rank = np.array_equal(one.first[both], other.first[both])
                across = _Side(one, SECOND) if is_one_rank else _Side(other, FIRST)
                yield _grid(solved, _Side(one, FIRST), across, both, [kind, beside])


class _Seen(NamedTuple):
    """Every class of hands as a view sees it."""

    name: str
    kinds: dict[int, str]
    """The kinds of hands by their number, weakest first."""
    kind: Ints
    first: Ints
    second: Ints
    """For each class, the rank that decides first within its kind and the one that decides next."""

    @staticmethod
    def of(solved: Solved, view: View) -> "_Seen":
        names: dict[tuple[str, str], int] = {}
        kinds: dict[int, str] = {}
        rows = np.zeros((view.strengths, 3), dtype=np.int64)
        for strength in range(view.strengths):
            seen = view.seen(strength)
            key = (seen.ranking.name, seen.standing.shape.id) if seen else ("", "")
            ranks = deciding(seen.standing) if seen else ()
            number = names.setdefault(key, len(names))
            if seen is None:
                kinds[number] = worded(view.nothing)
            elif number not in kinds:
                kind = worded(seen.standing.shape.name)
                several = len(view.rankings) > 1
                kinds[number] = f"{worded(seen.ranking.name)}: {kind}" if several else kind
            rows[strength] = [number, *(*ranks, NO_RANK, NO_RANK)[:2]]
        strengths = solved.counted.strengths(view)
        kind, first, second = rows[strengths].T
        highest = np.array([int(rank) for rank in solved.counted.pack.ranks])
        top = highest[solved.counted.hands.places.max(axis=1) >> 2]
        named = worded(view.name)
        return _Seen(named, kinds, kind, np.where(strengths == 0, top, first), second)


class _Side(NamedTuple):
    """One dimension of a grid."""

    seen: _Seen
    by: str

    @property
    def numbers(self) -> Ints:
        """For each class of hands, where it stands in this dimension."""
        return {KIND: self.seen.kind, FIRST: self.seen.first, SECOND: self.seen.second}[self.by]

    def name(self, number: int) -> str:
        return self.seen.kinds[number] if self.by == KIND else LETTERS.get(number, "")


def _grid(solved: Solved, down: _Side, across: _Side, among: Ints, within: list[str]) -> Grid:
    """A grid of some classes of hands; in both dimensions the highest come first."""
    rows, columns = down.numbers, across.numbers
    order = among[np.lexsort((columns[among], rows[among]))]
    both = np.stack([rows[order], columns[order]])
    starts = np.flatnonzero(np.any(np.diff(both, axis=1, prepend=-1), axis=0))
    cells = {
        (int(rows[some[0]]), int(columns[some[0]])): _cell(solved, some)
        for some in np.split(order, starts[1:])
    }
    column_numbers = sorted({column for _, column in cells}, reverse=True)
    return Grid(
        within=within,
        row_view=down.seen.name,
        column_view=across.seen.name,
        rows_by=down.by,
        columns_by=across.by,
        columns=[across.name(each) for each in column_numbers],
        rows=[
            GridRow(name=down.name(row), cells=[cells.get((row, each)) for each in column_numbers])
            for row in sorted({row for row, _ in cells}, reverse=True)
        ],
        is_mixed=any(cell.is_mixed for cell in cells.values()),
    )


def _cell(solved: Solved, classes: npt.NDArray[Any]) -> GridCell:
    weights = solved.counted.hands.weights[classes]
    best = solved.best[classes]
    hands = int(weights.sum())
    shares = {
        decision: int(weights[best == n].sum()) for n, decision in enumerate(solved.decisions)
    }
    decision = max(shares, key=lambda each: shares[each])
    values = {each: solved.valued[each].values[classes] for each in solved.decisions}
    worth = sum(
        weighted_sum(values[each][best == n], weights[best == n])
        for n, each in enumerate(solved.decisions)
    )
    alike = weighted_sum(values[decision], weights)
    per = solved.scale * hands
    most = classes[best == solved.decisions.index(decision)]
    return GridCell(
        decision=decision,
        is_mixed=sum(1 for each in shares.values() if each) > 1,
        hands=hands,
        shares={each: many for each, many in shares.items() if many},
        worth=in_units(Fraction(worth, per), 4),
        cost=in_units(Fraction(worth - alike, per), 6),
        example=written(cards_of(solved, int(most[len(most) // 2]))),
    )


def cells_of(grids: Sequence[Grid]) -> Iterator[GridCell]:
    """Every cell of some grids."""
    for grid in grids:
        for row in grid.rows:
            yield from (cell for cell in row.cells if cell)
