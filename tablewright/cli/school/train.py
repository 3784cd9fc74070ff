"""The train command: a session of questions in the terminal, marked as they are answered."""

from collections.abc import Iterator
from types import FrameType

from tablewright.cli.interrupts import so_far
from tablewright.cli.numbers import whole
from tablewright.cli.play.screen import Screen
from tablewright.cli.school.chosen import chosen_drill, chosen_seed, chosen_syllabus
from tablewright.cli.school.session import TrainingSession, summary_sheets, to_look_at_again
from tablewright.school.asking import Reference, drawn
from tablewright.school.drills import drill_named
from tablewright.school.syllabus import Syllabus

USUAL_MINUTES = 20
LONGEST_MINUTES = 24 * 60


def train(
    game: str, readings: list[str], drill: str | None, seed: str | None, minutes: str | None
) -> int:
    """Ask until the time is over or the trainee leaves."""
    of = chosen_syllabus(game, readings)
    only, number = chosen_drill(drill), chosen_seed(seed)
    long = USUAL_MINUTES if minutes is None else whole("--minutes", minutes, 1, LONGEST_MINUTES)
    screen = Screen()
    session = TrainingSession(of, _references(of, number, only), screen, long * 60)

    def interrupted(signal: int, frame: FrameType | None) -> None:
        if not screen.breaks_off():
            screen.is_interrupted = True

    with screen.interruptible(interrupted):
        _begin(of, only, long, screen)
        session.run()
        _end(session)
    so_far("when the session was over")
    if screen.lost:
        raise screen.lost
    return 0


def _references(of: Syllabus, seed: int, drill: str) -> Iterator[Reference]:
    return (reference for reference, _ in drawn(of, str(seed), drill))


def _begin(of: Syllabus, drill: str, minutes: int, screen: Screen) -> None:
    what = drill_named(drill).title if drill else "every drill"
    many = sum(not drill or skill.drill == drill for skill in of.skills.values())
    screen.line(f"{of.game.name}: {what}, {many:,} skills", "bold")
    if drill:
        screen.line(drill_named(drill).about)
    screen.line(f"{minutes} minutes. ? shows what may be typed, q ends the session.", "dim")


def _end(session: TrainingSession) -> None:
    """How it went, and what to look at again."""
    screen = session.screen
    questions, wrong = session.questions, session.questions - session.right
    skipped = f", {session.skipped} skipped" if session.skipped else ""
    screen.line()
    screen.line(
        f"{questions} question{'s'[: questions != 1]}: {session.right} right, {wrong} not{skipped}.",
        "bold",
    )
    for sheet in summary_sheets(session):
        screen.sheet(sheet)
    if missed := to_look_at_again(session):
        screen.line("To look at again", "bold cyan")
        for part in missed:
            screen.line(f"  {part.says}", "", 2)
            screen.line(f"    {part.source} ({part.rule})", "dim", 4)
