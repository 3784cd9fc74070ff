"""The train command: a session of questions in the terminal, marked as they are answered."""

from collections.abc import Iterator
from itertools import chain
from types import FrameType

from tablewright.cli.interrupts import so_far
from tablewright.cli.numbers import whole
from tablewright.cli.play.screen import Screen
from tablewright.cli.school.chosen import chosen_drill, chosen_seed, chosen_syllabus
from tablewright.cli.school.record import Record
from tablewright.cli.school.session import TrainingSession, summary_sheets, to_look_at_again
from tablewright.rules.errors import Refused
from tablewright.school.asking import Reference, drawn
from tablewright.school.drills import drill_named

USUAL_MINUTES = 20
LONGEST_MINUTES = 24 * 60
DONE = "You are done for today: take any drill with --drill NAME, or come back tomorrow."


def train(
    game: str,
    readings: list[str],
    drill: str | None,
    seed: str | None,
    minutes: str | None,
    *,
    is_fresh: bool,
) -> int:
    """Ask until the time is over or the trainee leaves.

    A seed asks for the same questions again, so what was kept of earlier sessions is left alone.
    """
    of = chosen_syllabus(game, readings)
    only, number = chosen_drill(drill), chosen_seed(seed)
    long = USUAL_MINUTES if minutes is None else whole("--minutes", minutes, 1, LONGEST_MINUTES)
    many = sum(not only or skill.drill == only for skill in of.skills.values())
    if not many:
        raise Refused(f"{of.game.name} has nothing to ask in the drill {only}: expected another")
    screen = Screen()
    screen.line(f"{of.game.name}: {drill_named(only).title if only else 'every drill'}", "bold")
    if only:
        screen.line(drill_named(only).about)
    record = None if is_fresh or seed is not None else Record(of)
    if record is None:
        questions: Iterator[Reference] = (each for each, _ in drawn(of, str(number), only))
        session = TrainingSession(of, questions, screen, long * 60)
        plan = f"{many:,} skills"
    else:
        planned = record.plan(long, only, str(number))
        questions = record.references(planned, str(number))
        if only:  # Who asks for a drill gets it for as long as they like.
            more = drawn(of, f"{number} more", only)
            questions = chain(questions, (each for each, _ in more))
        elif not planned.items:
            screen.line(DONE)
            return 0
        session = TrainingSession(of, questions, screen, long * 60, record.note)
        plan = planned.says if planned.items else "Nothing is due"
    screen.line(f"{plan}. {long} minutes. ? shows what may be typed, q ends the session.", "dim")
    _say_problem(record, screen)
    _run(session)
    _say_problem(record, screen)
    if screen.lost:
        raise screen.lost
    return 0


def _say_problem(record: Record | None, screen: Screen) -> None:
    """Say why nothing is kept, if nothing is."""
    if record is not None and record.problem:
        screen.line(f"Your progress is not kept: {record.problem}.", "yellow")


def _run(session: TrainingSession) -> None:
    """Ask, and at the end, however it comes, say how it went."""
    screen = session.screen
    so_far(lambda: f"after {session.questions} question{'s'[: session.questions != 1]}")

    def interrupted(signal: int, frame: FrameType | None) -> None:
        if not screen.breaks_off():
            screen.is_interrupted = True

    with screen.interruptible(interrupted):
        session.run()
        _summarise(session)
    so_far("when the session was over")


def _summarise(session: TrainingSession) -> None:
    screen = session.screen
    questions, wrong = session.questions, session.questions - session.right
    skipped = f", {session.skipped} skipped" if session.skipped else ""
    screen.line()
    screen.line(
        f"{questions} question{'s'[: questions != 1]}:"
        f" {session.right} right, {wrong} wrong{skipped}.",
        "bold",
    )
    for sheet in summary_sheets(session):
        screen.sheet(sheet)
    if missed := to_look_at_again(session):
        screen.line("To look at again", "bold cyan")
        for part in missed:
            screen.line(f"  {part.says}", "", 2)
            screen.line(f"    {part.source} ({part.rule})", "dim", 4)
