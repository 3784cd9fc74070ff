"""The pool: a few processes that count, and everything that waits for them.

Nothing is counted in the house's own process, and there are never more processes than the house has
set, so that the tables keep their part of the machine however many people sit at the workbench. A
question that several ask is worked on once. What nobody has asked about for a while is dropped, and so
is a search whose asker has gone. A process that ends or hangs is replaced; who waited for it is told.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from tablewright.house.people.throttle import TooManyTries
from tablewright.house.screens.asked_process import AskedProcess, Broken
from tablewright.house.screens.shelf import Shelf
from tablewright.house.workbench.messages import MOST_LONG_SECONDS, Answer, Asked, FromProcess, News
from tablewright.house.workbench.turns import Place, Turns
from tablewright.rules.errors import Refused
from tablewright.rules.language import say

log = logging.getLogger(__name__)

PROCESS = "tablewright.house.workbench.counting_process"
USUAL_WORKERS, MOST_WORKERS = 2, 8
MOST_MEGABYTES = 1200
"""A process that has had more is replaced: counts of several games and readings lie in it."""
MOST_BYTES = 32_000_000
"""So much of what was answered is kept at hand."""
IDLE_SECONDS = 300.0
"""After so long without work a process ends, and with it what it has in memory."""
FORGOTTEN_SECONDS = 20.0
"""What nobody has asked about for so long is not worked on any more."""
LOOKS_SECONDS = 5.0
MOST_EACH = 8
"""So many questions of one asker wait; one more takes the place of the oldest."""
BUSY_SECONDS = 5
FIRST_GUESS_SECONDS = 3.0
"""How long a question is said to take before one like it was answered."""
PATIENT_EACH, MOST_PATIENT = 0.05, 3.0
"""Who asks again hears so many seconds later for each question that waits; and at most so many."""
MOST_GUESSED, LEAST_TOLD = 0.95, 0.05
"""How far a guess goes before the end; and from where on a search can tell how long it takes."""

_encoded = msgspec.msgpack.Encoder().encode
_from_process = msgspec.msgpack.Decoder(FromProcess).decode


class Unworkable(Refused):
    """What could not be worked out, by no fault of the person's: it may be tried again."""


class Replaced(Refused):
    """A newer question has taken the place of this one."""


class Standing(NamedTuple):
    """How far a question is."""

    part: float | None
    """How much of the work is done; None while it waits for its turn."""
    seconds: float
    """How long it takes from its turn on, about."""
    ahead: int
    """How many questions wait with it."""


@dataclass(eq=False)
class Work:
    """A question that is asked, until it is answered."""

    key: str
    asked: Asked
    done: "asyncio.Future[Answer]"
    heard: float
    """When it was last asked about."""
    places: set[Place] = field(default_factory=set)
    worker: "Worker | None" = None
    began: float = 0.0
    part: float = 0.0


class Worker:
    """One process, and the thread that waits for it."""

    def __init__(self, number: int, most_megabytes: int) -> None:
        self.process = AskedProcess(PROCESS, most_megabytes)
        self.thread = ThreadPoolExecutor(1, f"workbench-{number}")
        self.is_busy = False
        self.holds = ""
        """The game that it worked on last, whose counts lie in its memory."""
        self.rest: asyncio.TimerHandle | None = None

    def ask(self, asked: Asked, most_seconds: float, hear: Callable[[News], None]) -> Answer:
        """What the process answers; `Broken`, if it does not within the question's time."""

        def is_answer(said: bytes) -> bool:
            message = _from_process(said)
            if isinstance(message, News):
                hear(message)
            return isinstance(message, Answer)

        seconds = min(asked.most_seconds, most_seconds)
        said = _from_process(self.process.exchange(_encoded(asked), seconds, is_answer))
        assert isinstance(said, Answer)
        if said.is_last:
            self.process.stop()
        return said


