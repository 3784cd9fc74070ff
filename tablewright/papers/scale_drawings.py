"""Drawings of a felt to a stated scale, with dimension lines: the whole of it, and one place enlarged.

A drawing's own unit is the millimetre of the felt; type and lines are as large as they must be to read
well on paper, whatever the scale.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablewright.papers.felt_parts import Felt
from tablewright.papers.felts import edge, felt_parts
from tablewright.papers.svg import Look, group, number, shape, size_for, svg, tag, width_of, words
from tablewright.rules.game import Felt as Colour
from tablewright.rules.layout import Area, spot_name
from tablewright.rules.shapes import Patch, Shape

SCALES = (2, 2.5, 3, 4, 5, 7.5, 10, 12.5, 15, 20, 25, 50)
"""So many times smaller than the felt."""
INK, BLUE, GREY, RAIL, RAIL_DARK = "#1b1613", "#1d4ed8", "#8a837c", "#4a2f1d", "#2c190d"
TYPE_MM, SMALL_MM, LINE_MM = 2.7, 2.2, 0.18
"""Type and lines on paper."""
TINT = {Colour.GREEN: "#e9f1ed", Colour.BURGUNDY: "#f5eaed", Colour.BLUE: "#e9edf4"}
"""The cloth, faint on paper."""
RAIL_MM = 55
"""The rail as it is drawn around the felt; it is not part of it."""


class ScaleDrawing(NamedTuple):
    """A drawing, and how it is printed."""

    svg: str
    scale: float
    """So many times smaller than the felt."""
    width_mm: float
    """On paper."""

    @property
    def said(self) -> str:
        """The scale in words: `1:10`."""
        return f"1:{self.scale:g}"


class Box(NamedTuple):
    """A part of the felt."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top


def _scale_for(box: Box, around_mm: float, wide_mm: float, high_mm: float) -> float:
    """The largest scale at which a part of the felt, with so much around it, fits the paper."""
    for scale in SCALES:
        around = 2 * around_mm
        if box.wide / scale + around <= wide_mm and box.high / scale + around <= high_mm:
            return scale
    return SCALES[-1]


# Lines with their lengths --------------------------------------------------------------------------


def _across(x1: float, x2: float, y: float, said: str, scale: float) -> Iterator[str]:
    """A length from left to right, its arrows at both ends."""
    yield tag("line", x1=x1, x2=x2, y1=y, y2=y, **_ink(scale))
    for x, way in ((x1, 1), (x2, -1)):
        yield _arrow(x, y, way, 0, scale)
    size = TYPE_MM * scale
    yield _plate((x1 + x2) / 2, y, said, size)
    yield _dimension(said, (x1 + x2) / 2, y, size, weight=600)


def _down(x: float, y1: float, y2: float, said: str, scale: float) -> Iterator[str]:
    """A length from top to bottom, its arrows at both ends; the words are turned."""
    yield tag("line", x1=x, x2=x, y1=y1, y2=y2, **_ink(scale))
    for y, way in ((y1, 1), (y2, -1)):
        yield _arrow(x, y, 0, way, scale)
    size, middle = TYPE_MM * scale, (y1 + y2) / 2
    turned = f"rotate(-90 {number(x)} {number(middle)})"
    yield group(
        _plate(x, middle, said, size),
        _dimension(said, x, middle, size, weight=600),
        transform=turned,
    )


DIMENSION = "dimension"
"""The class of words that state a length: numbers of no rule."""


def _dimension(
    said: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = BLUE,
    weight: int = 400,
    anchor: str = "middle",
) -> str:
    """The words of a dimension."""
    return words(said, x, y, size, fill=fill, weight=weight, anchor=anchor, class_=DIMENSION)


