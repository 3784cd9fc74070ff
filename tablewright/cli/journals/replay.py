"""The replay command: what happened at a table, told from its journal."""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec

from tablewright.cli.journals.files import MOST_ROUNDS, JournalFile
from tablewright.cli.journals.words import end_sheets
from tablewright.cli.numbers import whole
from tablewright.cli.progress import waiting
from tablewright.cli.sheets import Sheet, show
from tablewright.rules.errors import Refused, quoted
from tablewright.table.chips import money
from tablewright.table.journal import CutOff, Line, WrongLine, read
from tablewright.table.story import Chapter, chapters


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
