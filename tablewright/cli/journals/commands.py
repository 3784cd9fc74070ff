"""The commands about journals and their options. Each answers with the work to be done."""

from typing import Annotated

import typer

from tablewright.cli.options import (
    AsJson,
    ChosenReadings,
    DealtFrom,
    GameId,
    HouseSettings,
    JournalName,
    Work,
)

EXAMPLES = {
    "rehearse": "tablewright rehearse king-high --rounds 100 --seed 7 --journal night.jsonl",
    "replay": "tablewright replay night.jsonl --round 12",
    "verify": "tablewright verify night.jsonl",
}


def add_journals(app: typer.Typer) -> None:
    """Add the commands to those of the command line."""
    for command in (rehearse, replay, verify):
        app.command(epilog=f"Example: {EXAMPLES[command.__name__]}")(command)


def rehearse(
    game: GameId,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds to play.")],
    journal: Annotated[
        str, typer.Option(metavar="FILE", help="Where the journal is written, once it is complete.")
    ],
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="How many places are taken; all if not set.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed writes the same journal.")
    ] = None,
    irregularities: Annotated[
        str,
        typer.Option(
            metavar="RATE", help="How often something goes wrong in a round, from 0 to 1."
        ),
    ] = "0",
    device: DealtFrom = None,
    reading: ChosenReadings = None,
    house: HouseSettings = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a journal that exists.")] = False,
    as_json: AsJson = False,
) -> Work:
    """Run a whole table of simulated players, from opening to closing, and keep its journal.

    Nothing is left behind if it is stopped before the end. Beyond 5,000 rounds
    it first says how large the journal will be.
    """
    from tablewright.cli.journals.rehearse import rehearse

    return lambda: rehearse(
        game,
        reading or [],
        rounds,
        seats,
        seed,
        irregularities,
        device,
        journal,
        house=house or [],
        force=force,
        as_json=as_json,
    )


def replay(
    file: JournalName,
    round: Annotated[
        str | None, typer.Option(metavar="N", help="Only this round, in full; all if not set.")
    ] = None,
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="Also the chips, manner and rule of each payment, and forms in full."
        ),
    ] = False,
    as_json: AsJson = False,
) -> Work:
    """Tell what happened at a table, round by round, from its journal.

    Each line's hash is checked as it is read; the first that is wrong ends the
    story, with status 2. With --json each chapter is one object on one line,
    always in full.
    """
    from tablewright.cli.journals.replay import replay

    return lambda: replay(file, round, is_full=full, as_json=as_json)


def verify(file: JournalName, as_json: AsJson = False) -> Work:
    """Check a journal: hashes, procedure, money, and every payment against the rules.

    The status is 2 if a line is wrong, and the first one is named. It is 0 if
    every whole line holds. If the last line is cut off or the table was not
    closed, the headline says NOT COMPLETE; with --json see `is_complete`.
    """
    from tablewright.cli.journals.verify import verify

    return lambda: verify(file, as_json=as_json)
