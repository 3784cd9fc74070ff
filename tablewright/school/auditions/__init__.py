"""Auditions: a table with patrons at real pace, dealt by one who wants to be let deal, and marked.

    audition = Audition(syllabus, device, terms, seed, begun)
    audition.pass_time(12.5)               # patrons act, as far as it is their time
    audition.answer(13.0, turn, given)     # what the candidate does, says, pays, or stops the game for
    audition.shown()                       # what they see: no answer, nothing that is to come
    audition.result()                      # once it is over: every mark, with its line of the journal

No clock, no input, no output: seconds arrive with each call, and all chance comes from the seed. The
same seed and the same inputs give the same audition, so a house that was interrupted takes it up again.
"""
