"""What a table took in, what it won and what was staked, over time.

    drop     the cash put into the drop box
    win      drop + float + credits - opening float - fills: what box and rack have more than they got
    staked   what was wagered and settled; what was only given back is not
    won      what the wagers settled brought the house: staked - returned

`Figures` are fed every event of a table from the first, so that a journal restores them. They keep
sums, and of every five minutes in which something happened how the sums stood before; a shift, an hour
or a day is the difference of two moments. `foreseen.py` sets what was expected beside it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

import msgspec

from tablewright.advice.folds import Fold
from tablewright.advice.standing import StakeSums, Standing, StandingMemory, an_hour
from tablewright.table.chips import CAGE, DROP, FLOAT
from tablewright.table.record import Record
from tablewright.table.setup import Book

STEP_SECONDS = 300
"""How far apart the moments are at which the sums are known."""
QUARTER = 3
"""At every third of them it is known too how stakes have varied together."""
MOST_MARKS = 3 * 24 * 12
"""Three days of them: what happened before is known as one sum."""
WON_BY_HOUSE = (FLOAT, DROP, CAGE)
"""The accounts that together hold what the house has won; the cage's is below zero."""

K = TypeVar("K")
Pairs = Mapping[tuple[str, str], int]


class Mark(NamedTuple):
    """The sums as they stood when a step of time began."""

    step: int
    drop: int
    win: int
    rounds: int
    void_rounds: int
    decisions: int
    """Those of rounds that were over."""
    played: timedelta
    """How long these rounds took, pauses left out."""
    staked: Mapping[str, int]
    returned: int


class Varied(NamedTuple):
    """How stakes had varied together when a quarter of an hour began."""

    step: int
    at_seats: Pairs
    at_rounds: Pairs


NOTHING = Mark(0, 0, 0, 0, 0, 0, timedelta(), {}, 0)
UNVARIED = Varied(0, {}, {})


class Span(NamedTuple):
    """What happened at a table between two moments."""

    book: Book
    drop: int
    win: int
    rounds: int
    void_rounds: int
    decisions: int
    played: timedelta
    staked: Mapping[str, int]
    returned: int
    stakes: StakeSums
    """Without the sizes, unless everything since the opening is meant."""
    has_sizes: bool

    @property
    def stake(self) -> int:
        return sum(self.staked.values())

    @property
    def won(self) -> int:
        """What the wagers settled brought the house."""
        return self.stake - self.returned

    @property
    def minutes(self) -> float:
        return self.played.total_seconds() / 60

    @property
    def rounds_an_hour(self) -> float:
        return an_hour(self.rounds, self.minutes)


class FiguresMemory(msgspec.Struct):
    """What figures remember."""

    standing: StandingMemory
    drop: int
    win: int
    last: datetime | None
    _marks: list[Mark]
    _varied: list[Varied]
    _first: int
    _last: int


class Figures(Fold[FiguresMemory]):
    """Adds up what one table takes in, wins and is staked."""

    memory = FiguresMemory

    def __init__(self, book: Book) -> None:
        self.standing = Standing(book)
        self.drop = self.win = 0
        self._marks: list[Mark] = []
        self._varied: list[Varied] = []
        self._first = self._last = 0
        """The steps of time in which something happened first and last."""
        self.last: datetime | None = None
        """When something last happened."""

    def hear(self, events: Iterable[Record], at: datetime) -> None:
        """Everything that one command led to, or a single line of a journal."""
        heard = list(events)
        self._go_on(step_of(at))
        self.last = at
        self.standing.hear(heard, at)
        for event in heard:
            for move in event.moved():
                if move.source in WON_BY_HOUSE or move.target in WON_BY_HOUSE:
                    cents = move.cents
                    self._move(move.source, -cents)
                    self._move(move.target, cents)

    def _move(self, account: str, cents: int) -> None:
        if account in WON_BY_HOUSE:
            self.win += cents
            if account == DROP:
                self.drop += cents

    def _go_on(self, step: int) -> None:
        """Note how everything stood, where another step of time has begun."""
        if not self._last:
            self._first = self._last = step
        if step <= self._last:
            return
        self._marks.append(self._mark(step))
        if step // QUARTER > self._last // QUARTER:
            sums = self.standing.sums
            self._varied.append(Varied(step, dict(sums.at_seats), dict(sums.at_rounds)))
        self._last = step
        if len(self._marks) > MOST_MARKS:
            del self._marks[0]
            while self._varied and self._varied[0].step < self._marks[0].step:
                del self._varied[0]

    def _mark(self, step: int) -> Mark:
        stood = self.standing
        return Mark(
            step,
            self.drop,
            self.win,
            stood.rounds,
            stood.void_rounds,
            stood.decisions_in_rounds,
            stood.played_in_rounds,
            dict(stood.stake),
            stood.returned.total(),
        )

    # What it comes to -----------------------------------------------------------------------------

    @property
    def brief(self) -> tuple[int, ...]:
        """What is different whenever a figure is; quickly compared."""
        stood = self.standing
        return (
            self.drop,
            self.win,
            stood.rounds,
            stood.decisions_in_rounds,
            stood.stake.total(),
            stood.returned.total(),
        )

    def since(self, begin: datetime | None = None, end: datetime | None = None) -> Span:
        """What happened between two moments; from the opening, or until now, where none is named.

        Either is taken at the beginning of its step of time, and should begin a quarter of an hour: how
        stakes varied together is known only there.
        """
        first = self._stood_at(begin) if begin else NOTHING
        last = self._stood_at(end) if end else self._mark(0)
        is_whole = first is NOTHING and not end
        return Span(
            self.standing.book,
            last.drop - first.drop,
            last.win - first.win,
            last.rounds - first.rounds,
            last.void_rounds - first.void_rounds,
            last.decisions - first.decisions,
            last.played - first.played,
            _less(last.staked, first.staked),
            last.returned - first.returned,
            self.standing.sums_now() if is_whole else self._varied_between(begin, end),
            is_whole,
        )

    def at(self, moments: Iterable[datetime]) -> list[Mark]:
        """How the sums stood at some moments."""
        return [self._stood_at(each) for each in moments]

    def _stood_at(self, at: datetime) -> Mark:
        step = step_of(at)
        if step <= self._first or not self._last:
            return NOTHING
        found = bisect_left(self._marks, step, key=_step)
        return self._marks[found] if found < len(self._marks) else self._mark(step)

    def _varied_between(self, begin: datetime | None, end: datetime | None) -> StakeSums:
        low = self._varied_at(begin) if begin else UNVARIED
        high = self._varied_at(end) if end else self._varied_now()
        made = StakeSums()
        made.at_seats = Counter(_less(high.at_seats, low.at_seats))
        made.at_rounds = Counter(_less(high.at_rounds, low.at_rounds))
        return made

    def _varied_at(self, at: datetime) -> Varied:
        step = step_of(at)
        if step <= self._first or not self._last:
            return UNVARIED
        found = bisect_left(self._varied, step, key=_step)
        return self._varied[found] if found < len(self._varied) else self._varied_now()

    def _varied_now(self) -> Varied:
        sums = self.standing.sums_now()
        return Varied(0, sums.at_seats, sums.at_rounds)


def _step(noted: Mark | Varied) -> int:
    return noted.step


def _less(all: Mapping[K, int], before: Mapping[K, int]) -> dict[K, int]:
    """What was added to some sums; those to which nothing was are left out."""
    return {key: less for key, cents in all.items() if (less := cents - before.get(key, 0))}


def step_of(at: datetime) -> int:
    """The number of the step of time that a moment lies in."""
    return int(at.timestamp()) // STEP_SECONDS
