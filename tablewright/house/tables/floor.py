"""The floor: every live table of the house, those that it keeps ready, and new ones.

When the doors open, every table that was not closed is taken up where its last written command left it.
One that cannot be is shut (`quarantine`), and keeps none of the others from opening.
"""

import asyncio
import logging
from collections.abc import Iterable
from datetime import UTC, date, datetime

import msgspec

from tablewright.games import at_tables
from tablewright.house.books.entries import Entry
from tablewright.house.books.ledger import KeptTable, Ledger, is_away
from tablewright.house.people.caps import USUAL_CAPS, Caps, refuse_seat
from tablewright.house.people.names import cleaned_table_name, skeleton
from tablewright.house.people.person import Person
from tablewright.house.tables.listener import Listener
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.options import Options
from tablewright.house.tables.publisher import Publisher
from tablewright.house.tables.quarantine import Quarantined, quarantined, reason, taken_up
from tablewright.rules.errors import Refused
from tablewright.rules.game import Game
from tablewright.table.machine import Table
from tablewright.table.setup import Setup, Staff
from tablewright.table.status import CLOSED, OPENING

log = logging.getLogger(__name__)

LOOKS_SECONDS = 300
"""How often somebody looks whether the tables for practice are those of today."""
MOST_TABLES = 250
"""More than any pit has."""
APPROVAL_FROM = 50_000
STANDING = Options(is_standing=True, bet_seconds=30, decide_seconds=45)


class NoSuchTable(Refused):
    """No table of that name is open."""


