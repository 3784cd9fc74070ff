"""What a command shows: coloured tables in a terminal, aligned plain text in a pipe.

A command builds sheets, and this prints them. Rich is loaded only when a terminal is looking.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sheet:
    """A title and rows of text under it, with or without a header."""

    title: str
    rows: Sequence[Sequence[str]] = ()
    header: Sequence[str] = ()
    note: str = ""
    is_warning: bool = False


def show_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def show(sheets: Iterable[Sheet]) -> None:
    """Print sheets, one after another."""
    for number, sheet in enumerate(sheets):
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
    """
    lines = [sheet.title] if sheet.title else []
    if sheet.note:
        lines.append(f"  {sheet.note}")
    rows = [row for row in (sheet.header, *sheet.rows) if row]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(f"  {'  '.join(padded)}".rstrip())
    return lines


def _show_in_terminal(sheet: Sheet) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if sheet.title:
        style = "bold yellow" if sheet.is_warning else "bold cyan"
        console.print(Text(sheet.title, style=style))
    if sheet.note:
        console.print(Padding(Text(sheet.note, style="dim"), (0, 0, 0, 2)))
    if not sheet.rows:
        return
    table = Table(
        box=SIMPLE_HEAD if sheet.header else None,
        show_header=bool(sheet.header),
        header_style="dim",
        padding=(0, 1),
        pad_edge=True,
    )
    for number, name in enumerate(sheet.header or [""] * len(sheet.rows[0])):
        table.add_column(name, style="green" if number == 0 else None, overflow="fold")
    for row in sheet.rows:
        table.add_row(*[_coloured(cell) for cell in row])
    console.print(table)


def _coloured(cell: str) -> Any:
    """A cell, with what is won, lost and pushed in its colour."""
    from rich.text import Text

    styles = {"lose": "red", "lost": "red", "push": "yellow", "stands": "yellow"}
    style = styles.get(cell) or ("red" if cell.startswith("-$") else None)
    return Text(cell, style=style or ("green" if cell.startswith("+$") else ""))
