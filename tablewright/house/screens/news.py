"""What happened at a live table, told to everybody at it as it happens, or to its staff only.

Told of the events of one command, as things stand right after it. Only what lies open is named: no
event holds a card that is not public by then, except the opened order of a pack that is out of play,
and that is left to the journal.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.acts.dealing import said_of
from tablewright.table.chips import spot
from tablewright.table.instructing import explanation
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.scene import Scene
from tablewright.table.why import PaymentShown, payment
from tablewright.table.words import JOURNAL, OWNER, STAFF, Telling


class Told(msgspec.Struct, frozen=True):
    """One thing that happened, as the page gets it."""

    n: int
    """The line of the journal."""
    round: int
    event: str
    kind: str
    place: int
    says: str
    cards: list[str] | UnsetType = UNSET
    hand: str | UnsetType = UNSET
    payment: PaymentShown | UnsetType = UNSET
    for_staff: bool | UnsetType = UNSET
    for_owner: bool | UnsetType = UNSET
    """Whether of the players only the one at the place gets it."""

    @property
    def is_for_staff(self) -> bool:
        """Whether it goes to staff only; the sender sees to that."""
        return self.for_staff is True

    @property
    def is_for_owner(self) -> bool:
        """Whether of the players only the one at the place gets it."""
        return self.for_owner is True


class LiveScene(Scene):
    """A table as it stands, its players by name; made before the first command that is told."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.book)
        self.table = table
        self.last = {place: seat.player for place, seat in table.state.seats.items()}
        """Who sat at a place last, for those who have just left."""

    def who(self, place: int) -> str:
        seat = self.table.state.seats.get(place)
        if seat:
            return seat.player
        return self.last.get(place) or super().who(place)

    def ruling(self, declared: acts.Declare) -> tuple[Irregularity, Ruling]:
        return self.table.course.ruling(self.table.state, declared)

    def lies(self, place: int, wager: str, *, for_dealer: bool) -> int:
        return self.table.state.bank.cents(spot(place, wager, for_dealer))

    @property
    def device(self) -> Device:
        return self.table.device

    def played(self, place: int, cards: str) -> str:
        held = cards.split()
        return " ".join([held[n] for n in self.table.state.seats[place].plays])

    def explained(self, place: int) -> str:
        return " ".join(explanation(self.table, place)) if place in self.table.state.seats else ""

    def dealers_hand(self, cards: str) -> str:
        return said_of(self.book.contest, self.table.judged(cards))

    def told(self, events: Sequence[Record], by: Actor, first_n: int) -> list[Told]:
        """What is told of the events of one command, the first on line `first_n`; each line once."""
        state = self.table.state
        self.by, self.is_void = by, state.is_void
        number = state.round - (type(events[0]) is acts.Clear)
        found = []
        for n, event in enumerate(events, start=first_n):
            tellings = [each for each in event.tell(self) if each.to != JOURNAL]
            if tellings:
                found.append(self._as_told(n, number, event, tellings))
            if isinstance(event, acts.Sit):
                self.last[event.place] = event.player
        return found

    def _as_told(self, n: int, round: int, event: Record, tellings: Sequence[Telling]) -> Told:
        """All that is told of one event, as the page gets it."""
        first = tellings[0]
        return Told(
            n,
            round,
            event.name,
            first.kind,
            first.place,
            " ".join([self.says(event, each) for each in tellings]),
            first.cards.split() if first.cards else UNSET,
            first.hand or UNSET,
            payment(self.book, event) if isinstance(event, acts.Settled) else UNSET,
            True if any(each.to == STAFF for each in tellings) else UNSET,
            True if any(each.to == OWNER for each in tellings) else UNSET,
        )


_encode = msgspec.json.Encoder(enc_hook=str).encode


class Heard(NamedTuple):
    """One thing that happened, as it is sent."""

    full: bytes
    short: bytes
    """Without why a player was paid."""
    place: int
    is_for_staff: bool
    is_for_owner: bool


def heard(told: Told) -> Heard:
    """A happening, written once for everybody."""
    full = short = _encode(told)
    if told.payment:
        paid = msgspec.structs.replace(told.payment, why=UNSET)
        short = _encode(msgspec.structs.replace(told, payment=paid))
    return Heard(full, short, told.place, told.is_for_staff, told.is_for_owner)
