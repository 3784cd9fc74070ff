"""Tables for money at which mistakes are made by hand, and their journals as a house keeps them."""

from typing import Any

import msgspec

from tablewright.house.books.entries import KeptLine, LedgerEntry
from tablewright.house.books.ledger import Ledger
from tablewright.table import acts
from tablewright.table.chips import Chips
from tablewright.table.journal import Journal
from tablewright.table.setup import Staff
from tests.table.driving import DEALER, Driver, at_table

ANN, BEN = "Ann", "Ben"
INA, PIP, CAM = "Ina", "Pip", "Cam"
STRAIGHT, NO_DUKI = "5c 6d 7h 8s", "2c 4c 9c Jc"


def dealt_by(dealer: str, game: str, **setup: Any) -> Driver:
    """A table for money with people at every post, who do every step; new players are welcomed."""
    setup = {"automatic": ()} | setup
    table = at_table(game, is_practice=False, staff=Staff(dealer, INA, PIP, CAM), **setup)
    for place in table.state.new_at:
        table.do(acts.Welcome(place), DEALER)
    return table


def paid_a_straight(table: Driver) -> None:
    """A round of Duki 4 Poker in which a straight meets a dealer without a Duki."""
    table.wager(1, "ante", 1000)
    table.wager(1, "bonus", 500)
    table.deal({1: STRAIGHT}, dealer=NO_DUKI)
    table.decide(1, "play")
    table.finish()


def correct(table: Driver, reason: str, **chips: Chips) -> None:
    table.correct(acts.Correct(1, reason, **chips))


def paid_wrongly(table: Driver) -> None:
    """Two straights at Duki 4 Poker: paid $25 too little, then $3 too much, each put right."""
    paid_a_straight(table)
    correct(table, "the Ante was paid 5-1", to_player={2500: 1})
    paid_a_straight(table)
    correct(table, "the Ante was paid twice", from_player={100: 3})


async def written(ledger: Ledger, table: Driver, *, format: int = 0, after: str = "") -> str:
    """Keep the journal of a table, closed if it is; the answer is its id.

    With `format` it says to be written in another one; with `after` what is new goes to that table.
    """
    setup, journal, lines = table.state.setup, Journal(), list[KeptLine]()
    for n, (event, rule, by, round, at) in enumerate(table.lines, 1):
        if format and isinstance(event, acts.SetUp):
            event = msgspec.structs.replace(event, format=format)
        journal.add(event, rule, by, round, at)
        lines.append(KeptLine(n, at, round, by, event.name, journal.lines[-1]))
    if not after:
        kept = await ledger.create_table(
            setup.table, setup.game, is_practice=setup.is_practice, options="{}", at=lines[0].at
        )
    id = after or kept.id
    known = await ledger.count_lines(id)
    await ledger.append(LedgerEntry(id, lines[known:], status=table.state.status))
    return id
