"""The command about approvals and its options. It answers with the work to be done."""

from typing import Annotated

import typer

from tablewright.cli.options import AsJson, ChangedPay, ChosenReadings, Work

EXAMPLE = "tablewright approvals duki4 --reading duki4.ace=high-only"


def add_approvals(app: typer.Typer) -> None:
    """Add the command to those of the command line."""
    app.command(epilog=f"Example: {EXAMPLE}")(approvals)


def approvals(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="duki4, king-high or pick2; all if none"),
    ] = None,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="The data of a house, whose letters count too."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A house's database, as in postgresql://USER@HOST/NAME."),
    ] = None,
    letters: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A file of letters, in place of a house."),
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DAY", help="As of this day; today if none.")
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a house's letters to a file; - prints them."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    enter: Annotated[
        str | None,
        typer.Option(
            "--import", metavar="FILE", help="Enter the letters of a file in a house that is shut."
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who enters them; their password is asked for. Another person confirms them.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """What is approved where and until when; and what a change of readings or payments would do.

    With --data or --database the letters that a house has on record are listed too; nothing is
    changed, and the house may be open. With --reading or --pay each approval of the game is held
    against the changed rules: it holds, needs the regulator's answer, or lapses. --export writes
    a house's letters as TOML that can be versioned, and --import enters them again.
    """
    from tablewright.cli.approvals.listing import show_approvals
    from tablewright.cli.approvals.moving import export_letters, import_letters, refuse_mixed

    refuse_mixed({"--export": export, "--import": enter}, game, reading, pay, letters, on)
    if export is not None:
        return lambda: export_letters(export, data, database, force=force)
    if enter is not None:
        return lambda: import_letters(enter, by, data, database, as_json=as_json)
    return lambda: show_approvals(
        game, reading or [], pay or [], data, database, letters, on, as_json=as_json
    )
