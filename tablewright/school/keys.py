"""Keys and questions made from the skill that they show, so that rule and passage are its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablewright.school.questions import AnyPart, Key, Question, Shown, Stage
from tablewright.school.skills import Skill


def key(
    skill: Skill,
    right: Any,
    *,
    also: Sequence[Any] = (),
    in_part: Mapping[str, str] | None = None,
    refusals: Mapping[str, str] | None = None,
    rule: str = "",
    says: str = "",
    source: str = "",
    missed: str = "",
    said: str = "",
    other_chips: str = "",
) -> Key:
    """What is right, by the skill's own rule and passage where no other is named."""
    return Key(
        right=right,
        also=tuple(also),
        in_part=dict(in_part or {}),
        refusals=dict(refusals or {}),
        skill=skill.id,
        rule=rule or skill.rule,
        says=says or skill.says,
        source=source or skill.source,
        missed=missed,
        said=said,
        other_chips=other_chips,
    )


def question(
    skill: Skill,
    stages: Sequence[Stage],
    keys: Sequence[Mapping[str, Key]],
    *,
    hides_length: bool = False,
) -> Question:
    """A question that was drawn for a skill."""
    return Question(
        drill=skill.drill,
        skill=skill.id,
        rule=skill.rule,
        source=skill.source,
        stages=list(stages),
        keys=[dict(each) for each in keys],
        hides_length=hides_length,
    )


def asked(skill: Skill, asks: str, shown: Shown, part: AnyPart, right: Key) -> Question:
    """A question of one stage and one part."""
    stage = Stage(asks=asks, shown=shown, parts=[part])
    return question(skill, [stage], [{part.id: right}])
