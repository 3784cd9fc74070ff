"""Draws the phases of both kinds of round from their tables in `rules/phases.py`.

Phases stand one below the other with who may do what in each. What leads to the next phase runs
straight down, what leads back runs up on the left, and a void round goes down the dashed line to be
settled.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from tablewright.rules.phases import CONTEST, DRAW, Cause, PhaseId, Round

PHASES = Path(__file__).parent / "phases.svg"

BOX, TITLE, LINE, PAD, GAP = 300, 26, 18, 10, 44
LANE, SIDE, TOP, SPACE = 30, 100, 56, 60

STYLE = """\
text { font: 14px sans-serif; fill: #1c1917; }
.title { font-size: 18px; font-weight: bold; }
.phase { font-weight: bold; }
.cause { font-style: italic; fill: #44403c; }
rect { fill: #ecfdf5; stroke: #065f46; }
path { fill: none; stroke: #44403c; stroke-width: 1.5; }
.void { stroke-dasharray: 5 4; stroke: #b91c1c; }
marker path { fill: #44403c; stroke: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #f5f5f4; } .cause { fill: #d6d3d1; } path { stroke: #d6d3d1; }
  rect { fill: #064e3b; stroke: #6ee7b7; } .void { stroke: #fca5a5; } marker path { fill: #d6d3d1; }
}"""

ARROW = (
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto"><path d="M0 0 8 4 0 8z"/></marker>'
)


def allowed(round: Round, phase: PhaseId) -> list[str]:
    """Who may do what in a phase, a line for each command."""
    return [
        f"{command}: {', '.join(role.value for role in roles)}"
        for command, roles in round[phase].allows.items()
    ]


def text(x: float, y: float, says: str, kind: str = "", turn: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{of}{turn}>{escape(says, quote=False)}</text>'


def arrow(path: str, kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    return f'<path d="{path}" marker-end="url(#arrow)"{of}/>'


class Column:
    """One kind of round, from its place on the page on."""

    def __init__(self, round: Round, title: str, x: int) -> None:
        self.round, self.title, self.x = round, title, x
        self.left, self.right = x + SIDE, x + SIDE + BOX
        self.end = self.right + SIDE
        self.tops: dict[PhaseId, int] = {}
        self.heights: dict[PhaseId, int] = {}
        y = TOP
        for phase in round:
            self.tops[phase] = y
            self.heights[phase] = TITLE + PAD + LINE * len(round[phase].allows)
            y += self.heights[phase] + GAP
        self.bottom = y - GAP

    def drawn(self) -> Iterator[str]:
        yield text(self.left, TOP - 22, self.title, "title")
        for phase in self.round:
            yield from self._box(phase)
        order, back = list(self.round), 0
        for phase, below in zip(order, [*order[1:], None], strict=True):
            for cause, target in self.round[phase].leads.items():
                if cause is Cause.VOID:
                    yield self._void(phase, target)
                elif target is below:
                    yield from self._down(phase, cause)
                else:
                    back += 1
                    yield from self._back(phase, target, cause, back)

    def _box(self, phase: PhaseId) -> Iterator[str]:
        top, height = self.tops[phase], self.heights[phase]
        yield f'<rect x="{self.left}" y="{top}" width="{BOX}" height="{height}" rx="6"/>'
        yield text(self.left + 12, top + 20, phase, "phase")
        for n, line in enumerate(allowed(self.round, phase), start=1):
            yield text(self.left + 12, top + 20 + n * LINE, line)

    def _down(self, phase: PhaseId, cause: Cause) -> Iterator[str]:
        start, x = self.tops[phase] + self.heights[phase], self.left + 24
        yield arrow(f"M{x} {start}v{GAP}")
        yield text(x + 10, start + GAP / 2 + 5, cause, "cause")

    def _back(self, phase: PhaseId, to: PhaseId, cause: Cause, lane: int) -> Iterator[str]:
        """Out on the left, up a lane of its own, and in again further up."""
        x = self.left - lane * LANE
        start = self.tops[phase] + self.heights[phase] // 2
        end = self.tops[to] + 32 - 10 * lane
        yield arrow(f"M{self.left} {start}H{x}V{end}H{self.left}")
        middle = (start + end) / 2
        turn = f' transform="rotate(-90 {x - 6:g} {middle:g})" text-anchor="middle"'
        yield text(x - 6, middle, cause, "cause", turn)

    def _void(self, phase: PhaseId, to: PhaseId) -> str:
        """Out on the right, along the dashed line, and in again where it is settled."""
        start = self.tops[phase] + (12 if phase is to else self.heights[phase] // 2)
        end = self.tops[to] + self.heights[to] - 12
        path = f"M{self.right} {start}h{LANE}V{end}H{self.right}"
        return arrow(path, "void")

    def named(self) -> str:
        """What the dashed line is called, beside it."""
        x, y = self.right + LANE + 16, self.tops[PhaseId.SETTLE] - 70
        turn = f' transform="rotate(-90 {x} {y})" text-anchor="middle"'
        return text(x, y, Cause.VOID, "cause", turn)


def phases_drawn() -> str:
    """Both kinds of round, side by side."""
    contest = Column(CONTEST, "A contest: hands against the dealer's", 0)
    draw = Column(DRAW, "A draw: cards for everyone", contest.end + SPACE)
    lines = [
        f'<svg viewBox="0 0 {draw.end} {max(contest.bottom, draw.bottom) + 20}"'
        ' xmlns="http://www.w3.org/2000/svg">',
        f"<style>\n{STYLE}\n</style>",
        f"<defs>{ARROW}</defs>",
    ]
    for column in (contest, draw):
        lines += [*column.drawn(), column.named()]
    return "\n".join([*lines, "</svg>", ""])
