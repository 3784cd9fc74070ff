"""What has been done at a live table and is not written down yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from tablewright.house.books.audit_entries import Doer, Noted, Said
from tablewright.house.books.auditing import noted
from tablewright.house.books.entries import Done, KeptLine, LedgerEntry, Result, Transfer
from tablewright.house.screens.news import Heard
from tablewright.house.tables.clock_marks import ClockMarks
from tablewright.house.tables.seating import PATRON
from tablewright.house.tables.snapshots import Snapshots
from tablewright.table import acts
from tablewright.table.journal import Journal
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.status import CLOSED


class Pages:
    """Keeps the lines of a journal, and the transfers each of them makes, until the ledger has them."""

    def __init__(self) -> None:
        self.journal = Journal(self._keep)
        self.lines: list[KeptLine] = []
        self.transfers: list[Transfer] = []
        self.sat: dict[int, tuple[int, str]] = {}
        """The line in which each place was taken last, and its hash."""
        self._line = b""

    def _keep(self, line: bytes) -> None:
        self._line = line

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.journal.add(event, rule, by, round, at)
        n = self.journal.count
        self.lines.append(KeptLine(n, at, round, by, event.name, self._line))
        self.transfers += transfers_of(n, event)
        if isinstance(event, acts.Sit):
            self.sat[event.place] = n, self.journal.last


def transfers_of(n: int, event: Record) -> list[Transfer]:
    """What a line moves, as the ledger writes it; a move of nothing is none."""
    found: list[Transfer] = []
    for move in event.moved():
        if cents := move.cents:
            transfer = Transfer(
                n, len(found), move.source, move.target, move.cash, cents, move.chips
            )
            found.append(transfer)
    return found


class Pending:
    """What has been done at one table and is not written down yet; it keeps the table's journal."""

    def __init__(
        self, id: str, table: Table, last_hash: str, snapshots: Snapshots, marks: ClockMarks
    ) -> None:
        self._id, self._table, self._snapshots, self._marks = id, table, snapshots, marks
        self.pages = Pages()
        if last_hash:
            self.pages.journal.go_on_after(table.lines, last_hash)
        table.keeper = self.pages
        self._held = {name: held.cents for name, held in table.state.bank.accounts.items()}
        """What each account holds by all that was written."""
        self.doer = Doer()
        """Who does what is done now: a person, while what they sent is carried out, else the house."""
        self._begin()

    def _begin(self) -> None:
        self._shuffles: dict[int, tuple[str, str] | None] = {}
        self._told: list[Heard] = []
        self._commands: list[Done] = []
        self._seats: dict[int, str | None] = {}
        self._results: list[Result] = []
        self._forget_until = 0
        self._conduct: str | None = None
        self._audit: list[Noted] = []

    @contextmanager
    def done_by(self, doer: Doer) -> Iterator[None]:
        """What is done meanwhile is done by a person."""
        before, self.doer = self.doer, doer
        try:
            yield
        finally:
            self.doer = before

    def note(self, what: str, said: Said | None = None) -> None:
        """Have the audit tell of something, when the journal does."""
        self._audit.append(noted(self.doer, what, self._id, said))

    def add_events(self, events: list[Record], told: list[Heard]) -> None:
        """What came of one act: its shuffles, and what is told of it."""
        for event in events:
            if isinstance(event, acts.Shuffled | acts.Unsealed):
                self._shuffles[event.pack] = self._table.vault.get(event.pack)
            elif isinstance(event, acts.BeginClosing | acts.Closed):
                is_closed = isinstance(event, acts.Closed)
                what = "table-closed" if is_closed else "table-closing"
                self.note(what, {"line": self._table.lines})
        self._told += told

    def add_seat(self, place: int, key: str | None) -> None:
        """Whose a place is now; nobody's, if None. The audit tells which account or guest it is."""
        self._seats[place] = key
        if key is not None and not key.startswith(PATRON):
            line, hash = self.pages.sat[place]
            said: Said = {"place": place, "line": line, "hash": hash}
            self._audit.append(noted(self.doer._replace(who=key), "sat", self._id, said))

    def add_results(self, results: list[Result]) -> None:
        """What players have won or lost."""
        self._results += results

    def add_conduct(self, conduct: str | None) -> None:
        """How the table is run beside its journal; None, where that is as it was."""
        self._conduct = conduct

    def add_command(self, done: Done) -> None:
        """A command that was carried out and wrote a line."""
        self._commands.append(done)

    def forget_commands(self, until: int) -> None:
        """Commands up to a line need not be known any more."""
        self._forget_until = until

    def take(self) -> tuple[LedgerEntry, list[Heard]] | None:
        """All of it, to be written and then told; None if there is nothing."""
        lines, transfers = self.pages.lines, self.pages.transfers
        is_conducted = self._conduct is not None
        if not (lines or self._commands or self._seats or self._audit or is_conducted):
            return None
        if transfers:
            self._assert_same_money(transfers)
        if lines and (marked := self._marks.of(lines)):
            self._audit.append(noted(Doer(), "clock", self._id, marked))
        status, journal = self._table.state.status, self.pages.journal
        entry = LedgerEntry(
            self._id,
            lines,
            transfers,
            self._shuffles,
            self._commands,
            self._seats,
            status,
            self._forget_until,
            results=self._results,
            conduct=self._conduct,
            # Behind a line that is written with it, so that no signed head can be older than it.
            snapshot=self._snapshots.due(journal, is_closed=status == CLOSED) if lines else None,
            audit=self._audit,
        )
        told, self.pages.lines, self.pages.transfers = self._told, [], []
        self._begin()
        return entry, told

    def _assert_same_money(self, transfers: list[Transfer]) -> None:
        """What is about to be written leaves in every account what the table has there."""
        held, bank = self._held, self._table.state.bank
        touched = set()
        for each in transfers:
            held[each.source] = held.get(each.source, 0) - each.cents
            held[each.target] = held.get(each.target, 0) + each.cents
            touched |= {each.source, each.target}
        for name in touched:
            has = bank.cents(name)
            assert held[name] == has, (
                f"table {self._id}: the transfers leave {held[name]} cents in {name}: expected {has}"
            )
            if not has:
                del held[name]
