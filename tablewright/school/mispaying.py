"""Another dealer pays: a settlement place by place, in which one payment may be wrong.

What is right comes from the machine; what the other dealer does wrong is made from it.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tablewright.rules.cards import DECK, SUITS, Card, written
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.english import capital
from tablewright.rules.errors import Forbidden
from tablewright.rules.phases import PhaseId
from tablewright.school.going_wrong import moments_passed, open_round, step_on
from tablewright.school.improper import Paid
from tablewright.school.made_hands import hand_of
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.school.watching import Frame
from tablewright.table import acts
from tablewright.table.acts.payments import settled
from tablewright.table.acts.settling import payment_to_do
from tablewright.table.machine import Table

TRIES = 100
UNQUALIFIED = 0.6
"""How often the dealer's hand does not qualify: then wagers win and push at every place."""


class Mispaid(NamedTuple):
    """A settlement in frames; in one of them a wager is paid wrongly, unless `at` is None."""

    table: DrillTable
    frames: list[Frame]
    at: int | None
    wager: str
    rule: str
    right: int
    """What is rightly paid on that wager, in cents."""


def mispaid(syllabus: Syllabus, device: str, kind: Paid, rng: Random, *, is_clean: bool) -> Mispaid:
    """A settlement with such a mistake, or with none where one could have been made."""
    for _ in range(TRIES):
        table = _settling(syllabus, device, kind, rng)
        found = _settlement(table, kind, is_clean=is_clean)
        if found is not None:
            return found
    raise AssertionError(f"nothing could be paid {kind}")


def _settlement(table: DrillTable, kind: Paid, *, is_clean: bool) -> Mispaid | None:
    """The frames of a settlement; nothing, where no payment offers itself for the mistake."""
    t = table.table
    frames: list[Frame] = []
    wrong: _Wrong | None = None
    at: int | None = None
    for place, paid in _places(table):
        if wrong is None:
            wrong = _wrongly(t, paid, kind, table.source)
            if wrong is not None:
                at = None if is_clean else len(frames)
                paid = paid if is_clean else wrong.paid
        doing = "; ".join(payment_to_do(t, each) for each in paid)
        frames.append(Frame([f"{capital(t.place(place))}: {doing}."], table.view()))
    if wrong is None:
        return None
    return Mispaid(table, frames, at, wrong.wager, wrong.rule, wrong.right)


def _places(table: DrillTable) -> Iterator[tuple[int, list[acts.Settled]]]:
    """Each place that is settled now, with its payments, before they are made."""
    t = table.table
    drawn = len(t.state.drawn)
    while t.state.phase == PhaseId.SETTLE and len(t.state.drawn) == drawn:
        try:
            paid = settled(t)
        except Forbidden:
            step_on(table)  # A hand is turned, or a payment approved.
            continue
        place = t.state.pending[0][1]
        yield place, paid
        left = len(t.state.pending)
        while t.state.phase == PhaseId.SETTLE and len(t.state.pending) == left:
            step_on(table)


# What is done wrongly ------------------------------------------------------------------------------


class _Wrong(NamedTuple):
    paid: list[acts.Settled]
    wager: str
    rule: str
    right: int


