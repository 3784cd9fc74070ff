"""The handovers of a pit: offered by one pit boss, taken by another, kept with the note.

    offered -> taken, or declined by the one it was offered to, or withdrawn by the one who offered it

Nothing passes before it is taken. Then every table whose pit boss is the giver gets the taker, each by
a relief in its own journal, and the giver's alerts become the taker's. A handover that breaks off
half-way still waits, and is taken again for what is left.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.house.people.person import Person
from tablewright.house.screens.handover_pages import Handover, Outcome
from tablewright.house.tables.alert_register import AlertRegister, NoSuchAlert
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.relief import Relief
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say
from tablewright.rules.roles import PIT_BOSS

log = logging.getLogger(__name__)

SETTING = "handovers"
MOST_KEPT = 200
"""So many are kept, the last ones; who had which post when is in the journals for good."""
RULE = "house.relief"

_decode = msgspec.json.Decoder(list[Handover]).decode


class NoSuchHandover(Refused):
    """No offer has that number, or it waits no more."""


class Handovers:
    """The handovers of a house."""

    def __init__(
        self,
        database: Database,
        floor: Floor,
        alerts: AlertRegister,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.database, self.clock = database, clock
        self._floor, self._alerts = floor, alerts
        self._kept: list[Handover] | None = None
        self._changing = asyncio.Lock()

    def forget(self) -> None:
        """Read it again: another server of the house may have changed it."""
        self._kept = None

    async def all(self) -> Sequence[Handover]:
        """All that are kept, the oldest first; none, where what is kept cannot be read."""
        if self._kept is None:
            async with self.database.reading() as connection:
                kept = await setting(connection, SETTING)
            try:
                self._kept = _decode(kept) if kept else []
            except (msgspec.MsgspecError, ValueError):
                log.error("the setting %s cannot be read: earlier handovers are left out", SETTING)
                self._kept = []
        return self._kept

    async def waiting(self, person: Person) -> list[Handover]:
        """The offers that wait and concern a person: those to them first."""
        found = [each for each in await self.all() if not each.outcome]
        to_them = [each for each in found if each.taker == person.name]
        by_them = [each for each in found if each.giver == person.name]
        return [*to_them, *by_them]

    def tables_of(self, name: str) -> list[LiveTable]:
        """The open tables whose pit boss a person is."""
        post = PIT_BOSS.value
        return [live for live in self._floor.rows() if live.table.state.staff.get(post) == name]

    async def offer(self, giver: Person, taker: str, note: str) -> Handover:
        """A pit boss offers what is theirs to another."""
        async with self._changing:
            if taker == giver.name or PIT_BOSS.value not in self._floor.roster.get(taker, ()):
                raise Refused("Name another person with the duty of pit boss to hand over to.")
            note = " ".join(note.split())
            if not note.isprintable():
                raise Refused("The note holds characters that cannot be printed: type it again.")
            kept = await self.all()
            if any(each.giver == giver.name and not each.outcome for each in kept):
                raise Forbidden(
                    "You have offered the pit already: withdraw that offer to make another.", RULE
                )
            id = max((each.id for each in kept), default=0) + 1
            made = Handover(id=id, giver=giver.name, taker=taker, note=note, offered=self.clock())
            await self._write(made)
            return made

    async def end(self, id: int, person: Person) -> Handover:
        """An offer is declined by the one it was made to, or withdrawn by the one who made it."""
        async with self._changing:
            offer = await self._waiting(id)
            if person.name not in (offer.giver, offer.taker):
                raise Forbidden("This handover is between two others.", RULE)
            outcome: Outcome = "withdrawn" if person.name == offer.giver else "declined"
            ended = msgspec.structs.replace(offer, outcome=outcome, ended=self.clock())
            await self._write(ended)
            return ended

    async def take(self, id: int, taker: Person) -> Handover:
        """The one it was offered to takes it: tables and alerts pass to them."""
        async with self._changing:
            offer = await self._waiting(id)
            if offer.taker != taker.name:
                raise Forbidden(
                    say("This handover is offered to {name}, not to you.", name=offer.taker), RULE
                )
            passed, left = await self._pass_tables(offer)
            taken = msgspec.structs.replace(
                offer,
                outcome="taken",
                ended=self.clock(),
                tables=tuple(passed),
                left=tuple(left),
                alerts=await self._pass_alerts(offer.giver, taker),
            )
            await self._write(taken)
            return taken

    async def _pass_tables(self, offer: Handover) -> tuple[list[str], list[str]]:
        """Each table is relieved for itself: the names of those that passed, why others did not."""
        relief = Relief(PIT_BOSS.value, offer.giver, offer.taker)
        passed, left = [], []
        for live in self.tables_of(offer.giver):
            name = live.table.book.setup.table
            try:
                await live.relieve(relief)
                passed.append(name)
            except Refused as refused:
                left.append(f"{name}: {refused}")
        return passed, left

    async def _pass_alerts(self, giver: str, taker: Person) -> int:
        passed = 0
        for alert in self._alerts.waiting:
            if alert.holder != giver:
                continue
            try:
                await self._alerts.take(alert.id, taker, giver)
                passed += 1
            except (Forbidden, NoSuchAlert):
                continue  # It is over, or another person has taken it meanwhile.
        return passed

    async def _waiting(self, id: int) -> Handover:
        found = next((e for e in await self.all() if e.id == id and not e.outcome), None)
        if found is None:
            raise NoSuchHandover(say("Handover {id} waits no more: look again.", id=id))
        return found

    async def _write(self, handover: Handover) -> None:
        kept = [each for each in await self.all() if each.id != handover.id]
        new = [*kept, handover][-MOST_KEPT:]
        async with self.database.writing() as connection:
            await put_setting(connection, SETTING, msgspec.json.encode(new).decode())
        self._kept = new
