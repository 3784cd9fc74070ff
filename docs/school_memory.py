"""Draws what a simulated class remembers: retention against what was chosen, foretold against happened.

    python -m docs.school_memory      a class of 200 for 60 days, some minutes long

The trainees' memory follows another model than the one that plans for them
(`tests/school/simulated_class.py`).
"""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.school.simulated_class import (
    RETENTIONS,
    Class,
    Evening,
    Measured,
    Review,
    measured,
    simulated,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURE = Path(__file__).parent / "school-memory.svg"
TRAINEES, DAYS = 200, 60
INK, SEEN, FORETOLD, PLAIN = "#1f2933", "#1b6e53", "#b23a48", "#8fbfae"
BINS = 12
LEAST_IN_BIN = 30
"""A bin with fewer reviews is chance, and left out."""


def drawn(aimed: Class, plain: Class) -> str:
    """The picture: a class whose plans are corrected by its own record, and one as `fsrs` has it."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(
        {
            "svg.hashsalt": "tablewright",  # the same class gives the same file
            "svg.fonttype": "none",
            "font.size": 9,
            "text.color": INK,
        }
    ):
        figure = Figure(figsize=(11, 8), layout="constrained")
        people = len({each.trainee for each in aimed.evenings})
        days = len({each.day for each in aimed.evenings})
        figure.suptitle(
            f"A simulated class: {people} trainees, {days} days, 20 minutes a day, 180 skills",
            fontsize=12,
            weight="bold",
        )
        (kept, foretold), (load, learnt) = figure.subplots(2, 2)
        _draw_kept(kept, aimed, plain)
        _draw_foretold(foretold, aimed)
        _draw_load(load, aimed)
        _draw_learnt(learnt, aimed)
        made = io.BytesIO()
        figure.savefig(made, format="svg", metadata={"Date": None})
    return made.getvalue().decode()


def _draw_kept(axes: "Axes", aimed: Class, plain: Class) -> None:
    axes.plot(RETENTIONS, RETENTIONS, color=INK, lw=1, label="as chosen")
    for of, colour, label in (
        (aimed, SEEN, "right, the plan corrected by the person's own record"),
        (plain, PLAIN, "right, the plan as fsrs has it"),
    ):
        right = [100 * of.measured(each).right for each in RETENTIONS]
        axes.plot(RETENTIONS, right, "o-", color=colour, label=label)
    predicted = [100 * aimed.measured(each).predicted for each in RETENTIONS]
    axes.plot(
        RETENTIONS, predicted, "s:", color=FORETOLD, label="foretold by fsrs (corrected plan)"
    )
    axes.set_ylim(bottom=45)  # Room for the legend.
    axes.set_title("Retention at review against the one chosen", loc="left")
    _finish(axes, "chosen, per cent", "right at review, per cent")


def _draw_foretold(axes: "Axes", of: Class) -> None:
    axes.plot([50, 100], [50, 100], color=INK, lw=1, label="foretold = happened")
    bins = calibration(of)
    sizes = [4 + 60 * each.reviews / len(of.reviews) for each in bins]
    foretold = [100 * each.predicted for each in bins]
    axes.plot(foretold, [100 * each.right for each in bins], color=SEEN, label="right")
    axes.scatter(
        foretold, [100 * each.right for each in bins], s=[3 * n for n in sizes], color=SEEN
    )
    axes.plot(
        foretold,
        [100 * each.true for each in bins],
        ":",
        color=PLAIN,
        label="truly remembered, without guesses and slips",
    )
    axes.set_title("What fsrs foretold against what happened", loc="left")
    _finish(axes, "foretold, per cent (larger dot: more reviews)", "per cent")


def calibration(of: Class) -> list[Measured]:
    """Reviews in bins by what was foretold."""
    bins: dict[int, list[Review]] = {}
    for each in of.reviews:
        bins.setdefault(min(int(each.predicted * BINS), BINS - 1), []).append(each)
    return [measured(bins[n]) for n in sorted(bins) if len(bins[n]) >= LEAST_IN_BIN]


def _draw_load(axes: "Axes", of: Class) -> None:
    there = [each for each in of.evenings if each.was_there]
    _band(axes, there, lambda each: each.minutes, SEEN, "minutes")
    _band(axes, there, lambda each: each.answers, FORETOLD, "answers")
    axes.set_ylim(bottom=0)
    axes.set_title("Load on a day of practice (mean, and nine in ten)", loc="left")
    _finish(axes, "day", "minutes, answers")


def _draw_learnt(axes: "Axes", of: Class) -> None:
    _band(axes, of.evenings, lambda each: each.met, INK, "met")
    _band(axes, of.evenings, lambda each: each.known, FORETOLD, "shown as known on the map")
    _band(axes, of.evenings, lambda each: each.met * each.remembered, SEEN, "truly remembered")
    axes.set_ylim(bottom=0)
    axes.set_title("Skills learnt", loc="left")
    _finish(axes, "day", "skills")


def _band(
    axes: "Axes",
    evenings: Sequence[Evening],
    value: Callable[[Evening], float],
    colour: str,
    label: str,
) -> None:
    """The mean by day, and where nine in ten lie."""
    days: dict[int, list[float]] = {}
    for each in evenings:
        days.setdefault(each.day, []).append(value(each))
    order = sorted(days)
    values = [sorted(days[day]) for day in order]
    low = [each[len(each) // 20] for each in values]
    high = [each[-1 - len(each) // 20] for each in values]
    shown = [day + 1 for day in order]
    axes.fill_between(shown, low, high, color=colour, alpha=0.15, lw=0)
    axes.plot(shown, [sum(each) / len(each) for each in values], color=colour, label=label)


def _finish(axes: "Axes", across: str, up: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.legend(frameon=False, loc="best")
    axes.spines[["top", "right"]].set_visible(False)


def numbers(of: Class) -> str:
    """What was measured, as a table."""
    lines = ["chosen  reviews  foretold  right  truly remembered"]
    for retention in RETENTIONS:
        found = of.measured(retention)
        lines.append(
            f"{retention:5} % {found.reviews:8,} {found.predicted:8.1%} {found.right:7.1%}"
            f" {found.true:10.1%}"
        )
    lines.append("foretold  reviews  right  truly remembered")
    for found in calibration(of):
        lines.append(
            f"{found.predicted:7.1%} {found.reviews:9,} {found.right:7.1%} {found.true:10.1%}"
        )
    last = max(each.day for each in of.evenings)
    for day in sorted({0, 1, 6, 13, 29, last} & set(range(last + 1))):
        these = [each for each in of.evenings if each.day == day]
        there = [each for each in these if each.was_there]
        lines.append(
            f"day {day + 1:2}: {sum(each.minutes for each in there) / len(there):.1f} minutes,"
            f" {sum(each.answers for each in there) / len(there):.0f} answers;"
            f" {sum(each.met for each in these) / len(these):.0f} met,"
            f" {sum(each.known for each in these) / len(these):.0f} shown as known,"
            f" {sum(each.met * each.remembered for each in these) / len(these):.0f} remembered"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    aimed, plain = (simulated(TRAINEES, DAYS, is_aiming=is_aiming) for is_aiming in (True, False))
    print("The plan corrected by each person's own record", numbers(aimed), sep="\n")
    print("The plan as fsrs has it", numbers(plain), sep="\n")
    PICTURE.write_text(drawn(aimed, plain), "utf-8")
