"""The table: a game's whole procedure as a machine without input or output.

    act -> guard -> records -> state        machine.py, course.py; setup.py holds the rules

acts/          everything that happens, one file a topic: rules, chips, effects and words together
record.py      what an act and an event are    allowed.py  what may be done, or why not
chips.py       double-entry accounts           journal.py  records as sealed lines
views.py       what a role may see             verify.py   checks a journal
words.py       the catalogue of sentences      scene.py    whom and what is spoken of
story.py       tells a journal                 why.py      answers for a payment
automation.py  what the house does itself      session.py  runs a table
patrons.py     fill its seats                  rehearsal.py  runs a session from a seed
"""
