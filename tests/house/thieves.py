"""A thief who holds the database of a house: a whole night at a table is made anew, and put in it."""

from collections.abc import Sequence

from tablewright.house.house import House
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.room import Room
from tablewright.table.actors import THE_INSPECTOR
from tablewright.table.acts import Declare
from tablewright.table.journal import decoded
from tests.house.company import STAKES, Tab, employee, is_deciding, open_table, opened
from tests.house.signed import change

WRONG = Declare("duki4.irregularity.d-malfunction-after-deal")


async def night(house: House, cash: int, *, player: str, goes_wrong: bool) -> LiveTable:
    """A player buys in and plays two rounds; in the first, something may go wrong."""
    live = await open_table(house, "duki4", table="A", is_rehearsal=True)
    tab = Tab(live, employee(1, player, "player"))
    await tab.sit_down(1, cash)
    if goes_wrong:
        await tab.do("bets", place=1, stakes=STAKES["duki4"])
        await tab.do("ready")
        await tab.until(is_deciding)
        await live.run_errand(_declare)
        await tab.until(lambda seen: seen["view"]["phase"] == "wagers")
    for _ in range(1 if goes_wrong else 2):
        await tab.play_on(STAKES["duki4"])
    tab.drop()
    return live


def _declare(room: Room) -> None:
    room.desk.do(WRONG, THE_INSPECTOR.house)


async def forged_night(address: str, cash: int) -> list[bytes]:
    """The journal that a thief makes of a night with a Tablewright of their own: all of it holds.

    Every shuffle is another, the buy-in is what they say, nothing went wrong, and another sat there.
    """
    async with opened(address) as house:
        live = await night(house, cash, player="Zoe", goes_wrong=False)
        await live.close_when_clear()
        return await house.ledger.lines(live.id)


async def replace_journal(address: str, table: str, lines: Sequence[bytes]) -> None:
    """Put another journal in the place of a table's, with all that is found by."""
    rows = []
    for raw in lines:
        line, text = decoded(raw), raw.decode().rstrip("\n").replace("'", "''")
        at = line.at.isoformat()
        rows.append(
            f"('{table}', {line.n}, {line.round}, '{at}', '{line.by}', '{line.did.name}', '{text}\n')"
        )
    await change(
        address,
        *(f"DELETE FROM {each} WHERE table_id = '{table}'" for each in ("transfers", "snapshots")),
        f"DELETE FROM journal WHERE table_id = '{table}'",
        f'INSERT INTO journal (table_id, n, round, at, "by", event, line) VALUES {", ".join(rows)}',
    )
