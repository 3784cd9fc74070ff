"""What is printed on a felt, piece by piece: spots of a place, areas for cards and equipment, emblem.

A suit is told by its sign, its letter and its colour, never by colour alone.
"""

import base64
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from tablewright.papers.card_shapes import SUIT_SHAPE
from tablewright.papers.cards import INK, fan
from tablewright.papers.svg import (
    Look,
    group,
    number,
    shape,
    size_for,
    tag,
    width_of,
    words,
    wrapped,
)
from tablewright.rules.cards import Suit, cards
from tablewright.rules.game import Felt as Colour
from tablewright.rules.game import Ruleset
from tablewright.rules.layout import Area, Layout, Spot, Use, spot_name, spot_odds, spot_stakes
from tablewright.rules.shapes import Patch, Shape

CLOTH = {Colour.GREEN: "#0f5a40", Colour.BURGUNDY: "#6d1b2f", Colour.BLUE: "#1d3a66"}
DARKER = {Colour.GREEN: "#0a4631", Colour.BURGUNDY: "#571322", Colour.BLUE: "#142b4f"}
WHITE, GOLD, BLACK = "#fbf3e0", "#e6c477", "#1b1613"
NAMESPACE = "{http://www.w3.org/2000/svg}"


class Felt(NamedTuple):
    """All that a felt is drawn from."""

    ruleset: Ruleset
    layout: Layout
    sentences: Mapping[str, str]
    """Of the rules in force, by id."""
    logo: str = ""
    """The house's, in SVG."""

    @property
    def colour(self) -> Colour:
        return self.ruleset.game.felt


# A place -------------------------------------------------------------------------------------------


def place_parts(felt: Felt, place: int) -> Iterator[str]:
    """What is printed at one place, in its own coordinates."""
    layout = felt.layout
    for area in layout.cards:
        yield area_parts(felt, area)
    for spot in layout.spots:
        yield group(*_spot(felt, spot), class_="spot", data_wagers=" ".join(spot.wagers))
    at = layout.number
    yield shape(at, fill=GOLD, class_="number")
    yield words(str(place), at.x, at.y, at.height * 0.72, fill=DARKER[felt.colour], weight=700)


ROOM = {Shape.CIRCLE: 0.80, Shape.DIAMOND: 0.56, Shape.RECTANGLE: 0.84}
"""The part of its width at which a shape has room for words in its middle."""
ROOM_HIGH = {Shape.CIRCLE: 0.60, Shape.DIAMOND: 0.46, Shape.RECTANGLE: 0.76}
"""The part of its height that words may take."""
LARGEST_NAME, LARGEST_NOTE = 23.0, 17.0
DOUBLE_FROM = 60
"""Spots of this size on have a second line inside the first."""
LINE = 1.08
"""From line to line, as a part of the size."""


def _spot(felt: Felt, spot: Spot) -> Iterator[str]:
    """A spot: its line, its name, and what it pays."""
    at = spot.at
    if spot.suit:
        yield shape(at, fill=WHITE, stroke=GOLD, stroke_width=2.0)
        yield from _suit(spot.suit, at)
        return
    yield shape(at, fill=DARKER[felt.colour], stroke=WHITE, stroke_width=2.4)
    if min(at.width, at.height) >= DOUBLE_FROM:
        yield shape(inner(at, 5), fill="none", stroke=GOLD, stroke_width=0.9)
    name = spot_name(spot, felt.ruleset.game)
    notes = [*spot_stakes(spot, felt.ruleset), *spot_odds(spot, felt.ruleset)]
    yield from _labelled(at, name, notes)


def _labelled(at: Patch, name: str, notes: list[str]) -> Iterator[str]:
    """A name with notes below it, as large as the shape has room for."""
    wide, high = at.width * ROOM[at.shape], at.height * ROOM_HIGH[at.shape]
    best: tuple[float, float, list[str]] = (0.0, 0.0, [name])
    for lines in (wrapped(name, most) for most in (1, 2, 3)):
        note = size_for(notes, wide, LARGEST_NOTE) if notes else 0.0
        size = size_for(lines, wide, LARGEST_NAME)
        taken = LINE * (size * len(lines) + note * len(notes))
        shrunk = min(1.0, high / taken)
        if size * shrunk > best[0]:
            best = (size * shrunk, note * shrunk, lines)
    size, note, lines = best
    note = min(note, size * 0.86)
    y = at.y - LINE * (size * len(lines) + note * len(notes)) / 2
    for line in lines:
        yield words(line, at.x, y + LINE * size / 2, size, fill=WHITE, weight=600)
        y += LINE * size
    for text in notes:
        yield words(text, at.x, y + LINE * note / 2, note, fill=GOLD, weight=600)
        y += LINE * note


