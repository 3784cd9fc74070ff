"""Progress: the map of a game, the day on which it will be ready, days in a row, what is due."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from math import ceil

import msgspec

from tablewright.school.memory import RETENTION, Remembered, State, is_due, recall, state
from tablewright.school.skills import Skill, Topic
from tablewright.table.words import spelled

WINDOW_DAYS = 14
"""The pace of late is that of so many days."""
LEAST_DAYS, LEAST_KNOWN = 3, 5
"""On fewer days of practice, or with fewer skills newly known, a pace is chance."""
FARTHEST_DAYS = 365
"""A day that lies further off is not worth naming."""


class Counts(msgspec.Struct, frozen=True):
    """How many skills are new, shaky and known."""

    new: int
    shaky: int
    known: int

    @property
    def all(self) -> int:
        return self.new + self.shaky + self.known


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
    topics: dict[Topic, dict[str, list[Standing]]] = {}
    for skill in skills:
        groups = topics.setdefault(skill.topic, {})
        groups.setdefault(skill.group, []).append(standing(skill, remembered, at, retention))
    return [
        TopicMap(topic, [GroupMap(group, found) for group, found in topics[topic].items()])
        for topic in Topic
        if topic in topics
    ]


def standing(
    skill: Skill, remembered: Mapping[str, Remembered], at: datetime, retention: int = RETENTION
) -> Standing:
    """How a person stands with one skill."""
    found = remembered.get(skill.id)
    return Standing(
        skill=skill,
        state=state(found, at, retention),
        recall=recall(found, at) if found else None,
        due=found.due if found else None,
        asked=found.asked if found else 0,
        right=found.right if found else 0,
    )


def counted(
    skills: Iterable[Skill],
    remembered: Mapping[str, Remembered],
    at: datetime,
    retention: int = RETENTION,
) -> Counts:
    """How many skills are new, shaky and known."""
    states = [state(remembered.get(skill.id), at, retention) for skill in skills]
    return Counts(states.count("new"), states.count("shaky"), states.count("known"))


def due_count(skills: Iterable[Skill], remembered: Mapping[str, Remembered], at: datetime) -> int:
    """How many skills are to be asked again today."""
    found = [remembered[skill.id] for skill in skills if skill.id in remembered]
    return sum(is_due(each, at) for each in found)


def forecast(
    skills: Sequence[Skill],
    remembered: Mapping[str, Remembered],
    days: Iterable[date],
    at: datetime,
    retention: int = RETENTION,
) -> Forecast:
    """When a game is ready, by the pace of late; `days` are those on which the person practised it.

    Days are those of the time zone of `at`.

    The pace is that of skills that were known for the first time in the last `WINDOW_DAYS` and still
    are, over the days from the first practice in them. What was known and became shaky is still to be
    done; what is yet to be forgotten is not foreseen.
    """
    today = at.date()
    counts = counted(skills, remembered, at, retention)
    to_do = counts.all - counts.known
    if not to_do:
        return Forecast(today, f"Ready: you know all {counts.all} skills.")
    first = today - timedelta(days=WINDOW_DAYS - 1)
    practised = sorted({day for day in days if first <= day <= today})
    if len(practised) < LEAST_DAYS:
        more = LEAST_DAYS - len(practised)
        return Forecast(None, f"No forecast yet: practise on {spelled(more, 'more day')}.")
    newly = _newly_known(skills, remembered, practised[0], at, retention)
    if newly < LEAST_KNOWN:
        return Forecast(
            None,
            f"No forecast yet: {spelled(newly, 'skill')} became known in the last {WINDOW_DAYS} days;"
            f" it takes at least {LEAST_KNOWN}.",
        )
    span = (today - practised[0]).days + 1
    to_go = ceil(to_do * span / newly)
    each = newly / len(practised)
    pace = f"{each:.0f}" if each >= 1.5 else f"{each:.1f}"
    basis = f"{pace} new on each of {len(practised)} days in the last {span}, {to_do} to go"
    if to_go > FARTHEST_DAYS:
        return Forecast(None, f"More than a year away at this pace: {basis}.")
    ready_on = today + timedelta(days=to_go)
    return Forecast(ready_on, f"Ready about {ready_on.day} {ready_on:%B %Y} at this pace: {basis}.")


def _newly_known(
    skills: Sequence[Skill],
    remembered: Mapping[str, Remembered],
    since: date,
    at: datetime,
    retention: int,
) -> int:
    found = [remembered[skill.id] for skill in skills if skill.id in remembered]
    return sum(
        each.first_known is not None
        and each.first_known >= since
        and state(each, at, retention) == "known"
        for each in found
    )


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row the person has practised, up to today, or yesterday while today lasts.

    A day without practice ends it: nothing is given, bought or put off.
    """
    found = set(days)
    day = today if today in found else today - timedelta(days=1)
    count = 0
    while day in found:
        count, day = count + 1, day - timedelta(days=1)
    return count
