"""The school in a terminal and on paper: `lessons` to read, `drills` to print, `train` to answer.

chosen.py   the game, drill and seed that options name    shown.py    what a question shows, as lines
handout.py  the drills command: JSON, or a handout        typed.py    what a typed line answers
train.py    the train command: its options and its end    session.py  questions, marks, what comes back
record.py   what a trainee remembers, in a file           reading.py  the lessons command
"""
