"""The path of a game as one person meets it.

It does not go drill after drill: each drill of a topic begins `HEAD_START` skills after the one before
it and then goes on beside it, so that a first day already reads, compares and pays. Within a group the
skills are drawn, since an order that can be guessed teaches nothing. It is the same on every day.
"""

from collections.abc import Iterable
from hashlib import sha256

from tablewright.school.skills import Skill, Topic

HEAD_START = 4
"""How many skills of a drill are met before the next drill on the path begins."""


def met_in_order(course: Iterable[Skill], person: str) -> list[str]:
    """The skills of a course, given in the order of its topics and groups, as a person meets them."""
    strands: dict[tuple[Topic, str], list[Skill]] = {}
    place: dict[tuple[Topic, str], int] = {}
    for skill in course:
        strands.setdefault((skill.topic, skill.drill), []).append(skill)
        place.setdefault((skill.topic, skill.group), len(place))
    placed = []
    for begins, strand in enumerate(strands.values()):
        strand.sort(key=lambda each: (place[each.topic, each.group], drawn_number(person, each.id)))
        placed += [(HEAD_START * begins + n, begins, each.id) for n, each in enumerate(strand)]
    return [id for *_, id in sorted(placed)]


def drawn_number(seed: str, id: str) -> int:
    """A number drawn for a skill."""
    return int.from_bytes(sha256(f"{seed} {id}".encode()).digest()[:8])
