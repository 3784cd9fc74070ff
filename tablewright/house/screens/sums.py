"""What is added up from every event of a table: its figures, each sitting, the cards seen."""

from collections.abc import Sequence
from datetime import datetime

from tablewright.advice import SeenCards
from tablewright.advice.decisions import DecisionsMade
from tablewright.advice.figures import Figures
from tablewright.house.screens.history import Sittings
from tablewright.house.screens.ratings import Ratings
from tablewright.house.screens.waits import Waits
from tablewright.table import acts
from tablewright.table.record import Record
from tablewright.table.setup import Book


class Sums:
    """The sums of one table. They hear every event, from the first on."""

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
            if isinstance(event, acts.SignDisplayed):
                self.sign = event.lines
