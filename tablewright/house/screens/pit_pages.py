"""What the pit sees: every table at a glance, those closed last, and the money of one table."""

import msgspec

from tablewright.house.screens.figure_pages import FloorFigures, PeriodShown, Total
from tablewright.house.screens.messages import CallShown
from tablewright.house.screens.table_descriptions import LobbyRow
from tablewright.table.chips import Chips


class PitRow(LobbyRow, kw_only=True):
    """A table at a glance; who is to count its chips is not told what they should come to.

    It is told of again when its figures, seats, staff or status change: the phase is as it was then.
    """

    figures: FloorFigures | None
    """In the period that is looked at."""
    float_cents: int | None
    staff: dict[str, str]
    due: list[str]
    calls: list[CallShown]
    alerts: list[str]
    """What the pit must see to at once: a dealer who is away, an approval that has expired."""
    approval: str
    """The approval that it runs under; empty, where none names its rules."""
    note: str
    """What a practice table would lack if it were for money."""
    seated: int


class ClosedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was closed, and what it came to; null where this version cannot read it."""

    id: str
    table: str
    game: str
    game_name: str
    is_practice: bool
    closed: str
    result: int | None
    """What it won, from the opening to the closing."""
    rounds: int | None
    figures: FloorFigures | None
    """In the period that is looked at; null where it was closed before."""
    archived: str
    """The file in which its journal lies; nothing, if it is in the database."""


class ShutTable(msgspec.Struct, frozen=True):
    """A table that is shut, as what is written of it cannot be read."""

    id: str
    table: str
    why: str


class PitOverview(msgspec.Struct, frozen=True, kw_only=True):
    """Every table at a glance and those closed last, with their figures in a gaming day or a shift."""

    mark: str
    """To be named when asking again."""
    period: PeriodShown
    periods: list[PeriodShown]
    """The gaming day, and its shifts that have begun."""
    zone: str
    """The time zone of the house."""
    tables: list[PitRow]
    """Those that have changed since the mark that was named; every one, if none was."""
    ids: list[str] | None
    """Every open table in its order; null, where none was opened or closed since."""
    totals: list[Total]
    """All tables together and then each game: for money, then for practice."""
    unread: int
    """Closed tables that are in no total yet, as their journals are still being read."""
    closed: list[ClosedTable] | None
    """Null, where it is as it was; so is the next."""
    quarantined: list[ShutTable] | None


class TransferShown(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that went from one account to another."""

    n: int
    at: str
    round: int
    by: str
    """The post of the person who signed second."""
    place: int
    reason: str
    form: str
    signed_by: str
    cents: int
    chips: Chips
    source: str
    target: str


class Movement(TransferShown, frozen=True, kw_only=True):
    """Chips that went in or out by a slip."""

    asked_by: str


class BuyInMade(TransferShown, frozen=True, kw_only=True):
    """Cash that a player changed for chips."""

    cash: int
    player: str


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """What a table holds, and what went in or out."""

    drop: int
    tips: int
    float: Chips
    float_cents: int
    result: int
    buy_ins: list[BuyInMade]
    fills: list[Movement]
    credits: list[Movement]
    corrections: list[Movement]
