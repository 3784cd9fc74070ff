"""What a class screen shows: the projector's page and a phone's.

While a question is open, neither holds what is right nor what was answered: only who has answered.
"""

from typing import Literal, TypeAlias

import msgspec

from tablewright.house.screens.school_pages import MarksShown
from tablewright.school.questions import Stage

Phase: TypeAlias = Literal["joining", "asking", "closed", "over"]
"""How far a screen is: people join, a question is open, its results are shown, the screen has ended."""


class AskedShown(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, as everyone in the room sees it: no answer is in it."""

    turn: int
    """The number of this stage on this screen: an answer names it."""
    question: int
    """The number of the question on this screen, from 1."""
    number: int
    """The number of the stage in the question, from 0."""
    stages: int
    """How many there are; 0, where their number would tell something."""
    title: str
    """The drill's."""
    stage: Stage
    ends_in_ms: int | None
    """How much time is left; nothing, where there is no limit or the question is closed."""


class ShareShown(msgspec.Struct, frozen=True):
    """One answer, and how many gave it."""

    says: str
    count: int
    mark: float


class PartResult(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a question that is closed: what is right and why, and what the class answered."""

    asks: str
    right: str
    says: str
    rule: str
    source: str
    missed: str
    """The fact that decides."""
    right_count: int
    shares: list[ShareShown]
    """What was answered, by how many, the most frequent first."""


class StageResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a question for the whole class; nobody is named."""

    answered: int
    right: int
    people: int
    parts: list[PartResult]


class ClassTally(msgspec.Struct, frozen=True, kw_only=True):
    """How the class has done so far, all of it together."""

    answered: int
    right: int
    percents: list[int]
    """How many in a hundred were right, question by question; the last one last."""


class PersonHere(msgspec.Struct, frozen=True, kw_only=True):
    """A person who has joined."""

    number: int
    name: str
    has_answered: bool
    is_away: bool
    """Whether nothing has been heard of their phone for a while."""


class ProjectorPage(msgspec.Struct, frozen=True, kw_only=True):
    """A class screen as the room sees it, and as its leader leads it."""

    code: str
    version: int
    """Ask with this number for what comes after it."""
    phase: Phase
    game: str
    game_name: str
    title: str
    """What is asked: a drill, or a mixture."""
    class_name: str
    """The class it is for; anyone with the code, if none is named."""
    seconds: int
    """How long each question is open; until it is closed, if 0."""
    people: list[PersonHere]
    asked: AskedShown | None
    result: StageResult | None
    has_more: bool
    """Whether another stage of the same question follows."""
    tally: ClassTally


class PhonePage(msgspec.Struct, frozen=True, kw_only=True):
    """A class screen on the phone of a person who has joined."""

    code: str
    version: int
    phase: Phase
    game: str
    game_name: str
    leader: str
    name: str
    """What this person is called on the screen."""
    asked: AskedShown | None
    has_answered: bool
    result: StageResult | None
    marks: MarksShown | None
    """The person's own, once the question is closed; nothing, where they did not answer."""
    right: int
    answered: int
    """How many questions this person has answered here, and how many of them were right."""


class ScreenDrill(msgspec.Struct, frozen=True):
    """A drill that a class can be asked."""

    id: str
    title: str
    about: str


class ScreenGame(msgspec.Struct, frozen=True):
    """A game that a class can be asked about."""

    game: str
    name: str
    drills: list[ScreenDrill]


class ScreenClass(msgspec.Struct, frozen=True):
    """A class that a screen can be opened for."""

    id: int
    name: str


class ScreenRow(msgspec.Struct, frozen=True, kw_only=True):
    """A screen that is open."""

    code: str
    game_name: str
    title: str
    class_name: str
    people: int


class ScreensPage(msgspec.Struct, frozen=True, kw_only=True):
    """What a screen can be opened with, and a teacher's own that are open."""

    games: list[ScreenGame]
    classes: list[ScreenClass]
    screens: list[ScreenRow]
