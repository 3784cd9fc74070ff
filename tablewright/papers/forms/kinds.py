"""The kinds of forms: what each is called, what it is for, and with which others it is filed."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from tablewright.rules.errors import Refused, listed, quoted
from tablewright.table.acts import slips
from tablewright.table.acts.forms import CLOSER, ERROR, FORMS, OPENER, SLIP_IN, SLIP_OUT, USES
from tablewright.table.setup import Book

IRREGULARITY, PROTECTION = "irregularity-report", "protection-report"
MARKER, DROP_AND_TIPS, SHIFT = "limit-marker", "drop-and-tips", "shift-report"

TITLES: Mapping[str, str] = {
    **FORMS,
    IRREGULARITY: "Irregularity report",
    PROTECTION: "Game protection report",
    MARKER: "Marker for personal limits",
    DROP_AND_TIPS: "Drop and tip record",
    SHIFT: "Shift report",
}
"""Every form by its name."""
PURPOSES: Mapping[str, str] = {
    **USES,
    IRREGULARITY: "Something that went wrong, who declared it, and the ruling.",
    PROTECTION: "What was seen to happen to chips, who saw it, and the ruling.",
    MARKER: "Limits that a pit boss has agreed with one player. It lies at the player's place.",
    DROP_AND_TIPS: "The cash that went into the drop box and the chips that went into the tip box.",
    SHIFT: "What a table won, how it was played, what went wrong, and who signed for what.",
}


class Kind(NamedTuple):
    """Forms that are filed together: one document, each form on a page of its own."""

    name: str
    title: str
    forms: tuple[str, ...]
    size: Literal["whole", "half", "upright half"] = "whole"
    """How much of a sheet each is printed on: a slip on half of it, cut across."""


KINDS: tuple[Kind, ...] = (
    Kind(SHIFT, "Shift report", (SHIFT,)),
    Kind("table-inventory", "Table inventory", (OPENER, CLOSER), "upright half"),
    Kind("error-notifications", "Error notifications", (ERROR,), "upright half"),
    Kind("fill-slips", "Fill slips", (slips.FILL,), "half"),
    Kind("credit-slips", "Credit slips", (slips.CREDIT,), "half"),
    Kind("correction-slips", "Correction slips", (slips.CORRECTION,), "half"),
    Kind("void-slips", "Void slips", (slips.VOID,), "half"),
    Kind("ruling-slips", "Ruling slips", (slips.RULING,), "half"),
    Kind("card-slips", "Card and dice slips", (SLIP_IN, SLIP_OUT), "half"),
    Kind("irregularity-reports", "Irregularity reports", (IRREGULARITY, PROTECTION)),
    Kind("limit-markers", "Markers for personal limits", (MARKER,), "half"),
    Kind("drop-and-tips", "Drop and tip record", (DROP_AND_TIPS,)),
)
"""Every kind, as a pit lays them on top of each other."""


def chosen_kinds(only: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds to be printed; all, if none are named."""
    names = [kind.name for kind in KINDS]
    for name in only:
        if name not in names:
            raise Refused(f"there is no form {quoted(name)}: expected {listed(names)}")
    return tuple(kind for kind in KINDS if kind.name in only or not only)


def used_at(book: Book, form: str) -> bool:
    """Whether a table uses a form: not every manual knows a card slip, or limits of a player's own."""
    if form in (SLIP_IN, SLIP_OUT):
        return book.procedure.slip is not None
    return form != MARKER or book.may_agree_limits
