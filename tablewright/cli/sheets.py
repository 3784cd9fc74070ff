"""What a command shows: coloured tables in a terminal, aligned plain text in a pipe.

A command builds sheets, and this prints them. Rich is loaded only for a terminal.
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablewright.cli.interrupts import so_far, unbroken

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NARROW_COLUMNS = 120
READABLE = 18
"""Text in a column narrower than this cannot be read comfortably."""


@dataclass(frozen=True)
class Sheet:
    """A title and rows of text under it, with or without a header."""

    title: str
    rows: Sequence[Sequence[str]] = ()
    header: Sequence[str] = ()
    note: str = ""
    is_warning: bool = False
    amounts: Sequence[int] = ()
    """The columns that hold amounts, set to the right."""
    tucked: Sequence[int] = ()
    """The columns that a narrow terminal puts beneath the last of the others."""
    is_summed: bool = False
    """Whether the last row sums up those above it."""


def dollars(cents: int) -> str:
    """Cents as people write them.

    >>> dollars(123456)
    '$1,234.56'
    """
    return f"${cents // 100:,}.{cents % 100:02}"


def show_as(
    data: Callable[..., Any],
    sheets: Callable[..., Iterable[Sheet]],
    *of: Any,
    as_json: bool,
    done: str = "",
) -> int:
    """Show something as one JSON document or as sheets; the exit status is 0.

    `done` is what has been done besides, and is said if showing it is interrupted.
    """
    printing = f"while the result was being printed{'; ' if done else ''}{done}"
    if as_json:
        text = json.dumps(data(*of), indent=2, ensure_ascii=False)
        with unbroken():
            so_far(printing)
            print(text)
    else:
        show(sheets(*of), printing)
    return 0


def show(sheets: Iterable[Sheet], printing: str = "") -> None:
    """Print sheets, one after another, each of them whole; what to say once some are printed."""
    for number, sheet in enumerate(sheets):
        with unbroken():
            if printing:
                so_far(printing)
            if number:
                print()
            if sys.stdout.isatty():
                _show_in_terminal(sheet)
            else:
                print("\n".join(plain_lines(sheet)))


def plain_lines(sheet: Sheet) -> list[str]:
    """The sheet as text in aligned columns.

    >>> plain_lines(Sheet("Ante", [["void", "push"], ["folded", "lose"]]))
    ['Ante', '  void    push', '  folded  lose']
    >>> plain_lines(Sheet("", [["a", "5"], ["b", "10"]], amounts=[1]))
    ['  a   5', '  b  10']
    """
    lines = [sheet.title] if sheet.title else []
    if sheet.note:
        lines.append(f"  {sheet.note}")
    rows = [row for row in (sheet.header, *sheet.rows) if row]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = [
            cell.rjust(width) if n in sheet.amounts else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"  {'  '.join(padded)}".rstrip())
    return lines


def _show_in_terminal(sheet: Sheet) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table

    console = Console(highlight=False)
    if sheet.title:
        console.print(_coloured(sheet.title, "bold yellow" if sheet.is_warning else "bold cyan"))
    if sheet.note:
        console.print(Padding(_coloured(sheet.note, "dim"), (0, 0, 0, 2)))
    if not sheet.rows:
        return
    table = Table(
        box=SIMPLE_HEAD if sheet.header else None,
        show_header=bool(sheet.header),
        header_style="dim",
        padding=(0, 1),
    )
    tucked = sheet.tucked if console.width < NARROW_COLUMNS else ()
    kept = [n for n in range(len(sheet.rows[0])) if n not in tucked]
    needs = {n: _needed(sheet, n) for n in kept}
    if sheet.header and sum(needs.values()) + 3 * len(kept) > console.width:
        _show_one_below_the_other(sheet, console)
        return
    for n in kept:
        name = sheet.header[n] if sheet.header else ""
        is_amount = n in sheet.amounts
        style = "green" if n == 0 else None
        if is_amount:
            table.add_column(name, style=style, justify="right", no_wrap=True)
        else:
            table.add_column(name, style=style, overflow="fold", min_width=needs[n])
    for number, row in enumerate(sheet.rows, start=1):
        if sheet.is_summed and number == len(sheet.rows):
            table.add_section()
        cells = [_coloured(row[n]) for n in kept]
        beneath = "  ·  ".join([row[n] for n in tucked if row[n]])
        if beneath:
            cells[-1].append(f"\n{beneath}", style="dim")
        table.add_row(*cells)
    console.print(table)


def _needed(sheet: Sheet, column: int) -> int:
    """How wide a column must be to be read: an amount is not broken, text may be."""
    widest = max(len(row[column]) for row in (sheet.header, *sheet.rows) if row)
    return widest if column in sheet.amounts else min(widest, READABLE)


def _show_one_below_the_other(sheet: Sheet, console: "Console") -> None:
    """A table that is too wide for the terminal: each row a paragraph, its cells named."""
    from rich.padding import Padding
    from rich.text import Text

    for row in sheet.rows:
        console.print(_coloured(f" {row[0]}", "bold"))
        cells = [
            Text.assemble((f"{name} " if name else "", "dim"), _coloured(cell))
            for name, cell in list(zip(sheet.header, row, strict=True))[1:]
            if cell
        ]
        console.print(Padding(Text(" · ", style="dim").join(cells), (0, 0, 0, 4)))


WORDS = {
    "lose": "red",
    "lost": "red",
    "push": "yellow",
    "stands": "yellow",
    "agrees": "green",
    "agrees truncated": "yellow",
    "disagrees": "bold red",
    "the best": "green",
    "PLAYER'S EDGE": "bold red",
}
SUITS = {"♣": "green", "♦": "blue", "♥": "red", "♠": "default"}


def _coloured(text: str, style: str = "") -> "Text":
    """Text with what is won, lost and pushed in its colour, and suits in four."""
    from rich.text import Text

    won = "red" if text.startswith("-$") else "green" if text.startswith("+$") else ""
    coloured = Text(text, style=style or WORDS.get(text) or won)
    for suit, colour in SUITS.items():
        coloured.highlight_regex(rf"(10|[2-9JQKA]){suit}", f"bold {colour}")
    coloured.highlight_regex(r"\[-.*?-\]", "red strike")  # Words that went, and words that came.
    coloured.highlight_regex(r"\{\+.*?\+\}", "green")
    return coloured
