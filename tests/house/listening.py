"""A person who listens to a table that is played, and knows at every moment which cards lie open."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from tablewright.house.screens.news import LiveScene, Told
from tablewright.rules.cards import DECK
from tablewright.table.actors import Actor
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.rehearsal import rehearse as play
from tablewright.table.session import Session

TEXT_OF = {card.face: card.text for card in DECK}
FACES = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")

GAMES = [
    ("duki4", "shuffler"),
    ("duki4", "hand"),
    ("king-high", "six-deck-shuffler"),
    ("king-high", "shoe"),
    ("pick2", "shuffler"),
    ("pick2", "hand"),
]


def lies_open(table: Table) -> set[str]:
    """The cards that anybody can see on the felt."""
    state = table.state
    cards = {*state.drawn, *state.dealer_cards.split(), *state.exposed}
    for seat in state.seats.values():
        cards |= set(seat.cards.split())
    return cards


def cards_named(says: str) -> set[str]:
    """The cards that a sentence names."""
    return {TEXT_OF[face] for face in FACES.findall(says)}


class Ear:
    """Hears every command of a session."""

    def __init__(self, session: Session) -> None:
        self.table, self.heard = session.table, list[tuple[Told, set[str]]]()
        self._scene = LiveScene(session.table)
        self.also: Callable[[Sequence[Record], datetime], None] | None = None
        self._before = lies_open(self.table)
        self._n = self.table.lines + 1
        session.on_events = self._hear

    def _hear(self, events: list[Record], by: Actor) -> None:
        first, self._n = self._n, self._n + len(events)
        now = lies_open(self.table)
        for each in self._scene.told(events, by, first):
            self.heard.append((each, self._before | now))
        self._before = now
        at = self.table.state.at
        if self.also and at:
            self.also(events, at)


def rehearsed(game: str, device: str, rounds: int = 25, seed: int = 3) -> Ear:
    """A rehearsal with irregularities, heard from the first player on."""
    ears: list[Ear] = []

    def listen(session: Session) -> None:
        if not ears:
            ears.append(Ear(session))

    setup = rehearsal_setup(game, device=device)
    play(setup, rounds, seed=seed, seats=5, irregularities=0.5, after_round=listen)
    return ears[0]
