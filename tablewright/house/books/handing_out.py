"""Handing out what the house has signed to a second party: in order, each one, whatever happens.

What waits lies in the database, where every statement is kept, and how far it was handed out in the
folder of the keys: nothing is lost over a restart, and a statement may come twice where a kill came
between its being taken and its being noted. No table waits for any of it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from tablewright.house.books.second_party import NotTaken, SecondParty
from tablewright.house.books.signatures import statement_kept
from tablewright.house.books.signing import Signing
from tablewright.signing.memory import Reached
from tablewright.signing.statements import Statement, hash_of

log = logging.getLogger(__name__)

AT_ONCE = 100
"""So many are read and handed out before it is noted how far it has come."""
FIRST_SECONDS, MOST_SECONDS = 1.0, 300.0
"""How long it waits after something was not taken; twice as long each time."""
LONG_SECONDS = 600.0
"""How long nothing was taken before it is said again, and louder."""
HANGS_SECONDS = 60.0
"""How long a second party that takes none and refuses none may be waited for, before it counts as one
that takes none: a disk of the network that is away says nothing."""
LAST_SECONDS = 5.0
"""How long the house waits for it when it closes; the rest is handed out at the next start."""


class HandingOut:
    """Hands out the statements of one house to one second party."""

    def __init__(
        self,
        signing: Signing,
        party: SecondParty,
        now: Callable[[], float] = time.monotonic,
        first_seconds: float = FIRST_SECONDS,
        hangs_seconds: float = HANGS_SECONDS,
    ) -> None:
        self.party, self._signing, self._now = party, signing, now
        self._first_seconds, self._hangs_seconds = first_seconds, hangs_seconds
        self.reached = Reached()
        """The last statement that was taken."""
        self.signed = 0
        """The number of the last statement that was signed."""
        self.why = ""
        """Why the last one was not taken; nothing, if it was."""
        self.is_heard = False
        """Whether it is known how it takes them: it has taken what there was, or has not."""
        self.failing_since: datetime | None = None
        self._failing_from = 0.0
        self._said_at = 0.0
        self._wanted = asyncio.Event()
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def begin(cls, signing: Signing, party: SecondParty | None) -> "HandingOut | None":
        """Hand out to a second party, if there is one."""
        if party is None:
            return None
        made = cls(signing, party)
        await made.start()
        return made

    async def start(self) -> None:
        """Hand out what is there, and go on."""
        known = await asyncio.to_thread(self.party.known, self._signing.house)
        noted = await self._signing.handed(self.party.name)
        if known is not None:
            self.reached = known.reached
        elif noted is not None and not self._is_file:
            self.reached = noted
        if noted is not None and noted.number > self.reached.number:
            self._signing.notes.append(
                f"{self.party.name} holds statements up to {self.reached.number}, and {noted.number}"
                " were handed out there: it was changed, or another disk is in its place; what it lacks"
                " is handed out again"
            )
        self.signed = (await self._signing.signatures.kept()).number
        self._signing.listeners.append(self._hear)
        self._wanted.set()
        self._task = asyncio.create_task(self._run(), name="handing out")

    @property
    def _is_file(self) -> bool:
        return "://" not in self.party.name

    @property
    def waiting(self) -> int:
        """How many statements were signed and not taken yet."""
        return max(0, self.signed - self.reached.number)

    @property
    def failing_seconds(self) -> float:
        """For how long nothing was taken that was to be."""
        return self._now() - self._failing_from if self.failing_since else 0.0

    @property
    def is_late(self) -> bool:
        """Whether that is so for long."""
        return self.failing_seconds >= LONG_SECONDS

    async def close(self) -> None:
        """Hand out what was signed last, if that is done soon."""
        if self._task is None:
            return
        self._is_closing = True
        self._wanted.set()
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._task, LAST_SECONDS)
        self._task = None

    def _hear(self, statements: Sequence[Statement]) -> None:
        self.signed = max(self.signed, *(each.number("number") for each in statements))
        self._wanted.set()

    async def _run(self) -> None:
        wait = self._first_seconds
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                while await self._give_some():
                    wait = self._first_seconds
            except Exception as failed:  # Such as a disk or a network that is away, or a database.
                self._note_failed(failed)
                if self._is_closing:
                    return
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._closing(), wait)
                wait = min(2 * wait, MOST_SECONDS)
                self._wanted.set()
            if self._is_closing and not self._wanted.is_set():
                return

    async def _closing(self) -> None:
        """Wait until the house closes; what is signed meanwhile does not make it try again sooner."""
        while not self._is_closing:
            self._wanted.clear()
            await self._wanted.wait()

    async def _give_some(self) -> bool:
        """Hand out the next statements; whether there were any."""
        rows = await self._signing.signatures.after(self.reached.number, AT_ONCE)
        some = [(n, text) for n, text in rows if statement_kept(text) is not None]
        if not rows:
            self._note_taken()
            return False
        taken = await self._given(some) if some else 0
        done = rows[-1] if taken == len(some) else some[taken - 1]
        last = statement_kept(done[1])
        self.reached = Reached(done[0], hash_of(last) if last else "")
        await self._signing.note_handed(self.party.name, self.reached)
        if self.failing_since is not None:
            log.warning("statements are handed out to %s again", self.party.name)
        self._note_taken()
        return True

    async def _given(self, some: Sequence[tuple[int, str]]) -> int:
        """How many of some statements were taken; one who says nothing for long is waited for on."""
        giving = asyncio.create_task(
            asyncio.to_thread(self.party.give, self._signing.house, some), name="giving"
        )
        done, _ = await asyncio.wait({giving}, timeout=self._hangs_seconds)
        if not done:
            self._note_failed(NotTaken(f"it has not answered for {self._hangs_seconds:g} seconds"))
        return await giving

    def _note_taken(self) -> None:
        self.failing_since, self.why, self.is_heard = None, "", True

    def _note_failed(self, failed: Exception) -> None:
        """Say that something was not taken: at once, and again when it has been so for long."""
        self.why = (
            str(failed) if isinstance(failed, NotTaken) else f"{type(failed).__name__}: {failed}"
        )
        self.is_heard, now = True, self._now()
        if self.failing_since is None:
            self.failing_since, self._failing_from = datetime.now(UTC), now
        elif now - self._said_at < LONG_SECONDS:
            return
        self._said_at = now
        log.error(
            "%d statements wait to be handed out to %s, which takes none: %s",
            self.waiting,
            self.party.name,
            self.why,
        )
