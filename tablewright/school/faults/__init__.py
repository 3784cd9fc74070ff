"""Faults from the floor: what went wrong at a table for money, to whom it is laid and what it cost.

A journal is folded as the table itself was (`reader`), so that what was due is what the table had down
as due. What is read from it:

    correction      two people signed that a payment was wrong
    float           the float was off at the closing: what nobody had noticed
    not-recovered   what a void round should have given back to the float and was no longer there
    unseen          chips that others saw and the dealer did not
    left-out        a burn, a shuffle or a look over the layout was due, and was not done
    miscount        a slip or the float was counted wrongly, and then rightly
    overdue         done later than its rule has it: cards dealt past their time, a new player who had
                    played a round and was not welcomed, a slip that waited long

A payment is laid to the dealer who made it, a step to the dealer who stood at the table, a count to the
person who counted, a card change to the supervisor who put it off. What no line says is laid to nobody:
how long the cage took with a fill, or by which of several dealers a float is off. What the table
refuses (a payment that waits for approval or a fill, a round before an inspection) cannot be late;
calls and limits are written down by the table itself, so that none is missing. A slip that was
cancelled puts nothing right. Practice tables and rehearsals say nothing.
"""

from tablewright.school.faults.found import DEALER, SPELLS, Dealt, Fault, Kind, spell_of
from tablewright.school.faults.reader import FaultReader, Reading, read_faults

__all__ = [
    "DEALER",
    "SPELLS",
    "Dealt",
    "Fault",
    "FaultReader",
    "Kind",
    "Reading",
    "read_faults",
    "spell_of",
]
