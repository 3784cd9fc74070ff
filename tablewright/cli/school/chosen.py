"""What the school's commands are asked for: the syllabus, the drill and the seed, from the options."""

import secrets

from tablewright.cli.numbers import LARGEST_SEED, whole
from tablewright.cli.settle import warn
from tablewright.games import game
from tablewright.rules.readings import parse_choices
from tablewright.school.drills import drill_named
from tablewright.school.syllabus import Syllabus, syllabus


def chosen_syllabus(id: str, readings: list[str]) -> Syllabus:
    """The syllabus of a game under these readings; what must be said of them is said."""
    of = game(id)
    chosen = parse_choices(of.readings, readings)
    found = syllabus(of.id, chosen)
    warn(found.ruleset, chosen)
    return found


def chosen_drill(drill: str | None) -> str:
    """The drill that was named; nothing, if all are meant."""
    return "" if drill is None else drill_named(drill).id


def chosen_seed(seed: str | None) -> int:
    """The seed that was named, or any."""
    return secrets.randbelow(1_000_000) if seed is None else whole("--seed", seed, 0, LARGEST_SEED)
