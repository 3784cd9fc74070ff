"""What the house does at a live table by itself: dealer's steps, patrons, and people who are gone.

Everything is a command like any other. Which steps are the house's is said by the table's set-up;
when they are done, by its pace.
"""

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from tablewright.house.pacing import Pace
from tablewright.rules.errors import Refused
from tablewright.table import commands as c
from tablewright.table.automation import (
    give_back,
    next_step,
)
from tablewright.table.handlers.dealing import may_be_decided_for
from tablewright.table.handlers.wagering import returnable
from tablewright.table.machine import THE_DEALER, THE_INSPECTOR, player
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron
from tablewright.table.purse import make_change
from tablewright.table.session import bring_fill, do_as_house, do_step, finish
from tablewright.table.state import CLOSING, IN_PLAY, OPENING

if TYPE_CHECKING:
    from tablewright.house.live import LiveTable

log = logging.getLogger(__name__)

PATRON = "p:"
"""What the places of simulated players are kept under."""
MOST_STEPS = 200
"""So many steps at once, before people are heard again."""


class Dealing:
    """The house at one table."""

    def __init__(self, live: "LiveTable") -> None:
        self.live, self.table = live, live.table
        self.pace = Pace(live.table, live.options, time.monotonic())
        self._patrons: dict[int, Patron] = {}
        self._asked: set[int] = set()
        """The places that have been seen to in this part of the round."""
        self._step_at: float | None = None

    @property
    def is_automatic(self) -> bool:
        """Whether the house deals."""
        return "no-more-bets" in self.table.book.automatic

    def take_up(self) -> None:
        """People and patrons as the ledger knows them."""
        for place, key in self.live.holders.items():
            if key.startswith(PATRON):
                self._patrons[place] = _patron(key.removeprefix(PATRON))
        self.look_who_is_there()

    # People ---------------------------------------------------------------------------------------

    def look_who_is_there(self) -> None:
        """Who sits at the table, and whose connection is lost."""
        now, pace = time.monotonic(), self.pace
        people = {place: key for place, key in self.live.holders.items() if key[:2] != PATRON}
        here = {listener.person.key for listener in self.live.listeners}
        pace.people = set(people)
        gone = {place for place, key in people.items() if key not in here}
        pace.gone = {place: pace.gone.get(place, now) for place in gone}
        pace.ready &= pace.people
        self.live.shown.look_at_places()
        self.live.shown.change()

    def hear_from(self, place: int) -> None:
        """Somebody acts: he is not gone for good, even if he follows the table by no connection."""
        if place in self.pace.gone:
            self.pace.gone[place] = time.monotonic()

    def invite(self, count: int) -> None:
        """Simulated players take the first free places."""
        live = self.live
        names = [name for name in NAMES if name not in self.table.state.staff.values()]
        free = [n for n in range(1, self.table.book.ruleset.places + 1) if n not in live.holders]
        for place, name in zip(free, live.source.sample(names, count), strict=False):
            self._patrons[place] = patron = _patron(name)
            patron.arrive(live, place)
            live.hold(place, f"{PATRON}{name}")

    # Steps ----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Do everything that is due now, and see to it that somebody looks again in time."""
        for _ in range(MOST_STEPS):
            now = time.monotonic()
            if self.pace.look(now):
                self._asked.clear()
                self.live.shown.change()
            if not self._has_done_something(now):
                self._look_again()
                return
        self.live.wake()

    def _has_done_something(self, now: float) -> bool:
        try:
            return self._one_thing(now)
        except Refused as refused:
            # People must still be heard: they may leave, or do what was lacking.
            log.error("table %s: the house was refused its step: %s", self.live.id, refused)
            return False

    def _one_thing(self, now: float) -> bool:
        self._step_at = None
        if self.table.state.status != IN_PLAY:
            return False
        state = self.table.state
        if self.live.is_closing and state.phase == "wagers" and not state.is_begun:
            self._close()
            return False
        return self._see_off(now) or self._move_patron() or self._decide(now) or self._step(now)

    # Opening and closing a practice table -------------------------------------------------------

    def open_practice(self) -> None:
        """The house opens a practice table, and signs as the house."""
        finish(self.live, OPENING)
        self.invite(self.live.options.patrons)

    def close_when_clear(self) -> None:
        """The house closes the table: now, or after the round that is being played."""
        self.live.is_closing = True

    def _close(self) -> None:
        """Wagers go back, everybody leaves, the float is counted and signed."""
        for place in self.table.state.seats:
            self._take_back(place)
        self.live.do(c.BeginClosing(), THE_INSPECTOR.house)
        finish(self.live, CLOSING)

    def _take_back(self, place: int) -> None:
        """All wagers of a place go back; what lies beside one for the dealer goes first."""
        while back := returnable(self.table, place, player(place)):
            self.live.do(c.TakeBack(place, *back[0]), player(place))

    def _step(self, now: float) -> bool:
        """The next step of an automatic dealer or supervisor."""
        bets_are_in = self.is_automatic and self.pace.bets_are_in(now)
        if bets_are_in and self.table.state.phase == "wagers" and (back := give_back(self.table)):
            do_as_house(self.live, back)
            return True
        step = next_step(self.table, self.live.source, bets_are_in=bets_are_in)
        if step is None:
            return False
        self._step_at = self.pace.may_begin(step[0].name)
        if now < self._step_at:
            return False
        self._step_at, self.pace.last_step = None, now
        return do_step(self.live, step)

    def fill(self) -> None:
        """Chips come from the cage, where the house sees to that by itself."""
        if "fill" not in self.table.book.automatic:
            raise Refused("the rack lacks the chips for that: expected a fill from the cage first")
        bring_fill(self.live)

    # Players --------------------------------------------------------------------------------------

    def _move_patron(self) -> bool:
        """A simulated player bets or decides, once somebody is there to play with."""
        table, phase = self.table, self.table.state.phase
        if not self._patrons or not self._has_company():
            return False
        if phase == "wagers":
            for place, patron in self._patrons.items():
                if place in table.state.seats and place not in self._asked:
                    self._asked.add(place)
                    with suppress(Refused):  # Where the rack cannot change his chips.
                        patron.bet(self.live, place)
                    return True
        if phase == "decide":
            for place in table.fold.undecided(table.state):
                if place in self._patrons:
                    self._patrons[place].decide(self.live, place)
                    return True
        return False

    def _has_company(self) -> bool:
        """Whether a player is there, or a dealer of flesh and blood."""
        is_dealt_to = bool(self.pace.present)
        return is_dealt_to or (not self.is_automatic and bool(self.live.listeners))

    def _decide(self, now: float) -> bool:
        """Change for decisions; and whoever is waited for no longer is folded by a supervisor."""
        table = self.table
        if table.state.phase != "decide" or table.device.is_keyed:
            return self._fold_late(now)
        for place in table.fold.undecided(table.state):
            if place in self.pace.people and place not in self._asked:
                self._asked.add(place)
                before = self.live.seq
                make_change(self.live, place, THE_DEALER.house)
                if self.live.seq != before:
                    return True
        return self._fold_late(now)

    def _fold_late(self, now: float) -> bool:
        for ending in self.pace.decisions_end():
            if now >= ending.at:
                (place,) = ending.places
                self.live.do(c.Decide(place, self._given_up(place)), THE_INSPECTOR.house)
                return True
        return False

    def _given_up(self, place: int) -> str:
        """The decision that stakes nothing more."""
        decisions = self.table.book.contest.decision.items()
        return next(id for id, each in decisions if may_be_decided_for(self.table, place, each))

    def _see_off(self, now: float) -> bool:
        """Somebody who has been gone for long leaves with his chips, between rounds."""
        table = self.table
        if table.state.phase != "wagers" or table.state.is_begun:
            return False
        for ending in self.pace.leaving():
            if now >= ending.at:
                (place,) = ending.places
                try:
                    self._take_back(place)
                    self.live.do(c.Leave(place), THE_DEALER.house)
                except Refused:
                    continue
                return True
        return False

    # When to look again ---------------------------------------------------------------------------

    def _look_again(self) -> None:
        """Wake when the next thing is due."""
        if self.table.state.status != IN_PLAY:
            return
        pace, now = self.pace, time.monotonic()
        bets = pace.bets_end() if self.is_automatic else None
        endings = [*pace.decisions_end(), *pace.leaving(), *([bets] if bets else [])]
        due = [ending.at for ending in endings if ending.at > now]
        if self._step_at is not None:
            due.append(self._step_at)
        if due:
            self.live.wake_at(min(due))


def _patron(name: str) -> Patron:
    """A simulated player, who has the same habits whenever he comes."""
    return Patron(name, EVERY_HABIT[NAMES.index(name) % len(EVERY_HABIT)])
