"""The school in a terminal and on paper: lessons, drills to print, training, auditions, certificates.

commands.py  the commands and their options                chosen.py   the game, drill and seed named
shown.py     what a question shows, as lines               typed.py    what a typed line answers
reading.py   the lessons command                           handout.py  the drills command
train.py     the train command: its options and its end    session.py  what is asked, and comes back
stages.py    a question on the screen, stage by stage      record.py   what a trainee remembers
audition.py  the audition command: options, files, end     live.py     lines typed while time goes by
auditioning.py  the candidate's table on the screen        results.py  what an audition came to
certificates.py  the certificates command                  certificate_files.py  what files hold
"""
