"""Figures as the mathematics report prints them: exact numbers in whole or in decimals, and names."""

from fractions import Fraction

from msgspec.structs import replace

from tablewright.odds.printing import decimal, percent
from tablewright.papers.documents import Align, Table
from tablewright.papers.editions import Edition

DIGITS, PROBABILITY_DIGITS, MOST_DIGITS = 4, 6, 12


def count(number: int) -> str:
    """A count with its thousands set apart."""
    return f"{number:,}"


def units(number: Fraction) -> str:
    """An exact number with its thousands set apart, as a decimal where it has one.

    >>> units(Fraction(-2469, 2)), units(Fraction(4000)), units(Fraction(1, 3))
    ('-1,234.5', '4,000', '1/3')
    """
    text = decimal(number)
    if "/" in text:
        return text
    whole, point, rest = text.removeprefix("-").partition(".")
    return f"{'-' if number < 0 else ''}{int(whole):,}{point}{rest}"


def decimals(number: Fraction | float, digits: int = DIGITS) -> str:
    """A number rounded, and no zero with a sign.

    >>> decimals(Fraction(2, 3)), decimals(-0.00001)
    ('0.6667', '0.0000')
    """
    text = f"{float(number):.{digits}f}"
    return text.removeprefix("-") if not float(text) else text


def probability(part: Fraction) -> str:
    """How often something occurs, to as many digits as show that it does.

    >>> probability(Fraction(1, 3)), probability(Fraction(1, 10**10))
    ('33.333333 %', '0.00000001 %')
    """
    for digits in range(PROBABILITY_DIGITS, MOST_DIGITS):
        text = percent(part, digits)
        if not part or text.strip("0. %"):
            return text
    return percent(part, MOST_DIGITS)


def right(columns: int, *, left: int = 1) -> tuple[Align, ...]:
    """Columns of figures behind so many of words."""
    words: tuple[Align, ...] = ("left",)
    figures: tuple[Align, ...] = ("right",)
    return words * left + figures * (columns - left)


def narrow(table: Table) -> Table:
    """The table no wider than it needs to be, so that figures stand near what they are of."""
    return replace(table, widths=())


def named(edition: Edition, kind: str) -> str:
    """A kind of wager, with the wagers that it stands for where there are several."""
    wagers = [each.wager for each in edition.ruleset.wagers.values() if each.wager.kind == kind]
    if len(wagers) == 1:
        return wagers[0].title
    return f"{wagers[0].title} ({', '.join(wager.name for wager in wagers)})"


def first_wager(edition: Edition) -> str:
    """What the wager is called in whose units a contest is counted; nothing, where there is none."""
    contest = edition.report.contest
    return edition.report.names(contest.wagers[:1]) if contest else ""


def decision_named(edition: Edition, decision: str) -> str:
    """A decision as it is named to a player."""
    return edition.book.contest.decision[decision].name
