"""People at a live table without a network: they follow it, give orders and wait for what they see."""

import asyncio
import json
import sqlite3
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec
import pytest

from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.people.person import Person
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.orders import Sent, decode
from tablewright.house.tables.live import LiveTable
from tablewright.rules.errors import Refused
from tablewright.rules.language import ENGLISH
from tablewright.table.journal import Line, read
from tablewright.table.setup import Setup
from tests.house.following import followed
from tests.house.serving import quick_passwords

Json = Any
PATIENCE_SECONDS = 120.0
"""How long a test waits for something before it is held never to come."""
QUICK = Options(pace=0)
"""A table whose house takes no time over its steps."""
STAKES: dict[str, dict[str, int]] = {
    "duki4": {"ante": 1000, "bonus": 500},
    "king-high": {"pokerpot": 100, "high": 500, "club": 500},
    "pick2": {"ante": 1000, "bonus-5": 500},
}
GAMES = list(STAKES)
ON_SQLITE = pytest.mark.parametrize("ready_address", ["sqlite"], indirect=True)
EACH_GAME = pytest.mark.parametrize(
    ("ready_address", "game"),
    [
        *(("sqlite", game) for game in GAMES),
        ("postgres", "duki4"),
        *(pytest.param("postgres", game, marks=pytest.mark.proof) for game in GAMES[1:]),
    ],
    indirect=["ready_address"],
)
"""Every game on one kind of database, one on the other; `make proof` tries the rest."""
ON_POSTGRES = pytest.mark.parametrize("ready_address", ["postgres"], indirect=True)


def guest(number: int) -> Person:
    return Person(f"g:{number}", f"Guest {number}")


def employee(number: int, name: str, *duties: str) -> Person:
    return Person(f"a:{number}", name, frozenset(duties))


@asynccontextmanager
async def opened(address: str, *, keeps_standing: bool = False) -> AsyncIterator[House]:
    """A house whose doors are open, and which nobody can reach but the test."""
    house = await House.open(address, keeps_standing=keeps_standing, pace=0)
    house.accounts.passwords = quick_passwords()
    try:
        yield house
    finally:
        await house.close()


def set_up(game: str, **more: Any) -> Setup:
    chosen: dict[str, Any] = {"table": "T1", "day": datetime.now(UTC).date(), "is_practice": True}
    return Setup(game=game, **(chosen | more))


async def open_table(house: House, game: str, options: Options = QUICK, **more: Any) -> LiveTable:
    """A table of a game, on the house's day, and for practice unless it is said otherwise."""
    day = {"day": house.clock.now().date()}
    return await house.floor.open(set_up(game, **(day | more)), options)


def sent(do: Json, seq: int, id: str = "", acting: str = "player") -> Sent:
    """A message to a table, read as the server reads it."""
    message = {"id": id or str(uuid.uuid4()), "seq": seq, "as": acting, "do": do}
    return decode(msgspec.json.encode(message))


