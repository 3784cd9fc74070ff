"""The commands about journals: rehearse writes one, replay tells its story, verify checks it."""

import os
import secrets
import signal
import stat
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO

import msgspec

from tablewright.cli.numbers import share, whole
from tablewright.cli.progress import bar, waiting
from tablewright.cli.settle import warn
from tablewright.cli.sheets import Sheet, show, show_as
from tablewright.games import game
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.procedure import Effect
from tablewright.rules.readings import parse_choices
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import money
from tablewright.table.journal import HASH_AT, TAIL_BYTES, CutOff, Journal, Line, WrongLine, read
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.rehearsal import rehearse as run_rehearsal
from tablewright.table.session import Session
from tablewright.table.setup import Book
from tablewright.table.story import Chapter, chapters
from tablewright.table.verify import Verdict
from tablewright.table.verify import verify as verify_lines

MOST_ROUNDS = 10_000_000
LARGEST_SEED = 2**64 - 1
LONGEST_LINE = 1_000_000
"""No line of a journal comes near so many bytes."""
FIRST_LINE = b'{"n":1,'
PASSES = 8
"""How many times as long as reading a line it takes to verify it, about."""

Document = dict[str, Any]


# rehearse ------------------------------------------------------------------------------------------


def rehearse(
    id: str,
    readings: Sequence[str],
    rounds: str,
    seats: str | None,
    seed: str | None,
    irregularities: str,
    device: str | None,
    journal: str,
    *,
    force: bool,
    as_json: bool,
) -> int:
    of = game(id)
    chosen = parse_choices(of.readings, readings)
    setup = rehearsal_setup(of.id, device=device or "", readings=chosen)
    book = Book(setup)
    if book.device.is_keyed:
        others = listed([each.id for each in book.procedure.devices if not each.is_keyed])
        raise Refused(
            f"--device is {quoted(book.device.id)}, and nobody is there to enter cards:"
            f" expected {others}"
        )
    asked = whole("--rounds", rounds, 1, MOST_ROUNDS)
    most = book.ruleset.places
    taken = most if seats is None else whole("--seats", seats, 1, most)
    seeded = secrets.randbelow(2**32) if seed is None else whole("--seed", seed, 0, LARGEST_SEED)
    rate = share("--irregularities", irregularities)
    target = new_file("--journal", journal, force=force)
    warn(book.ruleset, chosen)
    step = max(1, asked // 1000)
    try:
        with (
            written(target, force=force) as file,
            bar(f"rehearsing {asked:,} rounds of {of.name}", asked) as advance,
        ):

            def after_round(session: Session) -> None:
                done = session.table.state.round - 1
                if done % step == 0:
                    advance(done)

            tally = Tally(file, book)
            run_rehearsal(
                setup,
                asked,
                seed=seeded,
                seats=taken,
                irregularities=rate,
                keeper=tally,
                after_round=after_round,
            )
    except KeyboardInterrupt:
        print(f"tablewright: stopped: {quoted(journal)} was not written", file=sys.stderr)
        raise
    document = {
        "game": of.id,
        "name": of.name,
        "ruleset": book.ruleset.fingerprint,
        "warnings": list(book.ruleset.warnings),
        "journal": journal,
        "seed": seeded,
        "seats": taken,
        "device": book.device.id,
        "irregularity_rate": rate,
        **tally.document(asked),
    }
    return show_as(lambda: document, lambda: rehearsal_sheets(document, book), as_json=as_json)


class Tally:
    """Writes a journal and counts what is written."""

    def __init__(self, file: BinaryIO, book: Book) -> None:
        self._journal = Journal(self._write)
        self._file = file
        self._last = b""
        self._void = {
            (each.id, ruling.id)
            for each in book.procedure.irregularities
            for ruling in each.rulings
            if ruling.effect is Effect.VOID
        }
        self.events: Counter[type] = Counter()
        self.irregularities: Counter[str] = Counter()
        self.void_rounds: set[int] = set()
        self.staked = 0
        self.returned = 0
        self.result = 0

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._last = line

    def add(self, event: e.Record, rule: str, by: str, round: int, at: datetime) -> None:
        """Write down one event."""
        self._journal.add(event, rule, by, round, at)
        kind = type(event)
        self.events[kind] += 1
        if isinstance(event, e.Settled):
            self.staked += event.stake
            self.returned += event.returned
        elif isinstance(event, c.Declare):
            self.irregularities[event.irregularity] += 1
            if (event.irregularity, event.ruling) in self._void:
                self.void_rounds.add(round)
        elif isinstance(event, e.Closed):
            self.result = event.result

    def document(self, rounds: int) -> Document:
        """What was counted."""
        return {
            "rounds": rounds,
            "void_rounds": len(self.void_rounds),
            "wagers": self.events[e.Settled],
            "staked": self.staked,
            "returned": self.returned,
            "result": self.result,
            "irregularities": dict(sorted(self.irregularities.items())),
            "late_wagers": self.events[c.LateWager],
            "fills": self.events[c.Fill],
            "card_changes": self.events[c.BringDecks] - 1,
            "lines": self._journal.count,
            "last_hash": hash_of(self._last),
        }


def hash_of(line: bytes) -> str:
    """The hash with which a line ends."""
    return line.rstrip(b"\n")[-TAIL_BYTES + len(HASH_AT) : -2].decode("ascii", "replace")


def rehearsal_sheets(document: Document, book: Book) -> Iterator[Sheet]:
    rounds = counted(document["rounds"], "round")
    places = counted(document["seats"], book.game.place)
    yield Sheet(
        f"{document['name']}: {rounds} rehearsed",
        [
            ["journal", document["journal"]],
            ["seed", f"{document['seed']} (with the same options it writes the same file)"],
            ["ruleset", document["ruleset"]],
            ["table", f"{places} taken, {book.device.name}"],
            ["rounds", f"{document['rounds']:,}{void_said(document['void_rounds'])}"],
            ["settled", counted(document["wagers"], "wager")],
            ["staked", money(document["staked"])],
            ["returned", money(document["returned"])],
            ["house result", money(document["result"])],
            ["late wagers", f"{document['late_wagers']:,}, given back"],
            ["fills", f"{document['fills']:,}"],
            ["card changes", f"{document['card_changes']:,}"],
            ["lines", f"{document['lines']:,}"],
            ["last hash", document["last_hash"]],
        ],
    )
    titles = {each.id: each.title for each in book.procedure.irregularities}
    found = document["irregularities"]
    if found:
        yield Sheet(
            f"{counted(sum(found.values()), 'irregularity', 'irregularities')} declared",
            [[titles[id], f"{count:,}", id] for id, count in found.items()],
            header=("what went wrong", "times", "rule"),
            amounts=(1,),
        )


def void_said(rounds: int) -> str:
    return f", {rounds:,} of them void" if rounds else ", none of them void"


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "box"), counted(3, "box"), counted(1200, "round")
    ('1 box', '3 boxes', '1,200 rounds')
    """
    several = many or (f"{one}es" if one.endswith("x") else f"{one}s")
    return f"{count:,} {one if count == 1 else several}"


# Writing a file whole or not at all ----------------------------------------------------------------


def new_file(option: str, name: str, *, force: bool) -> Path:
    """Where a file is to be written; refused if something is there or cannot be."""
    if name in ("", "-"):
        raise Refused(f"{option} is {quoted(name)}: expected a file's name")
    target = Path(os.path.realpath(name))
    try:
        kind = os.stat(target).st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise Refused(
                f"{option} is {quoted(name)}, and there is no folder for it:"
                " expected one that exists"
            ) from None
        return target
    except OSError as error:
        raise Refused(
            f"{option} is {quoted(name)} ({error.strerror}): expected a file that can be written"
        ) from None
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "no ordinary file"
        raise Refused(f"{option} is {quoted(name)}, which is {what}: expected a file's name")
    if not force:
        raise Refused(
            f"{option} is {quoted(name)}, which exists already:"
            " expected a new file, or --force to replace it"
        )
    return target


@contextmanager
def written(target: Path, *, force: bool) -> Iterator[BinaryIO]:
    """A file written beside its place and put there when it is whole; else nothing is left."""
    part = target.with_name(f".tablewright-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        made = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError as error:
        raise Refused(
            f"{quoted(str(target))} cannot be written ({error.strerror}):"
            " expected a folder that can be written to"
        ) from None
    old = signal.signal(signal.SIGTERM, _leave)
    try:
        with os.fdopen(made, "wb", buffering=1 << 20) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _put(part, target, force=force)
    finally:
        part.unlink(missing_ok=True)
        signal.signal(signal.SIGTERM, old)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _put(part: Path, target: Path, *, force: bool) -> None:
    """Put a whole file in its place, without replacing one that came there meanwhile."""
    if force:
        part.replace(target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise Refused(
            f"{quoted(str(target))} exists by now: expected a new file, or --force to replace it"
        ) from None
    except OSError:
        part.rename(target)  # A disk without hard links.


# Reading a journal ---------------------------------------------------------------------------------


class JournalFile:
    """A journal as a person names it: its lines, as often as they are asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.last = b""
        """The last whole line that was read."""
        try:
            found = os.stat(name)
        except OSError as error:
            raise self._refused(error) from None
        if stat.S_ISDIR(found.st_mode):
            raise Refused(f"{quoted(name)} is a folder: expected a journal")
        self.size = found.st_size
        self.is_ordinary = stat.S_ISREG(found.st_mode)

    def _refused(self, error: OSError) -> Refused:
        if isinstance(error, FileNotFoundError):
            return Refused(f"there is no file {quoted(self.name)}: expected a journal")
        return Refused(f"{quoted(self.name)} cannot be read ({error.strerror}): expected a journal")

    def lines(self, advance: Callable[[int], None] | None = None) -> Iterator[bytes]:
        """The lines, one by one; what cannot be a journal is refused at its first line."""
        try:
            with open(self.name, "rb") as file:
                done = 0
                for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
                    if number == 1:
                        self._refuse_first(line)
                    if len(line) == LONGEST_LINE:
                        raise WrongLine(number, "it does not end: expected a line of a journal")
                    if line.endswith(b"\n"):
                        self.last = line
                    yield line
                    done += len(line)
                    if advance and number % 1024 == 0:
                        advance(done)
                if not done:
                    raise Refused(f"{quoted(self.name)} is empty: expected a journal")
        except OSError as error:
            raise self._refused(error) from None

    def _refuse_first(self, line: bytes) -> None:
        if not line.startswith(FIRST_LINE):
            raise Refused(
                f"{quoted(self.name)} is no journal, by its line 1:"
                " expected a file that rehearse or play wrote"
            )
        if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
            raise Refused(
                f"{quoted(self.name)} ends within its line 1: expected a journal with one line at least"
            )


