"""What the house sends over a table's socket, as structs, and how a message is written."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.house.people.own_limits import Stop
from tablewright.house.screens.history import SessionSoFar
from tablewright.house.screens.news import Told
from tablewright.house.screens.prompts import Aside, Awaited, Next
from tablewright.signing.statements import Statement
from tablewright.table.allowed import Allowed
from tablewright.table.views import View

if TYPE_CHECKING:
    ViewChanges: TypeAlias = View
else:
    ViewChanges = msgspec.defstruct(
        "ViewChanges",
        [
            (each.name, each.type | UnsetType, msgspec.field(default=UNSET, name=each.encode_name))
            for each in msgspec.structs.fields(View)
        ],
        frozen=True,
        namespace={"__doc__": "Parts of a view; what is not named is as it was."},
    )

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
    house_in_ms: int | None


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
    head: Statement | None
    """What the house signed last of the table's journal; none, if it has no key or just opened."""


class TableMessage(msgspec.Struct, frozen=True, tag="table"):
    """Everything that one person sees of a table and may do at it."""

    seq: int
    acting: Acting = msgspec.field(name="as")
    place: int
    view: View
    legal: list[Allowed]
    ready: list[int]
    present: list[int]
    clock: ClockShown | None
    calls: list[CallShown]
    next: Next | None
    told: list[Told]
    has_gap: bool
    session: SessionSoFar | None
    stop: Stop | None
    """What keeps you from new wagers, by a limit of your own; of nobody else's is anything said."""
    patrons: int
    """How many of those who sit here are simulated."""
    is_paused: bool
    house_deals: bool
    dealer_away: DealerAway | None
    awaited: list[Awaited]
    """What others are to sign; for staff."""
    asides: list[Aside]
    """What the dealer may do beside the round."""
    fair: FairDeal


class ChangesMessage(msgspec.Struct, frozen=True, tag="changes"):
    """What has changed since the last state; what it does not name is as it was."""

    seq: int
    told: list[Told]
    has_gap: bool
    clock: ClockShown | None
    place: int | UnsetType = UNSET
    view: "ViewChanges | UnsetType" = UNSET
    """What of the view is new or another; of its places, those at which something is."""
    gone: list[str] | UnsetType = UNSET
    """What of the view is there no longer."""
    left: list[int] | UnsetType = UNSET
    """The places at which nobody is seated any more."""
    legal: list[Allowed] | UnsetType = UNSET
    ready: list[int] | UnsetType = UNSET
    present: list[int] | UnsetType = UNSET
    calls: list[CallShown] | UnsetType = UNSET
    next: Next | UnsetType | None = UNSET
    session: SessionSoFar | UnsetType | None = UNSET
    stop: Stop | UnsetType | None = UNSET
    patrons: int | UnsetType = UNSET
    is_paused: bool | UnsetType = UNSET
    house_deals: bool | UnsetType = UNSET
    dealer_away: DealerAway | UnsetType | None = UNSET
    awaited: list[Awaited] | UnsetType = UNSET
    asides: list[Aside] | UnsetType = UNSET
    fair: FairDeal | UnsetType = UNSET


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
