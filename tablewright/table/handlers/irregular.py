"""Irregularities: who may declare what and when; the manual rules, or a supervisor chooses."""

from collections.abc import Iterable

from tablewright.rules.errors import Forbidden, listed, quoted
from tablewright.rules.procedure import (
    DEALER,
    SUPERVISORS,
    WATCHERS,
    Concerns,
    Effect,
    Irregularity,
    Ruling,
)
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.handlers.devices import cards_left, cards_needed
from tablewright.table.handlers.slips import prepared
from tablewright.table.legal import Allowed, are_cards
from tablewright.table.machine import Actor, Table, handles, offers


def can_happen(t: Table, irregularity: Irregularity) -> bool:
    """Whether an irregularity makes sense now."""
    state = t.state
    if state.phase not in irregularity.phases:
        return False
    if not _harmless(irregularity) and (state.held or not can_go_wrong(t)):
        return False
    if irregularity.devices and t.device.id not in irregularity.devices:
        return False
    if irregularity.overlooked and irregularity.overlooked not in state.overlooked:
        return False
    if irregularity.only_unfinished and not is_unfinished(t):
        return False
    if irregularity.concerns is Concerns.NEXT_CARD:
        if not t.device.is_keyed and state.packs.pack not in state.packs.seals:
            return False
        if t.book.is_draw and t.device.burns:
            return _is_that_card(t, irregularity)
    if state.phase == "settle" and state.has_settled and _may_void(irregularity):
        return False  # What was paid stays paid.
    return not state.is_void or _harmless(irregularity)


def can_go_wrong(t: Table) -> bool:
    """Whether cards can be seen, lost or miscounted here at all.

    Where the machine deals it knows that they were not, so that such a claim is false, and would show
    a card that nobody may see; a rehearsal pretends.
    """
    return t.device.is_keyed or t.book.setup.is_rehearsal


def is_unfinished(t: Table) -> bool:
    """Whether a round has begun and cards of it are still to come."""
    state = t.state
    all_came = t.book.is_draw and len(state.drawn) == t.book.draw.cards
    return state.is_begun and not state.is_void and not all_came


def _may_void(irregularity: Irregularity) -> bool:
    return any(ruling.effect is Effect.VOID for ruling in irregularity.rulings)


def _harmless(irregularity: Irregularity) -> bool:
    return all(ruling.effect is Effect.NOTED for ruling in irregularity.rulings)


def _is_that_card(t: Table, irregularity: Irregularity) -> bool:
    """A shoe's next card is a burn card or the card in play, and each has its own ruling."""
    of_a_burn = {Effect.CARD_BURNT} == {each.effect for each in irregularity.rulings}
    return t.fold.burns_next(t.state) == of_a_burn


def rulings(t: Table, irregularity: Irregularity, by: Actor) -> tuple[Ruling, ...]:
    """The rulings that somebody may declare: the only one there is, or any if they supervise.

    Where the machine deals no round is void without a supervisor; the house stands in for one at
    a practice table where it does the supervisors' steps.
    """
    found = irregularity.rulings_with(t.device, t.book.rulings)
    if by.role in SUPERVISORS:
        return found
    if len(found) > 1:
        return ()
    if t.device.is_keyed or t.book.house_supervises:
        return found
    return tuple(ruling for ruling in found if ruling.effect is not Effect.VOID)


def places(t: Table, irregularity: Irregularity) -> list[int]:
    """The places that an irregularity may be about; 0 is the dealer, or nobody."""
    match irregularity.concerns:
        case Concerns.PLACE:
            return [0, *t.state.seats] if not _harmless(irregularity) else list(t.state.seats)
        case Concerns.A_WAGER:
            return [place for place in t.state.seats if t.stakes(place)]
    return [0]


def card_known(t: Table, irregularity: Irregularity) -> str:
    """The card that was seen, where the pack knows it."""
    match irregularity.concerns:
        case Concerns.NEXT_CARD:
            return t.card_at(t.state.packs.next)
        case Concerns.DEALER_CARD if t.state.dealer_slots:
            return t.card_at(t.state.dealer_slots[0])
    return ""


def names_card(irregularity: Irregularity) -> bool:
    return irregularity.concerns in (Concerns.NEXT_CARD, Concerns.DEALER_CARD)


