"""Markers for personal limits: what a pit boss has agreed with one player, to lie at their place."""

from collections.abc import Iterator

from tablewright.papers.documents import Banner, Block, Table
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import Marker
from tablewright.papers.forms.parts import EMPTY, day_and_clock, fields, head, to_the_cent
from tablewright.rules.english import capital


def limit_marker(
    form: str, number: str, edition: Edition, filled: Marker | None
) -> Iterator[Block]:
    """The limits of one player beside the posted ones, who agreed them, and until when they held."""
    yield from head(form, number, edition, filled)
    if filled:
        yield Banner(text=capital(filled.marker))
    yield fields(
        (capital(edition.game.place), filled.place if filled else EMPTY),
        ("Player", filled.player if filled else EMPTY),
        *([] if filled else [("Marker", EMPTY)]),
    )
    rows = []
    for kind, (low, high) in edition.book.setup.limits.items():
        agreed = filled.limits.get(kind) if filled else None
        least, most = (to_the_cent(each) for each in agreed) if agreed else (EMPTY, EMPTY)
        rows.append((edition.titles[kind], to_the_cent(low), to_the_cent(high), least, most))
    yield Table(
        head=("Wager", "Posted: from", "to", "Agreed: from", "to"),
        rows=tuple(rows),
        align=("left", "right", "right", "right", "right"),
        widths=(1.5, 1, 1, 1, 1),
        is_blank=filled is None,
        note="Where no limits are agreed, the posted ones hold.",
    )
    yield fields(
        ("Agreed by", filled.agreed_by if filled else EMPTY),
        ("From", day_and_clock(filled.at) if filled else EMPTY),
    )
    ended = filled.ended if filled else None
    yield fields(
        ("Until", day_and_clock(ended) if ended else EMPTY),
        ("How it ended", filled.ended_by if filled else EMPTY),
    )
