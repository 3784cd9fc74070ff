"""What is written of a table in several places must agree: its journal, row, seats and transfers.

The journal is the table. If the others say something else, some row was lost or changed, and nobody can
tell what else was: the table is not taken up.
"""

from collections import Counter
from typing import TYPE_CHECKING

from tablewright.house.books.entries import KeptTable
from tablewright.rules.errors import Refused

if TYPE_CHECKING:
    from tablewright.house.tables.live import LiveTable


async def refuse_disagreement(live: "LiveTable") -> None:
    """Refuse a table whose journal says one thing and whose other rows say another."""
    kept = await live.ledger.table(live.id)
    if not isinstance(kept, KeptTable):
        raise Refused(kept.why if kept else "its row is missing")
    _refuse_other_row(live, kept)
    _refuse_other_seats(live)
    await _refuse_lost_lines(live)
    await _refuse_other_money(live)


def _refuse_other_row(live: "LiveTable", kept: KeptTable) -> None:
    setup, status = live.table.book.setup, live.table.state.status
    for what, row, journal in (
        ("name", kept.table, setup.table),
        ("game", kept.game, live.table.book.game.id),
        ("status", kept.status, status),
        ("practice", kept.is_practice, setup.is_practice),
    ):
        if row != journal:
            raise Refused(f"its {what} is {row!r} in its row and {journal!r} in its journal")


def _refuse_other_seats(live: "LiveTable") -> None:
    holders, seated = live.holders, set(live.table.state.seats)
    if set(holders) != seated:
        wrong = min(set(holders) ^ seated, key=str)
        said = "is nobody's" if wrong in seated else "is somebody's"
        raise Refused(f"seat {wrong} {said}, which its journal does not say")
    for place, key in holders.items():
        if not isinstance(key, str) or not key.partition(":")[2]:
            raise Refused(f"whose seat {place} is cannot be read")
    if len(set(holders.values())) < len(holders):
        raise Refused("two seats are the same player's")


async def _refuse_lost_lines(live: "LiveTable") -> None:
    last = await live.ledger.last_line_known(live.id)
    if last > live.seq:
        raise Refused(f"its journal ends at line {live.seq}, and line {last} was written")
    count = await live.ledger.count_lines(live.id)
    if count != live.seq:
        raise Refused(f"its journal ends at line {live.seq}, and {count} lines were written")


async def _refuse_other_money(live: "LiveTable") -> None:
    moved: Counter[str] = Counter()
    for source, target, cents in await live.ledger.moved(live.id):
        moved[source] -= cents
        moved[target] += cents
    accounts = live.table.state.bank.accounts
    for name in accounts.keys() | moved.keys():
        held = accounts[name].cents if name in accounts else 0
        if held != moved[name]:
            raise Refused(
                f"its transfers leave {moved[name]} cents in {name}, its journal {held} cents"
            )
