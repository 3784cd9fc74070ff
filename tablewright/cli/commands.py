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


ChangedPay = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="WAGER.KEY=ODDS",
        help="Change a posted payment, as in bonus.straight=7 or high.king=2-1; repeat for more."
        " `tablewright rules` prints the keys.",
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


@app.command(epilog='Example: tablewright odds duki4 --hand "9h 7c 4d 2s"')
def odds(
    game: GameId,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Count again; use nothing kept from before.")
    ] = False,
    hand: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="One hand: what each decision is worth."),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="The edge of every option of every reading.")
    ] = False,
    exposed: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="King High: the next card, when these lie exposed."),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw net results and hold bands: .svg or .png"),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """What a game holds, exactly: every wager over every deal, each hand decided for the best."""
    from tablewright.cli import odds

    return lambda: odds.show_odds(
        game,
        reading or [],
        pay or [],
        fresh=fresh,
        hand=hand,
        exposed=exposed,
        plot=plot,
        every_reading=readings,
        as_json=as_json,
    )


@app.command(epilog="Example: tablewright strategy pick2")
def strategy(
    game: GameId, reading: ChosenReadings = None, pay: ChangedPay = None, as_json: AsJson = False
) -> Work:
    """How to play: a short list to learn, what it costs against the best, and its exceptions."""
    from tablewright.cli import strategy

    return lambda: strategy.show_strategy(game, reading or [], pay or [], as_json=as_json)


@app.command(epilog="Example: tablewright simulate pick2 --rounds 100000000 --seed 7")
def simulate(
    game: GameId,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds to deal.")] = "10000000",
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed deals the same rounds.")
    ] = None,
    jobs: Annotated[
        str | None,
        typer.Option(metavar="N", help="How many run side by side; all cores if not set."),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="optimal, one that `strategy` names, or a decision."),
    ] = None,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    as_json: AsJson = False,
) -> Work:
    """Deal whole rounds at random and set what they hold beside the exact figures.

    Ctrl-C ends it early and prints what it has.
    """
    from tablewright.cli import simulate

    return lambda: simulate.show_simulation(
        game, reading or [], pay or [], rounds, seed, jobs, strategy, as_json=as_json
    )
