"""The commands and their options. Each answers with the work to be done, which lies elsewhere."""

from typing import Annotated

import typer

from tablewright.cli.approvals.commands import add_approvals
from tablewright.cli.changes.commands import add_changes
from tablewright.cli.design.commands import add_design
from tablewright.cli.house_commands import add_house
from tablewright.cli.journals.commands import add_journals
from tablewright.cli.options import (
    Against,
    AsJson,
    ChangedPay,
    ChosenReadings,
    DealtFrom,
    GameId,
    HouseSettings,
    SignWith,
    Work,
)
from tablewright.cli.school.commands import add_school

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Casino table games from the printed manual: the rule book, settled and proven.",
)


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
    pay: ChangedPay = None,
    canonical: Annotated[
        bool,
        typer.Option(
            "--canonical", help="Print the JSON whose SHA-256 is the ruleset's fingerprint."
        ),
    ] = False,
    rule: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="RULE",
            help="Only the rule of this id, as refusals and journals name it.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """How a game pays and how it is run, rule by rule, each with its id and source."""
    from tablewright.cli.rules import show_rules

    return lambda: show_rules(
        game, reading or [], pay or [], as_json=as_json, canonical=canonical, rule=rule
    )


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


@app.command(
    epilog="Example: tablewright papers duki4 --jurisdiction washington-card-rooms --out duki4-papers"
)
def papers(
    game: GameId,
    out: Annotated[
        str,
        typer.Option(
            metavar="FOLDER",
            help="Where they go: a new folder, or one with papers of the game, which they replace.",
            show_default=False,
        ),
    ],
    jurisdiction: Annotated[
        str,
        typer.Option(metavar="ID", help="For whom; `tablewright jurisdictions` lists them."),
    ] = "general",
    house: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.toml",
            help="The house: its name, logo, limits and settings. docs/papers.md has an example.",
        ),
    ] = None,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="One document: rules-of-play, training-manual, summary, rack-card, sign, pocket-card,"
            " layout or mathematics, or with --against change-request; repeat for more.",
        ),
    ] = None,
    against: Against = None,
    sign: SignWith = None,
    on: Annotated[
        str | None,
        typer.Option("--date", metavar="DAY", help="The date they bear; today if not set."),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """Print every document of a game as PDF, from the rules that deal it, with a manifest of hashes.

    The same inputs give the same bytes. Where the jurisdiction asks for something that is lacking,
    the document says so on its first page, and the exit status is 3.
    """
    from tablewright.cli.papers import print_papers

    return lambda: print_papers(
        game,
        readings=reading or [],
        pay=pay or [],
        place=jurisdiction,
        house=house,
        only=only or [],
        against=against,
        sign=sign,
        out=out,
        on=on,
        as_json=as_json,
    )


add_changes(app)


@app.command(epilog="Example: tablewright settle duki4 < rounds.jsonl > results.jsonl")
def settle(
    game: GameId,
    reading: ChosenReadings = None,
    maximum_payout: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=CENTS",
            help="The most paid on a wager that allows a maximum, as in pokerpot=500000.",
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

    return lambda: settle.settle(
        game, reading or [], maximum_payout or [], smallest_chip, as_json=as_json
    )


@app.command(epilog='Example: tablewright odds duki4 --hand "9h 7c 4d 2s"')
def odds(
    game: GameId,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Count again; ignore the cache.")] = False,
    hand: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="One hand: what each decision is worth."),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="The edge of every option of every reading.")
    ] = False,
    exposed: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="King High: the next card, with these exposed."),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw net results and hold bands: .svg or .png"),
    ] = None,
    as_json: AsJson = False,
) -> Work:
    """What a game holds, exactly: every wager over every deal, each hand played for the best."""
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


add_design(app)


@app.command(epilog="Example: tablewright simulate pick2 --rounds 100000000 --seed 7")
def simulate(
    game: GameId,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds to deal.")] = "10000000",
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="The same seed deals the same rounds.")
    ] = None,
    jobs: Annotated[
        str | None,
        typer.Option(metavar="N", help="How many run in parallel; all cores if not set."),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="optimal, one that `strategy` names, or a decision."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Deal on the workers of a dask scheduler, as in tcp://HOST:8786; local starts some"
            " here, --jobs of them. Needs the extra tablewright[cluster].",
        ),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep the run in this file; the same command goes on where it was, whatever ended it.",
        ),
    ] = None,
    reading: ChosenReadings = None,
    pay: ChangedPay = None,
    as_json: AsJson = False,
) -> Work:
    """Deal whole rounds at random and compare the results with the exact figures.

    Ctrl-C ends it early and prints the results so far.
    """
    from tablewright.cli import simulate

    ordered = simulate.Ordered(rounds, seed, jobs, strategy, cluster, checkpoint)
    return lambda: simulate.show_simulation(
        game, reading or [], pay or [], ordered, as_json=as_json
    )


add_journals(app)


@app.command(epilog="Example: tablewright play duki4 --seats 3 --journal evening.jsonl")
def play(
    game: GameId,
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="How many places are taken, yours included.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help="The same seed and the same keys play the same session."),
    ] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="FILE", help="A new file for the journal, line by line.")
    ] = None,
    device: DealtFrom = None,
    irregularities: Annotated[
        str | None,
        typer.Option(
            metavar="RATE", help="How often something goes wrong in a round, from 0 to 1."
        ),
    ] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="Say after each decision what it cost.")
    ] = False,
    reading: ChosenReadings = None,
    house: HouseSettings = None,
) -> Work:
    """Play at a practice table: you, an automated dealer, and simulated players beside you.

    Keys are typed a line at a time; ? shows them all, q or Ctrl-D leaves. The round under way is
    then finished without you and the table is closed, so that the journal is whole.
    """
    from tablewright.cli.play import play

    return lambda: play(
        game,
        reading or [],
        seats,
        seed,
        journal,
        device,
        irregularities,
        house=house or [],
        coach=coach,
    )


add_school(app)
add_approvals(app)
add_house(app)
