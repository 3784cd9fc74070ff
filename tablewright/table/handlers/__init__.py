"""What decides commands: each handler refuses or answers with events, and lists what it would take."""

from tablewright.table.handlers import (
    dealing,
    decks,
    devices,
    equipment,
    forms,
    irregular,
    opening,
    patronage,
    paying,
    slips,
    wagering,
)

__all__ = [
    "dealing",
    "decks",
    "devices",
    "equipment",
    "forms",
    "irregular",
    "opening",
    "patronage",
    "paying",
    "slips",
    "wagering",
]
