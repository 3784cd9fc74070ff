"""A live table: one task owns it, takes what is sent to it, and answers when it is written down.

    sent -> carried out on the machine -> written by the ledger in one transaction -> answered, shown

Whatever waits when the task wakes is carried out together and written together. Nothing is answered or
shown before the ledger has it; if the ledger cannot write it, the table is taken up again from what is
written, and everybody is answered that nothing has changed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextvars import Context
from time import perf_counter
from typing import NoReturn, TypeVar

from tablewright.house.books.auditing import doer
from tablewright.house.books.entries import Done
from tablewright.house.books.ledger import LeaseLost, Ledger, LedgerFailed, is_away
from tablewright.house.books.options import Options
from tablewright.house.books.outage import first_line
from tablewright.house.books.ownership import FileLost
from tablewright.house.people.person import Person, acting_as
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.orders import Ready, Sent
from tablewright.house.tables import company_orders  # noqa: F401 - carries out some of the orders
from tablewright.house.tables.carry_out import carry_out, close_table
from tablewright.house.tables.certified import named_dealer
from tablewright.house.tables.clock import Waking
from tablewright.house.tables.coach import CoachAtWork
from tablewright.house.tables.idempotency import Known, digest_of, most_kept
from tablewright.house.tables.refusals import NotWritten
from tablewright.house.tables.relief import Relief
from tablewright.house.tables.restore import Kept, kept_table
from tablewright.house.tables.room import Fixtures, HouseServices, Room
from tablewright.house.tables.work import Errand, PartlyDone, TableLost, Work, key_of
from tablewright.house.watching.commands import Turn, arrived
from tablewright.house.watching.logs import belongs_to_table
from tablewright.rules.errors import Refused
from tablewright.rules.language import language, speaking
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.status import CLOSED, IN_PLAY

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 10.0
"""How long a reader waits for what is being written."""
RETRY_SECONDS = 0.5
"""How long a table waits before it asks again for a database that does not answer."""
AWAY = "The database is unavailable. Nothing has changed; try again later."
UNKNOWN = (
    "The database is unavailable, and it is not known whether this was done."
    " Send it again later: it is not done twice."
)
IS_CLOSED = "This table is closed: choose another in the lobby."
MOVED, HAS_MOVED = 4410, "This table has moved to another server of the house."
"""How a connection ends that is to be made again at once, wherever the table is now."""

T = TypeVar("T")


class LiveTable:
    """A table that people are at."""

    is_elsewhere = False
    """Whether another server of the house has it."""

    def __init__(self, id: str, options: Options, kept: Kept, house: HouseServices) -> None:
        self.id, self.options, self._house = id, options, house
        self._fixtures = Fixtures(id, options, house)
        self.room = Room(self._fixtures, kept)
        self.audience, self._alarm = self._fixtures.audience, self._fixtures.alarm
        self._coach = CoachAtWork(id, self._coached)
        self.commands = 0
        """How many have been carried out since the server started."""
        self.reloads = 0
        """How often the table was taken up again from what is written."""
        self.is_ended = False
        self.has_moved = False
        """Whether it has ended here only to go on at another server of the house."""
        self.on_clear: Callable[[LiveTable], None] | None = None
        """Is told when no round is being played and the felt is bare, where that is waited for."""
        self._inbox: deque[Work] = deque()
        self._errands: deque[Errand] = deque()
        self._is_written = asyncio.Event()
        self._is_written.set()
        self._show_at: Waking | None = None
        self._is_overdue = False
        """Whether its turn to be shown came while something was being written down."""
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def restore(cls, id: str, options: Options, house: HouseServices) -> "LiveTable":
        """A table as its last written command left it."""
        return cls(id, options, await kept_table(house.ledger, id, most_kept()), house)

    async def _reload(self) -> None:
        """Go back to what is written: something that was done could not be."""
        self.reloads += 1
        room = self.room
        kept = await kept_table(self.ledger, self.id, most_kept(), room.table.book.setup)
        await self._house.limits.read_again()
        self.audience.forget()
        self.room = Room(self._fixtures, kept, room.pace)

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def ledger(self) -> Ledger:
        return self._house.ledger

    @property
    def waiting(self) -> int:
        """How many commands wait to be carried out."""
        return len(self._inbox)

    @property
    def seq(self) -> int:
        """How many lines the journal has."""
        return self.table.lines

    @property
    def is_closed(self) -> bool:
        """Whether the journal has its last line."""
        return self.table.state.status == CLOSED

    @property
    def is_clear(self) -> bool:
        """Whether the table could go on elsewhere without anybody's missing a thing."""
        if not self.is_settled or self._inbox:
            return False
        is_in_play = self.table.state.status == IN_PLAY
        return not is_in_play or (self.room.pace.is_between_rounds and self.table.is_felt_bare())

    def place_of(self, person: Person) -> int:
        """A person's place; 0 if they have none."""
        return self.room.seating.place_of(person)

    # Following ------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """A connection begins to follow the table."""
        self.audience.join(listener)
        self.room.presence.look()
        self._look_to_coach()
        self.wake()

    def leave(self, listener: Listener) -> None:
        """A connection follows it no longer."""
        self.audience.leave(listener)
        self.room.presence.look()
        self.wake()

    def ask_to_show(self) -> None:
        """Have those who are behind shown what has changed, soon."""
        self._house.publisher.ask(self)

    def show(self) -> None:
        """Show what has changed, unless something is being done that is not written down yet."""
        self._is_overdue = not self._is_written.is_set()
        if self._is_overdue:
            return
        is_last = self.table.state.status == CLOSED
        later, is_more = self.audience.publish(self.room.changes, self.room.screen, is_last=is_last)
        if is_more:
            self.ask_to_show()
        if later is not None and self._show_at is None:
            self._show_at = self._house.ticker.call_at(later, self._show)

    def _show(self) -> None:
        self._show_at = None
        self.ask_to_show()

    def _look_to_coach(self) -> None:
        """Have the decisions judged of those who are there to read it."""
        self._coach.look(self.table.book, self.room.screen.coach, self.audience.places)

    def _coached(self, places: set[int]) -> None:
        """Decisions at these places have been judged."""
        for place in places:
            self.room.changes.change_at(place)
        self.ask_to_show()
        self._look_to_coach()

    # The task -------------------------------------------------------------------------------------

    def start(self) -> None:
        # A table that opens speaks no one's language but where it is said which.
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}", context=Context())
        self.wake()

    async def stop(
        self, code: int = 1001, why: str = "The house has closed. Try again later."
    ) -> None:
        """Finish what is being written, then stop."""
        self.is_ended, self.has_moved = True, code == MOVED
        self.wake()
        if self._task is not None:
            await self._task
        self.audience.end(code, why)
        await self._coach.stop()

    def wake(self) -> None:
        self._alarm.ring()

    @property
    def _is_over(self) -> bool:
        """Whether nobody takes what is sent any more."""
        return self._task is not None and self._task.done()

    def _over(self) -> Refused:
        """Why nothing more is done here."""
        return NotWritten(AWAY) if self.has_moved else Refused(IS_CLOSED)

    def send(self, work: Work) -> None:
        """Have something carried out."""
        if self._is_over:
            work.answer(self._over())
            return
        self._inbox.append(work)
        self.wake()

    async def ask(self, person: Person, sent: Sent) -> int:
        """Have something carried out, and wait: the number of lines then, or Refused."""
        answered: asyncio.Future[int | Refused] = asyncio.get_running_loop().create_future()

        def answer(outcome: int | Refused) -> None:
            if not answered.done():
                answered.set_result(outcome)

        self.send(Work(person, sent, answer, arrived(), language()))
        outcome = await answered
        if isinstance(outcome, Refused):
            raise outcome
        return outcome

    async def look_up_dealer(self, person: Person, order: Record) -> None:
        """Where only certified dealers deal: know of one who is named before the order is sent."""
        name = named_dealer(order, person.name)
        if self.options.certified_only and name:
            table = self.table
            await self._house.certified.look_up(name, table.book, table.device.id)

    async def certificate_warning(self) -> str:
        """What the pit sees of a dealer whose certificate does not hold here; nothing, if it does."""
        if not self.options.certified_only:
            return ""
        return await self._house.certified.warning(self.table)

    async def run_errand(self, errand: Callable[[Room], None]) -> None:
        """Have the house itself do something at this table, and wait until it is written."""
        answered: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()

        def answer(outcome: Refused | None) -> None:
            if not answered.done():
                answered.set_result(outcome)

        by = doer()

        def run(room: Room) -> None:
            with room.pending.done_by(by):
                errand(room)

        if self._is_over:
            raise self._over()
        self._errands.append(Errand(run, answer))
        self.wake()
        outcome = await answered
        if outcome is not None:
            raise outcome

    @property
    def is_settled(self) -> bool:
        """Whether nothing is done at the table that is not written down yet."""
        return self._is_written.is_set()

    async def when_written(self, look: Callable[[], T]) -> T:
        """Look at the table when nothing is done at it that is not written down yet."""
        while not self._is_written.is_set():
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._is_written.wait()
            except TimeoutError:
                raise LedgerFailed(f"table {self.id} waits to be written down") from None
        return look()

    async def snapshot(self, person: Person, acting: str) -> bytes:
        """What a person sees now."""
        return await self.when_written(lambda: self.room.screen.snapshot(person, acting))

    async def open(self) -> None:
        """Set the table up, and open it if it is for practice."""
        await self.run_errand(Room.open)

    async def close_when_clear(self) -> None:
        """Have the house close the table: now, or after the round that is being played."""
        await self.run_errand(close_table)

    async def relieve(self, relief: Relief) -> None:
        """Have a post here pass to another person."""
        await self.run_errand(relief)

    async def _run(self) -> None:
        belongs_to_table(self.id)
        while True:
            await self._alarm.wait()
            if self.is_ended and not self._inbox and not self._errands:
                return
            try:
                await self._turn_once()
            except TableLost:
                return
            except Exception:
                # It is written: only some connections were not shown it.
                log.exception("table %s could not be shown", self.id)
            if self.is_ended:
                self.wake()

    async def _turn_once(self) -> None:
        """Carry out what waits, write it down, answer, show."""
        works, errands = list(self._inbox), list(self._errands)
        self._inbox.clear()
        self._errands.clear()
        self._is_written.clear()
        acted = taken = perf_counter()
        try:
            ran = [self._ran(each) for each in errands]
            outcomes = [self._heard(each) for each in works]
            if not self.is_ended:
                self.room.steps.go_on()
            acted = perf_counter()
            await self._write()
        except PartlyDone as torn:
            await self._go_back(works, errands)
            self._inbox.extendleft(each for each in reversed(works) if each is not torn.which)
            self._errands.extendleft(each for each in reversed(errands) if each is not torn.which)
            works, errands, outcomes, ran = [], [], [], []
            torn.which.answer(torn.refused)
            self.wake()
        except LeaseLost:
            self._let_go(works, errands)
        except Exception as failed:
            # Whatever went wrong, the table goes on from what is written.
            fault = None if isinstance(failed, LedgerFailed) else failed
            log.error("table %s is taken up again: %s", self.id, first_line(failed), exc_info=fault)
            await self._go_back(works, errands)
            lost = NotWritten("This could not be written down. Nothing has changed; try again.")
            ran = [lost for _ in errands]
            known = [self._known(key_of(each), digest_of(each.sent)) for each in works]
            outcomes = [lost if answer is None else answer for answer in known]
        self._is_written.set()
        turn = Turn(self.id, taken, acted, perf_counter())
        for work, outcome in zip(works, outcomes, strict=True):
            work.answer(outcome)
            order: Record = work.sent.do
            is_done = not isinstance(outcome, Refused)
            self._house.times.note(work.came, order.name, turn, is_done=is_done)
        for errand, refused in zip(errands, ran, strict=True):
            errand.answer(refused)
        self.audience.hurry({each.person.key for each in works if type(each.sent.do) is not Ready})
        self._look_to_coach()
        if self._is_overdue or self.is_closed:
            self.show()
        else:
            self.ask_to_show()
        if self.on_clear is not None and self.is_clear:
            self.on_clear(self)
        if self.is_closed and not self.is_ended:
            self._house.on_closed(self.id)
            self.is_ended = True
            self.wake()

    async def _go_back(self, works: list[Work], errands: list[Errand]) -> None:
        """Take the table up from what is written, as soon as the database lets us read it.

        Only then is it known what became of these; who has waited too long is answered that it is not.
        """
        give_up = self._house.ticker.now() + PATIENCE_SECONDS
        while True:
            try:
                await self._reload()
            except Exception as failed:
                if not is_away(failed):
                    self._shut(works, errands, failed)
                self.ledger.database.outage.note(failed)
                is_lost = isinstance(failed, FileLost)
            else:
                self._alarm.ring_at(self._house.ticker.now() + RETRY_SECONDS)
                return
            self._refuse_all([], [], NotWritten(AWAY))
            if is_lost or self._house.ticker.now() >= give_up:
                self._refuse_all(works, errands, NotWritten(UNKNOWN))
                works.clear()
                errands.clear()
            if self.is_ended:
                return
            await asyncio.sleep(RETRY_SECONDS)

    def _shut(self, works: list[Work], errands: list[Errand], wrong: Exception) -> NoReturn:
        """What is written of the table cannot be read, however often it is tried."""
        self.is_ended = True
        why = NotWritten("This table is shut: its records cannot be read. Tell the pit.")
        self._refuse_all(works, errands, why)
        self._house.on_unreadable(self.id, wrong)
        raise TableLost from wrong

    def _let_go(self, works: list[Work], errands: list[Errand]) -> NoReturn:
        """Another server has the table: nothing of this was written, and it goes on there."""
        self.is_ended = self.has_moved = True
        self._refuse_all(works, errands, NotWritten(AWAY))
        self.audience.end(MOVED, HAS_MOVED)
        self._house.on_moved(self.id)
        raise TableLost

    def _refuse_all(self, works: list[Work], errands: list[Errand], why: Refused) -> None:
        """Refuse these and everything that waits."""
        for work in (*works, *self._inbox):
            work.answer(why)
        for errand in (*errands, *self._errands):
            errand.answer(why)
        self._inbox.clear()
        self._errands.clear()

    def _ran(self, errand: Errand) -> Refused | None:
        """Why an errand of the house was refused, if it was."""
        before = self.seq
        try:
            errand.run(self.room)
        except Refused as refused:
            if self.seq != before:
                raise PartlyDone(errand, refused) from None
            return refused
        return None

    def _known(self, key: str, digest: str) -> int | Refused | None:
        """The answer to something that was done before; None if it was not."""
        try:
            return self.room.remembered.answer(key, digest)
        except Refused as refused:
            return refused

    def _heard(self, work: Work) -> int | Refused:
        """Something that was sent, carried out or refused in the language of the one who sent it."""
        with speaking(work.language):
            return self._carried_out(work)

    def _carried_out(self, work: Work) -> int | Refused:
        """The number of lines after something was carried out, or why it was not."""
        sent, person, room = work.sent, work.person, self.room
        before, conducted = self.seq, room.conduct.changes
        key, digest = key_of(work), digest_of(sent)
        if (answer := self._known(key, digest)) is not None:
            return answer
        try:
            by = acting_as(person, sent.acting, self.table, self.place_of(person))
            room.remembered.refuse_stale(sent, by, self.seq)
            room.presence.hear_from(by)
            with room.pending.done_by(person.doer):
                carry_out(room, person, by, sent.do)
        except Refused as refused:
            if self.seq != before:
                raise PartlyDone(work, refused) from None
            return refused
        self.commands += 1
        known = Known(self.seq, digest)
        is_written = self.seq != before or room.conduct.changes != conducted
        if past := room.remembered.is_done(key, known, is_written=is_written):
            room.pending.forget_commands(past)
        if is_written:
            # What writes nothing, such as being ready, may as well be done twice.
            done = Done(key, str(by), known.seq, room.clock.now(), digest)
            room.pending.add_command(done)
        return self.seq

    async def _write(self) -> None:
        """Hand what was done to the ledger, and tell of it when it is written."""
        pending = self.room.pending
        pending.add_results(self.room.limits.take())
        pending.add_conduct(self.room.conduct.take())
        if taken := pending.take():
            entry, told = taken
            await self.ledger.append(entry)
            self.audience.hear(told)
