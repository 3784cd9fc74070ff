"""A place set out on the felt: its wagers in chips, the round as `settle` settles it, what is paid."""

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.contest import Contest
from tablewright.rules.procedure import Manner, Payment, Where
from tablewright.school.questions import HandShown, LaidWager, Shown
from tablewright.school.situations import (
    Situation,
    decisions_with,
    facts_of,
    may_lie,
    round_of,
    settled_wager,
)
from tablewright.school.staking import all_chips, most_paid_from, placed_chips, with_needs
from tablewright.school.syllabus import Syllabus
from tablewright.settling import settler
from tablewright.settling.contest import ContestSettler
from tablewright.settling.draw import DrawSettler
from tablewright.table.chips import Chips, holds, made_of, money, put, times, worth

SIZED_IN = (Where.ON_THE_WAGER, Where.ON_THEN_PASSED)
BESIDE_IT = 0.6
"""How often a wager that may lie beside those asked about does."""


class Place(NamedTuple):
    """A player's place with its wagers, and what becomes of them."""

    case: Situation
    number: int
    placed: dict[str, Chips]
    """What the player placed."""
    chips: dict[str, Chips]
    """All that lies there: what was placed, and what followed from the decision."""
    round: dict[str, Any]
    result: dict[str, Any]


class Paid(NamedTuple):
    """What becomes of one wager now."""

    ends: str
    """`take`, `push`, `pay` or `stands`."""
    stake: int
    winnings: int
    net: Fraction | None
    """The odds; none, while it stands."""


class Wanted(NamedTuple):
    """How a place is to be set out."""

    wager: str
    is_whole: bool = False
    """Whether whatever may lie there does, mostly."""
    is_from_rack: bool = False
    """Whether the rack must be able to pay it, whatever comes."""
    kinds: int = 0
    """Of how many denominations the wager is; of one or two, if none is said."""


@lru_cache(maxsize=16)
def the_settler(syllabus: Syllabus) -> ContestSettler | DrawSettler:
    """What settles rounds of a syllabus: as printed, unless the house posts a maximum."""
    if syllabus.setup.maximum_payouts:
        return settler(syllabus.ruleset, syllabus.book.house)
    return settler(syllabus.ruleset)


def set_out(
    syllabus: Syllabus, case: Situation, wanted: Wanted, rng: Random, number: int = 0
) -> Place:
    """A place with the wager asked about and those that must, or may, lie beside it."""
    number = number or 1 + int(rng.random() * syllabus.ruleset.places)
    wagers = _placed_with(syllabus, case, wanted.wager)
    if wanted.is_whole:
        more = [id for id in may_lie(syllabus, case) if rng.random() < BESIDE_IT]
        wagers = with_needs(syllabus, [*wagers, *more])
    most = None
    if wanted.is_from_rack:
        most = min(most_paid_from(syllabus, id) for id in {*wagers, wanted.wager})
    placed = placed_chips(syllabus, wagers, rng, most, {wanted.wager: wanted.kinds})
    return placed_there(syllabus, case, number, placed)


def placed_there(
    syllabus: Syllabus, case: Situation, number: int, placed: dict[str, Chips]
) -> Place:
    """A place with these wagers, settled."""
    decision = case.seat.decision if case.seat else None
    chips = all_chips(syllabus, placed, decision)
    round_ = round_of(syllabus, case, number, placed)
    return Place(case, number, placed, chips, round_, the_settler(syllabus).settle(round_))


def _placed_with(syllabus: Syllabus, case: Situation, wager: str) -> list[str]:
    """The wagers that a player placed for this one to lie there."""
    stake = syllabus.ruleset.wagers[wager].wager.stake
    wagers = [wager]
    deal = syllabus.deal
    if isinstance(deal, Contest):
        assert case.seat
        if case.seat.decision is not None:
            wagers.append(deal.decided_by)
        if stake and wager not in syllabus.book.offer.placed:
            wagers = [stake.wager, *wagers[1:]]
    return with_needs(syllabus, wagers)


def fits_there(syllabus: Syllabus, case: Situation, place: Place) -> bool:
    """Whether what a player placed could lie there with other cards, or after another decision."""
    if not isinstance(syllabus.deal, Contest) or not case.seat:
        return True
    contest, decision = syllabus.deal, case.seat.decision
    return all(decision in decisions_with(syllabus, contest, id) for id in place.placed)


