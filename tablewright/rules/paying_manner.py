"""How a payment is made where the manual does not say: the house's own manner, one for all games."""

from tablewright.rules.citations import house
from tablewright.rules.procedure import Manner, Payment, UsesHand, Where

MOST_ON_THE_WAGER = 3
"""The highest odds, to one, that are paid straight onto a wager."""

PAID_BY_THE_HOUSE = house("manner of payment")

ON_THE_WAGER = Manner(
    UsesHand.EITHER,
    Where.ON_THE_WAGER,
    "Set the winnings against the wager, chip by chip in equal stacks.",
    PAID_BY_THE_HOUSE,
)
IN_TOTAL = Manner(
    UsesHand.EITHER,
    Where.BESIDE,
    "Take the wager in, make up stake and winnings together in the work area, then set them"
    " before the player.",
    PAID_BY_THE_HOUSE,
)
BESIDE = Manner(
    UsesHand.EITHER,
    Where.BESIDE,
    "Make up the winnings in the work area, then set them beside the wager.",
    PAID_BY_THE_HOUSE,
)


def house_manner(payment: Payment) -> Manner:
    """Up to 3-1 onto the wager; more, or what must be approved, made up first and set beside it."""
    if payment.is_paid_in_total:
        return IN_TOTAL
    is_on_it = payment.net <= MOST_ON_THE_WAGER and not payment.needs_approval
    return ON_THE_WAGER if is_on_it else BESIDE
