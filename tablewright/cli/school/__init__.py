"""The school in a terminal and on paper: `lessons` to read, `drills` to print, `train` to answer.

chosen.py   the game, drill and seed that options name    shown.py    what a question shows, as lines
reading.py  the lessons command                           handout.py  the drills command
train.py    the train command: its options and its end    session.py  what is asked, and what comes back
stages.py   a question on the screen, stage by stage      typed.py    what a typed line answers
record.py   what a trainee remembers, in a file
"""
