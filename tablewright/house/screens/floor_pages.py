"""What is shown of faults from the floor: the monthly table, and how far the journals are read."""

from datetime import datetime

import msgspec


class FloorRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the monthly table: how many faults in how many rounds, and what they cost, in cents."""

    title: str
    about: str = ""
    """What stands below it: the game, the kind."""
    faults: int
    rounds: int
    per_thousand: float | None
    """Faults to a thousand rounds, to a tenth; nothing, where there were no rounds."""
    is_few: bool
    """Whether there were too few rounds for that to say much."""
    out_cents: int
    """What the house was out by."""
    short_cents: int
    """What players were short of."""
    lost_cents: int
    """What of it was never put right; less than nothing, where more was found than there should be."""


class FloorFault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault, with the line of the journal that shows it."""

    erred: datetime
    kind: str
    says: str
    rule: str
    sentence: str
    source: str
    who: str
    post: str
    cents: int
    """What the house was out by; less than nothing, where a player was short of it."""
    table: str
    table_id: str
    """Where its journal is opened; nothing, for those who do not see the pit."""
    line: int
    game: str
    device: str
    seen_by: list[str]
    is_unnoticed: bool
    """Whether a step was left out and nobody declared it."""
    stood: int | None
    """For how many minutes the dealer had stood at the table; nothing, where it cannot be told."""
    skills: int
    """How many skills became due by it."""


class FloorReport(msgspec.Struct, frozen=True, kw_only=True):
    """The faults of a month."""

    total: FloorRow
    before: FloorRow
    """The total of the month before."""
    kinds: list[FloorRow]
    rules: list[FloorRow]
    games: list[FloorRow]
    devices: list[FloorRow]
    hours: list[FloorRow]
    """By the hour of the day, from midnight."""
    weekdays: list[FloorRow]
    spells: list[FloorRow]
    """By how long the dealer had stood at the table."""
    tables: list[FloorRow]
    people: list[FloorRow]
    faults: list[FloorFault]
    """The newest first."""
    faults_left: int
    """How many more there are: the file has them all."""


class FloorProgress(msgspec.Struct, frozen=True):
    """How many journals are read, of how many."""

    read: int
    tables: int


class FloorPage(msgspec.Struct, frozen=True, kw_only=True):
    """The monthly table, or how far it is."""

    month: str
    """`2026-11`."""
    months: list[str]
    """Those that may be chosen, the newest first."""
    zone: str
    """The time zone of its days and hours."""
    sees_all: bool
    """Whether everyone's faults are here, or those of the people of one's own classes."""
    people: list[str]
    """The people who may be chosen."""
    who: str
    """The one who is chosen; everyone, if empty."""
    progress: FloorProgress
    unreadable: list[str]
    """The tables whose journals this version cannot read; named for the pit only."""
    unreadable_count: int
    left_out: int
    """How many tables are not looked at, as there are too many."""
    report: FloorReport | None
    """Nothing, while journals are still read."""
