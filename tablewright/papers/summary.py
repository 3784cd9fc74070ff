"""The one-page summary: the game, how a round goes, its hands, payouts, limits and the house's edge.

It is for the house and its regulator, so it says first what is left open and what costs money.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tablewright.odds.printing import percent
from tablewright.papers.documents import (
    Banner,
    Block,
    Columns,
    Document,
    Heading,
    Listing,
    Paragraph,
    Sheet,
    Table,
)
from tablewright.papers.editions import Edition
from tablewright.papers.hands import hand_tables, hands_said
from tablewright.papers.notices import for_the_house
from tablewright.papers.payouts import (
    is_settled_by_cases,
    kinds,
    limits_table,
    names,
    pay_tables,
    settlement,
)
from tablewright.papers.rounds import decisions, parts, told

NAME, TITLE = "summary", "One-page summary"
SHEET = Sheet(margin_mm=13, text_pt=11, least_pt=6, pages=1, has_head=False, has_cover=False)


def summary(edition: Edition) -> Document:
    """The one-page summary of an edition."""
    return Document(
        name=NAME,
        title=TITLE,
        sheet=SHEET,
        front=(
            Banner(text=edition.game.name, under=TITLE),
            *for_the_house(edition),
        ),
        blocks=(Columns(blocks=tuple(_written(edition)), count=3, narrowest_em=24),),
    )


def _written(edition: Edition) -> Iterator[Block]:
    yield Heading(text="How a round goes", id="play")
    yield Paragraph(text=edition.game.summary)
    yield parts(edition)
    chosen = tuple(decisions(edition))
    if chosen:
        yield Heading(text="Decisions", level=2)
        yield Listing(items=chosen)
    yield Paragraph(text=f"A new player is told: “{' '.join(told(edition))}”")
    yield Heading(text="Hands", id="hands")
    yield from hands_said(edition)
    yield from hand_tables(edition)
    yield Heading(text="Payouts", id="payouts")
    for kind, decided in kinds(edition).items():
        if is_settled_by_cases(edition, decided):
            yield settlement(edition, kind, in_short=True)
        yield from pay_tables(edition, kind)
    yield Heading(text="Limits", id="limits")
    yield replace(limits_table(edition), title="")
    yield Heading(text="Figures", id="figures")
    yield figures(edition)


def figures(edition: Edition) -> Table:
    """The house's edge and how often each wager wins; wagers that are decided together, as one."""
    report, rows, note = edition.report, list[tuple[str, str, str]](), []
    together: list[str] = []
    if report.contest:
        contest, together = report.contest, report.contest.wagers
        named = [names(edition)[id] for id in together]
        first, title = named[0], f"{', '.join(named[:-1])} and {named[-1]}"
        rows.append((title, percent(contest.house_edge, 2), percent(contest.hit_frequency, 2)))
        note.append(
            f"{title} are decided together, for the best. Their edge is a part of the {first}; of all"
            f" that is staked on them it is {percent(contest.element_of_risk, 2)}."
        )
    for kind, wager in report.wagers.items():
        if kind not in together:
            edge = -wager.informed.expectation if wager.informed else wager.house_edge
            rows.append((wager.name, percent(edge, 2), percent(wager.hit_frequency, 2)))
            if wager.informed:
                note.append(
                    f"{wager.name}: where it is made late or taken back whenever that pays."
                )
    return Table(
        head=("Wager", "House edge", "Hit frequency"),
        rows=tuple(rows),
        align=("left", "right", "right"),
        widths=(1, 0, 0),
        note=" ".join(note),
    )
