"""The player's rack card: a sheet that folds to pocket size, with the game's cards on its front.

It tells a player how to bet, play and win, and nothing that only the house needs to know. Folded across
the middle and then like an accordion, it is a quarter of the sheet wide and half of it high.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablewright.papers.cards import fan, spoken
from tablewright.papers.documents import (
    Aside,
    Banner,
    Block,
    Document,
    Heading,
    Listing,
    Panels,
    Paragraph,
    Sheet,
)
from tablewright.papers.editions import Edition
from tablewright.papers.hands import hand_tables, hands_said
from tablewright.papers.payouts import (
    is_settled_by_cases,
    kinds,
    limits_table,
    pay_tables,
    settlement,
)
from tablewright.papers.rounds import decisions, parts, simple_strategy, told
from tablewright.rules.cards import cards

NAME, TITLE = "rack-card", "How to play"
SHEET = Sheet(
    is_landscape=True,
    margin_mm=0,
    text_pt=11,
    least_pt=7.5,
    pages=1,
    has_head=False,
    has_cover=False,
    has_foot=False,
)
ACROSS, DOWN = 4, 2


def rack_card(edition: Edition) -> Document:
    """The rack card of an edition."""
    inside = (*play(edition), *wagers(edition), *payouts(edition), *hands(edition))
    return Document(
        name=NAME,
        title=TITLE,
        sheet=SHEET,
        blocks=(Panels(panels=((front(edition),), inside), across=ACROSS, down=DOWN),),
    )


def front(edition: Edition) -> Banner:
    """The game's name, its cards, and which edition it is."""
    emblem = cards(edition.game.emblem)
    return Banner(
        text=edition.game.name,
        under=TITLE,
        foot=("Ruleset ", Aside(edition.fingerprint[:12]), ", ", Aside(edition.day.isoformat())),
        svg=fan(emblem),
        shows=f"Cards: {spoken(emblem)}",
        is_front=True,
    )


def play(edition: Edition) -> Iterator[Block]:
    """A round, what can be decided, and a short list of hands to decide by."""
    yield Heading(text="How to play", id="play")
    yield Paragraph(text=edition.game.summary)
    yield parts(edition)
    chosen = tuple(decisions(edition))
    if chosen:
        yield Heading(text="Your choices", level=2)
        yield Listing(items=chosen)
    strategy = simple_strategy(edition)
    if strategy:
        yield Heading(text="A simple way to play well", level=2)
        yield strategy


def wagers(edition: Edition) -> Iterator[Block]:
    """What can be bet on, within the limits of the house, and what the sign says."""
    yield Heading(text="Wagers", id="wagers")
    yield replace(limits_table(edition), title="")
    yield Heading(text="The dealer will tell you", level=2)
    yield Listing(items=tuple(f"“{each}”" for each in told(edition)))
    stated = [f"{edition.game.id}.sign.{item.id}" for item in edition.procedure.sign]
    items = tuple(edition.rules[id].sentence for id in stated if id in edition.rules)
    if items:
        yield Heading(text="Good to know", level=2)
        yield Listing(items=items)


def payouts(edition: Edition) -> Iterator[Block]:
    """What every wager pays, and when."""
    yield Heading(text="Payouts", id="payouts")
    for kind, decided in kinds(edition).items():
        if is_settled_by_cases(edition, decided):
            yield settlement(edition, kind, in_short=True)
        yield from pay_tables(edition, kind)


def hands(edition: Edition) -> Iterator[Block]:
    """What beats what."""
    yield Heading(text="Hands", id="hands")
    yield from hands_said(edition)
    yield from hand_tables(edition)
