"""The workbench of a house: who may use it, whose turn it is, and the processes that count for it."""

from tablewright.house.books.database import Database
from tablewright.house.people.caps import USUAL_CAPS, Caps
from tablewright.house.people.person import Person
from tablewright.house.people.throttle import TooManyTries, network
from tablewright.house.workbench.messages import Answer, Asked
from tablewright.house.workbench.pool import BUSY_SECONDS, Pool, Standing
from tablewright.house.workbench.settings import KeptSettings, WorkbenchSettings
from tablewright.house.workbench.turns import Place
from tablewright.rules.errors import Refused
from tablewright.rules.language import say

PATIENCE_SECONDS = 0.4
"""After so long who asked hears how far it is, and asks again."""
FILE_SECONDS = 120.0
"""Who asks for a file waits for it."""


class Workbench:
    """Answers questions about versions of games."""

    def __init__(self, database: Database, caps: Caps = USUAL_CAPS) -> None:
        self.settings = KeptSettings(database)
        self._caps = caps
        self.pool = Pool(most_waiting=caps.questions)

    async def close(self) -> None:
        await self.pool.close()

    async def set(self, settings: WorkbenchSettings) -> None:
        await self.settings.set(settings)
        self.pool.most_workers = settings.processes

    async def answer(self, person: Person, slot: str, asked: Asked) -> Answer | Standing:
        """What is asked, or how far it is: ask again, until it is there."""
        return await self._ask(person, slot, asked, PATIENCE_SECONDS)

    async def file(self, person: Person, asked: Asked) -> bytes:
        """What is asked as a file, however long it takes."""
        answer = await self._ask(person, "files", asked, FILE_SECONDS)
        if isinstance(answer, Standing):
            raise Refused(say("The file is not ready yet: ask for it again."))
        return answer.content

    def leave(self, person: Person, slot: str) -> None:
        """They look at something else now: what only they waited for is not worked on."""
        self.pool.leave(_place(person, slot))

    async def _ask(
        self, person: Person, slot: str, asked: Asked, patience: float
    ) -> Answer | Standing:
        self.pool.most_workers = (await self.settings.now()).processes
        place = _place(person, slot)
        if not person.account:
            self._refuse_too_many(place)
        return await self.pool.answer(place, asked, patience)

    def _refuse_too_many(self, place: Place) -> None:
        """Those without an account share what their address may have waiting."""
        near = place.asker.partition(" ")[0]
        waiting = sum(
            other.asker.partition(" ")[0] == near and other != place for other, _ in self.pool.turns
        )
        if waiting >= self._caps.questions_each:
            why = say("Many questions from your address wait already")
            raise TooManyTries(BUSY_SECONDS, why)


def _place(person: Person, slot: str) -> Place:
    """Where an answer is awaited: passers-by are told apart by their page, the slot's first part."""
    if person.account:
        return Place(person.key, slot)
    who = person.key or slot.partition(".")[0]
    return Place(f"@{network(person.door.address)} {who}", slot)
