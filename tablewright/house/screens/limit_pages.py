"""A player's own limits as their page shows them; no other page has them."""

from datetime import datetime

import msgspec

from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.own_limits import LOOSER_AFTER, OwnLimits


class ComingLimit(msgspec.Struct, frozen=True):
    """A looser limit that holds later; no limit any more, if it has no value."""

    value: int | None
    since: datetime


class OwnLimit(msgspec.Struct, frozen=True):
    """A limit as it holds now, and a looser one that is to come."""

    value: int | None
    coming: ComingLimit | None


class LimitsShown(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a player has set, and how today has gone so far."""

    loss: OwnLimit
    """The most to be lost in a day, in cents; money and practice count apart."""
    minutes: OwnLimit
    """The most time to be played in a day."""
    check: OwnLimit
    """After how many minutes of play to be told how one stands."""
    break_until: datetime | None
    looser_after_hours: int
    """How long a looser limit waits."""
    day_ends: datetime
    played_minutes: int
    money: int
    """Won today at tables for money, in cents; less than nothing, if lost."""
    practice: int


def limits_shown(keeper: LimitKeeper, key: str) -> LimitsShown:
    """A player's own limits now."""
    limits, played = keeper.limits(key), keeper.played(key)
    return LimitsShown(
        loss=_shown(limits, "loss"),
        minutes=_shown(limits, "minutes"),
        check=_shown(limits, "check"),
        break_until=limits.break_until,
        looser_after_hours=int(LOOSER_AFTER.total_seconds() // 3600),
        day_ends=keeper.day_ends,
        played_minutes=int(played.seconds // 60),
        money=played.money,
        practice=played.practice,
    )


def _shown(limits: OwnLimits, name: str) -> OwnLimit:
    coming = limits.coming.get(name)
    return OwnLimit(
        getattr(limits, name), ComingLimit(coming.value, coming.since) if coming else None
    )
