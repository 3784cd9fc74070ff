"""Verifying a journal: hashes, laws, money, and every payment against the rules.

Each command in the journal is given again to a fresh table, and what follows must be what the journal
says, line for line. The order of each shuffle comes from the line that unseals it; its seal must fit.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

import msgspec

from tablewright.rules.errors import Forbidden, Refused, TablewrightError
from tablewright.table import acts
from tablewright.table.actors import actor
from tablewright.table.acts import slips
from tablewright.table.chips import DROP, TIPS, Move, chips_text, money
from tablewright.table.journal import CutOff, Line, WrongLine, read
from tablewright.table.machine import Table
from tablewright.table.record import Act, Record
from tablewright.table.seal import sealed
from tablewright.table.setup import Book
from tablewright.table.verdict import Overlooked, Verdict

Lines = Callable[[], Iterable[bytes]]
"""The lines of a journal, as often as they are asked for."""


def verify(lines: Lines, progress: Callable[[int], None] | None = None) -> Verdict:
    """What a journal holds; the first line that is wrong is refused with its number.

    `progress` hears again and again up to which line the journal holds.
    """
    orders = _orders(lines())
    return _Checker(orders, progress).check(read(lines()))


def _orders(lines: Iterable[bytes]) -> dict[str, tuple[str, str]]:
    """The orders that the journal unseals, by their seals.

    A wrong line ends the search; it is refused later, unless one before it is.
    """
    found = {}
    with contextlib.suppress(WrongLine):
        for line in read(lines):
            if isinstance(line, Line) and type(line.did) is acts.Unsealed:
                found[sealed(line.did.order, line.did.salt)] = line.did.order, line.did.salt
    return found


class Shuffle(NamedTuple):
    """A shuffle by its seal, and the line it stands in."""

    line: int
    seal: str


class _EndsHere(Exception):
    """The journal ends within what followed from a command on a pack that is still sealed."""


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
        self._overlooked = Overlooked(())
        self._unopened: dict[int, list[Shuffle]] = {}
        """The shuffles of each pack whose order the journal has not opened yet."""

    def check(self, lines: Iterator[Line | CutOff]) -> Verdict:
        self._lines = lines
        first = self._next()
        if first is None:
            raise WrongLine(1, "there is no line: expected a journal")
        self._set_up(first)
        with contextlib.suppress(_EndsHere):
            while line := self._next():
                self._command(line)
        verdict, table = self.verdict, self.table
        assert table is not None
        verdict.rounds = table.state.round - 1
        verdict.result = table.state.bank.house_won
        verdict.drop = table.state.bank.cents(DROP)
        verdict.tips = table.state.bank.cents(TIPS)
        verdict.overlooked = self._overlooked.times
        verdict.left_out = self._overlooked.by_step
        return verdict

    def _next(self) -> Line | None:
        return self._ahead.pop(0) if self._ahead else self._read()

    def _read(self) -> Line | None:
        line = next(self._lines, None)
        if isinstance(line, CutOff):
            self.verdict.cut_off = line.line
            return None
        if line is not None:
            self.verdict.lines = line.n
        return line

    def _peek(self, far: int = 0) -> Line | None:
        """A line ahead, if the journal goes so far."""
        while len(self._ahead) <= far:
            line = self._read()
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[far]

    def _followed(self) -> Iterator[Line]:
        """What the journal says followed from the command that is being given again."""
        for far in count():
            line = self._peek(far)
            if line is None:
                raise _EndsHere
            if line.did.is_act:
                return
            yield line

    def _set_up(self, first: Line) -> None:
        if type(first.did) is not acts.SetUp:
            raise WrongLine(first.n, f"it is {first.did.name}: expected the table to be set up")
        try:
            self.table = Table(first.did.setup, reader=self)
        except TablewrightError as refused:
            raise WrongLine(first.n, str(refused)) from None
        self.table.keeper = keeper = _Kept()
        try:
            self.table.set_up(first.at)
        except Refused as refused:
            raise WrongLine(first.n, str(refused)) from None
        self._describe(self.table.book, first.at)
        self._compare(first, keeper)

    def _describe(self, book: Book, at: datetime) -> None:
        """What the first line says of the table."""
        verdict, setup = self.verdict, book.setup
        verdict.game, verdict.ruleset, verdict.table = setup.game, setup.ruleset, setup.table
        verdict.jurisdiction, verdict.day = setup.jurisdiction, setup.day.isoformat()
        verdict.first_at = verdict.last_at = at
        verdict.devices = [setup.device]
        verdict.readings = setup.readings
        verdict.undecided = book.ruleset.undecided_without(setup.readings)
        verdict.warnings = list(book.ruleset.warnings)
        self._overlooked = Overlooked(book.procedure.irregularities)

    def unopened(self, pack: int) -> None:
        """A pack goes out of play, and the journal does not open the order, if one was sealed."""
        if not self._unopened.get(pack):
            return
        for line in self._followed():
            self._refuse_unsealed(line)
        raise Forbidden(
            f"pack {pack} is out of play and its order is never opened: expected it opened here",
            "house.seal",
        )

    def _command(self, line: Line) -> None:
        table, keeper = self.table, _Kept()
        assert table is not None
        command = self._commanded(line)
        table.keeper = keeper
        try:
            by = actor(line.by)
        except KeyError:
            raise WrongLine(line.n, f"{line.by!r} acts: expected a role at the table") from None
        was_void = table.state.is_void
        try:
            table.act(command, by, line.at)
        except WrongLine:
            raise  # What follows was looked for ahead, and that line is wrong.
        except Refused as refused:
            raise WrongLine(line.n, f"it was not allowed: {refused}") from None
        self._compare(line, keeper, was_void=was_void)
        if table.state.bank.total() or table.state.bank.overdrawn():
            raise WrongLine(
                line.n, "the accounts do not add up: expected what was taken to be given"
            )

    def _commanded(self, line: Line) -> Act:
        """The command behind a line."""
        did = line.did
        if not did.is_act:
            self._refuse_unsealed(line)
            raise WrongLine(line.n, f"{did.name} follows from nothing: expected a command")
        if type(did) is acts.Shuffled and did.seal in self.orders:
            return acts.Shuffle(did.pack, *self.orders[did.seal])
        if type(did) is acts.Shuffled and did.seal:
            self.verdict.still_sealed += 1
        assert isinstance(did, Act)
        assert self.table is not None
        # What was filled in is left out: whether the journal says the same is seen below.
        return did.asked(self.table)

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
                self._refuse_unsealed(found)
                raise WrongLine(found.n, _difference(event, found.did))
            said, gives = (found.rule, found.by, found.round, found.at), (rule, by, round, at)
            if said != gives:
                raise WrongLine(found.n, _beside(said, gives))
            self.verdict.last_at = at
            self._tally(event, found.n, was_void=was_void)
            if self.progress:
                self.progress(found.n)

    def _refuse_unsealed(self, line: Line) -> None:
        """Refuse an order that was opened and is not the one that was sealed."""
        did = line.did
        if type(did) is not acts.Unsealed or not self._unopened.get(did.pack):
            return
        shuffle = self._unopened[did.pack][0]
        if sealed(did.order, did.salt) != shuffle.seal:
            raise WrongLine(
                line.n,
                f"the opened order does not fit the seal of line {shuffle.line:,}: expected the"
                " order that was sealed",
            )

    def _tally(self, event: Record, line: int, *, was_void: bool) -> None:
        verdict = self.verdict
        self._overlooked.note(event)
        match event:
            case acts.Closed():
                verdict.is_closed = True
            case acts.Settled() | acts.TakenBack() | acts.Reckoned():
                verdict.payments += isinstance(event, acts.Settled)
                verdict.staked += event.sums.staked
                verdict.returned += event.sums.returned
                verdict.given_back += event.sums.given_back
            case acts.Declare() | acts.ReportChips():
                verdict.irregularities += 1
            case acts.Substitute():
                verdict.devices.append(event.device)
            case acts.LateWager():
                verdict.late_wagers += 1
            case acts.Countersign(form=slips.CORRECTION, differs=False):
                verdict.corrections += 1
            case acts.Shuffled():
                verdict.shuffles += 1
                if event.seal:
                    self._unopened.setdefault(event.pack, []).append(Shuffle(line, event.seal))
            case acts.Unsealed():
                self._unopened[event.pack].pop(0)
            case acts.Clear() if was_void:
                verdict.void_rounds += 1


def _difference(expected: Record, found: Record) -> str:
    """What the rules give and what a line says, as far as they differ."""
    if type(expected) is not type(found):
        return f"it says {found.name}, and the rules give {expected.name}"
    for name in expected.__struct_fields__:
        gives, says = getattr(expected, name), getattr(found, name)
        if gives != says:
            words = name.replace("_", " ")
            found_said, given_said = _said(name, says), _said(name, gives)
            return f"{found.name}: {words} is {found_said}, and the rules give {given_said}"
    raise AssertionError("two records that differ have a field that differs")


def _beside(said: Sequence[object], gives: Sequence[object]) -> str:
    """The first thing that differs of what a line names beside the event."""
    for what, found, expected in zip(("rule", "actor", "round", "time"), said, gives, strict=True):
        if found != expected:
            return f"its {what} is {_cut_short(str(found))}: expected {expected}"
    raise AssertionError("two lines that differ have something that differs")


IN_CENTS = ("stake", "returned", "cash", "cents", "result")
IN_CHIPS = ("chips", "give", "take", "to_player", "from_player")


def _said(field: str, value: Any) -> str:
    """What a field holds, money as people write it."""
    if field in IN_CENTS:
        return money(value)
    if field in IN_CHIPS:
        return chips_text(value)
    if field == "moves":
        return _cut_short("; ".join([_move_said(move) for move in value]) or "nothing")
    return _cut_short(msgspec.json.encode(value).decode())


def _move_said(move: Move) -> str:
    what = [chips_text(move.chips)] if move.chips else []
    if move.cash:
        what.append(f"{money(move.cash)} in cash")
    return f"{' and '.join(what) or 'nothing'} from {move.source} to {move.target}"


def _cut_short(text: str) -> str:
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 120 else f"{text[:117]}..."


class _Kept:
    """Keeps what a table says in memory."""

    def __init__(self) -> None:
        self.kept: list[tuple[Record, str, str, int, datetime]] = []

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        self.kept.append((event, rule, by, round, at))
