"""A session: a table with its staff and players, run from the opening to the closing count.

The steps that the set-up makes automatic are done here, by command like any other. Time and randomness
are handed in, so that a seed and a clock give the same session again.
"""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Protocol

from tablewright.rules.errors import Forbidden
from tablewright.rules.phases import PhaseId
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor
from tablewright.table.acts import slips
from tablewright.table.acts.card_changes import CHANGE_FIRST
from tablewright.table.acts.devices import substitutes
from tablewright.table.acts.payments import WAITS
from tablewright.table.automation import (
    Step,
    countersignature,
    due_step,
    give_back,
    needed_fill,
    next_step,
    remedy,
)
from tablewright.table.machine import Keeper, Table
from tablewright.table.randomness import Source
from tablewright.table.record import Act, Record
from tablewright.table.setup import Setup
from tablewright.table.status import CLOSING, OPENING
from tablewright.table.trouble import Trouble, next_command, plan


class Clock(Protocol):
    """Says what time it is."""

    def now(self) -> datetime: ...


LONG_AGO = datetime.min.replace(tzinfo=UTC)


class WallClock:
    """The time it is; it never goes back, even if the machine's clock is set back."""

    def __init__(
        self,
        since: datetime = LONG_AGO,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._last, self._now = since, now

    def now(self) -> datetime:
        self._last = max(self._last, self._now())
        return self._last


class SeededClock:
    """A time that goes on by a few seconds with every act."""

    def __init__(self, source: Source, start: datetime) -> None:
        self._source, self._now = source, start

    def now(self) -> datetime:
        self._now += timedelta(milliseconds=self._source.randrange(300, 4000))
        return self._now


class Desk(Protocol):
    """Takes acts for a table, in the name of people who do not send them themselves."""

    @property
    def table(self) -> Table: ...

    @property
    def source(self) -> Source: ...

    def do(self, command: Act, by: Actor) -> list[Record]: ...

    def fill(self) -> None: ...


def finish(desk: Desk, status: str) -> None:
    """The house does whatever is due, in its own name, until the table is something else."""
    while desk.table.state.status == status:
        step = due_step(desk.table, desk.source)
        if step is None:
            raise AssertionError(f"nothing is due at a table that is {status}")
        do_as_house(desk, step)


def do_as_house(desk: Desk, step: Step) -> None:
    """A step that the house does by itself: no person's name stands under it."""
    command, by = step
    desk.do(command, by.house)


def bring_fill(desk: Desk) -> None:
    """Chips come from the cage, ordered and signed for by the house."""
    do_as_house(desk, (needed_fill(desk.table), THE_INSPECTOR))
    while step := countersignature(desk.table, slips.FILL):
        do_as_house(desk, step)


def do_step(desk: Desk, step: Step, automatic: Collection[str] | None = None) -> bool:
    """Do a step, or what it waits for where the house sees to that; False if another must."""
    try:
        do_as_house(desk, step)
    except Forbidden as refused:
        help = remedy(desk.table, refused, automatic)
        if help is None and refused.rule in (*WAITS, CHANGE_FIRST):
            return False
        if help is None:
            raise
        do_as_house(desk, help)
    return True


class Player(Protocol):
    """A player at a place: asked for wagers when they may be placed, and for a decision."""

    def arrive(self, session: Desk, place: int) -> None: ...

    def bet(self, session: Desk, place: int) -> None: ...

    def wait(self, session: Desk, place: int) -> None:
        """Bets are closed."""

    def decide(self, session: Desk, place: int) -> None: ...


class Session:
    """A table that is run."""

    def __init__(
        self, setup: Setup, source: Source, clock: Clock, keeper: Keeper | None = None
    ) -> None:
        self.table = Table(setup, keeper)
        self.source = source
        self.clock = clock
        self.players: dict[int, Player] = {}
        self.irregularities = 0.0
        """In how many rounds, of one, something goes wrong."""
        self.on_events: Callable[[list[Record], Actor], None] | None = None
        """Who hears what happened, as it happens."""

    def do(self, command: Act, by: Actor) -> list[Record]:
        """Give a command at the present time."""
        events = self.table.act(command, by, self.clock.now())
        if self.on_events:
            self.on_events(events, by)
        return events

    # Opening and closing --------------------------------------------------------------------------

    def open(self) -> None:
        """What dealer and inspector do before a table opens."""
        self.table.set_up(self.clock.now())
        finish(self, OPENING)

    def close(self) -> None:
        """Everybody leaves, the cards go, the float is counted."""
        self.do(acts.BeginClosing(), THE_INSPECTOR.house)
        finish(self, CLOSING)

    # A round --------------------------------------------------------------------------------------

    def seat(self, place: int, player: Player) -> None:
        """A player takes a place and buys in."""
        self.players[place] = player
        player.arrive(self, place)

    def play_round(self) -> bool:
        """A whole round; False if nobody wagered or a person must act."""
        table, number = self.table, self.table.state.round
        trouble = plan(table, self.source, self.irregularities)
        while table.state.round == number:
            if trouble and self._goes_wrong(trouble):
                trouble = None
            if table.state.held:
                # The void is signed before anything else is done.
                if not self.step():
                    return False
                continue
            phase = table.state.phase
            if phase == PhaseId.WAGERS:
                self.prepare()
                self._everybody((PhaseId.WAGERS,), lambda player, place: player.bet(self, place))
                self._return_unmatched()
                if table.is_felt_bare() and not table.state.is_begun:
                    return False
                if not self._close_bets():
                    return False
                self._everybody(
                    (PhaseId.DRAW, PhaseId.DEAL), lambda player, place: player.wait(self, place)
                )
            elif phase == PhaseId.DECIDE:
                for place in list(table.course.undecided(table.state)):
                    if table.state.phase == PhaseId.DECIDE:
                        self.players[place].decide(self, place)
            elif not self.step():
                return False
        return True

    def _close_bets(self) -> bool:
        """The cards are made ready and bets closed; False if that waits for a person."""
        while self.table.state.phase == PhaseId.WAGERS:
            self.prepare()
            if not do_step(self, (acts.NoMoreBets(), THE_DEALER)):
                return False
        return True

    def _everybody(self, phases: Collection[PhaseId], ask: Callable[[Player, int], None]) -> None:
        for place, player in sorted(self.players.items()):
            if place in self.table.state.seats and self.table.state.phase in phases:
                ask(player, place)

    def _return_unmatched(self) -> None:
        """Wagers that lack what they need beside them are pushed back before bets are closed."""
        while step := give_back(self.table):
            do_as_house(self, step)

    def prepare(self) -> None:
        """Everything that must be done before cards can be dealt."""
        table = self.table
        others = substitutes(table)
        usual = table.book.device.id
        if table.state.packs.is_broken and not table.state.is_begun:
            # Mended as a rule; else another of its kind comes, or now and then another kind.
            roll = self.source.random()
            if others and roll > 0.6:
                device = usual if usual in others and roll < 0.9 else self.source.choice(others)
                self.do(acts.Substitute(device), THE_INSPECTOR.house)
        elif table.device.id != usual and usual in others and self.source.random() < 0.1:
            self.do(acts.Substitute(usual), THE_INSPECTOR.house)
        while step := next_step(table, self.source):
            do_as_house(self, step)

    def step(self) -> bool:
        """The next thing that the house does by itself; False if it waits for people."""
        step = next_step(self.table, self.source)
        return step is not None and do_step(self, step)

    def fill(self) -> None:
        """Chips come from the cage."""
        bring_fill(self)

    def _goes_wrong(self, trouble: Trouble) -> bool:
        """What was planned happens, if now is the time; False if it is still to come."""
        step = next_command(self.table, trouble, self.source)
        if step is None:
            return False
        do_as_house(self, step)
        return type(step[0]) in (acts.Declare, acts.ReportChips)
