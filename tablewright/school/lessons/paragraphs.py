"""A lesson and its paragraphs: what is said comes from the rule book, what is shown from the drills."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from tablewright.rules.citations import Passage, Texts
from tablewright.school.asking import Reference, ask
from tablewright.school.drills import drill_named
from tablewright.school.marking import said
from tablewright.school.questions import Question, Shown
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus

EXAMPLE = "example"
"""The seed of every example: a lesson is the same for everyone who reads it."""
AT_A_GLANCE = 20.0
"""A drill that takes more seconds is not made for an example: it would have several stages."""


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A paragraph of a lesson, from the rule book: what it says, and where that is printed."""

    says: str
    title: str = ""
    """A heading above it, where something new begins."""
    source: str = ""
    rule: str = ""
    shown: Shown | None = None
    """An example on the felt."""
    drawing: str = ""
    """An SVG drawing of a hand skill."""
    rows: list[list[str]] = []
    """A table: the head first."""
    skill: str = ""
    """A skill that can be tried at once."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """One lesson of the path through a game."""

    id: str
    title: str
    summary: str
    paragraphs: list[Paragraph]
    checklist: list[Paragraph] = []
    """Hand skills that an instructor looks at, at a real table."""


class Writer:
    """Writes paragraphs of one lesson: rules by their id, examples by their skill."""

    def __init__(self, of: Syllabus, lesson: str = "") -> None:
        self.of, self.lesson = of, lesson
        self.texts = Texts(of.game.documents, of.setup.jurisdiction)

    def cited(self, source: Passage) -> str:
        return str(self.texts.cited(source))

    def rule(self, id: str, **more: Any) -> Paragraph:
        """A rule of the register, with a skill that can be tried where some drill asks for it."""
        known = self.of.rules[id]
        more.setdefault("skill", self.skill(id))
        return Paragraph(says=known.sentence, source=str(known.source), rule=id, **more)

    def rules(self, ids: Iterable[str], title: str = "") -> Iterator[Paragraph]:
        """Rules under one heading."""
        for number, id in enumerate(ids):
            yield self.rule(id, title="" if number else title)

    def headed(
        self, id: str, title: str, says: str, rows: list[list[str]] | None = None
    ) -> Paragraph:
        """A rule whose sentence is the heading, over what belongs to it."""
        assert self.of.rules[id].sentence == f"{title}."
        rule = self.rule(id, title=title, rows=rows or [])
        return msgspec.structs.replace(rule, says=says)

    # Skills ---------------------------------------------------------------------------------------

    @cached_property
    def _by_rule(self) -> dict[str, list[Skill]]:
        found: dict[str, list[Skill]] = {}
        for skill in self.of.skills.values():
            found.setdefault(skill.rule, []).append(skill)
        return found

    def skill(self, rule: str) -> str:
        """A skill of a rule, one of the lesson's own topic first; none, where no drill asks for it."""
        found = self._by_rule.get(rule, [])
        own = [skill for skill in found if skill.topic == self.lesson]
        return next((skill.id for skill in own or found), "")

    def skills(self, topic: Topic, *drills: str) -> list[Skill]:
        """The skills of a topic, in the order of the path; those of some drills, if any are named."""
        return [
            skill
            for skill in self.of.skills.values()
            if skill.topic is topic and (not drills or skill.drill in drills)
        ]

    # Examples -------------------------------------------------------------------------------------

    def example(self, skill: str) -> dict[str, Any]:
        """What an example adds to a paragraph: the felt, what is asked of it and what comes of it.

        Only a question of one stage is an example; a longer one is tried, not read.
        """
        if not skill or drill_named(self.of.find(skill).drill).seconds > AT_A_GLANCE:
            return {"skill": skill}
        question = ask(self.of, Reference(skill, EXAMPLE))
        if len(question.stages) > 1:
            return {"skill": skill}
        (stage,) = question.stages
        return {"skill": skill, "shown": stage.shown, "rows": [ANSWERED, *answers(question)]}

    def with_example(self, id: str, **more: Any) -> Paragraph:
        """A rule with an example of its first skill."""
        return self.rule(id, **self.example(self.skill(id)), **more)

    def of_skill(self, skill: Skill, title: str = "") -> Paragraph:
        """A skill with an example: its case, or its whole sentence if it is the rule itself."""
        case = skill.says.removesuffix(self.of.rules[skill.rule].sentence).strip()
        return Paragraph(
            says=case or skill.says,
            source=skill.source,
            rule=skill.rule,
            title=title,
            **self.example(skill.id),
        )


ANSWERED = ["Asked", "Right"]
MOST_ROWS = 4
"""Of an example that asks for more, only what it is an example of."""


def answers(question: Question) -> Iterator[list[str]]:
    """What is asked in a question of one stage, and what is right."""
    for stage, keys in zip(question.stages, question.keys, strict=True):
        own = [part for part in stage.parts if keys[part.id].skill == question.skill]
        for part in own if own and len(stage.parts) > MOST_ROWS else stage.parts:
            key = keys[part.id]
            asks = part.asks if part.asks.endswith(("?", ")")) else stage.asks
            yield [asks, key.said or said(part, key.right)]
