"""Dealing: hands and draws, burns, turning the cards, clearing them."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from tablewright.rules import phases
from tablewright.rules.citations import house
from tablewright.rules.contest import Contest
from tablewright.rules.language import say, worded
from tablewright.rules.roles import DEALER
from tablewright.rules.views import Hand, View
from tablewright.table.acts.decks import CARDS
from tablewright.table.acts.money import CLEARED, Moved, ways_at_places
from tablewright.table.acts.shuffling import not_ready
from tablewright.table.allowed import Allowed, No, Way, wrong_cards
from tablewright.table.chips import Move, rail, wagered_at
from tablewright.table.record import Act, Event, Group, Prompt, Record, act, event
from tablewright.table.words import CALL, Telling, named, numbered, spelled
from tablewright.table.words import CARDS as OF_CARDS

if TYPE_CHECKING:
    from tablewright.table.actors import Actor
    from tablewright.table.course import Course
    from tablewright.table.machine import Table
    from tablewright.table.scene import Scene
    from tablewright.table.state import State


class NamesCards(Act, frozen=True):
    """An act that turns cards: the pack knows them, or a person enters those of a physical table."""

    def asked(self, t: "Table") -> Act:
        kept = super().asked(t)
        return kept if t.must_name(1) else msgspec.structs.replace(kept, **{self._names(): ""})

    def _names(self) -> str:
        return "card" if "card" in self.__struct_fields__ else "cards"


# Hands ---------------------------------------------------------------------------------------------


@act(
    "GAME.phase.deal",
    group=Group.ROUND,
    filled=("places",),
    button="Deal",
    about="Deal every hand, one card at a time.",
    do="Deal {cards} face down to each hand, one at a time, starting at {first}; your own last.",
    happened="{cards} each are dealt to {places} and to the dealer.",
)
class Deal(Act, frozen=True):
    """The dealer deals every hand, one card at a time."""

    places: tuple[int, ...] = ()
    """Filled in: to which places, in this order; the dealer comes last."""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        return not_ready(t) or cls.simply

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        return [Deal(_dealt_to(t))]

    def apply(self, state: "State", course: "Course") -> None:
        hands, slot = len(self.places) + 1, state.packs.next
        state.packs.next = after = slot + hands * course.book.contest.hand_cards
        for place in self.places:
            state.seats[place].slots = tuple(range(slot, after, hands))
            slot += 1
        state.dealer_slots = tuple(range(slot, after, hands))
        course.lead_on(state, phases.DEALT)
        course.end_deciding(state)

    def prompt(self, t: "Table") -> Prompt:
        cards = spelled(t.book.contest.hand_cards, "card")
        first = next(iter(_dealt_to(t)), 0)  # Nobody, where every wager has been returned.
        slots = {"cards": cards, "first": t.place(first)}
        return Prompt(t.phase.source & house("order of the deal"), slots)

    def tell(self, s: "Scene") -> Iterable[Telling]:
        slots = {
            "cards": spelled(s.book.contest.hand_cards, "card"),
            "places": numbered(s.book.game.place, sorted(self.places)),
        }
        yield Telling(OF_CARDS, slots)


def _dealt_to(t: "Table") -> tuple[int, ...]:
    """The places that get a hand, in the order of the deal."""
    places = tuple([place for place in t.state.seats if t.has_stake(place)])
    return places if t.book.setup.deals_from_right else places[::-1]


@act(
    "GAME.phase.reveal",
    group=Group.ROUND,
    button="Turn the dealer's hand",
    about="Turn and read the hand.",
    do="Turn your hand{enter}, and say what it is.",
    happened="The dealer turns {cards}.",
)
class Reveal(NamesCards, frozen=True):
    """The dealer turns their hand."""

    cards: str = ""

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if not t.knows_cards:
            return No("The order of the pack is not known here.", CARDS)
        return cls.allowed(cards=t.must_name(t.book.contest.hand_cards))

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        return wrong_cards(t, self.cards, allowed.cards, say("The dealer's hand"))

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        turned = self.cards or t.cards_at(t.state.dealer_slots)
        return [Reveal(turned), Called(dealer_says(t, turned))]

    def apply(self, state: "State", course: "Course") -> None:
        state.dealer_cards = self.cards
        course.lead_on(state, phases.REVEALED)
        course.begin_settling(state)

    def prompt(self, t: "Table") -> Prompt:
        return Prompt(t.phase.source, {"enter": _enter(t)})

    def tell(self, s: "Scene") -> Iterable[Telling]:
        hand = s.dealers_hand(self.cards)
        yield Telling(OF_CARDS, {"cards": named(self.cards)}, cards=self.cards, hand=hand)


def _enter(t: "Table") -> str:
    """At a physical table cards are entered."""
    return say(" and enter it") if t.must_name(1) else ""


@event("{says}")
class Called(Event, frozen=True):
    """What the dealer says aloud."""

    says: str

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(CALL, {"says": s.called(self.says)}, continues=True)


def dealer_says(t: "Table", turned: str) -> str:
    """The dealer's hand as it is called."""
    return hand_called(t.book.contest, t.judged(turned))


