"""The figures of the floor as the pit reads them: of a table, of a game, of all, in a day or a shift.

    drop                 the cash that went into the drop box
    win                  drop + float + credits - opening float - fills
    hold                 win in per cent of the drop
    staked               what was wagered and settled
    won                  what the wagers settled brought the house
    won per staked       that in per cent of what was staked
    theoretical          what they should have brought, by the exact edge of every stake

Win and won are the same but for corrections, counts that were short or over, and wagers that lie on the
felt. Amounts are whole cents. Nothing is worked out on the page.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from tablewright.advice.expected import outside
from tablewright.advice.figures import Span
from tablewright.advice.foreseen import Foreseen, together
from tablewright.advice.standing import an_hour


class FloorFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What one table, or several, took in, won and were staked in a period."""

    drop: int
    win: int
    hold: float | None
    """Win in per cent of the drop; null where nothing was dropped."""
    staked: int
    won: int
    """What the wagers settled brought the house."""
    won_per_staked: float | None
    theoretical: int | None
    """What they should have brought; null until it is worked out."""
    expected: float | None
    """The same in per cent of what was staked."""
    low95: int | None
    high95: int | None
    low99: int | None
    high99: int | None
    """Between which chance alone leaves `won` in so many of a hundred such periods."""
    is_outside: Literal[0, 95, 99]
    """The widest band that it lies outside of."""
    is_bell_curve: bool
    rounds: int
    void_rounds: int
    decisions: int
    minutes: int
    """How long was played, pauses left out."""
    rounds_an_hour: float


def figures_of(spans: Iterable[Span], foreseen: Iterable[Foreseen | None]) -> FloorFigures:
    """The figures of one table, or of several together; each with what was foreseen of it, if known."""
    every, expected = list(spans), list(foreseen)
    staked, won = sum(each.stake for each in every), sum(each.won for each in every)
    drop, win = sum(each.drop for each in every), sum(each.win for each in every)
    rounds, minutes = sum(each.rounds for each in every), sum(each.minutes for each in every)
    known = [each for each in expected if each is not None]
    all_known = together(known) if known and len(known) == len(expected) else None
    low, high = _bounds(all_known if staked else None)
    return FloorFigures(
        drop=drop,
        win=win,
        hold=per_cent(win, drop),
        staked=staked,
        won=won,
        won_per_staked=per_cent(won, staked),
        theoretical=round(all_known.theoretical) if all_known else None,
        expected=per_cent(float(all_known.theoretical), staked) if all_known else None,
        low95=low[0],
        high95=high[0],
        low99=low[1],
        high99=high[1],
        is_outside=outside(won, all_known.bounds) if all_known and staked else 0,
        is_bell_curve=all_known.is_bell_curve if all_known else False,
        rounds=rounds,
        void_rounds=sum(each.void_rounds for each in every),
        decisions=sum(each.decisions for each in every),
        minutes=round(minutes),
        rounds_an_hour=an_hour(rounds, minutes),
    )


def _bounds(known: Foreseen | None) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """The least and the most at 95 and at 99 per cent, to the cent."""
    if known is None:
        return (None, None), (None, None)
    pairs = [known.bounds[level] for level in (95, 99)]
    return tuple(round(low) for low, _ in pairs), tuple(round(high) for _, high in pairs)


def per_cent(cents: float, of: int) -> float | None:
    return round(100 * cents / of, 2) if of else None


class PeriodShown(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day or one of its shifts."""

    id: str
    """`day`, or the number of a shift: by which it is asked for."""
    name: str
    """Of a shift; empty for the day."""
    day: str
    begins: str
    ends: str
    begins_at: str
    """As the clocks of the house show it: `06:00`."""
    ends_at: str
    is_now: bool


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of all tables together, or of those of one game."""

    game: str
    """The game's id; empty for all of them."""
    game_name: str
    is_practice: bool
    """Whether practice money is meant: it is in no total of tables for money."""
    tables: int
    """How many there are in it: open, and closed in the period."""
    open: int
    seated: int
    places: int
    left_out: int
    """Tables that are in no figure here, since the person who asks is to count their chips."""
    figures: FloorFigures


class CoursePoint(msgspec.Struct, frozen=True, kw_only=True):
    """What a period had come to at a moment."""

    at: str
    clock: str
    """As the clocks of the house show it: `06:05`."""
    drop: int
    win: int
    hold: float | None
    staked: int
    won: int
    theoretical: int | None
    rounds: int


class FloorCourse(msgspec.Struct, frozen=True, kw_only=True):
    """A period from its beginning to now or to its end: for money, and for practice."""

    period: PeriodShown
    zone: str
    money: list[CoursePoint]
    practice: list[CoursePoint]
    shifts: list["ShiftTotal"]
    """The day by its shifts that have begun."""
    left_out: int


class ShiftTotal(msgspec.Struct, frozen=True, kw_only=True):
    """All tables in one shift, or the whole day: for money, and for practice."""

    period: PeriodShown
    money: FloorFigures
    practice: FloorFigures
