"""Questions drawn for tests: every skill of a drill in turn, with the right answers."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from tablewright.school.drills import Drill
from tablewright.school.marking import mark_question
from tablewright.school.questions import Choose, Question
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus

GAMES = ("duki4", "king-high", "pick2")


def drawn(drill: Drill, taught: Syllabus, count: int, seed: object) -> Iterator[Question]:
    """So many questions: every skill in turn, and now and then its near twin."""
    skills = list(drill.skills(taught))
    for n in range(count):
        skill, rng = skills[n % len(skills)], Random(f"{seed} {n}")
        twin = drill.twin(taught, skill, rng) if n % 5 == 4 else None
        yield twin or drill.ask(taught, skill, Random(f"{seed} {n}"))


def right_answers(question: Question) -> list[dict[str, Any]]:
    """What is right, as a page would send it."""
    return [
        {part: msgspec.to_builtins(key.right, str_keys=True) for part, key in keys.items()}
        for keys in question.keys
    ]


def refuse_wrong_form(taught: Syllabus, question: Question) -> None:
    """Every part has a key, right answers are marked right, and every key names what is known."""
    for stage, keys in zip(question.stages, question.keys, strict=True):
        assert [part.id for part in stage.parts] == list(keys)
        for part in stage.parts:
            if isinstance(part, Choose):
                ids = [option.id for option in part.options]
                assert len(set(ids)) == len(ids) > 1
                assert len({option.says for option in part.options}) == len(ids)
                assert keys[part.id].right in ids
        for key in keys.values():
            assert taught.rules[key.rule]
            assert key.says
            assert key.source
            assert key.missed
    assert mark_question(question, right_answers(question)).is_right


def shown_skills(question: Question) -> set[str]:
    return {key.skill for keys in question.keys for key in keys.values()}


def refuse_unreached(drill: Drill, taught: Syllabus, seeds: int = 3) -> None:
    """Each skill is asked whenever it is drawn, and the same seed asks the same."""
    skills: list[Skill] = list(drill.skills(taught))
    assert len({skill.id for skill in skills}) == len(skills)
    for skill in skills:
        for seed in range(seeds):
            question = drill.ask(taught, skill, Random(seed))
            assert skill.id in shown_skills(question), skill.id
            assert question.skill == skill.id
            assert question == drill.ask(taught, skill, Random(seed))
