"""Reads the faults in a journal, line by line; what is written later can be read on."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

import msgspec

from tablewright.rules.errors import Refused
from tablewright.school.faults.found import DEALER, Dealt, Fault, Found, person, spell_of
from tablewright.school.faults.payments import MoneyFaults
from tablewright.school.faults.steps import StepFaults
from tablewright.school.syllabus import Syllabus
from tablewright.table import acts
from tablewright.table.journal import FORMAT, Line, OtherFormat
from tablewright.table.setup import Book

QUARTER_MINUTES = 15
"""Rounds are counted by the quarter of an hour: every time zone is so many of them from UTC."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What a journal says of faults, up to some line."""

    table: str
    game: str
    lines: int
    faults: tuple[Fault, ...]
    """The oldest first."""
    dealt: tuple[Dealt, ...]


class FaultReader:
    """Folds a journal of one game, and looks at each line with the table as it was before it."""

    def __init__(self, syllabus: Syllabus) -> None:
        self._syllabus = syllabus
        self._found: Found | None = None
        """Nothing, before the first line and where it is a practice table."""
        self._money: MoneyFaults
        self._steps: StepFaults
        self._table, self.lines = "", 0
        self._dealt: Counter[tuple[str, str, datetime, int]] = Counter()

    @property
    def reading(self) -> Reading:
        """What was found up to here."""
        return Reading(
            table=self._table,
            game=self._syllabus.game.id,
            lines=self.lines,
            faults=tuple(self._found.faults) if self._found else (),
            dealt=tuple(Dealt(*key, rounds) for key, rounds in self._dealt.items()),
        )

    def read(self, line: Line) -> None:
        """One line more; refused, where this version cannot read the journal."""
        if isinstance(line.did, acts.SetUp):
            self._begin(line.did)
        if found := self._found:
            self._money.look(line)
            self._steps.look(line)
            if isinstance(line.did, acts.Clear):
                dealer = person(found.dealer, DEALER)
                spell = spell_of(found.stood(line.at))
                self._dealt[dealer, found.device, quarter_of(line.at), spell] += 1
            if _takes_post(line):
                found.since = line.at
            found.course.apply(found.state, line.did, line.at)
        self.lines = line.n

    def _begin(self, did: acts.SetUp) -> None:
        if did.format != FORMAT:
            raise OtherFormat(did.format)
        self._table = did.setup.table
        if did.setup.is_practice or did.setup.is_rehearsal:
            return
        book = Book(did.setup)
        if book.game.id != self._syllabus.game.id:
            raise Refused(f"the journal is of {book.game.id}: expected {self._syllabus.game.id}")
        self._found = Found(self._syllabus, book)
        self._money, self._steps = MoneyFaults(self._found), StepFaults(self._found)


def read_faults(records: Iterable[Line], syllabus: Syllabus) -> Reading:
    """What went wrong in a journal; `syllabus` is that of its game."""
    reader = FaultReader(syllabus)
    for line in records:
        reader.read(line)
    return reader.reading


def _takes_post(line: Line) -> bool:
    """Whether a dealer begins to stand at the table with this line."""
    match line.did:
        case acts.Relieve(post=post):
            return post == DEALER
        case acts.Opened():
            return True
    return False


def quarter_of(at: datetime) -> datetime:
    """When the quarter of an hour began that a moment lies in."""
    minute = at.minute // QUARTER_MINUTES * QUARTER_MINUTES
    return at.replace(minute=minute, second=0, microsecond=0)