def _wrongly(t: Table, paid: Sequence[acts.Settled], kind: Paid, rng: Random) -> _Wrong | None:
    """The payments of a place with one that is wrong, where one of them can be wrong so."""
    own = [each for each in paid if not each.for_dealer and not each.excess]
    winners = [each for each in own if each.won > 0]
    pushes = [each for each in own if each.won == 0 and not each.is_unplayed]
    step = t.book.smallest_chip
    if kind is Paid.PUSH_PAID:
        if not pushes:
            return None
        pushed = rng.choice(pushes)
        return _with(paid, pushed, replace(pushed, returned=2 * pushed.stake, net="1"))
    winners = [each for each in winners if kind is not Paid.TOO_LITTLE or each.won > step]
    if not winners:
        return None
    winner = rng.choice(winners)
    if kind is Paid.TOO_MUCH:
        more = rng.choice((winner.won + winner.stake, winner.won * 2))
        return _with(paid, winner, replace(winner, returned=winner.stake + more))
    if kind is Paid.TOO_LITTLE:
        less = max(step, winner.won // 2 // step * step)
        return _with(paid, winner, replace(winner, returned=winner.stake + less))
    others = [each for each in own if each.won <= 0 and not each.is_unplayed]
    if not others:
        return None
    other = rng.choice(others)
    instead = replace(other, returned=other.stake + winner.won, net=winner.net)
    left = replace(winner, returned=winner.stake if other.returned else 0)
    changed = [instead if each is other else left if each is winner else each for each in paid]
    return _Wrong(changed, winner.wager, winner.rule, winner.won)


def _with(paid: Sequence[acts.Settled], right: acts.Settled, wrong: acts.Settled) -> _Wrong:
    changed = [wrong if each is right else each for each in paid]
    return _Wrong(changed, right.wager, right.rule, max(0, right.won))


# A settlement in which it can happen ---------------------------------------------------------------


def _settling(syllabus: Syllabus, device: str, kind: Paid, rng: Random) -> DrillTable:
    """A table about to be settled, with cards that make such a mistake likely to be possible."""
    table = DrillTable(syllabus, device, rng)
    if isinstance(syllabus.deal, Draw):
        _to_card(table, syllabus.deal, kind)
    else:
        _to_hands(table, syllabus.deal, kind)
    return table


def _to_hands(table: DrillTable, contest: Contest, kind: Paid) -> None:
    rng = table.source
    places = table.seat_some(2, 3)
    table.bet()
    dealer = _dealers_hand(contest, rng)
    hands = {}
    if kind is Paid.PUSH_PAID:  # Where nothing else pushes, a copy does.
        hands[rng.choice(places)] = written(_copy(dealer))
    table.stack_hands(hands, written(dealer))
    for _ in moments_passed(table):
        if table.table.state.phase == PhaseId.SETTLE:
            break


def _dealers_hand(contest: Contest, rng: Random) -> Sequence[Card]:
    """Any hand, or more often one that does not qualify, where there is such a hand."""
    qualifies = contest.qualifies
    labels = qualifies.view.labels(qualifies.label)
    low = [n for n, does in enumerate(labels) if not does]
    if low and rng.random() < UNQUALIFIED:
        return hand_of(qualifies.view, low, contest.hand_cards, rng)
    return rng.sample(DECK, contest.hand_cards)


def _copy(hand: Sequence[Card]) -> list[Card]:
    """The same ranks in the next suits: a hand of the same strength."""
    by_face = {(card.rank, card.suit): card for card in DECK}
    after = dict(zip(SUITS, (*SUITS[1:], SUITS[0]), strict=True))
    copy = [by_face[card.rank, after[card.suit]] for card in hand]
    return [card for card in copy if card not in hand]


def _to_card(table: DrillTable, draw: Draw, kind: Paid) -> None:
    t, rng = table.table, table.source
    places = table.seat_some(2, 3)
    open_round(table)
    chance = _chances(t, draw, push=kind is Paid.PUSH_PAID)
    wager, card = rng.choice(chance)
    place = rng.choice(places)
    table.lay(place, {wager: _stake(t, wager, rng)})
    others = sorted(t.book.on_card - {wager})
    for each in places:
        extra = rng.sample(others, 2)
        table.lay(each, {id: _stake(t, id, rng) for id in extra})
    table.stack_draws([card])
    for _ in moments_passed(table):
        if t.state.phase == PhaseId.SETTLE:
            break


def _stake(t: Table, wager: str, rng: Random) -> int:
    low, high = t.book.setup.limits[t.book.wagers[wager].kind]
    return min(high, low * rng.choice((1, 2, 3, 5)))


def _chances(t: Table, draw: Draw, *, push: bool) -> list[tuple[str, str]]:
    """Wagers on a card, each with a card on which it pushes, or on which it wins."""
    found = []
    for wager in sorted(t.book.on_card):
        outcomes = t.book.ruleset.wagers[wager].outcomes
        for card in DECK:
            net = outcomes[draw.card_facts(card)].net
            if net is not None and (net == 0 if push else net > 0):
                found.append((wager, card.text))
    return found
