"""A person who learns, as the house has them in mind: choices, memory, questions under way, days."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, NamedTuple

import msgspec

from tablewright.house.screens.school_pages import (
    AnswerTold,
    Choices,
    MarksShown,
    Mode,
    Planned,
)
from tablewright.house.screens.time_zones import zone_named
from tablewright.rules.errors import Refused, quoted
from tablewright.school.asking import Reference
from tablewright.school.memory import Remembered, aim
from tablewright.school.planning import Answer, Session

RECENT = timedelta(days=2)
"""Answers are kept in mind for as long as they may be of today, wherever today is."""
LEAST_MINUTES, MOST_MINUTES = 5, 180
MOST_GAMES = 50


class StageAnswered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stage that was answered: what was given, and what came back for it."""

    given: dict[str, Any]
    seconds: float
    target_seconds: float
    marks: MarksShown | None
    today: Planned | None = None


class OpenDrill(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question under way, or one of the last that are over; all that is kept of it."""

    id: str
    game: str
    reference: Reference
    mode: Mode
    fingerprint: str
    """The ruleset that it was asked under, and the version that asked it."""
    version: str
    asked: datetime
    sent: datetime
    """When the stage that is to be answered was sent."""
    stages: list[StageAnswered] = []
    is_session: bool = False
    is_repeat: bool = False
    """Whether the very same case was answered just before: it is marked, but shows nothing."""
    is_over: bool = False


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer for one skill, as it is written down."""

    answer: Answer
    game: str
    drill: str
    question: str
    reference: Reference
    mode: Mode
    target_seconds: float
    whole_seconds: float | None
    """Of the whole question; nothing, where it was left before its end."""
    told: AnswerTold


class Plan(NamedTuple):
    """The session of a day, and what it was made by: the day, choices, the pace, faults."""

    made_by: tuple[object, ...]
    session: Session


@dataclass(eq=False)
class Learner:
    """One person's school. Whatever changes it holds its lock, and writes before it changes it."""

    key: str
    door: str = ""
    """What a guest's browser is known again by."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_loaded: bool = False
    is_kept: bool = False
    """Whether there is a row of theirs."""
    choices: Choices = field(default_factory=Choices)
    remembered: dict[str, Remembered] = field(default_factory=dict)
    drills: dict[str, OpenDrill] = field(default_factory=dict)
    lessons: set[tuple[str, str]] = field(default_factory=set)
    """The lessons that were read, each with its game."""
    recent: list[tuple[str, Answer]] = field(default_factory=list)
    """The answers of late with their games, the oldest first."""
    hours: dict[str, set[datetime]] = field(default_factory=dict)
    """By game, the hours in which something was answered."""
    clocks: dict[str, float] = field(default_factory=dict)
    """When the stage of each question was sent, by the clock that never jumps."""
    plan: Plan | None = None
    """Today's session, as long as nothing is answered."""

    @property
    def zone(self) -> tzinfo:
        return zone_named(self.choices.zone) or UTC

    def here(self, at: datetime) -> datetime:
        """A time as it is where the person is: it says what day it is."""
        return at.astimezone(self.zone)

    @property
    def aim(self) -> int:
        """The retention to plan for, so that the person comes to the one that they have chosen."""
        return aim(self.choices.retention, self.remembered.values())

    def today(self, at: datetime) -> list[Answer]:
        """The answers of the person's own day."""
        day = self.here(at).date()
        return [each for _, each in self.recent if self.here(each.at).date() == day]

    def days(self, game: str = "") -> set[date]:
        """The days on which something was answered, in one game or in any."""
        found = self.hours.items() if not game else [(game, self.hours.get(game, set()))]
        return {hour.astimezone(self.zone).date() for _, hours in found for hour in hours}

    def take(self, answered: list[Answered], at: datetime) -> None:
        """Know answers that have been written down."""
        self.plan = None
        for each in answered:
            self.recent.append((each.game, each.answer))
            self.hours.setdefault(each.game, set()).add(hour_of(each.answer.at))
        self.recent = [each for each in self.recent if each[1].at > at - RECENT]

    def begun(self) -> Iterator[str]:
        """The games of which something was answered."""
        yield from (game for game, hours in self.hours.items() if hours)


def hour_of(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def refuse_choices(choices: Choices) -> None:
    """Refuse what nobody can learn by; the retention is looked at by the memory."""
    if not LEAST_MINUTES <= choices.minutes <= MOST_MINUTES:
        raise Refused(
            f"A session of {quoted(choices.minutes)} minutes:"
            f" choose {LEAST_MINUTES} to {MOST_MINUTES} minutes."
        )
    if len(choices.games) > MOST_GAMES or len(set(choices.games)) != len(choices.games):
        raise Refused("games: expected each game once")
    # One that this machine does not know counts as UTC: a browser may know more of them.
    if choices.zone and not re.fullmatch(r"[A-Za-z0-9_+/-]{1,60}", choices.zone):
        raise Refused(f"zone: expected a time zone such as Europe/Riga, not {quoted(choices.zone)}")
