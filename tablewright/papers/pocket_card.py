"""The dealer's pocket card: the steps of a round, calls, payouts, and what to do when it goes wrong.

Two cards to cut from a sheet, each folded so that it has a front and a back; a game that has more to
say goes on to further cards.
"""

from collections.abc import Iterator, Sequence

from tablewright.papers.calls import calls
from tablewright.papers.documents import (
    Banner,
    Block,
    Document,
    Heading,
    Listing,
    Panels,
    Paragraph,
    Sheet,
    Strong,
    Table,
)
from tablewright.papers.editions import Edition
from tablewright.papers.payouts import pay_tables, single_odds
from tablewright.papers.settings import settings
from tablewright.papers.wrong import incidents, irregularities
from tablewright.rules.english import capital
from tablewright.rules.instructions import Instruction
from tablewright.rules.phases import IN_BRIEF
from tablewright.rules.roles import DEALER

NAME, TITLE = "pocket-card", "Dealer's pocket card"
SHEET = Sheet(
    margin_mm=0,
    text_pt=9.5,
    least_pt=7.5,
    pages=1,
    has_head=False,
    has_cover=False,
    has_foot=False,
)
PAYING = ("stage", "manner")
"""The topics of the register on the order and manner of payment."""


def pocket_card(edition: Edition) -> Document:
    """The dealer's pocket card of an edition."""
    inside = (*steps(edition), *said(edition), *paying(edition), *gone_wrong(edition))
    return Document(
        name=NAME,
        title=TITLE,
        sheet=SHEET,
        blocks=(Panels(panels=(inside,), across=2, down=2, is_cut=True, is_dense=True),),
    )


def steps(edition: Edition) -> Iterator[Block]:
    """The parts of a round, each with what the dealer is told in it."""
    yield Banner(text=edition.game.name, under=TITLE)
    yield Heading(text="A round", id="steps")
    said: set[str] = set()
    for phase in edition.procedure.phases:
        yield Paragraph(text=(Strong(f"{IN_BRIEF[phase.id].name}."), f" {phase.says}"))
        here = [
            each
            for each in edition.syllabus.instructions
            if DEALER in each.by and set(each.steps) & set(phase.allows) and each.id not in said
        ]
        said |= {each.id for each in here}
        if here:
            yield Listing(items=tuple(_told(edition, here)))


def _told(edition: Edition, instructions: Sequence[Instruction]) -> Iterator[str]:
    """Instructions, with the devices for which they hold where that is not all."""
    for each in instructions:
        named = [device.name for device in edition.devices if device.id in each.devices]
        is_general = not named or len(named) == len(edition.devices)
        yield each.says if is_general else f"{capital(', '.join(named))}: {each.says}"


def said(edition: Edition) -> Iterator[Block]:
    """What the dealer calls."""
    yield Heading(text="Calls", id="calls")
    yield calls(edition)


def paying(edition: Edition) -> Iterator[Block]:
    """The order and manner of payment, what wagers pay, and the house's settings."""
    yield Heading(text="Paying")
    yield Listing(
        items=tuple(
            rule.sentence
            for topic in PAYING
            for id, rule in edition.rules.items()
            if id.startswith(f"{edition.game.id}.{topic}.")
        )
    )
    yield Heading(text="Payouts", id="payouts")
    yield from pay_tables(edition)
    odds = single_odds(edition)
    if odds:
        yield odds
    yield Heading(text="At this house")
    yield Table(head=("Setting", "Here"), rows=tuple(settings(edition)), widths=(3, 2))


def gone_wrong(edition: Edition) -> Iterator[Block]:
    """What can go wrong with cards and chips, and the ruling."""
    yield Heading(text="When something goes wrong")
    yield irregularities(edition)
    yield Heading(text="Chips", level=2)
    yield incidents(edition)
