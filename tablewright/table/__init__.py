"""The table: a game's whole procedure as a machine without input or output.

commands -> machine -> events -> fold -> state     machine.py, fold.py; setup.py holds the rules
handlers/      what decides each command: forms, decks, devices, wagers, dealing, paying
legal.py       what somebody may do         views.py    what somebody may see
chips.py       double-entry accounts        journal.py  events as sealed lines
verify.py      checks a journal             story/      tells it
automation.py  what the house does itself   session.py  runs a table
patrons.py     fill its seats               rehearsal.py  runs a session from a seed
"""
