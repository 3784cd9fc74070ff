"""The floor: every live table of the house, those that it keeps ready, and new ones.

When the doors open, every table that was not closed is taken up where its last written command left it.
One that cannot be is shut (`quarantine`), and keeps none of the others from opening.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import date, datetime

import msgspec

from tablewright.advice.figures import Figures
from tablewright.games import at_tables
from tablewright.house.books.entries import BrokenTable, KeptTable, LedgerEntry
from tablewright.house.books.house_clock import HouseClock
from tablewright.house.books.ledger import Ledger, is_away
from tablewright.house.books.options import Options
from tablewright.house.books.outage import first_line
from tablewright.house.people.caps import USUAL_CAPS, Caps, refuse_seat
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.names import cleaned_table_name, skeleton
from tablewright.house.people.person import Person, is_person
from tablewright.house.screens.history import on_felt
from tablewright.house.screens.listener import Listener
from tablewright.house.tables.certified import (
    CertifiedDealers,
    MayDeal,
    no_certificates,
    refusal,
)
from tablewright.house.tables.head_signing import HeadSigning
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.publisher import Publisher
from tablewright.house.tables.quarantine import Quarantined, quarantined, reason
from tablewright.house.tables.restore import not_begun
from tablewright.house.tables.room import HouseServices
from tablewright.house.watching.commands import CommandTimes
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Game
from tablewright.rules.language import say
from tablewright.rules.roles import DEALER
from tablewright.table.machine import Table
from tablewright.table.setup import Setup, Staff
from tablewright.table.status import CLOSED, OPENING

log = logging.getLogger(__name__)

LOOKS_SECONDS = 300
"""How often the house looks whether the tables for practice are those of today."""
MOST_TABLES = 250
"""More than any pit has."""
APPROVAL_FROM = 50_000
STANDING = Options(is_standing=True, bet_seconds=30, decide_seconds=45)


class NoSuchTable(Refused):
    """No table of that name is open."""


class Floor:
    """All tables of the house."""

    def __init__(
        self,
        ledger: Ledger,
        pace: float = 1.0,
        caps: Caps = USUAL_CAPS,
        may_deal: MayDeal = no_certificates,
        heads: HeadSigning | None = None,
        limits: LimitKeeper | None = None,
        clock: HouseClock | None = None,
    ) -> None:
        self.ledger, self.pace, self.caps = ledger, pace, caps
        self._heads = heads
        self.tables: dict[str, LiveTable] = {}
        self.closed: dict[str, Figures] = {}
        """What the tables of the day came to that are closed."""
        self.closings = 0
        """How many tables were closed, or shut, since the doors opened."""
        self.quarantined: dict[str, Quarantined] = {}
        """The tables that are shut, as what is written of them cannot be read."""
        self.crowd: set[Listener] = set()
        """Every connection to any of them."""
        self.roster: dict[str, frozenset[str]] = {}
        """The duties of everybody who has an account, by name."""
        self.services = HouseServices(
            ledger,
            Publisher(),
            self.crowd,
            self.roster,
            lambda person: refuse_seat(self.caps, person, self.seats_of(person)),
            self.note_closed,
            self.unreadable,
            self._moved,
            CertifiedDealers(may_deal),
            limits or LimitKeeper(),
            self.on_felts,
            CommandTimes(),
            clock or HouseClock(),
            heads.newest.get if heads is not None else lambda table: None,
        )
        """What each table gets from the house."""
        if heads is not None:
            heads.on_signed = self._head_signed
        self._opening = asyncio.Lock()
        self._every_day: asyncio.Task[None] | None = None
        self._commands_before = 0
        """Carried out at tables that are closed by now."""
        self.on_moved: Callable[[str], None] = _nobody
        """Is told of a table that another server has taken."""

    # Opening and closing the doors ----------------------------------------------------------------

    async def open_doors(self, *, keeps_standing: bool = True) -> None:
        """Take up every table that was not closed; have one of each game ready for practice."""
        for kept in await self.ledger.every_table():
            await self.take_up(kept)
        await self.shut_broken()
        if keeps_standing:
            await self.keep_standing()

    async def take_up(self, kept: KeptTable | BrokenTable) -> None:
        """Have a table go on here from what is written of it; one that cannot be read is shut.

        If it was followed here, it can be looked at all the while.
        """
        if not isinstance(kept, KeptTable):
            self._shut(quarantined(kept, kept.why))
            return
        self.quarantined.pop(kept.id, None)
        try:
            await self._take_up(kept)
        except Exception as wrong:
            if is_away(wrong):
                raise
            self.tables.pop(kept.id, None)
            self.shut(kept, wrong)

    async def shut_broken(self) -> None:
        """Shut the tables whose rows and journals do not say the same."""
        for broken in (*await self.ledger.without_row(), *await self.ledger.not_closed()):
            if broken.id not in self.quarantined:
                self._shut(quarantined(broken, broken.why))

    async def keep_standing(self) -> None:
        """Have one table of each game ready for practice, every gaming day anew."""
        await self._keep_standing(self.services.clock.now().date())
        if self._every_day is None:
            self._every_day = asyncio.create_task(self._keep_on_standing(), name="every day")

    def keep_no_standing(self) -> None:
        """Leave those tables to another server."""
        if self._every_day is not None:
            self._every_day.cancel()
            self._every_day = None

    async def _take_up(self, kept: KeptTable) -> None:
        if not await self.ledger.lines(kept.id, limit=1):
            if kept.status != OPENING:
                raise Refused("its journal is missing")
            # Nothing was ever written of it: its sender was never answered, and nobody follows it.
            await self.ledger.append(LedgerEntry(kept.id, status=CLOSED))
            return
        if self._heads is not None:
            await self._heads.refuse_forged(kept.id)
        live = await LiveTable.restore(kept.id, options_of(kept), self.services)
        self.tables[live.id] = live
        live.start()

    def shut(self, kept: KeptTable, wrong: Exception) -> None:
        """Nobody comes to a table that could not be taken up."""
        self._shut(quarantined(kept, reason(wrong)))

    def _shut(self, table: Quarantined) -> None:
        """Nobody comes to a table that cannot be read; what is written of it stays as it is."""
        self.quarantined[table.id] = table
        self.closings += 1
        log.error("table %s (%s) is shut: %s", table.table, table.id, table.why)

    async def _keep_on_standing(self) -> None:
        """Every gaming day, the tables that the house keeps ready are set up anew."""
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            try:
                await self._keep_standing(self.services.clock.now().date())
            except Exception as failed:  # Such as a database that is away for a while.
                log.error(
                    "the tables for practice could not be looked after: %s", first_line(failed)
                )

    async def close_doors(self) -> None:
        """Stop every table where it stands; it goes on there when the doors open again."""
        self.keep_no_standing()
        for live in list(self.tables.values()):
            await live.stop()
        self.tables.clear()

    async def _keep_standing(self, today: date) -> None:
        """One practice table of each game, every gaming day anew if nobody sits at it."""
        ready = set()
        for live in list(self.tables.values()):
            setup = live.table.book.setup
            if not live.options.is_standing:
                continue
            if setup.day < today and not live.table.state.seats:
                await live.close_when_clear()
                if live.is_elsewhere:
                    continue  # It is closed where it is; the new one has another name.
            if live.id in self.tables:  # A player sits there, or a round is still to be ended.
                ready.add(setup.game)
        for each in at_tables().procedures:
            if each.game.id not in ready:
                await self._open_standing(each.game, today)

    async def _open_standing(self, game: Game, today: date) -> None:
        setup = Setup(
            table=self._free_name(game),
            game=game.id,
            day=today,
            is_practice=True,
            approval_from=APPROVAL_FROM,
        )
        try:
            await self.open(setup, msgspec.structs.replace(STANDING, pace=self.pace))
        except Refused as refused:
            # The house may have no room for it: the doors open all the same.
            log.error("there is no %s for practice: %s", game.name, refused)

    def _free_name(self, game: Game) -> str:
        """A name for a practice table that no other has: `K1`; `K2`, where that is taken."""
        for number in range(1, 2 * MOST_TABLES):
            name = f"{game.name[0].upper()}{number}"
            try:
                self._refuse_lookalike(name, STANDING)
            except Refused:
                continue
            return name
        return game.name

    # Tables ---------------------------------------------------------------------------------------

    @property
    def commands(self) -> int:
        """How many have been carried out since the server started."""
        return self._commands_before + sum(live.commands for live in self.tables.values())

    def table(self, id: str) -> LiveTable:
        live = self.tables.get(id)
        if live is None:
            raise NoSuchTable(
                say("There is no table {id} open: choose one in the lobby.", id=quoted(id))
            )
        return live

    async def open(self, setup: Setup, options: Options) -> LiveTable:
        """Set a table up. A practice table is opened at once, by the house in everybody's name."""
        async with self._opening:
            return await self._open(setup, options)

    async def _open(self, setup: Setup, options: Options) -> LiveTable:
        if len(self.tables) >= MOST_TABLES:
            raise Refused(
                say(
                    "{most} tables are open, as many as there may be: close one first.",
                    most=MOST_TABLES,
                )
            )
        setup = msgspec.structs.replace(setup, table=cleaned_table_name(setup.table))
        self._refuse_lookalike(setup.table, options)
        begun = not_begun(setup)
        await self._refuse_uncertified(begun.table, options)
        kept = await self.ledger.create_table(
            setup.table,
            begun.table.book.game.id,
            is_practice=setup.is_practice,
            options=msgspec.json.encode(options).decode(),
            at=self.services.clock.now(),
        )
        live = LiveTable(kept.id, options, begun, self.services)
        live.start()
        try:
            await live.open()
        except Refused:
            await live.stop()
            raise
        self.tables[live.id] = live
        self._want_head(live.id)
        return live

    async def _refuse_uncertified(self, table: Table, options: Options) -> None:
        """Where only certified dealers deal, the one who is named at the opening is one."""
        if not options.certified_only:
            return
        book = table.book
        if book.setup.is_practice:
            raise Refused(
                "Anyone may deal at a practice table: ask for certified dealers at tables for money."
            )
        name = book.setup.staff.dealer
        if is_person(name, DEALER.value):
            lacks = await self.services.certified.look_up(name, book, table.device.id)
            if lacks:
                raise refusal(name, book, lacks)

    def _refuse_lookalike(self, name: str, options: Options) -> None:
        """No table is called what would be taken for another's name."""
        looks = skeleton(name)
        for live in self.tables.values():
            other = live.table.book.setup.table
            if other == name:
                raise Refused(
                    say("Table {name} is open already: choose another name.", name=quoted(name))
                )
            if skeleton(other) == looks:
                raise Refused(
                    say(
                        "Table {other} is open, and {name} looks like it: choose another name.",
                        other=quoted(other),
                        name=quoted(name),
                    )
                )
        for shut in self.quarantined.values():
            # The house's own tables for practice are set up anew; other names wait for the pit.
            is_anew = options.is_standing and shut.is_practice and shut.table == name
            if skeleton(shut.table) == looks and not is_anew:
                raise Refused(
                    say(
                        "Table {table} is shut ({why}): choose another name.",
                        table=quoted(shut.table),
                        why=shut.why,
                    )
                )

    def note_closed(self, id: str) -> None:
        """A table that is closed is no longer on the floor."""
        live = self._remove(id, say("This table is closed."))
        if live is not None:
            self.closed[id] = live.room.screen.sums.figures
        self.closings += 1
        self._want_head(id)

    def forget_closed(self, before: datetime) -> None:
        """Remember no longer what tables came to that closed on an earlier day."""
        for id, figures in list(self.closed.items()):
            if figures.last is None or figures.last < before:
                del self.closed[id]

    def _want_head(self, id: str) -> None:
        """Have the journal of a table signed that was opened or closed."""
        if self._heads is not None:
            self._heads.want(id)

    def let_go(self, id: str) -> None:
        """A table passes to another server, with those who are at it."""
        live = self.tables.pop(id, None)
        self.services.limits.sit(id, ())
        if live is not None:
            self._commands_before += live.commands

    def _moved(self, id: str) -> None:
        """Another server has taken a table from this one."""
        log.warning("table %s was taken by another server", id)
        self.let_go(id)
        self.on_moved(id)

    def _head_signed(self, id: str) -> None:
        """A head of a journal was signed: those who are at the table are given it."""
        live = self.tables.get(id)
        if live is not None:
            live.room.changes.change()
            live.ask_to_show()
        elif self._heads is not None:
            self._heads.forget(id)

    def unreadable(self, id: str, wrong: Exception) -> None:
        """A table that could not be taken up again is no longer on the floor."""
        live = self._remove(
            id, say("This table is shut: its records cannot be read. Tell the pit.")
        )
        if live is not None:
            setup = live.table.book.setup
            self._shut(Quarantined(id, setup.table, reason(wrong), setup.is_practice))

    def _remove(self, id: str, why: str) -> LiveTable | None:
        live = self.tables.pop(id, None)
        self.services.limits.sit(id, ())
        if live is not None:
            self._commands_before += live.commands
            live.audience.end(4409, why)
        return live

    def seats_of(self, person: Person) -> int:
        """At how many tables a person sits."""
        return sum(live.place_of(person) > 0 for live in self.tables.values())

    def on_felts(self, key: str, is_practice: bool) -> int:
        """What a player has on the felts of practice tables or of the others, in cents."""
        found = 0
        for live in self.tables.values():
            table, place = live.table, live.room.seating.place_by(key)
            if place and table.book.setup.is_practice == is_practice:
                found += on_felt(place, table)
        return found

    def show_limits(self, person: Person) -> None:
        """A player has changed limits of their own: what is in their way may be another thing."""
        for live in self.tables.values():
            if live.place_of(person):
                live.wake()

    def rows(self) -> Iterable[LiveTable]:
        """The tables in the order of their games and names."""
        return sorted(
            self.tables.values(),
            key=lambda live: (not live.options.is_standing, live.table.book.setup.table),
        )


def _nobody(id: str) -> None:
    """A house of one server loses no table."""


def options_of(kept: KeptTable) -> Options:
    """How the house runs a table, from its row."""
    try:
        return msgspec.json.decode(kept.options, type=Options)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Refused(say("its options cannot be read ({why})", why=reason(error))) from None


def staff(dealer: str = "", inspector: str = "", pit_boss: str = "", cameras: str = "") -> Staff:
    """Who is on duty; the house's own names where nobody is named."""
    usual = Staff()
    return Staff(
        dealer or usual.dealer,
        inspector or usual.inspector,
        pit_boss or usual.pit_boss,
        cameras or usual.surveillance,
    )
