"""A gaming day or a shift as it went: what all tables had come to at moments evenly spread over it."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from tablewright.advice.expected import expectations_of, is_worked_out
from tablewright.advice.figures import NOTHING, Mark
from tablewright.house.screens.figure_pages import (
    CoursePoint,
    FloorCourse,
    PeriodShown,
    ShiftTotal,
    figures_of,
    per_cent,
)
from tablewright.house.screens.gaming_day import GamingDay, Period
from tablewright.house.tables.takings import Asked, Counted, Takings
from tablewright.table.setup import Book

STEPS_MINUTES = (5, 15, 30, 60)
MOST_POINTS = 50
TABLES_AT_ONCE = 20
"""How many tables are looked through before others have their turn."""


class _Course(NamedTuple):
    """A table, and how it stood at each moment."""

    book: Book
    marks: list[Mark]


async def course_of(takings: Takings, asked: Asked, blind: Collection[str]) -> FloorCourse:
    """How a period went, without the tables that a person is not to be told of."""
    counted = await takings.counted(asked)
    seen = [each for each in counted.values() if each.id not in blind]
    moments = moments_of(asked.period, asked.now)
    courses = []
    for number, each in enumerate(seen):
        figures = takings.figures(each.id)
        if figures is not None:
            courses.append(_Course(each.book, figures.at(moments)))
        if number % TABLES_AT_ONCE == 0:
            await asyncio.sleep(0)
    shifts = [await _shift_total(takings, asked, each, blind) for each in asked.every]
    now = min(asked.now, asked.period.ends)
    both = []
    for is_practice in (False, True):
        some = [each for each in courses if each.book.setup.is_practice == is_practice]
        points = await asyncio.to_thread(_points, asked.house, moments, some) if some else []
        if some:
            points.append(_point_now(asked.house, now, seen, is_practice=is_practice))
        both.append(points)
    return FloorCourse(
        period=period_shown(asked.house, asked.period, asked.now),
        zone=asked.house.zone,
        money=both[0],
        practice=both[1],
        shifts=shifts,
        left_out=len(counted) - len(seen),
    )


def moments_of(period: Period, now: datetime) -> list[datetime]:
    """Moments from the beginning of a period, as close together as a chart can show them."""
    lasted = min(now, period.ends) - period.begins
    minutes = next(
        (each for each in STEPS_MINUTES if lasted <= MOST_POINTS * timedelta(minutes=each)),
        STEPS_MINUTES[-1],
    )
    step = timedelta(minutes=minutes)
    return [period.begins + n * step for n in range(-(-lasted // step))]


def period_shown(house: GamingDay, period: Period, now: datetime) -> PeriodShown:
    return PeriodShown(
        id=period.id,
        name=period.name,
        day=period.day.isoformat(),
        begins=period.begins.isoformat(),
        ends=period.ends.isoformat(),
        begins_at=clock_of(house, period.begins),
        ends_at=clock_of(house, period.ends),
        is_now=period.begins <= now < period.ends,
    )


def clock_of(house: GamingDay, at: datetime) -> str:
    """A moment as the clocks of the house show it."""
    return at.astimezone(house.tz).strftime("%H:%M")


def _points(
    house: GamingDay, moments: Sequence[datetime], courses: Iterable[_Course]
) -> list[CoursePoint]:
    """What tables had come to together at each moment since the first."""
    every = list(courses)
    return [_point(house, at, n, every) for n, at in enumerate(moments)]


def _point(house: GamingDay, at: datetime, n: int, courses: list[_Course]) -> CoursePoint:
    drop = win = rounds = returned = 0
    staked: dict[str, Counter[str]] = {}
    books = {}
    for book, marks in courses:
        first, mark = marks[0], marks[n]
        if mark is NOTHING or mark is first:
            continue
        drop += mark.drop - first.drop
        win += mark.win - first.win
        rounds += mark.rounds - first.rounds
        returned += mark.returned - first.returned
        books[book.ruleset.fingerprint] = book
        by_wager = staked.setdefault(book.ruleset.fingerprint, Counter())
        by_wager.update(mark.staked)
        by_wager.subtract(first.staked)
    stake = sum(each.total() for each in staked.values())
    return CoursePoint(
        at=at.isoformat(),
        clock=clock_of(house, at),
        drop=drop,
        win=win,
        hold=per_cent(win, drop),
        staked=stake,
        won=stake - returned,
        theoretical=_theoretical(books, staked),
        rounds=rounds,
    )


def _theoretical(books: dict[str, Book], staked: dict[str, Counter[str]]) -> int | None:
    if not all(is_worked_out(book) for book in books.values()):
        return None
    parts = [expectations_of(books[id]).theoretical(each) for id, each in staked.items()]
    return round(sum(parts, Fraction(0)))


def _point_now(
    house: GamingDay, at: datetime, seen: Iterable[Counted], *, is_practice: bool
) -> CoursePoint:
    some = [each for each in seen if each.book.setup.is_practice == is_practice]
    figures = figures_of([each.span for each in some], [each.foreseen for each in some])
    return CoursePoint(
        at=at.isoformat(),
        clock=clock_of(house, at),
        drop=figures.drop,
        win=figures.win,
        hold=figures.hold,
        staked=figures.staked,
        won=figures.won,
        theoretical=figures.theoretical,
        rounds=figures.rounds,
    )


async def _shift_total(
    takings: Takings, asked: Asked, period: Period, blind: Collection[str]
) -> ShiftTotal:
    """All tables in one period of the day."""
    counted = await takings.counted(asked._replace(period=period))
    seen = [each for each in counted.values() if each.id not in blind]
    both = []
    for is_practice in (False, True):
        some = [each for each in seen if each.book.setup.is_practice == is_practice]
        both.append(figures_of([each.span for each in some], [each.foreseen for each in some]))
    return ShiftTotal(
        period=period_shown(asked.house, period, asked.now), money=both[0], practice=both[1]
    )
