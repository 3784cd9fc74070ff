"""What the house does at a live table by itself: dealer's steps, patrons, and people who are gone.

Everything is a command like any other. Which steps are the house's is said by the table's set-up;
when they are done, by its pace.
"""

import logging
from collections.abc import Callable

from tablewright.house.screens.changes import Changes
from tablewright.house.tables.clock import Alarm, Ticker
from tablewright.house.tables.conduct import Conduct
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.desk import LiveDesk
from tablewright.house.tables.pace import Ending, Pace
from tablewright.house.tables.players_limits import PlayersLimits
from tablewright.house.tables.presence import Presence
from tablewright.house.tables.seated_patrons import SeatedPatrons
from tablewright.rules.errors import Refused
from tablewright.rules.phases import PhaseId
from tablewright.rules.roles import DEALER
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_HOUSE, THE_INSPECTOR, THE_PIT_BOSS, player
from tablewright.table.acts.card_changes import change_due_at, change_is_due
from tablewright.table.acts.taking_back import returnable
from tablewright.table.automation import (
    give_back,
    next_step,
)
from tablewright.table.purse import make_change
from tablewright.table.session import do_as_house, do_step, finish
from tablewright.table.status import CLOSING, IN_PLAY, OPENING

log = logging.getLogger(__name__)

MOST_STEPS = 200
"""So many steps at once, before people are heard again."""


