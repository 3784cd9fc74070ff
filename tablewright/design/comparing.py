"""Two versions of a game side by side: what was changed, every figure and line, and the decisions.

Everything is exact. A difference is the second version less the first.
"""

from collections.abc import Iterator, Sequence

import msgspec

from tablewright.design.decisions import DecisionsChanged, decisions_changed
from tablewright.design.exact import Exact, in_percent, plainly
from tablewright.design.pricing import Prices
from tablewright.design.shown import FiguresShown, LineShown, ReportShown, WagerShown, shown
from tablewright.design.versions import Version, pay_keys
from tablewright.odds.counts import OnProgress
from tablewright.rules.errors import Refused
from tablewright.rules.language import worded

PERCENTAGES = ("house_edge", "element_of_risk", "hit_frequency")
AMOUNTS = ("average_wager", "variance")


class ReadingCompared(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that the versions take in two ways."""

    id: str
    question: str
    first: str
    second: str


class PayCompared(msgspec.Struct, frozen=True, kw_only=True):
    """A payment that the versions post at two odds; None where a version has no such line."""

    key: str
    first: str | None
    second: str | None


class FigureCompared(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of both versions."""

    id: str
    """house_edge, element_of_risk, hit_frequency, average_wager or variance."""
    first: Exact | None
    second: Exact | None
    difference: Exact | None


class LineCompared(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which a wager ends, in both versions; None where a version has it not."""

    rule: str
    name: str
    first: LineShown | None
    second: LineShown | None
    is_changed: bool


class WagerCompared(msgspec.Struct, frozen=True, kw_only=True):
    """One wager of both versions."""

    id: str
    name: str
    figures: list[FigureCompared]
    lines: list[LineCompared]
    is_changed: bool


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions side by side."""

    first: ReportShown
    second: ReportShown
    is_same: bool
    """Whether both are one ruleset: then nothing below differs."""
    readings: list[ReadingCompared]
    pay: list[PayCompared]
    contest: list[FigureCompared]
    """The wagers that are decided together; none in a game without decisions."""
    wagers: list[WagerCompared]
    decisions: DecisionsChanged | None
    """The hands that the second version plays otherwise than the first, and what that is worth."""


def compare(
    prices: Prices, first: Version, second: Version, on_progress: OnProgress | None = None
) -> Compared:
    """Two versions of one game side by side."""
    if first.game != second.game:
        raise Refused(
            f"{first.game} is compared with {second.game}: expected two versions of one game"
        )
    one, other = (shown(prices.price(each, on_progress)) for each in (first, second))
    changed = None
    old, new = (prices.analysis(each).solved for each in (first, second))
    if old is not None and new is not None:
        changed = decisions_changed(old, new)
    figures = [each.contest.figures if each.contest else None for each in (one, other)]
    return Compared(
        first=one,
        second=other,
        is_same=one.ruleset == other.ruleset,
        readings=list(_readings(first, second)),
        pay=list(_pay(first, second)),
        contest=_figures(figures[0], figures[1]) if figures[0] else [],
        wagers=list(_wagers(one.wagers, other.wagers)),
        decisions=changed,
    )


def _readings(first: Version, second: Version) -> Iterator[ReadingCompared]:
    one, other = (each.ruleset().rulings for each in (first, second))
    for reading in first.ruleset().game.readings:
        if one[reading.id] != other[reading.id]:
            yield ReadingCompared(
                id=reading.id,
                question=worded(reading.question),
                first=one[reading.id],
                second=other[reading.id],
            )


def _pay(first: Version, second: Version) -> Iterator[PayCompared]:
    one, other = (pay_keys(each.ruleset()) for each in (first, second))
    for key in dict.fromkeys([*one, *other]):
        if one.get(key) != other.get(key):
            paid = [str(each[key]) if key in each else None for each in (one, other)]
            yield PayCompared(key=key, first=paid[0], second=paid[1])


def _figures(first: FiguresShown | None, second: FiguresShown | None) -> list[FigureCompared]:
    found = []
    for id in (*PERCENTAGES, *AMOUNTS):
        one: Exact | None = getattr(first, id, None)
        other: Exact | None = getattr(second, id, None)
        difference = None
        if one is not None and other is not None:
            apart = other.fraction - one.fraction
            difference = in_percent(apart) if id in PERCENTAGES else plainly(apart)
        found.append(FigureCompared(id=id, first=one, second=other, difference=difference))
    return found


def _wagers(first: Sequence[WagerShown], second: Sequence[WagerShown]) -> Iterator[WagerCompared]:
    for one, other in zip(first, second, strict=True):  # Every version of a game has its wagers.
        lines = list(_lines(one.lines, other.lines))
        yield WagerCompared(
            id=one.id,
            name=one.name,
            figures=_figures(one.figures, other.figures),
            lines=lines,
            is_changed=any(each.is_changed for each in lines),
        )


def _lines(first: Sequence[LineShown], second: Sequence[LineShown]) -> Iterator[LineCompared]:
    """The lines of both: one that pays other odds is still the same line."""
    one, other = (_by_case(each) for each in (first, second))
    for case in dict.fromkeys([*one, *other]):
        before, after = one.get(case), other.get(case)
        said = before or after
        if said is not None:
            yield LineCompared(
                rule=said.rule,
                name=said.name,
                first=before,
                second=after,
                is_changed=before != after,
            )


def _by_case(lines: Sequence[LineShown]) -> dict[tuple[str, str, int], LineShown]:
    """Lines by their rule and what the hand is; the odds only tell apart what is left alike."""
    found: dict[tuple[str, str, int], LineShown] = {}
    for line in lines:
        alike = sum(key[:2] == (line.rule, line.made) for key in found)
        found[line.rule, line.made, alike] = line
    return found
