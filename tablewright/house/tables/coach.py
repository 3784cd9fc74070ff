"""Has decisions judged, for the players who are there to read what comes of it.

What may take long is done beside the event loop, and no table waits for it: it is shown when done.
One thread works for every table, so that the tables share the interpreter with one that counts and not
with several; what it has found is kept for every table that plays by the same rules. Once their figures
are at hand, to judge a decision takes a fraction of sending it there and of showing the table
again afterwards: then it is judged at once, and shown with what else has happened.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context

from tablewright.advice.coaching import JUDGEMENTS
from tablewright.advice.decisions import MadeDecision
from tablewright.house.screens.coaching import Coach
from tablewright.table.setup import Book

log = logging.getLogger(__name__)

AT_ONCE = 8
"""How many decisions are judged before what was found is shown."""

_THREAD = ThreadPoolExecutor(1, "coach")


class CoachAtWork:
    """Judges what was decided at one table."""

    def __init__(self, id: str, show: Callable[[set[int]], None]) -> None:
        self._id, self._show = id, show
        self._task: asyncio.Task[None] | None = None

    def look(self, book: Book, coach: Coach | None, places: Iterable[int]) -> None:
        """See whether there is anything to judge for the players at these places."""
        if coach is None or (self._task is not None and not self._task.done()):
            return
        found = coach.waiting(places)[:AT_ONCE]
        if found and all(JUDGEMENTS.is_quick(book, made) for _, made in found):
            self._judge_all(book, [made for _, made in found])
            self._show({place for place, _ in found})
        elif found:
            self._task = asyncio.get_running_loop().create_task(
                self._judge(book, found), name=f"coach at {self._id}", context=Context()
            )

    async def _judge(self, book: Book, found: list[tuple[int, MadeDecision]]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(_THREAD, self._judge_all, book, [made for _, made in found])
        places = {place for place, _ in found}
        loop.call_soon(self._show, places)  # When this is done, there may be more.

    def _judge_all(self, book: Book, found: list[MadeDecision]) -> None:
        try:
            for made in found:
                JUDGEMENTS.judge(book, made)
        except Exception:
            log.exception("a decision at table %s could not be judged", self._id)
            for made in found:
                JUDGEMENTS.give_up(book, made)

    async def stop(self) -> None:
        """Wait for what is being judged."""
        if self._task is not None:
            await asyncio.wait([self._task])
