"""Faults from real tables: what a dealer got wrong at work, and which skills that asks for.

A journal says what was put right, and not who erred: so a fault is laid to the dealer who stood at the
table at the time. What is read from it:

    a correction that two people signed    the lines by which that place's wagers were paid
    a step that was left out               the step, and the irregularity that leaving it out is
    chips that others saw and no dealer    what was to be guarded against
    a count of a slip that differed        the rule of that slip

A slip that was cancelled puts nothing right and is no fault. In a rehearsal things go wrong on purpose,
so its journal says nothing of the dealer.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

import msgspec

from tablewright.rules.wagers import Combine
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.acts.slips import CORRECTION, COUNTED, RULING
from tablewright.table.chips import FLOAT, money, worth
from tablewright.table.journal import Line
from tablewright.table.record import ACTS, GAME

DEALER = "dealer"
PAY = "pay"
"""The drill on payments."""
AND = "+"
"""Joins the rows of two pay tables in the case of a skill."""
MOST_CASES = 3
"""Where a journal does not say which case of a rule it was, so many of them are asked for."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a dealer got wrong, and a skill that it asks for."""

    skill: str
    at: datetime
    says: str
    """What happened, in words."""
    table: str
    line: int
    """The line of the journal."""


class _Paid(NamedTuple):
    """A wager that was settled, and who stood at the table."""

    settled: acts.Settled
    dealer: str


class _Waiting(NamedTuple):
    """A slip that waits for its second signature, and what will have been wrong once it is signed."""

    says: str
    skills: list[Skill]
    dealers: set[str]


def faults(records: Iterable[Line], dealer: str, syllabus: Syllabus) -> list[Fault]:
    """What a dealer got wrong in a journal, the oldest first; `syllabus` is that of its game."""
    found: list[Fault] = []
    reader = _Reader(syllabus)
    for line in records:
        for says, skills, dealers in reader.read(line):
            if dealer in dealers:
                found += [
                    Fault(skill=skill.id, at=line.at, says=says, table=reader.table, line=line.n)
                    for skill in skills
                ]
        if reader.is_rehearsal:
            return []
    return found


