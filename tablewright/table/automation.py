"""What is due at a table: the next step of dealer or supervisor, done by people or by the house.

The order of an opening, a card change, a round and a closing stands here once. What the
set-up makes automatic the house does itself (`next_step`); people are prompted for the rest (`due`). A
step is an act like any other; the random source is asked for shuffles and cuts only.
"""

from collections.abc import Callable, Collection, Iterator

from tablewright.rules.errors import Forbidden
from tablewright.rules.phases import PhaseId
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor, actor
from tablewright.table.acts import slips
from tablewright.table.acts.card_changes import CHANGE_FIRST, change_is_due
from tablewright.table.acts.decks import backs, is_between_rounds
from tablewright.table.acts.equipment import equipment
from tablewright.table.acts.forms import (
    CLOSER,
    ERROR,
    OPENER,
    SLIP_IN,
    SLIP_OUT,
    differs,
    forms_open,
)
from tablewright.table.acts.loading import needs_hand_shuffle
from tablewright.table.acts.no_more_bets import not_closing
from tablewright.table.acts.payments import APPROVE_FIRST, FILL_FIRST, SHOW_FIRST, payment_due
from tablewright.table.acts.shuffling import cut_range, packs_to_shuffle
from tablewright.table.acts.taking_back import returnable, unmatched
from tablewright.table.chips import FLOAT, fewest_chips
from tablewright.table.machine import Table
from tablewright.table.randomness import Source, salt, shuffled
from tablewright.table.record import Act
from tablewright.table.setup import AUTOMATIC
from tablewright.table.status import CLOSING, IN_PLAY, OPENING

Step = tuple[Act, Actor]
WAGERS = PhaseId.WAGERS

BY_HAND = "by hand"
"""Stands for the automation of a step that only a person can do."""
BELONGS_TO: dict[type[Act], str] = {
    acts.TakeBack: BY_HAND,
    acts.LookOver: BY_HAND,
    acts.Show: "settle",
    acts.HandShuffle: "shuffle",
    acts.Countersign: "fill",
}
"""The steps that belong to an automation of another name."""


def next_step(
    t: Table,
    source: Source,
    *,
    bets_are_in: bool = False,
    automatic: Collection[str] | None = None,
) -> Step | None:
    """The next automatic step; None if a person must act, or nothing is to be done.

    The machine has no clock: that all bets are in must be said. `automatic` are the steps that
    the house does, where those are not the ones of the set-up.
    """
    if t.state.status != IN_PLAY:
        return None
    automatic = t.book.automatic if automatic is None else automatic
    for step in _in_play(t, bets_are_in, automatic):
        if automation_of(t, step[0]) in automatic:
            return filled_in(t, step, source)
    return None


def due_step(t: Table, source: Source, *, bets_are_in: bool = False) -> Step | None:
    """The next step, whether the house does it or a person."""
    step = due(t, bets_are_in=bets_are_in)
    return filled_in(t, step, source) if step else None


def due(t: Table, *, bets_are_in: bool = False) -> Step | None:
    """The next step as far as it can be told without chance: a shuffle or a cut says nothing yet."""
    if t.state.status == IN_PLAY:
        return next(_in_play(t, bets_are_in, t.book.automatic), None)
    return next(parts_due(t), None)


def filled_in(t: Table, step: Step, source: Source) -> Step:
    """A step with what chance says: the order of a shuffle, the place of a cut."""
    command, by = step
    if isinstance(command, acts.Shuffle) and not t.is_keyed:
        order = shuffled(t.to_shuffle(command.pack), source)
        return acts.Shuffle(command.pack, order, salt(source)), by
    if isinstance(command, acts.Cut) and (within := cut_range(t)):
        return acts.Cut(source.randint(*within)), by
    return step


def automation_of(t: Table, command: Act) -> str:
    """The automation that a step belongs to; a hand of a physical table is turned by hand only."""
    if t.is_keyed and type(command) is acts.Show:
        return BY_HAND
    return BELONGS_TO.get(type(command)) or (
        command.name if command.name in AUTOMATIC else "change-cards"
    )


# Opening and closing -------------------------------------------------------------------------------


