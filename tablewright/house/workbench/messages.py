"""What the house asks a process that counts, and what it says back."""

import hashlib
from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal[
    "price",
    "compare",
    "solve",
    "bank",
    "ruin",
    "strategy",
    "grid",
    "hand",
    "exposed",
    "report",
    "lines",
    "chart",
]
LONG = frozenset({"solve"})
"""What may take minutes: it leaves a process to the others, and ends when nobody waits for it."""
MOST_SECONDS, MOST_LONG_SECONDS = 90.0, 900.0
"""A process that takes longer is stuck."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A version as a link holds it, or as a form says it: a game, readings and odds."""

    version: str = ""
    game: str = ""
    readings: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()

    @property
    def of(self) -> str:
        """The game, by its id."""
        return self.game or self.version.partition("~")[0]


class Asked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question, in the language of who asks."""

    what: What
    choice: Choice
    other: Choice | None = None
    """The version it is compared with."""
    of: str = ""
    """The wager that it is about, or the wagers that are decided together."""
    cards: str = ""
    vary: tuple[str, ...] = ()
    numbers: dict[str, str] = {}
    """What else is asked for, as it was typed: a bank, a pace, two bounds of an edge."""
    language: str = "en"

    @property
    def key(self) -> str:
        """The same for the same question."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()

    @property
    def game(self) -> str:
        return self.choice.of

    @property
    def pace(self) -> str:
        """The same for questions that take about as long."""
        return f"{self.what}/{self.game}"

    @property
    def is_long(self) -> bool:
        return self.what in LONG

    @property
    def most_seconds(self) -> float:
        return MOST_LONG_SECONDS if self.is_long else MOST_SECONDS


class News(msgspec.Struct, frozen=True, tag="news"):
    """How far the work is, before it is done."""

    part: float


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """What was asked for, as JSON or as a file; or why not: their fault, or one of ours."""

    content: bytes = b""
    refused: str = ""
    failed: str = ""
    is_last: bool = False
    """Whether the process ends with it, so that another is needed for what comes next."""

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.content)


FromProcess: TypeAlias = News | Answer
