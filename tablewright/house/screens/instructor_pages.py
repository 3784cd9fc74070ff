"""What an instructor sees: classes, whom to help with what, what goes wrong, one person's school.

And what a trainee sees of it: what they were assigned, and which hand skills were signed.
"""

from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec

from tablewright.house.screens.school_pages import Counts, GameProgress

NeedKind: TypeAlias = Literal["stuck", "stalled", "late", "away", "due"]
"""Why a person needs help, the most urgent first."""
AssignmentKind: TypeAlias = Literal["lesson", "drill", "audition", "conversion"]


# Classes -------------------------------------------------------------------------------------------


class ClassRow(msgspec.Struct, frozen=True, kw_only=True):
    """A class among others."""

    id: int
    name: str
    teacher: str
    """The name of the person who teaches it."""
    people: int
    created: datetime
    closed: datetime | None
    need_help: int | None
    """How many of its people need help; not counted where it would take long, or it is closed."""


class ClassesPage(msgspec.Struct, frozen=True):
    """The classes that a person teaches."""

    classes: list[ClassRow]
    closed: list[ClassRow]


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Why a person needs help, and with what."""

    kind: NeedKind
    says: str
    game: str = ""
    skill: str = ""
    """The skill to be helped with, where it is one."""


class PupilRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person of a class."""

    account: int
    name: str
    counts: Counts
    """Over the games that they learn."""
    games: list[str]
    """The names of these games."""
    due: int
    last: datetime | None
    """When they last answered; nothing, if never."""
    days_away: int | None
    """How many days ago that was, as days are where they are."""
    week_asked: int
    week_right: int
    """Of the answers of the last seven days."""
    open: int
    """Assignments that are not done."""
    late: int
    needs: list[Need]


class PersonWrong(msgspec.Struct, frozen=True):
    """How often something was wrong with one person."""

    account: int
    name: str
    wrong: int


class Mistake(msgspec.Struct, frozen=True):
    """What was answered in place of what is right, and how often."""

    given: str
    right: str
    times: int


class PatternRow(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that goes wrong in a class."""

    game: str
    game_name: str
    skill: str
    rule: str
    case: str
    """Which line of the rule, where it has several."""
    drill: str
    drill_title: str
    device: str
    device_name: str
    """Empty, where it holds with any device."""
    says: str
    source: str
    asked: int
    wrong: int
    people: list[PersonWrong]
    mistake: Mistake | None
    """The same mistake that was made more than once, the most frequent."""


class PatternCount(msgspec.Struct, frozen=True):
    """How much of what was wrong belongs to a game, a drill or a device."""

    id: str
    title: str
    asked: int
    wrong: int


class PatternsPage(msgspec.Struct, frozen=True, kw_only=True):
    """What goes wrong in a class, the most frequent first."""

    id: int
    name: str
    days: int
    """How many days were looked at."""
    asked: int
    wrong: int
    by_game: list[PatternCount]
    by_drill: list[PatternCount]
    by_device: list[PatternCount]
    patterns: list[PatternRow]
    more: int
    """How many patterns are left out: the least frequent. The file has all of them."""


# Assignments ---------------------------------------------------------------------------------------


class AssignedTo(msgspec.Struct, frozen=True, kw_only=True):
    """One person to whom something was assigned."""

    account: int
    name: str
    done: datetime | None
    times_done: int
    is_late: bool


class AssignmentShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was assigned to one person or more, as the instructor sees it."""

    group: str
    kind: AssignmentKind
    game: str
    title: str
    times: int
    due: date | None
    at: datetime
    by: str
    people: list[AssignedTo]


class AssignedRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person is to do, as they see it."""

    id: int
    kind: AssignmentKind
    game: str
    game_name: str
    title: str
    lesson: str
    drill: str
    skill: str
    device: str
    times: int
    """How often it is to be answered; 0, where that does not matter."""
    times_done: int
    due: date | None
    is_late: bool
    done: datetime | None
    by: str


class ClassPage(msgspec.Struct, frozen=True, kw_only=True):
    """A class: whom to help with what, how far everyone is, what goes wrong most."""

    id: int
    name: str
    teacher: str
    created: datetime
    people: list[PupilRow]
    """Those who need help most come first."""
    patterns: list[PatternRow]
    """The most frequent of the last weeks."""
    assignments: list[AssignmentShown]
    """What is not done by everyone, and what was done of late."""
    may_reassign: bool
    """Whether the person who looks may give the class to another teacher."""


# One person ----------------------------------------------------------------------------------------


class WeakSkill(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that a person is not sure of."""

    game: str
    game_name: str
    skill: str
    says: str
    source: str
    drill_title: str
    device_name: str
    asked: int
    right: int
    recall: int
    """How likely it is remembered now, in percent."""
    was_right: bool
    is_stuck: bool


class AuditionTaken(msgspec.Struct, frozen=True, kw_only=True):
    """An audition of a person, in a line."""

    id: str
    game_name: str
    device_name: str
    begun: datetime
    status: str
    is_passed: bool | None
    score: int | None


class ChecklistRow(msgspec.Struct, frozen=True, kw_only=True):
    """How far the practical checklist of a game is signed."""

    game: str
    game_name: str
    signed: int
    items: int


class PupilPage(msgspec.Struct, frozen=True, kw_only=True):
    """One person's school, as their instructor sees it."""

    account: int
    name: str
    classes: list[str]
    last: datetime | None
    days_away: int | None
    week_asked: int
    week_right: int
    needs: list[Need]
    games: list[GameProgress]
    weak: list[WeakSkill]
    assignments: list[AssignedRow]
    auditions: list[AuditionTaken]
    checklists: list[ChecklistRow]
    may_sign: bool
    """Nobody signs or overrules for themselves."""


# The practical checklist ---------------------------------------------------------------------------


class HandSkill(msgspec.Struct, frozen=True, kw_only=True):
    """A hand skill, and by whom it was seen at a real table."""

    item: str
    """What it is signed by."""
    says: str
    source: str
    signed_by: str
    """Empty, until it is signed."""
    signed_at: datetime | None
    lacks: str
    """What was not good enough yet, as the instructor said who saw it last."""


class ChecklistShown(msgspec.Struct, frozen=True, kw_only=True):
    """The practical checklist of a game, as far as it is signed for a person."""

    game: str
    game_name: str
    name: str
    """The person's."""
    items: list[HandSkill]