class HouseSteps:
    """The house at one table."""

    def __init__(
        self,
        id: str,
        desk: LiveDesk,
        ticker: Ticker,
        alarm: Alarm,
        conduct: Conduct,
        pace: Pace,
        post: DealersPost,
        presence: Presence,
        patrons: SeatedPatrons,
        changes: Changes,
        limits: PlayersLimits,
    ) -> None:
        self._id, self._desk, self._table = id, desk, desk.table
        self._ticker, self._alarm, self._conduct = ticker, alarm, conduct
        self._pace, self._post, self._presence = pace, post, presence
        self._patrons, self._changes, self._limits = patrons, changes, limits
        self._asked: set[int] = set()
        """The places whose chips have been changed in this part of the round."""
        self._step_at: float | None = None
        self._things = (
            self._replace_dealer,
            self._see_off,
            patrons.go,
            patrons.move,
            self._make_change,
            self._fold_late,
            self._step,
        )
        """What may be due, the most pressing first."""

    # Steps ----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Do everything that is due now, and have the table looked at again in time.

        One reading of the clock says both what is due and what is still to come, so that nothing can
        fall between the two. What is due by it and was refused is tried again when a person acts.
        """
        now = self._ticker.now()
        self._look_at_cards()
        for _ in range(MOST_STEPS):
            self._presence.look_for_dealer(now)
            if self._pace.look(now):
                self._asked.clear()
                self._patrons.begin_part()
                self._changes.change()
            if not self._has_done_something(now):
                self._limits.look()
                self._look_again(now)
                return
        self._alarm.ring()

    def _look_at_cards(self) -> None:
        """The table is told the time; that its cards are due for a change is shown at once."""
        was_due = change_is_due(self._table)
        self._table.now = self._desk.clock.now()
        if change_is_due(self._table) and not was_due:
            self._changes.change_anywhere()

    def _has_done_something(self, now: float) -> bool:
        """One thing that is due; a thing that is refused keeps no other from being done."""
        self._step_at = None
        if self._table.state.status != IN_PLAY:
            return False
        if self._conduct.is_closing and self._pace.is_between_rounds:
            return self._is_done(self._close, now)
        return any(self._is_done(thing, now) for thing in self._things)

    def _is_done(self, thing: Callable[[float], bool], now: float) -> bool:
        try:
            return thing(now)
        except Refused as refused:
            # People must still be heard: they may leave, or do what was lacking.
            log.error("table %s: the house was refused its step: %s", self._id, refused)
            return False

    # Opening and closing a practice table -------------------------------------------------------

    def open_practice(self) -> None:
        """The house opens a practice table, and signs as the house."""
        finish(self._desk, OPENING)
        self._patrons.invite(self._pace.options.patrons)

    def close_when_clear(self) -> None:
        """The house closes the table: now, or after the round that is being played."""
        self._conduct.close()

    def _close(self, now: float) -> bool:
        """Wagers go back, everybody leaves, the float is counted and signed."""
        for place in self._table.state.seats:
            self._take_back(place)
        for slip in list(self._table.state.slips):
            self._desk.do(acts.CancelSlip(slip, "The table closes."), THE_INSPECTOR.house)
        self._desk.do(acts.BeginClosing(), THE_INSPECTOR.house)
        finish(self._desk, CLOSING)
        return True

    def _take_back(self, place: int) -> None:
        """All wagers of a place go back; what lies beside one for the dealer goes first."""
        while back := returnable(self._table, place, player(place)):
            self._desk.do(acts.TakeBack(place, *back[0]), player(place).house)

    def _step(self, now: float) -> bool:
        """The next step of an automatic dealer or supervisor."""
        bets_are_in = self._post.is_by_house and self._pace.bets_are_in(now)
        if (
            bets_are_in
            and self._table.state.phase == PhaseId.WAGERS
            and (back := give_back(self._table))
        ):
            do_as_house(self._desk, back)
            return True
        steps = self._post.steps
        step = next_step(self._table, self._desk.source, bets_are_in=bets_are_in, automatic=steps)
        if step is None:
            return False
        self._step_at = self._pace.may_begin(step[0].name)
        if now < self._step_at:
            return False
        self._step_at, self._pace.last_step = None, now
        return do_step(self._desk, step, steps)

    # The dealer's post ----------------------------------------------------------------------------

    def _replace_dealer(self, now: float) -> bool:
        """A dealer who has been gone for long is waited for no longer: the house deals, or closes."""
        pace, ending = self._pace, self._post.ending()
        if pace.dealer_gone is None or ending is None or now < ending.at:
            return False
        if not pace.is_between_rounds or pace.people:
            self.take_over()
        if not pace.people:
            self._conduct.close()
        return True

    def take_over(self) -> None:
        """The house deals on in place of the dealer, until a person takes the post again."""
        self._desk.do(acts.Relieve(DEALER.value, THE_HOUSE), THE_PIT_BOSS.house)
        self._conduct.is_paused = False
        self._pace.dealer_gone = None

    # Players --------------------------------------------------------------------------------------

    def _make_change(self, now: float) -> bool:
        """Everybody who has to decide has the chips for it at hand."""
        table = self._table
        if table.state.phase != PhaseId.DECIDE or table.is_keyed:
            return False
        for place in table.course.undecided(table.state):
            if place in self._pace.people and place not in self._asked:
                self._asked.add(place)
                before = self._table.lines
                make_change(self._desk, place, THE_DEALER.house)
                if self._table.lines != before:
                    return True
        return False

    def _fold_late(self, now: float) -> bool:
        """A supervisor decides for a player who is waited for no longer."""
        for ending in self._pace.decisions_end():
            if now >= ending.at:
                (place,) = ending.places
                free = self._table.book.free_decision
                self._desk.do(acts.Decide(place, free), THE_INSPECTOR.house)
                return True
        return False

    def _see_off(self, now: float) -> bool:
        """A player who has been gone for long leaves with their chips, between rounds."""
        if not self._pace.is_between_rounds:
            return False
        for ending in self._pace.leaving():
            if now >= ending.at:
                (place,) = ending.places
                try:
                    self._take_back(place)
                    self._desk.do(acts.Leave(place), THE_DEALER.house)
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
        if (seconds := self._seconds_to_card_change()) is not None:
            coming.append(now + seconds)
        if (seconds := self._limits.due_in()) is not None:
            coming.append(now + seconds)
        if coming:
            self._alarm.ring_at(min(coming))
        else:
            self._alarm.ring_for_nothing()

    def _seconds_to_card_change(self) -> float | None:
        """How long the cards may still stay, where people change them; the house does so in passing."""
        table, due = self._table, change_due_at(self._table.state)
        if due is None or table.now is None or "change-cards" in self._post.steps:
            return None
        left = (due - table.now).total_seconds()
        return left if left > 0 and table.state.status == IN_PLAY else None

    def _endings(self) -> list[Ending]:
        """What ends by itself in this part of the round, and the house sees to then."""
        pace = self._pace
        if self._table.state.status != IN_PLAY:
            return []
        if self._table.state.phase == PhaseId.DECIDE:
            found = pace.decisions_end()
        else:
            found = pace.leaving() if self._pace.is_between_rounds else []
            bets = pace.bets_end() if self._post.is_by_house else None
            found += [bets] if bets else []
        dealer = self._post.ending()
        return [*found, dealer] if dealer else found
