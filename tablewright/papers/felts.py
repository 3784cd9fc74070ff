"""The felt of a game as a drawing in SVG, in millimetres, drawn from the layout and the ruleset.

Nothing on it is written here: spots, areas and prints lie where the layout says, wagers and what they
pay are the ruleset's, sentences the register's. It is seen from above, the dealer at the top, and what
is printed at a place faces its player.
"""

from collections.abc import Iterator
from html import escape
from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from tablewright.papers.felt_parts import (
    CLOTH,
    DARKER,
    GOLD,
    NAMESPACE,
    WHITE,
    Felt,
    area_parts,
    emblem,
    logo,
    place_parts,
)
from tablewright.papers.svg import (
    SANS,
    SERIF,
    Look,
    group,
    number,
    shape,
    size_for,
    svg,
    tag,
    width_of,
    words,
)
from tablewright.rules.house_layout import layout_of
from tablewright.rules.layout import (
    Layout,
    Lettering,
    Payouts,
    Surface,
    frames,
    lettered,
    printed,
    spot_name,
)

if TYPE_CHECKING:
    from tablewright.papers.editions import Edition

TITLE_SPACING = 0.12
"""Between the letters of the game's name, as a part of their size."""


def felt_of(edition: "Edition") -> Felt:
    """The felt of an edition."""
    return Felt(
        edition.ruleset,
        layout_of(edition.procedure),
        {id: rule.sentence for id, rule in edition.rules.items()},
        edition.house.logo,
    )


def felt_said(felt: Felt) -> str:
    """What a drawing of the felt shows, for those who cannot see it."""
    game = felt.ruleset.game
    spots = ", ".join(spot_name(spot, game) for spot in felt.layout.spots)
    return (
        f"The felt of {game.name} from above, the dealer at the top. Each {game.place} has spots for"
        f" {spots}. What wagers pay is printed on both sides of the dealer."
    )


def felt_svg(felt: Felt) -> str:
    """The felt by itself, as large as it is."""
    surface = felt.layout.surface
    box = (-surface.radius_mm, 0.0, float(surface.width_mm), float(surface.depth_mm))
    return svg(*felt_parts(felt), box=box, title=f"{felt.ruleset.game.name}: layout")


def felt_parts(felt: Felt) -> Iterator[str]:
    """Everything on the felt, in the coordinates of the table."""
    layout = felt.layout
    yield tag("path", d=edge(layout.surface), fill=CLOTH[felt.colour], class_="cloth")
    yield from _borders(layout)
    for area in layout.areas:
        yield area_parts(felt, area)
    yield from _lettering(felt)
    if layout.emblem:
        yield emblem(felt, layout.emblem)
    for patch in layout.logos if felt.logo else ():
        yield logo(felt, patch)
    for payouts in layout.payouts:
        yield _payouts(felt, payouts)
    for place, frame in frames(layout, felt.ruleset.places).items():
        turned = f"translate({number(frame.x)} {number(frame.y)}) rotate({frame.turn_deg:g})"
        yield group(
            *place_parts(felt, place), class_="place", data_place=str(place), transform=turned
        )


def edge(surface: Surface, inside: float = 0, top: float | None = None) -> str:
    """The edge of the felt as a path, or a line so far inside it, from some height downwards."""
    radius, middle = surface.radius_mm - inside, surface.middle.y
    top = inside if top is None else top
    start = max(top, middle)
    half = sqrt(radius**2 - (start - middle) ** 2)
    left, right, round_ = number(-half), number(half), number(radius)
    sides = f"M{left} {number(top)}H{right}V{number(start)}"
    return f"{sides}A{round_} {round_} 0 0 1 {left} {number(start)}Z"


def arc(layout: Layout, radius: float, wide_deg: float) -> str:
    """A piece of a circle around the middle, straight ahead of the dealer, from left to right."""
    middle, half = layout.surface.middle, radians(wide_deg / 2)
    across, down = radius * sin(half), middle.y + radius * cos(half)
    ends = [number(each) for each in (-across, down, across)]
    return f"M{ends[0]} {ends[1]}A{number(radius)} {number(radius)} 0 0 0 {ends[2]} {ends[1]}"


def _borders(layout: Layout) -> Iterator[str]:
    """A line along the edge, and lines on both sides of what is lettered."""
    line: Look = {"fill": "none", "stroke": GOLD}
    yield tag("path", d=edge(layout.surface, 6), stroke_width=2.0, **line)
    for inner, outer, wide in _bands(layout):
        for radius, width in ((inner, 1.6), (outer, 1.6)):
            yield tag("path", d=arc(layout, radius, wide), stroke_width=width, **line)


