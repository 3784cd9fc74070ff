"""What is added up from every event of a table: its figures, each sitting, the cards seen."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from tablewright.advice import SeenCards
from tablewright.advice.decisions import DecisionsMade, DecisionsMemory
from tablewright.advice.figures import Figures, FiguresMemory
from tablewright.advice.folds import Fold
from tablewright.advice.seen import SeenMemory
from tablewright.advice.standing import Standing
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


MOST_WAITING = 256
"""So many events are added up at the latest, whether anybody looks or not."""


class Sums(Fold[SumsMemory]):
    """The sums of one table. They hear every event, from the first on.

    How each player stands and what they decide is shown after every command. The rest is looked at now
    and then: it is added up then, many events at one go, which takes a fraction of one by one.
    """

    memory = SumsMemory

    def __init__(self, book: Book) -> None:
        self.sittings = Sittings(book)
        self.decisions = DecisionsMade(book)
        """These are also told who acted, and how the table stands then."""
        self._figures, self._seen, self._ratings = Figures(book), SeenCards(book), Ratings(book)
        self._waits = Waits()
        self._sign: tuple[str, ...] = ()
        self._waiting: list[tuple[Sequence[Record], datetime]] = []
        """What is still to be added up."""
        self._events = 0

    def hear(self, events: Sequence[Record], at: datetime) -> None:
        """Everything that one command led to, or a single line of a journal."""
        self.sittings.hear(events, at)
        self._waiting.append((events, at))
        self._events += len(events)
        if self._events >= MOST_WAITING:
            self._add_up()

    def _add_up(self) -> None:
        waiting, self._waiting, self._events = self._waiting, [], 0
        for events, at in waiting:
            self._figures.hear(events, at)
        for events, _ in waiting:
            self._seen.hear(events)
        for events, at in waiting:
            self._waits.hear(events, at)
        for events, at in waiting:
            self._ratings.hear(events, at)
            for event in events:
                if type(event) is acts.SignDisplayed:
                    self._sign = event.lines

    # What they come to ----------------------------------------------------------------------------

    @property
    def figures(self) -> Figures:
        self._add_up()
        return self._figures

    @property
    def standing(self) -> Standing:
        return self.figures.standing

    @property
    def seen(self) -> SeenCards:
        self._add_up()
        return self._seen

    @property
    def ratings(self) -> Ratings:
        self._add_up()
        return self._ratings

    @property
    def waits(self) -> Waits:
        self._add_up()
        return self._waits

    @waits.setter
    def waits(self, waits: Waits) -> None:
        self._waits = waits

    @property
    def sign(self) -> tuple[str, ...]:
        self._add_up()
        return self._sign

    @sign.setter
    def sign(self, sign: tuple[str, ...]) -> None:
        self._sign = sign
