"""Procedure that games of hands dealt from one deck have in common.

Their manuals print the same devices and clauses, each for itself: the words here are ours, and the
passages and the names of the clauses come from each game.
"""

from typing import NamedTuple

from tablewright.rules.citations import Passage
from tablewright.rules.devices import Device
from tablewright.rules.fouled_packs import in_hands
from tablewright.rules.irregularities import Concerns, Effect, Fault, Irregularity, Ruling
from tablewright.rules.procedure import Item
from tablewright.rules.readings import Under

SHUFFLER = ("shuffler", "one-deck-shuffler")
TWO_DECKS = ("shuffler",)
BY_HAND = ("hand",)
UNTIL_CLEARED = ("decide", "reveal", "settle", "clear")
"""When what went wrong with the hands may still be noticed."""


def devices(
    shuffler: Passage,
    by_hand: Passage,
    *,
    hand_refused_in: tuple[str, ...] = (),
    hand_refused_unless: Under | None = None,
) -> tuple[Device, ...]:
    """A shuffler with two decks in turn or with one, or one deck by hand."""
    return (
        Device(
            "shuffler",
            "automatic shuffler with two decks",
            "Two decks with backs of different colours take turns: one is shuffled while the other"
            " plays.",
            shuffler,
            packs=2,
            is_machine=True,
        ),
        Device(
            "one-deck-shuffler",
            "automatic shuffler with one deck",
            "One deck goes back into the shuffler after every round and is shuffled before the next.",
            shuffler,
            is_machine=True,
        ),
        Device(
            "hand",
            "deal by hand",
            "One deck, shuffled, then cut with one hand onto a cut card, which stays underneath while"
            " the cards are dealt. The house asks for ten cards or more on either side of the cut.",
            by_hand,
            cut=(10, 42),
            refused_in=hand_refused_in,
            unless=hand_refused_unless,
        ),
    )


def cut_card(by_hand: Passage) -> Item:
    """What the deal by hand needs on the table."""
    return Item("cut-card", "A cut card for the deal by hand.", by_hand, devices=("hand",))


class Clause(NamedTuple):
    """Where a manual rules on an irregularity, and how the rule is named."""

    id: str
    source: Passage


def irregularities(
    game: str,
    *,
    face_up: Clause,
    wrong_count: Clause,
    dealer_exposed: Clause,
    malfunction: Clause,
    without_shuffler: Passage,
    as_machine: Under,
    supervisor_rules: Under,
    after_deal_void: Under,
    after_deal_plays_on: Under,
) -> tuple[Irregularity, ...]:
    """What goes wrong with hands. Without a shuffler, one passage and a reading of it rule:

    the clauses hold as they do with a machine, or a supervisor rules.
    """

    def hands_are_void(by: Passage) -> tuple[Ruling, ...]:
        """With a shuffler every hand is void; without one, it may be left to a supervisor."""
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
                under=as_machine,
                reshuffles=True,
            ),
            Ruling(
                "void",
                "A supervisor declares every hand void, and the cards are shuffled again.",
                Effect.VOID,
                without_shuffler,
                devices=BY_HAND,
                under=supervisor_rules,
                reshuffles=True,
            ),
            Ruling(
                "play-on",
                "A supervisor has it put right, and the round goes on.",
                Effect.PLAY_ON,
                without_shuffler,
                devices=BY_HAND,
                under=supervisor_rules,
            ),
        )

    return (
        Irregularity(
            f"{game}.irregularity.{face_up.id}",
            "A card lies face up in the shuffler or the deck during the deal",
            face_up.source,
            wording="A card lies face up during the deal, in the shuffler or in the deck",
            phases=("deal", *UNTIL_CLEARED),
            rulings=hands_are_void(face_up.source),
            concerns=Concerns.NEXT_CARD,
            looks="One card came the wrong way round while the hands were dealt: {card}.",
        ),
        Irregularity(
            f"{game}.irregularity.{wrong_count.id}",
            "A player or the dealer has too many cards or too few",
            wrong_count.source,
            phases=("deal", *UNTIL_CLEARED),
            rulings=hands_are_void(wrong_count.source),
            concerns=Concerns.PLACE,
            fault=Fault.COUNT,
            looks="The cards of {player} are counted again, and there are not as many as there"
            " should be.",
        ),
        Irregularity(
            f"{game}.irregularity.{dealer_exposed.id}",
            "A card of the dealer's is seen before the hand is turned over",
            dealer_exposed.source,
            phases=UNTIL_CLEARED,
            rulings=hands_are_void(dealer_exposed.source),
            concerns=Concerns.DEALER_CARD,
            looks="One of your cards flipped over too early, and the players saw it: {card}.",
        ),
        Irregularity(
            f"{game}.irregularity.{malfunction.id}",
            "The shuffler fails, jams or gives the wrong number of cards",
            malfunction.source,
            phases=("wagers", "deal"),
            rulings=(
                Ruling(
                    "void",
                    "The round is void. The cards come out of the shuffler, a supervisor checks them,"
                    " and they are shuffled again.",
                    Effect.VOID,
                    malfunction.source,
                    reshuffles=True,
                    breaks_device=True,
                ),
            ),
            devices=SHUFFLER,
            looks="A red light goes on at the shuffler, and the hands that it was to give do not"
            " come out as they should.",
        ),
        Irregularity(
            f"{game}.irregularity.{malfunction.id}-after-deal",
            "The shuffler fails or jams over the second deck, with every hand of the round dealt",
            malfunction.source,
            phases=UNTIL_CLEARED,
            rulings=(
                Ruling(
                    "void",
                    "The round is void. The cards come out of the shuffler, a supervisor checks them,"
                    " and they are shuffled again.",
                    Effect.VOID,
                    malfunction.source,
                    under=after_deal_void,
                    reshuffles=True,
                    breaks_device=True,
                ),
                Ruling(
                    "plays-on",
                    "The round is played out. The cards then come out of the shuffler, a supervisor"
                    " checks them, and they are shuffled again.",
                    Effect.PLAY_ON,
                    malfunction.source,
                    under=after_deal_plays_on,
                    reshuffles=True,
                    breaks_device=True,
                ),
            ),
            devices=TWO_DECKS,
            looks="All hands lie on the table when a red light goes on at the shuffler: the deck in"
            " it sticks.",
        ),
        *in_hands(game),
    )
