"""Which servers of the house answer: one that is being opened has its row before it does.

Players would wait for it. So tables are given only to servers that have answered, and a server that is
being opened takes nothing that is free while another answers. One that has answered knows so itself, so
that there is always one that takes it.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping

from tablewright.house.servers.peers import Peers
from tablewright.house.servers.registry import Seen, Server


class Answering:
    """Who answers, as this server has found out. `wake` is called when one more does."""

    def __init__(self, peers: Peers, own: str, wake: Callable[[], None]) -> None:
        self._peers, self._own, self._wake = peers, own, wake
        self.is_own = False
        """Whether this server has answered anybody yet, another server at least."""
        self._others: set[str] = set()
        """The other servers that have answered since they came."""
        self._asked: dict[str, asyncio.Task[None]] = {}

    @property
    def tasks(self) -> Collection[asyncio.Task[None]]:
        """What is being asked just now."""
        return self._asked.values()

    def note_own(self) -> None:
        """This server is asked for something: it is open, and takes what is free as the others do."""
        if not self.is_own:
            self.is_own = True
            self._wake()

    def others(self, seen: Seen) -> list[Server]:
        """The other servers that answer and stay."""
        servers = [each for id, each in seen.servers.items() if id in self._others]
        return [each for each in servers if not each.is_leaving]

    def ask_new(self, servers: Mapping[str, Server]) -> None:
        """Ask the servers that have come since, and those that did not answer."""
        self._others &= servers.keys()
        for id in servers.keys() - self._others - self._asked.keys() - {self._own}:
            self._asked[id] = asyncio.create_task(self._ask(servers[id]), name=f"asking {id}")

    async def find_one(self, seen: Seen) -> None:
        """Know whether another server answers, as soon as one does or all that there are did not."""
        self.ask_new(seen.servers)
        while self._asked and not self.others(seen):
            await asyncio.wait(self._asked.values(), return_when=asyncio.FIRST_COMPLETED)

    async def _ask(self, server: Server) -> None:
        try:
            if await self._peers.answers(server):
                self._others.add(server.id)
                self._wake()
        finally:
            del self._asked[server.id]  # If it did not, it is asked at the next turn.
