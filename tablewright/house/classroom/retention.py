"""How long the school's records are kept: once a day what is older than the house keeps it goes."""

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime

from tablewright.house.books.auditing import note
from tablewright.house.books.database import Database
from tablewright.house.classroom.clearing import clear_before, keep_since
from tablewright.house.classroom.evidence import evidence
from tablewright.house.classroom.policy import Policies
from tablewright.house.classroom.register import Register

log = logging.getLogger(__name__)


class Retention:
    """The daily clearing of a house. `now` gives the time."""

    def __init__(
        self,
        database: Database,
        policy: Policies,
        register: Register,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.database, self.policy, self.register = database, policy, register
        self.now = now or (lambda: datetime.now(UTC))
        self._done: date | None = None
        """The day on which it was done last."""

    async def look(self) -> None:
        """Do it, if it was not done today."""
        today = self.now().date()
        if self._done != today:
            await self.clear()
            self._done = today

    async def clear(self) -> dict[str, int]:
        """Take away what is too old; how many rows of each kind went.

        Where an entry of the register cannot be read nothing goes, as it may rest on anything.
        """
        years = (await self.policy.now()).keep_years
        if years is None:
            async with self.database.writing() as connection:
                await keep_since(connection, None)
            return {}
        rests = evidence(await self.register.all())
        async with self.database.writing() as connection:
            gone = await clear_before(connection, years_before(self.now(), years), rests)
            if gone:
                note(connection, "records-cleared", said={**gone, "years": years})
        if gone:
            told = ", ".join(f"{count} {name}" for name, count in gone.items())
            log.info("records of the school older than %s years were removed: %s", years, told)
        return gone


def years_before(at: datetime, years: int) -> datetime:
    """The same day so many years before; the last of February, where there was none.

    >>> years_before(datetime(2028, 2, 29, 12), 1)
    datetime.datetime(2027, 2, 28, 12, 0)
    """
    try:
        return at.replace(year=at.year - years)
    except ValueError:
        return at.replace(year=at.year - years, day=28)
