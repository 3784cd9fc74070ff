"""Sums of the mathematics report as they are printed: counts to the total, probabilities to one."""

from fractions import Fraction

from tests.papers.numbers import Kind, Number, numbers

TOTAL = "In all"
"""The first cell of a row that sums up those above it."""


def wrong_sums(tables: list[list[list[str]]]) -> tuple[int, list[str]]:
    """How many columns were summed up, and those whose sum is not the one printed below them."""
    summed, wrong = 0, []
    for head, *rows in tables:
        if not rows or rows[-1][0] != TOTAL:
            continue
        *lines, total = rows
        for n, title in enumerate(head[1:], start=1):
            said = list(numbers(total[n]))
            if not said:
                continue
            summed += 1
            above = [number for row in lines for number in numbers(row[n])]
            off = abs(sum((each.value for each in above), Fraction(0)) - said[0].value)
            if off > _may_be_off(above):
                wrong.append(f"{title}: {total[n]}, off by {off}")
    return summed, wrong


def _may_be_off(added: list[Number]) -> Fraction:
    """Whole numbers and exact decimals add up exactly; of percentages each is rounded for itself."""
    rounded = [each for each in added if each.kind is Kind.PERCENT]
    return sum((each.half_a_digit for each in rounded), Fraction(0))
