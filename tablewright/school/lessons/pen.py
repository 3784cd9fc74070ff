"""The pen for line drawings: cards, chips, hands, boxes and arrows, as SVG.

What it draws takes the colour of the text around it, so it reads on light and on dark.
"""

from html import escape
from typing import NamedTuple

SCALE = 1.2
"""How many pixels a unit is where there is room."""
CHIP_WIDE, CHIP_HIGH = 40, 7
CARD_WIDE, CARD_HIGH = 30, 42


class Frame(NamedTuple):
    """What a drawing fills of a sheet that is 320 wide and 150 high."""

    left: float
    top: float
    right: float
    bottom: float


def drawing(title: str, *parts: str, frame: Frame) -> str:
    """An SVG of these parts; the title is what a screen reader says."""
    wide, high = frame.right - frame.left, frame.bottom - frame.top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="{frame.left:g} {frame.top:g} {wide:g} {high:g}"'
        f' width="{wide * SCALE:g}" height="{high * SCALE:g}" fill="none"'
        f' stroke="currentColor" stroke-width="2" stroke-linejoin="round"'
        f' stroke-linecap="round"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


# Marks ---------------------------------------------------------------------------------------------


def words(x: float, y: float, text: str, *, middle: bool = True) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="13" font-family="sans-serif" fill="currentColor"'
        f' stroke="none"{anchor}>{escape(text)}</text>'
    )


def line(*points: tuple[float, float], dashed: bool = False) -> str:
    path = " ".join([f"{x:g},{y:g}" for x, y in points])
    return f'<polyline points="{path}"{_DASHED if dashed else ""}/>'


_DASHED = ' stroke-dasharray="4 4"'


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A straight arrow."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    head = [
        (to_x - 8 * along_x + side * 5 * along_y, to_y - 8 * along_y - side * 5 * along_x)
        for side in (-1, 1)
    ]
    return line(start, end) + line(head[0], end, head[1])


def turn(x: float, y: float, radius: float) -> str:
    """An arrow around a middle, as hands go in a wash."""
    left, right, top = x - radius, x + radius, y - radius / 2
    return (
        f'<path d="M{left:g},{y:g} C{left:g},{top - 12:g} {right:g},{top - 12:g} {right:g},{y:g}"/>'
        + line((right - 7, y - 7), (right, y), (right + 5, y - 9))
    )


def box(x: float, y: float, wide: float, high: float, *, dashed: bool = False) -> str:
    dash = _DASHED if dashed else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="3"{dash}/>'


def card(x: float, y: float, tilt: float = 0, *, is_back: bool = True) -> str:
    """A card, its back hatched."""
    hatched = (
        "".join([line((x + 5, y + n), (x + CARD_WIDE - 5, y + n)) for n in (12, 21, 30)])
        if is_back
        else ""
    )
    middle = f"{x + CARD_WIDE / 2:g} {y + CARD_HIGH / 2:g}"
    turned = f' transform="rotate({tilt:g} {middle})"' if tilt else ""
    return f"<g{turned}>{box(x, y, CARD_WIDE, CARD_HIGH)}{hatched}</g>"


def pack(x: float, y: float, wide: float = 60, layers: int = 5) -> str:
    """Cards lying on each other, seen from the side, down from y."""
    return "".join([box(x, y - 5 * (n + 1), wide, 5) for n in range(layers)])


def stack(x: float, y: float, chips: int) -> str:
    """A stack of chips that stands on y."""
    return "".join(
        [box(x, y - CHIP_HIGH * (n + 1), CHIP_WIDE, CHIP_HIGH) for n in range(max(chips, 0))]
    )


def hand(x: float, y: float, *, is_left: bool = False) -> str:
    """A hand from above, fingers up; the thumb is on the inner side."""
    side = -1 if is_left else 1
    path = (
        f"M{x - side * 16:g},{y + 26:g} l0,-20 l{side * 3:g},-14 q{side * 4:g},-5 {side * 6:g},0"
        f" l{side * 1:g},-8 q{side * 4:g},-6 {side * 7:g},0 l{side * 1:g},2 q{side * 4:g},-4"
        f" {side * 7:g},1 l0,4 q{side * 4:g},-3 {side * 6:g},2 l0,33"
    )
    thumb = f'<path d="M{x - side * 16:g},{y + 12:g} q{-side * 12:g},-4 {-side * 12:g},-14"/>'
    return f'<path d="{path}"/>{thumb}'


def eye(x: float, y: float) -> str:
    return (
        f'<path d="M{x - 16:g},{y:g} q16,-16 32,0 q-16,16 -32,0"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="5"/>'
    )
