"""The house as a whole: its database, its people, its floor."""

import asyncio
import contextlib
import logging
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablewright import __version__
from tablewright.house.books.at_rest import open_secret
from tablewright.house.books.audit import Audit
from tablewright.house.books.database import Database
from tablewright.house.books.handing_out import HandingOut
from tablewright.house.books.house_clock import HouseClock
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.outage import first_line
from tablewright.house.books.second_party import SecondParty, told
from tablewright.house.books.signing import Signing
from tablewright.house.classroom.auditions import Auditions
from tablewright.house.classroom.certificates import Certificates
from tablewright.house.classroom.certifying import Certifying
from tablewright.house.classroom.class_screens import ClassScreens
from tablewright.house.classroom.classes import Classes
from tablewright.house.classroom.converting import Converting
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.dealers import Dealers
from tablewright.house.classroom.erasing import Erasing
from tablewright.house.classroom.floor import FloorMonths
from tablewright.house.classroom.journals import Journals
from tablewright.house.classroom.own_tables import OwnTables
from tablewright.house.classroom.paces import Paces
from tablewright.house.classroom.personnel import Personnel
from tablewright.house.classroom.register import Register
from tablewright.house.classroom.retention import Retention
from tablewright.house.classroom.school import School
from tablewright.house.classroom.teaching import Teaching
from tablewright.house.hearing import Hearing
from tablewright.house.people.accounts import Accounts
from tablewright.house.people.allowance import Allowance
from tablewright.house.people.approvals import Approvals
from tablewright.house.people.caps import USUAL_CAPS, Caps, Sockets
from tablewright.house.people.cookies import Cookies
from tablewright.house.people.entrance import Entrance
from tablewright.house.people.limit_keeping import LimitKeeper
from tablewright.house.people.person import (
    SIGNED,
    Person,
    may_hold,
    person_of,
)
from tablewright.house.people.sessions import Session, Sessions, hash_of
from tablewright.house.people.tokens import Tokens
from tablewright.house.screens.gaming_day import GamingDays
from tablewright.house.screens.letterhead import Letterheads
from tablewright.house.screens.orders import Sent, Sit
from tablewright.house.screens.print_shop import PrintShop
from tablewright.house.screens.ratings import Ratings
from tablewright.house.servers.peers import Peers
from tablewright.house.servers.registry import Registry
from tablewright.house.tables.alert_watch import AlertWatch
from tablewright.house.tables.archiving import Archiving
from tablewright.house.tables.board import Board
from tablewright.house.tables.clock_marks import ClockWatch, most_behind
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.handovers import Handovers
from tablewright.house.tables.head_signing import HeadSigning
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.room import Room
from tablewright.house.tables.sharing import Sharing
from tablewright.house.tables.takings import Takings
from tablewright.house.workbench.workbench import Workbench
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say
from tablewright.rules.on_record import Records
from tablewright.table.actors import THE_PIT_BOSS
from tablewright.table.acts import RecordApprovals
from tablewright.table.record import Record
from tablewright.table.setup import Book, Setup
from tablewright.table.status import OPENING

log = logging.getLogger(__name__)

LOOKS_SECONDS = 60.0
"""How often the house looks whose time is over."""


class ClosedResult(NamedTuple):
    """What a closed table came to; nothing, where this version cannot read it."""

    result: int | None = None
    rounds: int | None = None
    file: str = ""
    """In which its journal lies, if that is in the archive."""


class SignerAsked(msgspec.Struct, frozen=True):
    """Who signs at another's screen: tries are counted at the desk, whichever server is asked."""

    name: str
    pin: str
    address: str


