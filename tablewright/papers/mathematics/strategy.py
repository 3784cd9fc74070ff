"""The lists to learn, what they cost against the best decisions, and the hands they get wrong."""

from collections.abc import Iterator
from functools import lru_cache

from tablewright.odds.printing import percent
from tablewright.odds.solving import Solved
from tablewright.odds.strategy import DEAREST, Compared, Listed, compared, taught
from tablewright.papers.documents import Block, Heading, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.figures import (
    count,
    decimals,
    decision_named,
    first_wager,
    right,
)
from tablewright.rules.cards import faces

COST_DIGITS = 6
LINES = ("no line", "one line", "two lines", "three lines", "four lines", "five lines")
"""How long a list is, in words, up to the longest that is searched for."""


def lists(edition: Edition) -> tuple[Listed, ...]:
    """The lists to learn, the shortest first; none, where there is nothing to decide."""
    solved = edition.analysis.solved
    return _taught(solved) if solved else ()


@lru_cache(maxsize=4)
def _taught(solved: Solved) -> tuple[Listed, ...]:
    """The lists of a solved ruleset, searched for once for all its editions."""
    return tuple(taught(solved))


def strategy(edition: Edition) -> Iterator[Block]:
    """Each list with its cost and exceptions, and all strategies beside each other."""
    yield Heading(text="Strategy", id="strategy")
    if not lists(edition):
        yield Paragraph(
            text=f"{edition.game.name} has no decision, so there is nothing to learn but which wagers"
            " are the cheapest. They are those with the lowest house edge on the par sheet."
        )
        return
    yield Paragraph(
        text="The edge of the house is counted against the best decision for every single hand. A"
        " person plays by a list: its lines are read from the top, and the first that fits the hand"
        " decides. Lists were searched for; what a list costs is exact."
    )
    for each in lists(edition):
        yield from _one_list(edition, each)
    yield Heading(text="Strategies beside each other", level=2)
    yield _beside_each_other(edition)


def _one_list(edition: Edition, listed: Listed) -> Iterator[Block]:
    first = first_wager(edition)
    yield Heading(text=_list_named(edition, listed.name), level=2)
    yield Table(
        head=("Decision", "If the hand is"),
        rows=(
            *((decision_named(edition, how), at_least) for how, at_least in listed.lines),
            (decision_named(edition, listed.otherwise), "anything else"),
        ),
    )
    cost = (
        f"It costs {percent(listed.cost, COST_DIGITS)} of the {first} against the best decisions."
    )
    exceptions, hands = listed.exceptions, listed.solved.counted.hands.total
    if not exceptions.hands:
        yield Paragraph(text=f"{cost} It is right for every hand.")
        return
    yield Paragraph(
        text=f"{cost} Of {count(hands)} hands {count(exceptions.hands)} are better played otherwise."
    )
    yield Table(
        title="The costliest exceptions",
        head=("Hand", "The list says", "Best", f"Costs, in units of the {first}", "Hands like it"),
        rows=tuple(
            (
                faces(mistake.cards),
                decision_named(edition, mistake.listed),
                decision_named(edition, mistake.best),
                decimals(mistake.cost, COST_DIGITS),
                count(mistake.alike),
            )
            for mistake in exceptions.dearest(DEAREST)
        ),
        align=right(5, left=3),
        is_small=True,
    )


def _list_named(edition: Edition, name: str) -> str:
    """A list as it is called here; the command line calls it by its own name."""
    if len(lists(edition)) == 1:
        return "The list to learn"
    (listed,) = (each for each in lists(edition) if each.name == name)
    return f"The list of {LINES[len(listed.rules)]}"


def _beside_each_other(edition: Edition) -> Table:
    solved, first = edition.analysis.solution, first_wager(edition)
    return Table(
        head=(
            "Strategy",
            "House edge",
            "Costs",
            *(decision_named(edition, each) for each in solved.decisions),
        ),
        rows=tuple(
            (
                _strategy_said(edition, each),
                percent(-each.expectation),
                percent(each.cost),
                *(percent(each.played[id], 2) for id in solved.decisions),
            )
            for each in compared(solved, lists(edition))
        ),
        align=right(3 + len(solved.decisions)),
        note=f"House edge and cost as parts of the {first}; then how often each decision is taken.",
    )


def _strategy_said(edition: Edition, strategy: Compared) -> str:
    if strategy.name in strategy.played:
        return f"Always {decision_named(edition, strategy.name).lower()}"
    known = {each.name for each in lists(edition)}
    if strategy.name in known:
        return _list_named(edition, strategy.name)
    return "The best decisions"
