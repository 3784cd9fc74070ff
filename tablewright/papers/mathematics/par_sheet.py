"""The par sheet, one table with every wager in a line, and the pay tables that it holds for."""

from collections.abc import Iterator

from tablewright.odds.full_table import Reached
from tablewright.odds.printing import percent
from tablewright.odds.report import ContestReport, WagerReport
from tablewright.papers.documents import Block, Heading, Paragraph, Strong, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.exposure import exposed
from tablewright.papers.mathematics.figures import (
    count,
    decimals,
    first_wager,
    named,
    narrow,
    right,
)
from tablewright.papers.payouts import kinds, pay_tables, single_odds
from tablewright.table.chips import money

HEAD = (
    "Wager",
    "House edge",
    "Element of risk",
    "Hit frequency",
    "Standard deviation",
    "Average wager",
    "Counted over",
)


def par_sheet(edition: Edition) -> Iterator[Block]:
    """Every wager with what the house holds of it, how often it wins, and how widely it varies."""
    report = edition.report
    rows: list[tuple[Text, ...]] = []
    if contest := report.contest:
        together: Text = (Strong(report.names(contest.wagers)), ", decided together")
        rows.append((together, *_figures(contest), f"{count(contest.total)} deals"))
    rows += [
        (named(edition, kind), *_figures(each), f"{count(each.total)} {each.counted_in}")
        for kind, each in report.wagers.items()
    ]
    yield Heading(text="Par sheet", id="par-sheet")
    yield Table(
        head=HEAD,
        rows=tuple(rows),
        align=right(len(HEAD)),
        widths=(1, *(0,) * (len(HEAD) - 1)),
    )
    worst, table = exposed(edition)
    places = edition.game.place_plural if table.places > 1 else edition.game.place
    yield Paragraph(
        text=(
            "Largest exposure in one round at the posted limits: ",
            Strong(money(worst.cents)),
            f" on one {edition.game.place}, ",
            "" if table.is_reached is Reached.YES else "at most ",
            Strong(money(table.cents)),
            f" on a table with all {table.places} {places} taken.",
        )
    )
    yield from _explained(edition)


def _figures(of: ContestReport | WagerReport) -> tuple[str, ...]:
    return (
        percent(of.house_edge),
        percent(of.element_of_risk),
        percent(of.hit_frequency),
        decimals(of.standard_deviation),
        decimals(of.average_wager),
    )


def _explained(edition: Edition) -> Iterator[Block]:
    report, first = edition.report, first_wager(edition)
    unit = f"units of the {first}" if first else "units of each wager's own stake"
    yield Paragraph(
        text=f"House edge, standard deviation and average wager are in {unit}. The element of"
        " risk is the house edge divided by the average wager: what the house keeps of each unit that"
        " is put at risk. The hit frequency is how often the player wins.",
        is_small=True,
    )
    contest = report.contest
    inside = [report.wagers[kind] for kind in contest.wagers] if contest else []
    if any(each.house_edge < 0 for each in inside):
        yield Paragraph(
            text="A wager that is made or kept only with a good hand can be in the player's favour"
            " by itself. What the house holds of the wagers that are decided together is said in"
            " their common line.",
            is_small=True,
        )
    yield Paragraph(
        text="All figures are exact counts over every deal, each hand played for the best, with"
        " payments in full: before a posted maximum payout, and before rounding down to a chip."
        if contest
        else "All figures are exact counts over every draw, with payments in full: before a posted"
        " maximum payout, and before rounding down to a chip.",
        is_small=True,
    )


def posted(edition: Edition) -> Iterator[Block]:
    """The pay tables and odds as they are posted, wager by wager."""
    yield Heading(text="Pay tables", id="pay-tables")
    if changed := edition.ruleset.pay_plainly:
        yield Paragraph(
            text=("Changed from the manual: ", Strong(", ".join(map(" ".join, changed.items()))))
        )
    for kind, decided in kinds(edition).items():
        yield Heading(text=named(edition, kind), level=2)
        yield from map(narrow, pay_tables(edition, kind))
        if odds := single_odds(edition, kind):
            yield narrow(odds)
        yield Paragraph(text=f"Offered by: {edition.cited(decided.wager.source)}.", is_small=True)
