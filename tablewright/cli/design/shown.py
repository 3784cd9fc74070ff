"""What the design command prints: a version, its payments, pay tables found, and what follows."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tablewright.cli.design.asked import Answered, Asked, answered
from tablewright.cli.design.money import money_sheets
from tablewright.cli.odds.opening import opening, shares_said
from tablewright.cli.sheets import Sheet, show_as
from tablewright.design.comparing import Compared, FigureCompared
from tablewright.design.decisions import DecisionsChanged
from tablewright.design.grids import Grid, GridCell
from tablewright.design.pricing import Prices
from tablewright.design.shown import shown
from tablewright.design.target import CLOSENESS, Effect, Solutions
from tablewright.odds.printing import percent
from tablewright.odds.report import Document, Report

FIGURES = {
    "house_edge": "house edge",
    "element_of_risk": "element of risk",
    "hit_frequency": "hit frequency",
    "average_wager": "average wager",
    "variance": "variance",
}


def show_design(asked: Asked, *, as_json: bool) -> int:
    found = answered(asked, Prices())
    return show_as(document, sheets, found, as_json=as_json)


def document(found: Answered) -> Document:
    """Everything that was asked, for a program; fractions are `"p/q"` beside their text."""
    parts = {
        "effects": found.effects,
        "solutions": found.solutions,
        "compared": found.compared,
        "grids": found.grids,
        "stakes": found.seating.placed if found.seating else None,
        "hour": found.hour,
        "bands": found.bands,
        "ruin": found.ruin,
    }
    made: Document = {"report": msgspec.to_builtins(shown(found.priced))}
    made |= {name: msgspec.to_builtins(each) for name, each in parts.items() if each is not None}
    return made


def sheets(found: Answered) -> Iterator[Sheet]:
    priced = found.priced
    report, ruleset = priced.report, priced.version.ruleset()
    rows = [["version", priced.version.text]]
    yield from opening(f"{report.name}: the workbench", ruleset, rows, report.warnings)
    yield _edges(report)
    if priced.version.pay and priced.decisions:
        yield from _decisions(priced.decisions, "from how it is at the printed odds")
    if found.effects is not None:
        yield _effects(found.effects)
    if found.solutions is not None:
        yield from _solutions(found.solutions)
    if found.compared is not None:
        yield from _compared(found.compared)
    for grid in found.grids or ():
        yield _grid(grid, list(report.contest.decisions) if report.contest else [])
    yield from money_sheets(found)


def _edges(report: Report) -> Sheet:
    contest = report.contest
    rows = []
    if contest:
        rows.append(
            [
                "game",
                report.names(contest.wagers),
                percent(contest.house_edge),
                percent(contest.element_of_risk),
                percent(contest.hit_frequency),
                f"{contest.standard_deviation:.4f}",
            ]
        )
    for id, wager in report.wagers.items():
        if not contest or id not in contest.wagers:
            rows.append(
                [
                    id,
                    wager.name,
                    percent(wager.house_edge),
                    percent(wager.element_of_risk),
                    percent(wager.hit_frequency),
                    f"{wager.standard_deviation:.4f}",
                ]
            )
    note = f"Best decisions: {shares_said(contest.decisions)}." if contest else ""
    header = ("edge of", "", "house edge", "element of risk", "hits", "deviation")
    return Sheet("What the house holds", rows, header=header, amounts=(2, 3, 4, 5), note=note)


def _effects(effects: Sequence[Effect]) -> Sheet:
    return Sheet(
        "Every payment, and what one more for each unit staked does",
        [
            [
                each.key,
                each.present,
                each.comes.text,
                each.of,
                each.change.text,
                each.edge.text,
            ]
            for each in effects
        ],
        header=("payment", "pays", "comes", "moves the edge of", "by", "to"),
        amounts=(1, 2, 4, 5),
        note="Exact, each on its own; --vary tries several together.",
    )


def _solutions(found: Solutions) -> Iterator[Sheet]:
    keys = list(found.solutions[0].pay) if found.solutions else []
    tables = "pay table" if found.combinations == 1 else "pay tables"
    title = (
        f"{found.name} between {found.low.text} and {found.high.text}:"
        f" {found.found:,} of {found.combinations:,} {tables}"
    )
    order = (
        f"Closest to {found.aim.text} first"
        if found.ranked_by == CLOSENESS
        else f"Fewest changes first, then closest to {found.aim.text}"
    )
    more = len(found.solutions) < found.found
    note = f"Now {found.present.text}. {order}{'; --most lists more' if more else ''}. All exact."
    if not found.solutions:
        reach = f"These odds reach from {found.lowest.text} to {found.highest.text}."
        yield Sheet(title, note=f"Now {found.present.text}. {reach}")
        return
    yield Sheet(
        title,
        [
            [
                str(n),
                *(each.pay[key].removesuffix("-1") for key in keys),
                each.edge.text,
                each.off.text,
                str(each.changed) if each.changed else "none",
                each.text,
            ]
            for n, each in enumerate(found.solutions, start=1)
        ],
        header=("", *keys, "house edge", "off by", "changed", "version"),
        amounts=tuple(range(len(keys) + 3)),
        tucked=(len(keys) + 4,),
        note=note,
    )


def _decisions(changed: DecisionsChanged, than: str) -> Iterator[Sheet]:
    if not changed.hands:
        yield Sheet("Decisions", note=f"No hand is played differently {than}.")
        return
    yield Sheet(
        f"{changed.hands:,} of {changed.total:,} hands ({changed.share.text}) are played differently"
        f" {than}",
        [
            [each.was, each.now, f"{each.hands:,}", each.weakest, each.strongest]
            for each in changed.changes
        ],
        header=("was", "now", "hands", "from", "to"),
        amounts=(2,),
        note=f"A player who still decides as before loses {changed.worth.text} of the first wager.",
    )


def _compared(found: Compared) -> Iterator[Sheet]:
    changed = [[each.id, each.first, each.second] for each in found.readings]
    changed += [
        [each.key, each.first or "not in force", each.second or "not in force"]
        for each in found.pay
    ]
    if not changed:
        yield Sheet("Both versions are the same", note="Nothing differs between them.")
        return
    yield Sheet(
        "Two versions side by side",
        changed,
        header=("changed", "first", "second"),
        note=f"The second is {found.second.text}.",
    )
    contest = found.second.contest
    if contest:
        yield _figures(contest.name, found.contest)
    for wager in found.wagers:
        if wager.is_changed and (not contest or wager.id not in contest.wagers):
            yield _figures(wager.name, wager.figures)
    rows = [
        [
            wager.name,
            line.name,
            line.first.pays if line.first else "",
            line.second.pays if line.second else "",
            line.first.contribution.text if line.first else "",
            line.second.contribution.text if line.second else "",
            line.rule,
        ]
        for wager in found.wagers
        for line in wager.lines
        if line.is_changed
    ]
    yield Sheet(
        "Lines that differ",
        rows,
        header=("wager", "line", "first pays", "second", "first contributes", "second", "rule"),
        amounts=(4, 5),
        tucked=(6,),
    )
    if found.decisions is not None:
        yield from _decisions(found.decisions, "in the second version")


def _figures(name: str, figures: Sequence[FigureCompared]) -> Sheet:
    def text(of: Any) -> str:
        return of.text if of else ""

    return Sheet(
        name,
        [
            [FIGURES[each.id], text(each.first), text(each.second), text(each.difference)]
            for each in figures
        ],
        header=("", "first", "second", "difference"),
        amounts=(1, 2, 3),
    )


BY = {"kind": "kind of hand", "first-rank": "first rank", "second-rank": "second rank"}


def _grid(grid: Grid, decisions: Sequence[str]) -> Sheet:
    short = shortest(decisions)
    views = list(dict.fromkeys([grid.row_view, grid.column_view]))
    meaning = ", ".join(f"{letters} = {decision}" for decision, letters in short.items())
    star = "; * not every hand of the cell" if grid.is_mixed else ""

    def text(cell: GridCell | None) -> str:
        return f"{short[cell.decision]}{'*' if cell.is_mixed else ''}" if cell else ""

    return Sheet(
        f"{' and '.join(views)}: {' with '.join(grid.within) or 'every hand'}",
        [[row.name, *map(text, row.cells)] for row in grid.rows],
        header=("", *grid.columns),
        note=f"Down: {grid.row_view}, by {BY[grid.rows_by]}; across: {grid.column_view}, by"
        f" {BY[grid.columns_by]}. {meaning}{star}.",
    )


def shortest(names: Sequence[str]) -> dict[str, str]:
    """Each name by as few of its first letters as tell it from the others.

    >>> shortest(["fold", "three", "five"])
    {'fold': 'fo', 'three': 't', 'five': 'fi'}
    """
    return {
        name: next(
            name[:size]
            for size in range(1, len(name) + 1)
            if size == len(name) or not any(o != name and o.startswith(name[:size]) for o in names)
        )
        for name in names
    }
