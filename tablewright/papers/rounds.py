"""A round in words: its parts in order, what a new player is told, and what players decide."""

from collections.abc import Iterator
from fractions import Fraction

from tablewright.papers.documents import Listing, Strong, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.strategy import lists
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital
from tablewright.rules.phases import IN_BRIEF, PhaseId
from tablewright.table.chips import money

NOT_FOR_PLAYERS = frozenset({PhaseId.CLEAR})
USEFUL = Fraction(1, 100)
"""A list that costs more than this part of the first wager gives way to a longer and better one."""


def parts(edition: Edition) -> Listing:
    """What happens in a round, in order, as far as players see it."""
    items = [
        (Strong(f"{IN_BRIEF[phase.id].name}."), f" {phase.says}")
        for phase in edition.procedure.phases
        if phase.id not in NOT_FOR_PLAYERS
    ]
    return Listing(items=tuple(items), is_ordered=True)


def told(edition: Edition) -> tuple[str, ...]:
    """What the dealer tells a player who is new to the game, in their words."""
    wagers, limits = edition.ruleset.wagers, edition.book.setup.limits
    minimum = {id: money(limits[wagers[id].wager.kind][0]) for id in edition.book.offer.placed}
    said = edition.procedure.explanation_under(edition.ruleset.rulings)
    return tuple(each.says.format_map(minimum) for each in said)


def decisions(edition: Edition) -> Iterator[Text]:
    """What a player may decide, where there is anything."""
    deal = edition.ruleset.deal
    for each in deal.decisions if isinstance(deal, Contest) else ():
        yield Strong(f"{each.name}."), f" {each.says}"


# How well ------------------------------------------------------------------------------------------


def simple_strategy(edition: Edition) -> Table | None:
    """A short list of hands to decide by, where there is anything to decide."""
    known, deal = lists(edition), edition.ruleset.deal
    if not known or not isinstance(deal, Contest):
        return None
    best = next((each for each in known if each.cost <= USEFUL), known[-1])
    says = {each.id: each.name for each in deal.decisions}
    rows = [(capital(hand), says[decision]) for decision, hand in best.lines]
    return Table(
        head=("With", "Decide"),
        rows=(*rows, ("Any other hand", says[best.otherwise])),
        align=("left", "right"),
        widths=(1, 0),
        note="The first line that fits your hand decides." if len(rows) > 1 else "",
    )
