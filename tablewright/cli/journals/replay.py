"""The replay command: what happened at a table, told from its journal."""

import os
import re
import shutil
import stat
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec

from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.journals.files import MOST_ROUNDS, JournalFile
from tablewright.cli.journals.words import end_sheets, in_column
from tablewright.cli.numbers import whole
from tablewright.cli.progress import bar
from tablewright.cli.sheets import Sheet, show
from tablewright.rules.errors import Refused, quoted
from tablewright.table.chapters import Chapter
from tablewright.table.journal import CutOff, Line, WrongLine, read
from tablewright.table.story import chapters
from tablewright.table.words import counted

CLOCK, MARGIN, NARROWEST = 8, 2, 20
"""How wide a time and the space around a column are, and the narrowest sentence worth reading."""
UNKNOWN = 1 << 30
"""The size of a pipe."""


def replay(name: str, round: str | None, *, is_full: bool, as_json: bool) -> int:
    file = JournalFile(name)
    asked = None if round is None else whole("--round", round, 1, MOST_ROUNDS)
    reader = Reader(file, is_full=is_full or as_json or asked is not None)
    tell = tell_as_json if as_json else tell_as_sheets
    try:
        if asked is not None:
            with bar(f"looking for round {asked:,}", file.size or UNKNOWN) as advance:
                found = find_round(reader.chapters(advance, asked), asked)
            so_far(lambda: str(reader))
            return tell([found], reader)
        so_far(lambda: str(reader))
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

    def __init__(self, file: JournalFile, *, is_full: bool) -> None:
        self.file = file
        self.is_full = is_full
        self.count = 0
        self.told = 0
        """How many chapters have gone out whole."""
        self.cut_off = 0
        self.has_ended = False

    def __str__(self) -> str:
        """What an interrupt says."""
        return f"with {counted(self.told, 'chapter')} told"

    def chapters(
        self, advance: Callable[[int], None] | None = None, only: int = 0
    ) -> Iterator[Chapter]:
        return chapters(self._lines(advance), only, is_full=self.is_full)

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
        with unbroken():
            out.write(encode(chapter) + b"\n")
            out.flush()
            reader.told += 1
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
        reader.told += 1
    if reader.has_ended:
        yield from end_sheets(is_closed=complete, lines=reader.count, cut_off=reader.cut_off)


def chapter_sheet(chapter: Chapter) -> Sheet:
    """A chapter as a page of the table's log: when, what a player won or lost, what happened."""
    nets = net_column(chapter)
    room = room_for_words(nets)
    rows, shown = [], ""
    for told, net in zip(chapter.told, nets, strict=True):
        at = told.at.strftime("%H:%M:%S")
        rows.append([at if at != shown else "", net, folded(told.says, room)])
        if told.why:
            rows.append(["", "", folded(told.why, room, indent="  ")])
        shown = at
    if not any(nets):
        return Sheet(chapter.title, [[row[0], row[2]] for row in rows])
    return Sheet(chapter.title, rows, amounts=(1,), is_warning=chapter.is_void)


def net_column(chapter: Chapter) -> list[str]:
    """What a player won or lost by each thing told, with its sign."""
    known = [told.net for told in chapter.told if told.net is not None]
    said = iter(in_column(*known, signed=True))
    words = ["" if told.net is None else next(said) for told in chapter.told]
    return [
        "even" if told.net == 0 else word for told, word in zip(chapter.told, words, strict=True)
    ]


# In a terminal, lines are folded here: a table's cell would break within "2 x $5".


def room_for_words(nets: list[str]) -> int:
    """How many characters are left for a sentence; 0 if there is no limit."""
    if not sys.stdout.isatty():
        return 0
    widest = max(map(len, nets), default=0)
    beside = CLOCK + MARGIN + (widest + MARGIN if widest else 0) + MARGIN
    return max(NARROWEST, shutil.get_terminal_size().columns - beside)


def folded(text: str, room: int, indent: str = "") -> str:
    """A sentence in lines of so many characters, with what belongs together kept together.

    >>> folded("Ann bets Ante $10 (2 x $5), Bonus $5 (5 x $1).", 22)
    'Ann bets Ante $10\\n(2 x $5), Bonus $5\\n(5 x $1).'
    """
    if not room:
        return f"{indent}{text}"
    bound = re.sub(r"(\d) x \$", "\\1\u00a0x\u00a0$", text)
    lines = textwrap.wrap(
        bound, room, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\u00a0", " ")
