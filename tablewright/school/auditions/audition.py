"""The audition itself: patrons act in their time, the candidate deals, and all they do is marked.

At every moment one thing is asked: the next step, and with some steps a call, the payments of a place,
or the ruling on what the game was stopped for. What the candidate does rightly they do themselves;
else the house does the right thing in their place, and the table goes on. The journal shows which.
"""

from datetime import datetime
from enum import StrEnum
from random import Random

from tablewright.rules.errors import Refused
from tablewright.school.auditions.asking import (
    Sheet,
    call_asked,
    next_asked,
    next_key,
    payment_asked,
    ruling_asked,
)
from tablewright.school.auditions.marks import Marks
from tablewright.school.auditions.patrons import Patrons
from tablewright.school.auditions.results import Result
from tablewright.school.auditions.seen import STOP, AuditionSeen
from tablewright.school.auditions.table import AuditionTable
from tablewright.school.auditions.terms import GUARDING, RULINGS, Terms, refuse_terms
from tablewright.school.auditions.trouble import InSight, Trouble
from tablewright.school.guarding import what_is_done
from tablewright.school.marking import Marked, mark_stage
from tablewright.school.questions import AnyPart, Given, Shown, Stage
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.automation import Step
from tablewright.table.journal import hash_of
from tablewright.table.machine import Table
from tablewright.table.record import Act, Record

REACTION = 4.0
"""So many seconds after something has come in sight a step still counts as done before it was seen."""
IDLE_CALLS = 6
"""Once in so many steps it is asked what is called where nothing is."""
MOST_STEPS = 2000


class Asks(StrEnum):
    """What is asked now."""

    NEXT = "next"
    CALL = "call"
    PAYMENT = "payment"
    RULING = "ruling"


TELLS = (Asks.CALL, Asks.PAYMENT)
"""What is asked about something that the table has told already."""


