"""What may be seen: the one thing that leaves a table. No view holds a card that its role may not see.

Everybody sees the felt: wagers, cards that lie face up, how many lie face down. A player also sees his
own hand, once all are dealt; staff see the forms and the float; a camera sees chips and felt, and no
paper.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tablewright.rules.procedure import (
    DEALER,
    PIT_BOSS,
    PLAYER,
    STAFF,
    SURVEILLANCE,
    Role,
)
from tablewright.table.chips import DROP, FLOAT, TIPS, rail, spot
from tablewright.table.events import COUNTED, VOID, SlipPrepared
from tablewright.table.state import CLOSING, OPENING

if TYPE_CHECKING:
    from tablewright.table.fold import Fold
    from tablewright.table.machine import Actor, Table
    from tablewright.table.setup import Book
    from tablewright.table.state import State


def view(t: "Table", by: "Actor") -> dict[str, Any]:
    """Everything that somebody may see now, as JSON writes it."""
    return felt(t) | beside(t, by)


def beside(t: "Table", by: "Actor") -> dict[str, Any]:
    """What somebody sees beside the felt: a player his hand, staff the float and the forms."""
    seen: dict[str, Any] = {}
    role = by.role
    if role is PLAYER and by.place in t.state.seats:
        seen["own"] = own(t, by.place)
    if role in STAFF or role is SURVEILLANCE:
        bank = t.state.bank
        if role is not DEALER or not is_counting(t):
            seen["float"] = dict(bank.chips(FLOAT))
        seen["tips"] = dict(bank.chips(TIPS))
    if role in STAFF:
        seen["forms"] = forms(t)
        seen["slips"] = [slip_seen(t, slip, role) for slip in t.state.slips.values()]
    if role is PIT_BOSS:
        seen["limits"] = dict(t.book.setup.limits)
        seen["drop_box"] = t.state.bank.cents(DROP)
        seen["house"] = t.book.house_fingerprint
    return seen


def is_counting(t: "Table") -> bool:
    """Whether the float is to be counted: those who count it are not told what it should be."""
    state = t.state
    if state.status == OPENING:
        return not state.is_verified
    return state.status == CLOSING and "closer" not in state.completed


def slip_seen(t: "Table", slip: SlipPrepared, role: Role) -> dict[str, Any]:
    """A slip that waits for its second signature; those who count its chips do not see them."""
    from_, to = (slip.moves[0].source, slip.moves[0].target) if slip.moves else ("", "")
    seen: dict[str, Any] = {
        "slip": slip.slip,
        "form": slip.form,
        "asked_by": slip.who,
        "awaits": {post: t.state.staff[post] for post in t.book.second_signers(slip.post)},
        "place": slip.place,
        "player": slip.player,
        "reason": slip.reason,
        "is_counted": slip.form in COUNTED,
        "miscounts": t.state.miscounts.get(slip.slip, 0),
        "from": from_,
        "to": to,
    }
    if slip.form == VOID and t.state.held:
        irregularity, ruling = t.fold.ruling(t.state, t.state.held)
        seen |= {"reason": irregularity.title, "ruling": ruling.says}
    if slip.moves and (
        slip.form not in COUNTED or role.value not in t.book.second_signers(slip.post)
    ):
        seen["chips"] = dict(slip.moves[0].chips)
    return seen


def felt(t: "Table", at_place: "Callable[[Table, int], Any] | None" = None) -> dict[str, Any]:
    """What lies open to everyone; what is seen of a place may be known to whoever asks."""
    state, packs = t.state, t.state.packs
    at_place = at_place or place_seen
    seen: dict[str, Any] = {
        "table": t.book.setup.table,
        "game": t.book.game.id,
        "ruleset": t.book.ruleset.fingerprint,
        "status": state.status,
        "phase": state.phase,
        "round": state.round,
        "is_void": state.is_void,
        "declared": list(state.declared),
        "exposed": list(state.exposed),
        "places": {place: at_place(t, place) for place in state.seats},
        "device": {
            "id": packs.device,
            "pack": packs.pack,
            "dealt": packs.next,
            "is_shuffled": packs.pack in packs.seals or t.device.is_keyed,
            "is_broken": packs.is_broken,
            "shuffle_due": packs.due,
            "cut_card_seen": packs.cut_card_seen,
        },
        "card_change_due": change_is_due(t),
    }
    is_cut_by_hand = t.device.cut and not t.device.has_cut_card_within
    if is_cut_by_hand and state.dealer_slots:
        # What is left of the deck lies in the discard holder, the cut card on top.
        seen["device"]["stub"] = packs.sizes[packs.pack] - packs.next
    if t.book.is_draw:
        seen["cards"] = drawn(t)
    elif state.status == "open":
        seen["dealer"] = dealer(t)
    return seen


def hand(cards: str, count: int) -> dict[str, Any]:
    """A hand: its cards if they are turned, else how many lie there."""
    return {"cards": cards.split(), "face_down": 0} if cards else {"cards": [], "face_down": count}


def dealer(t: "Table") -> dict[str, Any]:
    """The dealer's hand; once turned it is set in order, and a hand within it pushed up."""
    state, contest = t.state, t.book.contest
    seen = hand(state.dealer_cards, len(state.dealer_slots))
    if not state.dealer_cards:
        return seen
    held = sorted(t.fold.hand(state.dealer_cards), key=lambda card: -card.rank)
    seen["set"] = [card.text for card in held]
    for name, within in contest.spoken.items():
        size = within.rankings[-1].cards
        if name != "hand" and size < len(held):
            best = max(combinations(held, size), key=within.strength)
            seen["pushed_up"] = [card.text for card in best]
    return seen


