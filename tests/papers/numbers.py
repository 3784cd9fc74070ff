"""Every number in a text, by how it is written: money, percentages, odds, cards, counts, names."""

import re
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

AROUND = "()[]{}“”\"‘’',.;:!?·–—…"
"""What stands around a word and is no part of it."""
SUITS = "♠♥♦♣"


class Kind(Enum):
    """What a number says by the way it is written."""

    MONEY = re.compile(r"-?\$(?P<number>\d[\d,]*(?:\.\d\d)?)")
    PERCENT = re.compile(r"[-+]?(?P<number>\d[\d,]*(?:\.\d+)?)%")
    CARD = re.compile(rf"(?:10|[2-9])[{SUITS}]")
    DECIMAL = re.compile(r"[-+]?(?P<number>\d[\d,]*\.\d+)")
    COUNT = re.compile(r"[-+]?(?P<number>\d{1,3}(?:,\d{3})+|\d+)")
    FRACTION = re.compile(r"[-+]?\d+/\d+")
    ODDS = re.compile(r"\d+-\d+")
    NAME = re.compile(r".*\d.*")
    """Anything else with a digit: `3-Card`, a rule's id."""


class Number(NamedTuple):
    """A number as it is printed."""

    kind: Kind
    text: str

    @property
    def value(self) -> Fraction:
        """What it says: dollars, per cent, or units."""
        if self.kind is Kind.FRACTION:
            return Fraction(self.text)
        found = self.kind.value.fullmatch(self.text)
        assert found is not None
        value = Fraction(found["number"].replace(",", ""))
        return -value if self.text.startswith("-") else value

    @property
    def half_a_digit(self) -> Fraction:
        """How far off it may be: half of its last digit."""
        digits = len(self.text.rstrip("%").partition(".")[2])
        return Fraction(1, 2 * 10**digits)


def numbers(text: str) -> Iterator[Number]:
    """The numbers of a text in order, each as it is printed but for what stands around it."""
    plain = (
        text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", " ").replace(" %", "%")
    )
    for word in plain.split():
        bare = word.strip(AROUND)
        if any(each.isdigit() for each in bare):
            yield Number(next(kind for kind in Kind if kind.value.fullmatch(bare)), bare)
