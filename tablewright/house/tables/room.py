"""A live table's parts, put together: each gets at construction what it needs, and none knows the task
that runs the table.

    fixtures (outlast a reload)   seating, audience, conduct, alarm
    pace, post                    when things are due; who deals
    screen, changes               what is shown, and what has changed since
    presence, limits              who is there, and what they have set for themselves
    desk, pending, remembered     commands are given, and noted until they are written
    patrons, steps                what the house does by itself

When what was done could not be written, the table is taken up from the ledger and a new room is made.
"""

from collections.abc import Callable
from typing import NamedTuple

from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.person import Person, Roster
from tablewright.house.screens.changes import Changes
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.screen import Screen
from tablewright.house.tables.audience import Audience
from tablewright.house.tables.certified import CertifiedDealers
from tablewright.house.tables.clock import Alarm, LoopTicker, Ticker
from tablewright.house.tables.conduct import Conduct
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.desk import LiveDesk
from tablewright.house.tables.house_steps import HouseSteps
from tablewright.house.tables.idempotency import Remembered
from tablewright.house.tables.pace import Pace
from tablewright.house.tables.pending import Pending
from tablewright.house.tables.players_limits import OnFelts, PlayersLimits
from tablewright.house.tables.presence import Presence
from tablewright.house.tables.publisher import Publisher
from tablewright.house.tables.restore import Kept
from tablewright.house.tables.seated_patrons import SeatedPatrons
from tablewright.house.tables.seating import Seating
from tablewright.house.tables.snapshots import Snapshots
from tablewright.house.tables.surroundings import LiveSurroundings
from tablewright.house.watching.commands import CommandTimes
from tablewright.table.randomness import Source, production
from tablewright.table.session import WallClock


class HouseServices(NamedTuple):
    """What a house gives each of its tables."""

    ledger: Ledger
    publisher: Publisher
    crowd: set[Listener]
    """Everybody who looks at any table of the house."""
    roster: Roster
    """The duties of everyone who has an account, by name."""
    refuse_seat: Callable[[Person], None]
    """Refuses a person who sits at as many tables as one may."""
    on_closed: Callable[[str], None]
    """The table of this id has been closed."""
    on_unreadable: Callable[[str, Exception], None]
    """What is written of the table of this id cannot be read."""
    on_moved: Callable[[str], None]
    """Another server of the house has the table of this id."""
    certified: CertifiedDealers
    """Who may deal where only certified dealers may."""
    limits: LimitKeeper
    """The limits that players set for themselves."""
    on_felts: OnFelts
    """What a player has on the felts of the house."""
    times: CommandTimes
    """How long commands wait and take."""
    ticker: Ticker = LoopTicker()
    source: Source = production()


class Fixtures:
    """What outlasts a table's being taken up again: its id and options, the house, who is there."""

    def __init__(self, id: str, options: Options, house: HouseServices) -> None:
        self.id, self.options, self.house = id, options, house
        self.seating = Seating()
        self.audience = Audience(id, self.seating, house.ticker, house.crowd)
        self.conduct = Conduct()
        self.alarm = Alarm(house.ticker)


class Room:
    """The parts of one table, from what is written of it."""

    def __init__(self, fixtures: Fixtures, kept: Kept, before: Pace | None = None) -> None:
        id, options, house = fixtures.id, fixtures.options, fixtures.house
        seating, audience, conduct = fixtures.seating, fixtures.audience, fixtures.conduct
        ticker, table = house.ticker, kept.table
        seating.take_up(kept.holders)
        conduct.take_up(kept.conduct)
        self.id, self.options, self.house, self.table = id, options, house, table
        self.seating, self.audience, self.conduct = seating, audience, conduct
        self.ticker = ticker
        self.clock = WallClock(table.state.at) if table.state.at else WallClock()
        self.changes = Changes()
        self.remembered = Remembered(kept.done, table.state, table.lines)
        snapshots = Snapshots(table, kept.sums, kept.snapshot)
        self.pending = Pending(id, table, kept.last_hash, snapshots)
        self.pace = before.at(table) if before else Pace(table, options, ticker.now())
        self.post = DealersPost(table, self.pace, conduct)
        self.limits = PlayersLimits(id, table, house.limits, house.on_felts, seating, self.changes)
        around = LiveSurroundings(ticker, conduct, self.pace, self.post, self.limits)
        self.screen = Screen(id, table, options, kept.sums, seating, around, self.changes)
        self.presence = Presence(ticker, seating, audience, self.pace, self.post, self.changes)
        self.desk = LiveDesk(
            table,
            house.source,
            self.clock,
            self.pending,
            self.remembered,
            seating,
            self.presence,
            self.post,
            self.screen,
            self.changes,
            audience.languages,
            self.limits,
        )
        self.patrons = SeatedPatrons(self.desk, seating, audience, conduct, self.pace, self.post)
        self.steps = HouseSteps(
            id,
            self.desk,
            ticker,
            fixtures.alarm,
            conduct,
            self.pace,
            self.post,
            self.presence,
            self.patrons,
            self.changes,
            self.limits,
        )
        self.presence.look()

    def open(self) -> None:
        """Set the table up; one for practice is opened by the house, all in one."""
        self.desk.set_up()
        if self.table.book.setup.is_practice:
            self.steps.open_practice()
