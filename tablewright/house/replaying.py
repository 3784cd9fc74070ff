"""A table, and how it stands, from what is written of it."""

from collections.abc import Iterable

from tablewright.house.standing import Standing
from tablewright.rules.errors import Refused
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.handlers.devices import sealed
from tablewright.table.journal import CutOff, Line, read
from tablewright.table.machine import Table
from tablewright.table.setup import Book, Setup


def replayed(lines: Iterable[bytes], vault: dict[int, tuple[str, str]]) -> Table:
    """A table as its journal left it."""
    written = _read(lines)
    table = Table(_setup(written))
    table.resume(((line.did, line.at) for line in written), vault)
    _refuse_other_orders(written, vault)
    return table


def stood(lines: Iterable[bytes]) -> Standing:
    """How a table stood at the end of its journal."""
    written = _read(lines)
    standing = Standing(Book(_setup(written)))
    for line in written:
        standing.hear([line.did], line.at)
    return standing


def _setup(written: list[Line]) -> Setup:
    if not written or not isinstance(written[0].did, c.SetUp):
        raise Refused("its journal does not begin with the set-up of a table")
    return written[0].did.setup


def _refuse_other_orders(written: list[Line], vault: dict[int, tuple[str, str]]) -> None:
    """Refuse a vault that lacks an order which is still sealed, or has another."""
    packs: dict[str, int] = {}
    for line in written:
        if isinstance(line.did, c.Shuffled):
            packs[line.did.seal] = line.did.pack
        elif isinstance(line.did, e.Unsealed):
            packs.pop(sealed(line.did.order, line.did.salt), None)
    for seal, pack in packs.items():
        if pack not in vault:
            raise Refused(f"the order of pack {pack + 1} is missing from the vault")
        if sealed(*vault[pack]) != seal:
            raise Refused(f"the order of pack {pack + 1} in the vault does not fit its seal")


def _read(lines: Iterable[bytes]) -> list[Line]:
    return [line for line in read(lines) if not isinstance(line, CutOff)]
