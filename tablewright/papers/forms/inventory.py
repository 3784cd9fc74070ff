"""The forms of the float: opener, closer, and the notification of an error in it."""

from collections.abc import Iterator

from tablewright.papers.documents import Block
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import ErrorNotification, Inventory
from tablewright.papers.forms.parts import (
    BOTH,
    EMPTY,
    amounts_table,
    chips_table,
    fields,
    head,
    signatures,
)
from tablewright.table.acts.forms import CLOSER, ERROR

RESULT = "Result: what the table won, or lost (-)"


def inventory(
    form: str, number: str, edition: Edition, filled: Inventory | None
) -> Iterator[Block]:
    """The float as it was counted; at the closing, all that makes up the result."""
    yield from head(form, number, edition, filled)
    yield chips_table(edition, {"Chips": filled.counted if filled else None})
    if form == CLOSER:
        yield amounts_table(result_rows(filled), title="What the result is the sum of")
    yield signatures(filled.signed if filled else [], BOTH)


def result_rows(closer: Inventory | None) -> list[tuple[str, int | None]]:
    """What the result is made up of, each from a form: the last row is the sum of those above."""
    if closer is None:
        known: tuple[int | None, ...] = (None,) * 6
    else:
        known = (
            closer.cents,
            closer.drop,
            closer.credits,
            -closer.opening,
            -closer.fills,
            closer.result,
        )
    names = (
        "Float at the closing, as counted",
        "Drop box",
        "Credits to the cage",
        "Float at the opening, as counted",
        "Fills from the cage",
        RESULT,
    )
    return list(zip(names, known, strict=True))


def error_notification(
    form: str, number: str, edition: Edition, filled: ErrorNotification | None
) -> Iterator[Block]:
    """The float as it should have been and as it was counted, and what is wrong."""
    assert form == ERROR
    yield from head(form, number, edition, filled)
    yield chips_table(
        edition,
        {
            "By the records": filled.expected if filled else None,
            "Counted": filled.counted if filled else None,
        },
        differs=True,
    )
    yield fields(("What is wrong", filled.says["nature"] if filled else EMPTY))
    if not filled:
        yield fields((EMPTY, EMPTY))
    yield signatures(filled.signed if filled else [], BOTH)
