"""The figures and ratings of a journal, added up line by line."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from tablewright.advice.figures import Figures
from tablewright.house.screens.ratings import Ratings
from tablewright.table import acts
from tablewright.table.journal import Line, decoded
from tablewright.table.setup import Book


def _book(lines: Sequence[bytes]) -> Book:
    first = decoded(lines[0]).did
    assert isinstance(first, acts.SetUp)
    return Book(first.setup)


def figured(lines: Sequence[bytes]) -> Figures:
    """The figures of a table."""
    figures = Figures(_book(lines))
    for line in map(decoded, lines):
        figures.hear([line.did], line.at)
    return figures


def rated(
    lines: Sequence[bytes], begins: datetime | None = None, ends: datetime | None = None
) -> Ratings:
    """The ratings of a table's players; of a part of its time, if one is named."""
    ratings = Ratings(_book(lines), begins)
    for line in _until(map(decoded, lines), ends):
        ratings.hear([line.did], line.at)
    return ratings


def _until(lines: Iterable[Line], ends: datetime | None) -> Iterator[Line]:
    return (line for line in lines if ends is None or line.at < ends)
