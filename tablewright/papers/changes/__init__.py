"""What is different between two editions of a game, and what follows from it, as plain data."""

from tablewright.papers.changes.change import Change, Side, as_document, compared

__all__ = ["Change", "Side", "as_document", "compared"]
