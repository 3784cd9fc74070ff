"""Advice: what each choice of a player is worth with the chips on the felt, exactly.

`position` takes what is needed from a table, quickly; everything else is worked out of that, so that a
server may do it beside the table. The figures are those of the odds, before a payment is rounded down
to the smallest chip. Counting every deal needs numpy, which is loaded when advice is first asked for.
"""

from tablewright.advice.at_table import JudgedDecision, Position, Valuation, position
from tablewright.advice.counting import analysis_of
from tablewright.advice.seen import Declarations, SeenCards
from tablewright.advice.telling import Advice, average, document, exact_dollars, exactly

__all__ = [
    "Advice",
    "Declarations",
    "JudgedDecision",
    "Position",
    "SeenCards",
    "Valuation",
    "analysis_of",
    "average",
    "document",
    "exact_dollars",
    "exactly",
    "position",
]
