"""The connecting sentences of lessons. They lead from one thing to the next and state no rule.

Everything else that a lesson says is a sentence of the register, the procedure, an explanation or a
reading; `tests/school/test_lessons.py` holds lessons to that.
"""

IN_SHORT = "This is what a player who is new to the game is told."
CHOICES = "These are the choices that a player has."
READINGS = "Where the manual can be read in more than one way, this is how it is read here."
PRINTED = "The rules cited here are printed in these documents."
LIMITS = "These are the limits of a practice table."
TABLE = "What each hand on the pay table pays."
IN_ORDER = "The lines are read in this order; the first that holds decides."
ON_THE_TABLE = "What must be there before the table opens."
ON_THE_SIGN = "What the sign says beside limits and payouts."
BURNS = "How many cards are burnt."
CALLED = "What is called of each card, here of one suit."
DEALT_FROM = "Each device has its own steps."
RULED = "How it is ruled on."
PRACTICAL = (
    "No screen can see whether these are done well: an instructor looks at them at a real table."
)

SUMMARIES = {
    "game": "What the game is, in a few sentences.",
    "hands": "Which hands there are, and how cards are read.",
    "wagers": "What players bet on, and within which limits.",
    "payments": "What every wager pays, loses or pushes, and in which order.",
    "deal": "A round from the first wager to the cleared table, on every device.",
    "calls": "What the dealer says.",
    "irregularities": "What can go wrong, and how it is ruled on.",
    "guarding": "What can be seen to happen to chips, and what is done about it.",
    "practical": "Skills of the hand, with a list for an instructor.",
}
TITLES = {
    "game": "What it is",
    "hands": "Hands",
    "wagers": "Wagers",
    "payments": "Payments",
    "deal": "The deal",
    "calls": "Calls",
    "irregularities": "Irregularities",
    "guarding": "Guarding the table",
    "practical": "At a real table",
}
