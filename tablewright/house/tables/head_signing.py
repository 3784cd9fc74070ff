"""The heads of the journals, signed by and by: what stands up to a line, and when.

A head says how many lines a journal has and the hash of the last one. The hash of a line depends on all
lines before it, so that a journal that is written anew, with fresh hashes, does not fit its heads. One
is signed soon after a table was opened or closed, every so many minutes while lines are added, and when
the house closes; or when a player asks for one, once for each shuffle. Each names the head before it of
the same journal, so that none can be left out between two of them. It is read from what is written and
written by the ledger; no table and no command waits for it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection

from tablewright.house.books.audit_entries import SIGNED_AUDIT, THE_AUDIT
from tablewright.house.books.entries import tail_tag
from tablewright.house.books.outage import first_line
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.books.shortness import FORGED
from tablewright.house.books.signatures import Grown
from tablewright.house.books.signing import Signing, Wanted
from tablewright.house.tables.clock import Alarm, LoopTicker, Ticker
from tablewright.rules.errors import Refused
from tablewright.school.signed import SIGNED_REGISTER
from tablewright.signing.rings import Ring, Trusted
from tablewright.signing.statements import DoesNotHold, Said, Statement, hash_of
from tablewright.table.journal import SIGNED_HEAD

log = logging.getLogger(__name__)

SETTING = "signing-minutes"
MINUTES, LEAST_MINUTES, MOST_MINUTES = 15, 1, 24 * 60
"""How often heads are signed if nobody has set it, and what may be set."""
SOON_SECONDS = 1.0
"""How long a table that was opened or closed waits for others, to be signed together."""


OTHER_END = (
    "its journal does not end as the house wrote it after line {lines}, which was signed last"
)


class HeadSigning:
    """Signs the heads of a house's journals."""

    def __init__(self, signing: Signing, ticker: Ticker | None = None) -> None:
        self.signing, self._ticker = signing, ticker or LoopTicker()
        self._alarm = Alarm(self._ticker)
        self._wanted: set[str] = set()
        """Tables that were opened or closed and are to be signed soon."""
        self._soon_at: float | None = None
        self._due_at = 0.0
        self._seen: Ring | None = None
        """The ring with which all journals were looked through."""
        self._told: set[str] = set()
        """Tables of which it was said that their journals do not fit."""
        self.newest: dict[str, Statement] = {}
        """The last head of each journal on the floor."""
        self.on_signed: Callable[[str], None] = lambda table: None
        """A head of the journal of this table was signed."""
        self._one_by_one = asyncio.Lock()
        """Each head names the one before it, so that no two are made at once."""
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sign what was not signed before the house closed, and go on by and by."""
        if self.signing.is_able:
            self._due_at = self._ticker.now() + SOON_SECONDS
            self._alarm.ring_at(self._due_at)
            self._task = asyncio.create_task(self._run(), name="heads")
            self._looking = asyncio.create_task(self._look(), name="signatures")

    async def close(self) -> None:
        """Finish what is being signed, then sign every head as it is now."""
        if self._task is None:
            return
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
        self._is_closing = True
        self._alarm.ring()
        await self._task
        self._task = None
        self._alarm.ring_for_nothing()
        await self._sign_quietly()

    def want(self, table: str) -> None:
        """A table was opened or closed, or something was signed in the register: its head is due."""
        if self._task is None:
            return
        self._wanted.add(table)
        if self._soon_at is None:
            self._soon_at = self._ticker.now() + SOON_SECONDS
            self._alarm.ring_at(min(self._due_at, self._soon_at))

    async def _look(self) -> None:
        """Look through all that was signed, once."""
        if wrong := await self.signing.wrong():
            self.signing.notes.append(f"what the house has signed was changed: {wrong}")
            log.error("what the house has signed was changed: %s", wrong)

    async def _run(self) -> None:
        while True:
            await self._alarm.wait()
            if self._is_closing:
                return
            now = self._ticker.now()
            if now >= self._due_at:
                await self._sign_quietly()
                self._due_at = self._ticker.now() + 60.0 * await self._minutes_quietly()
            elif self._soon_at is not None and now >= self._soon_at:
                await self._sign_quietly(is_all=False)
            self._alarm.ring_at(min(self._due_at, self._soon_at or self._due_at))

    async def _sign_quietly(self, *, is_all: bool = True) -> None:
        """Sign what is due; what cannot be signed now is due again later."""
        wanted, self._wanted, self._soon_at = self._wanted, set(), None
        try:
            if is_all:
                await self.sign_all(wanted)
            else:
                async with self._one_by_one:
                    await self._sign(await self.signing.signatures.journals(wanted))
            await self.sign_register()
            await self.sign_audit()
        except Exception as failed:  # Such as a database that is away, or keys that are gone.
            self._wanted |= wanted
            log.error("the heads of the journals could not be signed: %s", first_line(failed))

    async def sign_all(self, closed: Collection[str] = ()) -> list[Statement]:
        """Sign the head of every open table, and of these, that has grown since it was signed last.

        At the start, and with another ring of keys than before, all journals are looked through: a
        theft may have ended the signatures of some.
        """
        ring, found = await self.signing.ring(), self.signing.signatures
        async with self._one_by_one:
            if ring != self._seen:
                rows = await found.every_journal()
            else:
                rows = await found.open_journals()
                there = {each.table for each in rows}
                rows += await found.journals([each for each in closed if each not in there])
            made = await self._sign(rows)
        self._seen = ring
        return made

    async def sign_register(self) -> None:
        """Sign the last entry of the school's register, if it has grown: certificates stand there."""
        async with self._one_by_one:
            found = await self.signing.signatures.register() if self.signing.is_able else None
            if found is not None:
                await self._sign([found], SIGNED_REGISTER)

    async def sign_shuffle(self, table: str, seal: str) -> Statement:
        """A head of a table's journal that names the seal of a shuffle in it; once for each."""
        async with self._one_by_one:
            last = self.newest.get(table)
            if last is not None and last.text("seal") == seal:
                return last
            for row in await self.signing.signatures.journals([table]):
                for made in await self._sign([row._replace(shuffle=seal)], is_asked=True):
                    return made
        raise Refused("The journal of this table cannot be signed now: tell the pit.")

    async def sign_audit(self) -> None:
        """Sign the last entry of the audit, if it has grown."""
        async with self._one_by_one:
            found = await self.signing.signatures.audit() if self.signing.is_able else None
            if found is not None:
                await self._sign([found], SIGNED_AUDIT)

    async def look_at_audit(self) -> None:
        """Tell who starts the house if the audit is not the one that it signed last."""
        found = await self.signing.signatures.audit() if self.signing.is_able else None
        try:
            if found is not None:
                self._fitting_head(found, await self.signing.trusted())
            elif self.signing.is_able and await self.signing.heads(THE_AUDIT, SIGNED_AUDIT):
                raise Refused("it is empty")
        except Refused as wrong:
            self.signing.notes.append(
                f"the audit was changed: {wrong}; `tablewright audit --verify` says from where on"
            )

    async def _sign(
        self, rows: Collection[Grown], kind: str = SIGNED_HEAD, *, is_asked: bool = False
    ) -> list[Statement]:
        """Sign the heads of these journals, as far as they have grown or one is asked for."""
        believed, wanted = await self.signing.trusted(), []
        for row in rows:
            try:
                head = self._fitting_head(row, believed)
                self._refuse_other_end(row)
            except Refused as wrong:
                if row.table not in self._told:
                    self._told.add(row.table)
                    log.error("%s: %s: it is not signed any more", row.table, wrong)
                continue
            if head is None or is_asked or head.number("lines") < row.lines:
                wanted.append(Wanted(kind, row.table, _said(row, head)))
        made = await self.signing.sign(wanted) if wanted else []
        if kind == SIGNED_HEAD:
            for each in made:
                self.newest[each.of] = each
                self.on_signed(each.of)
        return made

    async def read_newest(self, table: str) -> None:
        """Another server of the house has signed a head: those who are at the table are given it."""
        head = await self.signing.signatures.latest(table, SIGNED_HEAD)
        if head is not None and head != self.newest.get(table):
            self.newest[table] = head
            self.on_signed(table)

    def forget(self, table: str) -> None:
        """A table is no longer on the floor."""
        self.newest.pop(table, None)

    def _fitting_head(self, row: Grown, believed: Trusted) -> Statement | None:
        """The same as `fitting_head`; refused too, if the start has found that another did not fit."""
        if row.table in self.signing.unfit:
            raise Refused(self.signing.unfit[row.table])
        return fitting_head(row, believed)

    def _refuse_other_end(self, row: Grown) -> None:
        """Refuse a journal that does not end with the line that the house wrote last.

        So what was added since the last head is known to be the house's too. What was written before
        ends were sealed has no such seal; a head says whether there was one.
        """
        secret, head = self.signing.database.secret, row.head
        if not secret.id:
            return
        if row.tail is None:
            if head is not None and head.number("tail") > 0:
                raise Refused("the seal of its journal's last line is missing")
        elif row.tail != (row.lines, tail_tag(secret, row.table, row.lines, row.hash)):
            raise Refused(OTHER_END.format(lines=head.number("lines") if head else 0))

    async def refuse_forged(self, table: str) -> None:
        """Refuse a table whose journal is not the one that was signed last."""
        if not self.signing.is_able:
            return
        believed = await self.signing.trusted()
        for row in await self.signing.signatures.journals([table]):
            head = self._fitting_head(row, believed)
            if head is not None:
                self.newest[table] = head
                try:
                    believed.check(head)
                except DoesNotHold as wrong:
                    raise Refused(
                        f"what the house signed of its journal does not hold: {wrong}"
                    ) from None
            self._refuse_other_end(row)

    # How often ------------------------------------------------------------------------------------

    async def minutes(self) -> int:
        """How often heads are signed while lines are added."""
        async with self.signing.database.reading() as connection:
            kept = await setting(connection, SETTING)
        number = int(kept) if kept and kept.isascii() and kept.isdecimal() else MINUTES
        return number if LEAST_MINUTES <= number <= MOST_MINUTES else MINUTES

    async def _minutes_quietly(self) -> int:
        try:
            return await self.minutes()
        except Exception as failed:  # Such as a database that is away for a while.
            log.error("how often heads are signed could not be read: %s", first_line(failed))
            return MINUTES

    async def set_minutes(self, minutes: int) -> None:
        """Have heads signed more often, or less."""
        if not LEAST_MINUTES <= minutes <= MOST_MINUTES:
            raise Refused(f"minutes is {minutes}: expected {LEAST_MINUTES} to {MOST_MINUTES}")
        async with self.signing.database.writing() as connection:
            await put_setting(connection, SETTING, str(minutes))
        if self._task is not None:
            self._due_at = min(self._due_at, self._ticker.now() + 60.0 * minutes)
            self._alarm.ring_at(min(self._due_at, self._soon_at or self._due_at))


def fitting_head(row: Grown, believed: Trusted) -> Statement | None:
    """The head that was signed last; none, if its key was not good any more.

    Refused, if it does not fit. The signature itself is not looked at.
    """
    if row.has_broken_head:
        raise Refused("what the house signed of its journal cannot be read")
    head = row.head
    if head is None:
        return None
    key = believed.keys.get(head.key)
    if key is None:
        raise Refused(f"its journal was signed with key {head.key}, which is not the house's")
    if key.until is not None and head.at > key.until:
        return None
    if head.text("hash") != row.hash_there:
        raise Refused(FORGED.format(lines=head.number("lines")))
    return head


def _said(row: Grown, before: Statement | None) -> Said:
    """What a head says: how many lines there are, the hash of the last, and which head it follows.

    It names the seals of the table's snapshot and of a shuffle, where there are such.
    """
    says: Said = {
        "lines": row.lines,
        "hash": row.hash,
        "follows": hash_of(before) if before else "",
    }
    if row.snapshot:
        says["snapshot"] = row.snapshot
    if row.tail:
        says["tail"] = row.tail[0]
    if row.shuffle:
        says["seal"] = row.shuffle
    return says