def parts_due(t: Table) -> Iterator[Step]:
    """What is due in each part of an opening or a closing, in the order in which one person would go.

    The parts do not wait for each other: while the dealer counts the float, a supervisor may bring
    the cards. What must come first within a part does.
    """
    match t.state.status:
        case status if status == OPENING:
            yield from _opening(t)
        case status if status == CLOSING:
            yield from _closing(t)


def _opening(t: Table) -> Iterator[Step]:
    """The float, the equipment, the sign, the cards; then the table opens."""
    state = t.state
    is_ready = True
    for step in (
        _float_at_opening(t),
        None if state.has_equipment else (acts.CheckEquipment(equipment(t)), THE_DEALER),
        None if state.has_sign else (acts.DisplaySign(), THE_DEALER),
        bring_cards(t) or _shuffle(t),
    ):
        if step:
            is_ready = False
            yield step
    if is_ready:
        yield acts.Open(), THE_INSPECTOR


def _float_at_opening(t: Table) -> Step | None:
    if not t.state.is_unlocked:
        return acts.UnlockRack(), THE_INSPECTOR
    return None if t.state.is_verified else _count(t, OPENER)


def _closing(t: Table) -> Iterator[Step]:
    """Everybody leaves; then the cards go, the float is counted, the drop box goes."""
    state = t.state
    for place in state.seats:
        yield acts.Leave(place), THE_DEALER
        return
    is_done = True
    for step in (
        (acts.RemoveCards(), THE_DEALER) if state.decks.backs else None,
        _count(t, CLOSER),
        _signature(t, SLIP_OUT),
        None if state.drop_out else (acts.RemoveDropBox(), THE_INSPECTOR),
    ):
        if step:
            is_done = False
            yield step
    if is_done:
        yield acts.Close(), THE_INSPECTOR


def _count(t: Table, form: str) -> Step | None:
    """The next step of a count: made, reported if it is wrong, signed by both."""
    if t.state.counted is None:
        return acts.CountFloat(dict(t.state.bank.chips(FLOAT))), THE_DEALER
    if differs(t) and not t.state.error:
        return acts.ReportError(""), THE_INSPECTOR
    return _signature(t, ERROR, form)


def _signature(t: Table, *forms: str) -> Step | None:
    """The next signature on one of these forms, where it is ready: the dealer's comes first."""
    for form in forms_open(t):
        if form in forms:
            is_second = "dealer" in t.state.signatures.get(form, {})
            return acts.Sign(form), THE_INSPECTOR if is_second else THE_DEALER
    return None


# Cards ---------------------------------------------------------------------------------------------


def next_shuffle(t: Table, source: Source) -> Step | None:
    """The shuffle of a pack that is to be shuffled."""
    step = _shuffle(t)
    return filled_in(t, step, source) if step else None


def _shuffle(t: Table) -> Step | None:
    if needs_hand_shuffle(t) and not t.state.packs.is_broken:
        return acts.HandShuffle(), THE_DEALER
    for pack in packs_to_shuffle(t):
        return acts.Shuffle(pack, "", ""), THE_DEALER
    return None


def _change(t: Table) -> Step | None:
    """The next step of an inspection, of a card change, or of bringing the first cards."""
    decks = t.state.decks
    if decks.inspection_due:
        return acts.Inspect(), THE_DEALER
    if decks.backs and decks.is_washed:
        is_due = decks.unfit or change_is_due(t)
        return (acts.RemoveCards(), THE_INSPECTOR) if is_due else None
    return bring_cards(t)


def bring_cards(t: Table) -> Step | None:
    """The next step from no cards to washed ones."""
    decks = t.state.decks
    if SLIP_OUT in forms_open(t):
        return acts.Sign(SLIP_OUT), THE_INSPECTOR
    if not decks.backs:
        return acts.BringDecks(backs(t)), THE_INSPECTOR
    if len(decks.examined) < 2:
        return acts.Examine(), THE_DEALER if decks.examined else THE_INSPECTOR
    return _signature(t, SLIP_IN) or (None if decks.is_washed else (acts.Wash(), THE_DEALER))


# A round -------------------------------------------------------------------------------------------