class Floor:
    """All tables of the house."""

    def __init__(self, ledger: Ledger, pace: float = 1.0, caps: Caps = USUAL_CAPS) -> None:
        self.ledger, self.pace, self.caps = ledger, pace, caps
        self.tables: dict[str, LiveTable] = {}
        self.quarantined: dict[str, Quarantined] = {}
        """The tables that are shut, as what is written of them cannot be read."""
        self.crowd: set[Listener] = set()
        """Every connection to any of them."""
        self.publisher = Publisher()
        self.roster: dict[str, frozenset[str]] = {}
        """The duties of everybody who has an account, by name."""
        self._opening = asyncio.Lock()
        self._every_day: asyncio.Task[None] | None = None
        self.commands_before = 0
        """Carried out at tables that are closed by now."""

    # Opening and closing the doors ----------------------------------------------------------------

    async def open_doors(self, *, keeps_standing: bool = True) -> None:
        """Take up every table that was not closed; have one of each game ready for practice."""
        for kept in await self.ledger.every_table():
            if not isinstance(kept, KeptTable):
                self._shut(quarantined(kept, kept.why))
                continue
            try:
                await self._take_up(kept)
            except Exception as wrong:
                if is_away(wrong):
                    raise
                self._shut(quarantined(kept, reason(wrong)))
        for broken in (*await self.ledger.without_row(), *await self.ledger.not_closed()):
            self._shut(quarantined(broken, broken.why))
        if keeps_standing:
            await self._keep_standing(datetime.now(UTC).date())
            self._every_day = asyncio.create_task(self._keep_on_standing(), name="every day")

    async def _take_up(self, kept: KeptTable) -> None:
        if not await self.ledger.lines(kept.id, limit=1):
            if kept.status != OPENING:
                raise Refused("its journal is missing")
            # Nothing was ever written of it: its sender was never answered.
            await self.ledger.append(Entry(kept.id, status=CLOSED))
            return
        live = await taken_up(kept, self.ledger)
        self._begin(live)
        live.start()

    def _shut(self, table: Quarantined) -> None:
        """Nobody comes to a table that cannot be read; what is written of it stays as it is."""
        self.quarantined[table.id] = table
        log.error("table %s (%s) is shut: %s", table.table, table.id, table.why)

    async def _keep_on_standing(self) -> None:
        """Every gaming day, the tables that the house keeps ready are set up anew."""
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            try:
                await self._keep_standing(datetime.now(UTC).date())
            except Exception as failed:  # Such as a database that is away for a while.
                log.error("the tables for practice could not be looked after: %s", failed)

    async def close_doors(self) -> None:
        """Stop every table where it stands; it goes on there when the doors open again."""
        if self._every_day is not None:
            self._every_day.cancel()
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
                await live.run_errand(live.dealing.close_when_clear)
            if live.id in self.tables:  # Somebody sits there, or a round is still to be ended.
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

    def table(self, id: str) -> LiveTable:
        live = self.tables.get(id)
        if live is None:
            raise NoSuchTable(f"there is no table {id[:40]!r} open: expected one from the lobby")
        return live

    async def open(self, setup: Setup, options: Options) -> LiveTable:
        """Set a table up. A practice table is opened at once, by the house in everybody's name."""
        async with self._opening:
            return await self._open(setup, options)

    async def _open(self, setup: Setup, options: Options) -> LiveTable:
        if len(self.tables) >= MOST_TABLES:
            raise Refused(f"{MOST_TABLES} tables are open: expected one to be closed first")
        setup = msgspec.structs.replace(setup, table=cleaned_table_name(setup.table))
        self._refuse_lookalike(setup.table, options)
        table = Table(setup)
        kept = await self.ledger.create_table(
            setup.table,
            table.book.game.id,
            is_practice=setup.is_practice,
            options=msgspec.json.encode(options).decode(),
            at=datetime.now(UTC),
        )
        live = LiveTable(kept.id, options, table, self.ledger)
        live.start()
        try:
            await live.run_errand(live.open_practice if setup.is_practice else live.set_up)
        except Refused:
            await live.stop()
            raise
        self._begin(live)
        return live

    def _refuse_lookalike(self, name: str, options: Options) -> None:
        """No table is called what would be taken for another's name."""
        looks = skeleton(name)
        for live in self.tables.values():
            other = live.table.book.setup.table
            if other == name:
                raise Refused(f"table {name!r} is open already: expected another name")
            if skeleton(other) == looks:
                raise Refused(
                    f"table {other!r} is open, which {name!r} would be taken for: expected another"
                    " name"
                )
        for shut in self.quarantined.values():
            # The house's own tables for practice are set up anew; other names wait for the pit.
            is_anew = options.is_standing and shut.is_practice and shut.table == name
            if skeleton(shut.table) == looks and not is_anew:
                raise Refused(f"table {shut.table!r} is shut ({shut.why}): expected another name")

    def _begin(self, live: LiveTable) -> None:
        self.tables[live.id] = live
        live.on_closed, live.on_unreadable = self._closed, self._unreadable
        live.crowd, live.publisher, live.roster = self.crowd, self.publisher, self.roster
        live.refuse_seat = lambda person: refuse_seat(self.caps, person, self.seats_of(person))

    def _closed(self, live: LiveTable) -> None:
        """A table that is closed is no longer on the floor."""
        self.tables.pop(live.id, None)
        self.commands_before += live.commands
        for listener in list(live.listeners):
            listener.end(4409, "the table is closed")

    def seats_of(self, person: Person) -> int:
        """At how many tables a person sits."""
        return sum(live.place_of(person) > 0 for live in self.tables.values())

    def _unreadable(self, live: LiveTable, wrong: Exception) -> None:
        """A table that could not be taken up again is no longer on the floor."""
        setup = live.table.book.setup
        self.tables.pop(live.id, None)
        self.commands_before += live.commands
        self._shut(Quarantined(live.id, setup.table, reason(wrong), setup.is_practice))
        for listener in list(live.listeners):
            listener.end(4409, "the table is shut: what is written of it cannot be read")

    def rows(self) -> Iterable[LiveTable]:
        """The tables in the order of their games and names."""
        return sorted(
            self.tables.values(),
            key=lambda live: (not live.options.is_standing, live.table.book.setup.table),
        )


def staff(dealer: str = "", inspector: str = "", pit_boss: str = "", cameras: str = "") -> Staff:
    """Who is on duty; the house's own names where nobody is named."""
    usual = Staff()
    return Staff(
        dealer or usual.dealer,
        inspector or usual.inspector,
        pit_boss or usual.pit_boss,
        cameras or usual.surveillance,
    )
