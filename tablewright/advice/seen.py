"""Which cards have been seen since the shuffle, from the events of a table alone."""

from collections.abc import Iterable

import msgspec

from tablewright.advice.folds import Fold
from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Effect
from tablewright.table import acts
from tablewright.table.course import Course
from tablewright.table.record import Record
from tablewright.table.setup import Book
from tablewright.table.state import begin


class DeclarationsMemory(msgspec.Struct):
    """The device that is in use, by its id."""

    in_use: str


class Declarations(Fold[DeclarationsMemory]):
    """Knows what a declaration leads to, which depends on the device that is in use."""

    memory = DeclarationsMemory

    def __init__(self, book: Book) -> None:
        self._fold, self._state = Course(book), begin(book)

    def hear(self, event: Record) -> None:
        """Keep in mind which device the cards come from."""
        if isinstance(event, acts.Substitute):
            self.in_use = event.device

    @property
    def in_use(self) -> str:
        return self._state.packs.device

    @in_use.setter
    def in_use(self, device: str) -> None:
        self._state.packs.device = device

    @property
    def device(self) -> Device:
        return self._fold.device(self._state)

    def effect(self, event: acts.Declare) -> Effect:
        """What a declaration does to the round."""
        return self._fold.ruling(self._state, event)[1].effect


class SeenMemory(msgspec.Struct):
    """The cards that have been seen."""

    before: tuple[str, ...]
    is_unaccounted: bool
    _declarations: DeclarationsMemory
    _drawn: tuple[str, ...]


class SeenCards(Fold[SeenMemory]):
    """The cards that have been exposed at a table. Feed it every event, from the first."""

    memory = SeenMemory

    def __init__(self, book: Book) -> None:
        self._declarations = Declarations(book)
        self._drawn: tuple[str, ...] = ()
        self.before: tuple[str, ...] = ()
        """The cards that have been seen and will not come again before the next shuffle."""
        self.is_unaccounted = False
        """Whether a card was seen out of turn in this round, so that the figures miss it."""

    def hear(self, events: Iterable[Record]) -> None:
        """Keep in mind which cards have been seen since the shuffle."""
        for event in events:
            self._declarations.hear(event)
            match event:
                case acts.Draw():
                    self._drawn = (*self._drawn, event.card)
                case acts.Declare() if event.card:
                    if self._declarations.effect(event) is Effect.CARD_BURNT:
                        self.before = (*self.before, event.card)
                    else:
                        self.is_unaccounted = True
                case acts.Shuffled() | acts.Substitute():
                    self.before = ()
                case acts.Clear():
                    stays_out = self._declarations.device.has_cut_card_within
                    self.before = self.before + self._drawn if stays_out else ()
                    self._drawn, self.is_unaccounted = (), False
