"""An audition that is folded: made again from its seed and its inputs, with what is to be seen of it.

What stands here takes time, and is done beside the event loop.
"""

import asyncio

import msgspec

from tablewright.house.classroom.audition_records import AuditionRow, Outcome, TimedInput
from tablewright.school.auditions.audition import Audition
from tablewright.school.auditions.results import Mark, judged
from tablewright.school.auditions.seen import AuditionSeen
from tablewright.school.auditions.terms import Terms
from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Setup
from tablewright.table.verify import verify


class Folded:
    """An audition with what was seen of it last."""

    def __init__(self, audition: Audition, inputs: list[TimedInput]) -> None:
        self.audition, self.inputs = audition, inputs
        self.shown: AuditionSeen
        self.marks: list[Mark] = []
        """What the machine has marked so far."""
        self.lines = 0
        """How many lines the journal has so far."""
        self.look()

    def look(self) -> None:
        """See the table as it is now."""
        self.shown = self.audition.shown()
        self.marks, self.lines = list(self.audition.marks.found), len(self.audition.journal)

    def pass_time(self, seconds: float) -> None:
        """Patrons act, as far as it is their time."""
        self.audition.pass_time(seconds)
        self.look()

    def take(self, timed: TimedInput) -> None:
        """Something comes from the candidate; it is refused and changes nothing, or counts."""
        give(self.audition, timed)
        self.inputs.append(timed)
        self.audition.pass_time(timed.seconds)  # Who takes no time has acted at once.
        self.look()

    @property
    def last_answer(self) -> float:
        """When the candidate last did anything."""
        return self.inputs[-1].seconds if self.inputs else 0.0


class Live:
    """An audition under way; folded only while it is looked at."""

    def __init__(self, row: AuditionRow, base: float) -> None:
        self.row, self.base = row, base
        """`base`: the clock when it began."""
        self.lock = asyncio.Lock()
        self.folded: Folded | None = None
        self.touched = base
        self.seconds = row.kept.reached
        """How long it had lasted when it was last looked at."""
        self.written = -1
        """What was seen when it was last written how far the audition has come."""

    @property
    def at_hand(self) -> Folded:
        assert self.folded is not None, "it is folded before anything is done with it"
        return self.folded


def course_of(setup: Setup) -> Syllabus:
    """What is examined under a set-up."""
    found = syllabus_of(setup)
    assert found.skills is not None  # They are derived here, and not while others wait.
    return found


def fold(row: AuditionRow, inputs: list[TimedInput]) -> Folded:
    """An audition made again: the same seed and the same inputs."""
    kept = row.kept
    audition = Audition(syllabus_of(kept.setup), row.device, kept.terms, kept.seed, row.begun)
    for each in inputs:
        give(audition, each)
    return Folded(audition, inputs)


def give(audition: Audition, timed: TimedInput) -> None:
    """What came from the candidate goes to the engine."""
    seconds, given = timed
    if given.has_left:
        audition.abandon(seconds)
    else:
        audition.answer(seconds, given.turn, given.given)


def outcome_of(audition: Audition, terms: Terms) -> tuple[Outcome, list[bytes]]:
    """What an audition came to, and its journal, which is verified."""
    result, journal = audition.result(), list(audition.journal)
    found = verify(lambda: iter(journal))
    if not found.is_closed or found.cut_off:
        raise AssertionError("the journal of an audition is not closed")
    says = f"{found.in_short}: it holds"
    return Outcome(result=result, verdict=judged(result, terms), verified=says), journal


def examined_setup(game: str, readings: dict[str, str], pay: dict[str, str]) -> Setup:
    """The set-up of an audition's table: a game under these readings and payments."""
    return msgspec.structs.replace(rehearsal_setup(game, readings=readings), pay=pay)
