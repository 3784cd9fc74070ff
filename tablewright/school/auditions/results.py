"""What an audition came to: every mark with its line of the journal, areas, pace, and the verdict.

A mark that an instructor overrules is kept beside what they say instead: both stand in the result.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction

import msgspec

from tablewright.rules.errors import Refused
from tablewright.school.auditions.terms import AREAS, Terms


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that was asked of the candidate, and what they made of it."""

    n: int
    """Counted from 1."""
    area: str
    line: int
    """The line of the journal at which it was done, by the candidate or, rightly, in their place."""
    round: int
    seconds: float
    """When, since the audition began."""
    skill: str
    rule: str
    asks: str
    given: str
    right: str
    says: str
    source: str
    mark: Fraction
    """From 0 to 1."""
    missed: str = ""
    is_injected: bool = False
    """Whether it is about something improper that was brought in from the seed."""


class Overruled(msgspec.Struct, frozen=True, kw_only=True):
    """What an instructor says to a mark instead of the machine."""

    n: int
    mark: Fraction
    reason: str
    by: str
    """The name of the instructor."""
    at: datetime


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """How one area came out."""

    id: str
    says: str
    asked: int
    points: Fraction
    percent: int
    """Rounded down; 0 where nothing was asked."""
    needed: int | None
    is_passed: bool


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds, or decisions, in an hour."""

    counted: int
    an_hour: Fraction
    needed: int
    is_passed: bool


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What an audition came to, as the machine has marked it."""

    marks: list[Mark]
    rounds: int
    decisions: int
    """Wagers settled."""
    seconds: float
    is_finished: bool
    """Whether the candidate was there to its end."""
    injected: int
    """How many improper things happened."""
    journal_lines: int
    journal_hash: str
    """The hash of the last line: the whole journal hangs on it."""

    @property
    def faults(self) -> list[Mark]:
        return [each for each in self.marks if each.mark < 1]


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it is enough, under the terms of the house and with what was overruled."""

    areas: list[Area]
    rounds: Speed
    decisions: Speed
    score: int
    """All marks together in percent, rounded down."""
    is_passed: bool
    lacks: list[str]
    """Why it was not passed, in words; none, if it was."""


def judged(result: Result, terms: Terms, overruled: Sequence[Overruled] = ()) -> Verdict:
    """The verdict on a result; of several that overrule a mark the last holds."""
    points = {each.n: each.mark for each in result.marks}
    for each in overruled:
        if each.n not in points:
            raise Refused(f"there is no mark {each.n} in this audition")
        points[each.n] = each.mark
    areas = [_area(id, result, terms, points) for id in AREAS]
    rounds = _speed(result.rounds, result.seconds, terms.rounds_an_hour)
    decisions = _speed(result.decisions, result.seconds, terms.decisions_an_hour)
    lacks = [_lacking(each) for each in areas if not each.is_passed]
    for what, speed in (("rounds", rounds), ("decisions", decisions)):
        if not speed.is_passed:
            lacks.append(f"{float(speed.an_hour):.1f} {what} an hour, {speed.needed} needed")
    if not result.is_finished:
        lacks.append("the table was left before the end")
    total = sum(points.values(), Fraction(0))
    return Verdict(
        areas=areas,
        rounds=rounds,
        decisions=decisions,
        score=_percent(total, len(points)),
        is_passed=not lacks,
        lacks=lacks,
    )


def _area(id: str, result: Result, terms: Terms, points: Mapping[int, Fraction]) -> Area:
    found = [points[each.n] for each in result.marks if each.area == id]
    reached, needed = sum(found, Fraction(0)), terms.marks.get(id)
    is_enough = bool(found) and 100 * reached >= (needed or 0) * len(found)
    return Area(
        id=id,
        says=AREAS[id],
        asked=len(found),
        points=reached,
        percent=_percent(reached, len(found)),
        needed=needed,
        is_passed=not needed or is_enough,
    )


def _lacking(area: Area) -> str:
    if not area.asked:
        return f"{area.id}: nothing was asked, {area.needed} % needed"
    return f"{area.id}: {area.percent} %, {area.needed} % needed"


def _percent(points: Fraction, asked: int) -> int:
    return int(100 * points / asked) if asked else 0


def _speed(count: int, seconds: float, needed: int) -> Speed:
    an_hour = Fraction(count * 3600) / Fraction(seconds) if seconds > 0 else Fraction(0)
    return Speed(counted=count, an_hour=an_hour, needed=needed, is_passed=an_hour >= needed)
