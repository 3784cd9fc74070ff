"""The charts: net results and hold bands drawn into a file."""

from collections.abc import Iterator
from pathlib import Path

from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.odds.opening import opening
from tablewright.cli.odds.report import kept_or_made
from tablewright.cli.progress import waiting
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds.hold import ROUNDS, Band, bell_curve_from
from tablewright.odds.report import Document, Report
from tablewright.rules.errors import quoted
from tablewright.rules.game import Ruleset


def show_plot(ruleset: Ruleset, file: Path, *, fresh: bool, as_json: bool) -> int:
    from tablewright.odds import plot

    plot.kind_of(file)
    report = kept_or_made(ruleset, fresh=fresh)
    with waiting("drawing the charts"), unbroken():
        shown = plot.draw(report, file)
        so_far(f"with {quoted(str(file))} drawn; nothing was printed")
    held = {
        id: (title, [band for band in shown[id] if band.rounds in ROUNDS])
        for id, (title, _) in plot.results_of(report).items()
    }
    return show_as(
        lambda: plot_document(report, file, held),
        lambda: plot_sheets(ruleset, report, file, held),
        as_json=as_json,
    )


def plot_document(report: Report, file: Path, held: dict[str, tuple[str, list[Band]]]) -> Document:
    return {
        "game": report.game,
        "ruleset": report.ruleset,
        "file": str(file),
        "warnings": report.warnings,
        "hold": {
            id: [
                {
                    "rounds": band.rounds,
                    "expected": band.expected,
                    **{str(level): list(bounds) for level, bounds in band.bounds.items()},
                    "bell_curve": band.is_bell_curve,
                }
                for band in shown
            ]
            for id, (_, shown) in held.items()
        },
    }


def plot_sheets(
    ruleset: Ruleset, report: Report, file: Path, held: dict[str, tuple[str, list[Band]]]
) -> Iterator[Sheet]:
    title = f"{report.name}: drawn in {file}"
    yield from opening(title, ruleset, [], report.warnings)
    for title, shown in held.values():
        bell = bell_curve_from(shown)
        yield Sheet(
            f"{title}: actual hold to be expected, in per cent",
            [
                [
                    f"{band.rounds:,}",
                    f"{100 * band.expected:.2f}",
                    *(
                        f"{100 * low:.2f} to {100 * high:.2f}"
                        for low, high in (band.bounds[level] for level in sorted(band.bounds))
                    ),
                ]
                for band in shown
            ],
            header=("rounds", "expected", "95 % of the time", "99 % of the time"),
            amounts=(0, 1, 2, 3),
            note=f"By the bell curve from {bell:,} rounds on." if bell else "",
        )
