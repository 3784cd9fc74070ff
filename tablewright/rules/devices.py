"""Devices: what cards are dealt from, as data; how many are burnt, and when a shoe is shuffled."""

from typing import NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.readings import Rulings, Under


class Burns(NamedTuple):
    """How many cards are burnt: before the round and before each card, under an option of a reading."""

    under: Under
    before_round: int
    before_card: int


class ShuffleDue(NamedTuple):
    """After what a pack is shuffled that lasts for several rounds, under an option of a reading."""

    under: Under | None
    at_cut_card: bool = True
    """After the round in which the cut card comes out."""
    at_rounds: bool = True
    """After so many rounds as the device is dealt between two shuffles."""


class Device(NamedTuple):
    """Something that cards are dealt from."""

    id: str
    name: str
    says: str
    source: Passage
    decks: int = 1
    packs: int = 1
    """How many packs of so many decks lie at the table; two are used in turn."""
    is_machine: bool = False
    returns_cards: bool = False
    """Whether the cards of a round go back and are mixed in before the next."""
    cut: tuple[int, int] | None = None
    """Between which cards the pack is cut, or the cut card put in."""
    has_cut_card_within: bool = False
    """Whether the cut card marks a place in the pack, and not where it was cut."""
    rounds_between_shuffles: int = 1
    shuffle_due: tuple[ShuffleDue, ...] = ()
    """After what it is shuffled; after whichever comes first, if nothing is named."""
    burns: tuple[Burns, ...] = ()
    refused_in: tuple[str, ...] = ()
    """The jurisdictions that know no such device for this game."""
    unless: Under | None = None
    """The reading under which it is not refused there."""
    shuffling_source: Passage | None = None
    """The passage on shuffling its cards, if it is another."""

    def burns_under(self, rulings: Rulings) -> tuple[int, int]:
        """The cards burnt before the round and before each card."""
        for burns in self.burns:
            if rulings.hold(burns.under):
                return burns.before_round, burns.before_card
        return 0, 0

    def shuffle_due_under(self, rulings: Rulings) -> ShuffleDue:
        """After what its pack is shuffled in one ruleset."""
        for due in self.shuffle_due:
            if due.under is None or rulings.hold(due.under):
                return due
        return ShuffleDue(None)
