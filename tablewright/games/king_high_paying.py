"""How the dealer of King High pays a winning wager: with which hand, where the chips go, and how.

Read it beside section 10 of the manual. A wager on one card is paid where it lies, on it or beside it;
a wager on the round is passed to its player together with what it won.
"""

from collections.abc import Mapping

from tablewright.games.king_high import MANUAL, PAYING
from tablewright.rules.citations import Passage
from tablewright.rules.procedure import Manner, Payment, UsesHand, Where

ON_CARD = MANUAL.at(
    PAYING, "action round wagers of 3-1 or less", "will be paid directly to the wager"
)
ON_CARD_NOT_DIRECTLY = MANUAL.at(
    PAYING,
    "action round wagers of 3-1 or less, not paid directly",
    "will not be paid directly to the",
)
ON_CARD_ABOVE = MANUAL.at(
    PAYING, "action round wagers of greater than 3-1", "round wagers of greater than 3-1"
)
ON_ROUND = MANUAL.at(
    PAYING, "round of play wagers of 3-1 or less", "can be paid directly to the winning"
)
ON_ROUND_ABOVE = MANUAL.at(
    PAYING, "round of play wagers greater than 3-1", "play wagers greater than 3-1 will"
)
WITH_ONE_HAND = MANUAL.at(PAYING, "hands", "hand that corresponds with the side of") & MANUAL.at(
    PAYING, "note", "paid and taken with the right hand"
)

ROUND_WAGERS = {"high-run", "low-run", "pokerpot"}

SIDE = {
    "high": UsesHand.RIGHT,
    "low": UsesHand.LEFT,
    "heart": UsesHand.RIGHT,
    "diamond": UsesHand.RIGHT,
    "club": UsesHand.LEFT,
    "spade": UsesHand.LEFT,
}
"""The hand on whose side of the box a wager lies."""

RIGHT_HAND_BOX = 1
"""The left arm would hide the boxes that are not settled yet."""

MOST_ON_THE_WAGER = 3
"""The odds to one up to which a payment goes on the wager itself."""

TOO_MANY_DENOMINATIONS = 3
MOST_CHIPS_TO_CAP = 5


def manner(payment: Payment) -> Manner:
    """How one winning wager is paid.

    >>> from fractions import Fraction
    >>> three = manner(Payment(2, "heart", "suit", Fraction(3), {500: 4}))
    >>> three.hand.value, three.where.value, three.how
    ('right hand', 'on the wager', 'Size in twice and cap, or size in three times.')
    """
    hand = SIDE.get(payment.wager, UsesHand.EITHER)
    if payment.place == RIGHT_HAND_BOX:
        hand = UsesHand.RIGHT
    pay = _pay_on_round if payment.kind in ROUND_WAGERS else _pay_on_card
    where, how, source = pay(payment)
    if payment.needs_approval:
        how = f"Have an inspector or above approve it. {how}"
    return Manner(hand, where, how, source, WITH_ONE_HAND)


def _pay_on_card(payment: Payment) -> tuple[Where, str, Passage]:
    is_above = payment.net > MOST_ON_THE_WAGER
    if is_above or _is_kept_off_the_wager(payment):
        how = f"{_made_up(payment)}, then set them beside the wager."
        return Where.BESIDE, how, ON_CARD_ABOVE if is_above else ON_CARD_NOT_DIRECTLY
    return Where.ON_THE_WAGER, f"{_sized_in(payment)}.", ON_CARD


def _pay_on_round(payment: Payment) -> tuple[Where, str, Passage]:
    is_above = payment.net > MOST_ON_THE_WAGER
    if is_above or payment.is_paid_in_total:
        with_stake = "" if payment.is_paid_in_total else " with the wager"
        how = f"{_made_up(payment)}, then pass them to the player{with_stake}."
        return Where.PASSED, how, ON_ROUND_ABOVE if is_above else ON_ROUND
    how = f"{_sized_in(payment)}, then pass the wager and its winnings to the player."
    return Where.ON_THEN_PASSED, how, ON_ROUND


def _is_kept_off_the_wager(payment: Payment) -> bool:
    """The exceptions for a wager on one card that pays little enough to be paid on it."""
    return (
        _denominations(payment.stake) >= TOO_MANY_DENOMINATIONS
        or payment.is_paid_in_total
        or payment.needs_approval
    )


def _made_up(payment: Payment) -> str:
    chips = "stake and winnings together" if payment.is_paid_in_total else "the winnings"
    return f"Make up {chips} in the work area"


def _sized_in(payment: Payment) -> str:
    """Stacks as high as the wager are set against it; what is left over goes on top as a cap.

    Only chips like the wager's own can be sized in.
    """
    whole, has_rest = _times_sized_in(payment)
    if whole == MOST_ON_THE_WAGER and _can_be_capped(payment.stake):
        return "Size in twice and cap, or size in three times"
    if not whole and payment.net >= 1:
        return "Pay on the wager in other chips"
    times = ("", "Size in once", "Size in twice", "Size in three times")[whole]
    if not has_rest:
        return times
    return f"{times} and cap" if times else "Cap"


def _times_sized_in(payment: Payment) -> tuple[int, bool]:
    """How often the chips that are paid match the wager chip for chip, and whether some are left."""
    if payment.paid is None:
        whole, rest = divmod(payment.net, 1)
        return whole, rest > 0
    stake = {value: count for value, count in payment.stake.items() if count}
    often = min(payment.paid.get(value, 0) // count for value, count in stake.items())
    whole = min(often, MOST_ON_THE_WAGER)
    return whole, any(n > whole * stake.get(value, 0) for value, n in payment.paid.items())


def _can_be_capped(stake: Mapping[int, int]) -> bool:
    return _denominations(stake) == 1 and sum(stake.values()) <= MOST_CHIPS_TO_CAP


def _denominations(stake: Mapping[int, int]) -> int:
    return sum(1 for chips in stake.values() if chips)
