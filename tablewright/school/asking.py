"""Asking: a question by its reference, and an endless row of them from a seed.

A reference is all that is kept of a question before it is answered: the skill, the seed, and whether it
is the near twin. The same reference under the same syllabus is the same question.
"""

from collections.abc import Collection, Iterator
from random import Random

import msgspec

from tablewright.rules.errors import Refused, quoted
from tablewright.school.drills import drill_named
from tablewright.school.questions import Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus


class Reference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question, by what it is made of."""

    skill: str
    seed: str
    is_twin: bool = False


def ask(syllabus: Syllabus, reference: Reference) -> Question:
    """The question of a reference."""
    skill = syllabus.find(reference.skill)
    drill = drill_named(skill.drill)
    if reference.is_twin:
        twin = drill.twin(syllabus, skill, _chance(reference))
        if twin is not None:
            return twin
    return drill.ask(syllabus, skill, _chance(reference))


def _chance(reference: Reference) -> Random:
    return Random(f"{reference.skill} {reference.seed}")


def drawn(
    syllabus: Syllabus, seed: str, drill: str = "", only: Collection[str] = ()
) -> Iterator[tuple[Reference, Question]]:
    """Questions without end: every skill equally often, in an order drawn from the seed.

    `drill` keeps to one drill, `only` to some skills.
    """
    if drill:
        drill_named(drill)
    found = [
        skill
        for skill in syllabus.skills.values()
        if (not drill or skill.drill == drill) and (not only or skill.id in only)
    ]
    if not found:
        what = f"drill {quoted(drill)}" if drill else "these skills"
        raise Refused(f"{syllabus.game.name} has nothing to ask for {what}")
    rng, number = Random(f"drawn {seed}"), 0
    while True:
        for skill in _shuffled(found, rng):
            number += 1
            reference = Reference(skill.id, f"{seed} {number}")
            yield reference, ask(syllabus, reference)


def _shuffled(skills: list[Skill], rng: Random) -> list[Skill]:
    return rng.sample(skills, len(skills))
