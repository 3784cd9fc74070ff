"""The command line. Each command is a few words here; what it shows is built in its own file.

Whatever a person gives that cannot be used ends in one line on standard error and exit status 2.
"""

import os
import sys
from typing import Annotated

import typer

from tablewright.rules.errors import Refused

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
    help="Casino table games from the printed manual: the rule book, settled and proven.",
)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="duki4, king-high or pick2")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
ChosenReadings = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="ID=OPTION",
        help="Choose a reading; repeat for more. `tablewright readings` lists them.",
    ),
]


@app.command(epilog="Example: tablewright games --json")
def games(as_json: AsJson = False) -> None:
    """The games, with their wagers and open questions."""
    from tablewright.cli import rulebook, sheets

    if as_json:
        sheets.show_json(rulebook.games_json())
    else:
        sheets.show(rulebook.games_sheets())


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
) -> None:
    """A game's rankings, wagers, lines and pay tables, each with its source."""
    from tablewright import games
    from tablewright.cli import rulebook, sheets

    ruleset = games.game(game).ruleset(rulebook.chosen(reading))
    if canonical:
        sys.stdout.buffer.write(ruleset.canonical())
    elif as_json:
        sheets.show_json(rulebook.rules_json(ruleset))
    else:
        sheets.show(rulebook.rules_sheets(ruleset))


@app.command(epilog="Example: tablewright readings pick2")
def readings(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="duki4, king-high or pick2; all if none")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Where a manual disagrees with itself: the passages, the options, the default and why."""
    from tablewright.cli import rulebook, sheets

    of = rulebook.readings_of(game)
    if as_json:
        sheets.show_json(rulebook.readings_json(of))
    else:
        sheets.show(rulebook.readings_sheets(of))


@app.command(epilog="Example: tablewright jurisdictions washington-card-rooms --on 2008-06-30")
def jurisdictions(
    jurisdiction: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One jurisdiction; all if none")
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DAY", help="As of this day; today if none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Who approves which ruleset, and the limits and conditions on a day."""
    from tablewright.cli import rulebook, sheets

    places, day = rulebook.jurisdictions_of(jurisdiction), rulebook.day(on)
    if as_json:
        sheets.show_json(rulebook.jurisdictions_json(places, day))
    else:
        sheets.show(rulebook.jurisdictions_sheets(places, day))


@app.command(epilog="Example: tablewright settle duki4 < rounds.jsonl > results.jsonl")
def settle(
    game: GameId,
    reading: ChosenReadings = None,
    pokerpot_max: Annotated[
        str | None,
        typer.Option(metavar="CENTS", help="King High: the most paid on a Pokerpot wager."),
    ] = None,
    smallest_chip: Annotated[
        str | None,
        typer.Option(metavar="CENTS", help="Payments are rounded down to it; one cent if not set."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Settle rounds: one JSON object a line in, one result a line out, in order.

    In a terminal the results are tables; in a pipe, or with --json, they are JSON. A line that cannot
    be settled gives an error with its line number; the others are still settled, and the status is 2.
    """
    from tablewright import games
    from tablewright.cli import rulebook
    from tablewright.cli.settle import house_settings
    from tablewright.cli.settle import settle as settle_rounds

    ruleset = games.game(game).ruleset(rulebook.chosen(reading))
    house = house_settings(ruleset, pokerpot_max, smallest_chip)
    if not settle_rounds(ruleset, house, as_json=as_json):
        raise typer.Exit(2)


def main() -> None:
    """Run a command; no traceback ever reaches a person."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="tablewright", standalone_mode=False)
        sys.stdout.flush()
    except Refused as refused:
        status = _refuse(str(refused))
    except typer.TyperException as refused:
        context = getattr(refused, "ctx", None)
        command = context.command_path if context else "tablewright"
        status = _refuse(f"{refused.format_message()} Expected: see {command} --help")
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:
        # The reader has gone (`| head`): nothing more to say, and nothing to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except Exception as error:
        if os.environ.get("TABLEWRIGHT_TRACEBACK"):
            raise
        status = _refuse(
            f"this is our mistake, not yours ({type(error).__name__}: {error});"
            " TABLEWRIGHT_TRACEBACK=1 shows where"
        )
    sys.exit(status if isinstance(status, int) else 0)


def _refuse(message: str) -> int:
    print(f"tablewright: {message}", file=sys.stderr)
    return 2
