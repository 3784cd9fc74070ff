"""Playing in a terminal: a person at the first place, an automated dealer, patrons in the others.

evening.py  the command: options, journal, leaving      human.py    the person, as a player of the table
offers.py   the keys on offer, from what is legal       keys.py     what a typed line means
screen.py   lines, cards and the felt, from the view    telling.py  what happened, and why
advice.py   what decisions and wagers are worth         chips.py    buying in and changing colour
counting.py the counts that advice needs beyond the odds
"""

from tablewright.cli.play.play import play

__all__ = ["play"]
