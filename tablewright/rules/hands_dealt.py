"""Procedure that games of hands dealt from one deck have in common.

Their manuals print the same devices and clauses, each for itself: the words here are ours, and
the passages come from each game.
"""

from tablewright.rules.citations import Document, Passage
from tablewright.rules.procedure import (
    Concerns,
    Device,
    Effect,
    Irregularity,
    Item,
    Ruling,
    house,
)
from tablewright.rules.readings import Reading, Under

DEALT = "How is the game dealt"
SHUFFLER = ("shuffler",)
BY_HAND = ("hand", "keyed")


def devices(
    manual: Document,
    *,
    hand_refused_in: tuple[str, ...] = (),
    hand_refused_unless: Under | None = None,
) -> tuple[Device, ...]:
    """Two decks in turn on a shuffler, one deck by hand, or the cards of a physical table."""
    return (
        Device(
            "shuffler",
            "automatic shuffler",
            "Two decks with backs of different colours take turns: one is shuffled while the other"
            " plays.",
            manual.at(DEALT, "Automatic Shuffle Machine"),
            packs=2,
            is_machine=True,
        ),
        Device(
            "hand",
            "deal by hand",
            "One deck, shuffled, then cut with one hand onto a cut card, which stays underneath while"
            " the cards are dealt. The house asks for ten cards or more on either side of the cut.",
            manual.at(DEALT, "Deal By Hand"),
            cut=(10, 42),
            refused_in=hand_refused_in,
            unless=hand_refused_unless,
        ),
        Device(
            "keyed",
            "keyed cards",
            "The cards lie on a physical table, and a person enters those that are shown.",
            house("keyed cards"),
            is_keyed=True,
        ),
    )


def cut_card(manual: Document) -> Item:
    """What the deal by hand needs on the table."""
    return Item(
        "cut-card",
        "A cut card for the deal by hand.",
        manual.at(DEALT, "Deal By Hand"),
        devices=("hand",),
    )


def irregularities(game: str, manual: Document, by_hand: Reading) -> tuple[Irregularity, ...]:
    """Clauses (a) to (d); by hand, clause (e) and a reading of it rule."""

    def clause(letter: str) -> Passage:
        return manual.at("Irregularities", f"({letter})")

    def hands_are_void(by: Passage) -> tuple[Ruling, ...]:
        """With a shuffler every hand is void; without one, clause (e) leaves it to a supervisor."""
        return (
            Ruling(
                "void",
                "Every hand is void, and the cards are shuffled again.",
                Effect.VOID,
                by,
                devices=SHUFFLER,
                reshuffles=True,
            ),
            Ruling(
                "void",
                "Every hand is void, and the cards are shuffled again, as with a shuffler.",
                Effect.VOID,
                by,
                devices=BY_HAND,
                under=by_hand.taken_as("as-machine"),
                reshuffles=True,
            ),
            Ruling(
                "void",
                "A supervisor declares every hand void, and the cards are shuffled again.",
                Effect.VOID,
                clause("e"),
                devices=BY_HAND,
                under=by_hand.taken_as("supervisor-rules"),
                reshuffles=True,
            ),
            Ruling(
                "play-on",
                "A supervisor has it put right, and the round goes on.",
                Effect.PLAY_ON,
                clause("e"),
                devices=BY_HAND,
                under=by_hand.taken_as("supervisor-rules"),
            ),
        )

    return (
        Irregularity(
            f"{game}.irregularity.a-face-up",
            "A card lies face up in the shuffler or the deck during the deal",
            clause("a"),
            phases=("deal",),
            rulings=hands_are_void(clause("a")),
            concerns=Concerns.NEXT_CARD,
        ),
        Irregularity(
            f"{game}.irregularity.b-wrong-count",
            "A player or the dealer has too many cards or too few",
            clause("b"),
            phases=("deal", "decide", "reveal", "settle"),
            rulings=hands_are_void(clause("b")),
            concerns=Concerns.PLACE,
        ),
        Irregularity(
            f"{game}.irregularity.c-dealer-exposed",
            "A card of the dealer's is seen before the hand is turned over",
            clause("c"),
            phases=("decide", "reveal"),
            rulings=hands_are_void(clause("c")),
            concerns=Concerns.DEALER_CARD,
        ),
        Irregularity(
            f"{game}.irregularity.d-malfunction",
            "The shuffler fails, jams or gives the wrong number of cards",
            clause("d"),
            phases=("deal",),
            rulings=(
                Ruling(
                    "void",
                    "The round is void. The cards come out of the shuffler, a supervisor checks them,"
                    " and they are shuffled again.",
                    Effect.VOID,
                    clause("d"),
                    reshuffles=True,
                    breaks_device=True,
                ),
            ),
            devices=SHUFFLER,
        ),
    )
