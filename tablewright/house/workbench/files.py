"""A version as files: its report as `odds` prints it, its lines for a spreadsheet, its charts."""

import tempfile
from pathlib import Path

from msgspec.json import encode

from tablewright.design.shown import ReportShown
from tablewright.house.screens.comma_separated import Cell, comma_separated
from tablewright.odds import plot
from tablewright.odds.report import Report, as_document
from tablewright.rules.language import say


def report_file(report: Report) -> bytes:
    """The report as `tablewright odds --json` prints it."""
    return encode(as_document(report)) + b"\n"


def lines_file(report: Report, shown: ReportShown) -> bytes:
    """Every line of every wager: how often it comes, of how many, and what it adds."""
    head = [
        say("Wager"),
        say("Line"),
        say("Rule"),
        say("Pays"),
        say("Count"),
        say("Of"),
        say("Counted in"),
        say("Probability"),
        say("Probability, exact"),
        say("Adds to the player's result"),
    ]
    rows: list[list[Cell]] = [
        [
            wager.name,
            line.name,
            line.rule,
            line.pays,
            line.count,
            wager.total,
            wager.counted_in,
            float(counted.probability),
            line.probability.exact,
            float(counted.contribution),
        ]
        for wager in shown.wagers
        for line, counted in zip(wager.lines, report.wagers[wager.id].lines, strict=True)
    ]
    return comma_separated(head, rows)


def chart_file(report: Report) -> bytes:
    """The charts as `tablewright odds --plot` draws them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "charts.svg"
        plot.draw(report, file)
        return file.read_bytes()
