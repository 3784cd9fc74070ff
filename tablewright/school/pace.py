"""Pace: how long an answer should take. The house says so, or those who teach have shown it.

First holds what the house has set, for a skill or for a whole drill; then the median of right answers by
people who teach; else what the drill itself says.
"""

from collections.abc import Iterable, Mapping

import msgspec

from tablewright.school.questions import Question
from tablewright.school.skills import Skill


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was answered from its first stage to its last."""

    skill: str
    """The skill that it was drawn for."""
    seconds: float
    is_right: bool
    is_by_teacher: bool


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of how long questions should take, in seconds."""

    set: Mapping[str, float] = {}
    """What the house has set, by skill or by drill."""
    learnt: Mapping[str, float] = {}
    """What those who teach have shown, by skill or by drill."""

    def of(self, skill: Skill) -> float:
        """How long a question for a skill should take."""
        raise NotImplementedError

    def of_stage(self, skill: Skill, question: Question, number: int) -> float:
        """How long one stage of a question for a skill should take."""
        raise NotImplementedError


def learnt(runs: Iterable[Run]) -> dict[str, float]:
    """What those who teach have shown, by skill and by drill."""
    raise NotImplementedError
