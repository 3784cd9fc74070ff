"""How a payment is made where the manual does not say: the house's own manner, one for all games."""

from tablewright.rules.citations import house
from tablewright.rules.procedure import Manner, Payment, UsesHand, Where

MOST_ON_THE_WAGER = 3
"""The highest odds, to one, that are paid straight onto a wager."""

PAID_BY_THE_HOUSE = house("manner of payment")


def house_manner(payment: Payment) -> Manner:
    """Up to 3-1 onto the wager; more, or what must be approved, made up first and set beside it."""
    made_up = payment.needs_approval or payment.is_paid_in_total
    if payment.net <= MOST_ON_THE_WAGER and not made_up:
        return Manner(
            UsesHand.EITHER,
            Where.ON_THE_WAGER,
            "Set the winnings against the wager, chip by chip in equal stacks.",
            PAID_BY_THE_HOUSE,
        )
    if payment.is_paid_in_total:
        return Manner(
            UsesHand.EITHER,
            Where.BESIDE,
            "Take the wager in, make up stake and winnings together in the work area, then set them"
            " before the player.",
            PAID_BY_THE_HOUSE,
        )
    return Manner(
        UsesHand.EITHER,
        Where.BESIDE,
        "Make up the winnings in the work area, then set them beside the wager.",
        PAID_BY_THE_HOUSE,
    )
