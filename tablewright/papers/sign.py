"""The limit and payout sign of a table: large enough to be read from a chair.

It states what the table's own sign states (`sign_lines` in `table/acts/equipment.py`): the limits and
payouts of every wager, posted maximum payouts, and what the manual has it say beside them.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablewright.papers.documents import (
    Banner,
    Block,
    Columns,
    Document,
    Heading,
    Paragraph,
    Sheet,
)
from tablewright.papers.editions import Edition
from tablewright.papers.payouts import (
    limits_table,
    maximums_said,
    pay_tables,
    single_odds,
    stakes_said,
)
from tablewright.rules.procedure import OffLimits

NAME, TITLE = "sign", "Limits and payouts"
SHEET = Sheet(
    is_landscape=True,
    margin_mm=11,
    text_pt=30,
    least_pt=12,
    pages=1,
    has_head=False,
    has_cover=False,
)
MOST_COLUMNS, NARROWEST_EM = 4, 12


def sign(edition: Edition) -> Document:
    """The sign of an edition's table."""
    return Document(
        name=NAME,
        title=TITLE,
        sheet=SHEET,
        front=(Banner(text=edition.game.name, under=TITLE),),
        blocks=(
            Columns(blocks=tuple(_written(edition)), count=MOST_COLUMNS, narrowest_em=NARROWEST_EM),
        ),
    )


def _written(edition: Edition) -> Iterator[Block]:
    """The limits, what the manual has a sign say, and the payouts; a lone reminder closes it."""
    stated: tuple[Block, ...] = (
        Heading(text="At this table", id="statements"),
        *statements(edition),
    )
    yield Heading(text="Limits", id="limits")
    yield replace(
        limits_table(edition),
        title="",
        head=("Wager", "Min", "Max"),
        note=" ".join(stakes_said(edition)),
    )
    if edition.procedure.sign:
        yield from stated
    yield Heading(text="Payouts", id="payouts")
    yield from pay_tables(edition)
    odds = single_odds(edition)
    if odds:
        yield odds
    if not edition.procedure.sign:
        yield from stated


def statements(edition: Edition) -> Iterator[Paragraph]:
    """What the manual has a sign say, or what it says of limits, each with the rule it is."""
    game, rules = edition.game.id, edition.rules
    ids = [f"{game}.sign.{item.id}" for item in edition.procedure.sign]
    stated = [id for id in ids if id in rules]
    if edition.procedure.off_limits is OffLimits.REFUSED or not stated:
        refused = edition.procedure.off_limits is OffLimits.REFUSED
        stated.append(f"{game}.wagers.{'limits' if refused else 'under-minimum'}")
    for id in stated:
        yield Paragraph(text=rules[id].sentence, rule=id)
    for said in maximums_said(edition):
        yield Paragraph(text=said)
    for kind in edition.game.kinds_with_maximum:
        if kind not in edition.book.setup.maximum_payouts:
            said = f"Maximum payout of each {edition.titles[kind]} wager: none is set."
            yield Paragraph(text=said)
