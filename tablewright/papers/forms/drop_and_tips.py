"""The drop and tip record: what went into the two boxes, and lines to write the count on."""

from collections.abc import Iterator, Sequence

from tablewright.papers.documents import Aside, Block, Heading, Notice, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import DropAndTips, Paid
from tablewright.papers.forms.parts import (
    EMPTY,
    chips_table,
    clock,
    fields,
    head,
    signed_by,
    to_the_cent,
)
from tablewright.table.words import plain

BLANK_ROWS = 9
"""Rows on a blank record."""


def drop_and_tips(
    form: str, number: str, edition: Edition, filled: DropAndTips | None
) -> Iterator[Block]:
    """Both boxes; what was counted in the count room no journal says, so that it is left blank."""
    yield from head(form, number, edition, filled)
    if filled and not filled.line:
        yield Notice(
            title="Not closed",
            text="The record goes as far as the journal does; the boxes may hold more by now.",
            is_loud=True,
        )
    yield Heading(text="Drop box", level=2)
    yield _paid(filled.drop if filled else None, "Into the drop box, in cash")
    removed = filled.removed if filled else None
    yield fields(
        (
            f"Locked and taken away by ({plain(removed.post)})" if removed else "Taken away by",
            signed_by(removed) if removed else EMPTY,
        ),
        ("Counted in the count room", EMPTY),
        ("Counted by", EMPTY),
    )
    yield Heading(text="Tip box", level=2)
    yield _paid(filled.tips if filled else None, "Into the tip box, in chips")
    yield chips_table(
        edition, {"Chips": filled.tip_chips if filled else None}, title="In the tip box"
    )
    yield fields(("Counted by", EMPTY), ("Received by", EMPTY))


def _paid(paid: Sequence[Paid] | None, title: str) -> Table:
    rows: list[tuple[Text, ...]]
    if paid is None:
        rows = [(EMPTY,) * 4] * BLANK_ROWS
        total = EMPTY
    else:
        rows = [
            ((Aside(clock(each.at)),), each.who, each.what, to_the_cent(each.cents))
            for each in paid
        ]
        total = to_the_cent(sum(each.cents for each in paid))
    return Table(
        title=title,
        head=("Time", "Player", "For", "Amount"),
        rows=(*rows, ("In all", EMPTY, EMPTY, total)),
        align=("left", "left", "left", "right"),
        widths=(0.8, 1.5, 2.5, 1),
        sums=1,
        is_small=True,
        is_blank=paid is None,
    )
