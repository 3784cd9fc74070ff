"""Reports of what went wrong: irregularities that were declared, and chips that were seen."""

from collections.abc import Iterator

from tablewright.papers.documents import Aside, Block, Heading, Notice, Paragraph, Rule, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import Report
from tablewright.papers.forms.kinds import IRREGULARITY
from tablewright.papers.forms.parts import (
    EMPTY,
    fields,
    head,
    signed_by,
    to_the_cent,
)
from tablewright.rules.english import capital
from tablewright.table.words import plain

BLANK_ROWS = 6
"""Rows for wagers on a blank report."""


def report(form: str, number: str, edition: Edition, filled: Report | None) -> Iterator[Block]:
    """What happened, who said so, the ruling with its rule, and what it did to wagers."""
    yield from head(form, number, edition, filled)
    who = "Declared by" if form == IRREGULARITY else "Seen by"
    yield fields(
        ("Round", str(filled.round) if filled else EMPTY),
        ("Part of the round", filled.phase if filled else EMPTY),
        (who, filled.declared_by if filled else EMPTY),
    )
    yield fields(("What went wrong", filled.title if filled else EMPTY))
    yield fields(("It is about", (filled.about or "the round") if filled else EMPTY))
    if filled and filled.recorded:
        yield Paragraph(text=f"{filled.recorded}.", is_small=True)
    yield Heading(text="Ruling", level=2)
    yield fields(("What is done", filled.ruling if filled else EMPTY))
    yield fields(
        ("In short", filled.effect if filled else EMPTY),
        ("Source", filled.source if filled else EMPTY),
    )
    rules: Text = _rules(filled) if filled else EMPTY
    yield fields(("Rules", rules))
    yield from _signed(filled)
    yield Heading(text="What it did to wagers", level=2)
    yield from _wagers(filled, edition)
    yield fields(("Remarks", EMPTY))
    yield fields((EMPTY, EMPTY))
    yield fields((EMPTY, EMPTY))
    yield fields(("Reviewed by", EMPTY), ("Date", EMPTY))


def _rules(filled: Report) -> Text:
    happened, ruled = filled.rules
    return (Rule(happened), ", ", Rule(ruled))


def _signed(filled: Report | None) -> Iterator[Block]:
    """Who signed for the ruling, where two people must; else who declared it stands alone."""
    if filled is None:
        yield fields(("Slip", EMPTY), ("Signed by", EMPTY), ("Signed by", EMPTY))
        return
    slip = filled.slip
    if slip is None:
        return
    if slip.cancelled:
        yield Notice(
            title="The ruling was not signed, and did not take effect",
            text=(
                f"Slip {slip.slip} (",
                Aside(slip.number),
                f") was cancelled by {slip.cancelled_by}. The reason: {slip.cancelled}.",
            ),
            is_loud=True,
        )
        return
    if not slip.line:
        yield Notice(
            title="The ruling waits for a second signature",
            text=f"Slip {slip.slip} is not signed by the last line of the journal.",
            is_loud=True,
        )
        return
    signers = [(f"Signed by ({plain(each.post)})", signed_by(each)) for each in slip.signed]
    yield fields((f"Slip {slip.slip}", (Aside(slip.number),)), *signers)


def _wagers(filled: Report | None, edition: Edition) -> Iterator[Block]:
    if filled and filled.moved:
        yield Paragraph(text=f"{capital('; '.join(filled.moved))}.", is_small=True)
    if filled and not filled.wagers:
        if not filled.moved:
            text = "No chips moved, and no wager was settled otherwise by it."
            yield Paragraph(text=text, is_small=True)
        return
    rows: list[tuple[Text, ...]]
    if filled:
        rows = [
            (each.who, each.wager, to_the_cent(each.staked), to_the_cent(each.returned), each.how)
            for each in filled.wagers
        ]
        staked = sum(each.staked for each in filled.wagers)
        returned = sum(each.returned for each in filled.wagers)
        rows.append(("In all", EMPTY, to_the_cent(staked), to_the_cent(returned), EMPTY))
    else:
        rows = [(EMPTY,) * 5] * BLANK_ROWS
    yield Table(
        head=(f"Player, {edition.game.place}", "Wager", "Stake", "Came back", "How"),
        rows=tuple(rows),
        align=("left", "left", "right", "right", "left"),
        widths=(1.3, 1, 0.8, 0.9, 3),
        sums=1 if filled else 0,
        is_small=True,
        is_blank=filled is None,
    )
