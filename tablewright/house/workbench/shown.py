"""What the workbench answers, as the page reads it; it is made by the processes that count.

Every figure comes from `tablewright.design`, exact and as it is printed. The house passes answers on as
they are, so that nothing that counts is ever loaded by it.
"""

import msgspec

from tablewright.design.bank import HoldBand, WinAnHour
from tablewright.design.grids import Grid
from tablewright.design.shown import ReportShown
from tablewright.design.versions import VersionFields


class PlacedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that players stake on themselves."""

    id: str
    name: str
    together: int
    """The same number for wagers that are settled by the same cards, and can be banked together."""


class VersionPriced(msgspec.Struct, frozen=True, kw_only=True):
    """A version with everything that can be varied of it, and what the house holds."""

    fields: VersionFields
    report: ReportShown
    placed: list[PlacedWager]
    cards: int
    """How many cards a hand has, or are drawn for everyone."""
    decks: int


class Grids(msgspec.Struct, frozen=True, kw_only=True):
    """The best decisions as grids that one can point at: all hands first."""

    grids: list[Grid]


class Banked(msgspec.Struct, frozen=True, kw_only=True):
    """What the house may expect of a version at given stakes."""

    bands: list[HoldBand]
    hour: WinAnHour