def dealer_says_in_play(t: "Table", turned: str) -> str:
    """The dealer's hand as it is called at this table: in the ways of looking at it that count there.

    A journal keeps all of them (`dealer_says`); one who hears the call needs those that hands meet in.
    """
    contest, hand = t.book.contest, t.judged(turned)
    made = [seat.decision for seat in t.state.seats.values() if seat.decision]
    meeting = [id for id in made if not contest.decision[id].gives_up]
    names = [id if id in contest.spoken else "hand" for id in meeting]
    views = [view for name, view in contest.spoken.items() if name in names]
    if not views or len(contest.spoken) == 1:
        return dealer_says(t, turned)
    first, *others = sorted(views, key=lambda view: view is not contest.qualifies.view)
    if first is contest.qualifies.view:
        called = _called(contest, hand, first.spoken(hand.strength(first)))
    else:
        said = first.spoken(hand.strength(first))
        in_view = say("{hand} in {view}", hand=said, view=worded(first.name).lower())
        called = say("Dealer has {hand}", hand=in_view)
    return "; ".join([called, *_otherwise(first, others, hand)])


def _otherwise(first: View, others: Iterable[View], hand: Hand) -> Iterator[str]:
    """What a hand is in other ways of looking at it, where that is not the same again."""
    said = first.spoken(hand.strength(first))
    for view in others:
        if (other := view.spoken(hand.strength(view))) != said:
            yield say("{view}: {hand}", view=worded(view.name).lower(), hand=other)


def hand_called(contest: Contest, hand: Hand) -> str:
    """What is called of a hand of the dealer's."""
    return _called(contest, hand, said_of(contest, hand))


def _called(contest: Contest, hand: Hand, said: str) -> str:
    qualifies = contest.qualifies
    if qualifies.view.labels(qualifies.label)[hand.strength(qualifies.view)]:
        return say("Dealer has {hand}, and qualifies", hand=said)
    return say("Dealer has {hand}, and does not qualify", hand=said)


def sayings(contest: Contest, hand: Hand, decision: str, plays: Sequence[int]) -> dict[str, str]:
    """What a hand is in each way of looking at it; in the game chosen, the cards put in play."""
    played = Hand([hand.cards[n] for n in plays]) if plays else hand
    said = {}
    for name, view in contest.spoken.items():
        shown = played if name == decision else hand
        said[name] = view.spoken(shown.strength(view))
    return said


def said_in_play(contest: Contest, hand: Hand, decision: str, plays: Sequence[int]) -> str:
    """A hand in the one way of looking at it that it plays by."""
    said = sayings(contest, hand, decision, plays)
    return said.get(decision) or next(iter(said.values()))


def said_shortly(contest: Contest, hand: Hand) -> str:
    """A hand as one who looks at it reads it: another way of looking at it only where it differs."""
    first, *others = contest.spoken.values()
    return "; ".join([first.spoken(hand.strength(first)), *_otherwise(first, others, hand)])


def said_of(contest: Contest, hand: Hand, decision: str = "", plays: Sequence[int] = ()) -> str:
    """A hand as the dealer says it: each way of looking at it is named where there are several."""
    said = sayings(contest, hand, decision, plays)
    if len(said) == 1:
        return next(iter(said.values()))
    seen_in = {name: worded(view.name).lower() for name, view in contest.spoken.items()}
    if plays and decision in seen_in:
        seen_in[decision] = say("the cards played")
    return f" {worded('and')} ".join(
        say("{hand} in {view}", hand=each, view=seen_in[name]) for name, each in said.items()
    )


