"""What happened at a live table, told to everybody at it as it happens, or to its staff only.

Told of the events of one command, as things stand right after it. Only what lies open is named: no
event holds a card that is not public by then, except the opened order of a pack that is out of play,
and that is left to the journal.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.language import ENGLISH, speaking
from tablewright.rules.manners import where_id
from tablewright.rules.procedure import Where
from tablewright.table import acts, live
from tablewright.table.actors import Actor
from tablewright.table.chips import FLOAT, TIPS, Chips, place_of
from tablewright.table.record import Record
from tablewright.table.why import PaymentShown, payment
from tablewright.table.words import JOURNAL, OWNER, STAFF, Telling

ON_THE_FELT = (FLOAT, TIPS)
MANNERS = {where.value: where_id(where) for where in Where}


class ChipsMoved(NamedTuple):
    """Chips that went from one place at the table to another, in sight of everybody."""

    source: str
    target: str
    chips: Chips


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
    moved: list[ChipsMoved] | UnsetType = UNSET
    """The chips that moved, in order, as they are seen to: from where, to where, which."""
    manner: str | UnsetType = UNSET
    """Where the winnings were set before they went to the player: `on-the-wager`, `beside`, ..."""

    @property
    def is_for_staff(self) -> bool:
        """Whether it goes to staff only; the sender sees to that."""
        return self.for_staff is True

    @property
    def is_for_owner(self) -> bool:
        """Whether of the players only the one at the place gets it."""
        return self.for_owner is True


class LiveScene(live.LiveScene):
    """A table as it stands, told to its people; made before the first command that is told."""

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
            self.note(event)
        return found

    def _as_told(self, n: int, round: int, event: Record, tellings: Sequence[Telling]) -> Told:
        """All that is told of one event, as the page gets it."""
        first, told_to = tellings[0], [each.to for each in tellings]
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
            True if STAFF in told_to else UNSET,
            True if OWNER in told_to else UNSET,
            moved_in_sight(event) or UNSET,
            MANNERS.get(getattr(event, "where", ""), UNSET),
        )


def moved_in_sight(event: Record) -> list[ChipsMoved]:
    """The chips that an event moves on the table; the cage, the drop box and cash are out of sight."""
    return [
        ChipsMoved(move.source, move.target, move.chips)
        for move in event.moved()
        if move.chips and _is_at_table(move.source) and _is_at_table(move.target)
    ]


def _is_at_table(account: str) -> bool:
    return account in ON_THE_FELT or place_of(account) > 0


_encode = msgspec.json.Encoder(enc_hook=str).encode


class Heard(NamedTuple):
    """One thing that happened, as it is sent."""

    full: bytes
    short: bytes
    """Without why a player was paid."""
    place: int
    is_for_staff: bool
    is_for_owner: bool
    others: Mapping[str, tuple[bytes, bytes]] = {}
    """The same, both ways, in each other language that is spoken at the table."""

    def written(self, language: str, *, is_full: bool) -> bytes:
        """As it is sent to one connection; in English, where nobody spoke the language then."""
        full, short = self.others.get(language, (self.full, self.short))
        return full if is_full else short


def _both(told: Told) -> tuple[bytes, bytes]:
    full = short = _encode(told)
    if told.payment:
        paid = msgspec.structs.replace(told.payment, why=UNSET)
        short = _encode(msgspec.structs.replace(told, payment=paid))
    return full, short


def heard(
    scene: LiveScene, events: Sequence[Record], by: Actor, first_n: int, languages: Iterable[str]
) -> list[Heard]:
    """What happened, written once for everybody who speaks the same language."""
    with speaking(ENGLISH):
        told = scene.told(events, by, first_n)
    found = [Heard(*_both(each), each.place, each.is_for_staff, each.is_for_owner) for each in told]
    for language in languages:
        if language != ENGLISH:
            with speaking(language):
                same = scene.told(events, by, first_n)
            found = [
                one._replace(others={**one.others, language: _both(other)})
                for one, other in zip(found, same, strict=True)
            ]
    return found
