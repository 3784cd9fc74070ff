"""A draw: cards come one at a time for everyone. How each card, and the cards so far, become facts.

Facts exist after every card, not only after the last: a wager may be decided early, or stand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

from tablewright.rules.cards import DECK, Card
from tablewright.rules.errors import BadDefinition
from tablewright.rules.facts import FactSpace, refuse_sources, refuse_unequal
from tablewright.rules.sources import Drawn, Leading, OfCard, PlayerShows, VoidRound
from tablewright.rules.views import View


@dataclass(frozen=True, eq=False)
class Draw:
    """How a round of drawn cards is turned into facts, card by card and for the whole round."""

    cards: int
    decks: int
    card_space: FactSpace[Any]
    card_sources: Mapping[str, OfCard]
    round_space: FactSpace[Any]
    round_sources: Mapping[str, VoidRound | Drawn | Leading | PlayerShows]
    spoken: View
    """How the drawn cards are spoken of."""
    takes_late_wagers: bool = False
    """Whether wagers on the whole round are still taken when its first card lies in sight."""
    may_take_back: bool = False
    """Whether a wager on the whole round may be taken back between two cards while it stands."""

    def __post_init__(self) -> None:
        if self.cards < 1 or self.decks < 1:
            raise BadDefinition(
                f"{self.cards} cards are drawn from {self.decks} decks: expected one at least of each"
            )
        refuse_sources(self.card_space, self.card_sources)
        refuse_sources(self.round_space, self.round_sources)
        occurring = {self._no_card, *self._by_card}
        refuse_unequal(
            self.card_space, set(self.card_space.possible), occurring, "a card, or none,"
        )

    def card_facts(self, drawn: Card | None) -> int:
        """The number of the facts of one card; None for a card that never came."""
        return self._no_card if drawn is None else self._by_card[drawn.index]

    @cached_property
    def _no_card(self) -> int:
        return self.card_space.index(self.card_space.record())

    @cached_property
    def _by_card(self) -> tuple[int, ...]:
        space, sources = self.card_space, self.card_sources.items()
        return tuple(
            space.index(space.record(**{name: source.label(each) for name, source in sources}))
            for each in DECK
        )

    def round_facts(self, drawn: Sequence[Card], *, is_void: bool = False) -> int:
        """The number of the facts of the round after these cards."""
        space, number = self.round_space, 0
        for name, source in self.round_sources.items():
            match source:
                case VoidRound():
                    ordinal = space.ordinal(name, is_void)
                case Drawn():
                    ordinal = space.ordinal(name, len(drawn))
                case Leading(test):
                    ordinal = space.ordinal(name, sum(1 for _ in takewhile(test, drawn)))
                case PlayerShows(view):
                    ordinal = self._labels[name][view.strength(drawn)]
            number += space.stride[name] * ordinal
        return number

    @cached_property
    def _labels(self) -> dict[str, tuple[int, ...]]:
        """For each field that names a hand, the ordinal of its label by strength."""
        return {
            name: tuple(
                [
                    self.round_space.ordinal(name, label)
                    for label in source.view.labels(source.label)
                ]
            )
            for name, source in self.round_sources.items()
            if isinstance(source, PlayerShows)
        }
