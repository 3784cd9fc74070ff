"""What occurs: a game that calls more possible than its deals lead to is refused.

A wider `possible` would let a line stand that settles nothing. The counts know better: every record of
facts that is called possible is one that a deal leads to, after some decision or none. Facts that occur
and are not called possible are refused where they are priced (`ledger.outcome_of`).
"""

import numpy as np

from tablewright.odds.contests import Counted
from tablewright.odds.draws import DrawnCounts
from tablewright.rules.cards import SUITS
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition
from tablewright.rules.facts import FactSpace, Versus
from tablewright.rules.sources import VoidRound


def refuse_more_than_occurs(counted: Counted | DrawnCounts) -> None:
    """Refuse facts that are called possible and that no deal of the whole deck leads to."""
    if isinstance(counted, Counted):
        space, found = counted.contest.space, _in_contest(counted)
    else:
        space, found = counted.draw.round_space, _in_draw(counted)
    _refuse(space, found)


def _refuse(space: FactSpace[object], found: set[int]) -> None:
    never = sorted(set(space.possible) - found)
    if never:
        more = f" (and {len(never) - 1} more)" if len(never) > 1 else ""
        raise BadDefinition(
            f"{space.said(never[0])} is called possible{more}: expected only what a deal leads to"
        )


def _in_contest(counted: Counted) -> set[int]:
    """Every number of facts that a deal leads to, and those of void rounds."""
    contest = counted.contest
    found = {contest.void_facts(decision) for decision in counted.met}
    for decision, met in counted.met.items():
        names_cards = decision is not None and contest.decision[decision].plays is not None
        for cell in range(len(met.cells)):
            bases = np.flatnonzero(np.bincount(met.facts[met.counts[:, cell] > 0]))
            # Only the strongest choice of cards is counted: a weaker one may be lower, or a copy.
            first = cell - cell % len(Versus) if names_cards else cell
            found |= {int(base + move) for base in bases for move in met.cells[first : cell + 1]}
    return found


def _in_draw(counted: DrawnCounts) -> set[int]:
    """Every number of facts after each card, and of rounds that were void before the last."""
    draw = counted.draw
    found = {entry.facts for entry in counted.rounds}
    before = {draw.round_facts(())}
    for drawn in range(1, draw.cards):
        if drawn <= len(SUITS) * draw.decks:
            before |= {
                int(n)
                for facts in counted.facts_after(drawn)
                for n in np.flatnonzero(np.bincount(facts))
            }
    return found | before | {number + _void_move(draw) for number in before}


def _void_move(draw: Draw) -> int:
    """How far it moves the number of the facts that a round is void."""
    space = draw.round_space
    return sum(
        space.stride[name] * (space.ordinal(name, True) - space.ordinal(name, False))
        for name, source in draw.round_sources.items()
        if isinstance(source, VoidRound)
    )
