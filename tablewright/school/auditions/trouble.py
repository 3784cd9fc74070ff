"""What goes wrong in an audition: planned from the seed, and brought in when it can happen.

At most one improper thing is in sight at a time. It stays until the game is stopped for it, or until
the candidate goes on with the next step: then it was missed, and an inspector puts it on record.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tablewright.rules.devices import Device
from tablewright.school.auditions.seen import STOP
from tablewright.school.guarding import nameable, seeing
from tablewright.school.improper import Fault, Sight, Sort, happens, seen_with
from tablewright.school.keys import key
from tablewright.school.questions import Choose, Key, Option
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable

BROUGHT_IN = (Sort.CHIPS, Sort.LIMIT, Sort.CASH, Sort.CARDS)
"""What players and cards do; what a dealer does wrong is the candidate's own to do."""
EAGER = 0.35
"""How likely it comes at the first moment at which it can; else it comes at a later one."""
NOTHING_IMPROPER = "Nothing improper happened here."
PATIENCE = 3
"""After so many rounds or cards in which it could not come, something else is planned."""


class InSight(NamedTuple):
    """Something improper that lies before the candidate."""

    fault: Fault
    sight: Sight
    since: float
    """The second at which it came."""


class Trouble:
    """Plans what goes wrong, and says when it comes. `chance` gives what the seed says of something."""

    def __init__(
        self,
        syllabus: Syllabus,
        device: Device,
        percent: int,
        chance: Callable[..., Random],
    ) -> None:
        self._syllabus, self._percent, self._chance = syllabus, percent, chance
        self.nameable = {
            id: fault
            for id, fault in nameable(syllabus, device).items()
            if fault.sort in BROUGHT_IN
            and (fault.irregularity is None or device in seen_with(syllabus, fault.irregularity))
        }
        """What the game may be stopped for, by the id under which it is named."""
        self._planned: Fault | None = None
        self._waited = 0
        self._met: list[str] = []
        """What has come, so that nothing comes again before all else has."""

    @property
    def part(self) -> Choose:
        """What the game may be stopped for, to choose from."""
        options = [Option(id, each.title) for id, each in self.nameable.items()]
        return Choose(id=STOP, asks="What is improper?", options=options, is_long=True)

    def plan(self, round: int, drawn: int) -> None:
        """Plan for a round; where cards come one at a time, for the next card."""
        chance = self._chance("wrong", round, drawn)
        if self._planned is not None and self._waited < PATIENCE:
            self._waited += 1
        elif chance.randrange(100) < self._percent:
            fresh = [id for id in self.nameable if id not in self._met]
            self._planned, self._waited = self.nameable[chance.choice(fresh)], 0
        else:
            self._planned = None

    def comes(self, table: DrillTable, seconds: float) -> InSight | None:
        """What was planned, if it comes now."""
        if self._planned is None:
            return None
        table.source = self._chance("sight", table.table.lines)
        if table.source.random() >= EAGER:
            return None
        sight = happens(table, self._planned)
        if sight is None:
            return None
        found = InSight(self._planned, sight, seconds)
        self._planned = None
        self._met.append(self.id_of(found.fault))
        if len(self._met) == len(self.nameable):
            self._met = []
        return found

    def key(self, found: InSight | None) -> Key:
        """What is right of stopping the game now."""
        if found is None:
            skill = seeing(self._syllabus, next(iter(self.nameable.values())))
            nothing = NOTHING_IMPROPER
            return key(skill, "", says=nothing, missed=nothing, said=nothing)
        skill = seeing(self._syllabus, found.fault)
        right = self.id_of(found.fault)
        return key(skill, right, missed=found.sight.told, said=found.fault.title)

    def id_of(self, fault: Fault) -> str:
        """The id under which it is named."""
        return next(id for id, each in self.nameable.items() if each == fault)
