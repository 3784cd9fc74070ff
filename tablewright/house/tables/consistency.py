"""What is written of a table in several places must agree: its journal, row, seats and transfers.

The journal is the table. If the others say something else, some row was lost or changed, and nobody can
tell what else was: the table is not taken up.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from tablewright.house.books.entries import KeptTable
from tablewright.house.books.ledger import Ledger
from tablewright.rules.errors import Refused
from tablewright.table.machine import Table


class Before(NamedTuple):
    """How much of a journal was known before it was read on, and what each account held by then."""

    lines: int = 0
    held: Mapping[str, int] = {}

    @classmethod
    def of(cls, table: Table) -> "Before":
        accounts = table.state.bank.accounts
        return cls(table.lines, {name: held.cents for name, held in accounts.items()})


async def refuse_disagreement(
    ledger: Ledger, id: str, table: Table, holders: Mapping[int, str], before: Before
) -> None:
    """Refuse a table whose journal says one thing and whose other rows say another."""
    kept = await ledger.table(id)
    if not isinstance(kept, KeptTable):
        raise Refused(kept.why if kept else "its row is missing")
    _refuse_other_row(table, kept)
    _refuse_other_seats(table, holders)
    await _refuse_lost_lines(ledger, id, table.lines, before)
    await _refuse_other_money(ledger, id, table, before)


def _refuse_other_row(table: Table, kept: KeptTable) -> None:
    setup, status = table.book.setup, table.state.status
    for what, row, journal in (
        ("name", kept.table, setup.table),
        ("game", kept.game, table.book.game.id),
        ("status", kept.status, status),
        ("practice", kept.is_practice, setup.is_practice),
    ):
        if row != journal:
            raise Refused(f"its {what} is {row!r} in its row and {journal!r} in its journal")


def _refuse_other_seats(table: Table, holders: Mapping[int, str]) -> None:
    seated = set(table.state.seats)
    if set(holders) != seated:
        wrong = min(set(holders) ^ seated, key=str)
        said = "is free" if wrong in seated else "is taken"
        raise Refused(f"seat {wrong} {said}, which its journal does not say")
    for place, key in holders.items():
        if not isinstance(key, str) or not key.partition(":")[2]:
            raise Refused(f"whose seat {place} is cannot be read")
    if len(set(holders.values())) < len(holders):
        raise Refused("two seats are the same player's")


async def _refuse_lost_lines(ledger: Ledger, id: str, seq: int, before: Before) -> None:
    last = await ledger.last_line_known(id)
    if last > seq:
        raise Refused(f"its journal ends at line {seq}, and line {last} was written")
    count = before.lines + await ledger.count_lines(id, before.lines)
    if count != seq:
        raise Refused(f"its journal ends at line {seq}, and {count} lines were written")


async def _refuse_other_money(ledger: Ledger, id: str, table: Table, before: Before) -> None:
    moved = Counter(before.held)
    for source, target, cents in await ledger.moved(id, before.lines):
        moved[source] -= cents
        moved[target] += cents
    accounts = table.state.bank.accounts
    for name in accounts.keys() | moved.keys():
        held = accounts[name].cents if name in accounts else 0
        if held != moved[name]:
            raise Refused(
                f"its transfers leave {moved[name]} cents in {name}, its journal {held} cents"
            )
