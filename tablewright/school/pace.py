"""Pace: how long an answer should take. The house says so, or those who teach have shown it.

What the house has set holds first, for a skill or else for its whole drill; then the median of right
answers by people who teach; else what the drill itself says. A question of several stages has its time
divided among them by what each asks for.
"""

from collections.abc import Iterable, Mapping
from statistics import median

import msgspec

from tablewright.school.questions import (
    Amount,
    AnyPart,
    Choose,
    GiveChips,
    PickCards,
    Question,
    Say,
    Stage,
)
from tablewright.school.skills import Skill

LEAST_RUNS = 5
"""The median of fewer runs is chance."""
MOST_TIMES = 3
"""Nobody's runs make a target more than so many times longer or shorter than the drill's own."""
LEFT_LYING = 10
"""A run of more than so many times the drill's own seconds was interrupted, and shows nothing."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was answered from its first stage to its last."""

    skill: str
    """The skill that it was drawn for."""
    seconds: float
    is_right: bool
    is_by_teacher: bool


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of how long questions should take, in seconds."""

    own: Mapping[str, float]
    """What each drill itself says (`own_seconds`)."""
    by_house: Mapping[str, float] = {}
    """What the house has set, by skill or by drill."""
    by_teachers: Mapping[str, float] = {}
    """What those who teach have shown (`learnt`), by skill or by drill."""

    def of(self, skill: Skill) -> float:
        """How long a question for a skill should take."""
        for known in (self.by_house, self.by_teachers):
            for id in (skill.id, skill.drill):
                if id in known:
                    return known[id]
        return self.own[skill.drill]

    def of_stage(self, skill: Skill, question: Question, number: int) -> float:
        """How long one stage of a question that was drawn for a skill should take."""
        whole = sum(_weight(stage) for stage in question.stages)
        share = _weight(question.stages[number]) / whole if whole else 1 / len(question.stages)
        return self.of(skill) * share


def own_seconds() -> dict[str, float]:
    """What each drill itself says of how long a question should take."""
    from tablewright.school.drills import DRILLS  # Drills are read only where they are asked for.

    return {id: drill.seconds for id, drill in DRILLS.items()}


def learnt(runs: Iterable[Run], own: Mapping[str, float]) -> dict[str, float]:
    """What those who teach have shown: by skill, and by drill for skills that were run too seldom."""
    times: dict[str, list[float]] = {}
    for run in runs:
        drill = run.skill.partition(" ")[0]
        if not (run.is_right and run.is_by_teacher and drill in own):
            continue
        if 0 < run.seconds <= LEFT_LYING * own[drill]:
            times.setdefault(run.skill, []).append(run.seconds)
            times.setdefault(drill, []).append(run.seconds)
    found = {}
    for id, seconds in times.items():
        if len(seconds) >= LEAST_RUNS:
            first = own[id.partition(" ")[0]]
            found[id] = min(max(median(seconds), first / MOST_TIMES), first * MOST_TIMES)
    return found


def _weight(stage: Stage) -> float:
    return sum(_part_weight(part) for part in stage.parts)


def _part_weight(part: AnyPart) -> float:
    """How much a part takes beside a choice: chips are built one by one, cards are looked for."""
    match part:
        case Choose() | Amount() | Say():
            return 1
        case PickCards():
            return 1.5
        case GiveChips():
            return 2
