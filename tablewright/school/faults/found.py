"""A fault, and the list of those that are found in one journal, each laid to a person or to nobody."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum

import msgspec

from tablewright.school.faults.skills import FaultSkills
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tablewright.table.actors import BY_HOUSE, THE_HOUSE
from tablewright.table.course import Course
from tablewright.table.journal import Line
from tablewright.table.record import GAME
from tablewright.table.setup import Book
from tablewright.table.state import begin

DEALER = "dealer"
SPELL_MINUTES, LONGEST_SPELL = 20, 60
SPELLS = range(0, LONGEST_SPELL + 1, SPELL_MINUTES)
"""How long a dealer may have stood at a table: from so many minutes on."""


class Kind(StrEnum):
    """The kinds of faults, those that cost money first."""

    CORRECTION = "correction"
    FLOAT = "float"
    NOT_RECOVERED = "not-recovered"
    UNSEEN = "unseen"
    LEFT_OUT = "left-out"
    MISCOUNT = "miscount"
    OVERDUE = "overdue"


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that went wrong at a table."""

    kind: Kind
    rule: str
    """The rule of the register that was not kept; of a payment, the line that it was to be paid by."""
    says: str
    """What happened, in words."""
    who: str
    """To whom it is laid; nobody, if empty."""
    post: str
    """Their post; none, if it is laid to nobody."""
    skills: tuple[str, ...] = ()
    """What it asks of a dealer."""
    cents: int = 0
    """What the house was out by; less than nothing, where a player was short of it."""
    erred: datetime
    """When it was done or left out."""
    at: datetime
    """When it was known."""
    table: str
    line: int
    """The line of the journal that shows it."""
    round: int
    game: str
    device: str
    seen_by: tuple[str, ...] = ()
    """Who noticed it or signed for putting it right."""
    stood: int | None = None
    """For how many minutes the dealer had stood at the table; nothing, where it cannot be told."""

    @property
    def is_unnoticed(self) -> bool:
        """Whether a step was left out that others can declare, and nobody has."""
        return self.kind is Kind.LEFT_OUT and not self.seen_by and "irregularity" in self.rule


class Dealt(msgspec.Struct, frozen=True):
    """How many rounds a dealer dealt with a device within a quarter of an hour."""

    who: str
    device: str
    quarter: datetime
    spell: int
    """How long they had stood there: from so many minutes on (`spell_of`)."""
    rounds: int


class Found:
    """The faults found so far at a table for money, and the table as it stands."""

    def __init__(self, syllabus: Syllabus, book: Book) -> None:
        self.syllabus, self.book = syllabus, book
        self.skills = FaultSkills(syllabus)
        self.course, self.state = Course(book), begin(book)
        self.faults: list[Fault] = []
        self.since: datetime | None = None
        """When the dealer took their post, or play began."""

    def add(
        self,
        kind: Kind,
        rule: str,
        says: str,
        line: Line,
        *,
        who: str | None = None,
        post: str = DEALER,
        skills: Iterable[Skill] = (),
        cents: int = 0,
        erred: datetime | None = None,
        seen_by: Sequence[str] = (),
        stood: int | None = None,
    ) -> None:
        """Lay a fault to a person; to the dealer at the table, if nothing is said of that."""
        if who is None and stood is None:
            stood = self.stood(line.at)
        laid_to = person(self.dealer if who is None else who, post)
        asks = dict.fromkeys(skill.id for skill in skills) if laid_to and post == DEALER else ()
        self.faults.append(
            Fault(
                kind=kind,
                rule=rule,
                says=says,
                who=laid_to,
                post=post if laid_to else "",
                skills=tuple(asks),
                cents=cents,
                erred=erred or line.at,
                at=line.at,
                table=self.state.setup.table,
                line=line.n,
                round=line.round,
                game=self.syllabus.game.id,
                device=self.device,
                seen_by=tuple(dict.fromkeys(seen_by)),
                stood=stood if laid_to else None,
            )
        )

    # The table as it stands ------------------------------------------------------------------------

    def stood(self, at: datetime) -> int | None:
        """For how many minutes the dealer has stood at the table."""
        return None if self.since is None else int((at - self.since).total_seconds() // 60)

    @property
    def dealer(self) -> str:
        return self.state.staff.get(DEALER, "")

    @property
    def device(self) -> str:
        return self.state.packs.device

    def name_of(self, by: str) -> str:
        """Who holds the post that a line names."""
        post = post_of(by)
        return self.state.staff.get(post, post)

    def place(self, place: int) -> str:
        """A place as a sentence begins with it: `Seat 1`."""
        return f"{self.syllabus.game.place} {place}".capitalize()

    def wager(self, id: str) -> str:
        return self.book.wagers[id].name

    def rule(self, rule: str) -> str:
        """A rule that an act names, as it is called in this game."""
        return rule.replace(GAME, self.syllabus.game.id)


def spell_of(minutes: int | None) -> int:
    """How long a dealer has stood at a table, in spells of twenty minutes up to an hour.

    >>> [spell_of(minutes) for minutes in (None, 0, 19, 20, 59, 60, 200)]
    [0, 0, 0, 20, 40, 60, 60]
    """
    return min((minutes or 0) // SPELL_MINUTES * SPELL_MINUTES, LONGEST_SPELL)


def post_of(by: str) -> str:
    """The post that a line names, whether a person or the house did it."""
    return by.removesuffix(BY_HOUSE)


def is_by_house(by: str) -> bool:
    return by.endswith(BY_HOUSE)


def person(name: str, post: str) -> str:
    """A person's name; nothing, where the house holds a post, or nobody yet."""
    return "" if name in (f"the {post.replace('-', ' ')}", post, THE_HOUSE) else name
