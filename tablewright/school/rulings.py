"""What is ruled with a device: what can go wrong, the rulings in force, what they do to a round."""

from collections.abc import Iterator, Sequence

from tablewright.rules.devices import Device
from tablewright.rules.english import capital, going_on
from tablewright.rules.irregularities import Effect, Irregularity, Ruling
from tablewright.school.syllabus import Syllabus
from tablewright.table.words import joined


def can_happen_with(syllabus: Syllabus, device: Device) -> list[Irregularity]:
    return [
        each
        for each in syllabus.procedure.irregularities
        if (not each.devices or device.id in each.devices)
        and each.rulings_with(device, syllabus.ruleset.rulings)
    ]


def ruled_on(syllabus: Syllabus, device: Device, says: str) -> str:
    """What is ruled on so, in the middle of a sentence."""
    titles = [
        going_on(each.title)
        for each in can_happen_with(syllabus, device)
        if any(one.says == says for one in each.rulings_with(device, syllabus.ruleset.rulings))
    ]
    return "; or ".join(titles)


def in_force(syllabus: Syllabus, device: Device) -> Iterator[Ruling]:
    """Every ruling in force with a device."""
    for each in can_happen_with(syllabus, device):
        yield from each.rulings_with(device, syllabus.ruleset.rulings)


def effects_known(syllabus: Syllabus, device: Device) -> list[tuple[Effect, ...]]:
    """What rulings do to a round: each by itself, and the choices that a supervisor has."""
    alone = [(effect,) for effect in Effect]
    chosen = [
        choices(each.rulings_with(device, syllabus.ruleset.rulings))
        for each in can_happen_with(syllabus, device)
    ]
    void_or_on = (Effect.VOID, Effect.PLAY_ON)
    return list(dict.fromkeys([*alone, void_or_on, *(each for each in chosen if len(each) > 1)]))


def choices(rulings: Sequence[Ruling]) -> tuple[Effect, ...]:
    """What a round may come to by some rulings, always in the same order."""
    found = {each.effect for each in rulings}
    return tuple(effect for effect in Effect if effect in found)


def effects_said(effects: Sequence[Effect]) -> str:
    if len(effects) == 1:
        return capital(f"{effects[0].value}.")
    return f"A supervisor rules: {joined([each.value for each in effects], 'or')}."
