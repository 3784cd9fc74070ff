"""People who play while a house is killed, and what its database must hold however it ended."""

import asyncio
import json
import random
import time
import uuid
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from tablewright.house.books.at_rest import open_secret
from tablewright.house.books.database import Database
from tablewright.house.books.entries import KeptTransfer
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.people.person import Person
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.live import AWAY, UNKNOWN, LiveTable
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.journal import Line, read
from tablewright.table.machine import Table
from tablewright.table.seal import sealed
from tablewright.table.verify import verify
from tests.house.clients import Follower, Json, Visitor
from tests.house.crashing import REMEMBERED

STAKES: dict[str, list[dict[str, int]]] = {
    "duki4": [{"ante": 1000, "bonus": 500}, {"ante": 1500}],
    "king-high": [{"pokerpot": 100, "high": 500, "club": 500}, {"pokerpot": 200, "club": 1000}],
    "pick2": [{"ante": 1000, "bonus-5": 500}, {"ante": 500}],
}
OWN_DEEDS = ("sit", "buy-in", "wager", "decide")
"""What only a player does, so that each must belong to a command of theirs."""
ASK_AGAIN_SECONDS = 0.2
GONE = (OSError, EOFError, httpx.TransportError, WebSocketException)
"""What a person notices when the house is killed."""


class Sent(NamedTuple):
    """A command as it was sent."""

    id: str
    seq: int
    do: Json


class Seen(NamedTuple):
    """What a person was shown of a table when its journal had so many lines."""

    place: int
    kept: bytes
    """As text: there may be very many."""

    @property
    def view(self) -> Json:
        view = json.loads(self.kept)
        for place in view["places"].values():
            place.pop("is_present", None)
        return view


class Gambler:
    """A person at a table who remembers all that they did and saw, over many crashes."""

    def __init__(
        self,
        game: str,
        place: int,
        luck: random.Random,
        number: int = 0,
        thinks_seconds: float = 0.01,
    ) -> None:
        self.game, self.place, self.luck = game, place, luck
        self._pauses = (0, 0, thinks_seconds / 5, thinks_seconds)
        self.number = number
        """At which of several tables of the game; those who are told of none find one."""
        self.table = ""
        self.cookies: dict[str, str] = {}
        self.answered: dict[str, int] = {}
        """Each command that was acknowledged, and the number of lines then."""
        self.unanswered: list[Sent] = []
        self.unknown: set[str] = set()
        """Commands of which the house could not say what has become."""
        self.sent: dict[str, Sent] = {}
        self.laid: dict[int, list[dict[str, int]]] = defaultdict(list)
        """What lay at their place when the journal had so many lines."""
        self.seen: dict[int, list[Seen]] = defaultdict(list)
        self.rounds = self.heard = 0
        self.retried = Counter[str]()
        self.newest: Json = None
        self.at, self.doing = "", "has not come yet"
        """By which server, and what they wait for: told when a test has waited too long."""
        self.shown: Json = None
        """The first that the present connection, or the last, has shown."""
        self.shown_at = self.heard_at = 0.0
        self.losses = 0
        """How often the connection was lost, or could not be made."""

    def __str__(self) -> str:
        return f"place {self.place} at {self.table} by {self.at}: {self.doing}, heard {self.heard}"

    async def play(self, address: str) -> None:
        """Play until the house is gone."""
        self.at = address
        try:
            await self._play(address)
        except GONE as gone:
            self.losses += 1
            self.doing = f"{self.doing}, until {gone!r}"
            raise

    async def _play(self, address: str) -> None:
        # Not all from one address, from which only so many guests may come in an hour.
        async with Visitor(address, come_from=f"127.0.0.{self.place + 1}") as visitor:
            if self.cookies:
                visitor.http.cookies.update(self.cookies)
            else:
                self.doing = "comes in"
                await visitor.come_as_guest()
                self.cookies = dict(visitor.http.cookies)
            if not self.table:  # The house may have been killed before it was found.
                self.doing = "looks for a table"
                self.table = await visitor.table_of(self.game)
            self.doing = "opens a connection"
            async with visitor.socket(self.table) as socket:
                at_table = Follower(visitor, socket)
                self.doing = "waits to be shown the table"
                await self._hear(at_table)
                self.shown, self.shown_at = self.newest, time.monotonic()
                while self.unanswered:
                    await self._send(at_table, self.unanswered[0], "again")
                while True:
                    await self._move(at_table)

    async def _hear(self, at_table: Follower) -> Json:
        message = await at_table.hear()
        if message["type"] == "closing":
            await at_table.hear()  # The connection ends.
        self.heard += 1
        self.heard_at = time.monotonic()
        if message["type"] == "table":
            self._see(message)
        return message

    def _see(self, message: Json) -> None:
        view = message["view"]
        self.seen[message["seq"]].append(Seen(message["place"], msgspec.json.encode(view)))
        self.rounds = max(self.rounds, view["round"])
        self.newest = message

    async def _do(self, at_table: Follower, event: str, **fields: Any) -> None:
        await asyncio.sleep(self.luck.choice(self._pauses))
        made = Sent(str(uuid.uuid4()), at_table.seq, {"event": event, **fields})
        self.unanswered.append(made)
        self.sent[made.id] = made
        await self._send(at_table, made)

    async def _send(self, at_table: Follower, made: Sent, when: str = "") -> None:
        self.doing = f"waits for the answer to {made.do['event']}"
        await at_table.send(made._asdict())
        while True:
            message = await self._hear(at_table)
            if message["type"] == "table" or message["id"] != made.id:
                continue
            if message.get("why") == UNKNOWN or (made.id in self.unknown and _is_away(message)):
                self.unknown.add(made.id)
                await asyncio.sleep(ASK_AGAIN_SECONDS)
                await at_table.send(made._asdict())
                continue
            if message["type"] == "done":
                if made.do["event"] != "ready":  # Who is ready is not written down.
                    self.answered[made.id] = message["seq"]
                if made.do["event"] == "bets":
                    self.laid[message["seq"]].append(made.do["stakes"])
            else:
                assert message["is_stale"] or message["why"], message
            if when:
                self.retried[message["type"]] += 1
            self.unanswered.remove(made)
            return

    async def _move(self, at_table: Follower) -> None:
        """The next thing a player does: sit, buy, bet, be ready, decide; or look on."""
        place, shown = self.place, self.newest
        view = shown["view"]
        if not shown["place"]:
            await self._do(at_table, "sit", place=place)
        elif sum(int(v) * n for v, n in view["places"][str(place)]["chips"].items()) < 8000:
            await self._do(at_table, "buy-in", place=place, cash=20_000)
        elif deciding := shown["legal"].get("decide"):
            chosen = self.luck.choice(self.luck.choice(deciding)["choices"])
            cards = {"three": [0, 1, 2]}.get(chosen, [])
            await self._do(at_table, "decide", place=place, decision=chosen, cards=cards)
        elif view["phase"] == "wagers" and (place not in shown["ready"] or _is_bare(view)):
            # A round begins with a wager: all would wait for ever if nobody laid one.
            if _is_bare(view) or (self.luck.random() < 0.7 and not _held(view)):
                stakes = self.luck.choice(STAKES[self.game])
                await self._do(at_table, "bets", place=place, stakes=stakes)
            await self._do(at_table, "ready")
        self.doing = f"looks on in phase {view['phase']}"
        while self.newest is shown:
            await self._hear(at_table)


