"""What the forms of a journal say: taken from its records, before anything is laid out.

A clerk (`clerk.py`) fills these in as the lines come, so that a slip that was signed, cancelled or
counted wrongly, and a ruling with what it did to wagers, are each in one place.
"""

from datetime import datetime

import msgspec

from tablewright.table.chips import Chips, worth


class Signature(msgspec.Struct, frozen=True):
    """Who signed, at which post and when; the house, where it acted by itself."""

    post: str
    name: str
    at: datetime


class Form(msgspec.Struct, kw_only=True):
    """A form, as far as a journal fills it."""

    form: str
    at: datetime
    round: int = 0
    line: int = 0
    """The line with which it was completed; 0 if it is not completed, and so has no number."""
    number: str = ""
    says: dict[str, str] = {}
    """What was written on it when it was signed."""
    signed: list[Signature] = []

    @property
    def cents(self) -> int:
        """What it comes to, where it is about money."""
        return 0


class Inventory(Form):
    """A float that was counted; at the closing, with all that makes up the result."""

    counted: Chips
    drop: int = 0
    result: int = 0
    opening: int = 0
    """What the float was counted to be at the opening, and what the cage has sent and taken since."""
    fills: int = 0
    credits: int = 0

    @property
    def cents(self) -> int:
        return worth(self.counted)


class ErrorNotification(Form):
    """A float that was not what the records say."""

    expected: Chips
    counted: Chips

    @property
    def cents(self) -> int:
        return worth(self.counted) - worth(self.expected)


class CardSlip(Form):
    """Cards that came into play, or left the table."""

    goes_with: str = ""
    """Of a slip for cards out, the number of the slip with which they came in."""


class Count(msgspec.Struct, frozen=True):
    """A count that was not what the slip says."""

    by: Signature
    chips: Chips


class Slip(Form):
    """What two people sign for."""

    slip: int
    """Its number at the table, counted from 1."""
    chips: Chips = {}
    """Of a fill, a credit or a correction."""
    to_player: bool = False
    """Of a correction, whether the chips go to the player."""
    miscounts: list[Count] = []
    cancelled_by: str = ""
    cancelled: str = ""
    """Why it was cancelled; nothing, if it was not."""
    report: "Report | None" = None
    """What was declared or seen, where the slip is for a ruling on it."""

    @property
    def is_signed(self) -> bool:
        return bool(self.line) and not self.cancelled

    @property
    def cents(self) -> int:
        return worth(self.chips) if self.is_signed else 0


class Effect(msgspec.Struct, frozen=True):
    """What a ruling did to one wager, in cents."""

    who: str
    wager: str
    staked: int
    returned: int
    how: str


class Report(Form):
    """Something that went wrong, or was seen to happen to chips."""

    title: str
    about: str
    declared_by: str
    phase: str
    ruling: str
    effect: str
    """What the ruling does, in short."""
    rules: tuple[str, ...]
    """The ids of what happened and of the ruling."""
    source: str
    is_void: bool = False
    """Whether the ruling voids the round."""
    recorded: str = ""
    """That the record follows what was done with the chips, so that it had to be put right."""
    slip: Slip | None = None
    """The slip with which the ruling is signed, where two people must."""
    moved: list[str] = []
    """The chips that moved by the ruling, in words."""
    wagers: list[Effect] = []


class Marker(Form):
    """Limits of a player's own."""

    place: str
    player: str
    marker: str
    limits: dict[str, tuple[int, int]]
    agreed_by: str
    ended: datetime | None = None
    ended_by: str = ""
    """How they ended: others were agreed, the marker was taken away, or the player left."""


class Paid(msgspec.Struct, frozen=True):
    """Money into a box, or out of it again, in cents."""

    at: datetime
    who: str
    what: str
    cents: int


class DropAndTips(Form):
    """What went into the drop box and into the tip box."""

    drop: list[Paid] = []
    tips: list[Paid] = []
    tip_chips: Chips = {}
    removed: Signature | None = None
    """Who took the drop box away, and when."""


class OnDuty(msgspec.Struct):
    """Who held a post, since when and until when."""

    post: str
    name: str
    since: datetime
    until: datetime | None = None


class ShiftReport(Form):
    """A whole night, or as much of it as there is."""

    staff: list[OnDuty] = []
    approvals: list[Signature] = []
    """Large payments that were approved, by whom."""
    examined: list[Signature] = []
    """Cards that were examined, by whom."""
    opened: datetime | None = None
    closing: datetime | None = None
    seals: int = 0
    """Shuffles whose order was sealed: no machine knows it of cards that people shuffle."""
    late: int = 0
    """What was wagered late, in cents."""
    still_owed: int = 0
    """What players still owe of what void rounds took back, in cents."""
    over: int = 0
    """What the closing count found to be more than the records say, in cents; less, if negative."""
