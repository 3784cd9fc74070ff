"""Lessons: a guided path through a game, drawn from the rule book; no rule is written a second time.

paragraphs.py    a lesson, its paragraphs, and how they are written      connecting.py  what leads from
rule_book.py     what the game is, hands, wagers, payments                              one to the next
at_the_table.py  the deal, calls, irregularities, guarding               drawings.py    line drawings
hand_skills.py   what no screen can teach, with a list to be signed
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.lessons.at_the_table import calls, deal, guarding, irregularities
from tablewright.school.lessons.connecting import SUMMARIES, TITLES
from tablewright.school.lessons.hand_skills import checklist, hand_skills
from tablewright.school.lessons.paragraphs import Lesson, Paragraph, Writer
from tablewright.school.lessons.rule_book import hands, payments, wagers, what_it_is
from tablewright.school.syllabus import Syllabus

__all__ = ["Lesson", "Paragraph", "lesson_named", "lessons"]

PRACTICAL = "practical"
WRITTEN: Mapping[str, Callable[[Writer], Iterator[Paragraph]]] = {
    "game": what_it_is,
    "hands": hands,
    "wagers": wagers,
    "payments": payments,
    "deal": deal,
    "calls": calls,
    "irregularities": irregularities,
    "guarding": guarding,
    PRACTICAL: hand_skills,
}
"""The lessons in the order in which they are read."""


@lru_cache(maxsize=16)
def lessons(syllabus: Syllabus) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are read."""
    return tuple(_written(Writer(syllabus, id)) for id in WRITTEN)


def _written(w: Writer) -> Lesson:
    id = w.lesson
    return Lesson(
        id=id,
        title=TITLES[id],
        summary=SUMMARIES[id],
        paragraphs=_with_every_skill(w, list(WRITTEN[id](w))),
        checklist=list(checklist(w)) if id == PRACTICAL else [],
    )


def _with_every_skill(w: Writer, written: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs, and each rule of the lesson's topic that a drill asks for and none names."""
    named, group = {paragraph.rule for paragraph in written}, ""
    for skill in w.of.skills.values():
        if skill.topic == w.lesson and skill.rule not in named:
            named.add(skill.rule)
            written.append(w.of_skill(skill, title=skill.group if skill.group != group else ""))
            group = skill.group
    return written


def lesson_named(syllabus: Syllabus, id: str) -> Lesson:
    """The lesson of this name."""
    for lesson in lessons(syllabus):
        if lesson.id == id:
            return lesson
    raise Refused(f"there is no lesson {quoted(id)}: expected {listed(WRITTEN)}")
