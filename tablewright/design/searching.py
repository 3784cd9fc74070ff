"""Searches over combinations of odds: put together entry by entry, in boxes, or one by one. All exact.

A combination is a *point*: for each entry that varies, the place of its odds among those to be tried,
lowest odds first. Each search finds every point whose edge lies between two bounds, both included.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablewright.odds.counts import OnProgress
from tablewright.odds.ledger import SAFE, common_denominator
from tablewright.rules.errors import Refused
from tablewright.rules.language import say

MOST_KEPT = 2_000_000
"""So many combinations at most are held while they are put together."""
MOST_PRICED = 4_000
"""So many combinations at most are priced, where they must be priced one by one."""

EdgeAt = Callable[[Sequence[int]], Fraction]
Points = npt.NDArray[np.int16]


class Found(NamedTuple):
    """The combinations within the bounds."""

    points: Points
    """A row for each combination, a column for each entry."""
    edges: npt.NDArray[Any]
    """The edge of each, times the scale: whole numbers."""
    scale: int
    combinations: int
    """How many there were to choose from."""
    priced: int
    lowest: Fraction
    highest: Fraction
    """The edges between which all combinations lie, those that were not found included."""

    @property
    def many(self) -> int:
        return len(self.points)

    def edge(self, n: int) -> Fraction:
        return Fraction(int(self.edges[n]), self.scale)

    def off(self, aim: Fraction) -> npt.NDArray[np.int64]:
        """How far each edge lies from an aim, in order: equal numbers are equally far."""
        off = np.abs(self.edges.astype(object) * aim.denominator - aim.numerator * self.scale)
        return np.unique(off, return_inverse=True)[1].reshape(-1).astype(np.int64)


def put_together(edge_at: EdgeAt, sizes: Sequence[int], low: Fraction, high: Fraction) -> Found:
    """The search where each entry adds its own amount to the edge, whatever the others are."""
    first = [0] * len(sizes)
    at_first = edge_at(first)
    added = [
        [edge_at([*first[:n], place, *first[n + 1 :]]) - at_first for place in range(size)]
        for n, size in enumerate(sizes)
    ]
    every = [at_first, low, high, *(each for some in added for each in some)]
    scale = common_denominator(every)
    amounts = [[int(each * scale) for each in some] for some in added]
    start, least, most = (int(each * scale) for each in (at_first, low, high))
    largest = abs(start) + sum(max(map(abs, some)) for some in amounts) + abs(least) + abs(most)
    sums: npt.NDArray[Any] = np.array([start], dtype=np.int64 if largest < SAFE else object)
    points = np.zeros((1, len(sizes)), dtype=np.int16)
    # What moves the edge most comes first: then most is left out early.
    order = sorted(range(len(sizes)), key=lambda n: min(amounts[n]) - max(amounts[n]))
    for step, n in enumerate(order):
        left = order[step + 1 :]
        lowest, highest = (sum(end(amounts[m]) for m in left) for end in (min, max))
        kept_sums, kept_points, many = [], [], 0
        for place, amount in enumerate(amounts[n]):
            now = sums + amount
            keep = (now + lowest <= most) & (now + highest >= least)
            many += int(keep.sum())
            if many > MOST_KEPT:
                why = say(
                    "more than {most} combinations may lie within the bounds:"
                    " expected fewer entries, narrower ranges or a narrower edge",
                    most=f"{MOST_KEPT:,}",
                )
                raise Refused(why)
            some = points[keep.astype(bool)]
            some[:, n] = place
            kept_sums.append(now[keep.astype(bool)])
            kept_points.append(some)
        sums, points = np.concatenate(kept_sums), np.concatenate(kept_points)
    ends = [at_first + sum(end(some) for some in added) for end in (min, max)]
    return Found(points, sums, scale, prod(sizes), sum(sizes), *ends)


def in_boxes(
    edge_at: EdgeAt,
    sizes: Sequence[int],
    low: Fraction,
    high: Fraction,
    on_progress: OnProgress | None = None,
    most: int = MOST_PRICED,
) -> Found:
    """The search where higher odds never raise the edge, whatever else they do.

    The edge of a box is highest at its lowest odds and lowest at its highest. A box that may hold
    something is halved along its longest side, down to single combinations.
    """
    known = _Known(edge_at, most)
    total, settled = prod(sizes), 0
    found: list[tuple[int, ...]] = []
    boxes = [(tuple(0 for _ in sizes), tuple(size - 1 for size in sizes))]
    for corner in boxes[0]:  # Between the edges of these two lie all others.
        known(corner)
    while boxes:
        bottom, top = boxes.pop()
        if known(bottom) < low or known(top) > high:
            settled += prod(b - a + 1 for a, b in zip(bottom, top, strict=True))
            if on_progress:
                on_progress(settled, total)
            continue
        if bottom == top:
            found.append(bottom)
            settled += 1
            if on_progress:
                on_progress(settled, total)
            continue
        side = max(range(len(sizes)), key=lambda n: top[n] - bottom[n])
        middle = (bottom[side] + top[side]) // 2
        boxes.append((bottom, (*top[:side], middle, *top[side + 1 :])))
        boxes.append(((*bottom[:side], middle + 1, *bottom[side + 1 :]), top))
    return known.found(found, len(sizes), total)


def one_by_one(
    edge_at: EdgeAt,
    sizes: Sequence[int],
    low: Fraction,
    high: Fraction,
    on_progress: OnProgress | None = None,
) -> Found:
    """The search where nothing is known beforehand: every combination is priced."""
    total = prod(sizes)
    if total > MOST_PRICED:
        why = say(
            "{total} combinations must each be priced:"
            " expected at most {most}, by fewer entries or narrower ranges",
            total=f"{total:,}",
            most=f"{MOST_PRICED:,}",
        )
        raise Refused(why)
    known, found = _Known(edge_at, MOST_PRICED), []
    for done, point in enumerate(product(*map(range, sizes))):
        if on_progress:
            on_progress(done, total)
        if low <= known(point) <= high:
            found.append(point)
    return known.found(found, len(sizes), total)


class _Known:
    """The edge at each combination, priced once; too many are refused."""

    def __init__(self, edge_at: EdgeAt, most: int) -> None:
        self._edge_at, self._most = edge_at, most
        self._edges: dict[tuple[int, ...], Fraction] = {}

    def __call__(self, point: tuple[int, ...]) -> Fraction:
        edge = self._edges.get(point)
        if edge is None:
            if len(self._edges) == self._most:
                why = say(
                    "more than {most} combinations must be priced one by one, since they"
                    " change decisions: expected fewer entries, narrower ranges or a narrower edge",
                    most=f"{self._most:,}",
                )
                raise Refused(why)
            edge = self._edges[point] = self._edge_at(point)
        return edge

    def found(self, points: list[tuple[int, ...]], entries: int, total: int) -> Found:
        edges = [self._edges[point] for point in points]
        scale = common_denominator(edges)
        whole = [int(edge * scale) for edge in edges]
        kind = np.int64 if max(map(abs, whole), default=0) < SAFE else object
        return Found(
            np.array(points, dtype=np.int16).reshape(len(points), entries),
            np.array(whole, dtype=kind),
            scale,
            total,
            len(self._edges),
            min(self._edges.values()),
            max(self._edges.values()),
        )
