"""A real house for the browser: an empty database, tables of the test's own, people with accounts."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tablewright.games import game as game_named
from tablewright.house.accounts import FIRST_NAME
from tablewright.house.floor import staff
from tablewright.house.house import House
from tablewright.house.live import LiveTable
from tablewright.house.options import Options
from tablewright.table.setup import AUTOMATIC, SUPERVISOR_STEPS, Setup
from tests.house.serving import Serving

PACE = 0.1
"""How long the house takes over its steps: rounds are quick, and can still be followed."""
_NUMBERS = count(1)


class Table(NamedTuple):
    """A table as people speak of it, and as addresses do."""

    id: str
    name: str
    game: str
    """What the game is called."""


class OpenHouse:
    """A house that is served, and what tests ask of it beside the page."""

    def __init__(self, serving: Serving, one_time_password: str) -> None:
        self.serving = serving
        self.address = serving.address
        self.one_time_password = one_time_password
        """With which the first administrator signs in, once."""
        self.administrator = FIRST_NAME

    def open_table(self, game: str, *, device: str = "", dealer: str = "", **options: Any) -> Table:
        """A practice table for one test alone, where the house deals unless a dealer is named."""
        name = f"T{next(_NUMBERS)}"
        setup = Setup(
            table=name,
            game=game,
            day=datetime.now(UTC).date(),
            is_practice=True,
            staff=staff(dealer),
            device=device,
            automatic=SUPERVISOR_STEPS if dealer else AUTOMATIC,
        )
        wanted = Options(**({"pace": PACE} | options))
        live = self.serving.run(self.serving.house.floor.open(setup, wanted))
        return Table(live.id, name, game_named(game).name)

    def live(self, id: str) -> LiveTable:
        return self.serving.house.floor.table(id)

    def close_tables(self) -> None:
        """Close every practice table but those that the house keeps ready."""
        floor = self.serving.house.floor
        for live in list(floor.tables.values()):
            if not live.options.is_standing and live.table.book.setup.is_practice:
                self.serving.run(live.run_errand(live.dealing.close_when_clear))

    def ask(self, path: str, cookies: dict[str, str]) -> Any:
        """What the house answers to somebody, as a program sees it."""
        answer = httpx.get(f"{self.address}/api{path}", cookies=cookies, timeout=120)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def opened(folder: Path) -> Iterator[OpenHouse]:
    """A house with a fresh database in a folder."""
    database = f"sqlite:///{folder / 'house.db'}"
    password = asyncio.run(_first_start(database))
    serving = Serving(database, PACE)
    serving.start()
    try:
        yield OpenHouse(serving, password)
    finally:
        serving.stop()


async def _first_start(database: str) -> str:
    house = await House.open(database, keeps_standing=False)
    try:
        return await house.accounts.first_start() or ""
    finally:
        await house.close()
