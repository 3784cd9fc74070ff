"""The most that one round can cost the house at its posted limits: one place, and a full table."""

from collections.abc import Iterator
from functools import lru_cache

from tablewright.odds.exposure import Exposure, exposure
from tablewright.odds.full_table import FullTable, Reached, full_table
from tablewright.odds.printing import said
from tablewright.papers.documents import Block, Heading, Paragraph, Rule, Strong, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import decision_named, narrow
from tablewright.papers.payouts import limits_table, names
from tablewright.rules.cards import faces
from tablewright.table.chips import money

IN_ALL = "In all"


@lru_cache(maxsize=8)
def exposed(edition: Edition) -> tuple[Exposure, FullTable]:
    """The costliest round of one place, and of a full table."""
    worst = exposure(edition.analysis, edition.book.setup.limits, edition.book.house)
    return worst, full_table(edition.analysis, worst)


def largest_exposure(edition: Edition) -> Iterator[Block]:
    """The costliest round of one place wager by wager, and what a full table can cost."""
    worst, table = exposed(edition)
    yield Heading(text="Largest exposure", id="exposure")
    yield Paragraph(
        text="The most that the house can lose in one round at the limits below. Every outcome that a"
        " deal leads to was looked at, rounds declared void among them, with the stakes that"
        " cost most there: winning wagers as high as they cost most, losing ones left out unless"
        " another needs them. Posted maximum payouts and rounding down to a chip are applied."
    )
    yield narrow(limits_table(edition))
    yield Heading(text=f"One {edition.game.place}", level=2)
    yield Paragraph(text=tuple(_one_place(edition, worst, table)))
    yield _wagers(edition, worst)
    yield Heading(text="A full table", level=2)
    yield Paragraph(text=tuple(_full_table(edition, table)))
    if table.is_reached is Reached.YES and table.hands:
        yield _deal(edition, table)
    yield from _on_top(edition)


def _one_place(edition: Edition, worst: Exposure, table: FullTable) -> Iterator[str | Strong]:
    yield f"One {edition.game.place} can cost the house "
    yield Strong(money(worst.cents))
    yield " in one round"
    if worst.cards:
        yield f", as when these cards are drawn in this order: {faces(worst.cards)}."
    elif table.hands:
        yield f", as with {faces(table.hands[0])} against the dealer's {faces(table.dealer)}."
    else:
        yield "."
    if worst.decision:
        yield f" The player's decision: {decision_named(edition, worst.decision).lower()}."


def _wagers(edition: Edition, worst: Exposure) -> Table:
    called, by_card = names(edition), any(lay.card for lay in worst.lays)
    rows: list[tuple[Text, ...]] = []
    for lay in worst.lays:
        on = (worst.cards[lay.card - 1].face if lay.card else "the round",) if by_card else ()
        wager, rule = called[lay.wager], (Rule(lay.rule),)
        rows.append((wager, *on, money(lay.stake), said(lay.net), money(lay.cost), rule))
    staked, lost = sum(lay.stake for lay in worst.lays), sum(lay.cost for lay in worst.lays)
    on = ("",) if by_card else ()
    rows.append((IN_ALL, *on, money(staked), "", money(lost), ""))
    return Table(
        head=("Wager", *(("On",) if by_card else ()), "Stake", "Pays", "The house loses", "Rule"),
        rows=tuple(rows),
        align=("left", *(("left",) if by_card else ()), "right", "right", "right", "left"),
        sums=1,
    )


def _full_table(edition: Edition, table: FullTable) -> Iterator[str | Strong]:
    places = edition.game.place if table.places == 1 else edition.game.place_plural
    yield f"With all {table.places} {places} taken the house can lose "
    match table.is_reached:
        case Reached.YES if edition.book.is_draw:
            yield Strong(money(table.cents))
            yield ". This is attained: the cards are drawn for everyone, and every"
            yield f" {edition.game.place} can wager alike."
        case Reached.YES:
            yield Strong(money(table.cents))
            yield f". This is attained: the deal below brings it to every {edition.game.place} at once."
        case Reached.NO:
            yield "at most "
            yield Strong(money(table.cents))
            yield ". This is a bound and is not attained: no deal brings the costliest hand to every"
            yield f" {edition.game.place} at once."
        case Reached.UNKNOWN:
            yield "at most "
            yield Strong(money(table.cents))
            yield ". This is a bound: no deal was found that brings it to every"
            yield f" {edition.game.place} at once."


def _deal(edition: Edition, table: FullTable) -> Table:
    place = edition.game.place.capitalize()
    return Table(
        head=(place, "Hand"),
        rows=(
            *((str(n), faces(hand)) for n, hand in enumerate(table.hands, start=1)),
            ("Dealer", faces(table.dealer)),
        ),
        is_small=True,
    )


def _on_top(edition: Edition) -> Iterator[Block]:
    """What the house may allow beyond its posted limits."""
    also = []
    if edition.book.may_agree_limits:
        also.append("limits agreed with one player")
    if edition.book.setup.dealer_wagers:
        also.append("wagers for the dealer")
    if also:
        yield Paragraph(
            text=f"Not counted here, and on top of it: {' and '.join(also)}.", is_small=True
        )
