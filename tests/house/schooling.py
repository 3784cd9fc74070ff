"""A small school for the tests of the house: one drill of sums whose answers are known, two lessons.

What the house does with questions, answers and people does not depend on what is asked; the drills
themselves are tested in `tests/school`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.house.classroom import courses
from tablewright.house.classroom.learner import OpenDrill
from tablewright.house.house import House
from tablewright.school import drills, syllabus
from tablewright.school.asking import ask
from tablewright.school.lessons import Lesson, Paragraph
from tablewright.school.questions import Amount, Choose, Key, Option, Question, Stage
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus
from tests.house.clients import Json, Visitor
from tests.house.crashing import serve
from tests.house.forking import Say

COUNT = 8
"""How many sums there are in each game."""
SECRET = "the-rule-behind-it"
"""Stands in the rule of every sum but the last, which is a rule of the house and of every game."""
SHARED = f"sums house.fill/{COUNT - 1}"


class Sums:
    """Two stages: a sum for the skill; then another sum, and a choice for the skill after it."""

    id, title, about, seconds = "sums", "Add it up", "Sums of two numbers.", 10.0

    def skills(self, of: Syllabus) -> Iterator[Skill]:
        for n in range(COUNT):
            yield Skill(
                drill=self.id,
                rule=f"{of.game.id}.{SECRET}" if n < COUNT - 1 else "house.fill",
                says=f"Sum {n}.",
                topic=list(Topic)[n % 2],
                group=f"Group {n // 2}",
                source="page 1",
                case=str(n),
            )

    def ask(self, of: Syllabus, skill: Skill, rng: Random) -> Question:
        one, two = rng.sample(range(1, 1000), 2)
        after = list(of.skills)[(list(of.skills).index(skill.id) + 1) % COUNT]
        return Question(
            drill=self.id,
            skill=skill.id,
            rule=skill.rule,
            source=skill.source,
            stages=[
                Stage(asks=f"{one} + {two}", parts=[Amount(id="sum", asks="The sum")]),
                Stage(
                    asks=f"{one} + {one}",
                    parts=[
                        Amount(id="sum", asks="The sum"),
                        Choose(
                            id="size",
                            asks="Which is more?",
                            options=[Option("a", "a"), Option("b", "b")],
                        ),
                    ],
                ),
            ],
            keys=[
                {"sum": _key(skill.id, skill.rule, one + two)},
                {
                    "sum": _key(skill.id, skill.rule, 2 * one),
                    "size": _key(after, skill.rule, "a" if one > two else "b"),
                },
            ],
        )

    def twin(self, of: Syllabus, skill: Skill, rng: Random) -> Question | None:
        if skill.case == "2":
            return None
        rng.random()
        return self.ask(of, skill, rng)


def _key(skill: str, rule: str, right: Any) -> Key:
    return Key(right=right, skill=skill, rule=rule, says="Add.", source="page 1", missed="The sum.")


LESSONS = (
    Lesson(id="one", title="One", summary="First.", paragraphs=[Paragraph(says="Add.")]),
    Lesson(
        id="two",
        title="Two",
        summary="Second.",
        paragraphs=[Paragraph(says="Add more.")],
        checklist=[
            Paragraph(says="Count on your fingers.", rule="duki4.fingers", source="page 2"),
            Paragraph(says="Count with chips."),
        ],
    ),
)


@contextmanager
def sums_are_taught() -> Iterator[None]:
    """Every game teaches nothing but sums meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drills, "DRILLS", {"sums": Sums()})
        patch.setattr("tablewright.house.classroom.pages.DRILLS", drills.DRILLS)
        patch.setattr(courses, "lessons", lambda of: LESSONS)
        syllabus._syllabus.cache_clear()
        yield
    syllabus._syllabus.cache_clear()


def kept_drill(house: House, id: str) -> OpenDrill:
    """A question as the house keeps it."""
    known = house.school.learners._known.values()
    return next(each.drills[id] for each in known if id in each.drills)


def question_of(house: House, id: str) -> Question:
    drill = kept_drill(house, id)
    return ask(syllabus.syllabus(drill.game), drill.reference)


def right_answer(house: House, shown: Json) -> Json:
    """What is right for the stage that is shown."""
    keys = question_of(house, shown["id"]).keys[shown["number"]]
    return {id: msgspec.to_builtins(key.right, str_keys=True) for id, key in keys.items()}


async def asked(visitor: Visitor, **what: Json) -> Json:
    """A question, which must come."""
    answer = await visitor.post("/school/drills", {"game": "duki4"} | what)
    assert answer.status_code == 201, answer.text
    visitor.heard.append(answer.text)
    return answer.json()


async def answered(visitor: Visitor, shown: Json, given: Json, **more: Json) -> Json:
    """The marks of a stage."""
    body = {"stage": shown["number"], "given": given} | more
    answer = await visitor.post(f"/school/drills/{shown['id']}/answer", body)
    assert answer.status_code == 200, answer.text
    visitor.heard.append(answer.text)
    return answer.json()


async def gone_through(
    visitor: Visitor, house: House, shown: Json, *, is_right: bool = True
) -> Json:
    """The last answer to a question that is gone through to its end."""
    while True:
        given = right_answer(house, shown) if is_right else {}
        marked = await answered(visitor, shown, given, seconds=0.0)
        if marked["is_over"]:
            return marked
        shown = marked["next"]


def serve_sums(say: Say, database: str, pace: float, complaints: Path) -> None:
    """A house of sums that can be killed."""
    with sums_are_taught():
        serve(say, database, pace, complaints)
