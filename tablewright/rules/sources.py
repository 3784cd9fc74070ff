"""Where a fact comes from: each field of a record is declared by one of these.

In any round     VoidRound()        the round was declared void
                 PlayerShows(...)   a label of the player's cards, or of the cards drawn, in a view
In a contest     Choice({...})      what the player decided
                 DealerShows(...)   a label of the dealer's hand in a view
                 Against({...})     the player's hand against the dealer's, in the view of the decision
In a draw        OfCard(...)        a label of the card just drawn
                 Drawn()            how many cards have been drawn
                 Leading(...)       how many cards from the first on, unbroken, pass a test

They are declarations, not code that deals: one hand at a table and all hands in a count read the same.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.facts import Value
from tablewright.rules.views import Seen, View


class VoidRound:
    """Whether the round was declared void."""


class Choice(NamedTuple):
    """What the player decided; None stands for a seat that has nothing to decide."""

    values: Mapping[str | None, Value]


class PlayerShows(NamedTuple):
    """What the player's hand is called, seen in a view."""

    view: View
    label: Callable[[Seen | None], Value]
    only_cards_played: bool = False
    """Whether only the cards the player put in play are judged, where the player named some."""


class DealerShows(NamedTuple):
    """What the dealer's hand is called, seen in a view."""

    view: View
    label: Callable[[Seen | None], Value]


class Against(NamedTuple):
    """The player's hand against the dealer's: the view in which they meet, by decision.

    After a decision that is not listed they do not meet, and the dealer's hand is no fact either.
    """

    views: Mapping[str | None, View]


class OfCard(NamedTuple):
    """A label of the card just drawn."""

    label: Callable[[Card], Value]


class Drawn:
    """How many cards have been drawn."""


class Leading(NamedTuple):
    """How many cards from the first on, without a break, pass a test."""

    test: Callable[[Card], bool]
