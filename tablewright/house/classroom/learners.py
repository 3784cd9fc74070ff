"""Everyone who learns: kept in mind for a while, one request at a time for each."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from tablewright.house.classroom.learner import Learner
from tablewright.house.classroom.moving import carry_over
from tablewright.house.classroom.records import SchoolRecords
from tablewright.house.people.person import Person
from tablewright.house.people.sessions import LONGEST
from tablewright.rules.errors import Refused

MOST_LEARNERS = 500
"""How many people are kept in mind."""
GUESTS_KEPT = LONGEST
"""How long what a guest has learnt waits for them: as long as their browser keeps its cookie."""


class Learners:
    """The people of a school. `now` gives the time."""

    def __init__(self, records: SchoolRecords, now: Callable[[], datetime]) -> None:
        self._records, self._now = records, now
        self._known: OrderedDict[str, Learner] = OrderedDict()

    @asynccontextmanager
    async def one(self, person: Person) -> AsyncIterator[Learner]:
        """A person who learns, for one request at a time.

        When something goes wrong meanwhile, they are read again: nothing is held to be known that is
        not written.
        """
        learner = self._known.setdefault(person.key, Learner(person.key))
        self._known.move_to_end(person.key)
        self._forget_some()
        async with learner.lock:
            try:
                if not learner.is_loaded:
                    await self._records.load(learner, self._now())
                learner.door = person.door.browser or learner.door
                yield learner
            except Refused:
                raise
            except BaseException:
                learner.is_loaded = False
                raise

    def _forget_some(self) -> None:
        surplus = len(self._known) - MOST_LEARNERS
        for key in list(self._known)[: max(surplus, 0)]:
            if not self._known[key].lock.locked():
                del self._known[key]

    # Guests ---------------------------------------------------------------------------------------

    async def carry_over(self, guest: str, person: Person) -> None:
        """What a guest has learnt is from now on another's: their account's, or a new guest's."""
        async with self.one(Person(guest, "")) as before, self.one(person) as after:
            before.is_loaded = after.is_loaded = False  # Both are read again, whatever happens.
            await carry_over(
                self._records.database, guest, person.key, person.door.browser, self._now()
            )

    async def forget(self, guest: str) -> None:
        """A guest has gone for good."""
        async with self.one(Person(guest, "")) as learner:
            learner.is_loaded = False
            await self._records.forget_guest(guest)

    async def forget_gone(self) -> None:
        """Forget the guests who have not come back while they could."""
        for guest in await self._records.guests_before(self._now() - GUESTS_KEPT):
            await self.forget(guest)
