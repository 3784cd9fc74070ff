"""Auditions under way: begun, seen, answered, and ended; taken up again after the house was closed.

    begin -> seed and seal are kept -> what the candidate sees is sent, again and again
    answer -> the engine takes it -> it is written down -> answered; after the last, the result

Time is the house's own and goes on whether the candidate is there or not. Nothing is shown before it is
written how far the audition has come, so that a house that was interrupted never shows less than the
candidate has seen. The time in which it was closed is not the candidate's, and stands in the result.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tablewright import __version__
from tablewright.house.books.outage import first_line
from tablewright.house.classroom.audition_live import Live, course_of, fold, outcome_of
from tablewright.house.classroom.audition_records import (
    OVER,
    UNDER_WAY,
    VOID,
    AuditionRecords,
    AuditionRow,
    Input,
    Interruption,
    Kept,
    TimedInput,
)
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.drilling import AnsweredBefore
from tablewright.house.people.person import Person
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.auditions.terms import Terms, refuse_terms
from tablewright.school.questions import Given
from tablewright.table.seal import sealed
from tablewright.table.setup import Setup

SEED_BYTES, ID_BYTES = 16, 12
REACH_SECONDS = 10.0
"""How often it is written how far an audition has come, where nothing happens."""
GRACE_SECONDS = 300.0
"""How long after its end the house waits for a candidate who does nothing, and then ends it."""
MOST_OVERTIME_SECONDS = 3600.0
"""How long after its end the house ends an audition whatever the candidate does."""
IDLE_SECONDS = 300.0
"""How long an audition that nobody looks at is kept in memory: it can be folded again."""

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Broken(Exception):
    """An audition cannot go on, by no fault of the candidate's; what they are told."""


