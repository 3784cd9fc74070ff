"""The mathematics report as tests read it: its sections, tables and numbers, each edition made once."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tablewright.odds.printing import percent
from tablewright.odds.report import ContestReport, WagerReport
from tablewright.papers.documents import (
    Aside,
    Document,
    Heading,
    Quoted,
    Rule,
    Strong,
    Table,
    Text,
)
from tests.papers.copies import edition, plain

SECTIONS = (
    "pay-tables",
    "combinations",
    "edge",
    "strategy",
    "distribution",
    "exposure",
    "readings",
    "claims",
    "method",
    "simulation",
    "fingerprint",
)
LEAST, MOST = 500, 10_000
"""The usual limits, in cents."""


def report(game: str) -> Document:
    """The report of a game, as the laws read it back."""
    return plain(game, "mathematics")


def figures_of(game: str) -> list[ContestReport | WagerReport]:
    """The contest, where there is one, and every wager."""
    found = edition(game).report
    return [*([found.contest] if found.contest else []), *found.wagers.values()]


def words(text: Text) -> str:
    """What a cell or a paragraph says."""
    runs = [text] if isinstance(text, str) else text
    return "".join(run if isinstance(run, str) else _said(run) for run in runs)


def _said(run: Rule | Quoted | Aside | Strong) -> str:
    return run.id if isinstance(run, Rule) else run.text


def section(document: Document, id: str) -> Iterator[Any]:
    """The blocks of one section."""
    is_inside = False
    for block in document.blocks:
        if isinstance(block, Heading) and block.level == 1:
            is_inside = block.id == id
        elif is_inside:
            yield block


def tables(document: Document, id: str, *head: str) -> list[Table]:
    """The tables of a section that have these columns."""
    return [
        block
        for block in section(document, id)
        if isinstance(block, Table) and set(head) <= set(map(words, block.head))
    ]


def column(table: Table, name: str) -> list[str]:
    place = [words(each) for each in table.head].index(name)
    return [words(row[place]) for row in table.rows]


def number(text: str) -> Fraction:
    """A number as it is printed: `-1,234.5`, `3.2960 %`, `$13,100`, `-1/26`."""
    plain = Fraction(text.replace(",", "").replace("$", "").removesuffix(" %").lstrip("+"))
    return plain / 100 if text.endswith("%") else plain


def is_rounded(printed: str, exact: Fraction) -> bool:
    digits = len(printed.removesuffix(" %").partition(".")[2])
    return printed == percent(exact, digits)
