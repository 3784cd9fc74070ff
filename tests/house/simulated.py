"""A live table by a simulated clock: readings move on as they like, wakings come early or late."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from tablewright.house.books.house_clock import HouseClock
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.options import Options
from tablewright.house.screens.listener import Listener
from tablewright.house.tables.floor import Floor
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.restore import not_begun
from tablewright.table.automation import due_step
from tablewright.table.randomness import seeded
from tablewright.table.session import WallClock
from tablewright.table.status import OPENING
from tests.house.company import guest, set_up


class Simulated:
    """A clock that a test drives: how far each reading moves it on, and when each waking comes."""

    def __init__(self, jitter: Iterator[float], slip: Iterator[float]) -> None:
        self.time = 1000.0
        self.asked: list[Waking] = []
        self._jitter, self._slip = jitter, slip

    def now(self) -> float:
        self.time += next(self._jitter)
        return self.time

    def call_at(self, when: float, call: Callable[[], object]) -> "Waking":
        waking = Waking(self, when, call)
        self.asked.append(waking)
        return waking

    def wake_next(self) -> bool:
        """The next waking comes, early or late; False if nobody waits for one."""
        if not self.asked:
            return False
        first = min(self.asked, key=lambda each: each.when)
        self.asked.remove(first)
        self.time = max(self.time, first.when + next(self._slip))
        first.call()
        return True


class Waking:
    """What was asked of the clock."""

    def __init__(self, clock: Simulated, when: float, call: Callable[[], object]) -> None:
        self.clock, self.when, self.call = clock, when, call

    def cancel(self) -> None:
        if self in self.clock.asked:
            self.clock.asked.remove(self)


class Told(WallClock):
    """The time of day as a simulated clock goes on, from when the table was set up."""

    def __init__(self, clock: Simulated) -> None:
        super().__init__()
        self._clock, self._start, self._began = clock, datetime.now(UTC), clock.time

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._clock.time - self._began)


class Evening:
    """A table whose house is woken by a simulated clock; nothing is written down."""

    def __init__(self, ledger: Ledger, game: str, options: Options, clock: Simulated, **more: Any):
        self.clock, self.wakings = clock, 0
        told = Told(clock)
        house = Floor(ledger).services._replace(
            ticker=clock, source=seeded(game), clock=HouseClock(told.now, lambda: clock.time)
        )
        self.live = LiveTable("T1", options, not_begun(set_up(game, **more)), house)
        self.live.room.clock = self.live.room.desk.clock = told
        self.live.room.desk.set_up()
        self._open()
        self.happened: list[tuple[str, str, int]] = []
        """Every line: the event, who did it, and at which place."""
        self._tabs: dict[int, Listener] = {}
        self.turn()

    def _open(self) -> None:
        """The table is opened: by the house for practice, and for money by its people."""
        if self.live.table.book.setup.is_practice:
            self.live.room.steps.open_practice()
        while self.live.table.state.status == OPENING:
            step = due_step(self.live.table, self.live.room.desk.source)
            assert step is not None
            self.live.room.desk.do(*step)

    def turn(self) -> None:
        """What the table's task does whenever it is woken, but for the writing."""
        self.wakings += 1
        self.live._alarm.stop()
        self.live.room.steps.go_on()
        for line in self.live.room.pending.pages.lines:
            said = line.line.decode()
            place = said.partition('"place":')[2].partition(",")[0].strip("}")
            self.happened.append((line.event, line.by, int(place or 0)))
        self.live.room.pending.pages.lines.clear()

    def run(self, most: int) -> None:
        """Until nothing is waited for any more but people; at most so many wakings."""
        while self.live._alarm._rung.is_set() or self.clock.wake_next():
            assert self.wakings < most, "the table spins"
            self.turn()

    def come(self, place: int) -> None:
        """The player of a place follows the table."""
        self._tabs[place] = Listener(guest(place), "player")
        self.live.join(self._tabs[place])

    def vanish(self, place: int) -> None:
        """The player of a place loses the connection."""
        self.live.leave(self._tabs.pop(place))

    def count(self, event: str, *places: int) -> int:
        return sum(
            1 for name, _, place in self.happened if name == event and place in (places or (place,))
        )
