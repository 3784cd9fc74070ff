"""Planning: which skills are asked today, in which order, and when the session is over.

Nothing is kept between two questions. What comes next follows from what is remembered, what was answered
today, the day and a seed; so a session goes on anywhere, on another device or after a crash.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

import msgspec

from tablewright.school.memory import RETENTION, Remembered
from tablewright.school.skills import Skill


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer for one skill, as it was marked."""

    skill: str
    at: datetime
    mark: Fraction
    seconds: float


class Reason(StrEnum):
    """Why a skill is asked today."""

    FAULT = "fault"
    """It went wrong at a real table."""
    AGAIN = "again"
    """It was wrong today."""
    DUE = "due"
    WEAK = "weak"
    """It is not due yet, but the last answer was not right."""
    NEW = "new"


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that is to be asked."""

    game: str
    skill: str
    reason: Reason
    seconds: float
    """How long the question should take."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of today's session, and what was done of it."""

    items: list[Item]
    """What is to come, the next one first."""
    done: int
    """How many answers were given today, and how many of them were right."""
    right: int
    seconds_left: float
    """How long what is to come should take."""

    @property
    def next(self) -> Item | None:
        return self.items[0] if self.items else None

    @property
    def planned(self) -> int:
        return self.done + len(self.items)

    @property
    def says(self) -> str:
        """What is to come: `3 from your tables, 9 due, 6 new`."""
        raise NotImplementedError


def session(
    courses: Mapping[str, Sequence[Skill]],
    remembered: Mapping[str, Remembered],
    today: Sequence[Answer],
    at: datetime,
    *,
    minutes: int,
    seconds: Callable[[Skill], float],
    faults: Mapping[str, datetime] | None = None,
    retention: int = RETENTION,
    seed: str = "",
) -> Session:
    """What is left of the session of the day of `at`.

    `courses` are the skills of each game that the person learns, in the order of the path; `remembered`
    is by skill; `today` are the day's answers, the oldest first; `faults` say when each skill last went
    wrong at a real table; `seconds` is how long a question for a skill should take.
    """
    raise NotImplementedError