# replay --------------------------------------------------------------------------------------------


def replay(name: str, round: str | None, *, as_json: bool) -> int:
    file = JournalFile(name)
    asked = None if round is None else whole("--round", round, 1, MOST_ROUNDS)
    reader = Reader(file)
    tell = tell_as_json if as_json else tell_as_sheets
    try:
        if asked is not None:
            with waiting(f"looking for round {asked:,}"):
                found = find_round(reader.chapters(only=asked), asked)
            return tell([found], reader)
        with told_so_far(file) as advance:
            return tell(reader.chapters(advance), reader)
    except WrongLine as wrong:
        raise Refused(f"{quoted(name)}, {wrong}") from None


@contextmanager
def told_so_far(file: JournalFile) -> Iterator[Callable[[int], None] | None]:
    """How far a story is that goes into a file; a page (`| less`) is not written over.

    A bar will not do here: it takes what is printed meanwhile for its own terminal.
    """
    is_watched = sys.stderr.isatty() and file.size
    if not (is_watched and stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)):
        yield None
        return
    was_said, next_said = False, time.monotonic() + 2

    def advance(done: int) -> None:
        nonlocal was_said, next_said
        if time.monotonic() > next_said:
            was_said, next_said = True, time.monotonic() + 0.5
            print(f"\r{100 * done // file.size} % told", end="", file=sys.stderr, flush=True)

    try:
        yield advance
    finally:
        if was_said:
            print(file=sys.stderr)


