"""The drills command: questions with right answers, one JSON object a line, or a handout on paper."""

import sys
from collections.abc import Iterator
from itertools import islice

from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.numbers import whole
from tablewright.cli.play.screen import WIDTH, Screen, folded
from tablewright.cli.school.chosen import chosen_drill, chosen_seed, chosen_syllabus
from tablewright.cli.school.shown import how_to_answer, news, part_lines, shown_lines
from tablewright.rules.errors import Refused
from tablewright.school.asking import drawn
from tablewright.school.drills import drill_named
from tablewright.school.marking import heard, said
from tablewright.school.questions import (
    AnyPart,
    GiveChips,
    Key,
    PickCards,
    Question,
    Say,
    Shown,
    Stage,
)
from tablewright.school.syllabus import Syllabus

USUAL_COUNT = 10
MOST_QUESTIONS = 100_000
MOST_ON_PAPER = 200
"""More would fill a book."""
NEW_PAGE = "\f"
LINE_TO_WRITE_ON = "_" * 40
COVER = "Each step shows what was right in the one before: cover what lies below."


def print_drills(
    game: str,
    readings: list[str],
    drill: str | None,
    count: str | None,
    seed: str | None,
    *,
    as_json: bool,
) -> int:
    """Print so many questions of a game, or of one of its drills."""
    of = chosen_syllabus(game, readings)
    only, number = chosen_drill(drill), chosen_seed(seed)
    many = USUAL_COUNT if count is None else whole("--count", count, 1, MOST_QUESTIONS)
    if not as_json and many > MOST_ON_PAPER:
        raise Refused(
            f"--count is {many}: expected at most {MOST_ON_PAPER} for a handout; --json prints more"
        )
    asked = (question for _, question in islice(drawn(of, str(number), only), many))
    if as_json:
        return write_json(asked)
    with unbroken():  # A handout without its answers is of no use.
        so_far("while the handout was being printed")
        print_handout(of, list(asked), only, number)
    return 0


def write_json(asked: Iterator[Question]) -> int:
    """One question a line, each written out before the next is made."""
    import msgspec

    written, encode, out = 0, msgspec.json.Encoder().encode, sys.stdout.buffer
    so_far(lambda: f"with {written:,} question{'s'[: written != 1]} written")
    for question in asked:
        line = encode(question.plain()) + b"\n"
        with unbroken():
            out.write(line)
            out.flush()
            written += 1
    return 0


# A handout -----------------------------------------------------------------------------------------


def print_handout(of: Syllabus, asked: list[Question], drill: str, seed: int) -> None:
    """The questions, then the answers on a page of their own."""
    screen = Screen()
    what = f": {drill_named(drill).title}" if drill else ""
    screen.line(f"{of.game.name}{what}", "bold cyan")
    screen.line(f"Seed {seed}, ruleset {of.fingerprint[:12]}. The answers are on the last page.")
    for number, question in enumerate(asked, start=1):
        screen.line()
        screen.lines(question_lines(of, number, question))
    screen.line(f"{NEW_PAGE}{of.game.name}{what}: the answers (seed {seed})", "bold cyan")
    for number, question in enumerate(asked, start=1):
        screen.line()
        screen.lines(answer_lines(number, question))
    if screen.lost:
        raise screen.lost


def question_lines(of: Syllabus, number: int, question: Question) -> Iterator[str]:
    """A question as it is printed, with room for the answers."""
    title = drill_named(question.drill).title
    yield f"{number}. {title}"
    is_long = len(question.stages) > 1
    if is_long:
        yield from folded(f"   {COVER}", WIDTH)
    before: Shown | None = None
    for step, stage in enumerate(question.stages, start=1):
        mark = f"{number}.{step}  " if is_long else "   "
        yield from folded(f"{mark}{stage.asks}", WIDTH, len(mark))
        shown, before = news(stage.shown, before), stage.shown
        for line in shown_lines(shown, of, WIDTH - 3):
            yield f"   {line}".rstrip()
        yield from _to_write(stage)


def _to_write(stage: Stage) -> Iterator[str]:
    """Each part, its choices and a line to write on."""
    for part in stage.parts:
        if part.asks != stage.asks:
            yield from folded(f"   {part.asks}", WIDTH, 3)
        for line in part_lines(part, WIDTH - 3):
            yield f"   {line}".rstrip()
        yield f"   {_to_give(part)}: {LINE_TO_WRITE_ON}"


def _to_give(part: AnyPart) -> str:
    match part:
        case PickCards() | GiveChips():
            return f"Answer ({how_to_answer(part)})"
        case Say(options=[]):
            return "You say"
    return "Answer"


def answer_lines(number: int, question: Question) -> Iterator[str]:
    """What is right, the fact that decides, by which rule and where that is printed.

    A fact is said once in a step, a rule once in a question.
    """
    is_long = len(question.stages) > 1
    told: set[tuple[str, str]] = set()
    for step, (stage, keys) in enumerate(zip(question.stages, question.keys, strict=True), start=1):
        mark = f"{number}.{step}  " if is_long else f"{number}. "
        facts = {""}
        for part in stage.parts:
            key, right = keys[part.id], right_said(part, keys[part.id])
            asks = f"{part.asks} " if len(stage.parts) > 1 else ""
            lines = [f"{asks}{right}"]
            if key.missed not in facts and heard(key.missed) not in (heard(right), heard(key.says)):
                lines.append(key.missed)
            facts.add(key.missed)
            if (key.says, key.source) not in told:
                told.add((key.says, key.source))
                lines += [key.says] if heard(key.says) != heard(right) else []
                lines.append(f"{key.source} ({key.rule})")
            for text in lines:
                yield from folded(f"{mark}{text}", WIDTH, len(mark))
                mark = " " * len(mark)


def right_said(part: AnyPart, key: Key) -> str:
    """What is right, in words."""
    return key.said or said(part, key.right)
