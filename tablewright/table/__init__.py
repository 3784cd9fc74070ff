"""The table: a game's whole procedure as a machine without input or output.

commands -> machine -> events -> state          machine.py; state.py folds, setup.py holds the rules
handlers: opening, patronage, wagering, dealing, paying, irregular
legal.py    what somebody may do        views.py    what somebody may see
chips.py    double-entry accounts       journal.py  events as sealed lines; verify.py checks them
session.py  staff and automatic steps   patrons.py  simulated players; rehearsal.py runs a table of them
"""
