"""What is shown of auditions: before one begins, while it lasts, to who watches, and what it came to.

While it lasts a candidate is sent the table, what is asked, and the seal: no seed, nothing that is to
come, and no mark.
"""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from tablewright.school.auditions.seen import AuditionSeen
from tablewright.school.auditions.terms import Terms

AuditionStatus: TypeAlias = Literal["under-way", "over", "void"]
RemarkMark: TypeAlias = Literal["right", "half", "wrong"]


# Before it begins ----------------------------------------------------------------------------------


class AuditionChoice(msgspec.Struct, frozen=True):
    """A device, or the rules of a table, that an audition can be taken under."""

    id: str
    says: str


class TermTold(msgspec.Struct, frozen=True):
    """A thing that the house sets, and what it is."""

    id: str
    says: str


class AuditionListed(msgspec.Struct, frozen=True, kw_only=True):
    """An audition in a list."""

    id: str
    game: str
    game_name: str
    device: str
    device_name: str
    ruleset: str
    begun: datetime
    status: AuditionStatus
    score: int | None
    """In percent, with what was overruled; nothing before it is over."""
    is_passed: bool | None


class AuditionOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An audition that can be taken in a game: what it is, what is marked, and one's own so far."""

    game: str
    name: str
    devices: list[AuditionChoice]
    rules: list[AuditionChoice]
    """Whose rules: the game's own, or those of an open table, by its id."""
    terms: Terms
    areas: list[TermTold]
    steps: list[TermTold]
    places: int
    """How many players there can be at most."""
    own: list[AuditionListed]
    """One's own auditions of the game, the newest first."""
    under_way: str
    """One's own audition under way, in whatever game; "" if there is none."""
    can_begin: bool
    """Whether the person has an account: a guest's result would be nobody's."""
    can_set: bool
    """Whether the person may set the terms."""


class AuditionTermsShown(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a game, as the house has set them."""

    game: str
    name: str
    terms: Terms
    usual: Terms
    areas: list[TermTold]
    steps: list[TermTold]
    places: int


# While it lasts ------------------------------------------------------------------------------------


class AuditionNow(msgspec.Struct, frozen=True, kw_only=True):
    """An audition as its candidate sees it."""

    id: str
    is_own: bool
    """Whether it is the candidate who asks; an instructor of theirs is shown no table here."""
    game: str
    game_name: str
    device_name: str
    ruleset: str
    begun: datetime
    status: AuditionStatus
    says: str
    """Why it is void, if it is."""
    seal: str
    minutes: int
    seen: int
    seconds: float
    interruptions: int
    """How often the house was closed meanwhile; that time is not the candidate's."""
    now: AuditionSeen | None
    """The table; nothing, where it is as it was when last asked for, or there is none any more."""


class MarkShown(msgspec.Struct, frozen=True, kw_only=True):
    """One mark of the machine, and what was said to it."""

    n: int
    area: str
    line: int
    round: int
    seconds: float
    asks: str
    given: str
    right: str
    says: str
    rule: str
    source: str
    missed: str
    mark: float
    is_injected: bool
    overruled: list["OverruledShown"]
    """By whom and why, the last one last: it holds."""


class OverruledShown(msgspec.Struct, frozen=True, kw_only=True):
    """A mark that a person gave in place of the machine's."""

    mark: float
    reason: str
    by: str
    at: datetime


class RemarkShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a person marked beside the machine."""

    area: str
    mark: RemarkMark
    words: str
    line: int
    by: str
    at: datetime


class AuditionWatched(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate's table as an instructor watches it."""

    id: str
    candidate: str
    game: str
    game_name: str
    device_name: str
    begun: datetime
    status: AuditionStatus
    seal: str
    minutes: int
    seen: int
    seconds: float
    line: int
    """The last line of the journal so far."""
    areas: list[TermTold]
    now: AuditionSeen | None
    """The table; nothing, where it is as it was when last asked for, or there is none any more."""
    marks: list[MarkShown] | None
    """All so far, the newest first; nothing, where they are as they were."""
    remarks: list[RemarkShown]


class AuditionToWatch(msgspec.Struct, frozen=True, kw_only=True):
    """An audition under way that an instructor can watch."""

    id: str
    candidate: str
    game_name: str
    device_name: str
    begun: datetime
    minutes: int


# What it came to -----------------------------------------------------------------------------------


class AreaShown(msgspec.Struct, frozen=True, kw_only=True):
    """How one area came out: by the machine, and with what was overruled."""

    id: str
    says: str
    asked: int
    right: float
    percent: int
    machine_percent: int
    needed: int | None
    is_passed: bool


class SpeedShown(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds or decisions in an hour."""

    counted: int
    an_hour: float
    needed: int
    is_passed: bool


class InterruptionShown(msgspec.Struct, frozen=True):
    """A time in which the house was closed."""

    at: datetime
    seconds: float


class AuditionResult(msgspec.Struct, frozen=True, kw_only=True):
    """What an audition came to."""

    id: str
    person: str
    """The candidate's key."""
    candidate: str
    is_own: bool
    game: str
    game_name: str
    device: str
    device_name: str
    ruleset: str
    begun: datetime
    ended: datetime
    status: AuditionStatus
    says: str
    """Why it is void, if it is."""
    version: str
    terms: Terms
    seal: str
    seed: str
    salt: str
    is_passed: bool
    machine_passed: bool
    """Whether it was passed before anything was overruled."""
    lacks: list[str]
    score: int
    machine_score: int
    areas: list[AreaShown]
    rounds: SpeedShown | None
    decisions: SpeedShown | None
    seconds: float
    is_finished: bool
    injected: int
    caught: int
    marks: list[MarkShown]
    remarks: list[RemarkShown]
    interruptions: list[InterruptionShown]
    journal_lines: int
    journal_hash: str
    verified: str
    """What was found when the journal was verified."""
    can_overrule: bool
