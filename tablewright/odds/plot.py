"""Charts of a report: how net results are distributed, and the bands of the actual hold."""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from tablewright.odds.hold import LEVELS, Band, bands, bell_curve_from
from tablewright.odds.report import Count, Net, Report
from tablewright.rules.errors import Refused, quoted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png")

INK, WON, LOST, PUSHED = "#1f2933", "#1b6e53", "#b23a48", "#8fbfae"
ROUNDS = tuple(round(n) for n in np.logspace(3, 6, 19))
ON_PAPER = {"left": 0.125, "right": 0.965, "bottom": 0.22, "top": 0.91, "wspace": 0.24}
"""Where both charts lie, so that those of all wagers stand below each other alike."""
CROWDED = 20
"""More results than this are written smaller."""
_ONE_AT_A_TIME = Lock()
"""Matplotlib's settings are everybody's."""


def kind_of(file: Path) -> str:
    """The kind of picture a file's name asks for, in a folder that is there."""
    if file.suffix.lower() not in KINDS:
        raise Refused(
            f"{quoted(str(file))} is not the name of a picture:"
            " expected one such as odds.svg or odds.png"
        )
    if not file.parent.is_dir():
        raise Refused(f"there is no folder {quoted(str(file.parent))}: expected one to draw into")
    return file.suffix.lower().removeprefix(".")


def results_of(report: Report) -> dict[str, tuple[str, Mapping[Fraction, int]]]:
    """What is charted: for the contest, and each wager outside it, its title and net results."""
    found: dict[str, tuple[str, Mapping[Fraction, int]]] = {}
    inside: list[str] = []
    if contest := report.contest:
        inside = contest.wagers
        title = f"{report.names(inside)}, in units of {report.names(inside[:1])}"
        found["contest"] = (title, _results(contest.distribution))
    for kind, wager in report.wagers.items():
        if kind not in inside:
            found[kind] = (wager.name, _results(wager.distribution))
    return found


def _results(distribution: Mapping[Net, Count]) -> dict[Fraction, int]:
    return {Fraction(net): int(count) for net, count in distribution.items()}


def draw(report: Report, file: Path) -> dict[str, list[Band]]:
    """Draw the charts into a file, and give the bands that were drawn."""
    kind = kind_of(file)
    from matplotlib.figure import Figure

    charted = results_of(report)
    shown = {id: bands(results, ROUNDS) for id, (_, results) in charted.items()}
    with _drawing(points=9, keeps_text=True):
        figure = Figure(figsize=(11, 0.9 + 2.9 * len(charted)), layout="constrained")
        heading = [f"{report.name}   ruleset {report.ruleset[:12]}"]
        heading += [f"WARNING: {warning}" for warning in report.warnings]
        colour = LOST if report.warnings else INK
        figure.suptitle("\n".join(heading), fontsize=12, weight="bold", color=colour)
        rows = figure.subplots(len(charted), 2, squeeze=False)
        for (left, right), (id, (title, results)) in zip(rows, charted.items(), strict=True):
            _draw_results(left, results)
            _draw_bands(right, shown[id])
            left.set_title(f"{title}: net result", loc="left")
            right.set_title(f"{title}: actual hold", loc="left")
        drawn = io.BytesIO()
        figure.savefig(drawn, format=kind, dpi=150, metadata=_undated(kind))
        try:
            file.write_bytes(drawn.getvalue())
        except OSError as error:
            raise Refused(
                f"{quoted(str(file))} cannot be written ({error.strerror}): expected a file in a"
                " folder that exists and may be written to"
            ) from None
    return shown


def for_paper(results: Mapping[Fraction, int]) -> str:
    """Both charts of one wager side by side, in SVG for a printed page: letters are outlines."""
    from matplotlib.figure import Figure

    with _drawing(points=6.5, keeps_text=False):
        figure = Figure(figsize=(7, 2.3))
        left, right = figure.subplots(1, 2, gridspec_kw=ON_PAPER)
        _draw_results(left, results)
        _draw_bands(right, bands(results, ROUNDS))
        left.set_title("Net result", loc="left")
        right.set_title("Actual hold", loc="left")
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata=_undated("svg"))
    return drawn.getvalue().decode("utf-8")


@contextmanager
def _drawing(*, points: float, keeps_text: bool) -> Iterator[None]:
    """Draw by our own settings and nobody else's: the same report gives the same file."""
    import matplotlib

    with _ONE_AT_A_TIME, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.hashsalt": "tablewright",
                "svg.fonttype": "none" if keeps_text else "path",
                "font.size": points,
                "text.color": INK,
            }
        )
        yield


def _undated(kind: str) -> dict[str, Any]:
    """The same report gives the same file."""
    return {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}


def _draw_results(axes: "Axes", results: Mapping[Fraction, int]) -> None:
    from matplotlib.ticker import NullLocator

    total = sum(results.values())
    names = [f"{float(net):+g}" if net else "0" for net in results]
    parts = [float(Fraction(count, total)) for count in results.values()]
    colours = [LOST if net < 0 else PUSHED if net == 0 else WON for net in results]
    places = range(len(names))
    axes.bar(places, parts, color=colours)
    axes.set_yscale("log")
    axes.set_ylim(10 ** np.floor(np.log10(min(parts)) - 0.1), 1)
    axes.yaxis.set_major_formatter(
        lambda part, _: f"{np.format_float_positional(100 * part, 4, trim='-', fractional=False)} %"
    )
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_xticks(list(places), names, rotation=90 if len("".join(names)) > 30 else 0)
    if len(names) > CROWDED:
        axes.tick_params("x", labelsize="x-small")
    axes.set_xlabel("units won (+) or lost (-) by the player")
    axes.set_ylabel("probability")
    axes.spines[["top", "right"]].set_visible(False)


def _draw_bands(axes: "Axes", drawn: list[Band]) -> None:
    rounds = [band.rounds for band in drawn]
    for level, strength in zip(sorted(LEVELS, reverse=True), (0.25, 0.5), strict=True):
        low = [100 * band.bounds[level][0] for band in drawn]
        high = [100 * band.bounds[level][1] for band in drawn]
        axes.fill_between(rounds, low, high, color=WON, alpha=strength, label=f"{level} %", lw=0)
    axes.axhline(100 * drawn[0].expected, color=INK, lw=1, label="expected")
    axes.axhline(0, color=LOST, lw=0.8, ls=":")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda rounds, _: f"{rounds:,.0f}")
    bell = bell_curve_from(drawn)
    axes.set_xlabel("times wagered" + (f", bell curve from {bell:,} on" if bell else ""))
    axes.set_ylabel("per cent of the first stake")
    axes.legend(frameon=False, loc="best")
    axes.spines[["top", "right"]].set_visible(False)
