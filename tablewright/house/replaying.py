"""A table, and how it stands, from what is written of it."""

from collections.abc import Iterable

from tablewright.house.standing import Standing
from tablewright.table import commands as c
from tablewright.table.journal import CutOff, Line, read
from tablewright.table.machine import Table


def replayed(lines: Iterable[bytes], vault: dict[int, tuple[str, str]]) -> Table:
    """A table as its journal left it."""
    written = _read(lines)
    first = written[0].did
    assert isinstance(first, c.SetUp)
    table = Table(first.setup)
    table.resume(((line.did, line.at) for line in written), vault)
    return table


def stood(lines: Iterable[bytes]) -> Standing:
    """How a table stood at the end of its journal."""
    written = _read(lines)
    first = written[0].did
    assert isinstance(first, c.SetUp)
    standing = Standing(Table(first.setup).book)
    for line in written:
        standing.hear([line.did], line.at)
    return standing


def _read(lines: Iterable[bytes]) -> list[Line]:
    return [line for line in read(lines) if not isinstance(line, CutOff)]
