"""Words that the sheets about journals share."""

from collections.abc import Iterator

from tablewright.cli.sheets import Sheet
from tablewright.table.journal import HASH_AT, TAIL_BYTES


def hash_of(line: bytes) -> str:
    """The hash with which a line ends."""
    return line.rstrip(b"\n")[-TAIL_BYTES + len(HASH_AT) : -2].decode("ascii", "replace")


def void_said(rounds: int) -> str:
    return f", {rounds:,} of them void" if rounds else ", none of them void"


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "box"), counted(3, "box"), counted(1200, "round")
    ('1 box', '3 boxes', '1,200 rounds')
    """
    several = many or (f"{one}es" if one.endswith("x") else f"{one}s")
    return f"{count:,} {one if count == 1 else several}"


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