def _in_play(t: Table, bets_are_in: bool, automatic: Collection[str]) -> Iterator[Step]:
    """What is due while a table is open, the first thing first: the cards, then the round.

    Where the house deals it welcomes new players when nothing else is due; a dealer does so beside
    the round.
    """
    state = t.state
    if step := countersignature(t):
        yield step
    if state.held:
        return
    if state.packs.is_broken and not state.is_begun:
        yield acts.Mend(), THE_INSPECTOR
    if is_between_rounds(t) and (step := _change(t)):
        yield step
    if "shuffle" not in state.overlooked and (step := _shuffle(t)):
        yield step
    if cut_range(t):
        yield acts.Cut(0), THE_DEALER
    if state.is_look_due and not state.held:
        yield acts.LookOver(), THE_DEALER
    of_phase = OF_PHASE.get(state.phase)
    if of_phase and (state.phase != WAGERS or bets_are_in) and (step := of_phase(t)):
        yield step
    if "welcome" in automatic:
        for place in state.new_at:
            yield acts.Welcome(place), THE_DEALER


def _close_bets(t: Table) -> Step | None:
    return give_back(t) if not_closing(t) else (acts.NoMoreBets(), THE_DEALER)


def _draw(t: Table) -> Step:
    return acts.Burn() if t.state.burn_due else acts.Draw(), THE_DEALER


def _settle(t: Table) -> Step:
    """The next hand is turned, then it is settled."""
    place = t.state.pending[0][1]
    is_turned = not t.course.must_show(t.state, place) or t.state.seats[place].cards
    return acts.Settle(place) if is_turned else acts.Show(place), THE_DEALER


OF_PHASE: dict[str, Callable[[Table], Step | None]] = {
    PhaseId.WAGERS: _close_bets,
    PhaseId.DEAL: lambda _: (acts.Deal(), THE_DEALER),
    PhaseId.REVEAL: lambda _: (acts.Reveal(), THE_DEALER),
    PhaseId.DRAW: _draw,
    PhaseId.SETTLE: _settle,
    PhaseId.CLEAR: lambda _: (acts.Clear(), THE_DEALER),
}
"""The dealer's next step in each phase of a round; in the others people decide."""


def give_back(t: Table) -> Step | None:
    """A wager that lacks what it needs beside it is pushed back before bets are closed."""
    for place in t.state.seats:
        if unmatched(t, place):
            id, for_dealer = returnable(t, place, THE_DEALER)[0]
            return acts.TakeBack(place, id, for_dealer), THE_DEALER
    return None


# What a step waits for -----------------------------------------------------------------------------


def remedy(t: Table, refused: Forbidden, automatic: Collection[str] | None = None) -> Step | None:
    """What a supervisor does where a payment or a round waits for them, if that is automatic."""
    step = needed_first(t, refused)
    automatic = t.book.automatic if automatic is None else automatic
    return step if step and automation_of(t, step[0]) in automatic else None


def needed_first(t: Table, refused: Forbidden) -> Step | None:
    """What must be done before what was refused can be done: a payment, or the next round."""
    if refused.rule == CHANGE_FIRST:
        return acts.RemoveCards(), THE_INSPECTOR
    place = t.state.pending[0][1]
    match refused.rule:
        case rule if rule == FILL_FIRST:
            return countersignature(t, slips.FILL) or (needed_fill(t), THE_INSPECTOR)
        case rule if rule == APPROVE_FIRST:
            return acts.Approve(place), THE_INSPECTOR
        case rule if rule == SHOW_FIRST:
            return acts.Show(place), THE_DEALER
    return None


def countersignature(t: Table, form: str = "") -> Step | None:
    """The second signature on a slip that waits for one, with what should be counted."""
    for number, slip in t.state.slips.items():
        if not form or slip.form == form:
            post = t.book.second_signers(slip.post)[0]
            return acts.Countersign(number, slip.to_count), actor(post)
    return None


SPARE = 40
"""So many chips of each denomination come beyond what the float held at first."""


def needed_fill(t: Table, spare: int = SPARE) -> acts.Fill:
    """What brings the float back to what it was and a little more, with what waits to be paid."""
    setup, held = t.book.setup, t.state.bank.chips(FLOAT)
    lacking = {
        value: max(0, setup.float_chips.get(value, 0) + spare - held.get(value, 0))
        for value in sorted(setup.denominations, reverse=True)
    }
    for value, count in fewest_chips(payment_due(t), setup.denominations).items():
        lacking[value] += count
    return acts.Fill({value: count for value, count in lacking.items() if count})
