"""The commands and their options. Each answers with the work to be done, which lies elsewhere."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

Work = Callable[[], int]
"""What a command does once its line has been read; it answers with the exit status."""

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Casino table games from the printed manual: the rule book, settled and proven.",
)

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="duki4, king-high or pick2", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
ChosenReadings = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="ID=OPTION",
        help="Choose a reading; repeat for more. `tablewright readings` lists them.",
    ),
]


def _version(asked: bool) -> None:
    if asked:
        from tablewright import __version__

        print(f"tablewright {__version__}")
        raise typer.Exit


@app.callback()
def tablewright(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command(epilog="Example: tablewright games --json")
def games(as_json: AsJson = False) -> Work:
    """The games, with their wagers and open questions."""
    from tablewright.cli import rulebook

    return lambda: rulebook.show_games(as_json=as_json)


@app.command(epilog="Example: tablewright rules duki4 --reading duki4.ace=high-only")
def rules(
    game: GameId,
    reading: ChosenReadings = None,
    canonical: Annotated[
        bool,
        typer.Option(
            "--canonical", help="Print the JSON whose SHA-256 is the ruleset's fingerprint."
        ),
    ] = False,
    as_json: AsJson = False,
) -> Work:
    """A game's rankings, wagers, lines and pay tables, each with its source."""
    from tablewright.cli import rulebook

    return lambda: rulebook.show_rules(game, reading or [], as_json=as_json, canonical=canonical)


@app.command(epilog="Example: tablewright readings pick2")
def readings(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="duki4, king-high or pick2; all if none")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Where a manual disagrees with itself: the passages, the options, the default and why."""
    from tablewright.cli import rulebook

    return lambda: rulebook.show_readings(game, as_json=as_json)


@app.command(epilog="Example: tablewright jurisdictions washington-card-rooms --on 2008-06-30")
def jurisdictions(
    jurisdiction: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One jurisdiction; all if none")
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DAY", help="As of this day; today if none.")
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Who approves which ruleset, and the limits and conditions on a day."""
    from tablewright.cli import rulebook

    return lambda: rulebook.show_jurisdictions(jurisdiction, on, as_json=as_json)


@app.command(epilog="Example: tablewright settle duki4 < rounds.jsonl > results.jsonl")
def settle(
    game: GameId,
    reading: ChosenReadings = None,
    pokerpot_max: Annotated[
        str | None,
        typer.Option(
            metavar="CENTS",
            help="King High: the most paid on a Pokerpot wager, the stake aside.",
        ),
    ] = None,
    smallest_chip: Annotated[
        str | None,
        typer.Option(metavar="CENTS", help="Payments are rounded down to it; one cent if not set."),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Settle rounds: one JSON object a line in, one result a line out, in order.

    In a terminal the results are tables; in a pipe, or with --json, they are JSON. A line that
    cannot be settled gives an error with its line number; the others are still settled, and the
    status is 2.

    A round of Duki: {"dealer":"9h 9c 6s Jd","seats":[{"seat":1,"cards":"7s 8h 9d Tc",
    "wagers":{"ante":500},"decision":"play"}]}
    """
    from tablewright.cli import settle

    return lambda: settle.settle(game, reading or [], pokerpot_max, smallest_chip, as_json=as_json)