def _is_away(message: Json) -> bool:
    return bool(message["type"] == "refused" and message["why"] == AWAY)


def _held(view: Json) -> Json:
    """The cards of a round of draws that has begun."""
    return view.get("cards", {}).get("holding_boxes")


def _is_bare(view: Json) -> bool:
    """Whether no round has begun, and no chips lie on the felt."""
    return not _held(view) and not any(seat["wagers"] for seat in view["places"].values())


# What the database holds ---------------------------------------------------------------------------


@asynccontextmanager
async def _books(address: str, keys: Path) -> AsyncIterator[Ledger]:
    """The house's books, read while nobody serves it."""
    database = await Database.open(address)
    await open_secret(database, None, keys)
    try:
        yield Ledger(database)
    finally:
        await database.close()


async def look_into_the_books(address: str, keys: Path, gamblers: list[Gambler]) -> None:
    """Everything that must hold however the house ended."""
    async with _books(address, keys) as ledger:
        for kept in await ledger.tables():
            here = [each for each in gamblers if each.table == kept.id]
            lines = await ledger.lines(kept.id)
            written = [line for line in read(lines) if isinstance(line, Line)]
            assert len(written) == len(lines)
            done = {each.id: each for each in await ledger.commands(kept.id)}
            assert all(each.seq <= len(lines) for each in done.values())
            holders = await ledger.seats(kept.id)
            people = _keys(here, holders)
            vault = await ledger.vault(kept.id)
            for gambler in here:
                _is_everything_there_once(gambler, people[gambler.place], done, written)
            table = _is_what_was_shown_written(here, written, vault)
            _is_money_where_it_belongs(table, await ledger.transfers(kept.id))
            options = msgspec.json.decode(kept.options, type=Options)
            live = await LiveTable.restore(kept.id, options, Floor(ledger).services)
            assert live.seq == len(lines)
            assert live.table.vault == vault
            for gambler in here:
                if people[gambler.place]:
                    me = Person(people[gambler.place], "me")
                    snapshot = json.loads(live.room.screen.snapshot(me, "player"))
                    assert snapshot["place"] == gambler.place
                    for place in snapshot["view"]["places"].values():
                        place.pop("is_present", None)
                    for seen in gambler.seen.get(live.seq, []):
                        assert seen.place != gambler.place or snapshot["view"] == seen.view
                    gambler.seen.clear()


