"""Shapes on a felt: circles, diamonds and rectangles, and how far one lies from another.

A shape is the corners it has and a radius around them: a circle is one corner with a radius, a diamond
and a rectangle are four corners with none.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple


class Shape(StrEnum):
    """The shapes that are printed on a felt."""

    CIRCLE = "circle"
    DIAMOND = "diamond"
    RECTANGLE = "rectangle"


@dataclass(frozen=True)
class Patch:
    """A shape of some size with its middle somewhere, in whole millimetres."""

    shape: Shape
    x: int
    y: int
    width: int
    height: int


def circle(x: int, y: int, diameter: int) -> Patch:
    """A circle around a point."""
    return Patch(Shape.CIRCLE, x, y, diameter, diameter)


def diamond(x: int, y: int, width: int, height: int) -> Patch:
    """A diamond around a point."""
    return Patch(Shape.DIAMOND, x, y, width, height)


def rectangle(x: int, y: int, width: int, height: int) -> Patch:
    """A rectangle around a point."""
    return Patch(Shape.RECTANGLE, x, y, width, height)


class Point(NamedTuple):
    """A point of the felt, in millimetres."""

    x: float
    y: float


class Frame(NamedTuple):
    """Where coordinates of their own begin, and how far they are turned, clockwise."""

    x: float = 0.0
    y: float = 0.0
    turn_deg: float = 0.0

    def point(self, x: float, y: float) -> Point:
        """A point of this frame, in the coordinates that the frame stands in."""
        turn = radians(self.turn_deg)
        return Point(self.x + x * cos(turn) - y * sin(turn), self.y + x * sin(turn) + y * cos(turn))


TABLE = Frame()
"""The coordinates of the table itself."""


class Outline(NamedTuple):
    """The corners of a shape, in order, and the radius around them."""

    corners: tuple[Point, ...]
    radius: float = 0.0


def outline(patch: Patch, frame: Frame = TABLE) -> Outline:
    """The outline of a shape that lies in a frame."""
    x, y = float(patch.x), float(patch.y)
    wide, high = patch.width / 2, patch.height / 2
    match patch.shape:
        case Shape.CIRCLE:
            return Outline((frame.point(x, y),), wide)
        case Shape.DIAMOND:
            tips = ((x, y - high), (x + wide, y), (x, y + high), (x - wide, y))
        case Shape.RECTANGLE:
            left, right, top, bottom = x - wide, x + wide, y - high, y + high
            tips = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Outline(tuple(frame.point(*tip) for tip in tips))


def gap(one: Outline, other: Outline) -> float:
    """How far two shapes lie apart; below zero, or zero, where they meet.

    >>> gap(outline(circle(0, 0, 40)), outline(rectangle(60, 0, 40, 40)))
    20.0
    """
    between = 0.0 if _meet(one.corners, other.corners) else _apart(one.corners, other.corners)
    return between - one.radius - other.radius


def _meet(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether no straight line runs between two shapes: then they share a point."""
    for a, b in (*_edges(one), *_edges(other)):
        across = Point(b.y - a.y, a.x - b.x)
        ours = [across.x * p.x + across.y * p.y for p in one]
        theirs = [across.x * p.x + across.y * p.y for p in other]
        if max(ours) < min(theirs) or max(theirs) < min(ours):
            return False
    return len(one) > 1 or len(other) > 1 or one == other


def _apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """The least distance of a corner of one shape from an edge of the other."""
    if len(one) == len(other) == 1:
        return hypot(one[0].x - other[0].x, one[0].y - other[0].y)
    least = inf
    for corners, edges in ((one, _edges(other)), (other, _edges(one))):
        for corner in corners:
            for a, b in edges:
                least = min(least, _from_edge(corner, a, b))
    return least


def _edges(corners: tuple[Point, ...]) -> tuple[tuple[Point, Point], ...]:
    if len(corners) == 1:
        return ()
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))


def _from_edge(point: Point, a: Point, b: Point) -> float:
    along = Point(b.x - a.x, b.y - a.y)
    part = ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / (along.x**2 + along.y**2)
    part = min(1.0, max(0.0, part))
    return hypot(point.x - a.x - part * along.x, point.y - a.y - part * along.y)
