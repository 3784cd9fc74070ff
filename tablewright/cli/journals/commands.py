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
    TrustedKey,
    Work,
)

EXAMPLES = {
    "forms": "tablewright forms night.jsonl --out night-forms",
    "rehearse": "tablewright rehearse king-high --rounds 100 --seed 7 --journal night.jsonl",
    "replay": "tablewright replay night.jsonl --round 12",
    "verify": "tablewright verify night.jsonl",
}


def add_journals(app: typer.Typer) -> None:
    """Add the commands to those of the command line."""
    for command in (rehearse, replay, verify, forms):
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


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_FOLDER",
            help="A journal, a document, or a folder of papers.",
            show_default=False,
        ),
    ],
    key: TrustedKey = None,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="SAVED.json",
            help="A head that was handed out: saved at a table, or a second party's file of them."
            " The journal must hold it.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Check a journal: hashes, procedure, money, every payment against the rules, and signatures.

    A folder of papers is checked against its manifest, and one document against the
    manifest beside it or its own signature. Signatures lie in NAME.signed.json.

    The status is 2 if anything does not hold, and the first such thing is named. It is
    0 if every whole line holds. If the last line is cut off or the table was not
    closed, the headline says NOT COMPLETE; with --json see `is_complete`. What nobody
    signed is said to be so, and is refused if --key was given.
    """
    from tablewright.cli.verify import verify

    return lambda: verify(file, key, head, as_json=as_json)


def forms(
    out: Annotated[
        str,
        typer.Option(
            metavar="FOLDER",
            help="Where they go: a new folder, or one with forms of the same journal or batch.",
            show_default=False,
        ),
    ],
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="A journal: its forms are printed.", show_default=False
        ),
    ] = None,
    blank: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Blank forms for a table of this game, in pads."),
    ] = None,
    count: Annotated[
        str | None,
        typer.Option(metavar="N", help="Of blank forms, so many of each; 20 if not set."),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of blank forms, what their numbers begin with, to print the same again; a new"
            " one if not set.",
        ),
    ] = None,
    house: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.toml",
            help="The house: its name, logo and paper; for blank forms, also limits and chips.",
        ),
    ] = None,
    jurisdiction: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Of blank forms; `tablewright jurisdictions` lists them."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="One document: shift-report, table-inventory, error-notifications, fill-slips,"
            " credit-slips, correction-slips, void-slips, ruling-slips, card-slips,"
            " irregularity-reports, limit-markers or drop-and-tips; repeat for more.",
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--date", metavar="DAY", help="Of blank forms, their date; today if not set."),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Print the forms of a table as PDF: filled from its journal, or blank in pads.

    Every form has a number that no other has. The journal is verified first, and
    refused if a line is wrong; the forms add up to it to the cent.
    """
    from tablewright.cli.forms import Blanks, print_forms

    blanks = Blanks(game=blank, count=count, batch=batch, place=jurisdiction, on=on)
    return lambda: print_forms(file, blanks, house=house, only=only or [], out=out, as_json=as_json)
