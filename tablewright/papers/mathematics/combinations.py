"""Every wager line by line: how many combinations end so, how often, and what they return."""

from collections.abc import Iterator
from fractions import Fraction

from tablewright.odds.printing import percent
from tablewright.odds.report import WagerReport
from tablewright.papers.documents import Block, Heading, Paragraph, Rule, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import count, named, probability, units
from tablewright.rules.english import capital

IN_ALL, NOT_MADE = "In all", "Not made."


def combinations(edition: Edition) -> Iterator[Block]:
    """A table for each wager, which adds up to all combinations and to the expectation."""
    yield Heading(text="Combinations, probabilities and returns", id="combinations")
    yield Paragraph(
        text="Counts and units are exact and add up exactly. Percentages are rounded each for itself."
        " The return is what a line adds to the player's expectation: its units, which are the"
        " combinations times what the line pays on the stake, divided by all combinations. The"
        " sum of the returns is the expectation; with the sign turned it is the house edge."
    )
    for kind, wager in edition.report.wagers.items():
        yield Heading(text=named(edition, kind), level=2)
        yield lines_table(wager)


def lines_table(wager: WagerReport) -> Table:
    """One wager line by line."""
    rows: list[tuple[Text, ...]] = [
        (
            (line.in_words, " ", Rule(line.rule)),
            line.pays,
            count(line.count),
            probability(line.probability),
            units(line.contribution * wager.total),
            percent(line.contribution),
        )
        for line in wager.lines
    ]
    if wager.not_made:
        part = Fraction(wager.not_made, wager.total)
        none = Fraction(0)
        rows.append(
            (
                NOT_MADE,
                "",
                count(wager.not_made),
                probability(part),
                units(none),
                percent(none),
            )
        )
    rows.append(
        (
            IN_ALL,
            "",
            count(wager.total),
            probability(Fraction(1)),
            units(wager.expectation * wager.total),
            percent(wager.expectation),
        )
    )
    return Table(
        head=("Line", "Pays", capital(wager.counted_in), "Probability", "Units won", "Return"),
        rows=tuple(rows),
        align=("left", *("right",) * 5),
        widths=(1, 0, 0, 0, 0, 0),
        sums=1,
        is_small=True,
    )
