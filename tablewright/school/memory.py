"""Memory: what a person remembers of each skill, and when it is to be asked again.

`fsrs` reckons; here stands what an answer is worth to it. An answer is rated by correctness and time:

    Again   wrong, or less than half right
    Hard    right in part, or right and slower than twice the target
    Good    right
    Easy    right in under half the target, on a later day, of a skill that had been learnt before

Easy makes the next interval almost twice as long, so it is given with care. A first answer may be a
lucky guess, and one on the same day is still in the ear: neither is ever Easy. It takes half the
target, since the target is what a dealer needs who works it out: a little faster is a good day, twice
as fast is knowing it.

A new skill is learnt in two steps, on two days: right once, then right again the next day. One that was
wrong comes again within the session.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias
from zlib import crc32

import msgspec

from tablewright.rules.errors import Refused, quoted

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

State: TypeAlias = Literal["new", "shaky", "known"]
"""How well a skill is known."""
Phase: TypeAlias = Literal["learning", "review", "relearning"]
"""Where a skill stands for `fsrs`."""
PHASES: tuple[Phase, ...] = ("learning", "review", "relearning")
"""The phases in the order in which `fsrs` numbers them, from 1."""

RETENTION, LEAST_RETENTION, MOST_RETENTION = 90, 80, 97
"""How sure of each skill a person wants to be, in percent, and within which bounds they may choose.
Under 80 a dealer errs too often to work; over 97 each skill is asked nearly every day."""
A_LITTLE = 5
"""How many points under the chosen retention a skill is still known: it falls just below the target on
the day it is due, and a day off must not turn the map over."""
SLOW, FAST = 2, Fraction(1, 2)
"""Slower than so many times the target is Hard, faster may be Easy."""
SOON, NEXT_DAY = timedelta(minutes=10), timedelta(days=1)
BELIEVED_REVIEWS = 50
LEAST_STABILITY = 0.2
"""In days: about what `fsrs` gives a skill that was wrong at first sight. Nothing is remembered worse;
what was wrong for a week is learnt like a new skill once it is right."""
LONGEST_DAYS = 365
"""A dealer is asked for everything once a year, however well it is known."""


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """What a person remembers of one skill."""

    skill: str
    phase: Phase
    step: int | None
    """The step of learning, from 0; none in review."""
    stability: float
    """After so many days it is remembered nine times in ten."""
    difficulty: float
    """From 1 to 10."""
    due: datetime
    last_asked: datetime
    was_right: bool
    """Whether the last answer was right."""
    asked: int
    right: int
    lapses: int
    """How often it was wrong after it had been learnt."""
    first_known: date | None = None
    """The day on which it was known for the first time."""
    reviews: int = 0
    """How often it was asked on a later day after it had been learnt, and how often that was right."""
    held: int = 0
    hoped: float = 0.0
    """How often it should have been right in these, as `fsrs` reckons."""

    def card(self) -> "Card":
        """The same as `fsrs` has it."""
        from fsrs import Card
        from fsrs import State as Learnt

        return Card(
            # Never without an id: `fsrs` would wait for the clock to make one.
            card_id=crc32(self.skill.encode()),
            state=Learnt(PHASES.index(self.phase) + 1),
            step=self.step,
            stability=self.stability,
            difficulty=self.difficulty,
            due=self.due,
            last_review=self.last_asked,
        )


def review(
    skill: str,
    before: Remembered | None,
    mark: Fraction,
    seconds: float,
    target_seconds: float,
    at: datetime,
    retention: int = RETENTION,
) -> Remembered:
    """What is remembered after an answer that was marked; `before` is nothing for a new skill.

    A clock that has gone back is held at the time of the answer before. Days are calendar days in the
    time zone of `at`.
    """
    from fsrs import Card, Rating

    rating = rated(before, mark, seconds, target_seconds, at)
    day = at.date()
    if before is None:
        card = Card(card_id=crc32(skill.encode()), due=_midnight(day))
    else:
        last = day_of(before.last_asked, at)
        day, at = max(day, last), max(utc(at), utc(before.last_asked))
        card = before.card()
        card.last_review = _midnight(last)
    # `fsrs` counts spans of 24 hours; people practise a little earlier or later every day.
    after, _ = _scheduler(retention).review_card(card, rating, _midnight(day))
    is_lapse = rating is Rating.Again and before is not None and before.phase == "review"
    found = _remembered(
        skill,
        before,
        after,
        utc(at),
        due=utc(at) + (after.due - _midnight(day)),
        is_right=mark == 1,
        is_lapse=is_lapse,
    )
    if found.first_known is None and state(found, at, retention) == "known":
        found = msgspec.structs.replace(found, first_known=day)
    if before and before.phase == "review" and last < day:
        found = msgspec.structs.replace(
            found,
            reviews=before.reviews + 1,
            held=before.held + found.was_right,
            hoped=before.hoped + recall(before, at),
        )
    return found


def _remembered(
    skill: str,
    before: Remembered | None,
    card: "Card",
    at: datetime,
    *,
    due: datetime,
    is_right: bool,
    is_lapse: bool,
) -> Remembered:
    assert card.stability is not None
    assert card.difficulty is not None
    return Remembered(
        skill=skill,
        phase=PHASES[card.state - 1],
        step=card.step,
        stability=max(card.stability, LEAST_STABILITY),
        difficulty=card.difficulty,
        due=due,
        last_asked=at,
        was_right=is_right,
        asked=(before.asked if before else 0) + 1,
        right=(before.right if before else 0) + is_right,
        lapses=(before.lapses if before else 0) + is_lapse,
        first_known=before.first_known if before else None,
        reviews=before.reviews if before else 0,
        held=before.held if before else 0,
        hoped=before.hoped if before else 0.0,
    )


def rated(
    before: Remembered | None,
    mark: Fraction,
    seconds: float,
    target_seconds: float,
    at: datetime,
) -> "Rating":
    """What an answer is worth to `fsrs`; without a target, time does not matter."""
    from fsrs import Rating

    if mark < Fraction(1, 2):
        return Rating.Again
    if mark < 1:
        return Rating.Hard
    if target_seconds <= 0:
        return Rating.Good
    if seconds > SLOW * target_seconds:
        return Rating.Hard
    is_learnt = before is not None and before.phase == "review"
    is_later = before is not None and day_of(before.last_asked, at) < at.date()
    if is_learnt and is_later and 0 < seconds < FAST * target_seconds:
        return Rating.Easy
    return Rating.Good


def recall(remembered: Remembered, at: datetime) -> float:
    """How likely a skill is remembered, from 0 to 1, as `fsrs` reckons: by calendar days."""
    days = (at.date() - day_of(remembered.last_asked, at)).days
    return _recalled(remembered.stability, max(days, 0))


@lru_cache(maxsize=2**15)  # A plan asks for the same all day.
def _recalled(stability: float, days: int) -> float:
    from fsrs import Card

    asked = datetime(2000, 1, 1, tzinfo=UTC)
    card = Card(card_id=0, stability=stability, due=asked, last_review=asked)
    return _scheduler(RETENTION).get_card_retrievability(card, asked + timedelta(days=days))


def state(remembered: Remembered | None, at: datetime, retention: int = RETENTION) -> State:
    """How well a skill is known now.

    *New* was never asked. *Known* is in review, which takes right answers on two days; the last answer
    was right; and it is likely still remembered, at the chosen retention or `A_LITTLE` under it. All
    else is *shaky*.
    """
    if remembered is None:
        return "new"
    is_learnt = remembered.phase == "review" and remembered.was_right
    least = (checked(retention) - A_LITTLE) / 100
    return "known" if is_learnt and recall(remembered, at) >= least else "shaky"


def is_due(remembered: Remembered, at: datetime) -> bool:
    """Whether a skill is to be asked again on the day of `at`, whatever the hour."""
    return day_of(remembered.due, at) <= at.date()


def aim(chosen: int, remembered: Iterable[Remembered]) -> int:
    """The retention to plan for, so that a person comes to the one that they have chosen.

    `fsrs` reckons with the memory of an average person. One who was right less often than it foretold
    is asked sooner, by as many points as were missed; one who was right more often, later. It takes
    `BELIEVED_REVIEWS` until half of what was seen is believed.
    """
    reviews, missed = 0, 0.0
    for each in remembered:
        reviews += each.reviews
        missed += each.hoped - each.held
    more = 100 * missed / (reviews + BELIEVED_REVIEWS)
    return min(max(checked(chosen) + round(more), LEAST_RETENTION), MOST_RETENTION)


def rescheduled(remembered: Remembered, retention: int) -> Remembered:
    """The same for a person who has chosen another retention: only the day on which it is due moves."""
    if remembered.phase != "review":
        return remembered
    scheduler = _scheduler(retention)
    # What `fsrs` does after a review; it has no other way to ask for the interval alone.
    days = scheduler._next_interval(stability=remembered.stability)
    return msgspec.structs.replace(remembered, due=remembered.last_asked + timedelta(days=days))


def checked(retention: int) -> int:
    """A retention that a person may choose; another is refused."""
    if type(retention) is not int or not LEAST_RETENTION <= retention <= MOST_RETENTION:
        raise Refused(
            f"retention is {quoted(retention)}: expected {LEAST_RETENTION} to {MOST_RETENTION} percent"
        )
    return retention


def day_of(moment: datetime, at: datetime) -> date:
    """The calendar day of a moment, in the time zone of `at`."""
    return utc(moment).astimezone(at.tzinfo or UTC).date()


def _midnight(day: date) -> datetime:
    """A day as `fsrs` is told it."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def utc(at: datetime) -> datetime:
    """A time in UTC; one without a zone is taken to be so."""
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


@lru_cache(maxsize=MOST_RETENTION - LEAST_RETENTION + 1)
def _scheduler(retention: int) -> "Scheduler":
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=checked(retention) / 100,
        learning_steps=(SOON, NEXT_DAY),
        relearning_steps=(SOON,),
        maximum_interval=LONGEST_DAYS,
        enable_fuzzing=False,  # The same answers make the same plan.
    )
