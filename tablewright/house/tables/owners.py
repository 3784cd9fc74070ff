"""What this server has other servers do, each at the tables that it has or at the desk."""

from typing import TypeVar

from tablewright.house.books.ledger import DESK
from tablewright.house.servers.passed_on import PassedOn
from tablewright.house.servers.peers import NOBODY, Elsewhere, Peers
from tablewright.house.tables.relief import Relief
from tablewright.house.tables.whereabouts import Whereabouts

T = TypeVar("T")


class Owners:
    """The servers that have what this one has not."""

    def __init__(self, whereabouts: Whereabouts, peers: Peers, passed_on: PassedOn) -> None:
        self._whereabouts, self._peers, self._passed_on = whereabouts, peers, passed_on

    async def close_when_clear(self, table: str) -> None:
        """Have the server that has a table close it after its round."""
        await self._ask_at(table, "close", {})

    async def relieve(self, table: str, relief: Relief) -> None:
        """Have the server that has a table pass a post there to another person."""
        await self._ask_at(table, "relief", relief)

    async def ask_desk(self, path: str, body: object, gives: type[T]) -> T:
        """Have the server that has the desk do something, and wait for what it answers."""
        return await self._ask(DESK, path, body, gives)

    async def _ask_at(self, table: str, what: str, body: object) -> None:
        await self._ask(table, f"/api/between/tables/{table}/{what}", body, dict[str, str])

    async def _ask(self, room: str, path: str, body: object, gives: type[T]) -> T:
        server = self._whereabouts.elsewhere(room)
        if server is None:
            raise Elsewhere(NOBODY)
        try:
            async with self._passed_on.waiting_for(server):
                return await self._peers.ask(server, path, body, gives)
        except TimeoutError:  # It hung, and others take over.
            raise Elsewhere(NOBODY) from None