def _plate(x: float, y: float, said: str, size: float) -> str:
    """White behind the words of a dimension."""
    wide, high = width_of(said, size) + size * 0.8, size * 1.1
    return tag("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, fill="#ffffff")


def _ink(scale: float, colour: str = BLUE) -> Look:
    return {"stroke": colour, "stroke_width": LINE_MM * scale}


def _arrow(x: float, y: float, right: int, down: int, scale: float) -> str:
    """The head of an arrow at a point, whose shaft runs right or down."""
    long, half = 2.2 * scale, 0.55 * scale
    ends = [
        (x + right * long + down * half, y + down * long + right * half),
        (x + right * long - down * half, y + down * long - right * half),
    ]
    points = " ".join(f"{number(a)},{number(b)}" for a, b in [(x, y), *ends])
    return tag("polygon", points=points, fill=BLUE)


# The whole felt ------------------------------------------------------------------------------------


def whole_felt(felt: Felt, wide_mm: float, high_mm: float) -> ScaleDrawing:
    """The felt with its rail, width and depth, and a bar of a known length."""
    surface = felt.layout.surface
    half, deep = surface.radius_mm + RAIL_MM, surface.depth_mm + RAIL_MM
    scale = _scale_for(Box(-half, 0, half, deep), AROUND_MM, wide_mm, high_mm)
    around = AROUND_MM * scale
    box = (-half - around, -around, 2 * (half + around), deep + 2 * around)
    drawn = svg(*_whole(felt, scale, around), box=box, scale=scale, title=_title(felt))
    return ScaleDrawing(drawn, scale, box[2] / scale)


AROUND_MM = 11.0
"""Room for dimension lines on paper, on every side."""


def _title(felt: Felt) -> str:
    return f"{felt.ruleset.game.name}: layout to scale"


def _whole(felt: Felt, scale: float, around: float) -> Iterator[str]:
    surface = felt.layout.surface
    radius, deep = surface.radius_mm, float(surface.depth_mm)
    rail = edge(surface, -RAIL_MM, top=0)
    yield tag("path", d=rail, fill=RAIL, stroke=RAIL_DARK, stroke_width=LINE_MM * 3 * scale)
    yield group(*felt_parts(felt), class_="felt")
    top = -around * 0.3
    yield from _ends_across(-radius, radius, top, scale)
    yield from _across(-radius, radius, top, f"{surface.width_mm} mm", scale)
    right = radius + RAIL_MM + around * 0.4
    for y in (0.0, deep):
        start = radius if y == 0 else 0.0
        yield tag("line", x1=start, x2=right + around * 0.15, y1=y, y2=y, **_ink(scale))
    yield from _down(right, 0, deep, f"{surface.depth_mm} mm", scale)
    size = TYPE_MM * 1.15 * scale
    yield words("Dealer", 0, -around * 0.75, size, fill=INK, weight=600)
    yield words("Players", 0, deep + RAIL_MM + around * 0.5, size, fill=INK, weight=600)
    yield from _bar(-radius - RAIL_MM, deep + RAIL_MM + around * 0.2, scale)


def _ends_across(left: float, right: float, y: float, scale: float) -> Iterator[str]:
    for x in (left, right):
        yield tag("line", x1=x, x2=x, y1=0, y2=y * 1.5, **_ink(scale))


BAR_MM = 500


def _bar(x: float, y: float, scale: float) -> Iterator[str]:
    """A bar of a known length, by which a copy of another size can be told."""
    high, part = 1.2 * scale, BAR_MM / 5
    for n in range(5):
        filled = INK if n % 2 == 0 else "#ffffff"
        look: Look = {"fill": filled, "stroke": INK, "stroke_width": LINE_MM * scale}
        yield tag("rect", x=x + n * part, y=y, width=part, height=high, **look)
    size = SMALL_MM * scale
    for length in (0, BAR_MM):
        said = f"{length} mm" if length else "0"
        yield _dimension(said, x + length, y + high + size * 0.8, size, fill=INK)


# One place -----------------------------------------------------------------------------------------


def one_place(felt: Felt, wide_mm: float, high_mm: float) -> ScaleDrawing:
    """One place enlarged, in its own coordinates: every shape with its size and its middle."""
    box = place_box(felt)
    scale = _scale_for(box, PLACE_AROUND_MM, wide_mm, high_mm)
    around = PLACE_AROUND_MM * scale
    view = (box.left - around, box.top - around, box.wide + 2 * around, box.high + 2 * around)
    drawn = svg(*_place(felt, box, scale), box=view, scale=scale, title=_title(felt))
    return ScaleDrawing(drawn, scale, view[2] / scale)


PLACE_AROUND_MM = 15.0


def place_box(felt: Felt) -> Box:
    """All that belongs to a place."""
    layout = felt.layout
    at = [*(spot.at for spot in layout.spots), *(area.at for area in layout.cards), layout.number]
    return Box(
        min(each.x - each.width / 2 for each in at),
        min(each.y - each.height / 2 for each in at),
        max(each.x + each.width / 2 for each in at),
        max(each.y + each.height / 2 for each in at),
    )


def _place(felt: Felt, box: Box, scale: float) -> Iterator[str]:
    layout = felt.layout
    yield from _ordinates(felt, box, scale)
    for area in layout.cards:
        yield from _outlined(felt, area.at, area.prints, scale, is_dashed=True)
    for spot in layout.spots:
        yield from _outlined(felt, spot.at, spot_name(spot, felt.ruleset.game), scale)
    yield from _outlined(felt, layout.number, "No.", scale, is_dashed=True)
    for at in (spot.at for spot in layout.spots):
        yield from _middle(at.x, at.y, scale)
    yield from _origin(scale)
    gap = 3.6 * scale
    wide, high = f"{number(box.wide)} mm", f"{number(box.high)} mm"
    y, x = box.top - 2 * gap, box.right + 2 * gap
    for end in (box.left, box.right):
        yield tag("line", x1=end, x2=end, y1=box.top - gap / 2, y2=y - gap / 2, **_ink(scale))
    yield from _across(box.left, box.right, y, wide, scale)
    for end in (box.top, box.bottom):
        yield tag("line", x1=box.right + gap / 2, x2=x + gap / 2, y1=end, y2=end, **_ink(scale))
    yield from _down(x, box.top, box.bottom, high, scale)
    size = SMALL_MM * 1.1 * scale
    left = box.left + gap / 2
    yield words("Dealer's side", left, box.top - gap, size, fill=GREY, anchor="start")
    yield words("Player", box.right, box.bottom + gap, size, fill=GREY, anchor="end")


def _outlined(
    felt: Felt, at: Patch, name: str, scale: float, *, is_dashed: bool = False
) -> Iterator[str]:
    """A shape by its line, with its name and its size."""
    look: Look = {
        "fill": "#ffffff" if is_dashed else TINT[felt.colour],
        "stroke": GREY if is_dashed else INK,
        "stroke_width": LINE_MM * scale * (1 if is_dashed else 2),
    }
    if is_dashed:
        look["stroke_dasharray"] = f"{number(1.6 * scale)} {number(1.1 * scale)}"
    yield shape(at, **look)
    room = at.width * (0.8 if at.shape is Shape.CIRCLE else 0.62 if _is_diamond(at) else 0.92)
    size = size_for([name], room, TYPE_MM * scale)
    small = min(SMALL_MM * scale, size_for([size_said(at)], room, size))
    yield words(name, at.x, at.y - size * 0.85, size, fill=INK, weight=600)
    yield _dimension(size_said(at), at.x, at.y + small * 0.95, small)


def _is_diamond(at: Patch) -> bool:
    return at.shape is Shape.DIAMOND


def size_said(at: Patch) -> str:
    """The size of a shape: a circle's diameter, or width and height."""
    if at.shape is Shape.CIRCLE:
        return f"\N{LATIN CAPITAL LETTER O WITH STROKE} {at.width}"
    return f"{at.width} \N{MULTIPLICATION SIGN} {at.height}"


def _middle(x: float, y: float, scale: float) -> Iterator[str]:
    """A small cross at the middle of a shape."""
    arm = 0.8 * scale
    yield tag("line", x1=x - arm, x2=x + arm, y1=y, y2=y, **_ink(scale))
    yield tag("line", x1=x, x2=x, y1=y - arm, y2=y + arm, **_ink(scale))


def _origin(scale: float) -> Iterator[str]:
    """The point from which a place is measured."""
    ring: Look = {"fill": "none", **_ink(scale)}
    yield tag("circle", cx=0, cy=0, r=1.1 * scale, **ring)


def _ordinates(felt: Felt, box: Box, scale: float) -> Iterator[str]:
    """The middles of all spots, measured from where the place begins: below, and at the left."""
    spots = [spot.at for spot in felt.layout.spots]
    gap, size = 3.0 * scale, SMALL_MM * scale
    thin: Look = {**_ink(scale), "stroke_dasharray": f"{number(0.8 * scale)} {number(0.8 * scale)}"}
    for x, level in _levels(sorted({at.x for at in spots}), 4.4 * size):
        end = box.bottom + gap * (1.6 + level)
        lowest = max(at.y for at in spots if at.x == x)
        yield tag("line", x1=x, x2=x, y1=lowest, y2=end, **thin)
        yield _dimension(_signed(x), x, end + size * 0.75, size, weight=600)
    for y, level in _levels(sorted({at.y for at in spots}), 1.5 * size):
        end = box.left - gap * (1.0 + 1.6 * level)
        furthest = min(at.x for at in spots if at.y == y)
        yield tag("line", x1=furthest, x2=end, y1=y, y2=y, **thin)
        yield _dimension(_signed(y), end - size * 0.3, y, size, weight=600, anchor="end")


def _signed(length: int) -> str:
    return f"\N{MINUS SIGN}{-length}" if length < 0 else str(length)


def _levels(along: Sequence[int], apart: float) -> Iterator[tuple[int, int]]:
    """Each length with a level for its words, so that none stands in another's."""
    last: list[float] = []
    for each in along:
        level = next((n for n, used in enumerate(last) if each - used >= apart), len(last))
        if level == len(last):
            last.append(each)
        last[level] = each
        yield each, level


def area_rows(areas: Sequence[Area]) -> Iterator[tuple[str, Patch]]:
    """Areas by what is printed in them, or by their ids."""
    for area in areas:
        yield area.prints or area.id.replace("-", " ").capitalize(), area.at
