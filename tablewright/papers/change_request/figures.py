"""Every figure that a change moves: of the contest, of each wager, and of each line."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tablewright.odds.printing import percent
from tablewright.papers.change_request.marks import NONE, SIDES, mark
from tablewright.papers.changes.change import Change
from tablewright.papers.changes.figures import Exact, FigureChange, Kind, LineChange
from tablewright.papers.documents import Block, Heading, Paragraph, Rule, Table, Text
from tablewright.papers.mathematics.figures import (
    DIGITS,
    MOST_DIGITS,
    count,
    decimals,
    probability,
    right,
    units,
)
from tablewright.rules.english import capital


def figure_said(value: Exact, kind: Kind, digits: int = DIGITS) -> str:
    """A figure as it is printed."""
    if value is None:
        return NONE
    if kind == "part":
        return percent(Fraction(value), digits)
    return count(int(value)) if kind == "hands" else decimals(value, digits)


def digits_apart(before: Exact, after: Exact, kind: Kind) -> int:
    """As many digits as are needed to see that a figure moved."""
    for digits in range(DIGITS, MOST_DIGITS):
        if figure_said(before, kind, digits) != figure_said(after, kind, digits):
            return digits
    return MOST_DIGITS


def sides_said(before: Exact, after: Exact, kind: Kind) -> tuple[str, str, str]:
    """Both sides of a figure, and by how much it moved, with its sign."""
    digits = digits_apart(before, after, kind)
    said = figure_said(before, kind, digits), figure_said(after, kind, digits)
    if before is None or after is None:
        return (*said, NONE)
    moved = Fraction(after) - Fraction(before)
    return (*said, f"{'+' if moved > 0 else ''}{figure_said(moved, kind, digits)}")


def figures(change: Change) -> Iterator[Block]:
    yield Heading(text="Figures", id="figures")
    found = change.figures
    if not found:
        yield Paragraph(text="No figure of the mathematics report moves.")
        return
    best = ", each hand decided for the best" if change.strategy else ""
    yield Paragraph(
        text="Every figure of the mathematics report that moved; every other one stays as it was. Both"
        f" sides are counted over every deal{best}."
    )
    if found.figures:
        yield Table(
            head=("", "Wager", "Figure", *SIDES, "Change"),
            rows=tuple(_figure_row(n, each) for n, each in enumerate(found.figures, start=1)),
            align=right(6, left=3),
            widths=(0, 2, 3, 0, 0, 0),
            is_small=True,
        )
    if found.lines:
        yield Heading(text="Line by line", level=2)
        yield _lines(found.lines)
    if found.results:
        yield Table(
            title="Net results of a round, all wagers that are decided together",
            head=("Units won", *SIDES),
            rows=tuple(
                (units(each.net), probability(each.before), probability(each.after))
                for each in found.results
            ),
            align=("right", "right", "right"),
            is_small=True,
        )
    if found.covariances:
        yield Table(
            title="Covariances",
            head=("Wager", "Wager", *SIDES),
            rows=tuple(
                (
                    each.one,
                    each.other,
                    *(figure_said(x, "units") for x in (each.before, each.after)),
                )
                for each in found.covariances
            ),
            align=right(4, left=2),
            is_small=True,
        )
    if found.claims:
        yield Table(
            title="Figures that the manual publishes",
            head=("Figure", "Published", *SIDES),
            rows=tuple(
                (
                    each.text,
                    each.published,
                    f"{percent(each.before)}, {each.verdict_before}",
                    f"{percent(each.after)}, {each.verdict_after}",
                )
                for each in found.claims
            ),
            align=("left", "right", "right", "right"),
            is_small=True,
        )


def _figure_row(n: int, each: FigureChange) -> tuple[Text, ...]:
    said = sides_said(each.before, each.after, each.kind)
    return (mark("F", n), each.title, capital(each.figure), *said)


def _returns(each: LineChange) -> tuple[str, ...]:
    was, now = (side.contribution if side else None for side in (each.before, each.after))
    if was == now:
        return (figure_said(was, "part"),) * 2
    return sides_said(was, now, "part")[:2]


def _lines(lines: Sequence[LineChange]) -> Table:
    rows: list[tuple[Text, ...]] = []
    for n, each in enumerate(lines, start=1):
        sides = [each.before, each.after]
        rows.append(
            (
                mark("L", n),
                each.title,
                (f"{each.says} ", Rule(each.rule)),
                *(side.pays if side else NONE for side in sides),
                *(probability(side.probability) if side else NONE for side in sides),
                *_returns(each),
            )
        )
    return Table(
        head=("", "Wager", "Line", "Paid", "now", "Probability", "now", "Return", "now"),
        rows=tuple(rows),
        align=right(9, left=3),
        widths=(0, 1.2, 3, 0, 0, 0, 0, 0, 0),
        note="The return is what a line adds to the player's expectation.",
        is_small=True,
    )
