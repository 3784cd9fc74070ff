"""The command that compares two rulesets, and its options. It answers with the work to be done."""

from typing import Annotated

import typer

from tablewright.cli.changes.sides import TwoSided
from tablewright.cli.options import AsJson, ChangedPay, ChosenReadings, GameId, Work

EXAMPLE = "tablewright diff duki4 --pay bonus.straight=5 --to --pay bonus.straight=6"


def add_changes(app: typer.Typer) -> None:
    """Add the command to those of the command line."""
    app.command(
        cls=TwoSided, options_metavar="[OLD] --to [NEW]", epilog=f"Example: {EXAMPLE}"
    )(diff)  # fmt: skip


def diff(
    game: GameId,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    house: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.toml",
            help="The house's limits and settings, as `tablewright papers` takes them; of both sides,"
            " if the new one names no other.",
        ),
    ] = None,
    to: Annotated[
        bool,
        typer.Option(
            "--to",
            help="What follows is of the new side: --reading, --pay and --house once more. What it does"
            " not name is as the manual has it.",
        ),
    ] = False,
    to_reading: Annotated[list[str] | None, typer.Option(hidden=True)] = None,
    to_pay: Annotated[list[str] | None, typer.Option(hidden=True)] = None,
    to_house: Annotated[str | None, typer.Option(hidden=True)] = None,
    jurisdiction: Annotated[
        str,
        typer.Option(
            metavar="ID", help="Where it is dealt; `tablewright jurisdictions` lists them."
        ),
    ] = "general",
    on: Annotated[
        str | None, typer.Option("--date", metavar="DAY", help="As of this day; today if not set.")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """What is different between two rulesets, and what follows from it.

    Rules, readings, payments and settings of the house that change; what it does to every figure and
    to the strategy; the skills in which dealers must be examined again; the approvals that no longer
    name the rules.
    """
    from tablewright.cli.changes.shown import ChosenSide, show_diff

    return lambda: show_diff(
        game,
        before=ChosenSide(reading or [], pay or [], house),
        after=ChosenSide(to_reading or [], to_pay or [], to_house or house) if to else None,
        place=jurisdiction,
        on=on,
        as_json=as_json,
    )
