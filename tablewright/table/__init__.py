"""The table: a game's whole procedure as a machine without input or output.

    commands -> machine -> events -> fold -> state       machine.py, fold.py; setup.py holds the rules
    handlers/       what decides each command: forms, decks, devices, wagers, dealing, paying, irregularities
    legal.py        what somebody may do          views.py    what somebody may see
    chips.py        double-entry accounts         journal.py  events as sealed lines; verify.py checks them
    automation.py   what the house does itself    session.py  runs a table; patrons.py fills its seats
    rehearsal.py    a whole session from a seed   story/      a journal told as a story
"""
