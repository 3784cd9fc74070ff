"""Which tables this server of the house has, and which it follows: taken, given and followed by and by.

    beat    every second this server says that it is there
    turn    a few times a second, and when something has changed: look; bury the dead; take what is
            free; take up what was given; follow the rest; give what is too much

A server that is being opened takes nothing that is free while another answers: players would wait for
it. A server that has answered knows so itself, so that there is always one that takes it.

A table moves between two rounds: it is stopped here, its lease passes on, and the other server takes it
up from its journal. Connections end with `live.MOVED` and are made again at once, wherever it is now.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from math import ceil
from typing import Protocol, TypeVar

import msgspec

from tablewright.house.books.entries import BrokenTable, KeptTable
from tablewright.house.books.ledger import DESK, Ledger, is_away
from tablewright.house.servers.peers import NOBODY, Elsewhere, Peers
from tablewright.house.servers.registry import Registry, Seen, Server
from tablewright.house.tables.floor import Floor, options_of
from tablewright.house.tables.followed import FollowedTable, Presence, presence_of
from tablewright.house.tables.live import HAS_MOVED, MOVED, LiveTable
from tablewright.house.tables.relief import Relief
from tablewright.rules.errors import Refused
from tablewright.table.status import CLOSED

log = logging.getLogger(__name__)

T = TypeVar("T")

BEAT_SECONDS = 1.0
LOOK_SECONDS = 0.5
"""How far behind the tables of other servers may be seen."""
PATIENCE_SECONDS = 10.0
"""How long a request waits for a table that is moving."""
DRAIN_LOOK_SECONDS = 0.1

_kept = msgspec.json.Decoder(dict[str, Presence]).decode


class Desk(Protocol):
    """Everything in the house that is not done at a table, and that one server does for all."""

    async def open_desk(self) -> None:
        """Begin with it."""

    async def look_over_floor(self) -> None:
        """Go on with what needs every table of the house to be known."""

    async def close_desk(self) -> None:
        """Leave it to another server."""


class Sharing:
    """The part of a house that this server has. Use `join`."""

    def __init__(
        self, registry: Registry, peers: Peers, floor: Floor, ledger: Ledger, desk: Desk
    ) -> None:
        self.registry, self.peers = registry, peers
        self._floor, self._ledger, self._desk = floor, ledger, desk
        self.seen = Seen({}, {})
        self.is_dead = asyncio.Event()
        """Set when the others have taken this server for dead: it must begin anew."""
        self.is_leaving = False
        self._has_desk = False
        self._at_desk: asyncio.Task[None] | None = None
        self._wants_turn = asyncio.Event()
        self._has_turned = asyncio.Event()
        self._moving: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._moves: set[asyncio.Task[None]] = set()
        self._is_answering = False
        """Whether this server has answered anybody yet, another server at least."""
        self._answering: set[str] = set()
        """The other servers that have answered since they came: tables are given to these alone."""
        self._asked: dict[str, asyncio.Task[None]] = {}
        self.passed: set[tuple[str | None, str, Callable[[], None]]] = set()
        """What is passed on: the room it must stay in, if it must, the server, and what ends it."""

    async def join(self) -> None:
        """Be one of the servers, and take what nobody has, unless another server answers already."""
        await self.registry.join()
        self._ledger.fences, self._ledger.lease = self.registry.held, self.registry.own_new
        self._tasks.append(asyncio.create_task(self._beat_on(), name="beat"))
        await self._find_one_that_answers()
        await self._turn()
        if self._at_desk is not None:
            await self._at_desk
        self._tasks.append(asyncio.create_task(self._run(), name="sharing"))

    async def close(self) -> None:
        """Look after nothing any more; what this server has is still its own."""
        at_desk = [self._at_desk] if self._at_desk is not None else []
        for task in (*self._tasks, *self._moves, *self._asked.values(), *at_desk):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()

    async def leave(self) -> None:
        """Be none of the servers any more: what this one had is free, and taken at once by others."""
        await self.registry.leave()
        await self.peers.close()

    def wake(self) -> None:
        """Something may have changed: look now."""
        self._wants_turn.set()

    def note_answering(self) -> None:
        """This server is asked for something: it is open, and takes what is free as the others do."""
        if not self._is_answering:
            self._is_answering = True
            self.wake()

    # Where a room is ------------------------------------------------------------------------------

    @property
    def has_desk(self) -> bool:
        return self._has_desk

    async def server_of(self, room: str) -> Server | None:
        """The server that has a room; None if it is this one, or there is no such room any more.

        Refused while nobody has it for long.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while True:
                    if self._is_here(room) or (room != DESK and not self.is_table(room)):
                        return None
                    if (found := self._elsewhere(room)) is not None:
                        return found
                    self._has_turned.clear()
                    self.wake()
                    await self._has_turned.wait()
        raise Elsewhere(NOBODY)

    def _is_here(self, room: str) -> bool:
        if room == DESK:
            return self._has_desk
        live = self._floor.tables.get(room)
        if live is None:
            return room in self.registry.held and room in self._floor.quarantined
        return not live.is_elsewhere and room not in self._moving

    def _elsewhere(self, room: str) -> Server | None:
        lease = self.seen.leases.get(room)
        if lease is None or lease.server == self.registry.id or room in self.registry.held:
            return None
        return self.seen.servers.get(lease.server)

    @contextlib.contextmanager
    def passing(self, room: str | None, server: Server, end: Callable[[], None]) -> Iterator[None]:
        """While something is passed on to another server; `end` is called when that is not there any
        more, or has the room no more. A machine that hangs, or a cut wire, never says so itself."""
        passed = room, server.id, end
        self.passed.add(passed)
        try:
            yield
        finally:
            self.passed.discard(passed)

    @contextlib.asynccontextmanager
    async def waiting_for(self, server: Server) -> AsyncIterator[None]:
        """While a server is asked for something; a TimeoutError once it is held to be dead."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as waiting:
            with self.passing(None, server, lambda: waiting.reschedule(loop.time())):
                yield

    def _end_passed(self) -> None:
        for passed in list(self.passed):
            room, server, end = passed
            lease = self.seen.leases.get(room) if room is not None else None
            has_moved = lease is not None and lease.server != server
            if has_moved or server not in self.seen.servers:
                self.passed.discard(passed)
                end()

    def is_table(self, id: str) -> bool:
        """Whether a table of that id is open, here or at another server."""
        is_known = id in self.seen.leases or id in self.registry.held
        return is_known and id not in self._floor.closed

    # What is done at tables of other servers -------------------------------------------------------

    async def close_when_clear(self, table: str) -> None:
        """Have the server that has a table close it after its round."""
        await self._ask(table, "close", {})

    async def relieve(self, table: str, relief: Relief) -> None:
        """Have the server that has a table pass a post there to another person."""
        await self._ask(table, "relief", relief)

    async def ask_desk(self, path: str, body: object, gives: type[T]) -> T:
        """Have the server that has the desk do something, and wait for what it answers."""
        return await self._answer(DESK, path, body, gives)

    async def _ask(self, table: str, what: str, body: object) -> None:
        await self._answer(table, f"/api/between/tables/{table}/{what}", body, dict[str, str])

    async def _answer(self, room: str, path: str, body: object, gives: type[T]) -> T:
        server = self._elsewhere(room)
        if server is None:
            raise Elsewhere(NOBODY)
        try:
            async with self.waiting_for(server):
                return await self.peers.ask(server, path, body, gives)
        except TimeoutError:  # It hung, and others take over.
            raise Elsewhere(NOBODY) from None

    # Being there ----------------------------------------------------------------------------------

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if not await self.registry.beat(self._presence()):
                    log.error("the other servers have taken this one for dead: it begins anew")
                    self.is_dead.set()
                    return
                if self._ledger.database.outage.is_on:
                    await self._ledger.trouble()  # It is over once something was written.
            except Exception as failed:
                self._is_failing("this server could not say that it is there: %s", failed)

    def _is_failing(self, what: str, failed: Exception) -> None:
        """A database that is away is said once; anything else is a fault of the house."""
        if is_away(failed):
            self._ledger.database.outage.note(failed)
        else:
            log.error(what, failed, exc_info=failed)

    def _presence(self) -> str:
        said = {live.id: presence_of(live) for live in self._own()}
        return msgspec.json.encode(said).decode()

    def _own(self) -> list[LiveTable]:
        return [live for live in self._floor.tables.values() if not live.is_elsewhere]

    # By and by ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wants_turn.wait()
            try:
                await self._turn()
            except Exception as failed:  # Such as a database that is away for a while.
                self._is_failing("the other servers cannot be looked after: %s", failed)
                await asyncio.sleep(LOOK_SECONDS)

    async def _turn(self) -> None:
        self._wants_turn.clear()
        self.seen = await self._looked()
        if not self.is_leaving and (self._is_answering or not self._others()):
            await self._take_free()
        await self._take_given()
        self._end_passed()
        await self._follow_others()
        await self.catch_up()
        self._look_to_desk()
        self._look_who_answers()
        self._give_surplus()
        self._has_turned.set()

    async def _looked(self) -> Seen:
        seen = await self.registry.look()
        dead = [each for each in seen.servers.values() if self.registry.is_dead(each)]
        for server in dead:
            if await self.registry.bury(server):
                log.warning("server %s (%s) is dead: others take over", server.id, server.address)
        return await self.registry.look() if dead else seen

    async def _take_free(self) -> None:
        """The tables first: people wait at them in the middle of a round."""
        desk = self.seen.leases.get(DESK)
        is_free = desk is None or desk.server not in self.seen.servers
        free = [each for each in self.seen.free if each.room != DESK]
        for lease in free:
            if await self.registry.take(lease):
                await self._take_up(lease.room)
        has_taken = is_free and await self.registry.take_desk(desk)
        if free or has_taken:
            self.seen = await self.registry.look()

    def _look_to_desk(self) -> None:
        """Open the desk, if it is this server's: that takes a while, and no table waits for it."""
        if DESK in self.registry.held and self._at_desk is None and not self.is_leaving:
            self._at_desk = asyncio.create_task(self._open_desk(), name="desk")

    async def _open_desk(self) -> None:
        await self._until_done(self._desk.open_desk)
        self._has_desk = True
        self._has_turned.set()
        await self._until_done(self._desk.look_over_floor)

    async def _until_done(self, begin: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await begin()
                return
            except Exception as failed:  # Such as a database that is away for a while.
                self._is_failing("the desk cannot be opened yet: %s", failed)
                await asyncio.sleep(BEAT_SECONDS)

    async def _take_given(self) -> None:
        """Rooms that others gave to this server, or took from it."""
        held, mine = self.registry.held, self.registry.id
        for room in list(self.seen.leases):
            lease = self.seen.leases.get(room)  # As it is by now: a table may have moved meanwhile.
            if lease is None or room in self._moving:
                continue
            if lease.server == mine and room not in held:
                self.registry.take_given(lease)
                if room != DESK:
                    await self._take_up(room)
            elif lease.server != mine and room in held and lease.fence > held[room]:
                self.registry.lost(room)
                await self._let_go(room)

    async def _take_up(self, room: str) -> None:
        """Have a table go on here, from what is written of it; if it cannot be read, later."""
        try:
            kept = await self._ledger.table(room)
            if kept is not None and not _is_closed(kept):
                await self._floor.take_up(kept)
        except BaseException:
            self.registry.lost(room)  # The next look finds that it is this server's to take up.
            raise

    async def _let_go(self, room: str) -> None:
        """Those who are at a table that another server has taken are sent there."""
        live = self._floor.tables.get(room)
        if live is not None and not live.is_elsewhere:
            await live.stop(MOVED, HAS_MOVED)
            self._floor.let_go(room)

    # Following ------------------------------------------------------------------------------------

    async def _follow_others(self) -> None:
        floor, held = self._floor, self.registry.held
        for lease in self.seen.leases.values():
            room = lease.room
            if room == DESK or room in held or room in floor.quarantined or room in self._moving:
                continue
            if room not in floor.tables:
                followed = await self._followed(room)
                if followed is not None and room not in floor.tables:
                    floor.tables[room] = followed

    async def _followed(self, room: str) -> FollowedTable | None:
        """A table of another server, as its journal leaves it; None if there is nothing to see."""
        kept = await self._ledger.table(room)
        if not isinstance(kept, KeptTable) or _is_closed(kept):
            return None
        if not await self._ledger.lines(kept.id, limit=1):
            return None  # It is being opened.
        try:
            return await FollowedTable.follow(kept.id, options_of(kept), self._floor.services, self)
        except Exception as wrong:
            if is_away(wrong):
                raise
            self._floor.shut(kept, wrong)
            return None

    async def catch_up(self) -> None:
        """Know what was written at the tables of other servers up to now."""
        followed = {
            live.id: live for live in self._floor.tables.values() if isinstance(live, FollowedTable)
        }
        if not followed:
            return
        behind = {id: live.table.lines for id, live in followed.items()}
        lines, holders, conducts = await self._ledger.written_since(behind)
        for id, live in followed.items():
            if self._floor.tables.get(id) is live and live.table.lines == behind[id]:
                self._take_in(live, lines.get(id, []), holders.get(id, {}), conducts.get(id, ""))

    def _take_in(
        self, live: FollowedTable, lines: list[bytes], holders: dict[int, str], conduct: str
    ) -> None:
        try:
            if lines:
                live.take_in(lines, holders)
            live.take_conduct(conduct)
            live.take_presence(self._told_of(live.id))
        except Exception as wrong:
            self._floor.unreadable(live.id, wrong)
            return
        if live.is_closed:
            self._floor.note_closed(live.id)

    def _told_of(self, table: str) -> Presence:
        lease = self.seen.leases.get(table)
        server = self.seen.servers.get(lease.server) if lease else None
        try:
            return _kept(server.kept).get(table, Presence()) if server else Presence()
        except (msgspec.MsgspecError, ValueError):
            return Presence()

    # Giving ---------------------------------------------------------------------------------------

    def _give_surplus(self) -> None:
        """Have tables move between rounds: all of them if this server leaves, or what is too much."""
        own = [live for live in self._own() if live.id not in self._moving]
        others = self._others()
        surplus = len(own) if self.is_leaving else self._surplus(len(own))
        for live in own:
            is_to_go = surplus > 0 and bool(others)
            live.on_clear = self._move if is_to_go else None
            surplus -= is_to_go
            if is_to_go and live.is_clear:
                self._move(live)

    def _look_who_answers(self) -> None:
        """Ask the servers that have come since; players would wait at one that is being opened."""
        servers = self.seen.servers
        self._answering &= servers.keys()
        for id in servers.keys() - self._answering - self._asked.keys() - {self.registry.id}:
            asking = self._ask_whether_it_answers(servers[id])
            self._asked[id] = asyncio.create_task(asking, name=f"asking {id}")

    async def _find_one_that_answers(self) -> None:
        """Know whether another server answers, as soon as one does or all that there are did not."""
        self.seen = await self._looked()
        self._look_who_answers()
        while self._asked and not self._others():
            await asyncio.wait(self._asked.values(), return_when=asyncio.FIRST_COMPLETED)

    async def _ask_whether_it_answers(self, server: Server) -> None:
        try:
            if await self.peers.answers(server):
                self._answering.add(server.id)
                self.wake()
        finally:
            del self._asked[server.id]  # If it did not, it is asked at the next turn.

    def _others(self) -> list[Server]:
        """The other servers that answer and stay."""
        servers = [each for id, each in self.seen.servers.items() if id in self._answering]
        return [each for each in servers if not each.is_leaving]

    def _surplus(self, own: int) -> int:
        """One table at a time, while this server has more than its share."""
        staying = len(self._others()) + 1
        tables = sum(room != DESK for room in self.seen.leases)
        return min(1, max(0, own - ceil(tables / staying)))

    def _least_loaded(self) -> Server | None:
        others = self._others()
        if not others:
            return None
        loads = {each.id: 0 for each in others}
        for lease in self.seen.leases.values():
            if lease.server in loads:
                loads[lease.server] += 1
        return min(others, key=lambda each: (loads[each.id], each.id))

    def _move(self, live: LiveTable) -> None:
        """Have a table pass to another server now."""
        server = self._least_loaded()
        if server is None or live.id in self._moving or live.is_ended:
            return
        live.on_clear = None
        self._moving.add(live.id)
        task = asyncio.create_task(self._pass(live, server), name=f"moving {live.id}")
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)

    async def _pass(self, live: LiveTable, server: Server) -> None:
        try:
            await live.stop(MOVED, HAS_MOVED)
            if live.is_closed:
                return
            if await self.registry.give(live.id, server.id):
                self.seen = await self.registry.look()
                followed = await self._followed(live.id)
                self._floor.let_go(live.id)
                if followed is not None:  # It is in the lobby all the while.
                    self._floor.tables[live.id] = followed
            else:
                self._floor.let_go(live.id)
                await self._take_up(live.id)
        except Exception as failed:
            log.error("table %s could not be moved: %s", live.id, failed)
            self._floor.let_go(live.id)
            self.registry.lost(live.id)  # Which server has it is seen at the next look.
        finally:
            self._moving.discard(live.id)
            self._has_turned.set()
            self.wake()

    # Leaving --------------------------------------------------------------------------------------

    async def drain(self, seconds: float) -> None:
        """Have every table and the desk pass to other servers, each table between two rounds.

        After so many seconds what is left is passed on as it stands. Without another server nothing is.
        """
        self.is_leaving = True
        with contextlib.suppress(Exception):
            await self.registry.is_leaving()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._own() and self._others():
                    self.wake()
                    await asyncio.sleep(DRAIN_LOOK_SECONDS)
        for live in self._own():
            self._move(live)
        await asyncio.gather(*self._moves, return_exceptions=True)
        await self._pass_desk()

    async def _pass_desk(self) -> None:
        server = self._least_loaded()
        if self._at_desk is None or server is None:
            return
        await self._at_desk
        await self._desk.close_desk()
        self._has_desk = False
        with contextlib.suppress(Refused, OSError):
            await self.registry.give(DESK, server.id)


def _is_closed(kept: KeptTable | BrokenTable) -> bool:
    """Whether a table is over. Its lease may outlast it for a beat, and for longer where its server
    ended before the next; the one that takes it then gives it up."""
    return isinstance(kept, KeptTable) and kept.status == CLOSED
