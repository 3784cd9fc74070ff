"""The drills, one file each. A drill lists the skills that it asks for and makes questions for each.

    skills(syllabus)            -> what it teaches under this ruleset
    ask(syllabus, skill, rng)   -> a question in which that skill decides, with its answer

The same seed makes the same question. Which case comes is drawn evenly over skills, so that a rare line
is asked as often as a common one; what is right is never decided here, but asked of the rules.
"""

from collections.abc import Iterable
from random import Random
from typing import Protocol

from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.questions import Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus


class Drill(Protocol):
    """A way of asking."""

    id: str
    title: str
    """What the trainee does: `Read the hand`."""
    about: str
    """A sentence on what is asked and how it is answered."""
    seconds: float
    """How long a question should take at first; a house learns it from its instructors."""

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        """The skills that it asks for, in the order in which they are learnt."""

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        """A question in which the skill decides."""

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """A case that looks nearly like the one of `ask` and the same seed, and is another; if any."""


def _every_drill() -> tuple[Drill, ...]:
    """As they are learnt: read, compare, pay, settle, say, rule, guard, run, deal."""
    from tablewright.school.drills.compare import COMPARE
    from tablewright.school.drills.deal import DEAL
    from tablewright.school.drills.guard import GUARD_IT
    from tablewright.school.drills.pay import PAY_DRILL
    from tablewright.school.drills.read import READ
    from tablewright.school.drills.rule import RULE_ON_IT
    from tablewright.school.drills.run import RUN
    from tablewright.school.drills.say import SAY
    from tablewright.school.drills.settle import SETTLE

    return (READ, COMPARE, PAY_DRILL, SETTLE, SAY, RULE_ON_IT, GUARD_IT, RUN, DEAL)


DRILLS: dict[str, Drill] = {each.id: each for each in _every_drill()}
"""The drills in the order in which they are learnt."""


def drill_named(id: str) -> Drill:
    """The drill of this name."""
    if id not in DRILLS:
        raise Refused(f"there is no drill {quoted(id)}: expected {listed(DRILLS)}")
    return DRILLS[id]
