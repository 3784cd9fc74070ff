"""The desk of a live table: gives its commands, and notes what comes of them to be written."""

from collections.abc import Collection

from tablewright.house.screens.changes import Changes
from tablewright.house.screens.news import LiveScene, heard
from tablewright.house.screens.screen import Screen
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.idempotency import Remembered
from tablewright.house.tables.pending import Pending
from tablewright.house.tables.players_limits import PlayersLimits
from tablewright.house.tables.presence import Presence
from tablewright.house.tables.seating import Seating
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.actors import THE_PIT_BOSS, Actor
from tablewright.table.machine import Table
from tablewright.table.randomness import Source
from tablewright.table.record import Act, Record
from tablewright.table.session import Clock, Desk, bring_fill
from tablewright.table.trial import Tried


class LiveDesk:
    """Gives the commands of one live table."""

    def __init__(
        self,
        table: Table,
        source: Source,
        clock: Clock,
        pending: Pending,
        remembered: Remembered,
        seating: Seating,
        presence: Presence,
        post: DealersPost,
        screen: Screen,
        changes: Changes,
        languages: Collection[str],
        limits: PlayersLimits,
    ) -> None:
        self.table, self.source, self.clock = table, source, clock
        self._pending, self._remembered, self._post = pending, remembered, post
        self._seating, self._presence = seating, presence
        self._screen, self._changes, self._languages = screen, changes, languages
        self._limits = limits
        self._scene = LiveScene(table)

    def do(self, command: Act, by: Actor) -> list[Record]:
        """Give a command; what follows from it is noted, to be written down and shown."""
        first = self.table.lines + 1
        events = self.table.act(command, by, self.clock.now())
        self._note(events, by, first)
        return events

    def follow(self, tried: Tried) -> None:
        """What a copy of the table has taken just now, done here."""
        first = self.table.lines + 1
        self.table.follow(tried.command, tried.records, tried.by, tried.at)
        self._note(tried.records, tried.by, first)

    def set_up(self) -> None:
        """The first line of the journal."""
        by = THE_PIT_BOSS.house if self.table.book.setup.is_practice else THE_PIT_BOSS
        self._note(self.table.set_up(self.clock.now()), by, 1)

    def fill(self) -> None:
        """Chips come from the cage."""
        self.fill_at(self)

    def fill_at(self, desk: Desk) -> None:
        """Chips come from the cage to this table or its copy, where the house sees to that."""
        if "fill" not in self._post.steps:
            raise Refused("The rack lacks the chips for that. A supervisor can ask for a fill.")
        bring_fill(desk)

    def seat(self, place: int, key: str) -> None:
        """A place is taken."""
        self._seating.hold(place, key)
        self._pending.add_seat(place, key)
        self._presence.look()

    def _note(self, events: list[Record], by: Actor, first: int) -> None:
        self._limits.note(events)
        for event in events:
            if type(event) is acts.Leave:
                self._seating.give_up(event.place)
                self._pending.add_seat(event.place, None)
                self._presence.look()
        if self._remembered.has_acted(by, self.table.state, self.table.lines):
            self._changes.change(is_urgent=True)
        at = self.table.state.at
        assert at is not None
        self._screen.note(events, at, by)
        news = heard(self._scene, events, by, first, self._languages)
        self._pending.add_events(events, news)
