"""Following the tables of other servers: which are followed here, and what was written at them since.

journal     read from the database, a few times a second and before a limit is looked at
presence    comes with the beat of the server that has the table
"""

import msgspec

from tablewright.house.books.entries import KeptTable
from tablewright.house.books.ledger import DESK, Ledger, is_away
from tablewright.house.tables.floor import Floor, options_of
from tablewright.house.tables.followed import FollowedTable, Owner, Presence, presence_of
from tablewright.house.tables.whereabouts import Whereabouts
from tablewright.table.status import CLOSED

_presences = msgspec.json.Decoder(dict[str, Presence]).decode


class Following:
    """The tables of other servers, on this one's floor."""

    def __init__(
        self, whereabouts: Whereabouts, floor: Floor, ledger: Ledger, owner: Owner
    ) -> None:
        self._whereabouts, self._floor, self._ledger = whereabouts, floor, ledger
        self._owner = owner

    async def follow_all(self) -> None:
        """Follow every table that another server has and that is not followed yet."""
        floor = self._floor
        for room in self._whereabouts.seen.leases:
            if room == DESK or self._whereabouts.is_held(room) or room in floor.quarantined:
                continue
            if room not in floor.tables:
                followed = await self.followed(room)
                if followed is not None and room not in floor.tables:
                    floor.tables[room] = followed

    async def followed(self, room: str) -> FollowedTable | None:
        """A table of another server, as its journal leaves it; None if there is nothing to see."""
        kept = await self._ledger.table(room)
        if not isinstance(kept, KeptTable) or kept.status == CLOSED:
            return None
        if not await self._ledger.lines(kept.id, limit=1):
            return None  # It is being opened.
        services, owner = self._floor.services, self._owner
        try:
            return await FollowedTable.follow(kept.id, options_of(kept), services, owner)
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

    # What servers tell each other beside the journals ----------------------------------------------

    def told(self) -> str:
        """What this server tells the others of its own tables."""
        said = {live.id: presence_of(live) for live in self._whereabouts.own_tables()}
        return msgspec.json.encode(said).decode()

    def _told_of(self, table: str) -> Presence:
        """What the server that has a table tells of it."""
        seen = self._whereabouts.seen
        lease = seen.leases.get(table)
        server = seen.servers.get(lease.server) if lease else None
        try:
            return _presences(server.kept).get(table, Presence()) if server else Presence()
        except (msgspec.MsgspecError, ValueError):
            return Presence()
