"""Tables that cannot be taken up from what is written of them.

Such a table is shut: nobody sits or acts there, and the lobby does not list it. Its rows stay as they
are, the pit sees what is wrong and can still export its journal, and every other table is open.
"""

from typing import NamedTuple

import msgspec

from tablewright.house.books.entries import BrokenTable, KeptTable
from tablewright.rules.errors import TablewrightError
from tablewright.table.words import printable

LONGEST = 300


class Quarantined(NamedTuple):
    """A table that is shut, and why, in one line."""

    id: str
    table: str
    why: str
    is_practice: bool = False


def quarantined(kept: KeptTable | BrokenTable, why: str) -> Quarantined:
    """A table that is shut; whatever its row holds, its names can be shown and sent."""
    return Quarantined(printable(str(kept.id)), printable(str(kept.table)), why, kept.is_practice)


def reason(error: BaseException) -> str:
    """What is wrong with a table's rows, in one line.

    Only what this software says on purpose is repeated: another error might quote the order of a pack.
    """
    is_ours = isinstance(error, (TablewrightError, msgspec.MsgspecError))
    said = str(error).strip().splitlines()[0] if is_ours and str(error).strip() else ""
    why = said or f"its rows cannot be read ({type(error).__name__})"
    why = why if why.isprintable() else ascii(why)
    return why if len(why) <= LONGEST else f"{why[: LONGEST - 3]}..."
