"""How changes are marked and set side by side in a change request."""

from tablewright.papers.documents import Aside, Text

SIDES = ("Before", "After")
NONE = "–"
"""What stands for a side that has no such thing."""


def mark(letter: str, n: int) -> Text:
    """The mark of a change, by which a letter can speak of it: R for a rule, F for a figure."""
    return (Aside(f"{letter}{n}"),)
