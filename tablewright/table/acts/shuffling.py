"""Shuffling: a pack is shuffled, sealed and cut; when the cards are ready to be dealt."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER, SUPERVISORS
from tablewright.table.acts.card_changes import overdue
from tablewright.table.acts.decks import CARDS
from tablewright.table.acts.loading import needs_hand_shuffle
from tablewright.table.allowed import (
    Allowed,
    No,
    Way,
    is_order,
    is_text,
    pairs,
    wrong_words,
)
from tablewright.table.chips import wagered_at
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.seal import sealed
from tablewright.table.status import WITH_CARDS
from tablewright.table.words import CARDS as OF_CARDS
from tablewright.table.words import JOURNAL, Telling

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


SHUFFLE = "shuffle"
"""The step that may be overlooked."""
UNKNOWN_ORDER = "The cards lie on a physical table, and nobody knows their order. Name none."


def packs_to_shuffle(t: "Table") -> list[int]:
    """The packs that may be shuffled now: out of play and not ready, or due."""
    state, packs, device = t.state, t.state.packs, t.device
    if packs.is_broken or not state.decks.is_washed:
        return []
    if needs_hand_shuffle(t):
        return []
    is_before_round = not state.is_begun and t.course.takes_wagers(state)
    return [
        pack
        for pack in range(device.packs)
        if pack not in packs.seals or (pack == packs.pack and packs.due and is_before_round)
    ]


def _not_to_shuffle(t: "Table", pack: int) -> No | None:
    if pack in packs_to_shuffle(t):
        return None
    if needs_hand_shuffle(t):
        return No("The decks are not shuffled by hand yet. Do that before you load them.")
    return No("These cards cannot be shuffled now. Shuffle washed cards that are out of play.")


@act(
    CARDS,
    by=(DEALER,),
    during=WITH_CARDS,
    group=Group.CARDS,
    blind=("pack", "order", "salt"),
    button="Shuffle",
    about="The house makes the order and seals it; at a physical table you shuffle.",
    do={
        "by-hand": "Shuffle the cards{since}.",
        "deck": "Shuffle the deck{since}.",
        "machine": "Start the {device}{since}.",
    },
)
class Shuffle(Act, frozen=True):
    """A pack is shuffled into this order. The journal keeps its seal until it is out of play.

    Of cards that lie on a physical table nobody here knows the order: none is given, none sealed.
    """

    pack: int
    order: str
    salt: str

    @property
    def way(self) -> Way:
        return Way(pack=self.pack)

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return [Way(pack=pack) for pack in packs_to_shuffle(t)]

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        sealing = "" if t.is_keyed else "salt"
        return _not_to_shuffle(t, way.pack) or cls.allowed(way, text=sealing)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if t.is_keyed:
            return No(UNKNOWN_ORDER) if self.order or self.salt else None
        if not is_order(self.order, t.to_shuffle(self.pack)):
            return No("The shuffle does not hold the pack's cards, each of them once.")
        if not is_text(self.salt):
            return No("The seal has no salt. It takes some random text.")
        return None

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        seal = "" if t.is_keyed else sealed(self.order, self.salt)
        cards = len(t.to_shuffle(self.pack)) // 2
        return [Shuffled(self.pack, cards, seal), *t.opened(self.pack)]

    def prompt(self, t: "Table") -> Prompt:
        device, due = t.device, t.state.packs.due
        slots = {
            "since": f" ({due})" if due else "",
            "device": worded(device.name),
        }
        source = device.shuffling_source or device.source
        by_hand = "by-hand" if device.decks > 1 else "deck"
        return Prompt(source, slots, "machine" if device.is_machine else by_hand)


@act(
    CARDS,
    by=(DEALER,),
    during=WITH_CARDS,
    happened="{who} [shuffle|shuffles] {pack}{sealed}.",
)
class Shuffled(Act, frozen=True):
    """A shuffle as the journal has it: sealed, unless the cards lie on a physical table."""

    pack: int
    cards: int
    seal: str = ""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ()

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        """Only a journal that is read again may give a shuffle by its seal: its pack is in play."""
        if not t.is_told:
            return No("A sealed shuffle was sent. Send the order itself.")
        return _not_to_shuffle(t, way.pack) or cls.allowed(way)

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if t.is_keyed == bool(self.seal):
            return No(UNKNOWN_ORDER if self.seal else say("The shuffle has no seal. It takes one."))
        whole = len(t.to_shuffle(self.pack)) // 2
        return (
            None
            if self.cards == whole
            else No(say("Pack {pack} has {whole} cards.", pack=self.pack, whole=whole))
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [self, *t.opened(self.pack)]

    def apply(self, state: "State", course: "Course") -> None:
        packs = state.packs
        packs.seals = {**packs.seals, self.pack: self.seal}
        packs.sizes = {**packs.sizes, self.pack: self.cards}
        if self.pack == packs.pack:
            packs.next, packs.cut, packs.rounds = 0, None, 0
            packs.cut_card_seen = False
            # Within a round a card went back: what was ordered for its end is still to be done.
            packs.due = packs.due if state.is_begun else ""
            state.overlooked -= {SHUFFLE}

    def tell(self, s: "Scene") -> Iterable[Telling]:
        seal = say(", sealed {seal}", seal=self.seal[:12]) if self.seal else ""
        sealed = s.in_full(say(": {cards} cards{seal}", cards=self.cards, seal=seal))
        who = (
            say("the {name}", name=worded(s.device.name))
            if s.device.is_machine
            else say("the dealer")
        )
        yield Telling(OF_CARDS, {"who": who, "pack": s.pack(self.pack), "sealed": sealed})


@event("The order that {pack} had is opened{order}.")
class Unsealed(Event, frozen=True):
    """The order of a pack that is out of play, and the salt of its seal."""

    pack: int
    order: str
    salt: str

    def tell(self, s: "Scene") -> Iterable[Telling]:
        order = f": {' '.join(pairs(self.order))}" if s.tells_orders else ""
        slots = {"pack": s.pack(self.pack), "order": order}
        yield Telling(OF_CARDS, slots, to=JOURNAL, continues=True, is_detail=True)


@act(
    CARDS,
    by=(DEALER,),
    during=WITH_CARDS,
    group=Group.CARDS,
    blind=("at",),
    button="Cut",
    about="Choose where to cut the pack.",
    fields={"at": "Cards from the top"},
    blank={"at": "Leave blank to cut at random."},
    do={
        "deck": "Cut the deck, {least} to {most} cards down.",
        "within": "Put the cut card in, {least} to {most} cards down.",
    },
    happened={"deck": "The deck is cut{at}.", "within": "The cut card goes in{at}."},
)
class Cut(Act, frozen=True):
    """The pack is cut, or the cut card put in, below so many cards.

    At a physical table nobody counts them, and none are named.
    """

    at: int = 0

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        within = cut_range(t)
        if within is None:
            return No("There is no pack to cut: it takes a shuffled pack that is not cut yet.")
        return cls.allowed(least=within[0], most=within[1])

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if allowed.least <= self.at <= allowed.most:
            return None
        if t.is_keyed:
            return No("Nobody counts where the cards of a physical table are cut. Name no place.")
        return No(
            say(
                "You cannot cut at {at}. Cut {least} to {most} cards down.",
                at=self.at,
                least=allowed.least,
                most=allowed.most,
            )
        )

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.cut = self.at

    def prompt(self, t: "Table") -> Prompt:
        device = t.device
        least, most = device.cut or (0, 0)
        case = "within" if device.has_cut_card_within else "deck"
        return Prompt(device.source, {"least": str(least), "most": str(most)}, case)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        case = "within" if s.device.has_cut_card_within else "deck"
        yield Telling(
            OF_CARDS,
            {"at": s.read_back(say(" {at} cards down", at=self.at)) if self.at else ""},
            case,
        )


UNCOUNTED = (0, 0)


def cut_range(t: "Table") -> tuple[int, int] | None:
    """Between which cards the pack may be cut now, if it may; a physical table's are not counted."""
    packs = t.state.packs
    if t.device.cut and packs.pack in packs.seals and packs.cut is None:
        return UNCOUNTED if t.is_keyed else t.device.cut
    return None


