"""How net results are distributed, and how far the actual hold may lie from the expected one."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from tablewright.odds import plot
from tablewright.odds.hold import LEVELS, Band, bands, bell_curve_from
from tablewright.odds.printing import decimal, percent
from tablewright.papers.documents import Block, Drawing, Heading, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import count, named, probability, right

HOLD_DIGITS = 2
IN_ALL = "In all"


def distribution(edition: Edition) -> Iterator[Block]:
    """For the contest and each wager beside it: a chart, the net results, and the bands of hold."""
    yield Heading(text="Distribution and hold", id="distribution")
    yield Paragraph(
        text="The charts show how often each net result of a round occurs, on a scale on which each"
        " step is ten times the one before, and within which bounds the actual hold lies after so"
        " many wagers of one unit. A hold outside its band is no proof of a fault, but a reason to"
        " look."
    )
    for id, (title, results) in plot.results_of(edition.report).items():
        yield Heading(text=title if id not in edition.titles else named(edition, id), level=2)
        yield Drawing(svg=chart(edition, id), shows=_shown(title))
        yield _net_results(results)
        yield _hold(bands(results))


@lru_cache(maxsize=64)
def chart(edition: Edition, id: str) -> str:
    """The charts of the contest or of a wager, as SVG."""
    _, results = plot.results_of(edition.report)[id]
    return plot.for_paper(results)


def _shown(title: str) -> str:
    return (
        f"{title}: two charts. Left, a bar for each net result with its probability. Right, the bands"
        " within which the actual hold lies, which narrow with the number of rounds. The tables"
        " below give the figures."
    )


def _net_results(results: Mapping[Fraction, int]) -> Table:
    total = sum(results.values())
    return Table(
        head=("Net result", "Combinations", "Probability"),
        rows=(
            *(
                (decimal(net), count(deals), probability(Fraction(deals, total)))
                for net, deals in results.items()
            ),
            (IN_ALL, count(total), probability(Fraction(1))),
        ),
        align=("right", "right", "right"),
        sums=1,
        is_small=True,
    )


def _hold(shown: list[Band]) -> Table:
    bell = bell_curve_from(shown)
    return Table(
        head=("Rounds", "Expected hold", *(f"In {level} % of all cases" for level in LEVELS)),
        rows=tuple(
            (
                count(band.rounds),
                _part(band.expected),
                *(" to ".join(map(_part, band.bounds[level])) for level in LEVELS),
            )
            for band in shown
        ),
        align=right(2 + len(LEVELS), left=0),
        note=f"By the bell curve from {count(bell)} rounds on." if bell else "",
        is_small=True,
    )


def _part(hold: float) -> str:
    return percent(Fraction(hold), HOLD_DIGITS)
