"""What is added up from every event of a table: its figures, each sitting, the cards seen."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from tablewright.advice import SeenCards
from tablewright.advice.decisions import DecisionsMade, DecisionsMemory
from tablewright.advice.figures import Figures, FiguresMemory
from tablewright.advice.folds import Fold
from tablewright.advice.seen import SeenMemory
from tablewright.house.screens.history import Sittings, SittingsMemory
from tablewright.house.screens.ratings import Ratings, RatingsMemory
from tablewright.house.screens.waits import Waits
from tablewright.table import acts
from tablewright.table.record import Record
from tablewright.table.setup import Book


class SumsMemory(msgspec.Struct):
    """What the sums of a table remember."""

    figures: FiguresMemory
    sittings: SittingsMemory
    seen: SeenMemory
    decisions: DecisionsMemory
    waits: Waits
    ratings: RatingsMemory
    sign: tuple[str, ...]


class Sums(Fold[SumsMemory]):
    """The sums of one table. They hear every event, from the first on."""

    memory = SumsMemory

    def __init__(self, book: Book) -> None:
        self.figures = Figures(book)
        self.standing = self.figures.standing
        self.sittings = Sittings(book)
        self.seen = SeenCards(book)
        self.decisions = DecisionsMade(book)
        """These are also told who acted, and how the table stands then."""
        self.waits = Waits()
        self.ratings = Ratings(book)
        self.sign: tuple[str, ...] = ()

    def hear(self, events: Sequence[Record], at: datetime) -> None:
        """Everything that one command led to, or a single line of a journal."""
        self.figures.hear(events, at)
        self.sittings.hear(events, at)
        self.seen.hear(events)
        self.waits.hear(events, at)
        self.ratings.hear(events, at)
        for event in events:
            if type(event) is acts.SignDisplayed:
                self.sign = event.lines
