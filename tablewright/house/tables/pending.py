"""What has been done at a live table and is not written down yet."""

from datetime import datetime

from tablewright.house.books.entries import Done, KeptLine, LedgerEntry, Transfer
from tablewright.house.screens.news import Heard
from tablewright.table import acts
from tablewright.table.journal import Journal
from tablewright.table.machine import Table
from tablewright.table.record import Record


class Pages:
    """Keeps the lines of a journal until the ledger has them."""

    def __init__(self) -> None:
        self.journal = Journal(self._keep)
        self.lines: list[KeptLine] = []
        self._line = b""

    def _keep(self, line: bytes) -> None:
        self._line = line

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.journal.add(event, rule, by, round, at)
        self.lines.append(KeptLine(self.journal.count, at, round, by, event.name, self._line))


class Pending:
    """What has been done at one table and is not written down yet; it keeps the table's journal."""

    def __init__(self, id: str, table: Table, last_hash: str) -> None:
        self._id, self._table = id, table
        self.pages = Pages()
        if last_hash:
            self.pages.journal.go_on_after(table.lines, last_hash)
        table.keeper = self.pages
        self._begin()

    def _begin(self) -> None:
        self._transfers: list[Transfer] = []
        self._shuffles: dict[int, tuple[str, str] | None] = {}
        self._told: list[Heard] = []
        self._commands: list[Done] = []
        self._seats: dict[int, str | None] = {}
        self._forget_until = 0

    def add_events(self, events: list[Record], first: int, told: list[Heard]) -> None:
        """What came of one act: its chips, its shuffles, and what is told of it."""
        for line, event in enumerate(events, first):
            for number, move in enumerate(event.moved()):
                self._transfers.append(
                    Transfer(
                        line, number, move.source, move.target, move.cash, move.cents, move.chips
                    )
                )
            if isinstance(event, acts.Shuffled | acts.Unsealed):
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
