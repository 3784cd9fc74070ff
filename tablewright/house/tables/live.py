"""A live table: one task owns it, takes what is sent to it, and answers when it is written down.

    sent -> carried out on the machine -> written by the ledger in one transaction -> answered, shown

Whatever waits when the task wakes is carried out together and written together. Nothing is answered or
shown before the ledger has it; if the ledger cannot write it, the table is taken up again from what is
written, and everybody is told that nothing has changed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import NoReturn, TypeVar

from tablewright.house.books.entries import Done, Entry, Transfer
from tablewright.house.books.ledger import Ledger, LedgerFailed, is_away
from tablewright.house.books.ownership import FileLost
from tablewright.house.people.person import Person, acting_as
from tablewright.house.screens.news import Heard, heard, told
from tablewright.house.screens.screen import Shown
from tablewright.house.tables.calls import (
    Call,
    Errand,
    NotWritten,
    PartlyDone,
    Unreadable,
    Work,
    key_of,
)
from tablewright.house.tables.carry_out import carry_out
from tablewright.house.tables.clock import SHORTEST_SECONDS, LoopTicker, Ticker, Waking
from tablewright.house.tables.consistency import refuse_disagreement
from tablewright.house.tables.dealers_post import ACCOUNT
from tablewright.house.tables.house_steps import Dealing
from tablewright.house.tables.idempotency import REMEMBERED, Known, Remembered, digest_of
from tablewright.house.tables.listener import Listener
from tablewright.house.tables.options import Options
from tablewright.house.tables.orders import Ready, Sent
from tablewright.house.tables.pending import Pages, Pending
from tablewright.house.tables.publisher import Publisher
from tablewright.house.tables.restore import replayed
from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tablewright.table.actors import THE_PIT_BOSS, Actor
from tablewright.table.journal import hash_of
from tablewright.table.machine import Table
from tablewright.table.randomness import Source, production
from tablewright.table.record import Act, Record
from tablewright.table.seal import Vault
from tablewright.table.session import WallClock
from tablewright.table.status import CLOSED

log = logging.getLogger(__name__)

QUIET, QUIET_EACH, LONGEST_QUIET = 0.1, 0.001, 0.8
"""In seconds: alone, more for each connection to the house, and at most."""
RECENT = 40
"""How many happenings somebody who comes in is told of."""
PATIENCE_SECONDS = 10.0
"""How long somebody who looks waits for what is being written."""
READ_AT_ONCE = 500
"""How many lines a table that is taken up again reads before others have their turn."""
RETRY_SECONDS = 0.5
"""How long a table waits before it asks again for a database that does not answer."""
AWAY = "The database is unavailable. Nothing has changed; try again later."
UNKNOWN = (
    "The database is unavailable, and it is not known whether this was done."
    " Send it again later: it is not done twice."
)

T = TypeVar("T")


class LiveTable:
    """A table that people are at."""

    remembers = REMEMBERED
    """How many commands are answered again when they come again."""

    def __init__(
        self,
        id: str,
        options: Options,
        table: Table,
        ledger: Ledger,
        ticker: Ticker | None = None,
    ) -> None:
        self.id, self.options, self.table, self.ledger = id, options, table, ledger
        self.ticker: Ticker = ticker or LoopTicker()
        self.source: Source = production()
        self.clock = WallClock()
        self.pages = Pages()
        self.holders: dict[int, str] = {}
        """Whose each place is."""
        self._places: dict[str, int] = {}
        self.listeners: set[Listener] = set()
        self.crowd: set[Listener] = self.listeners
        """Everybody who looks at any table of the house."""
        self.publisher = Publisher()
        self.roster: dict[str, frozenset[str]] = {}
        """The duties of everybody who has an account, by name."""
        self.refuse_seat: Callable[[Person], None] = lambda person: None
        """Refuses a person who sits at as many tables as one may."""
        self.calls: list[Call] = []
        self.recent: deque[Heard] = deque(maxlen=RECENT)
        self.commands = 0
        """How many have been carried out since the server started."""
        self.reloads = 0
        """How often the table was taken up again from what is written."""
        self.is_closing = False
        """Whether the house closes the table after this round."""
        self.is_paused = False
        """Whether the dealer takes no new players and no new wagers; a restart ends it."""
        self.is_ended = False
        self.on_closed: Callable[[LiveTable], None] | None = None
        self.on_unreadable: Callable[[LiveTable, Exception], None] | None = None
        self._calls = 0
        self._remembered = Remembered(self.remembers)
        self._inbox: deque[Work] = deque()
        self._errands: deque[Errand] = deque()
        self._woken = asyncio.Event()
        self._is_written = asyncio.Event()
        self._is_written.set()
        self._wake_at: Waking | None = None
        self._show_at: Waking | None = None
        self._is_overdue = False
        """Whether its turn to be shown came while something was being written down."""
        self._task: asyncio.Task[None] | None = None
        self._pending = Pending()
        self._take_up(table)

    def _take_up(self, table: Table, shown: Shown | None = None) -> None:
        self.table = table
        if table.state.at is not None:
            self.clock = WallClock(table.state.at)
        table.keeper = self.pages
        self.dealing = Dealing(self)
        self.shown = shown or Shown(self)

    # From the ledger and back ---------------------------------------------------------------------

    @classmethod
    async def restore(cls, id: str, options: Options, ledger: Ledger) -> "LiveTable":
        """A table as its last written command left it."""
        lines = await ledger.lines(id)
        live = cls(id, options, replayed(lines, await ledger.vault(id)), ledger)
        live.shown.note_again(lines)
        live._remember(lines, await live._kept_beside())
        await refuse_disagreement(live)
        return live

    async def _kept_beside(self) -> tuple[dict[int, str], list[Done]]:
        """What the ledger keeps beside a journal: who sits where, and the last commands."""
        done = await self.ledger.commands(self.id, self._remembered.most_kept)
        return await self.ledger.seats(self.id), done

    def _remember(self, lines: list[bytes], beside: tuple[dict[int, str], list[Done]]) -> None:
        """Everything beside the table's own state that is known from the ledger."""
        if lines:
            self.pages.journal.go_on_after(len(lines), hash_of(lines[-1]))
        self.holders, done = beside
        self._places = {key: place for place, key in self.holders.items()}
        self._remembered.take_up(done, self.table.state, self.seq)
        self.dealing.take_up()

    async def _reload(self) -> None:
        """Go back to what is written: something that was done could not be.

        A long journal takes long. It is read by and by and followed beside the event loop, so that
        other tables go on; and nobody looks at this one before it is whole again.
        """
        self.reloads += 1
        lines: list[bytes] = []
        while more := await self.ledger.lines(self.id, len(lines), READ_AT_ONCE):
            lines += more
        vault, beside = await self.ledger.vault(self.id), await self._kept_beside()
        table, shown = await asyncio.to_thread(self._followed, lines, vault)
        pace = self.dealing.pace
        self._pending, self._remembered = Pending(), Remembered(self.remembers)
        self.pages = Pages()
        self._take_up(table, shown)
        self.dealing.pace, pace.table = pace, self.table
        self.recent.clear()
        self._remember(lines, beside)
        await refuse_disagreement(self)

    def _followed(self, lines: list[bytes], vault: Vault) -> tuple[Table, Shown]:
        """The table, and what is shown of it, as a journal leaves them."""
        shown = Shown(self)
        shown.note_again(lines)
        return replayed(lines, vault) if lines else Table(self.table.book.setup), shown

    @property
    def seq(self) -> int:
        """How many lines the journal has."""
        return self.table.lines

    # The task -------------------------------------------------------------------------------------

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")
        self.wake()

    async def stop(self) -> None:
        """Finish what is being written, then stop."""
        self.is_ended = True
        self.wake()
        if self._task is not None:
            await self._task
        for listener in list(self.listeners):
            listener.end(1001, "the house has closed its doors")

    def wake(self) -> None:
        self._woken.set()

    def wake_at(self, when: float) -> None:
        """Look again at a time of the server's own clock, and at no other."""
        self.wake_at_no_time()
        earliest = self.ticker.now() + SHORTEST_SECONDS
        self._wake_at = self.ticker.call_at(max(when, earliest), self.wake)

    def wake_at_no_time(self) -> None:
        """Nothing is waited for but people."""
        if self._wake_at is not None:
            self._wake_at.cancel()
            self._wake_at = None

    @property
    def _is_over(self) -> bool:
        """Whether nobody takes what is sent any more."""
        return self._task is not None and self._task.done()

    def quiet_seconds(self) -> float:
        """How long what others do at their places may wait to be shown: longer in a full house."""
        return min(LONGEST_QUIET, QUIET + len(self.crowd) * QUIET_EACH)

    def show_later(self, when: float) -> None:
        """Show those who are behind what has changed, at a time of the server's own clock."""
        if self._show_at is None:
            self._show_at = self.ticker.call_at(when, self._show)

    def _show(self) -> None:
        self._show_at = None
        self.ask_to_show()

    def ask_to_show(self) -> None:
        """Have those who are behind shown what has changed, soon."""
        self.publisher.ask(self)

    def show(self) -> None:
        """Show what has changed, unless something is being done that is not written down yet."""
        self._is_overdue = not self._is_written.is_set()
        if not self._is_overdue:
            self.shown.publish()

    def send(self, work: Work) -> None:
        """Have something carried out."""
        if self._is_over:
            work.answer(Refused("the table is closed: expected one from the lobby"))
            return
        self._inbox.append(work)
        self.wake()

    async def ask(self, person: Person, sent: Sent) -> int:
        """Have something carried out, and wait: the number of lines then, or Refused."""
        answered: asyncio.Future[int | Refused] = asyncio.get_running_loop().create_future()

        def answer(outcome: int | Refused) -> None:
            if not answered.done():
                answered.set_result(outcome)

        self.send(Work(person, sent, answer))
        outcome = await answered
        if isinstance(outcome, Refused):
            raise outcome
        return outcome

    async def run_errand(self, errand: Callable[[], None]) -> None:
        """Have the house itself do something at this table, and wait until it is written."""
        answered: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()

        def answer(outcome: Refused | None) -> None:
            if not answered.done():
                answered.set_result(outcome)

        if self._is_over:
            raise Refused("the table is closed: expected one from the lobby")
        self._errands.append(Errand(errand, answer))
        self.wake()
        outcome = await answered
        if outcome is not None:
            raise outcome

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
        """What somebody sees now."""
        return await self.when_written(lambda: self.shown.snapshot(person, acting))

    async def _run(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            if self.is_ended and not self._inbox and not self._errands:
                return
            try:
                await self._turn_once()
            except Unreadable:
                return
            except Exception:
                # It is written: only some who should have been shown it were not.
                log.exception("table %s could not be shown", self.id)
            if self.is_ended:
                self.wake()

    async def _turn_once(self) -> None:
        """Carry out what waits, write it down, answer, show."""
        works, errands, was_closing = list(self._inbox), list(self._errands), self.is_closing
        self._inbox.clear()
        self._errands.clear()
        self._is_written.clear()
        try:
            ran = [self._ran(each) for each in errands]
            outcomes = [self._carried_out(each) for each in works]
            if not self.is_ended:
                self.dealing.go_on()
            await self._write()
        except PartlyDone as torn:
            await self._go_back(works, errands)
            self.is_closing = was_closing
            self._inbox.extendleft(each for each in reversed(works) if each is not torn.which)
            self._errands.extendleft(each for each in reversed(errands) if each is not torn.which)
            works, errands, outcomes, ran = [], [], [], []
            torn.which.answer(torn.refused)
            self.wake()
        except Exception as failed:
            # Whatever went wrong, the table goes on from what is written.
            fault = None if isinstance(failed, LedgerFailed) else failed
            log.error("table %s is taken up again: %s", self.id, failed, exc_info=fault)
            await self._go_back(works, errands)
            self.is_closing = was_closing
            lost = NotWritten("this could not be written down: nothing has changed, try again")
            ran = [lost for _ in errands]
            known = [self._known(each) for each in works]
            outcomes = [lost if answer is None else answer for answer in known]
        self._is_written.set()
        for work, outcome in zip(works, outcomes, strict=True):
            work.answer(outcome)
        for errand, refused in zip(errands, ran, strict=True):
            errand.answer(refused)
        self.shown.hurry({each.person.key for each in works if type(each.sent.do) is not Ready})
        if self._is_overdue or self.table.state.status == CLOSED:
            self.show()
        else:
            self.ask_to_show()
        if self.table.state.status == CLOSED and self.on_closed and not self.is_ended:
            self.on_closed(self)
            self.is_ended = True
            self.wake()

    async def _go_back(self, works: list[Work], errands: list[Errand]) -> None:
        """Take the table up from what is written, as soon as the database lets us read it.

        Only then is it known what became of these; who has waited too long for that is told so.
        """
        give_up = self.ticker.now() + PATIENCE_SECONDS
        while True:
            try:
                await self._reload()
            except Exception as failed:
                if not is_away(failed):
                    self._shut(works, errands, failed)
                log.error("table %s cannot be read: %s", self.id, failed)
                is_lost = isinstance(failed, FileLost)
            else:
                self.wake_at(self.ticker.now() + RETRY_SECONDS)
                return
            self._refuse_all([], [], NotWritten(AWAY))
            if is_lost or self.ticker.now() >= give_up:
                self._refuse_all(works, errands, NotWritten(UNKNOWN))
                works.clear()
                errands.clear()
            if self.is_ended:
                return
            await asyncio.sleep(RETRY_SECONDS)

    def _shut(self, works: list[Work], errands: list[Errand], wrong: Exception) -> NoReturn:
        """What is written of the table cannot be read, however often it is tried."""
        self.is_ended = True
        why = NotWritten("the table is shut, as what is written of it cannot be read")
        self._refuse_all(works, errands, why)
        if self.on_unreadable is not None:
            self.on_unreadable(self, wrong)
        raise Unreadable from wrong

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
            errand.run()
        except Refused as refused:
            if self.seq != before:
                raise PartlyDone(errand, refused) from None
            return refused
        return None

    def _known(self, work: Work) -> int | Refused | None:
        """The answer to something that was done before; None if it was not."""
        try:
            return self._remembered.answer(key_of(work), digest_of(work.sent))
        except Refused as refused:
            return refused

    def _carried_out(self, work: Work) -> int | Refused:
        """The number of lines after something was carried out, or why it was not."""
        sent, person, before = work.sent, work.person, self.seq
        remembered, unwritten = self._remembered, self._pending
        if (answer := self._known(work)) is not None:
            return answer
        try:
            by = acting_as(person, sent.acting, self.table, self.place_of(person))
            remembered.refuse_stale(sent, by, self.seq)
            self.dealing.hear_from(by)
            carry_out(self, person, by, sent.do)
        except Refused as refused:
            if self.seq != before:
                raise PartlyDone(work, refused) from None
            return refused
        self.commands += 1
        key, known, is_written = key_of(work), Known(self.seq, digest_of(sent)), self.seq != before
        past = remembered.is_done(key, known, is_written=is_written)
        unwritten.forget_until = past or unwritten.forget_until
        if is_written:
            # What writes no line, such as being ready, may as well be done twice.
            unwritten.commands.append(Done(key, str(by), known.seq, self.clock.now(), known.digest))
        return self.seq

    async def _write(self) -> None:
        """Hand what was done to the ledger; back when it is written."""
        unwritten, lines = self._pending, self.pages.lines
        if not (lines or unwritten.commands or unwritten.seats):
            return
        self._pending, self.pages.lines = Pending(), []
        await self.ledger.append(
            Entry(
                self.id,
                lines,
                unwritten.transfers,
                unwritten.shuffles,
                unwritten.commands,
                unwritten.seats,
                self.table.state.status,
                unwritten.forget_until,
            )
        )
        self.recent += unwritten.told
        self.shown.hear(unwritten.told)

    # Doing things ---------------------------------------------------------------------------------

    def do(self, command: Act, by: Actor) -> list[Record]:
        """Give a command; what follows from it is noted, to be written down and shown."""
        table, first = self.table, self.table.lines + 1
        events = table.act(command, by, self.clock.now())
        self._note(events, by, first)
        return events

    def set_up(self) -> None:
        """The first line of the journal."""
        by = THE_PIT_BOSS.house if self.table.book.setup.is_practice else THE_PIT_BOSS
        self._note(self.table.set_up(self.clock.now()), by, 1)

    def open_practice(self) -> None:
        """The table is set up, and opened by the house: all in one."""
        self.set_up()
        self.dealing.open_practice()

    def fill(self) -> None:
        """Chips come from the cage."""
        self.dealing.fill(self)

    def _note(self, events: list[Record], by: Actor, first: int) -> None:
        unwritten = self._pending
        for line, event in enumerate(events, first):
            for number, move in enumerate(event.moved()):
                unwritten.transfers.append(
                    Transfer(
                        line, number, move.source, move.target, move.cash, move.cents, move.chips
                    )
                )
        for event in events:
            if isinstance(event, acts.Shuffled | acts.Unsealed):
                unwritten.shuffles[event.pack] = self.table.vault.get(event.pack)
            elif isinstance(event, acts.Leave):
                self._give_up(event.place)
        if self._remembered.has_acted(by, self.table.state, self.seq):
            self.shown.change(is_urgent=True)
        at = self.table.state.at
        assert at is not None
        self.shown.note(events, at)
        unwritten.told += map(heard, told(self.table, events, by, first))

    # People ---------------------------------------------------------------------------------------

    def place_of(self, person: Person) -> int:
        """Somebody's place; 0 if he has none."""
        return self._places.get(person.key, 0)

    def has_seated(self, name: str) -> bool:
        """Whether the person whose account has that name plays here."""
        seats = self.table.state.seats
        return any(
            key.startswith(ACCOUNT) and place in seats and seats[place].player == name
            for place, key in self.holders.items()
        )

    def hold(self, place: int, key: str) -> None:
        """A place is somebody's."""
        self.holders[place] = self._pending.seats[place] = key
        self._look_who_sits()

    def _give_up(self, place: int) -> None:
        self.holders.pop(place, None)
        self._pending.seats[place] = None
        self._look_who_sits()

    def _look_who_sits(self) -> None:
        self._places = {key: place for place, key in self.holders.items()}
        self.dealing.look_who_is_there()

    def join(self, listener: Listener) -> None:
        """Somebody comes to look, and is told what happened last."""
        listener.told = list(self.shown.for_whom(listener, self.recent))
        self.listeners.add(listener)
        self.crowd.add(listener)
        self.dealing.look_who_is_there()
        self.wake()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.crowd.discard(listener)
        self.dealing.look_who_is_there()
        self.wake()

    def call(self, says: str, irregularity: str, by: Actor) -> None:
        """An inspector is called."""
        self._calls += 1
        self.calls.append(Call(self._calls, says, irregularity, str(by), self.clock.now()))
        self.shown.change(is_urgent=True)

    def dismiss(self, number: int) -> None:
        kept = [call for call in self.calls if call.number != number]
        if len(kept) == len(self.calls):
            raise Forbidden(f"there is no call {number}: expected one that waits", "house.calls")
        self.calls = kept
        self.shown.change(is_urgent=True)
