"""A day in a pit of six tables: its people at their screens, their clicks by step, and its pictures.

Pictures are kept where TABLEWRIGHT_PICTURES names a folder.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from tablewright.games import game as game_named
from tablewright.house.books.options import Options
from tablewright.house.tables.room import Room
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.chips import FLOAT
from tablewright.table.setup import Setup, Staff
from tablewright.table.status import CLOSED, IN_PLAY
from tests.browser.chromium import NARROW
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits
from tests.house.live_play import RunningClock, Willing
from tests.house.serving import DUTIES, PASSWORD
from tests.table_play import finish_round

TABLES = {
    "D7": ("duki4", "Dan"),
    "D8": ("duki4", "Dora"),
    "K7": ("king-high", "Dee"),
    "K8": ("king-high", "Don"),
    "P7": ("pick2", "Dov"),
    "P8": ("pick2", "Del"),
}
"""The pit: each table with its game and its dealer, who were there the day before, too."""
KEYED = "P8"
"""Where the cards are those of a real table: its dealer enters them."""
STAFF = {
    **{dealer: ["dealer"] for _, dealer in TABLES.values() if dealer not in DUTIES},
    "Petra": ["pit-boss"],
}
PACE = 0.1
COUNTS = """
window.clicked = 0
window.typed = 0
addEventListener("pointerdown", (event) => event.isTrusted && (window.clicked += 1), true)
addEventListener("change", (event) => {
  if (event.target.tagName === "SELECT") window.clicked += 1
  if (event.target.matches("input[type=number], input:not([type]), input[type=text]")) window.typed += 1
}, true)
"""
"""Counts every press, a choice in a list as one, and the fields that are filled in."""


class Patrons(Willing):
    """Players of the house's own making, by the clock on the wall."""

    def step(self) -> bool:
        self.now = datetime.now(UTC)
        return super().step()


class Wall(RunningClock):
    """The clock on the wall, whatever it is told."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class PitDay:
    """The people of a day, each at a screen."""

    def __init__(self, house: OpenHouse, visits: Visits) -> None:
        self.house, self.visits = house, visits
        self.chance = Random(19)
        self.pages: dict[str, Page] = {}
        self.steps: dict[str, dict[str, tuple[int, int]]] = {}
        self.ids: dict[str, str] = {}
        """Of each table, by the name on it."""
        named = os.environ.get("TABLEWRIGHT_PICTURES")
        self.pictures = Path(named) / "pit-day" if named else None
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
        house.serving.run(self._employ())
        for name in TABLES:
            self._yesterday(name)

    async def _employ(self) -> None:
        accounts = self.house.serving.house.accounts
        for name, roles in STAFF.items():
            await accounts.create(name, roles, PASSWORD, must_change=False)
        await self.house.serving.house.refresh_roster()

    def _yesterday(self, name: str) -> None:
        """A table as it was opened and closed the day before."""
        game, dealer = TABLES[name]
        undecided = game_named(game).ruleset().undecided
        setup = Setup(
            table=name,
            game=game,
            day=datetime.now(UTC).date() - timedelta(days=1),
            readings={each.id: each.default for each in undecided},
            automatic=(),
            staff=Staff(dealer, "Ina", "Pit", "Sue"),
            **({"device": "hand", "is_keyed": True} if name == KEYED else {}),
        )
        serving = self.house.serving
        live = serving.run(serving.house.floor.open(setup, Options(pace=PACE)))
        self.house.go_on(live.id, IN_PLAY)
        serving.run(
            live.run_errand(lambda room: room.desk.do(acts.BeginClosing(), acts_by_inspector()))
        )
        self.house.go_on(live.id, CLOSED)

    # Screens ---------------------------------------------------------------------------------------

    def come(self, name: str, path: str = "", **options: Any) -> Page:
        """A person comes to their screen; what they press is counted from then on."""
        page = self.visits.come_as(name, path=path, **options)
        page.evaluate(COUNTS)
        self.pages[name] = page
        return page

    def phone(self, name: str, path: str) -> Page:
        """The same person's phone, which is only looked at."""
        page = self.visits.come_as(name, NARROW, path)
        self.pages[f"{name}, phone"] = page
        return page

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """A part of the day: who pressed how often in it."""
        self._clicked()
        yield
        self.steps[name] = self._clicked()

    def _clicked(self) -> dict[str, tuple[int, int]]:
        found = {}
        for who, page in self.pages.items():
            clicked, typed = page.evaluate("() => [window.clicked ?? 0, window.typed ?? 0]")
            page.evaluate("() => { window.clicked = window.typed = 0 }")
            if clicked or typed:
                found[who] = clicked, typed
        return found

    def shot(self, name: str, *who: str, full: bool = False) -> None:
        """Keep how it looks at some screens."""
        if self.pictures:
            for each in who:
                plain = each.replace(", ", "-")
                self.pages[each].screenshot(
                    path=self.pictures / f"{name}-{plain}.png", full_page=full
                )

    def told(self) -> str:
        """Every step with its clicks: in all, and by whom."""
        lines = []
        for name, by in self.steps.items():
            clicks, typed = (sum(each[n] for each in by.values()) for n in (0, 1))
            whose = ", ".join(f"{who} {n}" for who, (n, _) in by.items())
            lines.append(f"{name:<34} {clicks:>4} clicks, {typed:>2} fields  ({whose})")
        clicks = sum(each[0] for by in self.steps.values() for each in by.values())
        boss = sum(
            each[0]
            for by in self.steps.values()
            for who, each in by.items()
            if who in ("Pit", "Petra")
        )
        return "\n".join(
            [*lines, f"{'in all':<34} {clicks:>4} clicks, of which {boss} by pit bosses"]
        )

    # Tables ----------------------------------------------------------------------------------------

    def rack(self, table: str) -> Callable[[], Mapping[int, int]]:
        return lambda: self.house.live(self.ids[table]).table.state.bank.chips(FLOAT)

    def patrons_play(self, table: str, steps: int = 120) -> None:
        """Patrons of the house's own making play some rounds, and end the last one."""
        live = self.house.live(self.ids[table])

        def play(room: Room) -> None:
            own = room.desk.clock
            try:
                evening = Patrons(room, self.chance, Wall(datetime.now(UTC)))
                for _ in range(steps):
                    evening.step()
                finish_round(room.table, self.chance, act=room.desk.do)
            finally:
                room.desk.clock = own

        self.house.serving.run(live.run_errand(play))

    def patrons_leave(self, table: str) -> None:
        live = self.house.live(self.ids[table])

        def leave(room: Room) -> None:
            for place in list(room.table.state.seats):
                room.desk.do(acts.Leave(place), player(place))

        self.house.serving.run(live.run_errand(leave))


def acts_by_inspector() -> Any:
    from tablewright.table.actors import THE_INSPECTOR

    return THE_INSPECTOR
