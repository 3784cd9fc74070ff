"""The table of an audition: a real one with a journal, at which the house does all that is not asked.

The candidate's acts are theirs; everything else that staff do is done by the house in their place, so
that no act stands under the candidate's name that they did not do.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

import msgspec

from tablewright.rules.errors import Refused
from tablewright.rules.roles import PLAYER
from tablewright.school.auditions.asking import is_asked
from tablewright.school.opened import drill_setup
from tablewright.school.questions import Shown
from tablewright.school.speaking import posted
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import MOST_STEPS, MOST_TOLD, DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor, player
from tablewright.table.automation import Step, due
from tablewright.table.chips import rail
from tablewright.table.journal import Journal
from tablewright.table.machine import Table
from tablewright.table.patrons import Habits, Patron
from tablewright.table.record import Act, Record
from tablewright.table.setup import Setup, Staff
from tablewright.table.status import CLOSED, IN_PLAY

CANDIDATE = "the candidate"
"""What the dealer is called in the journal: whose audition it is, the house knows."""
TABLE = "Audition"
LOW = 20
"""Players buy chips again when they have less than so many times the largest minimum."""


def audition_setup(syllabus: Syllabus, device: str, begun: datetime) -> Setup:
    """The set-up of an audition's table: nothing is automatic, and things may go wrong."""
    return msgspec.structs.replace(
        drill_setup(syllabus, device),
        table=TABLE,
        day=begun.date(),
        staff=Staff(dealer=CANDIDATE),
    )


class AuditionTable(DrillTable):
    """A table that is opened, filled with patrons and closed by the house."""

    def __init__(
        self,
        syllabus: Syllabus,
        device: str,
        begun: datetime,
        chance: Callable[..., Random],
    ) -> None:
        self.journal = Journal()
        self._chance = chance
        self._shuffles = 0
        self.begun = self.moment = begun
        """When the next act is done: it is said before each."""
        table = Table(audition_setup(syllabus, device, begun), self.journal)
        table.set_up(begun)
        self._stand_at(syllabus, table, Random())

    def at(self, seconds: float) -> None:
        """So long after the beginning; time does not go back."""
        self.moment = max(self.moment, self.begun + timedelta(seconds=seconds))

    def _next_moment(self) -> datetime:
        return max(self.now, self.moment)

    def do(self, command: Act, by: Actor) -> list[Record]:
        """A player's act, or the house's in the place of staff."""
        return super().do(command, by if by.role is PLAYER else by.house)

    def do_as_candidate(self, command: Act) -> list[Record]:
        """An act of the candidate's own."""
        return super().do(command, THE_DEALER)

    # Steps ----------------------------------------------------------------------------------------

    def next_due(self, *, bets_are_in: bool) -> Step | None:
        """What the dealer or a supervisor does next; nothing, while players act."""
        self.table.now = self.now
        step = due(self.table, bets_are_in=bets_are_in)
        return step and self.first_needed(step)

    def do_step(self, act: Act, *, is_theirs: bool) -> list[Record]:
        """A dealer's step: the candidate's, or the house's in their place."""
        if isinstance(act, acts.Shuffle | acts.Cut):
            self._shuffles += 1
            self.source = self._chance("shuffle", self._shuffles)
        filled, by = self.filled((act, THE_DEALER))
        return self.do_as_candidate(filled) if is_theirs else self.do(filled, by)

    def supervise_now(self, *, bets_are_in: bool) -> None:
        """Have done what a candidate is not asked for: a supervisor's step, or a signature."""
        for _ in range(MOST_STEPS):
            step = self.next_due(bets_are_in=bets_are_in)
            if step is None or is_asked(self.table, step):
                return
            self.source = self._chance("staff", self.table.lines)
            self.do(*self.filled(step))
        raise AssertionError("supervisors are never done")

    def put_on_record(self, report: Act | None) -> int:
        """Have an inspector write down what was seen, by anyone, so that nothing tells a mark.

        The line; or the last one, where the machine records no such thing, or no longer.
        """
        if report is None or self.refusal(report, THE_INSPECTOR) is not None:
            return self.table.lines
        line = self.table.lines + 1
        self.do(report, THE_INSPECTOR)
        return line

    def felt(self, place: int, untold: slice | None) -> Shown:
        """What the candidate sees, but for some lines of what has happened."""
        state, device = self.table.state, self.table.device
        facts = posted(self.table)
        if device.rounds_between_shuffles > 1:
            facts.append(f"Rounds since the last shuffle: {state.packs.rounds}.")
        told = list(self.told)
        if untold is not None:
            del told[untold]
        shown = self.shown(facts, place=place)
        return msgspec.structs.replace(shown, told=told[-MOST_TOLD:])

    # Opening and closing --------------------------------------------------------------------------

    def open(self, players: int) -> None:
        """The house opens the table, and so many players sit down."""
        self.source = self._chance("opening")
        while self.table.state.status != IN_PLAY:
            step = due(self.table)
            assert step is not None, "a table that opens has a next step"
            self.do(*self.filled(step))
        self.source = self._chance("players")
        self.seat(sorted(self.source.sample(self.places, players)))
        self.forget_told()

    def close(self) -> None:
        """What lies there goes back, everybody leaves, and the house closes the table."""
        self.source = self._chance("closing")
        for place in self.table.state.seats:
            for wager in reversed(list(self.table.stakes(place))):
                self.do(acts.TakeBack(place, wager), player(place))
        self.do(acts.BeginClosing(), THE_INSPECTOR)
        while self.table.state.status != CLOSED:
            step = due(self.table)
            assert step is not None, "a table that closes has a next step"
            self.do(*self.filled(step))

    # Patrons --------------------------------------------------------------------------------------

    def bet_at(self, place: int, chance: Random) -> None:
        """A player makes what wagers they want, within the limits."""
        self.source = chance
        self._stay_in_chips(place)
        if stakes := self.drawn_stakes(place, extras=0.25 if self.table.book.is_draw else 0.5):
            with suppress(Refused):  # They may lack the chips for all of it.
                self.lay(place, stakes)

    def decide_at(self, place: int, chance: Random) -> None:
        """A player looks at their hand, and decides."""
        self.source = chance
        name = self.table.state.seats[place].player
        Patron(name, Habits(hunches=0.25)).decide(self, place)

    def _stay_in_chips(self, place: int) -> None:
        most = max(low for low, _ in self.table.book.setup.limits.values())
        if self.table.state.bank.cents(rail(place)) < LOW * most:
            with suppress(Refused):  # The rack may have no such chips left.
                self.buy_in(place)
