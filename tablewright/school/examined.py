"""What a dealer was examined in: each skill that they need with a device, as a digest of what is right.

Two digests of a skill are the same where the same is right (`rightness.py`), so that those who were
examined in the one need not be examined in the other. Whatever else the house chooses, such as limits,
chips and staff, changes nothing of it.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from tablewright.rules.devices import Device
from tablewright.rules.register import instruction_id
from tablewright.school import guarding
from tablewright.school.drills import run
from tablewright.school.improper import seen_with
from tablewright.school.rightness import what_is_right
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book, Setup


def standard(setup: Setup) -> Syllabus:
    """The syllabus of a set-up's ruleset, with nothing of its own that is the house's to choose."""
    usual = rehearsal_setup(setup.game, readings=dict(setup.readings))
    return syllabus_of(msgspec.structs.replace(usual, pay=dict(setup.pay)))


def digests(setup: Setup, device: str) -> Mapping[str, str]:
    """What is right of every skill that a dealer needs with a device, by the skill's id.

    A device that the ruleset or the jurisdiction does not know is refused.
    """
    found = standard(setup)
    there = msgspec.structs.replace(found.setup, jurisdiction=setup.jurisdiction, device="")
    Book(there).refuse_device(found.procedure.device(device))
    return _digests(found, device)


@lru_cache(maxsize=64)
def _digests(of: Syllabus, device: str) -> Mapping[str, str]:
    with_it = of.procedure.device(device)
    return {
        id: digest(of, skill, with_it)
        for id, skill in of.skills.items()
        if is_needed(of, skill, with_it)
    }


def is_needed(of: Syllabus, skill: Skill, device: Device) -> bool:
    """Whether a dealer needs a skill with a device."""
    if skill.device:
        return skill.device == device.id
    if skill.drill == "guard":
        irregularity = guarding.cases(of)[skill.id][1].irregularity
        return irregularity is None or device in seen_with(of, irregularity)
    if skill.drill == "run" and skill.id in run.plan(of):
        return device.id in run.plan(of)[skill.id].devices
    named = [each for each in of.instructions if skill.rule == instruction_id(of.procedure, each)]
    return all(each.holds_with(device) for each in named)


def digest(syllabus: Syllabus, skill: Skill, device: Device) -> str:
    """What is right of a skill with a device."""
    content = [skill.id, what_is_right(syllabus, skill, device)]
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()