SIGN = 32
"""The square that the sign of a suit is drawn in."""


def _suit(suit: Suit, at: Patch) -> Iterator[str]:
    """The sign of a suit and its letter, in its colour."""
    size, ink = min(at.width, at.height), INK[suit]
    scale = size * 0.56 / SIGN
    corner = f"{number(at.x - SIGN * scale / 2)} {number(at.y - size * 0.4)}"
    yield tag(
        "path",
        d=SUIT_SHAPE[suit],
        fill=ink,
        transform=f"translate({corner}) scale({scale:.4g})",
    )
    yield words(suit.letter.upper(), at.x, at.y + size * 0.32, size * 0.28, fill=ink, weight=700)


def inner(at: Patch, by: int) -> Patch:
    """The same shape, smaller all round."""
    return Patch(at.shape, at.x, at.y, at.width - 2 * by, at.height - 2 * by)


# Areas ---------------------------------------------------------------------------------------------


def area_parts(felt: Felt, area: Area) -> str:
    at, deep = area.at, DARKER[felt.colour]
    match area.use:
        case Use.RACK:
            parts = [shape(at, fill=BLACK, stroke=GOLD, stroke_width=2.0), *_tubes(at)]
            label = Patch(at.shape, at.x, at.y, round(width_of(area.prints, 15)) + 16, 26)
            parts.append(shape(label, fill=BLACK))
        case Use.DISCARDS | Use.DEVICE | Use.EQUIPMENT:
            parts = [shape(at, fill=deep, stroke=WHITE, stroke_width=1.4, stroke_dasharray="9 6")]
        case Use.DEALER_HAND | Use.HELD | Use.ACTION | Use.CARDS:
            parts = [shape(at, fill="none", stroke=WHITE, stroke_width=1.4, stroke_opacity=0.75)]
    if area.prints:
        lines = wrapped(area.prints, 2 if width_of(area.prints, 15) > at.width else 1)
        size = size_for(lines, at.width * 0.86, 15)
        y = at.y - LINE * size * (len(lines) - 1) / 2
        for line in lines:
            parts.append(words(line, at.x, y, size, fill=WHITE, fill_opacity=0.85))
            y += LINE * size
    return group(*parts, class_=area.use, data_area=area.id)


TUBE_MM = 41


def _tubes(at: Patch) -> Iterator[str]:
    """The tubes of a rack, each as wide as a chip."""
    count = max(1, (at.width - 10) // TUBE_MM)
    wide = (at.width - 10) / count
    left, top = at.x - at.width / 2 + 5, at.y - at.height / 2 + 8
    for n in range(count):
        yield tag(
            "rect",
            x=left + n * wide + 1.5,
            y=top,
            width=wide - 3,
            height=at.height - 16,
            rx=6.0,
            fill="none",
            stroke=GOLD,
            stroke_width=0.8,
            stroke_opacity=0.4,
        )


# Drawings within the drawing -----------------------------------------------------------------------


def emblem(felt: Felt, at: Patch) -> str:
    """The game's cards, fanned."""
    return group(within(at, fan(cards(felt.ruleset.game.emblem))), class_="emblem")


def logo(felt: Felt, at: Patch) -> str:
    """The house's logo.

    It stands in the drawing itself, so that its words are set in the drawing's fonts. One with a style
    sheet stands apart, as the sheet would hold for the felt too.
    """
    if ElementTree.fromstring(felt.logo).find(f".//{NAMESPACE}style") is None:
        return group(within(at, felt.logo), class_="logo")
    data = base64.b64encode(felt.logo.encode()).decode("ascii")
    return tag("image", href=f"data:image/svg+xml;base64,{data}", class_="logo", **_room(at))


def within(at: Patch, drawing: str) -> str:
    """A drawing in SVG as a part of another: whole, in the middle of its room."""
    root = ElementTree.fromstring(drawing)
    if "viewBox" not in root.attrib:
        sides = [re.sub(r"[^0-9.]", "", root.get(side, "")) for side in ("width", "height")]
        root.set("viewBox", f"0 0 {sides[0] or 100} {sides[1] or 100}")
    for name, value in _room(at).items():
        root.set(name, value if isinstance(value, str) else number(value))
    return ElementTree.tostring(root, "unicode")


def _room(at: Patch) -> Look:
    return {
        "x": at.x - at.width / 2,
        "y": at.y - at.height / 2,
        "width": at.width,
        "height": at.height,
        "preserveAspectRatio": "xMidYMid meet",
    }
