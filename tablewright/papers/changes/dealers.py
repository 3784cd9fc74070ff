"""Which skills dealers must be examined in again, device by device.

What is right of a skill has a digest (`school/examined.py`), and a certificate holds as long as each of
them stays the same. A skill whose digest a change alters is one in which every dealer lacks an
examination.
"""

from collections.abc import Mapping

import msgspec

from tablewright.papers.editions import Edition
from tablewright.rules.devices import Device
from tablewright.school.examined import digests, standard


class DeviceExamined(msgspec.Struct, frozen=True, kw_only=True):
    """How much of what a dealer needs with a device is to be examined again."""

    device: str
    name: str
    needed: int
    again: int
    no_longer: int
    """Skills that are not needed any more."""
    is_new: bool
    """Whether the game was not dealt from it before."""


class SkillExamined(msgspec.Struct, frozen=True, kw_only=True):
    """A skill that is to be examined again, and with which devices."""

    skill: str
    says: str
    rule: str
    topic: str
    source: str
    devices: tuple[str, ...]
    is_new: bool
    """Whether there was no such skill before."""


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """What dealers must be examined in again."""

    devices: tuple[DeviceExamined, ...] = ()
    skills: tuple[SkillExamined, ...] = ()


def examined_again(before: Edition, after: Edition) -> Examined:
    """What those who were examined under the old rules lack to deal under the new ones."""
    devices: list[DeviceExamined] = []
    lacking: dict[str, list[str]] = {}
    known: set[str] = set()
    for device in after.devices:
        was, now = _digests(before, device), digests(after.book.setup, device.id)
        again = [id for id, digest in now.items() if was.get(id) != digest]
        known |= set(was)
        for id in again:
            lacking.setdefault(id, []).append(device.name)
        devices.append(
            DeviceExamined(
                device=device.id,
                name=device.name,
                needed=len(now),
                again=len(again),
                no_longer=len(set(was) - set(now)),
                is_new=not was,
            )
        )
    skills = standard(after.book.setup).skills
    return Examined(
        devices=tuple(devices),
        skills=tuple(
            SkillExamined(
                skill=id,
                says=skill.says,
                rule=skill.rule,
                topic=skill.topic.value,
                source=skill.source,
                devices=tuple(lacking[id]),
                is_new=id not in known,
            )
            for id, skill in skills.items()
            if id in lacking
        ),
    )


def _digests(edition: Edition, device: Device) -> Mapping[str, str]:
    """What was right with a device; nothing, where the game was not dealt from it."""
    if device.id not in {each.id for each in edition.devices}:
        return {}
    return digests(edition.book.setup, device.id)
