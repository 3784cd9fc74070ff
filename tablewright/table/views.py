"""What may be seen: the one thing that leaves a table. No view holds a card that its role may not see.

Everybody sees the felt: wagers, cards that lie face up, how many lie face down. Players also see their
own hands, once all are dealt; staff see the forms and the float; a camera sees chips and felt, and no
paper.
"""

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.cards import cards
from tablewright.rules.contest import Contest
from tablewright.rules.english import capital
from tablewright.rules.language import say, worded
from tablewright.rules.phases import PhaseId
from tablewright.rules.roles import DEALER, PIT_BOSS, PLAYER, STAFF, SURVEILLANCE, Role
from tablewright.table.acts.card_changes import change_is_due
from tablewright.table.acts.countersigning import MOST_MISCOUNTS
from tablewright.table.acts.irregular import Declare
from tablewright.table.acts.slips import COUNTED, HOLDS, RULING, SlipPrepared
from tablewright.table.announcing import announced
from tablewright.table.chips import DROP, FLOAT, TIPS, Chips, rail, spot, wager_in
from tablewright.table.discards import HolderSeen, holder_seen
from tablewright.table.holdings import (
    Holding,
    PayMark,
    drawn_makes,
    drawn_wins,
    held_by,
    would_win,
)
from tablewright.table.limits import marker
from tablewright.table.scene import moves_text
from tablewright.table.status import CLOSING, IN_PLAY, OPENING
from tablewright.table.words import ABOUT, ENGLISH, person_named

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.machine import Table


Status: TypeAlias = Literal["opening", "open", "closing", "closed"]


class HandSeen(msgspec.Struct, frozen=True):
    """A hand: its cards if they are turned, else how many lie there."""

    cards: list[str]
    face_down: int = 0


class DealerSeen(msgspec.Struct, frozen=True):
    """The dealer's hand; once turned it is set in order, and a hand within it pushed up."""

    cards: list[str]
    face_down: int = 0
    set: list[str] | UnsetType = UNSET
    pushed_up: list[str] | UnsetType = UNSET


