"""What the house sends over a table's socket, as structs, and how a message is written."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.house.people.own_limits import Stop
from tablewright.house.screens.history import SessionSoFar
from tablewright.house.screens.news import Told
from tablewright.house.screens.prompts import Aside, Awaited, Next
from tablewright.signing.statements import Statement
from tablewright.table.allowed import Allowed
from tablewright.table.views import View

T = TypeVar("T")
Acting: TypeAlias = Literal["player", "dealer", "inspector", "pit-boss", "surveillance", "watch"]
"""What a person is at a table."""


class ClockShown(msgspec.Struct, frozen=True):
    """What is running out, as the page shows it."""

    of: Literal["bets", "decide", "gone"] = msgspec.field(name="for")
    places: tuple[int, ...]
    ends_in_ms: int


class DealerAway(msgspec.Struct, frozen=True):
    """The dealer whom a table waits for, and when the house deals on if it will."""

    name: str
    house_in_ms: int | UnsetType = UNSET


class CallShown(msgspec.Struct, frozen=True):
    """A call for an inspector that waits."""

    number: int
    says: str
    irregularity: str
    by: str
    at: datetime


class FairDeal(msgspec.Struct, frozen=True):
    """What a player can keep, to prove later that the deal was not changed."""

    seal: str
    """Of the pack in play; nothing, where it is not shuffled or lies on a physical table."""
    head: Statement | UnsetType = UNSET
    """What the house signed last of the table's journal; none, if it has no key or just opened."""


class TableMessage(msgspec.Struct, frozen=True, tag="table"):
    """Everything that one person sees of a table and may do at it. What is nothing is left out."""

    seq: int
    told: list[Told]
    acting: Acting = msgspec.field(name="as")
    place: int
    view: View
    legal: dict[str, list[Allowed]]
    """What may be done, by command."""
    ready: list[int]
    present: list[int]
    calls: list[CallShown]
    patrons: int
    """How many of those who sit here are simulated."""
    is_paused: bool
    house_deals: bool
    awaited: list[Awaited]
    """What others are to sign; for staff."""
    asides: list[Aside]
    """What the dealer may do beside the round."""
    fair: FairDeal
    has_gap: bool | UnsetType = UNSET
    """Whether more has happened than is told."""
    clock: ClockShown | UnsetType = UNSET
    next: Next | UnsetType = UNSET
    session: SessionSoFar | UnsetType = UNSET
    stop: Stop | UnsetType = UNSET
    """What keeps you from new wagers, by a limit of your own; of nobody else's is anything said."""
    dealer_away: DealerAway | UnsetType = UNSET


class ChangesMessage(msgspec.Struct, frozen=True, tag="changes"):
    """What has changed since the last state."""

    seq: int
    told: list[Told]
    has_gap: bool | UnsetType = UNSET
    patch: dict[str, Any] | UnsetType = UNSET
    """To be laid over the last state, as a JSON merge patch (RFC 7396)."""


class DoneMessage(msgspec.Struct, frozen=True, tag="done"):
    """A command was carried out and is written down."""

    id: str
    seq: int


class RefusedMessage(msgspec.Struct, frozen=True, tag="refused"):
    """A command was not carried out; nothing has changed."""

    id: str
    why: str
    rule: str
    is_stale: bool = False


class ClosingMessage(msgspec.Struct, frozen=True, tag="closing"):
    """The connection ends."""

    why: str


FromHouse: TypeAlias = TableMessage | ChangesMessage | DoneMessage | RefusedMessage | ClosingMessage
"""What comes over a socket."""


class Surroundings(Protocol):
    """What is seen of a table that lies in no journal: who is there, what runs out, who deals."""

    @property
    def ready(self) -> list[int]: ...

    @property
    def present(self) -> list[int]: ...

    @property
    def calls(self) -> Sequence[CallShown]: ...

    @property
    def is_paused(self) -> bool: ...

    @property
    def house_deals(self) -> bool: ...

    def is_present(self, place: int) -> bool: ...

    def clock(self, place: int) -> ClockShown | None: ...

    def stop(self, place: int) -> Stop | None: ...

    def dealer_away(self) -> DealerAway | None: ...

    @property
    def head(self) -> Statement | None: ...


_encode = msgspec.json.Encoder(enc_hook=str).encode


def written_as(kind: type[T], json: bytes) -> T:
    """What was written before, to stand in a message as what it is; it is not written again."""
    return cast(T, msgspec.Raw(json))


def encoded(message: Any) -> bytes:
    """A message or an answer as it is sent."""
    return _encode(message)
