"""Which tables this server of the house has, and which it follows: taken, given and followed by and by.

    beat    every second this server says that it is there
    turn    a few times a second, and when something has changed: look; bury the dead; take what is
            free; take up what was given; follow the rest; give what is too much

What each step does is written in a file of its own: `whereabouts`, `taking_over`, `following`,
`house_desk`, `moving` and `giving`; `servers/answering` and `servers/passed_on`.
"""

import asyncio
import contextlib
import logging

from tablewright.house.books.ledger import DESK, Ledger, is_away
from tablewright.house.servers.answering import Answering
from tablewright.house.servers.passed_on import PassedOn
from tablewright.house.servers.peers import Peers
from tablewright.house.servers.registry import Registry, Seen
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.following import Following
from tablewright.house.tables.giving import Giving
from tablewright.house.tables.house_desk import Desk, HouseDesk
from tablewright.house.tables.moving import Moving
from tablewright.house.tables.owners import Owners
from tablewright.house.tables.taking_over import TakingOver
from tablewright.house.tables.whereabouts import Whereabouts

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
LOOK_SECONDS = 0.5
"""How far behind the tables of other servers may be seen."""


class Sharing:
    """The part of a house that this server has. Use `join`."""

    def __init__(
        self, registry: Registry, peers: Peers, floor: Floor, ledger: Ledger, desk: Desk
    ) -> None:
        self.registry, self.peers = registry, peers
        self._ledger = ledger
        self.is_dead = asyncio.Event()
        """Set when the others have taken this server for dead: it must begin anew."""
        self.answering = Answering(peers, registry.id, self.wake)
        self.passed_on = PassedOn()
        self.whereabouts = Whereabouts(registry, floor, self.wake)
        self.owners = Owners(self.whereabouts, peers, self.passed_on)
        self.following = Following(self.whereabouts, floor, ledger, self.owners)
        self._taking = TakingOver(registry, self.whereabouts, floor, ledger)
        self._moving = Moving(
            registry, self.whereabouts, floor, self.following, self._taking, self.wake
        )
        self._desk = HouseDesk(desk, self.whereabouts, self._note_failure)
        self.giving = Giving(
            registry, self.whereabouts, self.answering, self._moving, self._desk, self.wake
        )
        self._wants_turn = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self) -> None:
        """Be one of the servers, and take what nobody has, unless another server answers already."""
        await self.registry.join()
        self._ledger.fences, self._ledger.lease = self.registry.held, self.registry.own_new
        self._tasks.append(asyncio.create_task(self._beat_on(), name="beat"))
        self.whereabouts.seen = await self._looked()
        await self.answering.find_one(self.whereabouts.seen)
        await self._turn()
        await self._desk.opened()
        self._tasks.append(asyncio.create_task(self._run(), name="sharing"))

    async def close(self) -> None:
        """Look after nothing any more; what this server has is still its own."""
        begun = (*self._moving.tasks, *self.answering.tasks, *self._desk.tasks)
        for task in (*self._tasks, *begun):
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

    # Being there ----------------------------------------------------------------------------------

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if not await self.registry.beat(self.following.told()):
                    log.error("the other servers have taken this one for dead: it begins anew")
                    self.is_dead.set()
                    return
                if self._ledger.database.outage.is_on:
                    await self._ledger.trouble()  # It is over once something was written.
            except Exception as failed:
                self._note_failure("this server could not say that it is there: %s", failed)

    def _note_failure(self, what: str, failed: Exception) -> None:
        """A database that is away is said once; anything else is a fault of the house."""
        if is_away(failed):
            self._ledger.database.outage.note(failed)
        else:
            log.error(what, failed, exc_info=failed)

    # By and by ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wants_turn.wait()
            try:
                await self._turn()
            except Exception as failed:  # Such as a database that is away for a while.
                self._note_failure("the other servers cannot be looked after: %s", failed)
                await asyncio.sleep(LOOK_SECONDS)

    async def _turn(self) -> None:
        self._wants_turn.clear()
        self.whereabouts.seen = await self._looked()
        if self._takes_free():
            await self._taking.take_free()
        await self._taking.take_given()
        self.passed_on.end_what_is_gone(self.whereabouts.seen)
        await self.following.follow_all()
        await self.following.catch_up()
        if DESK in self.registry.held and not self.giving.is_leaving:
            self._desk.begin()
        self.answering.ask_new(self.whereabouts.seen.servers)
        self.giving.give_surplus()
        self.whereabouts.note_change()

    async def _looked(self) -> Seen:
        seen = await self.registry.look()
        dead = [each for each in seen.servers.values() if self.registry.is_dead(each)]
        for server in dead:
            if await self.registry.bury(server):
                log.warning("server %s (%s) is dead: others take over", server.id, server.address)
        return await self.registry.look() if dead else seen

    def _takes_free(self) -> bool:
        """Whether this server takes what nobody has: one that is being opened leaves it to others."""
        if self.giving.is_leaving:
            return False
        return self.answering.is_own or not self.answering.others(self.whereabouts.seen)
