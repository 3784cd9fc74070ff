"""What a person writes to solve for a target: the odds to be tried for each entry, and the bounds."""

import re
from fractions import Fraction

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say
from tablewright.rules.wagers import Odds

MOST_VALUES = 200
"""So many odds at most may be tried for one entry."""


class Vary(msgspec.Struct, frozen=True):
    """An entry of a pay table, and the odds to be tried for it, lowest first."""

    key: str
    odds: tuple[str, ...]

    @property
    def parsed(self) -> list[Odds]:
        return [Odds.parse(each) for each in self.odds]


def parse_vary(text: str) -> Vary:
    """An entry and its odds: a range of whole odds, or a list.

    >>> parse_vary("bonus.straight=4..7").odds
    ('4-1', '5-1', '6-1', '7-1')
    >>> parse_vary("high.king=2,3-2,1").odds
    ('1-1', '3-2', '2-1')
    """
    key, equals, range_ = text.partition("=")
    whole = re.fullmatch(r"([0-9]{1,6})\.\.([0-9]{1,6})", range_)
    if not (key and equals and range_):
        raise Refused(
            f"{quoted(text)} varies nothing: expected WAGER.KEY=LOW..HIGH, as in bonus.straight=4..7"
        )
    if whole:
        low, high = map(int, whole.groups())
        if low > high:
            why = say(
                "{key} is to vary from {low} to {high}: expected the lower odds first",
                key=key,
                low=low,
                high=high,
            )
            raise Refused(why)
        if high - low >= MOST_VALUES:
            why = say(
                "{key} is to take {count} odds: expected at most {most}",
                key=key,
                count=high - low + 1,
                most=MOST_VALUES,
            )
            raise Refused(why)
        return Vary(key, tuple(str(Odds(n)) for n in range(low, high + 1)))
    if ".." in range_:
        why = say(
            "{key} is to vary as {text}: expected whole odds, as in 4..7, or a list, as in 1,3-2,2",
            key=key,
            text=quoted(range_),
        )
        raise Refused(why)
    odds = {Odds.parse(each) for each in range_.split(",")}
    return Vary(key, tuple(str(each) for each in sorted(odds, key=lambda each: each.fraction)))


def parse_bounds(text: str) -> tuple[Fraction, Fraction]:
    """Two bounds in per cent, as parts of one.

    >>> parse_bounds("2.5..3.5")
    (Fraction(1, 40), Fraction(7, 200))
    """
    number = r"-?[0-9]{1,4}(?:\.[0-9]{1,12})?"
    found = re.fullmatch(rf"({number})\.\.({number})", text.replace("%", "").replace(" ", ""))
    if not found:
        why = say(
            "the edge is {text}: expected LOW..HIGH in per cent, as in 2.5..3.5", text=quoted(text)
        )
        raise Refused(why)
    low, high = (Fraction(each) / 100 for each in found.groups())
    if low > high:
        raise Refused(say("the edge is {text}: expected the lower bound first", text=quoted(text)))
    return low, high
