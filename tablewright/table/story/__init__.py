"""The story of a table: the lines of a journal as sentences, chapter by chapter.

A chapter is the opening, a round, what lies between two rounds, or the closing. Everything told comes
from the events and from the rules they name; the state is folded along, so that players, stakes and
packs can be spoken of by name. Nothing is judged here: `verify` does that.

`chapters` has the chapters and whoever tells them; what is said of each event stands in `house` (staff,
forms, opening and closing), `players` (money and wagers), `cards` and `settling`.
"""

from tablewright.table.story import cards, house, players, settling
from tablewright.table.story.chapters import Chapter, Story, Told, chapters

__all__ = [
    "Chapter",
    "Story",
    "Told",
    "cards",
    "chapters",
    "house",
    "players",
    "settling",
]
