"""What the school shows: a person's games, the map of one, a drill under way, marks, lessons.

No answer is in any of these before it was given: a stage holds none, and of the question's skill, rule
and seed nothing is said until the last stage is marked.
"""

from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec

from tablewright.school.lessons import Paragraph
from tablewright.school.questions import Stage

State: TypeAlias = Literal["new", "shaky", "known"]
"""How well a skill is known."""
Mode: TypeAlias = Literal["practice", "examination"]
"""Whether a mistake is named when it is made, or at the end."""


# A person's school ---------------------------------------------------------------------------------


class Counts(msgspec.Struct, frozen=True):
    """How many skills are new, shaky and known."""

    new: int
    shaky: int
    known: int


class GameProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a person is with a game."""

    game: str
    name: str
    emblem: list[str]
    counts: Counts
    due: int
    """How many skills are due to be asked again today."""
    ready_on: date | None
    """The day by which every skill will be known at the pace of late, if it can be said."""
    ready_says: str
    """The same in words, or what is needed before it can be said."""
    is_learnt: bool
    """Whether the person has chosen to learn it."""


class Choices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person has chosen for themselves."""

    minutes: int = 20
    """How long a daily session is to be."""
    retention: int = 90
    """How sure of each skill one wants to be, in percent."""
    games: list[str] = []
    """The games that sessions are made of; those begun, if none are named."""
    zone: str = ""
    """The person's time zone, as browsers name it: it says when their day begins. UTC, if none is."""


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """The session of today."""

    planned: int
    done: int
    right: int
    minutes_left: float
    says: str
    """What it is made of: `9 due, 3 from your tables, 6 new`."""


class SchoolHome(msgspec.Struct, frozen=True, kw_only=True):
    """What a person sees first."""

    name: str
    is_guest: bool
    games: list[GameProgress]
    choices: Choices
    today: Planned
    streak: int
    """How many days in a row something was learnt, up to today or yesterday."""
    faults: list[str]
    """What went wrong at this dealer's own tables and comes first, in words."""


# The map -------------------------------------------------------------------------------------------


class SkillShown(msgspec.Struct, frozen=True, kw_only=True):
    """A skill on the map."""

    id: str
    says: str
    rule: str
    source: str
    state: State
    recall: int | None
    """How likely it is remembered now, in percent; nothing, while it is new."""
    due: datetime | None
    asked: int
    right: int


class SkillGroup(msgspec.Struct, frozen=True):
    """Skills about one thing: a wager, a ranking, a device."""

    title: str
    skills: list[SkillShown]


class TopicShown(msgspec.Struct, frozen=True):
    """A part of the path."""

    topic: str
    title: str
    groups: list[SkillGroup]


class DrillRow(msgspec.Struct, frozen=True):
    """A drill that may be taken by itself."""

    id: str
    title: str
    about: str
    skills: int


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson on the path."""

    id: str
    title: str
    is_read: bool
    skills: int
    known: int


class GameMap(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it is learnt."""

    game: str
    name: str
    ruleset: str
    warnings: list[str]
    """Readings that nobody has decided, and what gives the player an edge."""
    progress: GameProgress
    drills: list[DrillRow]
    lessons: list[LessonRow]
    topics: list[TopicShown]


# A drill under way ---------------------------------------------------------------------------------


class DrillShown(msgspec.Struct, frozen=True, kw_only=True):
    """A question under way, at the stage that is to be answered."""

    id: str
    game: str
    game_name: str
    drill: str
    title: str
    mode: Mode
    number: int
    """The number of the stage, from 0."""
    stages: int
    """How many there are; 0, where their number would tell something."""
    stage: Stage
    target_seconds: float
    """How long an answer to the stage should take."""


class AnswerTold(msgspec.Struct, frozen=True, kw_only=True):
    """An answer in words: what was asked and given, what is right, and by which rule."""

    asks: str
    given: str
    right: str
    says: str
    rule: str
    source: str
    missed: str


class PartShown(AnswerTold, frozen=True, kw_only=True):
    """One part as it was marked."""

    id: str
    mark: float
    """1 right, 0 wrong, a half where only part of it was right."""
    state: State
    """How well the skill is known now."""
    is_faster: bool | None
    """Whether it took less than the target; nothing, where it was wrong."""


class MarksShown(msgspec.Struct, frozen=True, kw_only=True):
    """A stage, or a whole question, as it was marked."""

    mark: float
    parts: list[PartShown]
    seconds: float
    target_seconds: float


class DrillMarked(msgspec.Struct, frozen=True, kw_only=True):
    """What comes back for an answer."""

    marks: MarksShown | None
    """Of the stage; in an examination nothing before the end, then of the whole question."""
    next: DrillShown | None
    """The stage that follows; nothing, at the end."""
    is_over: bool
    can_repeat: bool = False
    """Whether the same case may be asked again, and then a near twin."""
    today: Planned | None = None
    """How far the session of today is, once a question is over."""


class PaceShown(msgspec.Struct, frozen=True, kw_only=True):
    """How long answers should take, in seconds, by drill or by skill; what stands first holds."""

    by_house: dict[str, float]
    """What the house has set."""
    by_teachers: dict[str, float]
    """What the instructors' own answers have shown."""
    own: dict[str, float]
    """What each drill itself says."""
    titles: dict[str, str]
    """What each drill is called."""


# What was answered ---------------------------------------------------------------------------------


class MarkOverruled(msgspec.Struct, frozen=True, kw_only=True):
    """What an instructor says to a mark instead; both are kept."""

    mark: float
    reason: str
    by: str
    at: datetime


class AnswerRow(AnswerTold, frozen=True, kw_only=True):
    """What was answered in a question for one skill, and how it was marked."""

    number: int
    at: datetime
    game: str
    drill: str
    title: str
    """The drill's."""
    mode: Mode
    skill: str
    mark: float
    seconds: float
    overruled: MarkOverruled | None = None
    """What is in force in place of the mark, if an instructor overruled it."""


class RecordPage(msgspec.Struct, frozen=True):
    """A person's own answers, the newest first."""

    answers: list[AnswerRow]
    before: int | None
    """Asked with this number, the page before comes; nothing, where this is the first."""


# Lessons -------------------------------------------------------------------------------------------


class LessonShown(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson."""

    game: str
    id: str
    title: str
    summary: str
    paragraphs: list[Paragraph]
    checklist: list[Paragraph]
    """Hand skills that an instructor looks at, at a real table."""
    next: str
    """The lesson after it."""
