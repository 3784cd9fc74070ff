"""A command line of two sides: `--reading A --to --reading B`, each option of the side it stands on."""

from collections.abc import Sequence
from typing import Any

from typer.core import TyperCommand

TO = "--to"
OF_A_SIDE = ("--reading", "--pay", "--house")
"""The options that each side has for itself."""
PREFIX = "--to-"
"""An option of the new side is read as this and its name; nobody need type it so."""


class TwoSided(TyperCommand):
    """A command whose options before `--to` are the old side's, and those after it the new side's."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args.count(TO) > 1:
            ctx.fail(f"{TO} stands twice")
        return super().parse_args(ctx, sided(args))


def sided(args: Sequence[str]) -> list[str]:
    """The arguments with the new side's options spelt apart.

    >>> sided(["duki4", "--reading", "a=b", "--to", "--reading=a=c", "--json"])
    ['duki4', '--reading', 'a=b', '--to', '--to-reading=a=c', '--json']
    """
    if TO not in args:
        return list(args)
    at = args.index(TO) + 1
    return [*args[:at], *map(_of_new_side, args[at:])]


def _of_new_side(arg: str) -> str:
    name, equals, value = arg.partition("=")
    return f"{PREFIX}{name.removeprefix('--')}{equals}{value}" if name in OF_A_SIDE else arg
