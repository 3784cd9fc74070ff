"""Instructions that games of hands dealt from one deck have in common: how the deck is handled.

Their manuals print nearly the same words, each for itself: the words here are ours, and the passages
come from each game.
"""

from tablewright.rules.citations import Passage
from tablewright.rules.hands_dealt import BY_HAND, SHUFFLER
from tablewright.rules.instructions import Instruction

TWO_DECKS = ("shuffler",)


def by_hand(
    by_hand: Passage, *, stub: str, stub_source: Passage, squares_deck: bool
) -> tuple[Instruction, ...]:
    """The deal by hand: the shuffle, the cut with one hand, and where the stub goes."""
    square = "Square up the deck. " if squares_deck else ""
    return (
        Instruction(
            "house-shuffle",
            ("shuffle",),
            "Shuffle as the house shuffles a single deck.",
            by_hand.quote("house procedure for single deck shuffling"),
            is_taught=True,
            devices=BY_HAND,
        ),
        Instruction(
            "one-handed-cut",
            ("cut",),
            f"{square}With one hand only, set the top half onto the cut card; with the same hand, set"
            " the bottom half on top of it.",
            by_hand,
            is_taught=True,
            devices=BY_HAND,
        ),
        Instruction("stub", ("deal",), stub, stub_source, devices=BY_HAND),
    )


def by_shuffler(alternating: Passage, loading: Passage) -> tuple[Instruction, ...]:
    """The deal from a shuffler: how it is loaded, and that the decks take turns."""
    return (
        Instruction(
            "load-shuffler",
            ("shuffle",),
            "Load the deck as the house loads its shuffler.",
            loading,
            is_taught=True,
            devices=SHUFFLER,
        ),
        Instruction(
            "alternate-decks",
            ("shuffle",),
            "One deck is shuffled while the other plays; each is used every other round.",
            alternating.quote("continuously alternated in and out of play"),
            devices=TWO_DECKS,
        ),
    )
