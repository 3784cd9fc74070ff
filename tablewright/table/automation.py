"""What the house does by itself: the next step of dealer or supervisor, if the set-up says so.

All on at a practice table, all off where a dealer deals. A step is a command like any other, and
whoever runs the table gives it; the random source is asked for shuffles and cuts only.
"""

from tablewright.rules.errors import Forbidden
from tablewright.table import commands as c
from tablewright.table.chips import FLOAT, usual
from tablewright.table.handlers.decks import backs, is_between_rounds
from tablewright.table.handlers.devices import cut_range, packs_to_shuffle
from tablewright.table.handlers.forms import SLIP_OUT, forms_open
from tablewright.table.handlers.paying import APPROVE_FIRST, FILL_FIRST, payment_due
from tablewright.table.handlers.wagering import not_closing
from tablewright.table.machine import THE_DEALER, THE_INSPECTOR, Actor, Table
from tablewright.table.randomness import Source, salt, shuffled
from tablewright.table.setup import AUTOMATIC
from tablewright.table.state import IN_PLAY
from tablewright.table.views import change_is_due

Step = tuple[c.Command, Actor]


def next_step(t: Table, source: Source, *, bets_are_in: bool = False) -> Step | None:
    """The next automatic step; None if a person must act, or nothing is to be done.

    The machine has no clock: that all bets are in, somebody must say.
    """
    automatic = t.book.automatic
    if t.state.status != IN_PLAY:
        return None
    step = _with_cards(t, source)
    if step is None and (t.state.phase != "wagers" or bets_are_in):
        step = _of_phase(t)
    if step is None:
        return None
    return step if _named(step[0]) in automatic else None


def _named(command: c.Command) -> str:
    """The automation that a command belongs to."""
    return command.name if command.name in AUTOMATIC else "change-cards"


def _with_cards(t: Table, source: Source) -> Step | None:
    """What the cards need: mending, changing, shuffling, cutting."""
    state, automatic = t.state, t.book.automatic
    if state.packs.is_broken and not state.is_begun and "mend" in automatic:
        return c.Mend(), THE_INSPECTOR
    if "change-cards" in automatic and is_between_rounds(t):
        step = _change(t)
        if step:
            return step
    if "shuffle" in automatic and "shuffle" not in state.overlooked:
        step = next_shuffle(t, source)
        if step:
            return step
    within = cut_range(t)
    if within and "cut" in automatic:
        return c.Cut(source.randint(*within)), THE_DEALER
    return None


def next_shuffle(t: Table, source: Source) -> Step | None:
    """The shuffle of a pack that is to be shuffled."""
    for pack in packs_to_shuffle(t):
        order = shuffled(t.to_shuffle(pack), source)
        return c.Shuffle(pack, order, salt(source)), THE_DEALER
    return None


def _change(t: Table) -> Step | None:
    """The next step of a card change, or of bringing the first cards."""
    state, decks = t.state, t.state.decks
    if decks.backs and decks.is_washed:
        return (c.RemoveCards(), THE_DEALER) if change_is_due(t) else None
    return bring_cards(t) if state.cards_out or decks.backs else None


def bring_cards(t: Table) -> Step | None:
    """The next step from no cards to washed ones."""
    decks, forms = t.state.decks, forms_open(t)
    if SLIP_OUT in forms:
        return c.Sign(SLIP_OUT), THE_INSPECTOR
    if not decks.backs:
        return c.BringDecks(backs(t)), THE_INSPECTOR
    if len(decks.examined) < 2:
        return c.Examine(), THE_DEALER if decks.examined else THE_INSPECTOR
    for form in forms:
        signed = t.state.signatures.get(form, {})
        return c.Sign(form), THE_INSPECTOR if "dealer" in signed else THE_DEALER
    return None if decks.is_washed else (c.Wash(), THE_DEALER)


def _of_phase(t: Table) -> Step | None:
    """The dealer's next step in a round."""
    state = t.state
    match state.phase:
        case "wagers" if not not_closing(t)[0]:
            return c.NoMoreBets(), THE_DEALER
        case "deal":
            return c.Deal(), THE_DEALER
        case "reveal" if not t.device.is_keyed:
            return c.Reveal(), THE_DEALER
        case "draw" if state.burn_due:
            return c.Burn(), THE_DEALER
        case "draw" if not t.device.is_keyed:
            return c.Draw(), THE_DEALER
        case "settle":
            return c.Settle(state.pending[0][1]), THE_DEALER
        case "clear":
            return c.Clear(), THE_DEALER
    return None


def remedy(t: Table, refused: Forbidden) -> Step | None:
    """What a supervisor does when a payment waits for chips or for approval, if that is automatic."""
    if refused.rule == FILL_FIRST and "fill" in t.book.automatic:
        return needed_fill(t), THE_INSPECTOR
    if refused.rule == APPROVE_FIRST and "approve" in t.book.automatic:
        return c.Approve(t.state.pending[0][1]), THE_INSPECTOR
    return None


def needed_fill(t: Table) -> c.Fill:
    """What brings the float back to what it was, with what waits to be paid."""
    setup, held = t.book.setup, t.state.bank.chips(FLOAT)
    lacking = {
        value: max(0, setup.float_chips.get(value, 0) + 40 - held.get(value, 0))
        for value in sorted(setup.denominations, reverse=True)
    }
    for value, count in usual(payment_due(t), setup.denominations).items():
        lacking[value] += count
    return c.Fill({value: count for value, count in lacking.items() if count})
