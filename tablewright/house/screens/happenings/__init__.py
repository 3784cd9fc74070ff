"""What is said of each event, in one plain sentence for a person at the table.

A `Scene` knows whom and what is spoken of: at a live table players by name and things as they stand
right after the command; for a line of a journal, read by itself, places by number. What everybody at a
table would see or hear is for all; forms, the float and the cage are for staff; the rest is for the
journal only.
"""

from tablewright.house.screens.happenings import cards, players, settling, staff
from tablewright.house.screens.happenings.scene import (
    ALL,
    JOURNAL,
    SAYS,
    STAFF,
    Happening,
    Scene,
    capital,
)

__all__ = [
    "ALL",
    "JOURNAL",
    "SAYS",
    "STAFF",
    "Happening",
    "Scene",
    "capital",
    "cards",
    "players",
    "settling",
    "staff",
]
