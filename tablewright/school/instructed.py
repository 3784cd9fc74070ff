"""What goes with a step: the manual's instructions, asked among those of other steps and devices."""

from difflib import SequenceMatcher
from functools import lru_cache
from random import Random

from tablewright.rules.devices import Device
from tablewright.rules.instructions import Instruction
from tablewright.rules.register import instruction_id
from tablewright.school.keys import key
from tablewright.school.marking import as_answer
from tablewright.school.questions import Choose, Key, Option
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus

OFFERED = 4
ALIKE = 0.6
"""From here on two sentences are too much alike for one of them to be wrong."""


def instruction_part(
    syllabus: Syllabus, device: Device, right: Instruction, step: str, skill: Skill, rng: Random
) -> tuple[Choose, Key]:
    """Which of several instructions goes with a step."""
    others = [
        each
        for each in syllabus.instructions
        if not (step in each.steps and each.holds_with(device)) and not _alike(each, right)
    ]
    wrong = rng.sample(others, min(OFFERED - 1, len(others)))
    offered = [right, *wrong]
    options = [Option(each.id, each.says) for each in syllabus.instructions if each in offered]
    rule = syllabus.rules[instruction_id(syllabus.procedure, right)]
    part = Choose(id="goes-with", asks="What goes with it?", options=options)
    refusals = {as_answer(part, each.id): _belongs(syllabus, each, device) for each in wrong}
    answer = key(
        skill,
        right.id,
        refusals=refusals,
        rule=rule.id,
        says=rule.sentence,
        source=str(rule.source),
    )
    return part, answer


@lru_cache(maxsize=4096)
def _alike(one: Instruction, other: Instruction) -> bool:
    return SequenceMatcher(None, one.says, other.says).ratio() > ALIKE


def _belongs(syllabus: Syllabus, each: Instruction, device: Device) -> str:
    """Where an instruction belongs that was named in the wrong place."""
    if each.holds_with(device):
        return "That goes with another step."
    names = [other.name for other in syllabus.procedure.devices if other.id in each.devices]
    return f"That goes with the {' or the '.join(names)}."
