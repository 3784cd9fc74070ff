"""SVG written as text: elements, numbers, and words set as large as their room allows.

How wide words run is estimated from the widths of Source Sans Pro, on the wide side, so that what fits
here fits on paper.
"""

from collections.abc import Iterable
from html import escape

from tablewright.rules.shapes import Patch, Shape

Look = dict[str, str | float]
"""Attributes of an element."""
SANS = "'Source Sans Pro', 'DejaVu Sans', sans-serif"
SERIF = "'Source Serif Pro', 'DejaVu Sans', serif"
CAPITAL = 0.66
"""How high a capital letter stands, as a part of the size of the type."""

_NARROW, _SLIM, _PLAIN, _BROAD, _WIDEST = 0.29, 0.38, 0.56, 0.66, 0.88
_WIDTHS = {
    **dict.fromkeys(" .,:;'|!iIjl\N{MIDDLE DOT}", _NARROW),
    **dict.fromkeys("frt-()[]/", _SLIM),
    **dict.fromkeys("CDGHNOQUKRAVXY&", _BROAD),
    **dict.fromkeys("mwMW@%", _WIDEST),
}
SMALLEST_MM = 0.1


def number(value: float) -> str:
    """A number as SVG has it, to a hundredth, without idle zeros.

    >>> number(12.0), number(-0.001), number(3.146)
    ('12', '0', '3.15')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; underscores of attributes stand for hyphens, and one at the end is dropped."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def svg(*inside: str, box: tuple[float, float, float, float], scale: float = 1, title: str) -> str:
    """A whole drawing of millimetres, so many times smaller on paper."""
    left, top, wide, high = box
    return tag(
        "svg",
        tag("title", escape(title)),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(wide / scale)}mm",
        height=f"{number(high / scale)}mm",
        viewBox=" ".join(map(number, (left, top, wide, high))),
    )


def group(*inside: str, **attributes: str | float) -> str:
    """Elements that belong together."""
    return tag("g", *inside, **attributes)


def shape(at: Patch, **attributes: str | float) -> str:
    """A shape of the layout, as SVG draws it."""
    match at.shape:
        case Shape.CIRCLE:
            return tag("circle", cx=at.x, cy=at.y, r=at.width / 2, **attributes)
        case Shape.DIAMOND:
            wide, high = at.width / 2, at.height / 2
            tips = ((0, -high), (wide, 0), (0, high), (-wide, 0))
            points = " ".join(f"{number(at.x + x)},{number(at.y + y)}" for x, y in tips)
            return tag("polygon", points=points, **attributes)
        case Shape.RECTANGLE:
            return tag(
                "rect",
                x=at.x - at.width / 2,
                y=at.y - at.height / 2,
                width=at.width,
                height=at.height,
                rx=min(8, at.height / 6),
                **attributes,
            )


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str,
    anchor: str = "middle",
    weight: int = 400,
    family: str = SANS,
    **attributes: str | float,
) -> str:
    """A line of words whose capitals stand around a height."""
    return tag(
        "text",
        escape(text, quote=False),
        x=x,
        y=y + size * CAPITAL / 2,
        font_size=size,
        font_family=family,
        font_weight=str(weight),
        fill=fill,
        text_anchor=anchor,
        **attributes,
    )


def width_of(text: str, size: float = 1) -> float:
    """How wide a line of words runs at most."""
    return size * sum(_WIDTHS.get(letter, _PLAIN) for letter in text)


def size_for(lines: Iterable[str], wide: float, most: float) -> float:
    """The largest size at which every line fits a width, up to one."""
    widest = max((width_of(line) for line in lines), default=0)
    return max(SMALLEST_MM, min(most, wide / widest) if widest else most)


def wrapped(text: str, lines: int) -> list[str]:
    """Words broken into at most so many lines, the longest of which is as short as can be.

    >>> wrapped("5 Card Bonus Only", 2)
    ['5 Card', 'Bonus Only']
    """
    parts = text.split()
    if lines <= 1 or len(parts) <= 1:
        return [text]
    best = [text]
    for cut in range(1, len(parts)):
        tried = [" ".join(parts[:cut]), *wrapped(" ".join(parts[cut:]), lines - 1)]
        if max(map(width_of, tried)) < max(map(width_of, best)):
            best = tried
    return best