class Reader:
    """Reads a journal for its story, and remembers how it ended."""

    def __init__(self, file: JournalFile) -> None:
        self.file = file
        self.count = 0
        self.cut_off = 0
        self.has_ended = False

    def chapters(
        self, advance: Callable[[int], None] | None = None, only: int = 0
    ) -> Iterator[Chapter]:
        return chapters(self._lines(advance), only)

    def _lines(self, advance: Callable[[int], None] | None) -> Iterator[Line | CutOff]:
        for line in read(self.file.lines(advance)):
            if isinstance(line, CutOff):
                self.cut_off, self.has_ended = line.line, True
            else:
                self.count = line.n
            yield line
        self.has_ended = True


def find_round(story: Iterable[Chapter], number: int) -> Chapter:
    """One round of the story; refused if it has not so many."""
    last = 0
    for chapter in story:
        if chapter.chapter == "round":
            last = chapter.round
            if last == number:
                return chapter
    expected = f"1 to {last:,}" if last > 1 else "1" if last else "a journal with a round"
    raise Refused(f"there is no round {number:,} in it: expected {expected}")


def tell_as_json(story: Iterable[Chapter], reader: Reader) -> int:
    """One chapter a line, each written out before the next is read."""
    encode, out, closed = msgspec.json.Encoder().encode, sys.stdout.buffer, False
    for chapter in story:
        out.write(encode(chapter) + b"\n")
        out.flush()
        closed = chapter.chapter == "closing" and chapter.is_complete
    if reader.has_ended:
        end = {
            "chapter": "end",
            "lines": reader.count,
            "is_closed": closed,
            "cut_off": reader.cut_off,
        }
        out.write(encode(end) + b"\n")
    return 0


def tell_as_sheets(story: Iterable[Chapter], reader: Reader) -> int:
    show(story_sheets(story, reader))
    return 0


