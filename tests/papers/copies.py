"""Papers printed and read back once for all tests of a process."""

from collections.abc import Sequence
from datetime import date
from functools import cache

import pytest

from tablewright.papers.documents import Document
from tablewright.papers.editions import Edition
from tablewright.papers.pack import BUILDERS, completed, written
from tablewright.papers.printing import to_pdf
from tests.papers.reading import Printed
from tests.registry import GAMES

DAY = date(2026, 11, 17)
NAMES = tuple(BUILDERS)


def every(names: Sequence[str]) -> pytest.MarkDecorator:
    """Every document of every game. `make test` has each document of one game, by turns."""
    return pytest.mark.parametrize(
        ("game", "name"),
        [
            pytest.param(
                *(game, name),
                marks=[] if (n + m) % len(GAMES) == 0 else pytest.mark.proof,
                id=f"{game}-{name}",
            )
            for m, game in enumerate(GAMES)
            for n, name in enumerate(names)
        ],
    )


@cache
def edition(game: str) -> Edition:
    """A game as it is printed where nothing is asked for: default readings, no house, no regulator."""
    return Edition(game, day=DAY)


@cache
def plain(game: str, name: str) -> Document:
    """A document as it is written, without what only the whole pack knows."""
    return written(edition(game), name)


@cache
def document(game: str, name: str) -> Document:
    """A document with its first page filled, not yet printed."""
    whole, _ = completed(edition(game), plain(game, name))
    return whole


@cache
def pdf(game: str, name: str) -> bytes:
    """A document as it is printed."""
    return to_pdf(document(game, name), edition(game))


@cache
def read(game: str, name: str) -> Printed:
    """A document, read back."""
    return Printed(pdf(game, name))
