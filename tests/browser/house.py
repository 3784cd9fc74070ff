"""A real house for the browser: an empty database, tables of the test's own, people with accounts."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx

from tablewright.games import game as game_named
from tablewright.house.books.options import Options
from tablewright.house.house import House
from tablewright.house.people.accounts import FIRST_NAME
from tablewright.house.people.caps import Caps
from tablewright.house.tables.floor import staff
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.room import Room
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import THE_INSPECTOR
from tablewright.table.automation import due_step
from tablewright.table.setup import SUPERVISOR_STEPS, Setup, Staff
from tablewright.table.status import CLOSED, IN_PLAY, OPENING
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

    def open_table(
        self,
        game: str,
        *,
        device: str = "",
        is_keyed: bool = False,
        dealer: str = "",
        is_rehearsal: bool = False,
        is_staffed: bool = False,
        **options: Any,
    ) -> Table:
        """A practice table for one test alone: the house deals there, or the dealer who is named.

        At one that is staffed Dan deals and Ina is the inspector.
        """
        setup = Setup(
            table=f"T{next(_NUMBERS)}",
            game=game,
            day=datetime.now(UTC).date(),
            is_practice=True,
            is_rehearsal=is_rehearsal,
            automatic=() if is_staffed else SUPERVISOR_STEPS if dealer else None,
            staff=staff("Dan", "Ina") if is_staffed else staff(dealer),
            device=device,
            is_keyed=is_keyed,
        )
        return self._opened(setup, Options(**({"pace": PACE} | options)))

    def open_for_money(self, game: str, *, until: str = IN_PLAY) -> Table:
        """A table for money with Dan, Ina and Pit, opened by them step by step until it is so far."""
        undecided = game_named(game).ruleset().undecided
        setup = Setup(
            table=f"T{next(_NUMBERS)}",
            game=game,
            day=datetime.now(UTC).date(),
            readings={each.id: each.default for each in undecided},
            automatic=(),
            staff=Staff("Dan", "Ina", "Pit", "Sue"),
        )
        table = self._opened(setup, Options(pace=PACE))
        self.go_on(table.id, until)
        return table

    def _opened(self, setup: Setup, options: Options) -> Table:
        live = self.serving.run(self.serving.house.floor.open(setup, options))
        return Table(live.id, setup.table, game_named(setup.game).name)

    def go_on(self, id: str, until: str) -> None:
        """Staff do what is due at a table, until it is so far or a form lies ready."""
        live, chance = self.live(id), Random(1)

        def go_on(room: Room) -> None:
            while live.table.state.status != until:
                step = due_step(live.table, chance)
                assert step is not None
                if isinstance(step[0], acts.Sign) and step[0].form == until:
                    return
                room.desk.do(*step)

        self.serving.run(live.run_errand(go_on))

    def live(self, id: str) -> LiveTable:
        return self.serving.house.floor.table(id)

    def close_tables(self) -> None:
        """Close every table but those that the house keeps ready."""
        floor = self.serving.house.floor
        for live in list(floor.tables.values()):
            if live.table.book.setup.is_practice and not live.options.is_standing:
                try:
                    self.serving.run(live.close_when_clear())
                except Refused:
                    # Asked to close before, and closed by itself after its round.
                    assert live.table.state.status == CLOSED
            elif not live.table.book.setup.is_practice:
                self._close(live)

    def _close(self, live: LiveTable) -> None:
        """Staff close a table for money, whatever slip still waits there.

        One that a failed test left in the middle of a round stays as it is: only that test fails.
        """

        def begin(room: Room) -> None:
            for slip in list(live.table.state.slips):
                room.desk.do(acts.CancelSlip(slip, "closing"), THE_INSPECTOR)
            if live.table.state.status == IN_PLAY:
                room.desk.do(acts.BeginClosing(), THE_INSPECTOR)

        if live.table.state.status == OPENING:
            self.go_on(live.id, IN_PLAY)
        try:
            self.serving.run(live.run_errand(begin))
        except Refused:
            return
        self.go_on(live.id, CLOSED)

    def ask(self, path: str, cookies: dict[str, str]) -> Any:
        """What the house answers to a person, as a program sees it."""
        answer = httpx.get(f"{self.address}/api{path}", cookies=cookies, timeout=120)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def opened(folder: Path) -> Iterator[OpenHouse]:
    """A house with a fresh database in a folder."""
    database = f"sqlite:///{folder / 'house.db'}"
    # In a thread of its own: a browser that is open already has a loop in this one.
    with ThreadPoolExecutor(1) as beside:
        password = beside.submit(asyncio.run, _first_start(database)).result()
    # Everyone comes from one address here, and more of them than a house lets in within an hour.
    serving = Serving(database, PACE, caps=Caps(guests_each=2000), keys=folder / "keys")
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
