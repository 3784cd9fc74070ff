"""A question under way: its stages, how long each took, its marks, and what they show of each skill."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from math import isfinite

import msgspec

from tablewright.house.classroom.learner import Answered, OpenDrill, StageAnswered
from tablewright.house.screens.school_pages import AnswerTold, MarksShown, PartShown, State
from tablewright.school.marking import Marked, PartMarked, mark_stage
from tablewright.school.planning import Answer
from tablewright.school.questions import Question

MORE_SECONDS = 2.0
"""So much longer than the house has measured a page may say that an answer took: clocks differ."""
LONGEST_SECONDS = 3600.0
"""Longer than this nobody thinks about an answer."""


def believed(said: float | None, measured: float) -> float:
    """How long an answer took: as the page says, unless the house knows that it cannot be.

    The page knows better, since it counts neither the way over the network nor a reload.

    >>> believed(4.5, 6.0), believed(-3.0, 6.0), believed(60.0, 6.0), believed(None, -2.0)
    (4.5, 6.0, 6.0, 0.0)
    """
    measured = min(max(measured, 0.0), LONGEST_SECONDS)
    if said is None or not isfinite(said) or not 0 <= said <= measured + MORE_SECONDS:
        return measured
    return min(said, LONGEST_SECONDS)


def marked_stages(question: Question, stages: Sequence[StageAnswered]) -> list[Marked]:
    """The marks of each stage that was answered."""
    return [
        mark_stage(question.stages[number], question.keys[number], each.given)
        for number, each in enumerate(stages)
    ]


def marks_shown(
    stages: Sequence[tuple[Marked, StageAnswered]], states: dict[str, State]
) -> MarksShown:
    """Some stages as they were marked, with how well each skill is known now."""
    parts = [
        _part(part, states, is_faster=answered.seconds < answered.target_seconds)
        for marked, answered in stages
        for part in marked.parts
    ]
    whole = Marked(parts=[part for marked, _ in stages for part in marked.parts])
    return MarksShown(
        mark=float(whole.mark),
        parts=parts,
        seconds=sum(each.seconds for _, each in stages),
        target_seconds=sum(each.target_seconds for _, each in stages),
    )


def _part(part: PartMarked, states: dict[str, State], *, is_faster: bool) -> PartShown:
    return PartShown(
        **msgspec.structs.asdict(_told(part)),
        id=part.id,
        mark=float(part.mark),
        state=states.get(part.skill, "new"),
        is_faster=is_faster if part.mark == 1 else None,
    )


# What it shows -------------------------------------------------------------------------------------


def answered(
    drill: OpenDrill, question: Question, marked: Sequence[Marked], at: datetime
) -> list[Answered]:
    """What the answers to a question show, skill by skill.

    The time of a stage is shared by the skills that are asked for in it.
    """
    whole = None
    if len(drill.stages) == len(question.stages):
        whole = sum(each.seconds for each in drill.stages)
    found = []
    for skill, shown in _by_skill(drill, marked).items():
        worst = min(shown, key=lambda each: each[0].mark)[0]
        answer = Answer(
            skill=skill,
            at=at,
            mark=worst.mark,
            seconds=float(sum(drill.stages[n].seconds * float(share) for _, n, share in shown)),
        )
        found.append(
            Answered(
                answer=answer,
                game=drill.game,
                drill=question.drill,
                question=drill.id,
                reference=drill.reference,
                mode=drill.mode,
                target_seconds=float(
                    sum(drill.stages[n].target_seconds * float(share) for _, n, share in shown)
                ),
                whole_seconds=whole,
                told=_told(worst),
            )
        )
    return found


Showing = list[tuple[PartMarked, int, Fraction]]
"""The parts that show a skill, each with its stage and its share of that stage's time."""


def _by_skill(drill: OpenDrill, marked: Sequence[Marked]) -> dict[str, Showing]:
    found: dict[str, Showing] = {}
    for number, stage in enumerate(marked[: len(drill.stages)]):
        for part in stage.parts:
            shown = part, number, Fraction(1, len(stage.parts))
            found.setdefault(part.skill, []).append(shown)
    return found


def _told(part: PartMarked) -> AnswerTold:
    return AnswerTold(
        asks=part.asks,
        given=part.given,
        right=part.right,
        says=part.says,
        rule=part.rule,
        source=part.source,
        missed=part.missed,
    )