class Audition:
    """One audition, from the first bet to the closing of its table."""

    def __init__(
        self, syllabus: Syllabus, device: str, terms: Terms, seed: str, begun: datetime
    ) -> None:
        refuse_terms(terms, syllabus.ruleset.places)
        self.syllabus, self.terms, self.seed = syllabus, terms, seed
        self.table = AuditionTable(syllabus, device, begun, self._chance)
        self.patrons = Patrons(self.table, terms.paces, self._chance)
        self.trouble = Trouble(syllabus, self.t.device, terms.goes_wrong, self._chance)
        self.marks = Marks()
        self.seconds = 0.0
        self.turn, self.seen = 1, 1
        self.is_over, self.is_last_round, self.is_finished = False, False, True
        self.injected = 0
        self.in_sight: InSight | None = None
        self._asks, self._sheet = Asks.NEXT, Sheet([], {}, {})
        self._untold = slice(0)
        """What the table has told of the step that is asked about: it holds the answer."""
        self._ruled: InSight | None = None
        self._stopped_at = 0.0
        self._settles_rightly = True
        """Whether the candidate named the settlement that is asked about by themselves."""
        self._planned_for = 0, 0
        """The round and the cards drawn in it that something may go wrong with."""
        self._open()

    @property
    def t(self) -> Table:
        return self.table.table

    @property
    def journal(self) -> list[bytes]:
        """The journal's lines so far."""
        return self.table.journal.lines

    def _chance(self, *what: object) -> Random:
        """What the seed says of something: the same whatever else was done before."""
        return Random(" ".join([self.seed, *(str(each) for each in what)]))

    def _open(self) -> None:
        self.table.open(self.terms.players)
        self._go_on(0.0)

    # Time -----------------------------------------------------------------------------------------

    @property
    def ends_at(self) -> float:
        """The second after which no round begins."""
        return 60.0 * self.terms.minutes

    @property
    def next_at(self) -> float | None:
        """The second at which something next happens by itself, if anything does."""
        found = []
        if self.patrons.next_at is not None and self._asks is not Asks.RULING:
            found.append(self.patrons.next_at)
        if not self.is_last_round:
            found.append(self.ends_at)
        return None if self.is_over else min(found, default=None)

    def pass_time(self, seconds: float) -> None:
        """Have everything happen that happens by itself until this second."""
        while (at := self.next_at) is not None and at <= seconds:
            self.seconds = max(self.seconds, at)
            self.table.at(self.seconds)
            if at == self.ends_at and not self.is_last_round:
                self.is_last_round = True
            else:
                self.patrons.act()
            self._go_on(self.seconds)
        if not self.is_over:
            self.seconds = max(self.seconds, seconds)
            self.table.at(self.seconds)

    # What the candidate does ----------------------------------------------------------------------

    def answer(self, seconds: float, turn: int, given: Given) -> None:
        """Take what the candidate does, says or pays; refused without effect if it is no answer."""
        self.pass_time(seconds)
        if self.is_over:
            raise Refused("The audition is over: nothing more is asked.")
        if turn != self.turn:
            raise Refused(
                f"Turn {turn} is not asked any more: look at the table, and answer again."
            )
        if STOP in given:
            self._stop(given)
        else:
            self._answer(given)
        self.turn += 1
        self._go_on(self.seconds)

    def _answer(self, given: Given) -> None:
        asked = self.asked()
        marked = mark_stage(Stage(asks="", parts=asked.parts), asked.keys, given)
        if self._was_seen():
            self._missed()
        elif self._asks is Asks.NEXT:
            self._step(asked, marked)
        elif self._asks is Asks.PAYMENT:
            self._settle(asked, marked)
        elif self._asks is Asks.RULING:
            self._rule(asked, marked)
        else:
            self.marks.note(self, asked, marked, self.t.lines)
            self._asks = Asks.NEXT

    def asked(self) -> Sheet:
        if self._asks is Asks.NEXT:
            return next_key(self.table, self._due(), next_asked(self.t))
        return self._sheet

    # Steps ----------------------------------------------------------------------------------------

    def _due(self) -> Step | None:
        """What the dealer does next; nothing, while players bet or decide."""
        return self.table.next_due(bets_are_in=not self.patrons.busy)

    def _step(self, asked: Sheet, marked: Marked) -> None:
        right, is_right = self._due(), marked.is_right
        self.marks.note(self, asked, marked, self.t.lines + (right is not None))
        if right is None:
            return
        act = right[0]
        before = len(self.table.told)
        if isinstance(act, acts.Show):
            self.table.do_step(act, is_theirs=is_right)
        if isinstance(act, acts.Show | acts.Settle):
            self._settles_rightly = is_right or isinstance(act, acts.Show)
            self._untold = slice(before, len(self.table.told))
            self._ask_payment()
            return
        rule = self.t.phase_rule
        records = self.table.do_step(act, is_theirs=is_right)
        self._untold = slice(before, len(self.table.told))
        self._ask_call(act, records, rule)

    def _ask_call(self, act: Act, records: list[Record], rule: str) -> None:
        chance = self._chance("call", self.t.lines)
        is_called = isinstance(act, acts.NoMoreBets) or any(
            isinstance(each, acts.Called) for each in records
        )
        if not is_called and chance.randrange(IDLE_CALLS):
            return
        sheet = call_asked(self.syllabus, self.t, act, records, rule, chance)
        if sheet:
            self._asks, self._sheet = Asks.CALL, sheet

    def _ask_payment(self) -> None:
        self.table.supervise_now(bets_are_in=not self.patrons.busy)
        chance = self._chance("payment", self.t.lines)
        self._asks, self._sheet = Asks.PAYMENT, payment_asked(self.syllabus, self.t, chance)

    def _settle(self, asked: Sheet, marked: Marked) -> None:
        place, before = self.t.state.pending[0][1], self.t.lines
        is_theirs = marked.is_right and self._settles_rightly
        records = self.table.do_step(acts.Settle(place), is_theirs=is_theirs)
        lines = {
            each.wager: before + n
            for n, each in enumerate(records, start=1)
            if isinstance(each, acts.Settled)
        }
        self.marks.note(self, asked, marked, before + 1, lines)
        self._asks = Asks.NEXT

    # What is improper -----------------------------------------------------------------------------

    def _stop(self, given: Given) -> None:
        """The game is stopped: for what is in sight, for something else, or for nothing."""
        if self._asks is Asks.RULING:
            raise Refused("The game is stopped already: say what is done about it.")
        found, line = self.in_sight, self.t.lines
        marked = self._marked_stop(found, given)
        if found is None:
            self.marks.add(self, GUARDING, marked.parts[0], line)
            return
        self.in_sight = None
        if not marked.is_right:
            line = self.table.put_on_record(found.sight.report)
        self.marks.add(self, GUARDING, marked.parts[0], line, is_injected=True)
        if marked.is_right:
            chance = self._chance("ruling", self.t.lines)
            asked = what_is_done(self.syllabus, self.t.device, found.fault, found.sight, chance)
            self._ruled, self._stopped_at = found, self.seconds
            self._asks, self._sheet = Asks.RULING, ruling_asked(asked, RULINGS)
        else:
            self._asks = Asks.NEXT

    def _marked_stop(self, found: InSight | None, given: Given) -> Marked:
        return mark_stage(
            Stage(asks="", parts=[self.trouble.part]), {STOP: self.trouble.key(found)}, given
        )

    def _missed(self) -> None:
        """The candidate went on though something improper lay before them; the step is not done."""
        found = self.in_sight
        assert found is not None
        self.in_sight = None
        marked = self._marked_stop(found, {})
        line = self.table.put_on_record(found.sight.report)
        self.marks.add(self, GUARDING, marked.parts[0], line, is_injected=True)
        self._asks = Asks.NEXT

    def _was_seen(self) -> bool:
        """Whether something improper has been in sight for long enough to be seen."""
        return self.in_sight is not None and self.seconds - self.in_sight.since >= REACTION

    def _pass_over(self) -> None:
        """The round ends: what could be seen in it was missed, what had hardly begun was nothing."""
        if self._was_seen():
            self._missed()
        elif self.in_sight:
            self.in_sight = None
            self.injected -= 1

    def _rule(self, asked: Sheet, marked: Marked) -> None:
        assert self._ruled is not None
        line = self.table.put_on_record(self._ruled.sight.report)
        self.marks.note(self, asked, marked, line)
        self._ruled, self._asks = None, Asks.NEXT
        self.patrons.hold(self.seconds - self._stopped_at)

    # What follows ---------------------------------------------------------------------------------

    def _go_on(self, seconds: float) -> None:
        """What follows from anything that happened: staff do their part, players are called."""
        if self.is_over:
            return
        self.seen += 1
        if self._asks is Asks.NEXT:
            self.table.supervise_now(bets_are_in=not self.patrons.busy)
            self._begin_round()
        if self.is_over:
            return
        if not self._is_last_dealt():
            self.patrons.call(seconds)
        if seconds and self.in_sight is None and self._asks is not Asks.RULING:
            self.in_sight = self.trouble.comes(self.table, seconds)
            self.injected += self.in_sight is not None
            if self.in_sight:
                self.table.told.append(self.in_sight.sight.told)

    def _is_last_dealt(self) -> bool:
        """Whether the time is up and no round is under way: nobody bets any more."""
        return self.is_last_round and not self.t.state.is_begun

    def _begin_round(self) -> None:
        state = self.t.state
        if self._is_last_dealt():
            self._close()
        elif (state.round, len(state.drawn)) != self._planned_for:
            if state.round != self._planned_for[0]:
                self._pass_over()
            self._planned_for = state.round, len(state.drawn)
            self.trouble.plan(*self._planned_for)

    def _close(self) -> None:
        self._pass_over()
        self.patrons.send_home()
        self.table.close()
        self.is_over = True

    def abandon(self, seconds: float) -> None:
        """The candidate does not come back: the house deals the round to its end and closes."""
        self.pass_time(seconds)
        if self.is_over:
            return
        self.is_finished, self.is_last_round = False, True
        if self._ruled is not None:
            self.table.put_on_record(self._ruled.sight.report)
        self._pass_over()
        self._asks, self._ruled = Asks.NEXT, None
        for _ in range(MOST_STEPS):
            if not self.t.state.is_begun:
                break
            while self.patrons.busy:
                self.patrons.act()
            self.table.supervise_now(bets_are_in=not self.patrons.busy)
            if step := self._due():
                self.table.do_step(step[0], is_theirs=False)
            self.patrons.call(self.seconds)
        self._close()

    # What is seen of it, and what it came to --------------------------------------------------------

    def shown(self) -> AuditionSeen:
        """What the candidate sees now."""
        parts: list[AnyPart] = list(self._sheet.parts)
        if self._asks is Asks.NEXT:
            parts = [next_asked(self.t)]
        return AuditionSeen(
            turn=self.turn,
            seen=self.seen,
            asks=self._says(),
            shown=self._felt(),
            parts=[] if self.is_over else parts,
            stop=self.trouble.part,
            is_stopped=self._asks is Asks.RULING,
            busy=self.patrons.busy,
            seconds=self.seconds,
            is_last_round=self.is_last_round,
            is_over=self.is_over,
        )

    def _says(self) -> str:
        if self.is_over:
            return "The audition is over."
        if self._asks is Asks.PAYMENT:
            return f"Settle {self.t.place(self.t.state.pending[0][1])}."
        if self._asks is Asks.RULING:
            assert self._ruled is not None
            return f"{self._ruled.fault.title}. What is done about it?"
        return "What goes with that?" if self._asks is Asks.CALL else "The table is yours."

    def _felt(self) -> Shown:
        place = self.t.state.pending[0][1] if self._asks is Asks.PAYMENT else 0
        shown = self.table.felt(place, self._untold if self._asks in TELLS else None)
        if self.in_sight and shown.view:
            self.in_sight.sight.shows(shown.view)
        return shown

    def result(self) -> Result:
        """What it came to; refused while it lasts."""
        if not self.is_over:
            raise Refused("The audition is under way: its result is there once it is over.")
        happened = self.table.happened
        return Result(
            marks=list(self.marks.found),
            rounds=self.t.state.round - 1,
            decisions=sum(isinstance(each, acts.Settled) for each in happened),
            seconds=self.seconds,
            is_finished=self.is_finished,
            injected=self.injected,
            journal_lines=len(self.journal),
            journal_hash=hash_of(self.journal[-1]),
        )