def story_sheets(story: Iterable[Chapter], reader: Reader) -> Iterator[Sheet]:
    complete = True
    for chapter in story:
        complete = chapter.is_complete
        yield chapter_sheet(chapter)
        sys.stdout.flush()
    if reader.has_ended:
        yield from end_sheets(is_closed=complete, lines=reader.count, cut_off=reader.cut_off)


def chapter_sheet(chapter: Chapter) -> Sheet:
    """A chapter as a page of the table's log: when, what a player won or lost, what happened."""
    rows, shown = [], ""
    for told in chapter.told:
        at = told.at.strftime("%H:%M:%S")
        rows.append([at if at != shown else "", net_said(told.net, told.event), told.says])
        if told.why:
            rows.append(["", "", f"  {told.why}"])
        shown = at
    if not any(row[1] for row in rows):
        rows = [[row[0], row[2]] for row in rows]
        return Sheet(chapter.title, rows)
    return Sheet(chapter.title, rows, amounts=(1,), is_warning=chapter.is_void)


def net_said(cents: int | None, event: str) -> str:
    """What a player won or lost, with its sign."""
    if cents is None:
        return ""
    if not cents:
        return "push" if event == "settled" else money(0)
    return f"+{money(cents)}" if cents > 0 else money(cents)


def end_sheets(*, is_closed: bool, lines: int, cut_off: int) -> Iterator[Sheet]:
    """What must be said of a journal that does not end as it should."""
    if cut_off:
        yield Sheet(
            f"CUT OFF: line {cut_off:,} was not written to its end",
            note=f"The {counted(lines, 'line')} before it {'is' if lines == 1 else 'are'} whole.",
            is_warning=True,
        )
    if not is_closed:
        yield Sheet(
            f"NOT CLOSED: the journal ends at line {lines:,}, and the table was not closed by then",
            note="Either it is still open, or lines are missing from the end; nothing in the"
            " journal tells which.",
            is_warning=True,
        )


# verify --------------------------------------------------------------------------------------------


def verify(name: str, *, as_json: bool) -> int:
    file = JournalFile(name)
    try:
        verdict = verified(file)
    except WrongLine as wrong:
        why = str(wrong).partition(": ")[2]
        if as_json:
            wrong_document = {"journal": name, "holds": False, "line": wrong.line, "why": why}
            show_as(lambda: wrong_document, lambda: (), as_json=True)
        raise Refused(f"{quoted(name)} does not hold, line {wrong.line:,}: {why}") from None
    # A journal may end between the last command and what followed from it.
    document = {
        "journal": name,
        "holds": True,
        **msgspec.structs.asdict(verdict),
        "last_hash": hash_of(file.last),
    }
    return show_as(
        lambda: document, lambda: verdict_sheets(name, verdict, file.last), as_json=as_json
    )


def verified(file: JournalFile) -> Verdict:
    """The verdict on a journal, with a bar while it is being reached."""
    with bar(f"verifying {file.name}", (1 + PASSES) * file.size) as advance:
        if not file.is_ordinary:
            kept = list(file.lines())
            return verify_lines(lambda: kept)
        passes = 0

        def lines() -> Iterator[bytes]:
            nonlocal passes
            passes += 1
            if passes == 1:
                return file.lines(advance)
            return file.lines(lambda done: advance(file.size + PASSES * done))

        return verify_lines(lines)


def verdict_sheets(name: str, verdict: Verdict, last: bytes) -> Iterator[Sheet]:
    of = game(verdict.game)
    sealed = "every order opened and fitting its seal"
    if verdict.still_sealed:
        sealed = f"{verdict.still_sealed:,} still sealed, the rest opened and fitting their seals"
    went_wrong = counted(verdict.irregularities, "irregularity", "irregularities")
    others = [
        counted(verdict.late_wagers, "late wager"),
        counted(verdict.corrections, "correction"),
    ]
    closed = "yes, and the last line states the count" if verdict.is_closed else "no"
    yield Sheet(
        f"{name}: the journal holds",
        [
            ["table", f"{verdict.table}, {of.name}"],
            ["ruleset", verdict.ruleset],
            ["lines", f"{verdict.lines:,}, every hash fits"],
            ["rounds", f"{verdict.rounds:,}{void_said(verdict.void_rounds)}"],
            ["payments", f"{verdict.payments:,}, each as the rules give it"],
            ["staked", money(verdict.staked)],
            ["returned", money(verdict.returned)],
            ["house result", f"{money(verdict.result)}, and all accounts add up"],
            ["set apart", ", ".join([went_wrong, *others])],
            ["shuffles", f"{verdict.shuffles:,}, {sealed}"],
            ["closed", closed],
            ["last hash", hash_of(last)],
        ],
    )
    yield from end_sheets(is_closed=verdict.is_closed, lines=verdict.lines, cut_off=verdict.cut_off)