@handles(c.Declare, "house.irregularity", WATCHERS)
def declare(t: Table, command: c.Declare, by: Actor) -> list[e.Record]:
    known = t.fold.irregularities
    irregularity = known.get(command.irregularity)
    if irregularity is None:
        raise Forbidden(
            f"{quoted(command.irregularity)} is declared: expected {listed(known)}",
            "house.irregularity",
        )
    rule = irregularity.id
    if by.role not in irregularity.declared_by:
        who = listed([role.value for role in irregularity.declared_by])
        raise Forbidden(f"the {by} declares: {irregularity.title}: expected the {who}", rule)
    if not can_go_wrong(t) and not _harmless(irregularity):
        raise Forbidden(
            f"declared: {irregularity.title}: the machine deals here and knows that it did not"
            " happen: expected it at a table with cards of its own, or at a rehearsal",
            rule,
        )
    if not can_happen(t, irregularity):
        raise Forbidden(
            f"declared at {t.state.phase}: {irregularity.title}: expected it when it can happen"
            f" ({irregularity.source.place})",
            rule,
        )
    allowed = rulings(t, irregularity, by)
    ids = [ruling.id for ruling in allowed]
    if not ids:
        raise Forbidden(f"{irregularity.title}: expected a supervisor to rule on it", rule)
    if command.ruling not in ids and not (command.ruling == "" and len(ids) == 1):
        raise Forbidden(f"the ruling is {quoted(command.ruling)}: expected {listed(ids)}", rule)
    place = command.place
    if place not in places(t, irregularity):
        raise Forbidden(f"it is about {t.place(place)}: expected a place it can be about", rule)
    if irregularity.concerns is Concerns.A_WAGER:
        if command.wager not in t.stakes(place):
            raise Forbidden(f"it is about {quoted(command.wager)}: expected a wager there", rule)
    elif command.wager:
        raise Forbidden("it is about no wager: expected none to be named", rule)
    card = command.card
    if names_card(irregularity):
        if not are_cards(t, t.must_name(1), card):
            asked = "a card that can lie there" if t.must_name(1) else "none to be named"
            raise Forbidden(f"the card is {quoted(card)}: expected {asked}", rule)
        card = card or card_known(t, irregularity)
    elif card:
        raise Forbidden("it is about no card: expected none to be named", rule)
    ruling = command.ruling or ids[0]
    declared = c.Declare(command.irregularity, ruling, place, command.wager, card)
    if t.fold.needs_second(t.state, t.fold.ruling(t.state, declared)[1]):
        return [declared, prepared(t, e.VOID, by)]
    return [declared]


@offers(c.Declare)
def may_declare(t: Table, by: Actor) -> Iterable[Allowed]:
    for irregularity in t.book.procedure.irregularities:
        if by.role not in irregularity.declared_by or not can_happen(t, irregularity):
            continue
        ids = tuple(ruling.id for ruling in rulings(t, irregularity, by))
        if not ids:
            continue
        if len(ids) == 1:
            ids = ("", *ids)
        for place in places(t, irregularity):
            yield Allowed(
                "declare",
                place,
                "any" if irregularity.concerns is Concerns.A_WAGER else "",
                choices=(irregularity.id,),
                rulings=ids,
                cards=t.must_name(1) if names_card(irregularity) else 0,
            )


def overlookable(t: Table) -> tuple[str, ...]:
    """The steps that are due and could be left out."""
    state, found = t.state, []
    if not can_go_wrong(t) or state.held:
        return ()
    if state.phase == "draw" and state.burn_due and not state.burn_was_seen:
        found.append("burn")
    due = state.packs.due and state.phase == "wagers" and not state.is_begun
    ready = state.packs.pack in state.packs.seals and state.packs.cut is not None
    if due and ready and "shuffle" not in state.overlooked and cards_left(t) >= cards_needed(t):
        found.append("shuffle")
    return tuple(found)


@handles(c.Overlook, "house.overlooked", (DEALER,))
def overlook(t: Table, command: c.Overlook, by: Actor) -> list[e.Record]:
    steps = overlookable(t)
    if command.step not in steps:
        which = listed(steps) if steps else "none that is due"
        raise Forbidden(f"{quoted(command.step)} is left out: expected {which}", "house.overlooked")
    return [command]


@offers(c.Overlook)
def may_overlook(t: Table, by: Actor) -> Iterable[Allowed]:
    for step in overlookable(t):
        yield Allowed("overlook", choices=(step,))
