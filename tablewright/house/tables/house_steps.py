"""What the house does at a live table by itself: dealer's steps, patrons, and people who are gone.

Everything is a command like any other. Which steps are the house's is said by the table's set-up;
when they are done, by its pace.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.pace import Ending, Pace
from tablewright.rules.errors import Refused
from tablewright.rules.procedure import DEALER
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor, player
from tablewright.table.acts.wagers import returnable
from tablewright.table.automation import (
    give_back,
    next_step,
)
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron
from tablewright.table.purse import make_change
from tablewright.table.session import Desk, bring_fill, do_as_house, do_step, finish
from tablewright.table.status import CLOSING, IN_PLAY, OPENING

if TYPE_CHECKING:
    from tablewright.house.tables.live import LiveTable

log = logging.getLogger(__name__)

PATRON = "p:"
"""What the places of simulated players are kept under."""
MOST_STEPS = 200
"""So many steps at once, before people are heard again."""


class Dealing:
    """The house at one table."""

    def __init__(self, live: "LiveTable") -> None:
        self.live, self.table = live, live.table
        self.pace = Pace(live.table, live.options, live.ticker.now())
        self.post = DealersPost(live)
        self._patrons: dict[int, Patron] = {}
        self._asked: set[int] = set()
        """The places that have been seen to in this part of the round."""
        self._step_at: float | None = None

    def take_up(self) -> None:
        """People and patrons as the ledger knows them."""
        for place, key in self.live.holders.items():
            if key.startswith(PATRON):
                self._patrons[place] = _patron(key.removeprefix(PATRON))
        self.look_who_is_there()

    # People ---------------------------------------------------------------------------------------

    def look_who_is_there(self) -> None:
        """Who sits at the table, and whose connection is lost."""
        now, pace = self.live.ticker.now(), self.pace
        people = {place: key for place, key in self.live.holders.items() if key[:2] != PATRON}
        here = {listener.person.key for listener in self.live.listeners}
        pace.people = set(people)
        gone = {place for place, key in people.items() if key not in here}
        pace.gone = {place: pace.gone.get(place, now) for place in gone}
        pace.ready &= pace.people
        self.post.look(now)
        self.live.shown.look_at_places()
        self.live.shown.change()

    def hear_from(self, by: Actor) -> None:
        """Somebody acts: they are not gone for good, even if they follow the table by no connection."""
        if by.place in self.pace.gone:
            self.pace.gone[by.place] = self.live.ticker.now()
        elif by.role is DEALER:
            self.pace.dealer_acted = self.live.ticker.now()

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
        """Do everything that is due now, and see to it that somebody looks again in time.

        One reading of the clock says both what is due and what is still to come, so that nothing can
        fall between the two. What is due by it and was refused is tried again when somebody acts.
        """
        now = self.live.ticker.now()
        for _ in range(MOST_STEPS):
            self.post.look(now)
            if self.pace.look(now):
                self._asked.clear()
                self.live.shown.change()
            if not self._has_done_something(now):
                self._look_again(now)
                return
        self.live.wake()

    def _has_done_something(self, now: float) -> bool:
        """One thing that is due; a thing that is refused keeps no other from being done."""
        self._step_at = None
        if self.table.state.status != IN_PLAY:
            return False
        if self.live.is_closing and self.is_between_rounds:
            return self._is_done(self._close)
        things = (
            self.post.replace,
            self._see_off,
            self._move_patron,
            self._make_change,
            self._fold_late,
            self._step,
        )
        return any(self._is_done(partial(thing, now)) for thing in things)

    def _is_done(self, thing: Callable[[], bool]) -> bool:
        try:
            return thing()
        except Refused as refused:
            # People must still be heard: they may leave, or do what was lacking.
            log.error("table %s: the house was refused its step: %s", self.live.id, refused)
            return False

    # Opening and closing a practice table -------------------------------------------------------

    def open_practice(self) -> None:
        """The house opens a practice table, and signs as the house."""
        finish(self.live, OPENING)
        self.invite(self.live.options.patrons)

    def close_when_clear(self) -> None:
        """The house closes the table: now, or after the round that is being played."""
        self.live.is_closing = True

    def _close(self) -> bool:
        """Wagers go back, everybody leaves, the float is counted and signed."""
        for place in self.table.state.seats:
            self._take_back(place)
        for slip in list(self.table.state.slips):
            self.live.do(acts.CancelSlip(slip, "The table closes."), THE_INSPECTOR.house)
        self.live.do(acts.BeginClosing(), THE_INSPECTOR.house)
        finish(self.live, CLOSING)
        return True

    def _take_back(self, place: int) -> None:
        """All wagers of a place go back; what lies beside one for the dealer goes first."""
        while back := returnable(self.table, place, player(place)):
            self.live.do(acts.TakeBack(place, *back[0]), player(place).house)

    def _step(self, now: float) -> bool:
        """The next step of an automatic dealer or supervisor."""
        bets_are_in = self.post.is_by_house and self.pace.bets_are_in(now)
        if bets_are_in and self.table.state.phase == "wagers" and (back := give_back(self.table)):
            do_as_house(self.live, back)
            return True
        steps = self.post.steps
        step = next_step(self.table, self.live.source, bets_are_in=bets_are_in, automatic=steps)
        if step is None:
            return False
        self._step_at = self.pace.may_begin(step[0].name)
        if now < self._step_at:
            return False
        self._step_at, self.pace.last_step = None, now
        return do_step(self.live, step, steps)

    def fill(self, desk: Desk) -> None:
        """Chips come from the cage, where the house sees to that by itself."""
        if "fill" not in self.post.steps:
            raise Refused("the rack lacks the chips for that: expected a fill from the cage first")
        bring_fill(desk)

    # Players --------------------------------------------------------------------------------------

    def _move_patron(self, now: float) -> bool:
        """A simulated player bets or decides, once somebody is there to play with."""
        table, phase = self.table, self.table.state.phase
        if not self._patrons or not self._has_company() or self.live.is_paused:
            return False
        if phase == "wagers":
            for place, patron in self._patrons.items():
                if place in table.state.seats and place not in self._asked:
                    self._asked.add(place)
                    with suppress(Refused):  # Where the rack cannot change his chips.
                        patron.bet(self.live, place)
                    return True
        if phase == "decide":
            for place in table.course.undecided(table.state):
                if place in self._patrons:
                    self._patrons[place].decide(self.live, place)
                    return True
        return False

    def _has_company(self) -> bool:
        """Whether a player is there, or a dealer of flesh and blood."""
        is_dealt_to = bool(self.pace.present)
        return is_dealt_to or (not self.post.is_by_house and bool(self.live.listeners))

    def _make_change(self, now: float) -> bool:
        """Everybody who has to decide has the chips for it at hand."""
        table = self.table
        if table.state.phase != "decide" or table.device.is_keyed:
            return False
        for place in table.course.undecided(table.state):
            if place in self.pace.people and place not in self._asked:
                self._asked.add(place)
                before = self.live.seq
                make_change(self.live, place, THE_DEALER.house)
                if self.live.seq != before:
                    return True
        return False

    def _fold_late(self, now: float) -> bool:
        """A supervisor decides for a player who is waited for no longer."""
        for ending in self.pace.decisions_end():
            if now >= ending.at:
                (place,) = ending.places
                self.live.do(acts.Decide(place, self.table.book.free_decision), THE_INSPECTOR.house)
                return True
        return False

    def _see_off(self, now: float) -> bool:
        """Somebody who has been gone for long leaves with his chips, between rounds."""
        if not self.is_between_rounds:
            return False
        for ending in self.pace.leaving():
            if now >= ending.at:
                (place,) = ending.places
                try:
                    self._take_back(place)
                    self.live.do(acts.Leave(place), THE_DEALER.house)
                except Refused:
                    continue
                return True
        return False

    # When to look again ---------------------------------------------------------------------------

    def _look_again(self, now: float) -> None:
        """Wake when the next thing is due that is not due yet."""
        coming = [ending.at for ending in self._endings() if ending.at > now]
        if self._step_at is not None:
            coming.append(self._step_at)
        if coming:
            self.live.wake_at(min(coming))
        else:
            self.live.wake_at_no_time()

    def _endings(self) -> list[Ending]:
        """What ends by itself in this part of the round, and the house sees to then."""
        pace = self.pace
        if self.table.state.status != IN_PLAY:
            return []
        if self.table.state.phase == "decide":
            found = pace.decisions_end()
        else:
            found = pace.leaving() if self.is_between_rounds else []
            bets = pace.bets_end() if self.post.is_by_house else None
            found += [bets] if bets else []
        dealer = self.post.ending()
        return [*found, dealer] if dealer else found

    @property
    def is_between_rounds(self) -> bool:
        """Whether no round is being played, though wagers may lie on the felt."""
        return self.table.state.phase == "wagers" and not self.table.state.is_begun


def _patron(name: str) -> Patron:
    """A simulated player, who has the same habits whenever he comes."""
    return Patron(name, EVERY_HABIT[NAMES.index(name) % len(EVERY_HABIT)])