class PlaceSeen(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What everybody sees of a place. What is nothing is left out."""

    player: str
    wagers: dict[str, Chips]
    chips: Chips
    decision: str = ""
    marker: str = ""
    """What the marker there says of limits agreed with the player: nothing, where none stands."""
    for_dealer: dict[str, Chips] | UnsetType = UNSET
    hand: HandSeen | UnsetType = UNSET
    plays: list[str] | UnsetType = UNSET
    in_play: int | UnsetType = UNSET
    laid_aside: int | UnsetType = UNSET
    """Cards that lie face down under another of the player's wagers."""
    is_present: bool = True
    """Whether the player is connected; said where a house knows that they are not."""


class DeviceSeen(msgspec.Struct, kw_only=True):
    """The device that cards come from."""

    id: str
    pack: int
    dealt: int
    is_shuffled: bool
    is_broken: bool
    shuffle_due: str
    cut_card_seen: bool
    stub: int | UnsetType = UNSET
    """What is left of the deck, in the discard holder with the cut card on top."""
    holder: HolderSeen | UnsetType = UNSET
    """What lies in the discard holder, where something does."""


class CardsSeen(msgspec.Struct, frozen=True):
    """The card in the action box, and those held: the first at the dealer's right, burns beneath."""

    action_box: str
    holding_boxes: list[str]
    burns: list[int]
    announcements: list[str]
    holds: list[Holding]
    """What the cards make so far."""
    pays: list[PayMark]
    """How each wager that lies on the felt stands: what it has reached, and what one card may add."""


class OwnSeen(msgspec.Struct, frozen=True):
    """A player's own hand: what it makes, and what it would win."""

    cards: list[str]
    plays: list[str]
    holds: list[Holding]
    """What the hand makes, the most telling first."""
    pays: list[PayMark]
    """The rows that the player's wagers would be paid by."""


class FormsSeen(msgspec.Struct, frozen=True):
    """Forms, staff and decks, for staff."""

    completed: list[str]
    signed: dict[str, list[str]]
    """The posts that have signed, by form."""
    staff: dict[str, str]
    decks: list[str]
    examined_by: list[str]
    error: str


class SlipSeen(msgspec.Struct, kw_only=True):
    """A slip that waits for its second signature; those who count its chips do not see them."""

    slip: int
    form: str
    says: str
    """What it is about."""
    warning: str
    """What stands in the way of signing it, or waits for it; nothing, as a rule."""
    asked_by: str
    awaits: dict[str, str]
    """Who may sign it, by post."""
    place: int
    player: str
    reason: str
    is_counted: bool
    miscounts: int
    """How many counts of its chips have differed."""
    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    chips: Chips | UnsetType = UNSET


class Beside(msgspec.Struct, kw_only=True):
    """What one role sees beside the felt: a player their hand, staff the float and the forms."""

    own: OwnSeen | UnsetType = UNSET
    float: Chips | UnsetType = UNSET
    tips: Chips | UnsetType = UNSET
    forms: FormsSeen | UnsetType = UNSET
    slips: list[SlipSeen] | UnsetType = UNSET
    limits: dict[str, tuple[int, int]] | UnsetType = UNSET
    personal_limits: dict[int, dict[str, tuple[int, int]]] | UnsetType = UNSET
    """What was agreed with players, by place: for staff, and for each player their own."""
    drop_box: int | UnsetType = UNSET
    house: str | UnsetType = UNSET


class View(Beside, kw_only=True):
    """Everything that a role may see now: the felt, and what lies beside it."""

    table: str
    game: str
    ruleset: str
    status: Status
    phase: str
    round: int
    is_void: bool
    declared: list[str]
    exposed: list[str]
    places: dict[int, PlaceSeen]
    device: DeviceSeen
    card_change_due: bool
    cards: CardsSeen | UnsetType = UNSET
    dealer: DealerSeen | UnsetType = UNSET


def view(t: "Table", by: "Actor") -> View:
    """Everything that a role may see now."""
    private = beside(t, by)
    named = {name: getattr(private, name) for name in Beside.__struct_fields__}
    return msgspec.structs.replace(felt(t), **named)


def beside(t: "Table", by: "Actor") -> Beside:
    """What a role sees beside the felt."""
    seen, role, bank = Beside(), by.role, t.state.bank
    if role is PLAYER and by.place in t.state.seats:
        seen.own = own(t, by.place)
    if agreed := agreed_limits(t, by):
        seen.personal_limits = agreed
    if role in STAFF or role is SURVEILLANCE:
        if role is not DEALER or not is_counting(t):
            seen.float = dict(bank.chips(FLOAT))
        seen.tips = dict(bank.chips(TIPS))
    if role in STAFF:
        seen.forms = forms(t)
        seen.slips = [slip_seen(t, slip, role) for slip in t.state.slips.values()]
    if role is PIT_BOSS:
        seen.limits = dict(t.book.setup.limits)
        seen.drop_box = bank.cents(DROP)
        seen.house = t.book.house_fingerprint
    return seen


def agreed_limits(t: "Table", by: "Actor") -> dict[int, dict[str, tuple[int, int]]]:
    """The limits agreed with players, by place: staff see all of them, a player their own."""
    return {
        place: dict(seat.limits)
        for place, seat in t.state.seats.items()
        if seat.limits and (by.role in STAFF or (by.role is PLAYER and by.place == place))
    }


def is_counting(t: "Table") -> bool:
    """Whether the float is to be counted: those who count it are not told what it should be."""
    state = t.state
    if state.status == OPENING:
        return not state.is_verified
    return state.status == CLOSING and "closer" not in state.completed


def slip_seen(t: "Table", slip: SlipPrepared, role: Role) -> SlipSeen:
    """A slip that waits for its second signature; those who count its chips do not see them."""
    is_one = bool(slip.moves) and slip.form != RULING
    source, target = (slip.moves[0].source, slip.moves[0].target) if is_one else ("", "")
    seen = SlipSeen(
        slip=slip.slip,
        form=slip.form,
        says=_slip_says(t, slip),
        warning=_slip_warning(t, slip),
        asked_by=person_named(slip.who),
        awaits={post: t.state.staff[post] for post in t.book.second_signers(slip.post)},
        place=slip.place,
        player=slip.player,
        reason=slip.reason,
        is_counted=slip.form in COUNTED,
        miscounts=t.state.miscounts.get(slip.slip, 0),
        source=source,
        target=target,
    )
    if is_one and (slip.form not in COUNTED or role.value not in t.book.second_signers(slip.post)):
        seen.chips = dict(slip.moves[0].chips)
    return seen


def _slip_says(t: "Table", slip: SlipPrepared) -> str:
    """What a slip is about, without its amount."""
    slots: dict[str, str] = {}
    if slip.form == RULING:
        place, moves = capital(t.place(slip.place)), moves_text(t.book, slip.moves)
        slots = {"place": place, "player": slip.player, "reason": slip.reason, "moves": moves}
    elif slip.place:
        way = say("to") if slip.moves[0].source == FLOAT else say("from")
        place = t.place(slip.place)
        slots = {"way": way, "place": place, "player": slip.player, "reason": slip.reason}
    elif isinstance(t.state.held, Declare):
        irregularity, ruling = t.course.ruling(t.state, t.state.held)
        slots = {"irregularity": irregularity.title, "ruling": worded(ruling.says)}
    return ENGLISH.say(slip.name, ABOUT, slip.form, slots)


def _slip_warning(t: "Table", slip: SlipPrepared) -> str:
    """That counts differed, or that the round is held."""
    times, most = t.state.miscounts.get(slip.slip, 0), MOST_MISCOUNTS
    if times:
        case = "miscounted" if times < most else "given-up"
        return ENGLISH.say(slip.name, ABOUT, case, {"times": str(times), "most": str(most)})
    return ENGLISH.say(slip.name, ABOUT, "held") if slip.form in HOLDS else ""


def felt(t: "Table", places: dict[int, PlaceSeen] | None = None) -> View:
    """What lies open to everyone; what is seen of the places may be known to the caller."""
    state = t.state
    if places is None:
        places = {place: place_seen(t, place) for place in state.seats}
    return View(
        table=t.book.setup.table,
        game=t.book.game.id,
        ruleset=t.book.ruleset.fingerprint,
        status=cast(Status, state.status),
        phase=state.phase,
        round=state.round,
        is_void=state.is_void,
        declared=list(state.declared),
        exposed=list(state.exposed),
        places=places,
        device=device_seen(t),
        card_change_due=change_is_due(t),
        cards=drawn(t) if t.book.is_draw else UNSET,
        dealer=dealer(t) if not t.book.is_draw and state.status == IN_PLAY else UNSET,
    )


def device_seen(t: "Table") -> DeviceSeen:
    """The device that cards come from."""
    packs = t.state.packs
    is_cut_by_hand = t.device.cut and not t.device.has_cut_card_within
    has_stub = is_cut_by_hand and t.state.dealer_slots
    return DeviceSeen(
        id=packs.device,
        pack=packs.pack,
        dealt=packs.next,
        is_shuffled=packs.pack in packs.seals,
        is_broken=packs.is_broken,
        shuffle_due=worded(packs.due),
        cut_card_seen=packs.cut_card_seen,
        stub=packs.sizes[packs.pack] - packs.next if has_stub else UNSET,
        holder=holder_seen(t),
    )


def dealer(t: "Table") -> DealerSeen:
    """The dealer's hand; once turned it is set in order, and a hand within it pushed up."""
    state = t.state
    if not state.dealer_cards:
        return DealerSeen([], len(state.dealer_slots))
    held, pushed_up = _in_order(t.book.contest, state.dealer_cards)
    turned = state.dealer_cards.split()
    return DealerSeen(turned, 0, list(held), list(pushed_up) if pushed_up else UNSET)


@lru_cache(maxsize=256)
def _in_order(contest: Contest, turned: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The dealer's cards in order, and those pushed up; asked for until the last place is settled."""
    held = sorted(cards(turned), key=lambda card: -card.rank)
    pushed_up: tuple[str, ...] = ()
    for name, within in contest.spoken.items():
        size = within.rankings[-1].cards
        if name != "hand" and size < len(held):
            best = max(combinations(held, size), key=within.strength)
            pushed_up = tuple([card.text for card in best])
    return tuple([card.text for card in held]), pushed_up


def place_seen(t: "Table", place: int) -> PlaceSeen:
    """What everybody sees of a place."""
    seat, bank = t.state.seats[place], t.state.bank
    wagers, for_dealer = [
        {
            id: dict(lies.chips)
            for id in t.book.wagers
            if (lies := bank.accounts.get(spot(place, id, is_dealers)))
        }
        for is_dealers in (False, True)
    ]
    seen = PlaceSeen(
        player=seat.player,
        wagers=wagers,
        chips=dict(bank.chips(rail(place))),
        decision=seat.decision,
        marker=marker(seat.limits, t.book.setup.limits),
        for_dealer=for_dealer or UNSET,
    )
    if not t.book.is_draw:
        seen.hand = HandSeen(seat.cards.split(), 0 if seat.cards else len(seat.slots))
        if seat.cards and seat.plays:
            cards = seat.cards.split()
            seen.plays = [cards[n] for n in seat.plays]
        elif seat.plays:
            seen.in_play = len(seat.plays)
            seen.laid_aside = len(seat.slots) - len(seat.plays)
    return seen


def drawn(t: "Table") -> CardsSeen:
    """The card in the action box, and those held: the first at the dealer's right, burns beneath."""
    state = t.state
    in_action = state.phase == PhaseId.SETTLE and bool(state.drawn) and not state.is_void
    held = state.drawn[:-1] if in_action else state.drawn
    return CardsSeen(
        action_box=state.drawn[-1] if in_action else "",
        holding_boxes=list(held),
        burns=[*state.burns, *([state.set_aside] if state.set_aside else [])],
        announcements=list(announcements(t)),
        holds=drawn_makes(t.book.ruleset, state.drawn),
        pays=[]
        if state.is_void
        else drawn_wins(t.book.ruleset, state.drawn, laid(t), in_action=in_action),
    )


def laid(t: "Table") -> set[str]:
    """The wagers that lie anywhere on the felt."""
    return {*map(wager_in, t.state.bank.accounts)} - {""}


def announcements(t: "Table") -> tuple[str, ...]:
    """What the dealer may announce now."""
    return announced(t.book, t.course, t.state)


def own_cards(t: "Table", place: int) -> list[str]:
    """The cards of a player's own hand: looked at only when every card has been dealt."""
    seat = t.state.seats[place]
    return (seat.cards or (t.cards_at(seat.slots) if seat.slots else "")).split()


def own(t: "Table", place: int) -> OwnSeen:
    """A player's own hand, what it makes and what it would win."""
    seat, named = t.state.seats[place], own_cards(t, place)
    plays = [named[n] for n in seat.plays] if named else []
    if t.book.is_draw or not named:
        return OwnSeen(named, plays, [], [])
    return OwnSeen(named, plays, held_by(t, place, named), would_win(t, place, named))


def forms(t: "Table") -> FormsSeen:
    """Forms, staff and decks."""
    state = t.state
    return FormsSeen(
        completed=list(state.completed),
        signed={form: sorted(names) for form, names in state.signatures.items()},
        staff=dict(state.staff),
        decks=list(state.decks.backs),
        examined_by=list(state.decks.examined),
        error=state.error,
    )
