"""What is improper as questions: its skills, what it is named by, and what is done about it."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from tablewright.rules.devices import Device
from tablewright.rules.english import capital, going_on
from tablewright.rules.procedure import OffLimits
from tablewright.rules.protection import Incident
from tablewright.school.improper import Fault, Sight, Sort, faults
from tablewright.school.keys import key
from tablewright.school.marking import as_answer
from tablewright.school.payments import Asked
from tablewright.school.questions import Choose, Option
from tablewright.school.rulings import can_happen_with, choices, effects_known, effects_said
from tablewright.school.skills import Skill, Topic
from tablewright.school.spoken import offered
from tablewright.school.syllabus import Syllabus, syllabus_of

GUARD = "guard"

# Skills --------------------------------------------------------------------------------------------


def cases(syllabus: Syllabus) -> dict[str, tuple[Skill, Fault]]:
    return _madecases(syllabus_of(syllabus.setup))


@lru_cache(maxsize=16)
def _madecases(syllabus: Syllabus) -> dict[str, tuple[Skill, Fault]]:
    """Every skill with the fault that it is about: to see it, and each ruling on it."""
    found = {}
    for fault in faults(syllabus):
        for skill in _skills_of(syllabus, fault):
            found[skill.id] = skill, fault
    return found


def _skills_of(syllabus: Syllabus, fault: Fault) -> Iterator[Skill]:
    group = _GROUPS[fault.sort]
    says = "" if fault.incident or fault.irregularity else f"{fault.title}."
    yield syllabus.skill(GUARD, fault.rule, Topic.GUARDING, group, says=says, case=fault.case)
    if fault.incident:
        for ruling in fault.incident.rulings:
            yield syllabus.skill(GUARD, fault.incident.rule(ruling), Topic.GUARDING, group)


_GROUPS = {
    Sort.CHIPS: "Chips",
    Sort.LIMIT: "Limits",
    Sort.CASH: "Chips",
    Sort.CARDS: "Cards and hands",
    Sort.LEFT_OUT: "Cards and hands",
    Sort.PAYMENT: "Payments",
}


def seeing(syllabus: Syllabus, fault: Fault) -> Skill:
    """The skill of seeing a fault."""
    case = f"/{fault.case}" if fault.case else ""
    return cases(syllabus)[f"{GUARD} {fault.rule}{case}"][0]


def nameable(syllabus: Syllabus, device: Device) -> dict[str, Fault]:
    """Everything improper that can be seen with a device, by the id under which it is named."""
    here = {each.id for each in can_happen_with(syllabus, device)}
    return {
        str(number): fault
        for number, fault in enumerate(faults(syllabus))
        if fault.irregularity is None or fault.irregularity.id in here
    }


# What is done about it -----------------------------------------------------------------------------


def what_is_done(
    syllabus: Syllabus, device: Device, fault: Fault, sight: Sight, rng: Random
) -> Asked:
    """What is asked once something improper was seen: the ruling on it, or what becomes of it."""
    if fault.incident:
        return _ruled(syllabus, fault.incident)
    if fault.irregularity:
        return _ruled_by_effect(syllabus, device, fault)
    skill = seeing(syllabus, fault)
    if fault.sort is Sort.LIMIT:
        right = capital(f"{syllabus.procedure.off_limits.value}.")
        wrong = [capital(f"{each.value}.") for each in OffLimits]
        wrong += ["It goes back after the round.", "It voids the round."]
    else:
        right, wrong = sight.answer, ["It plays as it lies.", "It plays if a supervisor counts it."]
        wrong.append("It is changed into chips after the round.")
    options, id = offered(right, wrong, rng)
    part = Choose(id="done", asks="What is done?", options=options)
    says = syllabus.rules[fault.rule].sentence
    return Asked([part], {"done": key(skill, id, says=says, missed=sight.told)})


def _ruled(syllabus: Syllabus, incident: Incident) -> Asked:
    """The usual ruling, and what holds if a supervisor finds that nothing improper happened."""
    incidents = syllabus.procedure.incidents
    on = {ruling.says: each.title for each in incidents for ruling in each.rulings}
    says = list(on)
    options = [Option(str(n), each) for n, each in enumerate(says)]
    asks = (("usual", "What is the ruling?"), ("otherwise", "What else may a supervisor find?"))
    found = Asked([], {})
    for ruling, (id, asked) in zip(incident.rulings, asks, strict=False):
        skill = cases(syllabus)[f"{GUARD} {incident.rule(ruling)}"][0]
        part = Choose(id=id, asks=asked, options=options, is_long=True)
        refusals = {
            as_answer(part, each.id): f"That is ruled where {going_on(on[each.says])}."
            for each in options
            if on[each.says] != incident.title
        }
        missed = f"{incident.title}."
        right = str(says.index(ruling.says))
        found.add(part, key(skill, right, refusals=refusals, missed=missed))
    return found


def _ruled_by_effect(syllabus: Syllabus, device: Device, fault: Fault) -> Asked:
    """What becomes of the round, as the procedure rules with this device."""
    assert fault.irregularity is not None
    rulings = fault.irregularity.rulings_with(device, syllabus.ruleset.rulings)
    known = effects_known(syllabus, device)
    options = [Option(str(n), effects_said(each)) for n, each in enumerate(known)]
    says = " ".join(each.says for each in rulings)
    right = key(seeing(syllabus, fault), str(known.index(choices(rulings))), says=says, missed=says)
    part = Choose(id="done", asks="What becomes of the round?", options=options)
    return Asked([part], {part.id: right})
