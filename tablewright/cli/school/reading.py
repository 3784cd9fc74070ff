"""The lessons command: the path through a game as text, and the list that an instructor signs."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tablewright.cli.play.screen import WIDTH, Screen, folded
from tablewright.cli.school.chosen import chosen_syllabus
from tablewright.cli.school.shown import shown_lines
from tablewright.cli.sheets import Sheet, plain_lines, show_as
from tablewright.school.lessons import Lesson, Paragraph, lesson_named, lessons
from tablewright.school.syllabus import Syllabus

TO_SIGN = "Instructor ____________________  Date ____________"


def show_lessons(game: str, lesson: str | None, readings: list[str], *, as_json: bool) -> int:
    """Print one lesson, or the list of them."""
    of = chosen_syllabus(game, readings)
    if lesson is None:
        return show_as(_list_json, _list_sheets, of, as_json=as_json)
    found = lesson_named(of, lesson)
    if as_json:
        return show_as(msgspec.to_builtins, lambda each: iter(()), found, as_json=True)
    screen = Screen()
    screen.line(f"{of.game.name}: {found.title}", "bold cyan")
    screen.line(found.summary)
    before = ""
    for paragraph in found.paragraphs:
        cited = f"{paragraph.source} ({paragraph.rule})" if paragraph.rule else paragraph.source
        print_paragraph(screen, of, paragraph, "" if cited == before else cited)
        before = cited
    for line in checklist_lines(found):
        screen.line(line, indent=4)
    if screen.lost:
        raise screen.lost
    return 0


def _list_json(of: Syllabus) -> list[dict[str, Any]]:
    return [{"id": e.id, "title": e.title, "summary": e.summary} for e in lessons(of)]


def _list_sheets(of: Syllabus) -> Iterator[Sheet]:
    rows = [[each.id, each.title, each.summary] for each in lessons(of)]
    yield Sheet(f"{of.game.name}: lessons", rows, ("lesson", "title", "what it is about"))


def print_paragraph(screen: Screen, of: Syllabus, paragraph: Paragraph, cited: str) -> None:
    """A paragraph: its heading, what it says and where that is printed, its example and its table."""
    if paragraph.title:
        screen.line()
        screen.line(paragraph.title, "bold")
    screen.line(f"  {paragraph.says}", "", 2)
    if cited:
        screen.line(f"    {cited}", "dim", 4)
    if paragraph.shown is not None:
        screen.lines([f"    {line}" for line in shown_lines(paragraph.shown, of, screen.width - 4)])
    if paragraph.rows:
        screen.lines(table_lines(paragraph.rows, screen.width))


def table_lines(rows: list[list[str]], width: int) -> list[str]:
    """A table under a paragraph; one below the other, where it is too wide."""
    head, *cells = rows
    lines = plain_lines(Sheet("", cells, head))
    if max(map(len, lines)) + 2 <= width:
        return [f"  {line}" for line in lines]
    found = []
    for row in cells:
        first, *rest = row
        found += folded(f"    - {first}", width, 6)
        for each in rest:
            found += folded(f"      {each}", width, 6)
    return found


def checklist_lines(lesson: Lesson) -> Iterator[str]:
    """What an instructor looks at, each with a box and a line to sign on."""
    if lesson.checklist:
        yield ""
        yield "Practical checklist"
    for each in lesson.checklist:
        yield f"[ ] {each.says}"
        yield f"    {TO_SIGN}"[:WIDTH]