class Tab:
    """One connection of a person, who sees what the table gives them."""

    def __init__(
        self, live: LiveTable, person: Person, acting: str = "player", language: str = ENGLISH
    ) -> None:
        self.live, self.person, self.acting = live, person, acting
        self.newest: Json = None
        self.heard: list[Json] = []
        self._is_new = asyncio.Event()
        self._listener = Listener(person, acting, language)
        live.join(self._listener)
        self._task = asyncio.create_task(self._listener.send(self._take, live.wake))

    async def _take(self, text: str) -> None:
        sent = json.loads(text)
        for message in sent if isinstance(sent, list) else [sent]:
            self._hear(message)
        self._is_new.set()

    def _hear(self, message: Json) -> None:
        self.heard.append(message)
        if message["type"] in ("table", "changes"):
            self.newest = followed(self.newest, message)

    def drop(self) -> None:
        """The connection is lost."""
        self.live.leave(self._listener)
        self._listener.end(1000, "gone")

    async def until(self, is_so: Callable[[Json], bool]) -> Json:
        """The newest state once it is so."""

        async def look() -> None:
            while self.newest is None or not is_so(self.newest):
                self._is_new.clear()
                await self._is_new.wait()

        await asyncio.wait_for(look(), PATIENCE_SECONDS)
        return self.newest

    async def ended(self) -> tuple[int, str]:
        """How the house ended the connection."""
        return await asyncio.wait_for(asyncio.shield(self._task), PATIENCE_SECONDS)

    async def do(self, event: str, *, id: str = "", seq: int = -1, **fields: Any) -> int:
        """Give an order at the newest state, or at one that is named; the number of lines then."""
        at = self.live.seq if seq < 0 else seq
        message = sent({"event": event, **fields}, at, id, self.acting)
        return await asyncio.wait_for(self.live.ask(self.person, message), PATIENCE_SECONDS)

    async def must(self, event: str, **fields: Any) -> int:
        """Give an order that is right in itself, until the table has not moved on meanwhile."""
        for _ in range(50):
            with suppress(Refused):
                return await self.do(event, **fields)
        return await self.do(event, **fields)

    async def sit_down(self, place: int, cash: int = 50_000) -> None:
        await self.do("sit", place=place)
        await self.do("buy-in", place=place, cash=cash)
        await self.until(lambda table: table["place"] == place)

    async def play_on(self, stakes: dict[str, int] | None = None, decision: str = "") -> None:
        """Bet if asked to, be ready, decide when it is time, until the round is over."""
        await asyncio.wait_for(self._play_on(stakes, decision), PATIENCE_SECONDS)

    async def _play_on(self, stakes: dict[str, int] | None, decision: str) -> None:
        seen = await self.until(lambda table: table["view"]["phase"] in ("wagers", "decide"))
        start, place = self.live.table.state.round, seen["place"]
        if stakes:
            await self.must("bets", place=place, stakes=stakes)
        while self.live.table.state.round == start and self.live.table.state.status == "open":
            if self.newest["seq"] == self.live.seq:
                await self._move(place, decision)
            if self.live.table.state.round == start:
                self._is_new.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._is_new.wait(), 0.05)

    async def _move(self, place: int, decision: str) -> None:
        shown = self.newest
        with suppress(Refused):
            if shown["view"]["phase"] == "wagers" and place not in shown["ready"]:
                await self.do("ready")
            if offered := shown["legal"].get("decide"):
                choices = [choice for each in offered for choice in each["choices"]]
                chosen = decision if decision in choices else choices[0]
                cards = {"three": [0, 1, 2]}.get(chosen, [])
                await self.do("decide", place=place, decision=chosen, cards=cards)
                return


async def written(live: LiveTable) -> list[Line]:
    lines = await live.ledger.lines(live.id)
    return [line for line in read(lines) if isinstance(line, Line)]


def is_deciding(table: Json) -> bool:
    return bool(table["view"]["phase"] == "decide")


async def seated(live: LiveTable, count: int) -> list[Tab]:
    """So many guests at the first places, with chips."""
    tabs = [Tab(live, guest(number)) for number in range(1, count + 1)]
    await asyncio.gather(*(tab.sit_down(place) for place, tab in enumerate(tabs, start=1)))
    return tabs


async def bet(live: LiveTable, tabs: list[Tab]) -> None:
    """Everybody bets and is ready."""
    stakes = STAKES[live.table.book.game.id]
    for place, tab in enumerate(tabs, start=1):
        await tab.do("bets", place=place, stakes=stakes)
    for tab in tabs:
        await tab.do("ready")


# Databases that do not do as they are told ---------------------------------------------------------


async def run_sql(address: str, *statements: str) -> None:
    """Carry out statements past the house."""
    if address.startswith("sqlite"):
        connection = sqlite3.connect(address.removeprefix("sqlite:///"), timeout=10)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()
        return
    other = await asyncpg.connect(address)
    for statement in statements:
        await other.execute(statement)
    await other.close()


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of SQLite without the triggers that keep its rows from being changed, for a while."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN IMMEDIATE")
        found = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in found:
            db.execute(f"DROP TRIGGER {name}")
        try:
            yield db
        finally:
            for _, made in found:
                db.execute(made)
            db.execute("COMMIT")


@asynccontextmanager
async def nothing_is_written(address: str) -> AsyncIterator[None]:
    """The database refuses every line of a journal, as a full disk would."""
    if address.startswith("sqlite"):
        begin = [
            "CREATE TRIGGER full_disk BEFORE INSERT ON journal"
            " BEGIN SELECT RAISE(ABORT, 'no space left'); END"
        ]
        end = ["DROP TRIGGER full_disk"]
    else:
        begin = [
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE 'no space left'; END $$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON journal EXECUTE FUNCTION full_disk()",
        ]
        end = ["DROP TRIGGER full_disk ON journal", "DROP FUNCTION full_disk"]
    await run_sql(address, *begin)
    try:
        yield
    finally:
        await run_sql(address, *end)
