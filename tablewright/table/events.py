"""Events: what follows from a command. Commands that were accepted stand among them in the journal."""

from typing import Any, Union

from tablewright.table.chips import Chips, Move
from tablewright.table.commands import Record as Record
from tablewright.table.commands import every_command
from tablewright.table.commands import hyphenated as hyphenated

FILL, CREDIT, CORRECTION, VOID = "fill", "credit", "correction", "void-round"
"""The slips that need two signatures."""
COUNTED = (FILL, CREDIT)
"""Those on which the second to sign says what they have counted."""


class Event(Record, frozen=True):
    """Something that followed."""


class FormCompleted(Event, frozen=True):
    """A form with all its signatures."""

    form: str
    says: dict[str, str]
    signed: dict[str, str]
    """Who signed, by post."""


class SlipPrepared(Event, frozen=True):
    """What needs two signatures has the first: nothing moves until the second."""

    slip: int
    """Its number at this table, counted from 1."""
    form: str
    post: str
    who: str
    """Who signed first, and at which post."""
    place: int = 0
    player: str = ""
    reason: str = ""
    moves: tuple[Move, ...] = ()
    """What moves when it is signed."""

    @property
    def to_count(self) -> Chips:
        """The chips that must be counted to sign it; none, where none are."""
        return self.moves[0].chips if self.form in COUNTED else {}


class SignDisplayed(Event, frozen=True):
    """What the table's sign states."""

    lines: tuple[str, ...]


class CardsRejected(Event, frozen=True):
    """Decks that were examined and not found good; others must be brought."""

    found: str


class Opened(Event, frozen=True):
    """The ruleset is approved, the forms are signed: play may begin."""

    ruleset: str
    approval: str


class Moved(Event, frozen=True):
    """Chips or cash changed places beside a wager's settlement."""

    moves: tuple[Move, ...]


class Staked(Event, frozen=True):
    """A wager that follows from a decision is put on the felt."""

    place: int
    wager: str
    moves: tuple[Move, ...]


class Advised(Event, frozen=True):
    """A player is told of a limit."""

    place: int
    wager: str
    limit: str
    """`minimum` or `maximum`."""
    cents: int


class Called(Event, frozen=True):
    """What the dealer says aloud."""

    says: str


class Settled(Event, frozen=True):
    """One wager is settled: by which line, what comes back, and how the dealer does it."""

    place: int
    wager: str
    rule: str
    stake: int
    returned: int
    moves: tuple[Move, ...] = ()
    net: str = ""
    """The odds, where it won: `3/2`."""
    hand: str = ""
    where: str = ""
    how: str = ""
    says: str = ""
    """What a house setting or a limit did to the payment."""
    for_dealer: bool = False
    source: str = ""
    """Who says that it is paid so: a passage of the manual, or the house."""


class CardHeld(Event, frozen=True):
    """The card of an action round goes to its holding box; the burns lie beneath."""

    card: str
    box: int
    burns: int


class CutCardSeen(Event, frozen=True):
    """The cut card came out: the round is finished, then the cards are shuffled."""


class Unsealed(Event, frozen=True):
    """The order of a pack that is out of play, and the salt of its seal."""

    pack: int
    order: str
    salt: str


class Closed(Event, frozen=True):
    """The last line: how many lines the journal has, this one included."""

    lines: int
    result: int
    """What the table won, in cents."""


def every_event() -> tuple[type[Record], ...]:
    """All records that a journal may hold: commands and what follows from them."""
    kinds: tuple[type[Record], ...] = (*every_command(), *Event.__subclasses__())
    return tuple(kind for kind in kinds if kind.__name__ != "Shuffle")


RECORDS: Any = Union[every_event()]  # noqa: UP007 - a union of a list of types
"""The type of any record, for decoding."""