class _Reader:
    """Goes through a journal: who deals, what was paid last, which slips wait."""

    def __init__(self, syllabus: Syllabus) -> None:
        self.syllabus = syllabus
        self.table, self.dealer, self.device = "", "", ""
        self.is_rehearsal = False
        self.paid: dict[int, list[_Paid]] = {}
        """What was settled last at each place: in this round, or else in the one before."""
        self.is_new_round = False
        self.waiting: dict[int, _Waiting] = {}

    def read(self, line: Line) -> Iterator[_Waiting]:
        """What turns out to have been wrong with this line."""
        match line.did:
            case acts.SetUp(setup=setup):
                self.table, self.device = setup.table, setup.device
                self.dealer, self.is_rehearsal = setup.staff.dealer, setup.is_rehearsal
            case acts.Relieve(post=post, who=who) if post == DEALER:
                self.dealer = who
            case acts.Substitute(device=device):
                self.device = device
            case acts.Clear():
                self.is_new_round = True
            case acts.Settled():
                self._note_paid(line.did)
            case acts.SlipPrepared(form=form) if form == CORRECTION:
                self.waiting[line.did.slip] = self._corrected(line.did)
            case acts.Overlook():
                yield self._left_out(line.did)
            case acts.ReportChips():
                yield from self._unseen(line)
            case acts.SlipPrepared(form=form) if form == RULING and 0 in self.waiting:
                self.waiting[line.did.slip] = self.waiting.pop(0)
            case acts.CancelSlip(slip=slip):
                self.waiting.pop(slip, None)
            case acts.Countersign():
                yield from self._signed(line)

    # Payments --------------------------------------------------------------------------------------

    def _note_paid(self, settled: acts.Settled) -> None:
        if self.is_new_round:
            self.paid, self.is_new_round = {}, False
        if not settled.for_dealer and not settled.is_unplayed:
            self.paid.setdefault(settled.place, []).append(_Paid(settled, self.dealer))

    def _corrected(self, slip: acts.SlipPrepared) -> _Waiting:
        """The lines by which the wagers were paid that a correction is about."""
        (move,) = slip.moves
        cents, to_player = worth(move.chips), move.source == FLOAT
        paid = self._meant(self.paid.get(slip.place, []), slip.reason, cents)
        names = " and ".join(
            dict.fromkeys(self.syllabus.book.wagers[each.settled.wager].name for each in paid)
        )
        place = f"{self.syllabus.game.place} {slip.place}".capitalize()
        way = "was owed to the player" if to_player else "was paid too much"
        says = f"{place}{f', {names}' if names else ''}: {money(cents)} {way} ({slip.reason})"
        skills = [skill for each in paid for skill in self._paying(each.settled)]
        return _Waiting(says, _once(skills), {each.dealer for each in paid})

    def _meant(self, paid: list[_Paid], reason: str, cents: int) -> list[_Paid]:
        """The wagers that a correction is about: those its reason names, else those its amount fits."""
        said = reason.lower()
        named = [
            each
            for each in paid
            if self.syllabus.book.wagers[each.settled.wager].name.lower() in said
        ]
        fits = [
            each
            for each in paid
            if cents in (each.settled.stake, abs(each.settled.won), each.settled.returned)
        ]
        return named or fits or paid

    def _paying(self, settled: acts.Settled) -> list[Skill]:
        """The skills of the line that a wager was paid by; of its pay table, the rows of those odds."""
        of_rule = self._of_rule(settled.rule)
        known = [each for each in of_rule if each.drill == PAY] or of_rule
        paid = [each for each in known if self._pays(each.case, settled)]
        return paid or [each for each in known if not each.case] or known[:MOST_CASES]

    def _pays(self, case: str, settled: acts.Settled) -> bool:
        """Whether a case of the line is a row of its pay tables, or two, that pay these odds."""
        for line in self.syllabus.ruleset.wagers[settled.wager].wager.lines:
            if line.rule != settled.rule or not line.tables:
                continue
            rows = {
                f"{table.prefix}{made.value}": odds.fraction - table.counts_stake
                for table in line.tables
                for made, odds in table.rows.items()
            }
            nets = [rows[row] for row in case.split(AND) if row in rows]
            together = max(nets, default=None) if line.combine is Combine.HIGHER else sum(nets)
            if len(nets) == len(case.split(AND)) and together == Fraction(settled.net or 0):
                return True
        return False

    # Steps, chips, counts --------------------------------------------------------------------------

    def _left_out(self, left_out: acts.Overlook) -> _Waiting:
        step = left_out.step
        rules = [rule.rule.replace(GAME, self._game) for rule, tag in ACTS.items() if tag == step]
        cases = (step, f"round-{step}", f"{step}-{step}")
        skills = [
            each
            for each in self.syllabus.skills.values()
            if each.rule in rules and each.case in cases and self._holds(each)
        ]
        for irregularity in self.syllabus.procedure.irregularities:
            if irregularity.overlooked == step:
                skills += self._of_rule(irregularity.id)
        says = f"A {step} that was due was left out"
        if left_out.burnt:
            says = f"Only {left_out.burnt} of {left_out.due} cards were burnt"
        return _Waiting(says, _once(skills), {self.dealer})

    def _unseen(self, line: Line) -> Iterator[_Waiting]:
        """Chips that were seen by others, and not by the dealer."""
        report = line.did
        assert isinstance(report, acts.ReportChips)
        if line.by.startswith(DEALER):
            return
        title = next(
            each.title for each in self.syllabus.procedure.incidents if each.id == report.incident
        )
        place = f"{self.syllabus.game.place} {report.place}"
        says = f"{title} at {place}, seen by {report.who}"
        found = _Waiting(says, self._of_rule(report.incident), {self.dealer})
        if report.waits:
            self.waiting[0] = found  # Its slip is the next line.
        else:
            yield found

    def _signed(self, line: Line) -> Iterator[_Waiting]:
        signed = line.did
        assert isinstance(signed, acts.Countersign)
        if not signed.differs:
            if found := self.waiting.pop(signed.slip, None):
                yield found
        elif signed.form in COUNTED and signed.post == DEALER:
            skills = self._of_rule(f"house.{signed.form}") or self._of_rule(line.rule)
            yield _Waiting(f"A {signed.form} was miscounted", skills[:MOST_CASES], {signed.who})

    def _of_rule(self, rule: str) -> list[Skill]:
        """The skills of a rule and of what is ruled under it, with the device in use."""
        return [
            each
            for each in self.syllabus.skills.values()
            if (each.rule == rule or each.rule.startswith(f"{rule}.")) and self._holds(each)
        ]

    def _holds(self, skill: Skill) -> bool:
        return skill.device in ("", self.device)

    @property
    def _game(self) -> str:
        return self.syllabus.game.id


def _once(skills: Iterable[Skill]) -> list[Skill]:
    return list({skill.id: skill for skill in skills}.values())
