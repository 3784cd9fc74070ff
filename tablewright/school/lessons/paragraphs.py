"""A lesson and its paragraphs: what is said comes from the rule book, what is shown from the drills."""

import msgspec

from tablewright.school.questions import Shown


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
