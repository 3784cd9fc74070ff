"""What has been done at a live table and is not written down yet."""

from datetime import datetime

from tablewright.house.books.entries import Done, KeptLine, Transfer
from tablewright.house.screens.news import Heard
from tablewright.table.journal import Journal
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
    """What has been done and is not written down yet."""

    def __init__(self) -> None:
        self.transfers: list[Transfer] = []
        self.shuffles: dict[int, tuple[str, str] | None] = {}
        self.commands: list[Done] = []
        self.seats: dict[int, str | None] = {}
        self.told: list[Heard] = []
        self.forget_until = 0
