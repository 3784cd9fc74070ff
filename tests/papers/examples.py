"""Printed examples worked out again: the school asks the same question, and money is paid by hand.

An example on paper is known by all the cards, chips and amounts that it shows. Its answer must be the
answer to that question and to no other.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tablewright.papers.editions import Edition
from tablewright.papers.walked import walked
from tablewright.rules.cards import cards, faces
from tablewright.school.asking import Reference, ask
from tablewright.school.drills import drill_named
from tablewright.school.lessons.paragraphs import AT_A_GLANCE, EXAMPLE
from tablewright.school.marking import said
from tablewright.school.questions import Question, Shown
from tablewright.table.chips import chips_text, money
from tests.papers.copies import edition
from tests.papers.numbers import SUITS, Kind, numbers
from tests.school.test_pay import SETTLE_BY_HAND, refuse_wrong_answers

FACE = re.compile(rf"(?:10|[2-9JQKA])[{SUITS}]")
PAY = "pay"


class Worked(NamedTuple):
    """A question as it is known on paper, and the numbers of its answer."""

    skill: str
    shown: Counter[str]
    asks: frozenset[str]
    """Numbers in what is asked."""
    right: frozenset[str]


def figures_of(text: str) -> Counter[str]:
    """The cards and numbers in a text, each as often as it stands there."""
    plain = [each.text for each in numbers(text) if each.kind is not Kind.CARD]
    return Counter([*plain, *FACE.findall(text)])


@cache
def worked(game: str) -> list[Worked]:
    """Every question that an example can be, asked again."""
    return [_worked(question) for question in asked(edition(game))]


def asked(of: Edition) -> Iterator[Question]:
    """The example of every skill that is seen at a glance."""
    for skill in of.syllabus.skills.values():
        if drill_named(skill.drill).seconds <= AT_A_GLANCE:
            question = ask(of.syllabus, Reference(skill.id, EXAMPLE))
            if len(question.stages) == 1:
                yield question


def paid_by_hand(game: str, readings: dict[str, str]) -> int:
    """Every example of a payment held against the naive settlement; how many there are."""
    found = [each for each in asked(edition(game)) if each.drill == PAY]
    for question in found:
        assert question.round is not None
        by_hand = SETTLE_BY_HAND[game](question.round, readings)
        refuse_wrong_answers(game, question, by_hand, readings)
    return len(found)


def _worked(question: Question) -> Worked:
    (stage,), (keys,) = question.stages, question.keys
    answers = [keys[part.id].said or said(part, keys[part.id].right) for part in stage.parts]
    asks = " ".join((stage.asks, *(part.asks for part in stage.parts)))
    return Worked(
        question.skill,
        figures_of(" ".join(_in_words(stage.shown))),
        frozenset(figures_of(asks)),
        frozenset(figures_of(" ".join(answers))),
    )


def _in_words(shown: Shown) -> Iterator[str]:
    """Whatever lies there."""
    yield from (shown.device, *shown.facts, *shown.told)
    for held in (shown.drawn, *(hand.cards for hand in shown.hands)):
        yield faces(cards(" ".join(filter(None, held))))
    for hand in shown.hands:
        yield hand.title
        yield faces(cards(" ".join(hand.cards[n] for n in hand.plays)))
    for wager in shown.wagers:
        yield f"{wager.name} {money(wager.cents)} {chips_text(wager.chips)}"
        yield str(wager.on_card or "")
    for place in dict.fromkeys(wager.place for wager in shown.wagers):
        yield str(place)


# Tables of examples --------------------------------------------------------------------------------


def is_example(rows: list[list[str]]) -> bool:
    """Whether a table shows worked examples, by its head."""
    return "Example" in rows[0]


def wrong_examples(game: str, rows: list[list[str]]) -> Iterator[str]:
    """The examples of a table that no question leads to, or whose answer is another one."""
    head, *body = rows
    if head == ["Example", ""]:
        yield from _wrong(worked(game), [" ".join(map(" ".join, body))], is_one=True)
        return
    at = head.index("Example")
    for row in body:
        yield from _wrong(worked(game), row[at:], is_one=False)


def _wrong(known: list[Worked], cells: list[str], *, is_one: bool) -> Iterator[str]:
    """An example stands in one cell with its answer, or in two."""
    lies, *right = cells
    printed, answered = figures_of(lies), set(figures_of(" ".join(right)))
    for each in known:
        if is_one:
            rest = printed - each.shown
            if printed >= each.shown and set(rest) <= each.right | each.asks:
                return
        elif printed == each.shown and answered <= each.right:
            return
    yield " | ".join(cells)


# A table that was walked ---------------------------------------------------------------------------


def told(of: Edition) -> Iterator[str]:
    """What is said to the staff at tables walked with each device, and what became of them."""
    for device in of.devices:
        steps, chapters = walked(of, device.id)
        for step in steps:
            yield from (step.part, step.does, step.source)
        for chapter in chapters:
            for each in chapter.told:
                yield from (each.says, each.why)
