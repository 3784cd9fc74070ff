"""Alerts as the pit reads them: what is wrong at which table, what to do about it, and who has it.

A kind of alert says how urgent it is, where it is seen to, and whether it also exists at practice
tables, or is one of the house as a whole and of no table. `alert_words` puts it into words for the
person who reads it, from what was found.
"""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from tablewright.house.screens.history import LEAST_LARGE_WIN

Urgency: TypeAlias = Literal["urgent", "soon", "notice"]
URGENCIES: tuple[Urgency, ...] = ("urgent", "soon", "notice")
Where: TypeAlias = Literal[
    "table", "fill", "credit", "standing", "journal", "approvals", "dealers", "keys"
]
"""Where it is seen to: on a page of its table, with a form there, or on a page of the house."""
Slots: TypeAlias = dict[str, str | int | list[str]]
"""What was found, to be put into words."""

LONGEST_REASON = 200
THE_HOUSE = ""
"""What an alert of the house as a whole has in the place of a table's id."""


class Kind(NamedTuple):
    """A kind of alert."""

    urgency: Urgency
    where: Where
    is_at_practice: bool = False
    """Whether it is raised at practice tables too."""
    is_event: bool = False
    """Whether it happened and is over: it stays until a person dismisses it with a reason."""
    clears_after_seconds: int = 30
    """How long its cause must be gone before it is cleared: one that comes back is the same alert."""
    is_of_house: bool = False
    """Whether it is of the house as a whole, and of no table."""


KINDS: dict[str, Kind] = {
    "call": Kind("urgent", "table", is_at_practice=True, clears_after_seconds=0),
    "irregularity": Kind("urgent", "table", is_at_practice=True, clears_after_seconds=0),
    "dealer-absent": Kind("urgent", "table", is_at_practice=True),
    "signature": Kind("soon", "table", is_at_practice=True, clears_after_seconds=0),
    "card-change": Kind("soon", "table", is_at_practice=True),
    "big-win": Kind("soon", "journal", is_event=True),
    "out-of-band": Kind("soon", "standing", clears_after_seconds=600),
    "players-edge": Kind("soon", "standing"),
    "rack-low": Kind("soon", "fill", clears_after_seconds=60),
    "post-lost": Kind("soon", "table"),
    "uncertified": Kind("soon", "dealers", clears_after_seconds=60),
    "clock-behind": Kind("soon", "table", is_at_practice=True),
    "heads-not-taken": Kind("soon", "keys", clears_after_seconds=0, is_of_house=True),
    "approval": Kind("notice", "approvals", clears_after_seconds=60),
    "rack-heavy": Kind("notice", "credit", clears_after_seconds=60),
    "idle": Kind("notice", "table"),
    "card-change-later": Kind("notice", "table", is_at_practice=True),
}
"""Every kind, the most urgent first. The rest make no sense where nobody plays for money."""
MONEY_KNOWN = frozenset(("rack-low", "rack-heavy"))
"""What tells how much is in a rack, and so is not shown to those who are to count it."""


class Cause(NamedTuple):
    """Why there should be an alert now, at a table or of the house."""

    kind: str
    subject: str
    """Which of several of its kind: the number of a slip, of a call, a post."""
    slots: Slots


# What is kept and shown ----------------------------------------------------------------------------


class Taking(msgspec.Struct, frozen=True):
    """That a person has taken an alert, or dismissed it."""

    name: str
    account: int
    at: datetime


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the pit is to see to, or was."""

    id: int
    table: str
    """The table's id; `THE_HOUSE` for one of the house as a whole."""
    table_name: str
    is_practice: bool
    kind: str
    subject: str
    slots: Slots
    raised: datetime
    taken: tuple[Taking, ...] = ()
    """Everyone who has taken it, the last one last: it is theirs."""
    cleared: datetime | None = None
    dismissed: Taking | None = None
    reason: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same alert: the table, the kind, and which of several."""
        return self.table, self.kind, self.subject

    @property
    def holder(self) -> str:
        """Who has it; nobody, if nobody has taken it yet."""
        return self.taken[-1].name if self.taken else ""


class TakingShown(msgspec.Struct, frozen=True):
    """Who took an alert, and when."""

    name: str
    at: str


class AlertShown(msgspec.Struct, frozen=True, kw_only=True):
    """An alert in words."""

    id: int
    kind: str
    title: str
    """What it is, in a few words."""
    says: str
    """What is wrong."""
    do: str
    """What to do about it."""
    where: Where
    line: int
    """The line of the journal that it is about; 0, if it is about none."""
    urgency: Urgency
    table: str
    """The table's id; empty for an alert of the house as a whole, which is of no table."""
    table_name: str
    """The table's name, or "the house"."""
    is_practice: bool
    raised: str
    taken: list[TakingShown]
    """Everyone who has taken it, the last one last: it is theirs."""
    may_dismiss: bool
    """Whether it waits for a person to dismiss it with a reason; others clear by themselves."""
    is_clearing: bool = False
    """Whether its cause is gone, so that it clears by itself soon unless it comes back."""
    cleared: str
    """When it was over; empty while it is not."""
    dismissed_by: str
    reason: str


class OfferShown(msgspec.Struct, frozen=True):
    """That one pit boss has offered the pit to another."""

    id: int
    giver: str
    taker: str


class AlertsPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the pit is to see to, the most urgent first and then the oldest; and what is over."""

    mark: str
    """Named again, it is answered with this mark alone while nothing has changed."""
    may_take: bool
    open: list[AlertShown] | None
    """Null, where everything is as at that mark."""
    earlier: list[AlertShown] | None
    """Those of the last 24 hours that are over, the newest first."""
    offers: list[OfferShown]
    """Handovers of the pit that wait and concern who asks: those to them first."""


Percent = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=24 * 60)]


class AlertThresholds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From when on the house wants to be told."""

    rack_low_percent: Percent = 50
    """Less than this of the opening float is in the rack."""
    rack_heavy_percent: Percent = 150
    """More than this of the opening float is in the rack."""
    dealer_away_seconds: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 20
    """A dealer is absent so long, while players sit at the table or a round is played."""
    idle_minutes: Minutes = 30
    """A table is open so long without a round."""
    signature_minutes: Minutes = 5
    """A slip or a form waits so long for its next signature."""
    big_win_cents: Annotated[int, msgspec.Meta(ge=LEAST_LARGE_WIN, le=10**12)] = 250_000
    """A player wins so much in one round, less what they lost in it."""
    band_rounds: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 20
    """So many rounds are played before a result is held against its band."""


class ThresholdsPage(msgspec.Struct, frozen=True):
    """From when on the house is told, and whether the person who asks may change it."""

    thresholds: AlertThresholds
    usual: AlertThresholds
    """What holds where nothing was decided."""
    may_change: bool


class TakeAlert(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alert is taken: by nobody before, or over from the person who has it."""

    holder: Annotated[str, msgspec.Meta(max_length=100)] = ""


class DismissAlert(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alert is dismissed."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REASON)]


def by_urgency(alert: Alert) -> tuple[int, datetime, int]:
    """The most urgent first, then the oldest."""
    return URGENCIES.index(KINDS[alert.kind].urgency), alert.raised, alert.id