def missing_cards(t: "Table") -> str:
    """What the cards lack before bets are closed; nothing, if they are ready."""
    state, packs, device = t.state, t.state.packs, t.device
    if not state.decks.is_washed:
        return say("cards inspected and washed")
    if packs.is_broken:
        return say("the device repaired or replaced")
    if not state.is_begun and (missing := _missing_between_rounds(t)):
        return missing
    if packs.pack not in packs.seals:
        return say("a shuffle")
    if device.cut and packs.cut is None:
        return say("a cut")
    if packs.due and not state.is_begun and SHUFFLE not in state.overlooked:
        return say("a shuffle ({due})", due=worded(packs.due))
    if cards_left(t) < cards_needed(t):
        return say("a shuffle (too few cards are left)")
    return ""


def _missing_between_rounds(t: "Table") -> str:
    """What must be done with all cards before another round begins."""
    decks = t.state.decks
    if decks.unfit:
        return say("unfit cards replaced ({unfit})", unfit=decks.unfit)
    if decks.inspection_due:
        return say(
            "an inspection of the cards ({inspection_due})", inspection_due=decks.inspection_due
        )
    if needs_hand_shuffle(t):
        due = t.state.packs.due
        by_hand = say("a shuffle by hand")
        return f"{by_hand} ({worded(due)})" if due else by_hand
    return ""


def not_ready(t: "Table") -> No | None:
    """Why no card can be dealt; nothing, if the cards are ready."""
    if no := overdue(t):
        return no
    missing = missing_cards(t)
    return (
        No(say("The cards are not ready. Still missing: {missing}.", missing=missing), CARDS)
        if missing
        else None
    )


def cards_left(t: "Table") -> int:
    packs = t.state.packs
    return packs.sizes[packs.pack] - packs.next


def cards_needed(t: "Table") -> int:
    """How many cards the rest of the round can take."""
    if not t.book.is_draw:
        # Accounts that are no wager's are at place 0: the dealer's, who gets a hand as well.
        hands = {0, *map(wagered_at, t.state.bank.accounts)}
        return len(hands) * t.book.contest.hand_cards
    before_round, before_card = t.device.burns_under(t.book.rulings)
    to_come = t.book.draw.cards - len(t.state.drawn)
    return to_come * (before_card + 1) + (0 if t.state.is_begun else before_round)


@act(
    CARDS,
    by=SUPERVISORS,
    group=Group.CARDS,
    button="Order a shuffle",
    about="The cards are shuffled before the next round.",
    fields={"reason": "Reason"},
    happened="{who} [order|orders] a shuffle before the next round: {reason}.",
)
class OrderShuffle(Act, frozen=True):
    """A supervisor wants the cards shuffled before the next round."""

    reason: str

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        return cls.allowed(text="reason")

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_words(self.reason, say("The reason"))

    def apply(self, state: "State", course: "Course") -> None:
        state.packs.due = self.reason
        state.decks.is_hand_shuffled = False

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS, {"who": s.actor, "reason": self.reason})
