"""The mathematics report and par sheet: what the house holds of a game, and how anyone can check it."""

from tablewright.papers.mathematics.document import mathematics

__all__ = ["mathematics"]
