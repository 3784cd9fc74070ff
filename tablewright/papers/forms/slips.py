"""Slips that two people sign: fills, credits, corrections, late voids, and rulings that move money."""

from collections.abc import Iterator, Mapping

from tablewright.papers.documents import Aside, Block, Fields, Notice, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import Slip
from tablewright.papers.forms.parts import (
    EMPTY,
    Named,
    chips_table,
    clock,
    fields,
    head,
    signed_by,
)
from tablewright.rules.english import capital
from tablewright.table.acts import slips
from tablewright.table.chips import chips_text
from tablewright.table.words import plain

FIRST, SECOND = "Signed first by", "Signed second by"
WAYS = ("to the player", "from the player")


def slip(form: str, number: str, edition: Edition, filled: Slip | None) -> Iterator[Block]:
    """A slip: what moves or is ruled, and its two signatures."""
    yield from head(form, number, edition, filled)
    yield fields(*_of_table(form, edition, filled))
    if form in slips.HOLDS:
        yield from _ruled(form, filled)
    else:
        if form == slips.CORRECTION:
            yield from _corrected(filled)
        yield chips_table(edition, {"Chips": filled.chips if filled else None})
    if filled and filled.miscounts:
        yield _miscounts(filled)
    if filled and filled.cancelled:
        yield Notice(
            title="Cancelled: nothing moved",
            text=f"Cancelled by {filled.cancelled_by}. The reason: {filled.cancelled}.",
            is_loud=True,
        )
    elif filled and not filled.line:
        yield Notice(
            title="Not completed",
            text="It waits for a second signature. Nothing has moved by the last line of the journal.",
            is_loud=True,
        )
    yield _signatures(filled)


def _of_table(form: str, edition: Edition, filled: Slip | None) -> Iterator[Named]:
    yield "Slip at this table", str(filled.slip) if filled else EMPTY
    yield "Round", str(filled.round) if filled else EMPTY
    if form in (slips.CORRECTION, slips.RULING):
        says: Mapping[str, str] = filled.says if filled else {}
        yield capital(edition.game.place), says.get("place", EMPTY)
        yield "Player", says.get("player", EMPTY)
    elif form != slips.VOID:
        way = "from the cage to the rack" if form == slips.FILL else "from the rack to the cage"
        yield "Chips go", way


def _corrected(filled: Slip | None) -> Iterator[Fields]:
    way = "to or from the player"
    if filled:
        way = WAYS[0] if filled.to_player else WAYS[1]
        assert filled.says.get("way", way) == way
    reason = filled.says["reason"] if filled else EMPTY
    yield fields(("Chips go", way if filled else EMPTY), ("Reason", reason), widths=(1, 2))


def _ruled(form: str, filled: Slip | None) -> Iterator[Block]:
    """What was declared or seen, the ruling, and what moves by it."""
    report = filled.report if filled else None
    yield fields(("What went wrong", report.title if report else EMPTY))
    yield fields(("Ruling", report.ruling if report else EMPTY))
    if form == slips.RULING:
        moves = "; ".join(report.moved) or "none moved" if report else EMPTY
        yield fields(("Chips that move", moves))
    number: Text = (Aside(report.number),) if report else EMPTY
    yield fields(("Report", number))


def _miscounts(filled: Slip) -> Table:
    rows = [
        (
            (Aside(clock(each.by.at)),),
            f"{each.by.name} ({plain(each.by.post)})",
            chips_text(each.chips),
        )
        for each in filled.miscounts
    ]
    return Table(
        title="Counts that were not what the slip says",
        head=("Time", "Counted by", "Chips"),
        rows=tuple(rows),
        widths=(0, 1, 1),
    )


def _signatures(filled: Slip | None) -> Fields:
    """The first is that of the one who asks; the second that of the one who counts."""
    named: list[Named] = []
    signed = filled.signed if filled else []
    for n, which in enumerate((FIRST, SECOND)):
        if filled and filled.cancelled and n == len(signed):
            named.append(("Cancelled by", (f"{filled.cancelled_by}, ", Aside(clock(filled.at)))))
        elif n < len(signed):
            named.append((f"{which} ({plain(signed[n].post)})", signed_by(signed[n])))
        else:
            named.append((which, EMPTY))
    return fields(*named)
