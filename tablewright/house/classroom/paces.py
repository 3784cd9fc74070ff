"""How long an answer should take in this house: as it has set, or as its instructors have shown."""

import time
from collections.abc import Callable

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.classroom.records import SchoolRecords
from tablewright.house.people.accounts import Accounts, Duty
from tablewright.rules.errors import Refused, quoted
from tablewright.school.pace import Pace, learnt, own_seconds

SETTING = "school-pace"
HOLDS_SECONDS = 600.0
"""How long what the instructors have shown is not asked for again."""
LEAST_SECONDS, MOST_SECONDS = 1.0, 3600.0
MOST_SET = 5000

_decode = msgspec.json.Decoder(dict[str, float]).decode


class Paces:
    """The pace of a house, read now and then."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.database, self.accounts, self._clock = database, accounts, clock
        self._records = SchoolRecords(database)
        self._found: tuple[float, Pace] | None = None

    async def now(self) -> Pace:
        """What holds now."""
        if self._found is None or self._clock() - self._found[0] > HOLDS_SECONDS:
            self._found = self._clock(), await self._read()
        return self._found[1]

    async def _read(self) -> Pace:
        own = own_seconds()
        accounts = await self.accounts.all()
        teachers = [each.key for each in accounts if each.has(Duty.INSTRUCTOR)]
        shown = learnt(await self._records.runs(teachers), own) if teachers else {}
        return Pace(own=own, by_house=await self._set(), by_teachers=shown)

    async def _set(self) -> dict[str, float]:
        async with self.database.reading() as connection:
            kept = await setting(connection, SETTING)
        try:
            found = _decode(kept) if kept else {}
        except (msgspec.MsgspecError, TypeError, ValueError):
            return {}  # A row that cannot be read sets nothing.
        return {id: each for id, each in found.items() if _is_time(each)}

    async def set(self, seconds: dict[str, float]) -> None:
        """The house sets how long answers should take, by skill or by drill; others are as before."""
        if len(seconds) > MOST_SET:
            raise Refused(f"seconds: expected at most {MOST_SET} skills and drills")
        for id, each in seconds.items():
            if not _is_time(each):
                raise Refused(
                    f"{quoted(id)} is set to {each:g} seconds:"
                    f" expected {LEAST_SECONDS:g} to {MOST_SECONDS:g}"
                )
        value = msgspec.json.encode(seconds).decode()
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, value)
        self._found = None


def _is_time(seconds: float) -> bool:
    return LEAST_SECONDS <= seconds <= MOST_SECONDS
