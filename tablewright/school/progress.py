"""Progress: the map of a game, the day on which it will be ready, days in a row, what is due."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

import msgspec

from tablewright.school.memory import RETENTION, Remembered, State
from tablewright.school.skills import Skill, Topic


class Counts(msgspec.Struct, frozen=True):
    """How many skills are new, shaky and known."""

    new: int
    shaky: int
    known: int


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a person stands with a skill."""

    skill: Skill
    state: State
    recall: float | None
    """How likely it is remembered now, from 0 to 1; nothing, while it is new."""
    due: datetime | None
    asked: int
    right: int


class GroupMap(msgspec.Struct, frozen=True):
    """Skills about one thing."""

    group: str
    skills: list[Standing]


class TopicMap(msgspec.Struct, frozen=True):
    """A part of the path."""

    topic: Topic
    groups: list[GroupMap]


class Forecast(msgspec.Struct, frozen=True):
    """The day on which every skill of a game will be known, and the same in words."""

    ready_on: date | None
    """Nothing, where it cannot be said."""
    says: str
    """The day and what it rests on, or what is missing."""


def mapped(
    skills: Iterable[Skill],
    remembered: Mapping[str, Remembered],
    at: datetime,
    retention: int = RETENTION,
) -> list[TopicMap]:
    """The map of a game: its skills by topic and group, in the order of the path."""
    raise NotImplementedError


def counted(
    skills: Iterable[Skill],
    remembered: Mapping[str, Remembered],
    at: datetime,
    retention: int = RETENTION,
) -> Counts:
    """How many skills are new, shaky and known."""
    raise NotImplementedError


def due_count(skills: Iterable[Skill], remembered: Mapping[str, Remembered], at: datetime) -> int:
    """How many skills are to be asked again today."""
    raise NotImplementedError


def forecast(
    skills: Sequence[Skill],
    remembered: Mapping[str, Remembered],
    days: Iterable[date],
    at: datetime,
    retention: int = RETENTION,
) -> Forecast:
    """When a game is ready, by the pace of late; `days` are those on which the person practised it."""
    raise NotImplementedError


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row the person has practised, up to today or yesterday."""
    raise NotImplementedError