@act(
    "GAME.phase.settle",
    by=(DEALER,),
    group=Group.ROUND,
    filled=("hand",),
    by_house=True,
    button="Turn the hand",
    about="The hand is turned before it is settled; cards of a real table are keyed in.",
    fields={"cards": "Cards", "plays": "Cards that play"},
    do={
        "": "Turn the hand of {place}{enter}.",
        "plays": "Turn the hand of {place}, enter it and mark the {plays} that play.",
    },
    happened="{who} [show|shows] {cards}{plays}: {hand}.",
)
class Show(NamesCards, frozen=True):
    """A player's hand is turned; at a physical table it is entered."""

    place: int
    cards: str = ""
    hand: str = ""
    """Filled in: what it is."""
    plays: tuple[int, ...] = ()
    """Which cards of an entered hand are in play, counted from 0, where not all are."""

    @classmethod
    def ways(cls, t: "Table", by: "Actor") -> Iterable[Way]:
        return ways_at_places(t, by)

    @classmethod
    def guard(cls, t: "Table", by: "Actor", way: Way) -> Allowed | No:
        if no := t.vacant(way.place):
            return no
        if not _may_be_turned(t, way.place):
            seat = t.place(way.place)
            return No(
                say(
                    "The hand at {seat} is not turned now. A hand that plays is turned once, when it is"
                    " settled.",
                    seat=seat,
                ),
                t.phase_rule,
            )
        return cls.allowed(
            way,
            cards=t.must_name(t.book.contest.hand_cards),
            plays=t.course.unnamed(t.state.seats[way.place]),
        )

    def check(self, t: "Table", allowed: Allowed) -> No | None:
        if not (allowed.cards or self.cards or self.plays or allowed.plays):
            return None  # The pack knows them.
        hand = say("The hand at {place}", place=t.place(self.place))
        if no := wrong_cards(t, self.cards, allowed.cards, hand):
            return no
        named = self.plays
        is_right = len(named) == len(set(named)) == allowed.plays
        if is_right and all(0 <= n < allowed.cards for n in named):
            return None
        if not allowed.plays:
            return No(say("{hand} has no cards to mark. Mark none.", hand=hand), t.phase_rule)
        plays = spelled(allowed.plays, "card")
        return No(
            say(
                "{hand} plays {plays}. Mark the {plays} that the player put in play.",
                hand=hand,
                plays=plays,
            ),
            t.phase_rule,
        )

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        seat = t.state.seats[self.place]
        turned = self.cards or t.cards_at(seat.slots)
        played = self.plays or seat.plays
        said = said_of(t.book.contest, t.judged(turned), seat.decision, played)
        return [Show(self.place, turned, said, self.plays)]

    def apply(self, state: "State", course: "Course") -> None:
        seat = state.seats[self.place]
        seat.cards, seat.plays = self.cards, self.plays or seat.plays

    def prompt(self, t: "Table") -> Prompt:
        plays = t.course.unnamed(t.state.seats[self.place])
        slots = {
            "place": t.place(self.place),
            "enter": _enter(t),
            "plays": spelled(plays, "card"),
        }
        return Prompt(house("turning hands"), slots, "plays" if plays else "")

    def tell(self, s: "Scene") -> Iterable[Telling]:
        held = self.cards.split()
        played = " ".join([held[n] for n in self.plays]) or s.played(self.place, self.cards)
        slots = {
            "who": s.who(self.place),
            "cards": named(self.cards),
            "plays": say(", playing {played}", played=named(played)) if played else "",
            "hand": s.shown(self.place, self.cards, self.hand),
        }
        yield Telling(OF_CARDS, slots, "", self.place, self.cards, slots["hand"])


def _may_be_turned(t: "Table", place: int) -> bool:
    """Whether a player's hand may be turned: the settlement looks at it, and it lies face down."""
    seat, state = t.state.seats[place], t.state
    return (
        t.knows_cards
        and t.course.is_settling(state)
        and not state.is_void
        and bool(seat.slots)
        and not seat.cards
        and t.course.must_show(state, place)
        and place in [waiting for _, waiting in state.pending]
    )


# Cleared -------------------------------------------------------------------------------------------


def _left_lying(t: "Table") -> list[tuple[str, int]]:
    """The wagers on the felt, as accounts, each with its place."""
    return [(name, place) for name in t.state.bank.accounts if (place := wagered_at(name))]


@act(
    "GAME.phase.clear",
    group=Group.ROUND,
    button="Clear the table",
    about="Pick up the cards; the round is over.",
    do={
        "": "Clear the table.",
        "wagers": "Return the wagers that still lie at {places} to their players, and clear the table.",
    },
    happened="The dealer picks up the cards: the round is over.",
)
class Clear(Act, frozen=True):
    """Cards are inspected and picked up; the round is over."""

    def decide(self, t: "Table", by: "Actor", at: datetime) -> list[Record]:
        """Wagers that won and stayed go back to their owners; a pack out of play is unsealed."""
        records: list[Record] = [self]
        if left := _left_lying(t):
            chips = t.state.bank.chips
            moves = [Move(name, rail(place), dict(chips(name))) for name, place in left]
            records.append(Moved(tuple(moves), CLEARED))
        if t.device.rounds_between_shuffles == 1:
            records += t.opened(t.state.packs.pack)
        return records

    def apply(self, state: "State", course: "Course") -> None:
        device, packs = course.device(state), state.packs
        for seat in state.seats.values():
            seat.slots, seat.cards, seat.decision, seat.plays = (), "", "", ()
        state.dealer_slots, state.dealer_cards = (), ""
        state.drawn, state.burns, state.set_aside, state.burn_due = (), (), 0, 0
        state.is_void, state.is_begun, state.pending = False, False, ()
        state.has_settled, state.settled, state.burn_was_seen = False, (), False
        state.paid, state.ruled, state.is_look_due = {}, {}, False
        state.exposed, state.declared, state.overlooked = (), (), frozenset()
        state.ignored_cut_card = False
        state.round += 1
        packs.rounds += 1
        if device.rounds_between_shuffles == 1:
            packs.unseal(packs.pack)
            packs.pack = (packs.pack + 1) % device.packs
            packs.next, packs.cut, packs.rounds = 0, None, 0
        elif not packs.due:
            packs.due = course.shuffle_due(packs, device)
        course.lead_on(state, phases.CLEARED)

    def prompt(self, t: "Table") -> Prompt:
        places = sorted({place for _, place in _left_lying(t)})
        if not places:
            return Prompt(t.phase.source)
        return Prompt(t.phase.source, {"places": numbered(t.place_word, places)}, "wagers")

    def tell(self, s: "Scene") -> Iterable[Telling]:
        yield Telling(OF_CARDS)
