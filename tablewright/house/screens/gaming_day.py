"""The gaming day of a house: when it begins, and the shifts that it is divided into.

Times are those of the house's own time zone, at a quarter of an hour; every time zone is so many of
them from UTC. The day begins with its first shift, and its last one ends with it, whatever clocks were
put on or back meanwhile.
"""

import logging
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Annotated, NamedTuple

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.screens.time_zones import zone_named
from tablewright.rules.errors import Refused, quoted

log = logging.getLogger(__name__)

SETTING = "gaming-day"
MOST_SHIFTS = 6
LONGEST_NAME = 30
BEGINS = re.compile(r"([01]\d|2[0-3]):(00|15|30|45)")
WHOLE_DAY = "day"
"""By which the whole of a gaming day is asked for; its shifts are by their numbers."""


class Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shift as the house has set it; it ends when the next begins."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    begins: Annotated[str, msgspec.Meta(max_length=5)]
    """In the house's time zone: `06:00`, at a quarter of an hour."""


class GamingDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the house's days and shifts begin; the first shift begins the day."""

    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    shifts: Annotated[tuple[Shift, ...], msgspec.Meta(max_length=MOST_SHIFTS)] = (
        Shift("Day", "06:00"),
        Shift("Swing", "14:00"),
        Shift("Grave", "22:00"),
    )

    @property
    def tz(self) -> tzinfo:
        return zone_named(self.zone) or UTC


class Period(NamedTuple):
    """A gaming day or one of its shifts."""

    id: str
    """`day`, or the number of a shift."""
    name: str
    """Of a shift; nothing for the day."""
    day: date
    begins: datetime
    ends: datetime


def refuse_gaming_day(asked: GamingDay) -> None:
    """Refuse a day that has no shift, or shifts that do not follow each other round the clock."""
    if zone_named(asked.zone) is None:
        raise Refused(
            f"zone: expected a time zone such as America/Los_Angeles, not {quoted(asked.zone)}"
        )
    if not asked.shifts:
        raise Refused(f"shifts: expected one to {MOST_SHIFTS}")
    names = [each.name.strip() for each in asked.shifts]
    if not all(name and name.isprintable() for name in names) or len(set(names)) < len(names):
        raise Refused("shifts: expected a name for each, and each name once")
    for each in asked.shifts:
        if not BEGINS.fullmatch(each.begins):
            raise Refused(
                f"a shift begins at {quoted(each.begins)}: expected a time such as 06:00 or 14:30,"
                " at a quarter of an hour"
            )
    minutes = [_minutes_after(asked.shifts[0], each) for each in asked.shifts]
    if sorted(set(minutes)) != minutes:
        raise Refused("shifts: expected each to begin after the one before it, within 24 hours")


def _minutes_after(first: Shift, other: Shift) -> int:
    """How long after the first a shift begins, by the clock on the wall."""
    return (_minutes(other) - _minutes(first)) % (24 * 60)


def _minutes(shift: Shift) -> int:
    begins = time.fromisoformat(shift.begins)
    return begins.hour * 60 + begins.minute


def day_of(house: GamingDay, at: datetime) -> date:
    """The gaming day that a moment belongs to."""
    day = at.astimezone(house.tz).date()
    return day if begin_of_day(house, day) <= at else day - timedelta(days=1)


def begin_of_day(house: GamingDay, day: date) -> datetime:
    return _moment(house, day, house.shifts[0])


def periods(house: GamingDay, day: date) -> Sequence[Period]:
    """A whole gaming day, and then its shifts."""
    first, following = house.shifts[0], day + timedelta(days=1)
    begins = [
        _moment(house, day if _minutes(each) >= _minutes(first) else following, each)
        for each in house.shifts
    ]
    ends = [*begins[1:], begin_of_day(house, following)]
    shifts = [
        Period(str(number), shift.name, day, begin, end)
        for number, (shift, begin, end) in enumerate(
            zip(house.shifts, begins, ends, strict=True), start=1
        )
    ]
    return [Period(WHOLE_DAY, "", day, begins[0], ends[-1]), *shifts]


def _moment(house: GamingDay, day: date, shift: Shift) -> datetime:
    local = datetime.combine(day, time.fromisoformat(shift.begins), house.tz)
    return local.astimezone(UTC)


class GamingDays:
    """When the days and shifts of a house begin, as it is kept and changed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._kept: GamingDay | None = None

    async def now(self) -> GamingDay:
        """What holds now; the usual shifts, where what is kept cannot be read."""
        return self._kept if self._kept is not None else await self.read_again()

    async def read_again(self) -> GamingDay:
        """What is written, though another server of the house may have written it."""
        async with self.database.reading() as connection:
            kept = await setting(connection, SETTING)
        try:
            found = GamingDay()
            if kept:
                found = _decode(kept)
                refuse_gaming_day(found)
        except (msgspec.MsgspecError, ValueError, Refused):
            log.error("the setting %s cannot be read: set the shifts anew in the pit", SETTING)
            found = GamingDay()
        self._kept = found
        return found

    @property
    def tz(self) -> tzinfo:
        """The time zone of the house, as it was last read."""
        return (self._kept or GamingDay()).tz

    async def set(self, asked: GamingDay) -> GamingDay:
        """The house sets its shifts otherwise; what is counted by them follows at once."""
        refuse_gaming_day(asked)
        shifts = tuple(Shift(each.name.strip(), each.begins) for each in asked.shifts)
        new = GamingDay(asked.zone, shifts)
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, msgspec.json.encode(new).decode())
        self._kept = new
        return new


_decode = msgspec.json.Decoder(GamingDay).decode
