"""Keeps the limits that players set for themselves, and what each has won, lost and played today.

All of it is in memory as well, so that a table asks without waiting. Where several servers form the
house, each counts those who sit at its own tables, and reads of others what they have written.
What is won and lost is written by the ledger together with the lines that say so. Time is that of
having a seat, at one table or at several at once, by the server's own clock, which nobody can set; it
is written every minute, and when the doors close. The day is that of a clock that never goes back,
not even over a restart.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, select, text

from tablewright.house.books import schema as s
from tablewright.house.books.database import Database, readable
from tablewright.house.books.entries import Result, as_text
from tablewright.house.books.outage import first_line
from tablewright.house.people.own_limits import (
    NONE_SET,
    AtRisk,
    OwnLimits,
    PlayedToday,
    Stop,
    stop,
)

log = logging.getLogger(__name__)

PUT_LIMITS = text(
    "INSERT INTO own_limits (person, kept, changed) VALUES (:person, :kept, :changed)"
    " ON CONFLICT (person) DO UPDATE SET kept = excluded.kept, changed = excluded.changed"
)
PUT_TIME = text(
    "INSERT INTO play_days (person, day, money, practice, seconds, unchecked)"
    " VALUES (:person, :day, 0, 0, :seconds, :unchecked) ON CONFLICT (person, day)"
    " DO UPDATE SET unchecked = excluded.unchecked, seconds = CASE"
    " WHEN play_days.seconds > excluded.seconds THEN play_days.seconds ELSE excluded.seconds END"
)
LATEST = "limits-seen"
"""The setting that says up to when the house has kept limits: its clock does not go back behind it."""


class LimitKeeper:
    """Own limits of all. Use `open`. `now` is the time of day, `seconds` the server's own clock."""

    def __init__(
        self,
        database: Database | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.database, self.now, self.seconds = database, now, seconds
        self._latest = datetime.min.replace(tzinfo=UTC)
        self._day = date.min
        self._limits: dict[str, OwnLimits] = {}
        self._played: dict[str, PlayedToday] = {}
        self._since: dict[str, float] = {}
        """Up to when the time of everybody who has a seat is counted."""
        self._at_table: dict[str, frozenset[str]] = {}
        self._to_write: set[str] = set()
        self._changing = asyncio.Lock()

    @classmethod
    async def open(
        cls, database: Database, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> "LimitKeeper":
        """Know what was there when the house was closed."""
        keeper = cls(database, now)
        async with database.reading() as connection:
            rows = await connection.execute(select(s.own_limits))
            keeper._limits = dict(readable(rows, _limits))
            latest = await connection.scalar(
                select(s.settings.c.value).where(s.settings.c.key == LATEST)
            )
            changed = await connection.scalar(select(func.max(s.own_limits.c.changed)))
        for said in (latest, changed):
            with suppress(TypeError, ValueError):
                keeper._latest = max(keeper._latest, datetime.fromisoformat(str(said)))
        await keeper.read_again()
        return keeper

    # Time -----------------------------------------------------------------------------------------

    def _look(self) -> datetime:
        """What time it is; on another day everybody begins with nothing won, lost or played."""
        self._latest = max(self._latest, self.now())
        if self._latest.date() > self._day:
            for key in self._since:
                self._count(key)
            before, self._day = self._played, self._latest.date()
            # Those who play through midnight are told how they stand in due time all the same.
            self._played = {
                key: PlayedToday(unchecked=before[key].unchecked) for key in self._since
            }
            self._to_write = set(self._since)
        return self._latest

    def _count(self, key: str) -> None:
        now = self.seconds()
        passed = max(0.0, now - self._since[key])
        self._since[key] = now
        played = self._played.get(key, PlayedToday())
        self._played[key] = played._replace(
            seconds=played.seconds + passed, unchecked=played.unchecked + passed
        )
        self._to_write.add(key)

    @property
    def day_ends(self) -> datetime:
        """When another day begins."""
        tomorrow = self._look().date() + timedelta(days=1)
        return datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=UTC)

    def sit(self, table: str, people: Iterable[str]) -> None:
        """Who has a seat at a table now."""
        before = self._at_table.get(table, frozenset())
        seated = frozenset(people)
        if seated == before:
            return
        self._look()
        self._at_table[table] = seated
        if not seated:
            del self._at_table[table]
        for key in before - seated:
            if not any(key in each for each in self._at_table.values()):
                self._count(key)
                del self._since[key]
        for key in seated - before:
            self._since.setdefault(key, self.seconds())
            self._played.setdefault(key, PlayedToday())

    # Asking ---------------------------------------------------------------------------------------

    def has_any(self, key: str) -> bool:
        """Whether a player has ever set anything."""
        return key in self._limits

    def limits(self, key: str) -> OwnLimits:
        """What a player has set, as it holds now."""
        return self._limits.get(key, NONE_SET).at(self._look())

    def played(self, key: str) -> PlayedToday:
        """What a player has won, lost and played today."""
        self._look()
        if key in self._since:
            self._count(key)
        return self._played.get(key, PlayedToday())

    def stop(self, key: str, risk: AtRisk, *, is_practice: bool) -> Stop | None:
        """What keeps a player from a wager at a table, if anything of their own does."""
        limits = self.limits(key)
        if limits == NONE_SET:
            return None
        return stop(limits, self.played(key), risk, self.day_ends, is_practice=is_practice)

    def due_in(self, key: str) -> float | None:
        """In how many seconds something of a seated player's own comes to its end, if anything does."""
        limits = self.limits(key)
        if limits == NONE_SET or key not in self._since:
            return None
        played, now = self.played(key), self._latest
        waits = [
            60 * minutes - passed
            for minutes, passed in (
                (limits.minutes, played.seconds),
                (limits.check, played.unchecked),
            )
            if minutes is not None
        ]
        moments = [each.since for each in limits.coming.values()]
        moments += [self.day_ends, *([limits.break_until] if limits.break_until else [])]
        waits += [(each - now).total_seconds() for each in moments]
        return min((each for each in waits if each > 0), default=None)

    # Changing -------------------------------------------------------------------------------------

    async def change(self, key: str, asked: dict[str, int | None]) -> OwnLimits:
        """A player sets limits: the stricter hold at once, the looser a day later."""
        async with self._changing:
            return await self._keep(key, self.limits(key).changed(asked, self._look()))

    async def take_break(self, key: str, until: datetime) -> OwnLimits:
        """A player takes a break."""
        async with self._changing:
            return await self._keep(key, self.limits(key).with_break(until, self._look()))

    async def _keep(self, key: str, limits: OwnLimits) -> OwnLimits:
        assert self.database is not None
        kept, changed = msgspec.json.encode(limits).decode(), as_text(self._latest)
        async with self.database.writing() as connection:
            if limits == NONE_SET:
                await connection.execute(_of([key]))
            else:
                await connection.execute(
                    PUT_LIMITS, {"person": key, "kept": kept, "changed": changed}
                )
        self._limits[key] = limits
        return limits

    async def play_on(self, key: str) -> None:
        """A player has been told how they stand, and plays on."""
        self._played[key] = self.played(key)._replace(unchecked=0.0)
        self._to_write.add(key)
        await self.write()

    # What is won and lost -------------------------------------------------------------------------

    @property
    def day(self) -> str:
        """The day that something happens on."""
        self._look()
        return self._day.isoformat()

    def hear(self, results: Iterable[Result]) -> None:
        """What players have won or lost is written down."""
        today = self.day
        for person, day, money, practice in results:
            if day == today:
                before = self._played.get(person, PlayedToday())
                self._played[person] = before._replace(
                    money=before.money + money, practice=before.practice + practice
                )

    # The database ---------------------------------------------------------------------------------

    async def read_again(self, key: str = "") -> None:
        """Know what is written of today, of all or of one; whether the last of it was is not known
        otherwise, nor what another server of the house has written."""
        if self.database is None:
            return
        asked = select(s.play_days).where(s.play_days.c.day == self.day)
        if key:
            asked = asked.where(s.play_days.c.person == key)
        async with self.database.reading() as connection:
            rows = await connection.execute(asked)
            for key, kept in readable(rows, _played):
                here = self._played.get(key, PlayedToday())
                self._played[key] = kept._replace(
                    seconds=max(kept.seconds, here.seconds),
                    unchecked=here.unchecked if key in self._since else kept.unchecked,
                )

    async def read_limits(self, key: str) -> None:
        """Know what a player has set, and that they play on, where another server was told of it."""
        assert self.database is not None
        of_them = (s.own_limits.c.person == key, s.play_days.c.person == key)
        async with self.database.reading() as connection:
            limits = readable(
                await connection.execute(select(s.own_limits).where(of_them[0])), _limits
            )
            played = readable(
                await connection.execute(
                    select(s.play_days).where(of_them[1], s.play_days.c.day == self.day)
                ),
                _played,
            )
        self._limits.pop(key, None)
        self._limits.update(limits)
        for _, kept in played:
            here = self.played(key)
            self._played[key] = here._replace(unchecked=min(here.unchecked, kept.unchecked))

    async def write(self) -> None:
        """Write down how long people have played, and what time it is."""
        if self.database is None:
            return
        now = self._look()
        for key in self._since:
            self._count(key)
        keys, self._to_write = self._to_write, set()
        rows = [
            {
                "person": key,
                "day": self._day.isoformat(),
                "seconds": self._played[key].seconds,
                "unchecked": self._played[key].unchecked,
            }
            for key in sorted(keys)
            if key in self._played
        ]
        try:
            async with self.database.writing() as connection:
                if rows:
                    await connection.execute(PUT_TIME, rows)
                await connection.execute(
                    text(
                        "INSERT INTO settings (key, value) VALUES (:key, :value)"
                        " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                    ),
                    {"key": LATEST, "value": as_text(now)},
                )
        except BaseException:
            self._to_write |= keys
            raise

    async def close(self) -> None:
        """Write down how long people have played; without a database the doors close all the same."""
        try:
            await self.write()
        except Exception as failed:
            log.error("how long people have played could not be written: %s", first_line(failed))

    async def look_after(self, guests: Collection[str]) -> None:
        """Write what is not written; forget past days, and the limits of guests who have gone."""
        if self.database is None:
            return
        await self.write()
        gone = [
            key
            for key in self._limits
            if key.startswith("g:") and key not in guests and key not in self._since
        ]
        day = self.day
        async with self.database.writing() as connection:
            await connection.execute(delete(s.play_days).where(s.play_days.c.day < day))
            if gone:
                await connection.execute(_of(gone))
        for key in gone:
            del self._limits[key]


def _of(keys: Collection[str]) -> Any:
    return delete(s.own_limits).where(s.own_limits.c.person.in_(keys))


def _limits(row: Row[Any]) -> tuple[str, OwnLimits]:
    try:
        return _key(row), msgspec.json.decode(row.kept, type=OwnLimits)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"the limits of a player: {wrong}") from None


def _played(row: Row[Any]) -> tuple[str, PlayedToday]:
    said = row.money, row.practice, row.seconds, row.unchecked
    try:
        return _key(row), msgspec.convert(said, PlayedToday)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"what a player has won today: {wrong}") from None


def _key(row: Row[Any]) -> str:
    if not isinstance(row.person, str):
        raise TypeError("whose it is")
    return row.person