async def do_open_journals_verify(address: str, keys: Path) -> None:
    async with _books(address, keys) as ledger:
        for kept in await ledger.tables():
            lines = await ledger.lines(kept.id)
            assert verify(lambda kept=lines: kept).lines == len(lines)  # type: ignore[misc]


def _keys(here: list[Gambler], holders: dict[int, str]) -> dict[int, str]:
    """What each gambler's place is kept under; one who was told that they sit does sit."""
    for gambler in here:
        sat = any(gambler.sent[id].do["event"] == "sit" for id in gambler.answered)
        assert not sat or gambler.place in holders
    return {gambler.place: holders.get(gambler.place, "") for gambler in here}


def _is_everything_there_once(
    gambler: Gambler, key: str, done: dict[str, Any], written: list[Line]
) -> None:
    """What was answered is kept under the number that was answered; what was not, wholly or not.

    Where there were so many that a table has forgotten the oldest, those are as they were answered:
    they were looked for before, and what they did is held against the journal again.
    """
    mine = {id.removeprefix(f"{key}:"): each.seq for id, each in done.items() if key in id and key}
    if len(done) >= REMEMBERED:
        oldest = min(each.seq for each in done.values())
        mine |= {id: seq for id, seq in gambler.answered.items() if seq < oldest}
    for id, seq in gambler.answered.items():
        # Bets that lay there already need not be remembered; that they did is looked at below.
        is_idle = id not in mine and gambler.sent[id].do["event"] == "bets"
        assert is_idle or mine[id] == seq
    waiting = {each.id for each in gambler.unanswered}
    assert mine.keys() <= gambler.answered.keys() | waiting, "something refused was kept"
    ends = sorted(mine.values())
    who = f"player {gambler.place}"
    for line in written:
        if line.by == who and line.did.name in OWN_DEEDS:
            at = bisect_left(ends, line.n)
            assert at < len(ends), f"line {line.n} belongs to no command of {who}"
            between = {each.by for each in written[line.n - 1 : ends[at]]}
            assert between <= {who, "inspector"}, f"line {line.n} is half of a command"
    for id, seq in mine.items():
        order, deed = gambler.sent[id].do["event"], written[seq - 1]
        if order in ("sit", "buy-in"):
            assert (deed.by, deed.did.name) == (who, order)
    counted = Counter(gambler.sent[id].do["event"] for id in mine)
    for deed_name in ("sit", "buy-in", "decide"):
        times = sum(1 for each in written if each.by == who and each.did.name == deed_name)
        assert times == counted[deed_name], deed_name


def _is_what_was_shown_written(
    here: list[Gambler], written: list[Line], vault: dict[int, tuple[str, str]]
) -> Table:
    """Everything that anybody was ever shown is what the journal says, own cards included."""
    orders = {sealed(*each): each for each in vault.values()}
    for line in written:
        if isinstance(line.did, acts.Unsealed):
            opened = line.did.order, line.did.salt
            orders[sealed(*opened)] = opened
    assert isinstance(written[0].did, acts.SetUp)
    table = Table(written[0].did.setup)
    for line in written:
        table.course.apply(table.state, line.did, line.at)
        table.lines += 1
        for gambler in here:
            for stakes in gambler.laid.get(line.n, []):
                assert table.stakes(gambler.place).items() >= stakes.items(), line.n
            for seen in gambler.seen.get(line.n, []):
                seals = table.state.packs.seals.items()
                table.vault = {pack: orders[seal] for pack, seal in seals if seal in orders}
                assert _as_sent(table.view(player(seen.place))) == seen.view, line.n
    for gambler in here:
        assert max(gambler.seen, default=0) <= len(written), "something unwritten was shown"
    return table


def _as_sent(view: Json) -> Json:
    return json.loads(msgspec.json.encode(view, enc_hook=str))


def _is_money_where_it_belongs(table: Table, transfers: list[KeptTransfer]) -> None:
    """The transfers make the accounts; nothing is overdrawn; all together hold nothing."""
    bank, moved = table.state.bank, Counter[str]()
    for each in transfers:
        moved[each.source] -= each.cents
        moved[each.target] += each.cents
    assert bank.total() == 0
    assert not bank.overdrawn()
    held = {name: account.cents for name, account in bank.accounts.items() if account.cents}
    assert held == {name: cents for name, cents in moved.items() if cents}
