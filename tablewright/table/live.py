"""A live scene: who and what is spoken of at a table as it stands, its players by name."""

from collections.abc import Sequence

from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.language import is_english
from tablewright.table import acts
from tablewright.table.acts.dealing import dealer_says_in_play, said_in_play, said_shortly
from tablewright.table.announcing import announced
from tablewright.table.chips import spot
from tablewright.table.instructing import explanation
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.scene import Scene


class LiveScene(Scene):
    """A table as it stands; made before the first command that is told."""

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

    def note(self, event: Record) -> None:
        """Remember who sits down, once an event is told."""
        if isinstance(event, acts.Sit):
            self.last[event.place] = event.player

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

    def called(self, says: str) -> str:
        state, call = self.table.state, self.book.procedure.call
        if state.dealer_cards:
            return dealer_says_in_play(self.table, state.dealer_cards)
        if is_english():
            return says
        return call(self.table.course.hand(state.drawn[-1])[0]) if call and state.drawn else says

    def announced(self, says: Sequence[str]) -> Sequence[str]:
        if is_english():
            return says
        return announced(self.book, self.table.course, self.table.state)

    def shown(self, place: int, cards: str, hand: str) -> str:
        seat = self.table.state.seats.get(place)
        if seat is None:
            return hand
        return said_in_play(self.book.contest, self.table.judged(cards), seat.decision, seat.plays)

    def dealers_hand(self, cards: str) -> str:
        return said_shortly(self.book.contest, self.table.judged(cards))