# What becomes of a wager ---------------------------------------------------------------------------


def asked_about(syllabus: Syllabus, place: Place) -> list[str]:
    """The wagers that lie there and are still to be settled, in the order of the game."""
    lie = {*may_lie(syllabus, place.case), *(id for id in place.chips if id not in place.placed)}
    return [id for id in place.chips if id in lie]


def paid(syllabus: Syllabus, place: Place, wager: str) -> Paid:
    """What becomes of one wager now: what `settle` found, unless it still stands."""
    decided = syllabus.ruleset.wagers[wager]
    outcome = decided.outcomes[facts_of(syllabus, place.case, wager)]
    stake = worth(place.chips[wager])
    if outcome.net is None:
        return Paid("stands", stake, 0, None)
    back = settled_wager(syllabus, place.case, place.result, wager)["returned"]
    ends = "take" if not back else "push" if back == stake else "pay"
    return Paid(ends, stake, max(0, back - stake), outcome.net)


def payment(syllabus: Syllabus, place: Place, wager: str, done: Paid) -> Payment:
    """A payment as the procedure is asked about it."""
    threshold = syllabus.setup.approval_from
    return Payment(
        place.number,
        wager,
        syllabus.ruleset.wagers[wager].wager.kind,
        done.net or Fraction(0),
        place.chips[wager],
        needs_approval=threshold is not None and done.winnings >= threshold,
    )


def manner(syllabus: Syllabus, place: Place, wager: str, done: Paid) -> Manner:
    return syllabus.procedure.manner(payment(syllabus, place, wager, done))


def right_chips(
    syllabus: Syllabus, place: Place, wager: str, done: Paid
) -> tuple[Chips, list[Chips]]:
    """The chips that a payment is made in, and others that are right too.

    Fewest chips; where the manner sets winnings against the wager, chips like the wager's own.
    """
    rack = syllabus.setup.float_chips
    fewest = made_of(done.winnings, rack)
    assert fewest is not None, f"{money(done.winnings)}: expected a stake that the rack can pay"
    if not done.winnings or manner(syllabus, place, wager, done).where not in SIZED_IN:
        return fewest, []
    whole, rest = divmod(done.winnings, done.stake)
    alike = times(place.chips[wager], whole)
    over = made_of(rest, rack)
    if not whole or over is None or not holds(rack, alike):
        return fewest, []
    put(alike, over)
    return alike, [fewest] if alike != fewest else []


# As it is shown ------------------------------------------------------------------------------------


def shown(syllabus: Syllabus, place: Place) -> Shown:
    """The place and its cards."""
    case = place.case
    where = f"{syllabus.game.place.title()} {place.number}"
    deal = syllabus.deal
    told = ["The round is declared void."] if case.is_void_now else []
    hands: list[HandShown] = []
    drawn: list[str] = []
    if case.seat and isinstance(deal, Contest):
        seat = case.seat
        decision = deal.decision[seat.decision] if seat.decision else None
        if decision:
            told = [f"The player {decision.does}.", *told]
        is_shown = decision is None or decision.shows_hand
        held = [card.text if is_shown else "" for card in seat.player]
        plays = [seat.player.index(card) for card in seat.played or ()]
        hands = [
            HandShown(where, held, sorted(plays)),
            HandShown("The dealer", [card.text for card in seat.dealer]),
        ]
    elif case.so_far:
        drawn = [card.text for card in case.so_far.drawn]
    return Shown(
        hands=hands,
        drawn=drawn,
        told=told,
        wagers=[_wager(syllabus, place, id) for id in asked_about(syllabus, place)],
    )


def _wager(syllabus: Syllabus, place: Place, id: str) -> LaidWager:
    on_card, so_far = 0, place.case.so_far
    if so_far and id in syllabus.book.on_card:
        on_card = len(so_far.drawn) + so_far.is_void
    return LaidWager(
        place=place.number,
        wager=id,
        name=syllabus.ruleset.wagers[id].wager.name,
        chips=place.chips[id],
        cents=worth(place.chips[id]),
        on_card=on_card,
    )