class House:
    """Everything that an open house consists of."""

    def __init__(
        self,
        database: Database,
        ledger: Ledger,
        cookies: Cookies,
        sessions: Sessions,
        tokens: Tokens,
        approvals: Approvals,
        signing: Signing,
        limits: LimitKeeper,
        pace: float = 1.0,
        caps: Caps = USUAL_CAPS,
        archive: Path | None = None,
        clock: HouseClock | None = None,
    ) -> None:
        self.clock = clock or database.clock
        self.database, self.ledger, self.cookies = database, ledger, cookies
        self.sessions, self.tokens, self.approvals = sessions, tokens, approvals
        self.accounts = Accounts(database)
        self.caps, self.signing, self.heads = caps, signing, HeadSigning(signing)
        self.limits = limits
        ledger.on_results = limits.hear
        self.handing_out: HandingOut | None = None
        """Hands out what the house signs to a second party, if one is named."""
        self.floor = Floor(ledger, pace, caps, self.lacks_to_deal, self.heads, limits, self.clock)
        self.board = Board()
        self.gaming_days = GamingDays(database)
        now = self.clock.now
        self.clock.on_moved.append(sessions.move)
        self.archiving = Archiving(ledger, signing, self.gaming_days, archive, now)
        self.takings = Takings(self.floor, self.gaming_days, now)
        self.alerts = AlertWatch(
            database, self.floor, approvals, self.gaming_days, lambda: self.handing_out
        )
        self.handovers = Handovers(database, self.floor, self.alerts.register, now)
        self.entrance = Entrance(database, self.accounts, sessions, tokens, caps)
        self.audit = Audit(database)
        self.clock_watch = ClockWatch(self.clock, self.audit)
        self.sockets = Sockets(caps)
        self.allowance = Allowance(time.monotonic)
        courses = Courses()
        journals = Journals(ledger, courses)
        own_tables = OwnTables(ledger, journals)
        self.school = School(database, courses, Paces(database, self.accounts), own_tables, now)
        self.classes = Classes(database, self.accounts)
        self.floor_months = FloorMonths(ledger, journals, courses, self.classes)
        self.register = Register(database, now)
        self.auditions = Auditions(database, courses, self.classes, self.register, now)
        self.teaching = Teaching(database, self.school, self.classes, self.register)
        self.class_screens = ClassScreens(self.school, self.classes, time.monotonic)
        self.dealers = Dealers(
            self.accounts, self.register, courses, self.school.policy, self._for_money
        )
        self.certificates = Certificates(
            self.register, self.classes, courses, self.school.policy, self.dealers, approvals
        )
        self.certifying = Certifying(self.certificates, self.auditions.records)
        self.converting = Converting(self.certificates, self.school, self.auditions.terms)
        self.erasing = Erasing(database, self.accounts, self.register, self.school.learners)
        self.retention = Retention(database, self.school.policy, self.register, now)
        self.personnel = Personnel(
            database,
            self.accounts,
            self.classes,
            self.register,
            self.school,
            self.dealers,
            self.erasing,
        )
        self.letterheads, self.print_shop = Letterheads(database), PrintShop()
        self.workbench = Workbench(database, caps)
        self.endings: dict[str, ClosedResult] = {}
        """What each closed table came to, once the pit has asked."""
        self.ratings: dict[str, Ratings] = {}
        """Of tables that are closed, by their ids: they never change again."""
        self._looking: asyncio.Task[None] | None = None
        self.sharing: Sharing | None = None
        """Which part of the house this server has; None where it has all of it."""
        self._keeps_standing = False
        self._second_party: SecondParty | None = None
        self._has_desk = False
        self.hearing = Hearing(
            ledger,
            self.floor,
            self.accounts,
            sessions,
            tokens,
            approvals,
            limits,
            self.gaming_days,
            self.heads,
            (self.letterheads, self.school.policy, self.alerts.thresholds, self.handovers),
            self,
        )

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        keeps_standing: bool = True,
        pace: float = 1.0,
        caps: Caps = USUAL_CAPS,
        is_new: bool = False,
        keys: Path | None = None,
        is_new_key: bool = False,
        secret: str | None = None,
        is_new_secret: bool = False,
        archive: Path | None = None,
        heads_to: str | None = None,
        accepts_gap: bool = False,
        reached_at: str = "",
        clock: HouseClock | None = None,
    ) -> "House":
        """Open the doors: a database is all it needs. With a folder for its keys it also signs, and
        seals what must not be read; `secret` names another place for what it seals with. What it signs
        is handed out to `heads_to`; `accepts_gap` opens a database that lacks what was signed.

        On PostgreSQL several servers form one house; `reached_at` is where the others reach this one.
        """
        party = told(heads_to) if heads_to is not None else None
        database = await Database.open(address, is_new=is_new)
        database.clock = clock = clock or database.clock
        ledger = Ledger(database)
        try:
            await ledger.start(is_shared=True)
            signing = await Signing.open(
                database,
                ledger,
                keys,
                is_new_key=is_new_key,
                accepts_gap=accepts_gap,
                elsewhere=party.known if party else None,
                is_shared=not database.is_sqlite,
            )
            await open_secret(database, secret, keys, is_new_secret=is_new_secret)
            cookies, sessions = (
                await Cookies.open(database),
                await Sessions.open(database, clock.now),
            )
            tokens, approvals = (
                await Tokens.open(database, clock.now),
                await Approvals.open(database),
            )
            limits = await LimitKeeper.open(database, clock.now)
            house = cls(
                database,
                ledger,
                cookies,
                sessions,
                tokens,
                approvals,
                signing,
                limits,
                pace,
                caps,
                archive,
                clock,
            )
            await house.heads.look_at_audit()
            await house.audit.note("house-opened", said={"version": __version__})
            await house.refresh_roster()
            house._keeps_standing, house._second_party = keeps_standing, party
            await house._begin(reached_at)
            house._look_at_clock()
            house.clock_watch.start()
            house._looking = asyncio.create_task(house._look_after_sessions(), name="sessions")
        except BaseException:
            await ledger.stop()
            await database.close()
            raise
        return house

    async def _begin(self, reached_at: str) -> None:
        """Take all tables and the desk; where several servers form the house, what nobody else has."""
        if self.database.is_sqlite:
            await self.floor.open_doors(keeps_standing=False)
            await self.open_desk()
            await self.look_over_floor()
            return
        registry = Registry(self.database, self.hearing.hear, reached_at)
        peers = Peers(self.cookies.secret)
        self.sharing = Sharing(registry, peers, self.floor, self.ledger, self)
        self.floor.on_moved = self.look_round
        self.hearing.start()
        try:
            await self.sharing.join()
        except BaseException:
            await self.sharing.close()
            await self.hearing.close()
            await self.sharing.leave()
            raise
        await self.bring_records()

    # The desk ---------------------------------------------------------------------------------------

    async def open_desk(self) -> None:
        """Do all that is not done at a table: one server does that for the whole house."""
        self._has_desk = True
        if self.sharing is not None:
            await self.hearing.read_everything()
            await self.signing.take_up()
        await self.auditions.resume()
        self.handing_out = await HandingOut.begin(self.signing, self._second_party)
        self.heads.start()

    async def look_over_floor(self) -> None:
        """Go on with what needs all tables to be known: those kept ready, and alerts."""
        await self.floor.shut_broken()
        if self._keeps_standing:
            await self.floor.keep_standing()
        await self.bring_records()
        await self.alerts.start()

    async def close_desk(self) -> None:
        """Finish what is under way, and leave the desk."""
        if not self._has_desk:
            return
        self._has_desk = False
        self.floor.keep_no_standing()
        await self.takings.close()
        await self.archiving.close()
        await self.alerts.close()
        await self.class_screens.close()
        await self.auditions.close()
        await self.floor_months.close()
        await self.school.close()
        await self.heads.close()
        if self.handing_out is not None:
            await self.handing_out.close()
            self.handing_out = None

    def look_round(self, _table: str = "") -> None:
        """Servers, leases or tables are others than before."""
        if self.sharing is not None:
            self.sharing.wake()

    async def prepare(self, live: LiveTable, person: Person, order: Record) -> None:
        """Know what must be known before something is sent to a table: its task does not wait."""
        await live.look_up_dealer(person, order)
        if self.sharing is None:
            return
        has_limits = self.limits.has_any(person.key)
        if has_limits or isinstance(order, Sit):
            await self.sharing.following.catch_up()
        if has_limits:
            async with self.ledger.writing:
                await self.limits.read_again(person.key)

    async def close(self) -> None:
        """Everything that was done is written; then the doors close."""
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
        if self.sharing is not None:
            await self.sharing.close()
            await self.hearing.close()
        await self.clock_watch.close()
        await self.print_shop.close()
        await self.workbench.close()
        await self.floor.close_doors()
        await self.entrance.close()
        await self.close_desk()
        await self.limits.close()
        await self.ledger.stop()
        if self.sharing is not None:
            await self.sharing.leave()
        await self.database.close()

    def _look_at_clock(self) -> None:
        """Tell who starts the house if its clock is behind what was written by it before."""
        late = most_behind((each.table.state.at for each in self.floor.rows()), self.clock)
        if late:
            self.signing.notes.append(
                f"the clock is behind the journal by {late}: new lines bear the time of the last one;"
                " set the clock"
            )

    # Who acts ------------------------------------------------------------------------------------

    async def signer(self, name: str, pin: str, address: str) -> Person:
        """Who signs at another's screen, by their own PIN; refused if it is wrong.

        Tries are counted at the desk. `address` is where the screen is.
        """
        if self.sharing is not None and not self._has_desk:
            return await self.sharing.owners.ask_desk(
                "/api/between/signer", SignerAsked(name, pin, address), Person
            )
        return await self.entrance.signer(name, pin, address)

    async def signed(self, person: Person, sent: Sent) -> tuple[Person, Sent]:
        """Who does what was sent: the person at the screen, or a second one who signs there.

        What goes on from here holds no PIN.
        """
        if sent.signer is None:
            return person, sent
        if not person.is_staff:
            raise Forbidden("staff sign at the screens of staff: use your own", "house.signing")
        order: Record = sent.do
        if type(order) not in SIGNED:
            raise Forbidden(
                say(
                    "A PIN cannot be used for {name}: do it at a screen of your own.",
                    name=order.name,
                ),
                "house.signing",
            )
        second = await self.signer(sent.signer.name, sent.signer.pin, person.door.address)
        return second, msgspec.structs.replace(sent, signer=None)

    # Going out -----------------------------------------------------------------------------------

    async def end(self, session: Session, why: str) -> None:
        """End a session and its connections, and only these."""
        await self.sessions.end(session)
        self.disconnect(session.key, why)

    def disconnect(self, key: str, why: str) -> None:
        """End every connection of a person, or of one of their sessions or tokens."""
        for listener in list(self.floor.crowd):
            if key in (listener.person.key, listener.person.door.key):
                listener.end(4401, why)

    async def _look_after_sessions(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            try:
                await self.end_what_has_run_out()
                await self.entrance.failures.look()
                await self.bring_records()
                await self.limits.look_after(self.sessions.guests)
                if not self._has_desk:
                    continue
                await self.school.learners.forget_gone()
                await self.auditions.look_after()
                await self.retention.look()
                await self.dealers.rows()  # So that the pit need not wait for it.
            except Exception as failed:  # Such as a database that is away for a while.
                log.error("the sessions could not be looked after: %s", first_line(failed))

    async def end_what_has_run_out(self) -> None:
        """End sessions and tokens whose time is over, with their connections."""
        in_use = [listener.person.door.key for listener in self.floor.crowd]
        for session in await self.sessions.tidy(in_use):
            self.disconnect(session.key, say("Your session has ended: sign in again."))
        for token in self.tokens.drop_ended():
            self.disconnect(token.key, say("The token has expired: make another."))

    # The school -----------------------------------------------------------------------------------

    async def carry_over(self, secret: str, person: Person) -> None:
        """What a guest has learnt at a browser goes over to who comes in there now."""
        session = self.sessions.find(secret)
        if session is not None:
            guest = f"g:{session.guest}" if session.guest else ""
        else:  # The session has run out; what was learnt waits longer.
            guest = await self.school.records.guest_known_by(hash_of(secret)) if secret else ""
        if guest and guest != person.key:
            await self.school.learners.carry_over(guest, person)

    def _for_money(self) -> list[Setup]:
        """The set-ups of the tables for money that are open."""
        setups = [live.table.book.setup for live in self.floor.rows()]
        return [each for each in setups if not each.is_practice]

    async def lacks_to_deal(self, name: str, book: Book, device: str) -> str:
        """What a person lacks to deal by a table's book on a device; nothing, if they are certified."""
        account = await self.accounts.by_name(name)
        if account is None or account.is_disabled or account.name != name:
            return "an account with the duty of dealer"
        return await self.dealers.lacks(account, book, device)

    # Approvals ------------------------------------------------------------------------------------

    async def bring_records(self) -> None:
        """Every table that waits to open knows what is on record now."""
        for live in list(self.floor.tables.values()):
            setup, state = live.table.book.setup, live.table.state
            records = self.approvals.on_record(setup.jurisdiction)
            if live.is_elsewhere:
                continue  # Each server brings them to its own.
            if state.status != OPENING or state.on_record == records:
                continue
            try:
                await live.run_errand(partial(_bring, records))
            except Refused as refused:
                # It is tried again soon; until then the table opens on nothing new.
                log.error("table %s: its approvals were not brought: %s", live.id, refused)

    # The roster -----------------------------------------------------------------------------------

    async def refresh_roster(self) -> None:
        """Know who has which duties, for those who are named to posts at tables."""
        accounts = await self.accounts.all()
        # Changed without a pause: nobody is without a duty while the accounts are being read.
        roster = self.floor.roster
        roster.clear()
        roster |= {each.name: person_of(each).duties for each in accounts if not each.is_disabled}

    async def may_be_named(self, name: str, post: str, *, is_practice: bool) -> bool:
        """Whether a person of that name can be given a post at a table."""
        account = await self.accounts.by_name(name)
        if account is None or account.is_disabled or account.name != name:
            return False
        return may_hold(person_of(account), post, is_practice=is_practice)


def _bring(records: Records, room: Room) -> None:
    room.desk.do(RecordApprovals(records), THE_PIT_BOSS.house)
