"""The parts of the package and what each stands on; the import law reads it, and the picture shows it.

`python -m docs.architecture` draws `docs/architecture.svg` anew. A part may import what it stands on,
and what that stands on in turn, and nothing else (`tests/laws/test_architecture.py`).
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).parent / "architecture.svg"


class Part(NamedTuple):
    """A folder of the package."""

    name: str
    holds: str
    stands_on: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    """The folders within it, where it has some."""
    level: int = 0
    """Its row in the picture, counted from the foundations."""
    column: int = 1


PARTS = (
    Part("jurisdictions", "dated, cited limits and approvals: data only"),
    Part("languages", "what the house says in other languages: data only", column=2),
    Part("rules", "the machinery of a rule book; it knows no game", level=1),
    Part("settling", "rounds written as JSON, settled", ("rules",), level=2, column=0),
    Part("games", "a game in two files: how it pays, how it is run", ("rules",), level=2),
    Part("odds", "every deal counted; exact figures", ("rules",), level=2, column=2),
    Part("table", "the machine: acts in, records out; journal", ("games",), level=3),
    Part("advice", "what a choice is worth as a table stands", ("table", "odds"), level=4),
    Part("school", "skills, drills, marking, memory", ("advice", "settling"), level=5),
    Part(
        "design",
        "versions of a game: priced, compared, searched for",
        ("games", "odds"),
        level=5,
        column=2,
    ),
    Part("papers", "every document of a game, printed", ("school", "design"), level=6),
    Part("signing", "keys, rings, signed statements", ("rules",), level=6, column=0),
    Part(
        "house",
        "live tables",
        ("papers", "signing"),
        (
            "books",
            "classroom",
            "people",
            "screens",
            "server",
            "servers",
            "tables",
            "watching",
            "workbench",
        ),
        level=7,
    ),
    Part("cli", "the commands; what a person sees", ("house",), level=8),
)
"""From the foundations up."""

BESIDE = ("web", "the page; it speaks HTTP and sockets", "house")
"""What is not of the package, and the part it talks to."""


def may_import(name: str) -> frozenset[str]:
    """The parts that a part may import: itself, what it stands on, and what those stand on."""
    (part,) = (each for each in PARTS if each.name == name)
    return frozenset({name}).union(*(may_import(below) for below in part.stands_on))


# The picture ---------------------------------------------------------------------------------------

WIDE, HIGH, GAP, SIDE, TOP = 420, 58, 34, 24, 20
ROWS = 1 + max(part.level for part in PARTS)
STYLE = """\
text { font: 13px sans-serif; fill: #1c1917; }
.name { font-size: 16px; font-weight: bold; }
rect { fill: #ecfdf5; stroke: #065f46; }
.beside { fill: #eff6ff; stroke: #1e40af; }
path { fill: none; stroke: #44403c; stroke-width: 1.5; }
.talks { stroke-dasharray: 5 4; }
marker path { fill: #44403c; stroke: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #f5f5f4; } path { stroke: #d6d3d1; } marker path { fill: #d6d3d1; }
  rect { fill: #064e3b; stroke: #6ee7b7; } .beside { fill: #1e3a8a; stroke: #93c5fd; }
}"""
ARROW = (
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto"><path d="M0 0 8 4 0 8z"/></marker>'
)


class Box(NamedTuple):
    """Where a part lies in the picture."""

    x: int
    y: int

    @staticmethod
    def at(level: int, column: int) -> "Box":
        x = SIDE + column * (WIDE + 2 * GAP)
        return Box(x, TOP + (ROWS - 1 - level) * (HIGH + GAP))

    @property
    def middle(self) -> int:
        return self.x + WIDE // 2


def _box(box: Box, name: str, holds: str, kind: str = "") -> Iterator[str]:
    of = f' class="{kind}"' if kind else ""
    yield f'<rect x="{box.x}" y="{box.y}" width="{WIDE}" height="{HIGH}" rx="6"{of}/>'
    yield f'<text x="{box.x + 12}" y="{box.y + 21}" class="name">{escape(name)}</text>'
    yield f'<text x="{box.x + 12}" y="{box.y + 43}">{escape(holds, quote=False)}</text>'


def _arrow(path: str, kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    return f'<path d="{path}" marker-end="url(#arrow)"{of}/>'


def _down(upper: Box, lower: Box) -> str:
    """From a part to one that it stands on: straight down, or round a corner into another column."""
    if upper.x == lower.x:
        return _arrow(f"M{upper.middle} {upper.y + HIGH}V{lower.y}")
    is_outwards = upper.x == Box.at(0, 1).x
    if is_outwards:
        side = upper.x if lower.x < upper.x else upper.x + WIDE
        return _arrow(f"M{side} {upper.y + HIGH // 2}H{lower.middle}V{lower.y}")
    side = lower.x if upper.x < lower.x else lower.x + WIDE
    if lower.y - upper.y > 2 * (HIGH + GAP):  # Beside whatever lies between them.
        outside = upper.x + WIDE if upper.x < lower.x else upper.x
        gap = (outside + side) // 2
        return _arrow(f"M{outside} {upper.y + HIGH // 2}H{gap}V{lower.y + HIGH // 4}H{side}")
    return _arrow(f"M{upper.middle} {upper.y + HIGH}V{lower.y + HIGH // 2}H{side}")


def drawn() -> str:
    """Every part in its place, with an arrow to each that it stands on."""
    boxes = {part.name: Box.at(part.level, part.column) for part in PARTS}
    lines: list[str] = []
    for part in PARTS:
        named = (part.name, part.holds)
        if part.rooms:
            named = (f"{part.name}: {part.holds}", ", ".join(part.rooms))
        lines += _box(boxes[part.name], *named)
        lines += [_down(boxes[part.name], boxes[below]) for below in part.stands_on]
    data, rules, words = boxes["jurisdictions"], boxes["rules"], boxes["languages"]
    lines.append(_arrow(f"M{data.middle} {rules.y + HIGH}V{data.y}", "talks"))
    across = f"M{rules.x + WIDE} {rules.y + HIGH // 2}H{words.middle}V{words.y}"
    lines.append(_arrow(across, "talks"))
    name, holds, to = BESIDE
    web = Box(Box.at(0, 2).x, boxes[to].y)
    lines += _box(web, name, holds, "beside")
    lines.append(_arrow(f"M{web.x} {web.y + HIGH // 2}H{boxes[to].x + WIDE}", "talks"))
    width, height = web.x + WIDE + SIDE, data.y + HIGH + TOP
    head = f'<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">'
    style = f"<style>\n{STYLE}\n</style>\n<defs>{ARROW}</defs>"
    return "\n".join([head, style, *lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
