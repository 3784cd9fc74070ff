"""A table, and how it stands, from what is written of it."""

from collections.abc import Iterable

from tablewright.house.screens.standing import Standing
from tablewright.rules.errors import Refused
from tablewright.table import acts
from tablewright.table.journal import CutOff, Line, read
from tablewright.table.machine import Table
from tablewright.table.setup import Book, Setup


def replayed(lines: Iterable[bytes], vault: dict[int, tuple[str, str]]) -> Table:
    """A table as its journal left it."""
    written = _read(lines)
    table = Table(_setup(written))
    table.resume(((line.did, line.at) for line in written), vault)
    return table


def stood(lines: Iterable[bytes]) -> Standing:
    """How a table stood at the end of its journal."""
    written = _read(lines)
    standing = Standing(Book(_setup(written)))
    for line in written:
        standing.hear([line.did], line.at)
    return standing


def _setup(written: list[Line]) -> Setup:
    if not written or not isinstance(written[0].did, acts.SetUp):
        raise Refused("its journal does not begin with the set-up of a table")
    return written[0].did.setup


def _read(lines: Iterable[bytes]) -> list[Line]:
    return [line for line in read(lines) if not isinstance(line, CutOff)]
