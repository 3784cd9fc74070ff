"""Tables as files of comma-separated values (RFC 4180, UTF-8) that a spreadsheet opens safely.

A text that a spreadsheet would run as a formula gets an apostrophe before it, as spreadsheets do it
themselves: a trainee chooses their own name, and may answer anything.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from io import StringIO
from typing import TypeAlias

Cell: TypeAlias = str | int | float | date | datetime | None
MEDIA_TYPE = "text/csv; charset=utf-8; header=present"
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula, wide letters included."""


def comma_separated(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A file: the head, then a line for each row.

    >>> print(comma_separated(["name", "right"], [["Zoe, Z", 3], ["=1+1", None]]).decode())
    name,right\r
    "Zoe, Z",3\r
    '=1+1,\r
    <BLANKLINE>
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return file.getvalue().encode()


def _written(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, (date, datetime)):
        return cell.isoformat()
    if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULAS):
        return f"'{cell}"
    return cell
