"""Anything legal at a table of an open house, by a clock that runs as it is told to."""

from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from random import Random

import msgspec

from tablewright.house.house import House
from tablewright.house.tables.room import Room
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.record import Act
from tests.table_play import LIKELY, RandomPlay

STEPS = 120
PLAYERS = ("", "Pia", "Bo", "Ann", "Lee", "Ray", "Kim", "Max", "Joy")
"""Who sits where."""


class RunningClock:
    """A clock that says what it is told to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


class LivePlay(RandomPlay):
    """Anything legal."""

    pauses = (0, 10, 40)
    """How many seconds pass between two things beside those that random play itself takes."""

    def __init__(self, room: Room, rng: Random, clock: RunningClock) -> None:
        self.table, self.rng, self.room, self.clock = room.table, rng, room, clock
        self.now = clock.at
        room.desk.clock = clock

    def act(self, command: Act, by: Actor) -> None:
        self.clock.at = self.now
        self.room.desk.do(command, by)
        if isinstance(command, acts.Sit):
            self.room.desk.seat(command.place, f"g:{command.place}")


class Willing(LivePlay):
    """An evening at which little goes wrong, and nobody gives a hand up."""

    pauses = (0, 0, 1)
    likely = LIKELY | {
        **dict.fromkeys(("declare", "report-chips", "overlook", "substitute", "relieve"), 0.0),
        **dict.fromkeys(("order-shuffle", "replace-cards", "order-inspection"), 0.0),
        "leave": 0.01,
        "fill": 0.01,
        "credit": 0.01,
        "correct": 0.005,
        "agree-limits": 0.0,
    }

    def act(self, command: Act, by: Actor) -> None:
        if isinstance(command, acts.Sit):
            command = msgspec.structs.replace(command, player=PLAYERS[command.place])
        if isinstance(command, acts.PutOffCardChange):
            command = msgspec.structs.replace(command, reason="the decks are on their way")
        if isinstance(command, acts.Decide):
            played = [
                each.id
                for each in self.table.book.contest.decisions
                if not each.gives_up and not each.plays
            ]
            plays = msgspec.structs.replace(command, decision=played[0], cards=())
            with suppress(Refused):  # Who lacks the chips decides as it comes.
                super().act(plays, player(command.place))
                return
        super().act(command, by)


async def play_on(
    house: House,
    id: str,
    rng: Random,
    clock: RunningClock,
    until: datetime | None = None,
    steps: int = STEPS,
    plays: type[LivePlay] = LivePlay,
) -> None:
    """Some minutes of anything at a table, or everything until a moment."""

    def errand(room: Room) -> None:
        evening = plays(room, rng, clock)
        for _ in range(steps) if until is None else count():
            evening.now += timedelta(seconds=rng.choice(evening.pauses))
            if until is not None and evening.now > until - timedelta(minutes=1):
                return
            evening.step()

    await house.floor.table(id).run_errand(errand)
