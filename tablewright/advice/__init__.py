"""Advice: what each choice of a player is worth with the chips on the felt, exactly.

`position` takes what is needed from a table, quickly; everything else is worked out of that, so that a
server may do it beside the table. The figures are those of the odds, before a payment is rounded down
to the smallest chip. Counting every deal needs numpy, which is loaded when somebody first asks.
"""

from tablewright.advice.at_table import Advised, Judged, Position, position
from tablewright.advice.counting import analysis_of
from tablewright.advice.seen import Declarations, Seen
from tablewright.advice.telling import Advice, average, document, exact_dollars, exactly

__all__ = [
    "Advice",
    "Advised",
    "Declarations",
    "Judged",
    "Position",
    "Seen",
    "analysis_of",
    "average",
    "document",
    "exact_dollars",
    "exactly",
    "position",
]
