"""What has been done at a live table and is not written down yet."""

from datetime import datetime

import msgspec

from tablewright.house.books.entries import Done, KeptLine, LedgerEntry, Transfer
from tablewright.house.screens.news import Heard
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import Bank, Move
from tablewright.table.journal import Journal
from tablewright.table.machine import Table


class WatchedBank(Bank):
    """The accounts of a table, with every movement that has not been written down yet."""

    made: list[Move] = msgspec.field(default_factory=list)

    def make(self, move: Move) -> None:
        super().make(move)
        self.made.append(move)


class Pages:
    """Keeps the lines of a journal until the ledger has them."""

    def __init__(self) -> None:
        self.journal = Journal(self._keep)
        self.lines: list[KeptLine] = []
        self._line = b""

    def _keep(self, line: bytes) -> None:
        self._line = line

    def add(self, event: e.Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.journal.add(event, rule, by, round, at)
        self.lines.append(KeptLine(self.journal.count, at, round, by, event.name, self._line))


class Pending:
    """What has been done at one table and is not written down yet; it keeps the table's journal."""

    def __init__(self, id: str, table: Table, last_hash: str) -> None:
        self._id, self._table = id, table
        self.pages = Pages()
        if last_hash:
            self.pages.journal.go_on_after(table.lines, last_hash)
        self._bank = WatchedBank(table.state.bank.accounts)
        table.keeper, table.state.bank = self.pages, self._bank
        self._begin()

    def _begin(self) -> None:
        self._transfers: list[Transfer] = []
        self._shuffles: dict[int, tuple[str, str] | None] = {}
        self._told: list[Heard] = []
        self._commands: list[Done] = []
        self._seats: dict[int, str | None] = {}
        self._forget_until = 0

    def add_events(self, events: list[e.Record], first: int, told: list[Heard]) -> None:
        """What came of one command: its chips, its shuffles, and what is told of it."""
        for number, move in enumerate(self._bank.made):
            if move.chips or move.cash:
                self._transfers.append(
                    Transfer(
                        first, number, move.source, move.target, move.cash, move.cents, move.chips
                    )
                )
        self._bank.made.clear()
        for event in events:
            if isinstance(event, c.Shuffled | e.Unsealed):
                self._shuffles[event.pack] = self._table.vault.get(event.pack)
        self._told += told

    def add_seat(self, place: int, key: str | None) -> None:
        """Whose a place is now; nobody's, if None."""
        self._seats[place] = key

    def add_command(self, done: Done) -> None:
        """A command that was carried out and wrote a line."""
        self._commands.append(done)

    def forget_commands(self, until: int) -> None:
        """Commands up to a line need not be known any more."""
        self._forget_until = until

    def take(self) -> tuple[LedgerEntry, list[Heard]] | None:
        """All of it, to be written and then told; None if there is nothing."""
        lines = self.pages.lines
        if not (lines or self._commands or self._seats):
            return None
        entry = LedgerEntry(
            self._id,
            lines,
            self._transfers,
            self._shuffles,
            self._commands,
            self._seats,
            self._table.state.status,
            self._forget_until,
        )
        told, self.pages.lines = self._told, []
        self._begin()
        return entry, told
