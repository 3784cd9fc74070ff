"""A day in a pit of six tables: its people at their screens, their clicks by step, and its pictures.

Pictures are kept where TABLEWRIGHT_PICTURES names a folder.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from tablewright.games import game as game_named
from tablewright.house.books.options import Options
from tablewright.house.tables import room as rooms
from tablewright.house.tables.room import Room
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, player
from tablewright.table.chips import FLOAT, Chips
from tablewright.table.session import WallClock
from tablewright.table.setup import Setup, Staff
from tablewright.table.status import CLOSED, IN_PLAY
from tests.browser.chromium import NARROW
from tests.browser.house import PACE, OpenHouse
from tests.browser.test_clicks import COUNTS
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
INSPECTOR, FIRST, SECOND = "Ina", "Pit", "Petra"
"""The inspector of all tables, and the two pit bosses of the day."""
STAFF = {
    **{dealer: ["dealer"] for _, dealer in TABLES.values() if dealer not in DUTIES},
    SECOND: ["pit-boss"],
}
A_DAY = timedelta(days=1)


class Yesterday(WallClock):
    """The time it was a day ago."""

    def now(self) -> datetime:
        return super().now() - A_DAY


class Wall(RunningClock):
    """The clock on the wall, whatever it is told."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Patrons(Willing):
    """Players of the house's own making, by the clock on the wall; they never change the cards."""

    likely = Willing.likely | {"put-off-card-change": 0.0}

    def step(self) -> bool:
        self.now = datetime.now(UTC)
        return super().step()


class PitDay:
    """The people of a day, each at a screen."""

    def __init__(self, house: OpenHouse, visits: Visits) -> None:
        self.house, self.visits = house, visits
        self.chance = Random(19)
        self.pages: dict[str, Page] = {}
        self.steps: dict[str, dict[str, tuple[int, int]]] = {}
        """In each part of the day, who clicked how often and filled in how many fields."""
        self.ids: dict[str, str] = {}
        """Of each table, by the name on it."""
        named = os.environ.get("TABLEWRIGHT_PICTURES")
        self.pictures = Path(named) / "pit-day" if named else None
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
        house.serving.run(self._employ())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rooms, "WallClock", Yesterday)
            for name in TABLES:
                self._yesterday(name)

    async def _employ(self) -> None:
        of = self.house.serving.house
        for name, roles in STAFF.items():
            await of.accounts.create(name, roles, PASSWORD, must_change=False)
        await of.refresh_roster()

    def _yesterday(self, name: str) -> None:
        """A table as it was opened and closed the day before."""
        game, dealer = TABLES[name]
        setup = Setup(
            table=name,
            game=game,
            day=(datetime.now(UTC) - A_DAY).date(),
            readings={each.id: each.default for each in game_named(game).ruleset().undecided},
            automatic=(),
            staff=Staff(dealer, INSPECTOR, FIRST, "Sue"),
            device="hand" if name == KEYED else "",
            is_keyed=name == KEYED,
        )
        serving = self.house.serving
        live = serving.run(serving.house.floor.open(setup, Options(pace=PACE)))
        self.house.go_on(live.id, IN_PLAY)
        serving.run(live.run_errand(_begin_closing))
        self.house.go_on(live.id, CLOSED)

    # Screens ---------------------------------------------------------------------------------------

    def come(self, name: str, path: str = "") -> Page:
        """A person comes to their screen; what they press is counted from then on."""
        page = self.visits.come_as(name, path=path)
        page.evaluate(COUNTS)
        self.pages[name] = page
        return page

    def phone(self, name: str, path: str) -> Page:
        """The same person's phone, which is only looked at."""
        page = self.visits.come_as(name, NARROW, path)
        self.pages[f"{name}-phone"] = page
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

    def clicks(self, *begin: str, by: tuple[str, ...] = ()) -> int:
        """How many clicks the parts took whose names begin so, by some people or by all."""
        return sum(
            clicks
            for name, step in self.steps.items()
            if name.startswith(begin or ("",))
            for who, (clicks, _) in step.items()
            if not by or who in by
        )

    def shot(self, name: str, *who: str, is_whole: bool = False) -> None:
        """Keep how it looks at some screens: what is in sight, or the whole page."""
        for each in who if self.pictures else ():
            assert self.pictures
            path = self.pictures / f"{name}-{each}.png"
            self.pages[each].screenshot(path=path, full_page=is_whole)

    def told(self) -> str:
        """Every part of the day with its clicks: in all, and by whom."""
        lines = []
        for name, by in self.steps.items():
            typed = sum(each for _, each in by.values())
            whose = ", ".join(f"{who} {clicks}" for who, (clicks, _) in by.items())
            lines.append(f"{name:<28}{self.clicks(name):>4} clicks{typed:>4} fields   {whose}")
        bosses = self.clicks(by=(FIRST, SECOND))
        return "\n".join([*lines, f"{'in all':<28}{self.clicks():>4} clicks, pit bosses {bosses}"])

    # Tables ----------------------------------------------------------------------------------------

    def rack(self, table: str) -> Callable[[], Mapping[int, int]]:
        return lambda: self.house.live(self.ids[table]).table.state.bank.chips(FLOAT)

    def errand(self, table: str, does: Callable[[Room], None]) -> None:
        self.house.serving.run(self.house.live(self.ids[table]).run_errand(does))

    def patrons_play(self, table: str, steps: int = 120) -> None:
        """Patrons play some rounds, and end the last one."""
        self.errand(table, partial(_play, self.chance, steps))

    def patrons_leave(self, table: str) -> None:
        self.errand(table, _leave)

    def empty_rack(self, table: str) -> None:
        """Seven of eight chips go back to the cage."""
        self.errand(table, _give_back)

    def on_slip(self, table: str) -> Chips:
        """What the only slip of a table says that moves."""
        (slip,) = self.house.live(self.ids[table]).table.state.slips.values()
        return slip.moves[0].chips


def _begin_closing(room: Room) -> None:
    room.desk.do(acts.BeginClosing(), THE_INSPECTOR)


def _play(chance: Random, steps: int, room: Room) -> None:
    own = room.desk.clock
    try:
        evening = Patrons(room, chance, Wall(datetime.now(UTC)))
        for _ in range(steps):
            evening.step()
        finish_round(room.table, chance, act=room.desk.do)
    finally:
        room.desk.clock = own


def _leave(room: Room) -> None:
    for place in list(room.table.state.seats):
        room.desk.do(acts.Leave(place), player(place))


def _give_back(room: Room) -> None:
    held = room.table.state.bank.chips(FLOAT)
    gone = {value: count * 7 // 8 for value, count in held.items() if count > 8}
    room.desk.do(acts.Credit(gone), THE_PIT_BOSS)
    (slip,) = room.table.state.slips
    room.desk.do(acts.Countersign(slip, chips=gone), THE_DEALER)
