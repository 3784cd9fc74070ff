"""Verifying a journal: hashes, laws, money, and every payment against the rules.

Each command in the journal is given again to a fresh table, and what follows must be what the journal
says, line for line. The order of each shuffle comes from the line that unseals it; its seal must fit.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import msgspec

from tablewright.rules.errors import Refused, TablewrightError
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.handlers.dealing import sealed
from tablewright.table.journal import CutOff, Line, WrongLine, read
from tablewright.table.machine import Table, actor

Lines = Callable[[], Iterable[bytes]]
"""The lines of a journal, as often as they are asked for."""


class Verdict(msgspec.Struct):
    """What a journal that holds is found to hold."""

    lines: int = 0
    game: str = ""
    ruleset: str = ""
    table: str = ""
    rounds: int = 0
    void_rounds: int = 0
    payments: int = 0
    staked: int = 0
    returned: int = 0
    irregularities: int = 0
    late_wagers: int = 0
    corrections: int = 0
    shuffles: int = 0
    still_sealed: int = 0
    is_closed: bool = False
    result: int = 0
    """What the house has won, in cents."""
    cut_off: int = 0
    """The number of the last line, if it was not written to its end."""


def verify(lines: Lines, progress: Callable[[int], None] | None = None) -> Verdict:
    """What a journal holds; the first line that is wrong is refused with its number."""
    orders = _orders(lines())
    return _Checker(orders, progress).check(read(lines()))


def _orders(lines: Iterable[bytes]) -> dict[str, tuple[str, str]]:
    """The orders that the journal unseals, by their seals.

    A wrong line ends the search; it is refused later, unless one before it is.
    """
    found = {}
    with contextlib.suppress(WrongLine):
        for line in read(lines):
            if isinstance(line, Line) and type(line.did) is e.Unsealed:
                found[sealed(line.did.order, line.did.salt)] = line.did.order, line.did.salt
    return found


class _EndsHere(Exception):
    """The journal ends where a hand is about to be turned whose pack is still sealed."""


class _Checker:
    def __init__(
        self, orders: dict[str, tuple[str, str]], progress: Callable[[int], None] | None
    ) -> None:
        self.orders = orders
        self.progress = progress
        self.verdict = Verdict()
        self.table: Table | None = None
        self._ahead: list[Line] = []
        self._lines: Iterator[Line | CutOff] = iter(())

    def check(self, lines: Iterator[Line | CutOff]) -> Verdict:
        self._lines = lines
        first = self._next()
        if first is None:
            raise WrongLine(1, "there is no line: expected a journal")
        self._set_up(first)
        with contextlib.suppress(_EndsHere):
            while line := self._next():
                self._command(line)
                if self.progress and line.n % 2048 < 16:
                    self.progress(line.n)
        verdict, table = self.verdict, self.table
        assert table is not None
        verdict.rounds = table.state.round - 1
        from tablewright.table.handlers.opening import result

        verdict.result = result(table)
        return verdict

    def _next(self) -> Line | None:
        if self._ahead:
            return self._ahead.pop(0)
        line = next(self._lines, None)
        if isinstance(line, CutOff):
            self.verdict.cut_off = line.line
            return None
        if line is not None:
            self.verdict.lines = line.n
        return line

    def _peek(self) -> Line | None:
        if not self._ahead:
            line = self._next()
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[0]

    def _set_up(self, first: Line) -> None:
        if type(first.did) is not c.SetUp:
            raise WrongLine(first.n, f"it is {first.did.name}: expected the table to be set up")
        try:
            self.table = Table(first.did.setup)
        except TablewrightError as refused:
            raise WrongLine(first.n, str(refused)) from None
        self.table.peek = self._hand_turned
        self.table.keeper = keeper = _Kept()
        self.table.set_up(first.at)
        self._compare(first, keeper)
        setup = self.table.book.setup
        self.verdict.game, self.verdict.ruleset = setup.game, setup.ruleset
        self.verdict.table = setup.table

    def _hand_turned(self, place: int) -> str:
        """A hand whose pack is still sealed: the journal itself says what was turned."""
        ahead = self._peek()
        if ahead is None:
            raise _EndsHere
        if type(ahead.did) is e.Shown and ahead.did.place == place:
            return str(ahead.did.cards)
        return ""

    def _command(self, line: Line) -> None:
        table, keeper = self.table, _Kept()
        assert table is not None
        command = self._commanded(line)
        table.keeper = keeper
        try:
            by = actor(line.by)
        except KeyError:
            raise WrongLine(line.n, f"{line.by!r} acts: expected somebody at the table") from None
        was_void = table.state.is_void
        try:
            table.act(command, by, line.at)
        except WrongLine:
            raise  # A hand that is turned was looked for ahead, and that line is wrong.
        except Refused as refused:
            raise WrongLine(line.n, f"it was not allowed: {refused}") from None
        self._compare(line, keeper, was_void=was_void)
        if table.state.bank.total() or table.state.bank.overdrawn():
            raise WrongLine(
                line.n, "the accounts do not add up: expected what was taken to be given"
            )

    def _commanded(self, line: Line) -> c.Command:
        """The command behind a line."""
        did = line.did
        if not did.is_command:
            raise WrongLine(line.n, f"{did.name} follows from nothing: expected a command")
        if type(did) is c.LateWager:
            return c.Wager(did.place, did.wager, did.chips, 0, did.for_dealer)
        if type(did) is c.Shuffled and did.seal in self.orders:
            return c.Shuffle(did.pack, *self.orders[did.seal])
        if type(did) is c.Shuffled:
            self.verdict.still_sealed += 1
        if type(did) is c.Sign or type(did) is c.Examine:
            return msgspec.structs.replace(did, post="")
        if self.table and not self.table.must_name(1):
            # The pack knows these cards: whether the journal names the same is seen below.
            if type(did) is c.Reveal:
                return c.Reveal()
            if type(did) is c.Draw:
                return c.Draw()
            if type(did) is c.Declare:
                return msgspec.structs.replace(did, card="")
        assert isinstance(did, c.Command)
        return did

    def _compare(self, line: Line, kept: "_Kept", *, was_void: bool = False) -> None:
        """What followed, against what the journal says followed."""
        found: Line | None = line
        for number, (event, rule, by, round, at) in enumerate(kept.kept):
            if number:
                found = self._next()
            if found is None:
                if self.verdict.cut_off or self.verdict.lines == line.n + number - 1:
                    return  # The journal ends in the middle of what followed.
                raise AssertionError("a journal cannot end before its end")
            if found.did != event:
                raise WrongLine(found.n, _difference(event, found.did))
            if (found.rule, found.by, found.round, found.at) != (rule, by, round, at):
                raise WrongLine(
                    found.n,
                    f"it names {found.rule}, {found.by}, round {found.round}, {found.at}:"
                    f" expected {rule}, {by}, round {round}, {at}",
                )
            self._tally(event, was_void=was_void)

    def _tally(self, event: e.Record, *, was_void: bool) -> None:
        verdict = self.verdict
        match event:
            case e.Closed():
                verdict.is_closed = True
            case e.Settled():
                verdict.payments += 1
                verdict.staked += event.stake
                verdict.returned += event.returned
            case c.Declare():
                verdict.irregularities += 1
            case c.LateWager():
                verdict.late_wagers += 1
            case c.Correct():
                verdict.corrections += 1
            case c.Shuffled():
                verdict.shuffles += 1
            case c.Clear() if was_void:
                verdict.void_rounds += 1


def _difference(expected: e.Record, found: e.Record) -> str:
    """What the rules give and what a line says, as far as they differ."""
    if type(expected) is not type(found):
        return f"it says {found.name}, and the rules give {expected.name}"
    for name in expected.__struct_fields__:
        gives, says = getattr(expected, name), getattr(found, name)
        if gives != says:
            return f"{found.name}: {name} is {_short(says)}, and the rules give {_short(gives)}"
    raise AssertionError("two records that differ have a field that differs")


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else f"{text[:117]}..."


class _Kept:
    """Keeps what a table says in memory."""

    def __init__(self) -> None:
        self.kept: list[tuple[e.Record, str, str, int, datetime]] = []

    def add(self, event: e.Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.kept.append((event, rule, by, round, at))