def _bands(layout: Layout) -> Iterator[tuple[float, float, float]]:
    """The bands of lettering, lines that stand close together as one."""
    bands: list[tuple[float, float, float]] = []
    for each in sorted(layout.lettering, key=lambda each: each.radius_mm):
        inner, outer = each.radius_mm - 1.1 * each.size_mm, each.radius_mm + 0.45 * each.size_mm
        if bands and inner - bands[-1][1] < each.size_mm:
            first, _, wide = bands.pop()
            bands.append((first, outer, max(wide, each.wide_deg)))
        else:
            bands.append((inner, outer, each.wide_deg))
    yield from bands


# What is common to the table -----------------------------------------------------------------------


PAID_LARGEST, PAID_TITLE = 19.0, 1.15
PAID_LINE = 1.34


def _payouts(felt: Felt, payouts: Payouts) -> str:
    """A pay table: its title, and each hand with its odds."""
    title, rows = printed(payouts, felt.ruleset)
    if not rows:
        return ""
    at, pad = payouts.at, 9.0
    wide = at.width - 2 * pad
    by_height = (at.height - pad) / (PAID_LINE * (len(rows) + PAID_TITLE))
    by_width = size_for([f"{hand}   {odds}" for hand, odds in rows], wide, PAID_LARGEST)
    size = min(by_height, by_width)
    headed = size_for([title], wide, size * PAID_TITLE)
    lines = len(rows) + PAID_TITLE
    line = min(PAID_LINE * size * 1.25, (at.height - pad) / lines)
    left, right, y = at.x - wide / 2, at.x + wide / 2, at.y - line * lines / 2
    frame: Look = {"stroke": GOLD, "stroke_width": 1.4}
    parts = [shape(at, fill=DARKER[felt.colour], **frame)]
    y += line * PAID_TITLE / 2
    parts.append(words(title, at.x, y, headed, fill=GOLD, weight=700, family=SERIF))
    y += line * PAID_TITLE / 2
    for hand, odds in rows:
        rule: Look = {
            "x1": left,
            "x2": right,
            "y1": y,
            "y2": y,
            "stroke": GOLD,
            "stroke_width": 0.6,
        }
        parts.append(tag("line", stroke_opacity=0.55, **rule))
        y += line / 2
        parts.append(
            group(
                words(hand, left, y, size, fill=WHITE, anchor="start"),
                words(odds, right, y, size, fill=WHITE, anchor="end", weight=700),
                class_="row",
            )
        )
        y += line / 2
    named = payouts.table or " ".join(payouts.kinds)
    return group(*parts, class_="payouts", data_pays=named)


def _lettering(felt: Felt) -> Iterator[str]:
    """The game's name, and rules on arcs below it."""
    name = felt.layout.title.says or felt.ruleset.game.name
    yield _on_arc(felt, felt.layout.title, name.upper(), "felt-title", spacing=TITLE_SPACING)
    for n, lettering in enumerate(felt.layout.lettering, start=1):
        said = lettered(lettering, felt.sentences)
        if said:
            yield _on_arc(felt, lettering, said, f"felt-lettering-{n}")


def _on_arc(felt: Felt, lettering: Lettering, said: str, id: str, *, spacing: float = 0.03) -> str:
    """Words on an arc, set smaller if they are too long for it."""
    room = radians(lettering.wide_deg) * lettering.radius_mm * 0.96
    wide = width_of(said) + spacing * len(said)
    size = min(float(lettering.size_mm), room / wide)
    is_title = lettering is felt.layout.title
    on = tag(
        "textPath",
        escape(said, quote=False),
        href=f"#{id}",
        startOffset="50%",
        text_anchor="middle",
    )
    return group(
        tag(
            "path", id=id, d=arc(felt.layout, lettering.radius_mm, lettering.wide_deg), fill="none"
        ),
        tag(
            "text",
            on,
            font_family=SERIF if is_title else SANS,
            font_weight="700" if is_title else "600",
            font_size=size,
            letter_spacing=size * spacing,
            fill=GOLD,
        ),
        class_="lettering",
    )


# Read back -----------------------------------------------------------------------------------------


def read_payouts(drawing: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The rows of every pay table that a drawing prints, by the table's name or the wagers' kinds."""
    found = {}
    for each in ElementTree.fromstring(drawing).iter(f"{NAMESPACE}g"):
        if each.get("class") == "payouts":
            rows = [row for row in each if row.get("class") == "row"]
            found[each.get("data-pays", "")] = tuple(
                (row[0].text or "", row[1].text or "") for row in rows
            )
    return found
