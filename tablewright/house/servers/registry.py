"""The servers of one house on PostgreSQL: which there are, and which of them has which room.

A *room* is a table, or the desk (everything in the house that is not done at a table). A server has a
room by a lease with a *fence*, a number that rises whenever the room passes to another. Whatever is
written for a room carries its fence, and the database takes it only from the server that has the room
at that very moment: one that was taken for dead, and is not, cannot write.

A server that is there holds a lock on a connection, which the database lets go of when the process
ends, and counts up its `beat`. It is dead if nobody holds its lock, or if its beat stands still for
`SILENT_SECONDS`, as others see it by their own clocks: no clock is compared with another.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any, NamedTuple

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from tablewright import __version__
from tablewright.house.books import schema as s
from tablewright.house.books.database import Database
from tablewright.house.books.entries import as_text
from tablewright.house.books.ledger import DESK
from tablewright.house.books.outage import FAILURES

log = logging.getLogger(__name__)

CHANNEL = "tablewright"
EVERYTHING = "everything"
"""What a server hears after it was cut off for a while: it may have missed anything."""
LOCKS = 0x7AB1F
"""The class of the locks that say that a server is connected."""
SILENT_SECONDS = 5.0
"""How long a beat may stand still."""
SETTLED_SECONDS = SILENT_SECONDS
"""How long a server must have been connected before it takes a missing lock for a death: when the
database itself was away, the others have to come back first."""
BLIND_SECONDS = 1.5
"""How much of the time between two looks counts as silence: while the database answers nobody, no beat
can be heard."""

_SERVERS = """
    SELECT servers.*, EXISTS (
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = servers.number
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS is_connected FROM servers"""
_UNLEASED = """
    SELECT id FROM tables WHERE status <> 'closed'
    AND NOT EXISTS (SELECT 1 FROM leases WHERE room = tables.id)"""
_OVER = """
    DELETE FROM leases WHERE server = $1
    AND room IN (SELECT id FROM tables WHERE status = 'closed') RETURNING room"""


class Server(NamedTuple):
    """A server of the house, as its row says."""

    id: str
    number: int
    address: str
    version: str
    beat: int
    is_leaving: bool
    kept: str
    is_connected: bool


class Lease(NamedTuple):
    """Which server has a room."""

    room: str
    server: str
    fence: int


class Seen(NamedTuple):
    """How the house is divided at a moment."""

    servers: Mapping[str, Server]
    leases: Mapping[str, Lease]

    @property
    def free(self) -> list[Lease]:
        """The rooms of servers that are not there any more."""
        return [each for each in self.leases.values() if each.server not in self.servers]


class Registry:
    """The row and the leases of this server, and a look at those of the others. Use `join`."""

    def __init__(
        self, database: Database, hear: Callable[[str, str], None], address: str = ""
    ) -> None:
        self.id = secrets.token_hex(8)
        self.number = secrets.randbelow(2**31)
        self.address = address
        self.held: dict[str, int] = {}
        """The fence of every room that this server has."""
        self._database, self._hear = database, hear
        self._connection: AsyncConnection | None = None
        self._raw: Any = None
        self._connected_at: float | None = None
        """When the connection was made anew after it was lost; before any time, if it never was."""
        self._one_by_one = asyncio.Lock()
        self._beats: dict[str, tuple[int, float]] = {}
        """Each other server's beat, and since when it stands still, by this server's own clock."""
        self._looked_at = -inf

    async def join(self) -> None:
        """Be one of the house's servers."""
        async with self._asking() as ask:
            await ask.execute(
                "INSERT INTO servers (id, number, address, version, started, beat, is_leaving, kept)"
                " VALUES ($1, $2, $3, $4, $5, 0, false, '')",
                *(self.id, self.number, self.address, __version__, as_text(datetime.now(UTC))),
            )
        self._database.server = self.id

    async def leave(self) -> None:
        """Be none of them any more; what this server had is free."""
        self._database.server = ""
        self.held.clear()
        with contextlib.suppress(Exception):
            async with self._asking() as ask:
                await ask.execute("DELETE FROM servers WHERE id = $1", self.id)
        await self._let_go()

    async def beat(self, kept: str) -> bool:
        """Say that this server is there, and how its tables are; False if it was taken for dead."""
        async with self._asking() as ask:
            said = await ask.fetchval(
                "UPDATE servers SET beat = beat + 1, kept = $2 WHERE id = $1 RETURNING beat",
                *(self.id, kept),
            )
            for row in await ask.fetch(_OVER, self.id):
                self.lost(row["room"])
        return said is not None

    async def is_leaving(self) -> None:
        """This server is about to end: nothing more is given to it."""
        async with self._asking() as ask:
            await ask.execute("UPDATE servers SET is_leaving = true WHERE id = $1", self.id)

    # Looking --------------------------------------------------------------------------------------

    async def look(self) -> Seen:
        """The servers and the leases; a table that nobody ever had is this server's to ask for."""
        async with self._asking() as ask:
            for row in await ask.fetch(_UNLEASED):
                await ask.execute(
                    "INSERT INTO leases (room, server, fence) VALUES ($1, '', 0)"
                    " ON CONFLICT (room) DO NOTHING",
                    row["id"],
                )
            servers = [
                Server(*(row[name] for name in Server._fields))
                for row in await ask.fetch(_SERVERS, LOCKS)
            ]
            leases = [
                Lease(row["room"], row["server"], row["fence"])
                for row in await ask.fetch("SELECT room, server, fence FROM leases")
            ]
        seen = Seen({each.id: each for each in servers}, {each.room: each for each in leases})
        self._note_beats(seen)
        return seen

    def _note_beats(self, seen: Seen) -> None:
        now = time.monotonic()
        blind = max(0.0, now - self._looked_at - BLIND_SECONDS)
        self._looked_at = now
        for id, server in seen.servers.items():
            beat, since = self._beats.get(id, (-1, now))
            self._beats[id] = server.beat, now if beat != server.beat else min(now, since + blind)
        for id in self._beats.keys() - seen.servers.keys():
            del self._beats[id]

    def is_dead(self, server: Server) -> bool:
        """Whether a server is not there any more, as far as this one can tell."""
        if server.id == self.id:
            return False
        now = time.monotonic()
        connected_at = inf if self._connected_at is None else self._connected_at
        if not server.is_connected and now - connected_at >= SETTLED_SECONDS:
            return True
        beat, since = self._beats.get(server.id, (server.beat, now))
        return beat == server.beat and now - since >= SILENT_SECONDS

    async def bury(self, server: Server) -> bool:
        """A dead server is one of the house no more; False if it has beaten since, or is writing."""
        async with self._asking() as ask:
            gone = await ask.fetchval(
                "DELETE FROM servers WHERE id IN (SELECT id FROM servers WHERE id = $1 AND beat = $2"
                " FOR UPDATE SKIP LOCKED) RETURNING id",
                *(server.id, server.beat),
            )
        return gone is not None

    async def own_new(self, connection: AsyncConnection, room: str) -> None:
        """Have a table that is being made, in the transaction that makes it."""
        await connection.execute(insert(s.leases).values(room=room, server=self.id, fence=1))
        self.held[room] = 1

    # Taking and giving ----------------------------------------------------------------------------

    async def take(self, lease: Lease) -> bool:
        """Have a room that is free; False if another was quicker, or this server was taken for dead.

        The same if what was written for the room last is not kept yet: nothing waits for a server that
        hangs, least of all this one's beat, and the next look finds the room free again.
        """
        async with self._asking() as ask:
            fence = await ask.fetchval(
                "UPDATE leases SET server = $1, fence = fence + 1 WHERE room IN"
                " (SELECT room FROM leases WHERE room = $2 AND server = $3 AND fence = $4"
                " FOR UPDATE SKIP LOCKED)"
                " AND EXISTS (SELECT 1 FROM servers WHERE id = $1) RETURNING fence",
                *(self.id, *lease),
            )
        if fence is None:
            return False
        self.held[lease.room] = fence
        return True

    async def take_desk(self, lease: Lease | None) -> bool:
        """Have the desk, if it is free or there never was one."""
        if lease is not None:
            return await self.take(lease)
        async with self._asking() as ask:
            fence = await ask.fetchval(
                "INSERT INTO leases (room, server, fence) VALUES ($1, $2, 1)"
                " ON CONFLICT (room) DO NOTHING RETURNING fence",
                *(DESK, self.id),
            )
        if fence is None:
            return False
        self.held[DESK] = fence
        return True

    def take_given(self, lease: Lease) -> None:
        """Know of a room that another server has given to this one."""
        self.held[lease.room] = lease.fence

    async def give(self, room: str, server: str) -> bool:
        """Give a room to another server; False if that one is leaving too, or this has it no more."""
        fence = self.held.pop(room, None)
        if fence is None:
            return False
        async with self._asking() as ask:
            given = await ask.fetchval(
                "UPDATE leases SET server = $1, fence = fence + 1 WHERE room = $2 AND server = $3"
                " AND fence = $4 AND EXISTS"
                " (SELECT 1 FROM servers WHERE id = $1 AND NOT is_leaving) RETURNING fence",
                *(server, room, self.id, fence),
            )
        if given is None:
            self.held[room] = fence
        return given is not None

    def lost(self, room: str) -> None:
        """A room is this server's no more."""
        self.held.pop(room, None)

    # The connection -------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def _asking(self) -> Any:
        """The connection that holds this server's lock; one that was lost is made anew."""
        async with self._one_by_one:
            try:
                if self._raw is None or self._raw.is_closed():
                    await self._let_go()
                    await self._connect()
                yield self._raw
            except FAILURES as error:
                await self._let_go()
                raise OSError(f"the database cannot be asked: {error}") from error
            except (OSError, TimeoutError):
                await self._let_go()
                raise

    async def _connect(self) -> None:
        connection = await self._database.engine.connect()
        try:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            # If it is taken, then by a connection of ours that the database has not given up yet.
            await raw.fetchval("SELECT pg_try_advisory_lock($1, $2)", LOCKS, self.number)
            await raw.add_listener(CHANNEL, self._heard)
        except BaseException:
            await connection.invalidate()
            await connection.close()
            raise
        is_again = self._connected_at is not None
        self._connection, self._raw = connection, raw
        self._connected_at = time.monotonic() if is_again else -inf
        if is_again:
            self._beats.clear()  # The others may have been cut off as well.
            self._hear(EVERYTHING, "")

    def _heard(self, _connection: object, _process: int, _channel: str, payload: str) -> None:
        what, _, which = payload.partition(" ")
        self._hear(what, which)

    async def _let_go(self) -> None:
        connection, self._connection, self._raw = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
                await connection.close()
