"""A handover of the pit: what one pit boss leaves to the next, and what came of it."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from tablewright.house.screens.alert_pages import AlertShown

LONGEST_NOTE = 500

Outcome: TypeAlias = Literal["", "taken", "declined", "withdrawn"]
"""How an offer ended; nothing, while it waits."""


class Handover(msgspec.Struct, frozen=True, kw_only=True):
    """The pit as one pit boss offers it to another; their tables and alerts pass when it is taken."""

    id: int
    giver: str
    taker: str
    note: str
    offered: datetime
    ended: datetime | None = None
    outcome: Outcome = ""
    tables: tuple[str, ...] = ()
    """The names of the tables that passed."""
    alerts: int = 0
    """How many alerts passed."""
    left: tuple[str, ...] = ()
    """What did not pass, and why."""


class HandedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that passes with the pit; amounts in cents, null for those who are to count its chips."""

    id: str
    table: str
    game_name: str
    is_practice: bool
    status: str
    dealer: str
    inspector: str
    seated: int
    places: int
    opening_float: int
    float_cents: int | None
    drop: int | None
    """In the present gaming day, as is the next."""
    win: int | None
    waiting: list[str]
    """What is due there, called for, or to be signed."""


class HandoverPage(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to hand over, or to take over, with whom and from whom."""

    is_pit_boss: bool
    """Whether who asks can hand the pit over, or take it."""
    to: list[str]
    """The other pit bosses."""
    offers: list[Handover]
    """Those that wait: to the person who asks first, then their own."""
    of: str
    """Whose tables and alerts are shown."""
    tables: list[HandedTable]
    alerts: list[AlertShown]
    """Those that are theirs, and those that nobody has taken."""
    earlier: list[Handover]
    """Those that were taken last, the newest first."""


class OfferHandover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pit is offered to another pit boss."""

    to: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    note: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] = ""
