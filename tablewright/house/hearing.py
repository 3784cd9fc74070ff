"""What another server of the house has changed, made known here: people, limits, approvals, settings.

The database tells of each change as it is kept (`registry.CHANNEL`). What is heard is taken one by one;
when this server was cut off from the database for a while, everything is read again.
"""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from typing import Protocol

from tablewright.house.books.ledger import Ledger, is_away
from tablewright.house.books.outage import first_line
from tablewright.house.people.accounts import Accounts
from tablewright.house.people.approvals import Approvals
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.person import Person
from tablewright.house.people.sessions import Sessions
from tablewright.house.people.tokens import Tokens
from tablewright.house.screens.gaming_day import GamingDays
from tablewright.house.servers.registry import EVERYTHING
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.head_signing import HeadSigning
from tablewright.rules.language import say

log = logging.getLogger(__name__)

RETRY_SECONDS = 0.5


class Forgetful(Protocol):
    """Keeps something of the database in mind, and can be told to read it again."""

    def forget(self) -> None: ...


class Hearing:
    """Takes in what is heard from the database."""

    def __init__(
        self,
        ledger: Ledger,
        floor: Floor,
        accounts: Accounts,
        sessions: Sessions,
        tokens: Tokens,
        approvals: Approvals,
        limits: LimitKeeper,
        gaming_days: GamingDays,
        heads: HeadSigning,
        kept_in_mind: tuple[Forgetful, ...],
        house: "Told",
    ) -> None:
        self._ledger, self._floor, self._house = ledger, floor, house
        self._accounts, self._sessions, self._tokens = accounts, sessions, tokens
        self._approvals, self._limits, self._gaming_days = approvals, limits, gaming_days
        self._kept_in_mind, self._heads = kept_in_mind, heads
        self._heard: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="hearing")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def hear(self, what: str, which: str) -> None:
        """Something was changed; many changes of one thing are looked at once."""
        if what in ("tables", "servers", "leases", EVERYTHING):
            self._house.look_round()
        if what not in ("tables", "servers", "leases"):
            self._heard[what, which] = None
            self._is_wanted.set()

    async def _run(self) -> None:
        while True:
            await self._is_wanted.wait()
            self._is_wanted.clear()
            while self._heard:
                heard = next(iter(self._heard))
                del self._heard[heard]
                try:
                    await self._take(*heard)
                except Exception as failed:  # Such as a database that is away for a while.
                    if is_away(failed):
                        self._ledger.database.outage.note(failed)
                    else:
                        log.error(
                            "what another server has changed cannot be read: %s", first_line(failed)
                        )
                    self._heard[heard] = None
                    await asyncio.sleep(RETRY_SECONDS)

    async def _take(self, what: str, which: str) -> None:
        match what:
            case "accounts":
                self._accounts.forget(int(which))
                await self._look_at_people()
            case "sessions":
                self._sessions.end_by_number(int(which))
                self._house.disconnect(f"s:{which}", say("You have signed out."))
            case "tokens":
                if await self._tokens.end_by_number(int(which)):
                    self._house.disconnect(f"t:{which}", say("The token has ended."))
            case "own_limits":
                await self._limits.read_limits(which)
                self._floor.show_limits(Person(which, ""))
            case "approvals":
                await self._approvals.read_on()
                await self._house.bring_records()
            case "signatures":
                if which in self._floor.tables:
                    await self._heads.read_newest(which)
            case "settings":
                await self._look_at_settings()
            case _:
                await self.read_everything()

    async def read_everything(self) -> None:
        """Know everything as it is written now."""
        self._accounts.forget()
        await self._sessions.read_again()
        await self._tokens.read_again()
        await self._approvals.read_on()
        async with self._ledger.writing:
            await self._limits.read_again()
        await self._look_at_settings()
        await self._look_at_people()
        await self._house.bring_records()

    async def _look_at_settings(self) -> None:
        for each in self._kept_in_mind:
            each.forget()
        await self._gaming_days.read_again()

    async def _look_at_people(self) -> None:
        """Those whose accounts have gone on, or whose sessions have ended, are not here any more."""
        await self._house.refresh_roster()
        for listener in list(self._floor.crowd):
            person = listener.person
            if not person.account:
                continue
            account = await self._accounts.by_id(person.account)
            if account is None or account.is_disabled or account.epoch != person.door.epoch:
                listener.end(4401, say("Your session has ended: sign in again."))


class Told(Protocol):
    """The house, as far as it is told of what was changed."""

    def look_round(self) -> None:
        """Servers, leases or tables are others than before."""

    def disconnect(self, key: str, why: str) -> None:
        """End every connection of a session or a token."""

    async def refresh_roster(self) -> None:
        """Know who has which duties."""

    async def bring_records(self) -> None:
        """Have tables know what is on record."""
