"""Settling rounds that are written down: JSON in, JSON out, one round a line.

    lines -> checks -> contest or draw -> the ruleset's facts and wagers

The rules are not here: this reads a round, refuses what cannot have happened at a table, asks the
ruleset for the facts and the line of each wager, and writes down what comes back.
"""

from tablewright.rules.contest import Contest
from tablewright.rules.game import Ruleset
from tablewright.rules.money import AS_PRINTED, HouseSettings
from tablewright.settling.contest import ContestSettler
from tablewright.settling.draw import DrawSettler


def settler(ruleset: Ruleset, house: HouseSettings = AS_PRINTED) -> ContestSettler | DrawSettler:
    """What settles written rounds of this ruleset."""
    if isinstance(ruleset.deal, Contest):
        return ContestSettler(ruleset, ruleset.deal, house)
    return DrawSettler(ruleset, ruleset.deal, house)
