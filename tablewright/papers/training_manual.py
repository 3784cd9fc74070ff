"""Procedures and training manual, for dealers and supervisors: how the game is run, step by step.

The chapters are the lessons of the school, in print: the same sentences, drawings and examples. Beside
them stand a table walked from the opening to the closing with each device, the felt, the forms, the
rules of the house, and what is not in force here.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablewright.papers.documents import (
    Aside,
    Blank,
    Block,
    Document,
    Drawing,
    Heading,
    Listing,
    Paragraph,
    Sheet,
    Table,
)
from tablewright.papers.editions import Edition
from tablewright.papers.felts import felt_of, felt_said, felt_svg
from tablewright.papers.in_force import of_game
from tablewright.papers.lessons_printed import LessonPrinter
from tablewright.papers.payouts import limits_table
from tablewright.papers.rules_of_play import absent_rules
from tablewright.papers.settings import settings
from tablewright.papers.walked import walked
from tablewright.rules.english import capital
from tablewright.rules.house_rules import HOUSE_RULES, SERVER
from tablewright.school.lessons import Lesson, lessons
from tablewright.school.lessons import connecting as so
from tablewright.table.acts.forms import FORMS, SLIP_IN, SLIP_OUT, USES
from tablewright.table.chapters import Chapter

NAME = "training-manual"
PRACTICE_ONLY = (so.LIMITS,)
"""Sentences of lessons that are true of a practice table only."""
CHECKLIST = "Practical checklist"


def training_manual(edition: Edition) -> Document:
    """The manual of an edition."""
    return Document(
        name=NAME,
        title="Procedures and training",
        subtitle="For dealers and supervisors",
        sheet=Sheet(is_numbered=True, has_contents=True, text_pt=9.5),
        blocks=tuple(_written(edition)),
    )


def _written(edition: Edition) -> Iterator[Block]:
    printer = LessonPrinter(edition)
    for lesson in lessons(edition.syllabus):
        yield Heading(text=lesson.title, id=lesson.id)
        yield Paragraph(text=lesson.summary, is_small=True)
        yield from printer.blocks(lesson, leaving_out=PRACTICE_ONLY)
        if lesson.id == "game":
            yield from _felt(edition)
        if lesson.id == "wagers":
            yield replace(limits_table(edition), widths=())
        if lesson.id == "deal":
            yield from _step_by_step(edition)
            yield from _told(edition)
        if lesson.checklist:
            yield from _checklist(lesson)
    yield from _forms(edition)
    yield from _house(edition)
    left = [id for id in of_game(edition) if id not in printer.printed]
    yield from absent_rules(edition, [printer.rule(id) for id in left])


def _felt(edition: Edition) -> Iterator[Block]:
    """The felt, from above."""
    felt = felt_of(edition)
    yield Heading(text="The felt", level=2)
    yield Drawing(svg=felt_svg(felt), shows=felt_said(felt))


# A table, walked -----------------------------------------------------------------------------------


def _step_by_step(edition: Edition) -> Iterator[Block]:
    """Every step with each device, who takes it, and where it is printed."""
    for device in edition.devices:
        steps, _ = walked(edition, device.id)
        yield Heading(text=f"Step by step: {device.name}", level=2)
        part, rows = "", []
        for step in steps:
            shown = step.part if step.part != part else ""
            rows.append((shown, capital(step.who.removeprefix("the ")), step.does, step.source))
            part = step.part
        yield Table(
            head=("Part", "Who", "Step", "Source"),
            rows=tuple(rows),
            widths=(1.2, 1, 4, 3),
            is_small=True,
        )


def _told(edition: Edition) -> Iterator[Block]:
    """One table as its journal tells it."""
    device = edition.devices[0]
    _, chapters = walked(edition, device.id)
    yield Heading(text=f"A table from opening to closing: {device.name}", level=2)
    said = (
        "This table was rehearsed by the rules in this manual, with two simulated players. The house"
        " stands for the staff."
    )
    if edition.syllabus.setup.jurisdiction != edition.jurisdiction.id:
        place = edition.jurisdiction.name
        said += f" No table may open by these rules in {place} before they are approved."
    yield Paragraph(text=said)
    for chapter in chapters:
        yield _chapter(chapter)


def _chapter(chapter: Chapter) -> Table:
    """A chapter of the story; each payment with the rule that it was made by."""
    rows = []
    for told in chapter.told:
        says = (told.says, f" {told.why}") if told.why else told.says
        rows.append(((Aside(told.at.strftime("%H:%M:%S")),), says))
    titles = {"opening": "The opening", "closing": "The closing"}
    return Table(
        title=titles.get(chapter.chapter, "A round"),
        head=("Time", "What happens"),
        rows=tuple(rows),
        widths=(0, 1),
        is_small=True,
    )


# What stands beside the lessons --------------------------------------------------------------------


def _checklist(lesson: Lesson) -> Iterator[Block]:
    yield Heading(text=CHECKLIST, level=2)
    for each in lesson.checklist:
        yield Listing(items=(each.says,))
        yield Blank(names=("Dealer", "Instructor", "Date"))


def _forms(edition: Edition) -> Iterator[Block]:
    """Every form that a table of this game uses, what it is for and who signs it."""
    unused = () if edition.procedure.slip else (SLIP_IN, SLIP_OUT)
    rows = [(name, USES[form]) for form, name in FORMS.items() if form not in unused]
    yield Heading(text="Forms", id="forms")
    yield Paragraph(text="Each form states the table, the game, the date and the time.")
    yield Table(head=("Form", "What it is for"), rows=tuple(rows), widths=(1, 3))


def _house(edition: Edition) -> Iterator[Block]:
    """What no manual states: the house's choices, and the rules that every table of it keeps to."""
    yield Heading(text="The house", id="house")
    yield Paragraph(text="What no manual states, and this house has chosen for its table.")
    yield Table(
        head=("Setting", "Here"),
        rows=tuple(settings(edition)),
        widths=(1, 1),
    )
    for topic in dict.fromkeys(rule.setting for rule in HOUSE_RULES.values()):
        if topic != SERVER:
            yield Heading(text=capital(topic), level=2)
            for id, rule in HOUSE_RULES.items():
                if rule.setting == topic:
                    source = str(edition.rules[id].source)
                    yield Paragraph(text=rule.sentence, rule=id, source=source, is_numbered=True)
