"""Arguments and options that several commands share."""

from collections.abc import Callable
from typing import Annotated

import typer

Work = Callable[[], int]
"""What a command does once its line has been read; it answers with the exit status."""

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
DealtFrom = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What deals the cards: shuffler, one-deck-shuffler or hand; King High:"
        " six-deck-shuffler or shoe. The first if not set.",
    ),
]
HouseSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="NAME=VALUE",
        help="Choose a setting of the house, as in takes-tips=no or limits.ante=500-20000 (cents);"
        " repeat for more.",
    ),
]
OneDrill = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="One drill: read, compare, pay, settle, say, rule, guard, run or deal; all if not set.",
    ),
]
JournalName = Annotated[str, typer.Argument(metavar="FILE", help="A journal.", show_default=False)]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="MANIFEST.json",
        help="The manifest of an earlier pack: a change request says what is different since.",
    ),
]
KeysFolder = Annotated[
    str | None,
    typer.Option(
        "--keys",
        metavar="FOLDER",
        help="Where the house's keys lie; beside the folder of its data if not set.",
    ),
]
TrustedKey = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="FILE",
        help="The house's public key or ring that you trust; else the one that lies beside it.",
    ),
]
SignWith = Annotated[
    str | None,
    typer.Option(
        "--sign",
        metavar="KEYS",
        help="Sign the manifest with the keys in this folder; `tablewright keys make` makes one.",
    ),
]
