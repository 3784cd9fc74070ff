"""What the pit sees of its dealers: who may deal which game with which device, and until when."""

from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec

Standing: TypeAlias = Literal["holds", "soon", "conversion", "ended"]
"""Soon: it holds, and ends within the days that the house is warned before. Conversion: the rules, or
the device, are others than the holder was examined in, and a conversion in just that renews it."""


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house has decided about certificates and records, until it decides otherwise."""

    certified_only: bool = False
    """Whether a new table for money accepts only certified dealers; its opener may say otherwise."""
    valid_months: int | None = None
    """For how many months a certificate holds at most; as long as its rules do, if null."""
    warn_days: int = 30
    """How many days before a certificate ends the pit is warned."""
    keep_years: int | None = None
    """For how many years records of the school are kept; as long as the house is open, if null."""


class MayDealShown(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a dealer may deal a game with a device, under one set of rules."""

    game: str
    game_name: str
    device: str
    device_name: str
    ruleset: str
    where: str
    """Whose rules: the usual ones of the house, or those of open tables, by name."""
    standing: Standing
    says: str
    """Why it has ended, or when it will; nothing, while it simply holds."""
    until: date | None
    certificate: str
    certified: datetime
    examiner: str


class DealerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A dealer, and what they may deal."""

    number: int
    """Of their account."""
    name: str
    deals: list[MayDealShown]


class DealersPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everyone with the duty of dealer; those with something to see to come first."""

    dealers: list[DealerRow]
    warnings: list[str]
    """Which certificates have ended, or end soon, in words."""
    policy: Policy
    may_change: bool
    """Whether the person who asks may change the policy."""