class Auditioning:
    """Every audition under way in a house. `now` gives the time, `clock` seconds that never jump."""

    def __init__(
        self,
        records: AuditionRecords,
        courses: Courses,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._records, self._courses, self._now, self._clock = records, courses, now, clock
        self._live: dict[str, Live] = {}
        self._beginning = asyncio.Lock()

    # The house opens and closes -------------------------------------------------------------------

    async def resume(self) -> None:
        """The house opens: what was under way when it closed goes on from there."""
        now = self._now()
        for row in await self._records.under_way():
            kept = row.kept
            away = max(0.0, (now - kept.reached_at).total_seconds())
            gaps = [*kept.interruptions, Interruption(kept.reached_at, away)]
            row = _with(row, interruptions=gaps, reached_at=now)
            await self._records.reach(row)
            self._live[row.id] = Live(row, self._clock() - kept.reached)

    async def close(self) -> None:
        """The house closes: how far each audition has come is written."""
        for live in list(self._live.values()):
            async with live.lock:
                if live.row.status == UNDER_WAY:
                    try:
                        await self._reach(live)
                    except (SQLAlchemyError, OSError) as failed:  # The doors close all the same.
                        log.error(
                            "how far an audition has come was not written: %s", first_line(failed)
                        )

    async def look_after(self) -> None:
        """End auditions whose candidates have gone; keep in memory only what is looked at."""
        for id, live in list(self._live.items()):
            if self._overtime(live) > GRACE_SECONDS:
                with suppress(AnsweredBefore):  # It was void, which its candidate will read.
                    await self._end_if_gone(id)
            elif self._clock() - live.touched > IDLE_SECONDS and not live.lock.locked():
                live.folded = None

    async def _end_if_gone(self, id: str) -> None:
        async with self._going(id) as live:
            if live is None:
                return
            is_gone = self._seconds(live) - live.at_hand.last_answer > GRACE_SECONDS
            if is_gone or self._overtime(live) > MOST_OVERTIME_SECONDS:
                await self._leave(live)

    # A candidate ----------------------------------------------------------------------------------

    def of(self, person: str) -> str:
        """The id of a person's audition under way; "" if there is none."""
        return next((id for id, live in self._live.items() if live.row.person == person), "")

    async def begin(
        self,
        person: Person,
        setup: Setup,
        device: str,
        terms: Terms,
    ) -> AuditionRow:
        """A person with an account begins an audition of a game, on a device, under these terms."""
        if not person.account:
            raise Refused("A guest cannot take an audition: sign in with an account of your own.")
        async with self._beginning:
            if self.of(person.key):
                raise Refused("You have an audition under way: finish it before you begin another.")
            course = await self._courses.aside(course_of, setup)
            known = [each.id for each in course.devices]
            if device not in known:
                raise Refused(f"device is {quoted(device)}: expected {listed(known)}")
            refuse_terms(terms, course.ruleset.places)
            now, seed = self._now(), secrets.token_hex(SEED_BYTES)
            salt = secrets.token_hex(SEED_BYTES)
            kept = Kept(
                setup=setup,
                ruleset=course.fingerprint,
                version=__version__,
                terms=terms,
                seed=seed,
                salt=salt,
                seal=sealed(seed, salt),
                reached_at=now,
            )
            row = AuditionRow(
                id=secrets.token_hex(ID_BYTES),
                person=person.key,
                game=course.game.id,
                device=device,
                begun=now,
                status=UNDER_WAY,
                kept=kept,
            )
            folded = await self._courses.aside(fold, row, [])
            await self._records.begin(row)
            # Time begins when the table stands ready.
            live = self._live[row.id] = Live(row, self._clock())
            live.folded = folded
            return row

    async def see(self, id: str) -> Live | None:
        """An audition as it is now; nothing, if it is not under way any more."""
        async with self._going(id) as live:
            if live is not None:
                live.touched = self._clock()
            return live

    async def answer(self, id: str, turn: int, given: Given) -> Live | None:
        """What the candidate does; the same sent again changes nothing and is answered the same.

        Nothing comes back where it was the last answer.
        """
        async with self._going(id) as live:
            if live is None:
                await self._refuse_late(id, Input(turn, given))
                return None
            live.touched = self._clock()
            if _was_given(live.at_hand.inputs, Input(turn, given)):
                return live
            if turn != live.at_hand.shown.turn:
                raise AnsweredBefore("The table has moved on: look again before you act.")
            await self._take(live, Input(turn, given))
            return live if live.row.status == UNDER_WAY else None

    async def _refuse_late(self, id: str, given: Input) -> None:
        """What ended an audition may be sent again; anything else comes too late."""
        if not _was_given(await self._records.inputs(id), given):
            raise AnsweredBefore("This audition is over: look at its result.")

    async def leave(self, id: str) -> None:
        """The candidate leaves the table: that ends the audition."""
        async with self._going(id) as live:
            if live is not None:
                await self._leave(live)

    async def _leave(self, live: Live) -> None:
        await self._take(live, Input(live.at_hand.shown.turn, has_left=True))

    # What goes on ---------------------------------------------------------------------------------

    def _seconds(self, live: Live) -> float:
        """How long an audition has lasted."""
        live.seconds = max(self._clock() - live.base, live.row.kept.reached)
        return live.seconds

    def _overtime(self, live: Live) -> float:
        return self._seconds(live) - 60 * live.row.kept.terms.minutes

    @asynccontextmanager
    async def _going(self, id: str) -> AsyncIterator[Live | None]:
        """An audition brought up to now, for one request at a time; nothing, if it is over.

        When something goes wrong meanwhile, it is folded again: nothing is held to have happened that
        is not written.
        """
        live = self._live.get(id)
        if live is None:
            yield None
            return
        async with live.lock:
            try:
                if live.row.status == UNDER_WAY:
                    await self._bring_up(live)
                yield live if live.row.status == UNDER_WAY else None
            except Refused:
                raise
            except Broken as why:
                await self._void(live, str(why))
                raise AnsweredBefore(str(why)) from None
            except BaseException:
                live.folded = None
                raise

    async def _bring_up(self, live: Live) -> None:
        """Patrons have acted meanwhile; what was forgotten is folded again."""
        if live.folded is None:
            await self._fold(live)
        folded, seconds = live.at_hand, self._seconds(live)
        at = folded.audition.next_at
        if at is not None and seconds >= at:
            await self._engine(folded.pass_time, seconds)
        if folded.audition.is_over:
            await self._end(live)
        elif folded.shown.seen != live.written or seconds - live.row.kept.reached > REACH_SECONDS:
            await self._reach(live)

    async def _fold(self, live: Live) -> None:
        row = live.row
        if row.kept.version != __version__:
            raise Broken(
                f"This audition was begun with Tablewright {row.kept.version}, and the house has"
                f" {__version__} now. It cannot go on and does not count: begin another."
            )
        inputs = await self._records.inputs(row.id)
        course = await self._engine(course_of, row.kept.setup)
        if course.fingerprint != row.kept.ruleset:
            raise Broken(
                "The rules of this game were changed while the audition was under way. It cannot go"
                " on and does not count: begin another."
            )
        live.folded = await self._engine(fold, row, inputs)

    async def _engine(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have the engine do something; what is wrong with the engine is logged."""
        try:
            return await self._courses.aside(work, *args, **kwargs)
        except Refused:
            raise
        except Exception as failed:
            log.exception("an audition cannot go on")
            raise Broken(
                "This audition cannot go on, by no fault of yours. It does not count: begin another."
            ) from failed

    # What is written ------------------------------------------------------------------------------

    async def _take(self, live: Live, given: Input) -> None:
        """Something comes from the candidate: the engine takes it, and it is written down."""
        timed = TimedInput(self._seconds(live), given)
        await self._engine(live.at_hand.take, timed)
        row = _with(live.row, reached=timed.seconds, reached_at=self._now())
        await self._records.add(row, len(live.at_hand.inputs), timed)
        live.row, live.written = row, live.at_hand.shown.seen
        if live.at_hand.audition.is_over:
            await self._end(live)

    async def _reach(self, live: Live) -> None:
        row = _with(live.row, reached=self._seconds(live), reached_at=self._now())
        await self._records.reach(row)
        live.row = row
        if live.folded is not None:
            live.written = live.folded.shown.seen

    async def _end(self, live: Live) -> None:
        """The audition is over: result, verdict and journal are written together."""
        terms = live.row.kept.terms
        outcome, journal = await self._engine(outcome_of, live.at_hand.audition, terms)
        row = _with(live.row, ended=self._now())
        row = msgspec.structs.replace(row, status=OVER, outcome=outcome)
        await self._finish(live, row, journal)

    async def _void(self, live: Live, why: str) -> None:
        row = _with(live.row, ended=self._now(), why_void=why)
        await self._finish(live, msgspec.structs.replace(row, status=VOID), [])

    async def _finish(self, live: Live, row: AuditionRow, journal: list[bytes]) -> None:
        await self._records.end(row, journal)
        live.row, live.folded = row, None
        self._live.pop(row.id, None)


def _was_given(inputs: list[TimedInput], given: Input) -> bool:
    return any(each.input == given for each in reversed(inputs))


def _with(row: AuditionRow, **changed: object) -> AuditionRow:
    """A row of which something was changed in what is kept."""
    kept = msgspec.structs.replace(row.kept, **changed)
    return msgspec.structs.replace(row, kept=kept)
