"""Devices: shuffled and cut, mended, replaced; when the cards are ready to be dealt."""

from collections.abc import Iterable

from tablewright.rules.errors import Forbidden, Refused, listed, quoted
from tablewright.rules.procedure import DEALER, SUPERVISORS
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.handlers.decks import is_between_rounds, unseal_all
from tablewright.table.handlers.forms import CARDS, text
from tablewright.table.legal import Allowed, are_cards, is_order, is_text
from tablewright.table.machine import Actor, Table, handles, offers, sealed
from tablewright.table.state import IN_PLAY, OPENING


def packs_to_shuffle(t: Table) -> list[int]:
    """The packs that may be shuffled now: out of play and not ready, or due."""
    state, packs, device = t.state, t.state.packs, t.device
    if device.is_keyed or packs.is_broken or not state.decks.is_washed:
        return []
    found = []
    for pack in range(device.packs):
        if pack not in packs.seals or (
            pack == packs.pack
            and packs.due
            and not state.is_begun
            and state.phase in ("", "wagers")
        ):
            found.append(pack)
    return found


@handles(c.Shuffle, CARDS, (DEALER,), (OPENING, IN_PLAY))
def shuffle(t: Table, command: c.Shuffle, by: Actor) -> list[e.Record]:
    pack, order = command.pack, command.order
    if pack not in packs_to_shuffle(t):
        raise Forbidden(
            f"pack {pack} is shuffled: expected washed cards that are out of play", CARDS
        )
    if not is_order(order, t.to_shuffle(pack)):
        raise Forbidden(
            "the shuffle does not hold the pack's cards: expected each of them once", CARDS
        )
    if not is_text(command.salt):
        raise Forbidden("the seal has no salt: expected some random text", CARDS)
    t.secret = order, command.salt
    return [c.Shuffled(pack, len(order) // 2, sealed(order, command.salt)), *t.opened(pack)]


@handles(c.Shuffled, CARDS, (DEALER,), (OPENING, IN_PLAY))
def shuffled(t: Table, command: c.Shuffled, by: Actor) -> list[e.Record]:
    """Only whoever verifies a journal takes a shuffle on its seal: its pack is still in play."""
    if not t.is_told:
        raise Forbidden("a sealed shuffle is given: expected the order itself", CARDS)
    whole = t.to_shuffle(command.pack)
    if command.pack not in packs_to_shuffle(t) or 2 * command.cards != len(whole):
        raise Forbidden(
            f"pack {command.pack} is shuffled: expected one that is to be, whole", CARDS
        )
    t.secret = "", ""
    return [command, *t.opened(command.pack)]


@offers(c.Shuffled)
def may_not_be_sealed(t: Table, by: Actor) -> Iterable[Allowed]:
    return ()


@offers(c.Shuffle)
def may_shuffle(t: Table, by: Actor) -> Iterable[Allowed]:
    for pack in packs_to_shuffle(t):
        yield Allowed("shuffle", pack=pack, text="salt")


def cut_range(t: Table) -> tuple[int, int] | None:
    """Between which cards the pack may be cut now, if it may."""
    packs = t.state.packs
    if t.device.cut and packs.pack in packs.seals and packs.cut is None and packs.next == 0:
        return t.device.cut
    return None


@handles(c.Cut, CARDS, (DEALER,), (OPENING, IN_PLAY))
def cut(t: Table, command: c.Cut, by: Actor) -> list[e.Record]:
    within = cut_range(t)
    if within is None:
        raise Forbidden("the pack is cut: expected a shuffled pack that is not cut yet", CARDS)
    if not within[0] <= command.at <= within[1]:
        raise Forbidden(
            f"the cut is at {command.at}: expected {within[0]} to {within[1]} cards down", CARDS
        )
    return [command]


@offers(c.Cut)
def may_cut(t: Table, by: Actor) -> Iterable[Allowed]:
    within = cut_range(t)
    if within:
        yield Allowed("cut", least=within[0], most=within[1])


def not_ready(t: Table) -> str:
    """What the cards lack before bets are closed; nothing, if they are ready."""
    state, packs, device = t.state, t.state.packs, t.device
    if not state.decks.is_washed:
        return "cards examined and washed"
    if packs.is_broken:
        return "the device mended or replaced"
    if device.is_keyed:
        return ""
    if packs.pack not in packs.seals:
        return "a shuffle"
    if device.cut and packs.cut is None:
        return "a cut"
    if packs.due and not state.is_begun and "shuffle" not in state.overlooked:
        return f"a shuffle, since {packs.due}"
    if cards_left(t) < cards_needed(t):
        return "a shuffle, since too few cards are left"
    return ""


def cards_left(t: Table) -> int:
    packs = t.state.packs
    return packs.sizes[packs.pack] - packs.next


def cards_needed(t: Table) -> int:
    """How many cards the rest of the round can take."""
    if not t.book.is_draw:
        places = sum(1 for place in t.state.seats if t.stakes(place))
        return (places + 1) * t.book.contest.hand_cards
    before_round, before_card = t.device.burns_under(t.book.rulings)
    to_come = t.book.draw.cards - len(t.state.drawn)
    return to_come * (before_card + 1) + (0 if t.state.is_begun else before_round)


@handles(c.OrderShuffle, CARDS, SUPERVISORS)
def order_shuffle(t: Table, command: c.OrderShuffle, by: Actor) -> list[e.Record]:
    text(command.reason, "the reason")
    return [command]


@offers(c.OrderShuffle)
def may_order_shuffle(t: Table, by: Actor) -> Iterable[Allowed]:
    yield Allowed("order-shuffle", text="reason")


@handles(c.ReplaceCards, CARDS, SUPERVISORS)
def replace_cards(t: Table, command: c.ReplaceCards, by: Actor) -> list[e.Record]:
    text(command.reason, "the reason")
    if not _may_replace(t):
        raise Forbidden(
            "cards are replaced when a round is over: expected cards and no round", CARDS
        )
    if not are_cards(t, -1, command.cards):
        raise Forbidden(f"{quoted(command.cards)} is replaced: expected cards such as 9h Tc", CARDS)
    return [command]


def _may_replace(t: Table) -> bool:
    return t.state.decks.is_washed and is_between_rounds(t)


@offers(c.ReplaceCards)
def may_replace(t: Table, by: Actor) -> Iterable[Allowed]:
    if _may_replace(t):
        yield Allowed("replace-cards", cards=-1, text="reason")


@handles(c.Mend, CARDS, SUPERVISORS)
def mend(t: Table, command: c.Mend, by: Actor) -> list[e.Record]:
    if not t.state.packs.is_broken:
        raise Forbidden("the device is not broken: expected one that is", CARDS)
    return [command]


@offers(c.Mend)
def may_mend(t: Table, by: Actor) -> Iterable[Allowed]:
    if t.state.packs.is_broken:
        yield Allowed("mend")


def substitutes(t: Table) -> tuple[str, ...]:
    """The devices that may take over here: the same again, if it broke, or another of as many decks."""
    if t.state.is_begun or t.state.phase != "wagers":
        return ()
    found = []
    for device in t.book.procedure.devices:
        try:
            t.book.refuse_device(device)
        except Refused:
            continue
        same_cards = device.decks * device.packs <= len(t.state.decks.backs)
        is_other = device.id != t.device.id or t.state.packs.is_broken
        if same_cards and is_other and not device.is_keyed:
            found.append(device.id)
    return tuple(found)


@handles(c.Substitute, CARDS, SUPERVISORS)
def substitute(t: Table, command: c.Substitute, by: Actor) -> list[e.Record]:
    allowed = substitutes(t)
    if command.device not in allowed:
        which = listed(allowed) if allowed else "none while a round is under way"
        raise Forbidden(f"{quoted(command.device)} takes over: expected {which}", CARDS)
    return [command, *unseal_all(t)]


@offers(c.Substitute)
def may_substitute(t: Table, by: Actor) -> Iterable[Allowed]:
    allowed = substitutes(t)
    if allowed:
        yield Allowed("substitute", choices=allowed)
