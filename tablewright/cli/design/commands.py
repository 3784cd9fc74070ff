"""The design command and its options. It answers with the work to be done."""

from typing import Annotated

import typer

from tablewright.cli.options import AsJson, ChangedPay, ChosenReadings, GameId, Work

EXAMPLE = "tablewright design duki4 --vary bonus.straight=4..7 --edge 2.5..3.5"


def add_design(app: typer.Typer) -> None:
    """Add the command to those of the command line."""
    app.command(epilog=f"Example: {EXAMPLE}")(design)


def design(
    game: GameId,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER.KEY=LOW..HIGH",
            help="Try these odds for a payment: whole ones, as in bonus.straight=4..7, or a list, as"
            " in high.king=1,3-2,2; repeat for more.",
        ),
    ] = None,
    edge: Annotated[
        str | None,
        typer.Option(
            metavar="LOW..HIGH",
            help="The house edge that is wanted, in per cent, as in 2.5..3.5; with --vary.",
        ),
    ] = None,
    of: Annotated[
        str | None,
        typer.Option(
            metavar="WAGER",
            help="Whose edge: a wager, or `game` for those decided together. The wager that the"
            " payments belong to if not set.",
        ),
    ] = None,
    aim: Annotated[
        str | None,
        typer.Option(metavar="EDGE", help="The edge that is best; the middle if not set."),
    ] = None,
    rank: Annotated[
        str,
        typer.Option(metavar="BY", help="closeness to the aim, or change: fewest changes first."),
    ] = "closeness",
    most: Annotated[str, typer.Option(metavar="N", help="How many pay tables to list.")] = "10",
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CHANGE",
            help="Set a second version beside it: a payment or a reading changed, as in"
            " bonus.straight=6; `printed`; or the text of a version. Repeat for more changes.",
        ),
    ] = None,
    grid: Annotated[
        bool, typer.Option("--grid", help="The best decision of every kind of hand, as a grid.")
    ] = False,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=CENTS",
            help="What a seat stakes, as in ante=1000; repeat for more. 1000 on the first wager if"
            " not set.",
        ),
    ] = None,
    seats: Annotated[str, typer.Option(metavar="N", help="How many seats stake so.")] = "1",
    pace: Annotated[
        str | None,
        typer.Option(metavar="N", help="Rounds an hour: the theoretical win of an hour."),
    ] = None,
    rounds: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N",
            help="How far chance may move the win over so many rounds; repeat for more.",
        ),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(
            metavar="CENTS",
            help="The risk that the house's bank is used up within --rounds, and ever.",
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="CENTS", help="The same of one player's bankroll."),
    ] = None,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    as_json: AsJson = False,
) -> Work:
    """Design a pay table: what each payment costs, and which tables give the edge you want.

    Without options it lists every payment with what one more would cost the house. --vary and
    --edge find all pay tables within two bounds, exactly; --compare sets two versions side by side;
    --pace, --rounds, --bank and --bankroll say what a version is worth in money. Everything starts
    from the game as --reading and --pay change it.
    """
    from tablewright.cli.design.asked import Asked
    from tablewright.cli.design.shown import show_design

    asked = Asked(
        game=game,
        readings=reading or [],
        pay=pay or [],
        vary=vary or [],
        edge=edge,
        of=of,
        aim=aim,
        rank=rank,
        most=most,
        compare=compare or [],
        grid=grid,
        stakes=stake or [],
        seats=seats,
        pace=pace,
        rounds=rounds or [],
        bank=bank,
        bankroll=bankroll,
    )
    return lambda: show_design(asked, as_json=as_json)
