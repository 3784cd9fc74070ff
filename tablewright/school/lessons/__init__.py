"""Lessons: a guided path through a game, drawn from the rule book; no rule is written a second time.

paragraphs.py  a lesson and its paragraphs
"""

from tablewright.school.lessons.paragraphs import Lesson, Paragraph
from tablewright.school.syllabus import Syllabus

__all__ = ["Lesson", "Paragraph", "lessons"]


def lessons(syllabus: Syllabus) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are read."""
    return ()
