"""What many ask to have written at the same moment is written in one transaction, not in one each.

Every transaction waits for the disk, and writes whole pages into the log for a row. A crowd that comes
in at once would keep the disk from everyone else. Those who come while one is being written go with the
next. What fails because of a row is written again one by one, so that nobody fails by another's. Any
other failure, such as a full disk, is everyone's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from sqlalchemy.exc import IntegrityError

Wanted = TypeVar("Wanted")
Made = TypeVar("Made")

MOST_AT_ONCE = 100


class Together(Generic[Wanted, Made]):
    """Writes by `write`, which is given what is wanted and gives back what was made of it, in order."""

    def __init__(self, write: Callable[[Sequence[Wanted]], Awaitable[Sequence[Made]]]) -> None:
        self._write = write
        self._waiting: list[tuple[Wanted, asyncio.Future[Made]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def made(self, wanted: Wanted) -> Made:
        """What was made of something, once it is kept for good."""
        answer: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, answer))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all(), name="writes together")
        return await answer

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                some, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._write_some(some)
        finally:
            self._writing = None

    async def _write_some(self, some: Sequence[tuple[Wanted, asyncio.Future[Made]]]) -> None:
        try:
            made = await self._write([wanted for wanted, _ in some])
        except Exception as failed:
            if isinstance(failed, IntegrityError) and len(some) > 1:
                for each in some:
                    await self._write_some([each])
                return
            for _, answer in some:
                if not answer.done():  # Who has gone meanwhile waits no longer.
                    answer.set_exception(failed)
            return
        for (_, answer), found in zip(some, made, strict=True):
            if not answer.done():
                answer.set_result(found)