def place_seen(t: "Table", place: int) -> dict[str, Any]:
    seat, bank = t.state.seats[place], t.state.bank
    wagers = {id: dict(bank.chips(spot(place, id))) for id in t.stakes(place)}
    seen: dict[str, Any] = {
        "player": seat.player,
        "wagers": wagers,
        "chips": dict(bank.chips(rail(place))),
        "decision": seat.decision,
        "has_marker": bool(seat.limits),
    }
    for_dealer = {
        id: dict(bank.chips(name))
        for id in t.book.wagers
        if (name := spot(place, id, True)) in bank.accounts
    }
    if for_dealer:
        seen["for_dealer"] = for_dealer
    if not t.book.is_draw:
        seen["hand"] = hand(seat.cards, len(seat.slots))
        if seat.cards and seat.plays:
            cards = seat.cards.split()
            seen["plays"] = [cards[n] for n in seat.plays]
        elif seat.plays:
            # The others lie face down under another of his wagers.
            seen["in_play"] = len(seat.plays)
            seen["laid_aside"] = len(seat.slots) - len(seat.plays)
    return seen


def drawn(t: "Table") -> dict[str, Any]:
    """The card in the action box, and those held: the first at the right, burns beneath."""
    state = t.state
    in_action = state.phase == "settle" and bool(state.drawn) and not state.is_void
    held = state.drawn[:-1] if in_action else state.drawn
    return {
        "action_box": state.drawn[-1] if in_action else "",
        "holding_boxes": list(held),
        "burns": list(state.burns),
        "announcements": list(announcements(t)),
    }


def announcements(t: "Table") -> tuple[str, ...]:
    """What the dealer may announce now."""
    return announced(t.book, t.fold, t.state)


def announced(book: "Book", fold: "Fold", state: "State") -> tuple[str, ...]:
    """What the dealer announces: of all that is permitted, what concerns a wager on the felt."""
    announce = book.procedure.announce
    if announce is None or not state.drawn or state.is_void:
        return ()
    spots = [name.split(":") for name in state.bank.accounts if name.startswith("spot:")]
    held = {wager for _, _, wager, *_ in spots} - book.on_card
    if not held:
        return ()
    return _announced(book, fold, state.drawn, frozenset(held))


@lru_cache(maxsize=256)
def _announced(
    book: "Book", fold: "Fold", drawn: tuple[str, ...], held: frozenset[str]
) -> tuple[str, ...]:
    """The same for all who look, as long as no other card is drawn and no other wager laid."""
    announce = book.procedure.announce
    assert announce is not None
    return tuple(
        each.says for each in announce(book.ruleset, fold.hand(drawn)) if each.about & held
    )


def own(t: "Table", place: int) -> dict[str, Any]:
    """A player's own hand: looked at only when every card has been dealt."""
    seat = t.state.seats[place]
    cards = seat.cards or (t.cards_at(seat.slots) if seat.slots else "")
    named = cards.split()
    return {"cards": named, "plays": [named[n] for n in seat.plays] if named else []}


def forms(t: "Table") -> dict[str, Any]:
    state = t.state
    return {
        "completed": list(state.completed),
        "signed": {form: sorted(names) for form, names in state.signatures.items()},
        "staff": dict(state.staff),
        "decks": list(state.decks.backs),
        "examined_by": list(state.decks.examined),
        "error": state.error,
    }


def change_is_due(t: "Table") -> bool:
    """Whether the cards have been in play for as long as they may."""
    since, now = t.state.decks.since, t.state.at
    if since is None or now is None:
        return False
    return (now - since).total_seconds() >= 60 * t.book.setup.card_change_minutes
