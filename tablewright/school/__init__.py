"""The school: what a dealer must know of a game, asked, marked and brought back until it is known.

    rule book, procedure, register -> skills -> questions -> answers -> marks -> memory
                                      (skills)  (drills)               (marking) (memory)

No rule stands here. A skill is something that the rule book, the procedure or the register already
says; a drill makes cases in which it matters, and has the rules that settle real money say what is
right. So a changed reading, pay table or game changes what is taught by itself.
"""
