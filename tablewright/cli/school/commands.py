"""The commands of the school and their options. Each answers with the work to be done."""

from typing import Annotated

import typer

from tablewright.cli.options import (
    AsJson,
    ChosenReadings,
    DealtFrom,
    GameId,
    OneDrill,
    TrustedKey,
    Work,
)

EXAMPLES = {
    "lessons": "tablewright lessons king-high practical",
    "drills": "tablewright drills pick2 --drill pay --count 20 --seed 7",
    "train": "tablewright train king-high --drill say",
    "audition": "tablewright audition duki4 --minutes 20 --journal audition.jsonl",
    "certificates": "tablewright certificates record-12.zip",
}


def add_school(app: typer.Typer) -> None:
    """Add the commands to those of the command line."""
    for command in (lessons, drills, train, audition, certificates):
        app.command(epilog=f"Example: {EXAMPLES[command.__name__]}")(command)


def lessons(
    game: GameId,
    lesson: Annotated[
        str | None, typer.Argument(metavar="[LESSON]", help="One lesson; their list if none")
    ] = None,
    reading: ChosenReadings = None,
    as_json: AsJson = False,
) -> Work:
    """Read how a game is dealt, lesson by lesson, each rule with its passage and an example.

    The last lesson, practical, ends with a list of hand skills for an instructor to sign.
    """
    from tablewright.cli.school.reading import show_lessons

    return lambda: show_lessons(game, lesson, reading or [], as_json=as_json)


def drills(
    game: GameId,
    drill: OneDrill = None,
    count: Annotated[
        str | None, typer.Option(metavar="N", help="How many questions; 10 if not set.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed prints the same questions.")
    ] = None,
    reading: ChosenReadings = None,
    as_json: AsJson = False,
) -> Work:
    """Print questions on a game with their right answers: a handout, the answers on its last page.

    With --json each question is one object on one line. In a pay or settle drill `question.round`
    is a round as `settle` reads it, and `answer` is what `settle` prints for it.
    """
    from tablewright.cli.school.handout import print_drills

    return lambda: print_drills(game, reading or [], drill, count, seed, as_json=as_json)


def train(
    game: GameId,
    drill: OneDrill = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="The same seed and the same answers ask the same questions."
        ),
    ] = None,
    minutes: Annotated[
        str | None, typer.Option(metavar="N", help="How long to go on; 20 if not set.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Leave aside what earlier sessions have shown.")
    ] = False,
    reading: ChosenReadings = None,
) -> Work:
    """Learn to deal a game: questions, marked at once, and what was wrong comes back.

    Answers are typed a line at a time; ? shows how, s skips a question, q or Ctrl-D ends the session
    with what to look at again. What you know of the game is kept in a file of yours, and the next
    session goes on from there; with --seed or --fresh it is neither read nor changed.
    """
    from tablewright.cli.school.train import train

    return lambda: train(game, reading or [], drill, seed, minutes, is_fresh=fresh)


def audition(
    game: GameId,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help="The seed; one is drawn and sealed if not set."),
    ] = None,
    minutes: Annotated[
        str | None, typer.Option(metavar="N", help="How long it lasts; 20 if not set.")
    ] = None,
    device: DealtFrom = None,
    players: Annotated[
        str | None, typer.Option(metavar="N", help="How many players sit down; 4 if not set.")
    ] = None,
    terms: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The terms of the house as JSON: paces, pass marks."),
    ] = None,
    journal: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Where the journal is written, and FILE.audition.json beside it."
        ),
    ] = None,
    reading: ChosenReadings = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Take an audition: deal a table by keyboard while players bet, decide and cheat in their time.

    Name the next step by its number or a few letters, call, pay, and type stop whenever something is
    improper. ? shows what may be typed. Nothing is marked before the end: then every fault stands
    there with its line of the journal and its rule. The status is 0 if it was passed, 1 if not.
    Ctrl-C, Ctrl-D or leave ends it; the house deals the round to its end, and the journal is whole.

    In a terminal a clock runs, and players act while you think. From a pipe or a file each line takes
    five seconds, and an empty one lets them pass: the same seed and lines give the same journal.
    With --json the table is shown on standard error, and the result is one object.
    """
    from tablewright.cli.school.audition import audition

    return lambda: audition(
        game,
        reading or [],
        seed,
        minutes,
        device,
        players,
        terms,
        journal,
        force=force,
        as_json=as_json,
    )


def certificates(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]...",
            help="A dealer's record, its register.jsonl, or what audition wrote; a house if none",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="The data of a house; the usual folder if not set."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A database, as in postgresql://USER@HOST/NAME."),
    ] = None,
    reading: ChosenReadings = None,
    key: TrustedKey = None,
    as_json: AsJson = False,
) -> Work:
    """List certificates and check them: register, signatures, seed, journal, result and rules.

    Nothing is changed, and a house may be open meanwhile. The status is 0 if all of them hold, 1 if
    one does not: because something is not as it was signed, because it was withdrawn, or because the
    rules have changed in something its holder was examined in; what is lacking is then named. With
    --reading it is checked whether they would hold under another reading. An audition is made again
    from its inputs by the version that it was taken with; others check its journal.
    """
    from tablewright.cli.school.certificates import show_certificates

    return lambda: show_certificates(
        files or [], data, database, reading or [], key, as_json=as_json
    )