class Pool:
    """Has questions answered by a few processes, a fair turn for each asker."""

    def __init__(
        self,
        workers: int = USUAL_WORKERS,
        most_waiting: int = 400,
        most_megabytes: int = MOST_MEGABYTES,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.most_workers, self._most_waiting = workers, most_waiting
        self.most_seconds = MOST_LONG_SECONDS
        """The longest that anything may take, whatever is asked."""
        self._most_megabytes, self._idle_seconds = most_megabytes, idle_seconds
        self.workers: list[Worker] = []
        self.turns = Turns()
        self._works: dict[str, Work] = {}
        self._at: dict[Place, str] = {}
        self._took: dict[str, float] = {}
        self._kept: Shelf[str, Answer] = Shelf(MOST_BYTES)
        self._running: set[asyncio.Task[None]] = set()
        self._look: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def close(self) -> None:
        """Nothing more is worked on."""
        self._is_closed = True
        if self._look is not None:
            self._look.cancel()
        for worker in self.workers:
            if worker.rest is not None:
                worker.rest.cancel()
            worker.process.end()
        for task in list(self._running):
            task.cancel()
        for work in list(self._works.values()):
            self._end(work)
        for worker in self.workers:
            await asyncio.to_thread(worker.thread.shutdown, cancel_futures=True)
            worker.process.stop()

    # Asking ---------------------------------------------------------------------------------------

    async def answer(self, place: Place, asked: Asked, patience: float) -> Answer | Standing:
        """The answer, or how far it is after so many seconds: ask again, until it is there."""
        found = self._kept.find(asked.key)
        if found is not None:
            self.leave(place)
            return found
        is_again = self._at.get(place) == asked.key
        work = self._join(place, asked)
        if is_again and work.worker is None:
            # Who has heard that they wait need not hear it often: the tables would pay for that.
            patience += min(MOST_PATIENT, PATIENT_EACH * len(self.turns))
        await asyncio.wait([work.done], timeout=patience)
        if not work.done.done():
            return self._standing(work)
        if work.done.cancelled():
            raise Replaced(say("A newer question has taken the place of this one."))
        return work.done.result()

    def leave(self, place: Place) -> None:
        """Nobody waits there any more: what only they waited for is not worked on."""
        self.turns.take_back(place)
        self._turn_away(place)

    def _turn_away(self, place: Place) -> None:
        """They wait for something else now; their turn may stay theirs."""
        work = self._works.get(self._at.pop(place, ""))
        if work is None:
            return
        work.places.discard(place)
        if not work.places:
            self._drop(work)

    def _join(self, place: Place, asked: Asked) -> Work:
        """Wait for a question at a place: the newest of what is asked there."""
        loop = asyncio.get_running_loop()
        if self._is_closed:
            raise Unworkable(say("The house is closing: nothing more is counted."))
        if self._at.get(place) != asked.key:
            self._turn_away(place)
        work = self._works.get(asked.key)
        if work is None:
            self._refuse_too_many(place)
            work = Work(asked.key, asked, loop.create_future(), loop.time())
            self._works[work.key] = work
        work.heard = loop.time()
        work.places.add(place)
        self._at[place] = work.key
        if work.worker is None:
            # Who types on keeps their turn: in a queue they would never be answered otherwise.
            self.turns.put(place, work.key)
            self._go_on()
        else:
            self.turns.take_back(place)
        if self._look is None:
            self._look = loop.call_later(LOOKS_SECONDS, self._look_after)
        return work

    def _refuse_too_many(self, place: Place) -> None:
        if any(each == place for each, _ in self.turns):  # It takes the place of one that waits.
            return
        if self.turns.of(place.asker) >= MOST_EACH:
            oldest = next(each for each, _ in self.turns if each.asker == place.asker)
            self.leave(oldest)
        if len(self.turns) >= self._most_waiting:
            raise TooManyTries(BUSY_SECONDS, say("Many people are using the workbench"))

    def _standing(self, work: Work) -> Standing:
        seconds = self._took.get(work.asked.pace, FIRST_GUESS_SECONDS)
        if work.worker is None:
            return Standing(None, seconds, max(0, len(self.turns) - len(work.places)))
        spent = asyncio.get_running_loop().time() - work.began
        if not work.asked.is_long:
            # What is counted comes in a few large pieces: time says more of how far it is.
            return Standing(max(work.part, min(MOST_GUESSED, spent / seconds)), seconds, 0)
        if work.part > LEAST_TOLD:
            seconds = spent / work.part
        return Standing(work.part, seconds, 0)

    # Working --------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Give what waits to a worker that is free."""
        while not self._is_closed and self._has_room():
            key = self.turns.next(self._is_due)
            if key is None:
                return
            work = self._works[key]
            for place in work.places:
                self.turns.take_back(place)
            worker = self._free_worker(work.asked.game)
            worker.is_busy, work.worker = True, worker
            task = asyncio.create_task(self._run(work, worker))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _has_room(self) -> bool:
        return sum(each.is_busy for each in self.workers) < self.most_workers

    def _is_due(self, key: str) -> bool:
        """A search leaves a process to those who wait for figures, where there is more than one."""
        work = self._works[key]
        if not work.asked.is_long:
            return True
        searching = sum(
            each.worker is not None and each.asked.is_long for each in self._works.values()
        )
        return searching < max(1, self.most_workers - 1)

    def _free_worker(self, game: str) -> Worker:
        """One that has the game's counts in memory, if any; or else another; a new one at last."""
        free = [each for each in self.workers if not each.is_busy]
        for worker in free:
            if worker.holds == game:
                return worker
        if len(self.workers) < self.most_workers:
            self.workers.append(Worker(len(self.workers) + 1, self._most_megabytes))
            return self.workers[-1]
        return free[0]

    async def _run(self, work: Work, worker: Worker) -> None:
        loop = asyncio.get_running_loop()
        if worker.rest is not None:
            worker.rest.cancel()
        work.began = loop.time()

        def hear(news: News) -> None:
            loop.call_soon_threadsafe(setattr, work, "part", news.part)

        try:
            answer = await loop.run_in_executor(
                worker.thread, worker.ask, work.asked, self.most_seconds, hear
            )
            worker.holds = work.asked.game
            self._took[work.asked.pace] = max(
                loop.time() - work.began, self._took.get(work.asked.pace, 0.0) / 2
            )
            self._answered(work, answer)
        except Broken:
            self._broke(work)
        finally:
            worker.is_busy = False
            self._works.pop(work.key, None)
            for place in work.places:
                if self._at.get(place) == work.key:
                    del self._at[place]
            if not self._is_closed:
                worker.rest = loop.call_later(self._idle_seconds, self._let_rest, worker)
                self._go_on()

    def _answered(self, work: Work, answer: Answer) -> None:
        if answer.failed:
            log.error("the workbench: %s: %s", work.asked.what, answer.failed)
            why = say("This could not be worked out: tell who runs the house. The log says why.")
            self._fail(work, Unworkable(why))
        elif answer.refused:
            self._fail(work, Refused(answer.refused))
        else:
            self._kept.put(work.key, answer)
            if not work.done.done():
                work.done.set_result(answer)

    def _broke(self, work: Work) -> None:
        if not work.done.done():  # Who has gone on is not told.
            log.error("the workbench: %s: the process ended, or took too long", work.asked.what)
            self._fail(work, Unworkable(say("The calculation stopped before its end: try again.")))

    def _fail(self, work: Work, why: Refused) -> None:
        if not work.done.done():
            work.done.set_exception(why)
            work.done.exception()  # Who asked may have gone: nobody need hear of it.

    def _drop(self, work: Work) -> None:
        """Nobody waits for it: a search ends at once, figures that are being counted are kept."""
        if work.worker is None:
            self._works.pop(work.key, None)
            self._end(work)
        elif work.asked.is_long:
            self._end(work)
            work.worker.process.interrupt()

    def _end(self, work: Work) -> None:
        if not work.done.done():
            work.done.cancel()

    # Looking after --------------------------------------------------------------------------------

    def _look_after(self) -> None:
        """Drop what nobody has asked about for a while."""
        loop, self._look = asyncio.get_running_loop(), None
        for work in list(self._works.values()):
            if loop.time() - work.heard > FORGOTTEN_SECONDS:
                for place in list(work.places):
                    self.leave(place)
        if self._works:
            self._look = loop.call_later(LOOKS_SECONDS, self._look_after)

    def _let_rest(self, worker: Worker) -> None:
        worker.holds = ""
        worker.thread.submit(worker.process.stop)
