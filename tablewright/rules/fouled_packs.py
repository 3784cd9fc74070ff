"""Fouled packs: a card comes that cannot be there, or there are too few. No manual rules on it.

The house does, for every game: a supervisor ends the round, or has a card that is drawn for everyone
laid aside, and no further round is dealt before the cards were inspected or changed. Such a card is
none of the pack's, so that the pack has as many left as before.
"""

from tablewright.rules.citations import house
from tablewright.rules.irregularities import Effect, Fault, Irregularity, Ruling
from tablewright.rules.roles import SUPERVISORS

FOREIGN = "one too many of its kind, a joker or a card from another pack"
THEN = "The cards are inspected or changed before the next round."
SOURCE = house("a fouled pack")


def in_hands(game: str) -> tuple[Irregularity, ...]:
    """What can be wrong with the pack where hands are dealt: they are void."""
    void = Ruling(
        "void",
        f"A supervisor declares every hand void. {THEN}",
        Effect.VOID,
        SOURCE,
        fouls_cards=True,
    )
    return (
        Irregularity(
            f"{game}.irregularity.foreign-card",
            f"A card turns up that does not belong to the pack: {FOREIGN}",
            SOURCE,
            phases=("deal", "decide", "reveal", "settle", "clear"),
            rulings=(void,),
            declared_by=SUPERVISORS,
            fault=Fault.FOREIGN,
            looks="A joker lies among the cards that were dealt.",
        ),
        Irregularity(
            f"{game}.irregularity.pack-runs-out",
            "The pack runs out before every hand has its cards",
            SOURCE,
            phases=("deal", "decide"),
            rulings=(void,),
            declared_by=SUPERVISORS,
            looks="The last card is dealt, and some hands are still short.",
        ),
    )


def in_draws(game: str, *, ends: str) -> tuple[Irregularity, ...]:
    """What can be wrong with cards that are drawn for everyone; `ends` says what a void round pays."""
    void = Ruling(
        "void",
        f"A supervisor ends the round. {ends} {THEN}",
        Effect.VOID,
        SOURCE,
        fouls_cards=True,
    )
    return (
        Irregularity(
            f"{game}.irregularity.foreign-card",
            f"The card to be drawn does not belong to the pack: {FOREIGN}",
            SOURCE,
            phases=("draw",),
            rulings=(
                Ruling(
                    "laid-aside",
                    f"A supervisor has the card laid aside, and the next one is used. {THEN}",
                    Effect.PLAY_ON,
                    SOURCE,
                    fouls_cards=True,
                ),
                void,
            ),
            declared_by=SUPERVISORS,
            only_unfinished=True,
            fault=Fault.FOREIGN,
            looks="The card that you are about to lay out is a joker.",
        ),
        Irregularity(
            f"{game}.irregularity.foreign-card-drawn",
            f"A card that was drawn does not belong to the pack: {FOREIGN}",
            SOURCE,
            phases=("wagers", "settle"),
            rulings=(
                Ruling(
                    "stands",
                    f"A supervisor lets the card stand as it was read, and the round goes on. {THEN}",
                    Effect.PLAY_ON,
                    SOURCE,
                    fouls_cards=True,
                ),
                void,
            ),
            declared_by=SUPERVISORS,
            only_unfinished=True,
            looks="A card that was laid out and called turns out to have a back of another colour.",
        ),
    )


def runs_out(game: str, *, ends: str) -> Irregularity:
    """No card is left to finish a round of draws, where no manual rules on its device."""
    return Irregularity(
        f"{game}.irregularity.pack-runs-out",
        "The pack has no card left to finish the round",
        SOURCE,
        phases=("draw",),
        rulings=(
            Ruling(
                "void",
                f"A supervisor ends the round. {ends} {THEN}",
                Effect.VOID,
                SOURCE,
                fouls_cards=True,
            ),
        ),
        declared_by=SUPERVISORS,
        only_unfinished=True,
        looks="You reach for the next card, and none is left.",
    )
