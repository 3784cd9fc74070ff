"""A chapter of a table's story, and the sentences in it."""

from datetime import datetime

import msgspec


class Told(msgspec.Struct, omit_defaults=True):
    """One thing that happened, in a sentence."""

    line: int
    at: datetime
    event: str
    says: str
    why: str = ""
    """The rule in a sentence, with its id or source."""
    net: int | None = None
    """What a player won or lost by it, in cents, where a wager was settled."""


class Chapter(msgspec.Struct):
    """What is told together."""

    chapter: str
    """opening, round, between or closing."""
    round: int
    title: str
    told: list[Told]
    is_void: bool = False
    is_complete: bool = False
    """Whether the journal goes on after it, or the table is closed."""
    staked: int = 0
    """What was wagered and settled, without what was only given back."""
    returned: int = 0
    given_back: int = 0
    """What came back because it was never played for: the round was void, or the wager too small."""
    house: int = 0
    """What the house has won since the opening, in cents."""
